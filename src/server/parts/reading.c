/* Threads that read, each with a connection of its own. */
#include "news.h"
#include "server_parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct list {
    struct errand *first, **last;
};

struct reader {
    struct news *news; /* NULL where nobody else writes */
    int wake, n_threads;
    struct desk *desk;
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct list asked, done;
    bool stopping;
};

/* A thread and its connection. */
struct desk {
    struct reader *reader;
    struct store *store;
    pthread_t thread;
};

static void clear(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void append(struct list *list, struct errand *errand)
{
    errand->next = NULL;
    *list->last = errand;
    list->last = &errand->next;
}

static struct errand *take_one(struct list *list)
{
    struct errand *errand = list->first;

    list->first = errand->next;
    if (!list->first)
        clear(list);
    return errand;
}

static void *run(void *arg)
{
    struct desk *desk = arg;
    struct reader *reader = desk->reader;
    uint64_t one = 1;

    (void)pthread_mutex_lock(&reader->lock);
    while (!reader->stopping) {
        struct errand *errand;

        if (!reader->asked.first) {
            (void)pthread_cond_wait(&reader->work, &reader->lock);
            continue;
        }
        errand = take_one(&reader->asked);
        (void)pthread_mutex_unlock(&reader->lock);
        desk->store->kind->read(desk->store, errand);
        (void)pthread_mutex_lock(&reader->lock);
        append(&reader->done, errand);
        (void)!write(reader->wake, &one, sizeof one);
    }
    (void)pthread_mutex_unlock(&reader->lock);
    return NULL;
}

/* One more thread; false after filling ERR. */
static bool start(struct reader *reader, const char *where, struct alibi_error *err)
{
    struct desk *desk = &reader->desk[reader->n_threads];

    desk->reader = reader;
    desk->store = store_open(where, STORE_READS, err);
    if (!desk->store)
        return false;
    if (pthread_create(&desk->thread, NULL, run, desk) == 0) {
        reader->n_threads++;
        return true;
    }
    store_close(desk->store);
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    return false;
}

struct reader *reader_new(const char *where, int threads, int wake, struct alibi_error *err)
{
    struct reader *reader = calloc(1, sizeof *reader);

    if (!reader) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    reader->wake = wake;
    reader->desk = calloc((size_t)threads, sizeof *reader->desk);
    clear(&reader->asked);
    clear(&reader->done);
    (void)pthread_mutex_init(&reader->lock, NULL);
    (void)pthread_cond_init(&reader->work, NULL);
    while (reader->desk && reader->n_threads < threads && start(reader, where, err)) {
    }
    if (store_is_shared(where))
        reader->news = news_new(where, wake);
    if (reader->n_threads == threads && (reader->news || !store_is_shared(where)))
        return reader;
    reader_free(reader);
    return NULL;
}

static void free_list(struct list *list)
{
    while (list->first)
        errand_free(take_one(list));
}

void reader_free(struct reader *reader)
{
    if (!reader)
        return;
    (void)pthread_mutex_lock(&reader->lock);
    reader->stopping = true;
    (void)pthread_cond_broadcast(&reader->work);
    (void)pthread_mutex_unlock(&reader->lock);
    news_free(reader->news);
    for (int i = 0; i < reader->n_threads; i++) {
        (void)pthread_join(reader->desk[i].thread, NULL);
        store_close(reader->desk[i].store);
    }
    free_list(&reader->asked);
    free_list(&reader->done);
    (void)pthread_cond_destroy(&reader->work);
    (void)pthread_mutex_destroy(&reader->lock);
    free(reader->desk);
    free(reader);
}

void reader_ask(struct reader *reader, struct errand *errand)
{
    (void)pthread_mutex_lock(&reader->lock);
    append(&reader->asked, errand);
    (void)pthread_cond_signal(&reader->work);
    (void)pthread_mutex_unlock(&reader->lock);
}

struct errand *reader_collect(struct reader *reader)
{
    struct errand *first;

    (void)pthread_mutex_lock(&reader->lock);
    first = reader->done.first;
    clear(&reader->done);
    (void)pthread_mutex_unlock(&reader->lock);
    return first;
}

bool reader_news(struct reader *reader, char id[ID_SIZE])
{
    return reader->news && news_collect(reader->news, id);
}
