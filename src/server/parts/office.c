/* The office: a thread with a ledger, which answers petitions one after the other. It works on
 * copies, so that a visit whose client has to be sent away can go at any time. */
#include "account_name.h"
#include "ledgers.h"
#include "passkey.h"
#include "people.h"
#include "server_parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PETITIONS_MAX = 4096 }; /* that wait or are being answered */

struct list {
    struct petition *first, **last;
};

struct office {
    int wake;
    struct people people;
    struct name_rules *names;
    struct lottery lottery;
    uint64_t (*now)(void);
    uint64_t later_ms;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool stopping;
    struct list asked, answered; /* under the lock */
    size_t n;                    /* the loop's own: petitions that are not collected */
};

static void clear(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void append(struct list *list, struct petition *petition)
{
    petition->next = NULL;
    *list->last = petition;
    list->last = &petition->next;
}

static struct petition *take(struct list *list)
{
    struct petition *petition = list->first;

    if (petition)
        list->first = petition->next;
    if (!list->first)
        clear(list);
    return petition;
}

static void drop(struct list *list)
{
    for (struct petition *petition = take(list); petition; petition = take(list))
        petition_free(petition);
}

/* --- The thread --- */

static void *run(void *arg)
{
    struct office *office = arg;
    uint64_t one = 1;

    (void)pthread_mutex_lock(&office->lock);
    while (!office->stopping) {
        struct petition *petition = take(&office->asked);

        if (!petition) {
            (void)pthread_cond_wait(&office->work, &office->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&office->lock);
        office->people.now = office->now() + office->later_ms;
        people_answer(&office->people, petition);
        (void)pthread_mutex_lock(&office->lock);
        append(&office->answered, petition);
        (void)!write(office->wake, &one, sizeof one);
    }
    (void)pthread_mutex_unlock(&office->lock);
    return NULL;
}

/* --- Opening and closing --- */

static bool open_books(struct office *office, const struct places *places,
                       struct alibi_error *err)
{
    passkey_begin();
    office->people.names = office->names = name_rules_open();
    if (!office->names) {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the tables of ICU cannot be read");
        return false;
    }
    office->people.ledger = ledger_of_places(places, err);
    return office->people.ledger != NULL;
}

static void close_books(struct office *office)
{
    ledger_close(office->people.ledger);
    name_rules_close(office->names);
}

struct office *office_new(const struct places *places, const struct office_options *options,
                          struct alibi_error *err)
{
    struct office *office = calloc(1, sizeof *office);

    if (!office) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    office->wake = options->wake;
    office->lottery = options->lottery;
    office->now = options->now;
    office->later_ms = options->later_ms;
    office->people = (struct people){.lottery = &office->lottery};
    clear(&office->asked);
    clear(&office->answered);
    (void)pthread_mutex_init(&office->lock, NULL);
    (void)pthread_cond_init(&office->work, NULL);
    if (open_books(office, places, err) &&
        pthread_create(&office->thread, NULL, run, office) == 0)
        return office;
    if (office->people.ledger && office->names)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    close_books(office);
    free(office);
    return NULL;
}

void office_free(struct office *office)
{
    if (!office)
        return;
    (void)pthread_mutex_lock(&office->lock);
    office->stopping = true;
    (void)pthread_cond_signal(&office->work);
    (void)pthread_mutex_unlock(&office->lock);
    (void)pthread_join(office->thread, NULL);
    drop(&office->asked);
    drop(&office->answered);
    close_books(office);
    (void)pthread_mutex_destroy(&office->lock);
    (void)pthread_cond_destroy(&office->work);
    free(office);
}

/* --- The loop's side --- */

bool office_ask(struct office *office, struct petition *petition)
{
    if (office->n >= PETITIONS_MAX)
        return false;
    office->n++;
    (void)pthread_mutex_lock(&office->lock);
    append(&office->asked, petition);
    (void)pthread_cond_signal(&office->work);
    (void)pthread_mutex_unlock(&office->lock);
    return true;
}

struct petition *office_collect(struct office *office)
{
    struct petition *petition;

    (void)pthread_mutex_lock(&office->lock);
    petition = take(&office->answered);
    (void)pthread_mutex_unlock(&office->lock);
    if (petition)
        office->n--;
    return petition;
}
