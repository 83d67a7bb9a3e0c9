/* Group commit: what has queued up while the disk was syncing goes into the next transaction.
 */
#include "clock.h"
#include "server_parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { BATCH_MAX = 256 };

struct list {
    struct change *first, **last;
};

struct writer {
    struct store *store;
    int wake;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct list given, tried;
    struct histogram took;
    bool stopping;
};

static void clear(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void append(struct list *list, struct change *change)
{
    change->next = NULL;
    *list->last = change;
    list->last = &change->next;
}

static struct change *take(struct list *list)
{
    struct change *first = list->first;

    clear(list);
    return first;
}

/* Writes a list in transactions of a bounded size. */
static void write_all(struct writer *w, struct change *first)
{
    while (first) {
        struct change *batch[BATCH_MAX];
        uint64_t one = 1;
        size_t n = 0;
        double begun = clock_seconds();

        for (; first && n < BATCH_MAX; first = first->next)
            batch[n++] = first;
        w->store->kind->write(w->store, batch, n);
        (void)pthread_mutex_lock(&w->lock);
        histogram_add(&w->took, clock_seconds() - begun);
        for (size_t i = 0; i < n; i++)
            append(&w->tried, batch[i]);
        (void)pthread_mutex_unlock(&w->lock);
        (void)!write(w->wake, &one, sizeof one);
        if (w->store->kind->tell)
            w->store->kind->tell(w->store);
    }
}

static void *run(void *arg)
{
    struct writer *w = arg;

    (void)pthread_mutex_lock(&w->lock);
    while (w->given.first || !w->stopping) {
        struct change *first = take(&w->given);

        if (!first) {
            (void)pthread_cond_wait(&w->work, &w->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&w->lock);
        write_all(w, first);
        (void)pthread_mutex_lock(&w->lock);
    }
    (void)pthread_mutex_unlock(&w->lock);
    return NULL;
}

struct writer *writer_new(const char *where, int wake, struct alibi_error *err)
{
    struct writer *w = calloc(1, sizeof *w);

    if (w)
        w->store = store_open(where, STORE_WRITES, err);
    if (!w || !w->store) {
        free(w);
        return NULL;
    }
    w->wake = wake;
    clear(&w->given);
    clear(&w->tried);
    (void)pthread_mutex_init(&w->lock, NULL);
    (void)pthread_cond_init(&w->work, NULL);
    if (pthread_create(&w->thread, NULL, run, w) == 0)
        return w;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    store_close(w->store);
    free(w);
    return NULL;
}

void writer_free(struct writer *w)
{
    if (!w)
        return;
    (void)pthread_mutex_lock(&w->lock);
    w->stopping = true;
    (void)pthread_cond_signal(&w->work);
    (void)pthread_mutex_unlock(&w->lock);
    (void)pthread_join(w->thread, NULL);
    for (struct change *c = w->tried.first; c;) {
        struct change *next = c->next;

        free(c);
        c = next;
    }
    (void)pthread_cond_destroy(&w->work);
    (void)pthread_mutex_destroy(&w->lock);
    store_close(w->store);
    free(w);
}

void writer_submit(struct writer *w, struct change *change)
{
    (void)pthread_mutex_lock(&w->lock);
    append(&w->given, change);
    (void)pthread_cond_signal(&w->work);
    (void)pthread_mutex_unlock(&w->lock);
}

struct change *writer_collect(struct writer *w)
{
    struct change *first;

    (void)pthread_mutex_lock(&w->lock);
    first = take(&w->tried);
    (void)pthread_mutex_unlock(&w->lock);
    return first;
}

void writer_measure(struct writer *w, struct histogram *out)
{
    (void)pthread_mutex_lock(&w->lock);
    *out = w->took;
    (void)pthread_mutex_unlock(&w->lock);
}
