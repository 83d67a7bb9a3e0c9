/* A team of threads: the only file of the library that starts any. The browser builds
 * src/wasm/alone.c in its place.
 *
 * A round is some tasks that are numbered; whoever is free takes the next number. The searching
 * thread works as well and does not wait for those who have not begun: who wakes up after the
 * last number was taken has missed the round. Rounds come close together, and to wake somebody
 * takes as long as a small one; so who waits looks a few times, letting others run in between,
 * before it goes to sleep. */
#include "team.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

enum { LOOKS = 100 }; /* before going to sleep: some 50 microseconds where nobody else runs */

struct helper {
    struct ai_team *team;
    pthread_t thread;
    int member;
};

struct ai_team {
    int size, n_helpers;
    pthread_mutex_t lock; /* guards what follows, up to `next`; two of them may be looked at */
    pthread_cond_t begun, done;
    atomic_uint round;
    atomic_int busy; /* helpers in this round */
    bool open;       /* there may be tasks left in this round */
    bool over;       /* there will be no more rounds */
    ai_task *task;
    void *data;
    int n, n_members;
    atomic_int next; /* the task to do next */
    struct helper helper[];
};

static void work(ai_task *task, void *data, int n, atomic_int *next, int member)
{
    int i;

    while ((i = atomic_fetch_add_explicit(next, 1, memory_order_relaxed)) < n)
        task(data, i, member);
}

/* Waits a moment for the round after SEEN; the lock is not held. */
static void look_out(struct ai_team *team, unsigned seen)
{
    for (int i = 0;
         i < LOOKS && atomic_load_explicit(&team->round, memory_order_relaxed) == seen; i++)
        (void)sched_yield();
}

/* The life of a helper. */
static void *help(void *arg)
{
    const struct helper *helper = arg;
    struct ai_team *team = helper->team;
    unsigned seen = 0;

    (void)pthread_mutex_lock(&team->lock);
    while (!team->over) {
        ai_task *task = team->task;
        void *data = team->data;
        int n = team->n;

        if (team->round == seen || !team->open || helper->member >= team->n_members) {
            (void)pthread_cond_wait(&team->begun, &team->lock);
            continue;
        }
        seen = team->round;
        team->busy++;
        (void)pthread_mutex_unlock(&team->lock);
        work(task, data, n, &team->next, helper->member);
        (void)pthread_mutex_lock(&team->lock);
        if (--team->busy == 0)
            (void)pthread_cond_signal(&team->done);
        (void)pthread_mutex_unlock(&team->lock);
        look_out(team, seen);
        (void)pthread_mutex_lock(&team->lock);
    }
    (void)pthread_mutex_unlock(&team->lock);
    return NULL;
}

/* Starts the helpers, as far as the system allows. Signals are for other threads. */
static void start(struct ai_team *team)
{
    sigset_t all, before;

    (void)sigfillset(&all);
    (void)pthread_sigmask(SIG_SETMASK, &all, &before);
    for (int i = 0; i < team->size - 1; i++) {
        struct helper *helper = &team->helper[i];

        *helper = (struct helper){.team = team, .member = i + 1};
        if (pthread_create(&helper->thread, NULL, help, helper) != 0)
            break;
        team->n_helpers++;
    }
    (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
}

struct ai_team *ai_team_new(int n)
{
    struct ai_team *team = calloc(1, sizeof *team + (size_t)(n - 1) * sizeof team->helper[0]);

    if (!team)
        return NULL;
    team->size = n;
    atomic_init(&team->round, 0);
    atomic_init(&team->busy, 0);
    atomic_init(&team->next, 0);
    (void)pthread_mutex_init(&team->lock, NULL);
    (void)pthread_cond_init(&team->begun, NULL);
    (void)pthread_cond_init(&team->done, NULL);
    start(team);
    return team;
}

void ai_team_free(struct ai_team *team)
{
    if (!team)
        return;
    (void)pthread_mutex_lock(&team->lock);
    team->over = true;
    (void)pthread_cond_broadcast(&team->begun);
    (void)pthread_mutex_unlock(&team->lock);
    for (int i = 0; i < team->n_helpers; i++)
        (void)pthread_join(team->helper[i].thread, NULL);
    (void)pthread_cond_destroy(&team->done);
    (void)pthread_cond_destroy(&team->begun);
    (void)pthread_mutex_destroy(&team->lock);
    free(team);
}

int ai_team_size(const struct ai_team *team)
{
    return team->size;
}

void ai_team_run(struct ai_team *team, int n_members, int n, ai_task *task, void *data)
{
    (void)pthread_mutex_lock(&team->lock);
    team->task = task;
    team->data = data;
    team->n = n;
    team->n_members = n_members;
    team->round++;
    team->open = true;
    atomic_store_explicit(&team->next, 0, memory_order_relaxed);
    (void)pthread_cond_broadcast(&team->begun);
    (void)pthread_mutex_unlock(&team->lock);
    work(task, data, n, &team->next, 0);
    (void)pthread_mutex_lock(&team->lock);
    team->open = false;
    if (team->busy > 0) {
        (void)pthread_mutex_unlock(&team->lock);
        for (int i = 0;
             i < LOOKS && atomic_load_explicit(&team->busy, memory_order_relaxed) > 0; i++)
            (void)sched_yield();
        (void)pthread_mutex_lock(&team->lock);
    }
    while (team->busy > 0)
        (void)pthread_cond_wait(&team->done, &team->lock);
    (void)pthread_mutex_unlock(&team->lock);
}
