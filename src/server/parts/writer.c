/* Pens: for each database a thread that writes there. Group commit: what has queued up while
 * the disk was syncing goes into the next transaction.
 *
 * A change of a game is written where the game is, a new game at its home. A change that
 * concerns all databases is given to every pen as a part of its own. */
#include "clock.h"
#include "server_parts.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { BATCH_MAX = 256, ROUNDS = 2 };

struct list {
    struct change *first, **last;
};

struct pen {
    struct writer *writer;
    struct store *store;
    pthread_t thread;
    pthread_cond_t work;
    struct list given;
};

struct writer {
    struct places *places;
    int wake;
    size_t n; /* pens that run */
    struct pen pen[PLACES_MAX];
    pthread_mutex_t lock;
    struct list tried;
    struct histogram took;
    bool stopping;
};

/* A change that is written in all places, and its parts, which name it as their context. */
struct wide {
    struct change *whole; /* NULL when it has been handed back */
    size_t left, done;    /* parts of this round that are not back, and that went well */
    unsigned round;
    bool unsure;
    struct change part[];
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

static void give(struct pen *pen, struct change *change)
{
    append(&pen->given, change);
    (void)pthread_cond_signal(&pen->work);
}

/* --- What concerns all databases --- */

static bool is_wide(const struct writer *w, const struct change *change)
{
    return w->places->n > 1 && (change->probes || change->leaves || change->sweeps);
}

static void give_parts(struct writer *w, struct wide *wide)
{
    wide->left = w->places->n;
    wide->done = 0;
    for (size_t i = 0; i < w->places->n; i++)
        give(&w->pen[i], &wide->part[i]);
    assert(wide->left > 1);
}

static void hand_back(struct writer *w, struct wide *wide, enum outcome outcome)
{
    assert(wide->whole);
    wide->whole->outcome = outcome;
    append(&w->tried, wide->whole);
    wide->whole = NULL;
}

static void begin_wide(struct writer *w, struct change *change)
{
    struct wide *wide = calloc(1, sizeof *wide + w->places->n * sizeof *change);
    uint64_t one = 1;

    if (!wide) {
        change->outcome = CHANGE_FAILED;
        append(&w->tried, change);
        (void)!write(w->wake, &one, sizeof one);
        return;
    }
    wide->whole = change;
    for (size_t i = 0; i < w->places->n; i++) {
        wide->part[i] = *change;
        wide->part[i].context = wide;
    }
    give_parts(w, wide);
}

/* A guest who leaves everywhere leaves twice: a game that had not come here when it was left
 * here, and had gone there when it was left there, is left the second time. */
static void end_leaving(struct writer *w, struct wide *wide)
{
    if (wide->done < w->places->n)
        hand_back(w, wide,
                  wide->unsure || wide->done || wide->round ? CHANGE_UNSURE : CHANGE_FAILED);
    else if (++wide->round < ROUNDS && !w->stopping)
        give_parts(w, wide);
    else
        hand_back(w, wide, CHANGE_DONE);
}

/* It can be written as soon as one place says so: if others cannot be reached, the games of
 * this one go on, and a proxy must not take every node for dead. */
static void part_tried(struct writer *w, const struct change *part)
{
    struct wide *wide = part->context;

    wide->left--;
    wide->done += part->outcome == CHANGE_DONE;
    wide->unsure = wide->unsure || part->outcome == CHANGE_UNSURE;
    if (part->probes && wide->whole && (wide->done || !wide->left))
        hand_back(w, wide, wide->done ? CHANGE_DONE : CHANGE_FAILED);
    else if (part->sweeps && !wide->left)
        hand_back(w, wide, CHANGE_DONE); /* what is left is swept the next time */
    else if (part->leaves && !wide->left)
        end_leaving(w, wide);
    if (!wide->left)
        free(wide);
}

/* --- The threads --- */

static void tried(struct writer *w, struct change *change)
{
    if (is_wide(w, change))
        part_tried(w, change);
    else
        append(&w->tried, change);
}

/* Writes a list in transactions of a bounded size. */
static void write_all(struct pen *pen, struct change *first)
{
    struct writer *w = pen->writer;

    while (first) {
        struct change *batch[BATCH_MAX];
        uint64_t one = 1;
        size_t n = 0;
        double begun = clock_seconds();

        for (; first && n < BATCH_MAX; first = first->next)
            batch[n++] = first;
        pen->store->kind->write(pen->store, batch, n);
        (void)pthread_mutex_lock(&w->lock);
        histogram_add(&w->took, clock_seconds() - begun);
        for (size_t i = 0; i < n; i++)
            tried(w, batch[i]);
        (void)pthread_mutex_unlock(&w->lock);
        (void)!write(w->wake, &one, sizeof one);
        if (pen->store->kind->tell)
            pen->store->kind->tell(pen->store);
    }
}

static void *run(void *arg)
{
    struct pen *pen = arg;
    struct writer *w = pen->writer;

    (void)pthread_mutex_lock(&w->lock);
    while (pen->given.first || !w->stopping) {
        struct change *first = take(&pen->given);

        if (!first) {
            (void)pthread_cond_wait(&pen->work, &w->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&w->lock);
        write_all(pen, first);
        (void)pthread_mutex_lock(&w->lock);
    }
    (void)pthread_mutex_unlock(&w->lock);
    return NULL;
}

/* --- The loop's side --- */

/* The pen of PLACE; false after filling ERR. */
static bool start(struct writer *w, unsigned place, struct alibi_error *err)
{
    struct pen *pen = &w->pen[place];

    pen->writer = w;
    clear(&pen->given);
    pen->store = store_open(w->places->place[place].where, STORE_WRITES, err);
    if (!pen->store)
        return false;
    pen->store->place = place;
    (void)pthread_cond_init(&pen->work, NULL);
    if (pthread_create(&pen->thread, NULL, run, pen) == 0) {
        w->n++;
        return true;
    }
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    (void)pthread_cond_destroy(&pen->work);
    store_close(pen->store);
    return false;
}

struct writer *writer_new(struct places *places, int wake, struct alibi_error *err)
{
    struct writer *w = calloc(1, sizeof *w);
    bool started = true;

    if (!w) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    w->places = places_use(places);
    w->wake = wake;
    clear(&w->tried);
    (void)pthread_mutex_init(&w->lock, NULL);
    for (unsigned i = 0; i < places->n && started; i++)
        started = start(w, i, err);
    if (started)
        return w;
    writer_free(w);
    return NULL;
}

void writer_free(struct writer *w)
{
    if (!w)
        return;
    (void)pthread_mutex_lock(&w->lock);
    w->stopping = true;
    for (size_t i = 0; i < w->n; i++)
        (void)pthread_cond_signal(&w->pen[i].work);
    (void)pthread_mutex_unlock(&w->lock);
    for (size_t i = 0; i < w->n; i++) {
        (void)pthread_join(w->pen[i].thread, NULL);
        (void)pthread_cond_destroy(&w->pen[i].work);
        store_close(w->pen[i].store);
    }
    for (struct change *c = w->tried.first; c;) {
        struct change *next = c->next;

        free(c);
        c = next;
    }
    (void)pthread_mutex_destroy(&w->lock);
    places_free(w->places);
    free(w);
}

/* A new game that is tried once more stays where it was tried first. One that follows another
 * game is made where that is: both are one transaction. */
static void find_place(const struct places *places, struct change *change)
{
    if (change->is_new && !change->again && !change->holders_of[0] && !change->placed)
        change->about.place = places_home(places, change->about.id);
    if (change->about.place >= places->n)
        change->about.place = 0;
    if (change->also)
        change->also->about.place = change->about.place;
}

void writer_place(const struct writer *w, struct change *change)
{
    find_place(w->places, change);
    change->placed = true;
}

void writer_submit(struct writer *w, struct change *change)
{
    bool wide = is_wide(w, change);

    if (!wide)
        find_place(w->places, change);
    (void)pthread_mutex_lock(&w->lock);
    if (wide)
        begin_wide(w, change);
    else
        give(&w->pen[change->about.place], change);
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
