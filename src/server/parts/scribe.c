/* The scribe: a thread that reads records, one after the other. It works on a request of its
 * own, so that a visit whose client has to be sent away can go at any time. */
#include "server_parts.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { ORDERS_MAX = 64 }; /* that wait or are being read */

struct order {
    struct order *next;
    struct visit *visit; /* the loop's own */
    struct request r;
    char words[16]; /* of the query, whose text is the visit's; a longer one is refused alike */
};

struct list {
    struct order *first, **last;
};

struct scribe {
    int wake;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool stopping;
    struct list asked, answered; /* under the lock */
    size_t n;                    /* the loop's own: orders that are not collected */
};

static void clear(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void append(struct list *list, struct order *order)
{
    order->next = NULL;
    *list->last = order;
    list->last = &order->next;
}

static struct order *take(struct list *list)
{
    struct order *order = list->first;

    if (order)
        list->first = order->next;
    if (!list->first)
        clear(list);
    return order;
}

static void drop(struct list *list)
{
    for (struct order *order = take(list); order; order = take(list)) {
        request_clear(&order->r);
        free(order);
    }
}

/* --- The thread --- */

static void *run(void *arg)
{
    struct scribe *scribe = arg;
    uint64_t one = 1;

    (void)pthread_mutex_lock(&scribe->lock);
    while (!scribe->stopping) {
        struct order *order = take(&scribe->asked);

        if (!order) {
            (void)pthread_cond_wait(&scribe->work, &scribe->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&scribe->lock);
        scribe_answer(&order->r);
        (void)pthread_mutex_lock(&scribe->lock);
        append(&scribe->answered, order);
        (void)!write(scribe->wake, &one, sizeof one);
    }
    (void)pthread_mutex_unlock(&scribe->lock);
    return NULL;
}

struct scribe *scribe_new(int wake)
{
    struct scribe *scribe = calloc(1, sizeof *scribe);

    if (!scribe)
        return NULL;
    scribe->wake = wake;
    clear(&scribe->asked);
    clear(&scribe->answered);
    (void)pthread_mutex_init(&scribe->lock, NULL);
    (void)pthread_cond_init(&scribe->work, NULL);
    if (pthread_create(&scribe->thread, NULL, run, scribe) == 0)
        return scribe;
    free(scribe);
    return NULL;
}

void scribe_free(struct scribe *scribe)
{
    if (!scribe)
        return;
    (void)pthread_mutex_lock(&scribe->lock);
    scribe->stopping = true;
    (void)pthread_cond_signal(&scribe->work);
    (void)pthread_mutex_unlock(&scribe->lock);
    (void)pthread_join(scribe->thread, NULL);
    drop(&scribe->asked);
    drop(&scribe->answered);
    (void)pthread_mutex_destroy(&scribe->lock);
    (void)pthread_cond_destroy(&scribe->work);
    free(scribe);
}

/* --- The loop's side --- */

void scribe_ask(struct scribe *scribe, struct visit *v)
{
    struct order *order = scribe->n < ORDERS_MAX ? calloc(1, sizeof *order) : NULL;

    if (!order) {
        request_refuse(&v->r, &request_no.too_many, NULL);
        return;
    }
    order->visit = v;
    order->r = v->r;
    if (v->r.words) {
        (void)snprintf(order->words, sizeof order->words, "%s", v->r.words);
        order->r.words = order->words;
    }
    v->r.body = NULL; /* it goes with the order */
    v->r.len = v->r.cap = 0;
    v->progress = VISIT_WAITING;
    scribe->n++;
    (void)pthread_mutex_lock(&scribe->lock);
    append(&scribe->asked, order);
    (void)pthread_cond_signal(&scribe->work);
    (void)pthread_mutex_unlock(&scribe->lock);
}

struct visit *scribe_collect(struct scribe *scribe)
{
    struct order *order;
    struct visit *v;

    (void)pthread_mutex_lock(&scribe->lock);
    order = take(&scribe->answered);
    (void)pthread_mutex_unlock(&scribe->lock);
    if (!order)
        return NULL;
    v = order->visit;
    order->r.words = v->r.words;
    v->r = order->r;
    free(order);
    scribe->n--;
    return v;
}
