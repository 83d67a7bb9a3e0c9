/* Jobs on their way to whoever thinks and back; and what a home without a server does without.
 */
#include "home_parts.h"

#include "journal.h"
#include "request_refusals.h"

#include <stdlib.h>

struct list {
    struct job *first, **last;
};

struct computer {
    struct list asked, answered;
    size_t waiting; /* asked, or taken and not answered */
    unsigned ms;
};

struct album {
    char none;
};

struct scribe {
    char none;
};

static void clear(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void append(struct list *list, struct job *job)
{
    job->next = NULL;
    *list->last = job;
    list->last = &job->next;
}

static void free_all(struct list *list)
{
    for (struct job *job = list->first; job;) {
        struct job *next = job->next;

        job_free(job);
        job = next;
    }
}

static struct computer *computer_new(unsigned ms)
{
    struct computer *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    clear(&c->asked);
    clear(&c->answered);
    c->ms = ms;
    return c;
}

void computer_free(struct computer *c)
{
    if (!c)
        return;
    free_all(&c->asked);
    free_all(&c->answered);
    free(c);
}

void computer_ask(struct computer *c, struct job *job)
{
    c->waiting++;
    append(&c->asked, job);
}

struct job *home_computer_take(struct computer *c)
{
    struct job *job = c->asked.first;

    if (!job)
        return NULL;
    c->asked.first = job->next;
    if (!c->asked.first)
        clear(&c->asked);
    return job;
}

void home_computer_done(struct computer *c, struct job *job)
{
    c->waiting--;
    append(&c->answered, job);
}

struct job *computer_collect(struct computer *c)
{
    struct job *first = c->answered.first;

    clear(&c->answered);
    return first;
}

int computer_timeout(struct computer *c, int most)
{
    (void)c;
    return most;
}

unsigned computer_ms(const struct computer *c)
{
    return c->ms;
}

size_t computer_waiting(struct computer *c)
{
    return c->waiting;
}

/* --- What is not there --- */

void album_free(struct album *album)
{
    free(album);
}

/* A link to a game that is nowhere else needs no picture. */
void album_show(struct album *album, const struct table *table, struct visit *v)
{
    (void)album, (void)table;
    request_refuse(&v->r, &request_no.no_page, NULL);
}

struct visit *album_collect(struct album *album)
{
    (void)album;
    return NULL;
}

/* --- What is done at once --- */

void scribe_free(struct scribe *scribe)
{
    free(scribe);
}

void scribe_ask(struct scribe *scribe, struct visit *v)
{
    (void)scribe;
    scribe_answer(&v->r);
}

struct visit *scribe_collect(struct scribe *scribe)
{
    (void)scribe;
    return NULL;
}

/* --- The people service: nobody has an account here --- */

void people_service_free(struct people_service *service)
{
    (void)service;
}

bool people_service_ask(struct people_service *service, struct petition *petition)
{
    (void)service;
    (void)petition;
    return false;
}

struct petition *people_service_collect(struct people_service *service)
{
    (void)service;
    return NULL;
}

/* Nobody reads a log here. */
void journal(const char *level, const char *event, const char *format, ...)
{
    (void)level, (void)event, (void)format;
}

/* --- All of it --- */

bool home_parts_open(struct app_parts *parts, void (*today)(char out[DATE_SIZE]), unsigned ms)
{
    struct store *store = home_store_new(today);

    parts->reader = store ? home_reader_new(store) : NULL;
    parts->writer = parts->reader ? home_writer_new(store) : NULL;
    parts->computer = computer_new(ms);
    parts->album = calloc(1, sizeof *parts->album);
    parts->scribe = calloc(1, sizeof *parts->scribe);
    if (parts->writer && parts->computer && parts->album && parts->scribe)
        return true;
    app_parts_free(parts);
    return false;
}
