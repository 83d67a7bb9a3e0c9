/* Threads that read, each with a connection of its own to one database. Where there are several
 * databases an errand goes from one to the next (tour.h); so one that does not answer holds up
 * those errands alone that need it. */
#include "news.h"
#include "server_parts.h"
#include "tour.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct queue {
    struct tour *first, **last;
    pthread_cond_t work;
};

struct reader {
    struct places *places;
    struct news *news[PLACES_MAX]; /* none where nobody else writes */
    int wake;
    size_t n_desks;
    struct desk *desk;
    pthread_mutex_t lock;
    struct queue asked[PLACES_MAX];
    struct errand *done, **done_last;
    bool stopping;
};

/* A thread and its connection. */
struct desk {
    struct reader *reader;
    struct store *store;
    pthread_t thread;
};

static void append(struct queue *queue, struct tour *tour)
{
    tour->next = NULL;
    *queue->last = tour;
    queue->last = &tour->next;
    (void)pthread_cond_signal(&queue->work);
}

static struct tour *take_one(struct queue *queue)
{
    struct tour *tour = queue->first;

    queue->first = tour->next;
    if (!queue->first)
        queue->last = &queue->first;
    return tour;
}

static void clear_done(struct reader *reader)
{
    reader->done = NULL;
    reader->done_last = &reader->done;
}

static void finish(struct reader *reader, struct errand *errand)
{
    uint64_t one = 1;

    errand->next = NULL;
    *reader->done_last = errand;
    reader->done_last = &errand->next;
    (void)!write(reader->wake, &one, sizeof one);
}

static void *run(void *arg)
{
    struct desk *desk = arg;
    struct reader *reader = desk->reader;
    struct queue *queue = &reader->asked[desk->store->place];

    (void)pthread_mutex_lock(&reader->lock);
    while (!reader->stopping) {
        struct tour *tour;
        bool going;

        if (!queue->first) {
            (void)pthread_cond_wait(&queue->work, &reader->lock);
            continue;
        }
        tour = take_one(queue);
        (void)pthread_mutex_unlock(&reader->lock);
        desk->store->kind->read(desk->store, &tour->part);
        going = tour_go_on(tour, reader->places);
        (void)pthread_mutex_lock(&reader->lock);
        if (going) {
            append(&reader->asked[tour->at], tour);
        } else {
            finish(reader, tour->errand);
            free(tour);
        }
    }
    (void)pthread_mutex_unlock(&reader->lock);
    return NULL;
}

/* One more thread for PLACE; false after filling ERR. */
static bool start(struct reader *reader, unsigned place, struct alibi_error *err)
{
    struct desk *desk = &reader->desk[reader->n_desks];

    desk->reader = reader;
    desk->store = store_open(reader->places->place[place].where, STORE_READS, err);
    if (!desk->store)
        return false;
    desk->store->place = place;
    if (pthread_create(&desk->thread, NULL, run, desk) == 0) {
        reader->n_desks++;
        return true;
    }
    store_close(desk->store);
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    return false;
}

/* All that reads at PLACE. */
static bool start_all(struct reader *reader, unsigned place, int threads,
                      struct alibi_error *err)
{
    for (int i = 0; i < threads; i++)
        if (!start(reader, place, err))
            return false;
    if (!store_is_shared(reader->places->place[place].where))
        return true;
    reader->news[place] = news_new(reader->places, place, reader->wake);
    if (!reader->news[place])
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "news of the database cannot be heard");
    return reader->news[place] != NULL;
}

struct reader *reader_new(struct places *places, int threads, int wake, struct alibi_error *err)
{
    struct reader *reader = calloc(1, sizeof *reader);
    bool started = true;

    if (reader)
        reader->desk = calloc((size_t)threads * places->n, sizeof *reader->desk);
    if (!reader || !reader->desk) {
        free(reader);
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    reader->places = places_use(places);
    reader->wake = wake;
    clear_done(reader);
    (void)pthread_mutex_init(&reader->lock, NULL);
    for (size_t i = 0; i < places->n; i++) {
        reader->asked[i].last = &reader->asked[i].first;
        (void)pthread_cond_init(&reader->asked[i].work, NULL);
    }
    for (unsigned i = 0; i < places->n && started; i++)
        started = start_all(reader, i, threads, err);
    if (started)
        return reader;
    reader_free(reader);
    return NULL;
}

static void free_queue(struct queue *queue)
{
    while (queue->first) {
        struct tour *tour = take_one(queue);

        errand_free(tour->errand);
        free(tour);
    }
    (void)pthread_cond_destroy(&queue->work);
}

void reader_free(struct reader *reader)
{
    if (!reader)
        return;
    (void)pthread_mutex_lock(&reader->lock);
    reader->stopping = true;
    for (size_t i = 0; i < reader->places->n; i++)
        (void)pthread_cond_broadcast(&reader->asked[i].work);
    (void)pthread_mutex_unlock(&reader->lock);
    for (size_t i = 0; i < reader->places->n; i++)
        news_free(reader->news[i]);
    for (size_t i = 0; i < reader->n_desks; i++) {
        (void)pthread_join(reader->desk[i].thread, NULL);
        store_close(reader->desk[i].store);
    }
    for (size_t i = 0; i < reader->places->n; i++)
        free_queue(&reader->asked[i]);
    for (struct errand *errand = reader_collect(reader), *next; errand; errand = next) {
        next = errand->next;
        errand_free(errand);
    }
    (void)pthread_mutex_destroy(&reader->lock);
    places_free(reader->places);
    free(reader->desk);
    free(reader);
}

void reader_ask(struct reader *reader, struct errand *errand)
{
    struct tour *tour = malloc(sizeof *tour);

    if (tour)
        tour_begin(tour, reader->places, errand);
    (void)pthread_mutex_lock(&reader->lock);
    if (tour) {
        append(&reader->asked[tour->at], tour);
    } else {
        errand->found = FOUND_FAILED;
        finish(reader, errand);
    }
    (void)pthread_mutex_unlock(&reader->lock);
}

struct errand *reader_collect(struct reader *reader)
{
    struct errand *first;

    (void)pthread_mutex_lock(&reader->lock);
    first = reader->done;
    clear_done(reader);
    (void)pthread_mutex_unlock(&reader->lock);
    return first;
}

/* Nodes meet at the database with the lowest identity, in whatever order they name them. */
static struct news *meeting_place(const struct reader *reader)
{
    const struct place *place = reader->places->place;
    size_t lowest = 0;

    for (size_t i = 1; i < reader->places->n; i++)
        if (memcmp(&place[i].shard, &place[lowest].shard, sizeof place[i].shard) < 0)
            lowest = i;
    return reader->news[lowest];
}

void reader_call(struct reader *reader, const char *word)
{
    struct news *news = meeting_place(reader);

    if (news)
        news_call(news, word);
}

char *reader_hear(struct reader *reader)
{
    struct news *news = meeting_place(reader);

    return news ? news_hear(news) : NULL;
}

bool reader_news(struct reader *reader, char id[ID_SIZE])
{
    for (size_t i = 0; i < reader->places->n; i++)
        if (reader->news[i] && news_collect(reader->news[i], id))
            return true;
    return false;
}
