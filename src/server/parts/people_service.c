/* The people service: a thread with a ledger, which answers petitions one after the other. It
 * works on copies, so that a visit whose client has to be sent away can go at any time. */
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

struct people_service {
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
    struct people_service *service = arg;
    uint64_t one = 1;

    (void)pthread_mutex_lock(&service->lock);
    while (!service->stopping) {
        struct petition *petition = take(&service->asked);

        if (!petition) {
            (void)pthread_cond_wait(&service->work, &service->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&service->lock);
        service->people.now = service->now() + service->later_ms;
        people_answer(&service->people, petition);
        (void)pthread_mutex_lock(&service->lock);
        append(&service->answered, petition);
        (void)!write(service->wake, &one, sizeof one);
    }
    (void)pthread_mutex_unlock(&service->lock);
    return NULL;
}

/* --- Opening and closing --- */

static bool open_books(struct people_service *service, const struct places *places,
                       struct alibi_error *err)
{
    passkey_begin();
    service->people.names = service->names = name_rules_open();
    if (!service->names) {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the tables of ICU cannot be read");
        return false;
    }
    service->people.ledger = ledger_of_places(places, err);
    return service->people.ledger != NULL;
}

static void close_books(struct people_service *service)
{
    ledger_close(service->people.ledger);
    name_rules_close(service->names);
}

struct people_service *people_service_new(const struct places *places,
                                          const struct people_service_options *options,
                                          struct alibi_error *err)
{
    struct people_service *service = calloc(1, sizeof *service);

    if (!service) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    service->wake = options->wake;
    service->lottery = options->lottery;
    service->now = options->now;
    service->later_ms = options->later_ms;
    service->people = (struct people){.lottery = &service->lottery};
    clear(&service->asked);
    clear(&service->answered);
    (void)pthread_mutex_init(&service->lock, NULL);
    (void)pthread_cond_init(&service->work, NULL);
    if (open_books(service, places, err) &&
        pthread_create(&service->thread, NULL, run, service) == 0)
        return service;
    if (service->people.ledger && service->names)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    close_books(service);
    free(service);
    return NULL;
}

void people_service_free(struct people_service *service)
{
    if (!service)
        return;
    (void)pthread_mutex_lock(&service->lock);
    service->stopping = true;
    (void)pthread_cond_signal(&service->work);
    (void)pthread_mutex_unlock(&service->lock);
    (void)pthread_join(service->thread, NULL);
    drop(&service->asked);
    drop(&service->answered);
    close_books(service);
    (void)pthread_mutex_destroy(&service->lock);
    (void)pthread_cond_destroy(&service->work);
    free(service);
}

/* --- The loop's side --- */

bool people_service_ask(struct people_service *service, struct petition *petition)
{
    if (service->n >= PETITIONS_MAX)
        return false;
    service->n++;
    (void)pthread_mutex_lock(&service->lock);
    append(&service->asked, petition);
    (void)pthread_cond_signal(&service->work);
    (void)pthread_mutex_unlock(&service->lock);
    return true;
}

struct petition *people_service_collect(struct people_service *service)
{
    struct petition *petition;

    (void)pthread_mutex_lock(&service->lock);
    petition = take(&service->answered);
    (void)pthread_mutex_unlock(&service->lock);
    if (petition)
        service->n--;
    return petition;
}
