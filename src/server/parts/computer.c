/* Threads that think. */
#include "server_parts.h"

#include "clock.h"
#include "thinking.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SLICE = 256 }; /* nodes between two looks at the clock */

struct list {
    struct job *first, **last;
};

struct computer {
    int wake, n_threads;
    unsigned ms;
    pthread_t *thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct list asked, answered;
    size_t waiting;
    atomic_bool stopping;
};

/* --- Thinking --- */

/* When to tell an answer that took from BEGUN until now: after so many QUARTERS of the time for
 * a decision, or more if it took longer. A tree that was searched to its end, or one move more
 * that only Jack knows of, makes no difference to that. */
static double due_at(double ms, double begun, unsigned quarters)
{
    double quarter = ms / 4000, took = ceil((clock_seconds() - begun) / quarter);

    return begun + quarter * fmax(quarters, took);
}

/* Decides until the activation is over, or chance or somebody else is to act. MS is the time
 * for the first decision. */
static void think(struct computer *c, struct job *job, double ms)
{
    double begun = clock_seconds(), deadline;
    struct thinking t;

    if (thinking_begin(&t, job)) {
        do {
            deadline = clock_seconds() + ms / 4000 * thinking_share(&t);
            while (thinking_step(&t, SLICE) && clock_seconds() < deadline &&
                   !atomic_load(&c->stopping)) {
            }
        } while (thinking_decide(&t));
    }
    thinking_end(&t);
    job->due = due_at(ms, begun, t.quarters);
    if (atomic_load(&c->stopping))
        job->n_answer = 0;
}

/* --- Threads --- */

static void append(struct list *list, struct job *job)
{
    job->next = NULL;
    *list->last = job;
    list->last = &job->next;
}

static void clear(struct list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static struct job *take_one(struct list *list)
{
    struct job *job = list->first;

    list->first = job->next;
    if (!list->first)
        list->last = &list->first;
    return job;
}

/* The time for a decision is shared: the more jobs wait, the less each of them gets, so that
 * the last does not wait until all the others have had their full time. */
static double fair_ms(const struct computer *c)
{
    return c->ms * fmin(1, (double)c->n_threads / (double)c->waiting);
}

static void *run(void *arg)
{
    struct computer *c = arg;
    uint64_t one = 1;

    (void)pthread_mutex_lock(&c->lock);
    while (!atomic_load(&c->stopping)) {
        struct job *job;
        double ms;

        if (!c->asked.first) {
            (void)pthread_cond_wait(&c->work, &c->lock);
            continue;
        }
        job = take_one(&c->asked);
        ms = fair_ms(c);
        (void)pthread_mutex_unlock(&c->lock);
        think(c, job, job->point ? fmin(ms, THINKING_POINT_MS) : ms);
        (void)pthread_mutex_lock(&c->lock);
        c->waiting--;
        append(&c->answered, job);
        (void)!write(c->wake, &one, sizeof one);
    }
    (void)pthread_mutex_unlock(&c->lock);
    return NULL;
}

struct computer *computer_new(int threads, unsigned ms, int wake)
{
    struct computer *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->thread = calloc((size_t)threads, sizeof *c->thread);
    c->wake = wake;
    c->ms = ms;
    clear(&c->asked);
    clear(&c->answered);
    atomic_init(&c->stopping, false);
    (void)pthread_mutex_init(&c->lock, NULL);
    (void)pthread_cond_init(&c->work, NULL);
    while (c->thread && c->n_threads < threads &&
           pthread_create(&c->thread[c->n_threads], NULL, run, c) == 0)
        c->n_threads++;
    if (c->n_threads == 0) {
        computer_free(c);
        return NULL;
    }
    return c;
}

static void free_list(struct list *list)
{
    while (list->first)
        job_free(take_one(list));
}

void computer_free(struct computer *c)
{
    if (!c)
        return;
    (void)pthread_mutex_lock(&c->lock);
    atomic_store(&c->stopping, true);
    (void)pthread_cond_broadcast(&c->work);
    (void)pthread_mutex_unlock(&c->lock);
    for (int i = 0; i < c->n_threads; i++)
        (void)pthread_join(c->thread[i], NULL);
    free_list(&c->asked);
    free_list(&c->answered);
    (void)pthread_cond_destroy(&c->work);
    (void)pthread_mutex_destroy(&c->lock);
    free(c->thread);
    free(c);
}

void computer_ask(struct computer *c, struct job *job)
{
    (void)pthread_mutex_lock(&c->lock);
    c->waiting++;
    append(&c->asked, job);
    (void)pthread_cond_signal(&c->work);
    (void)pthread_mutex_unlock(&c->lock);
}

struct job *computer_collect(struct computer *c)
{
    double now = clock_seconds();
    struct job **at = &c->answered.first;
    struct list due;

    clear(&due);
    (void)pthread_mutex_lock(&c->lock);
    while (*at) {
        struct job *job = *at;

        if (job->due > now) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        append(&due, job);
    }
    c->answered.last = at;
    (void)pthread_mutex_unlock(&c->lock);
    return due.first;
}

int computer_timeout(struct computer *c, int most)
{
    double now = clock_seconds(), ms = most;

    (void)pthread_mutex_lock(&c->lock);
    for (const struct job *job = c->answered.first; job; job = job->next)
        ms = fmin(ms, ceil((job->due - now) * 1000));
    (void)pthread_mutex_unlock(&c->lock);
    return ms > 0 ? (int)ms : 0;
}

unsigned computer_ms(const struct computer *c)
{
    return c->ms;
}

size_t computer_waiting(struct computer *c)
{
    size_t n;

    (void)pthread_mutex_lock(&c->lock);
    n = c->waiting;
    (void)pthread_mutex_unlock(&c->lock);
    return n;
}
