/* Threads that think. */
#include "computer.h"

#include "clock.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    POINT_MS = 150,       /* at most, for a chance of a course */
    SLICE = 256,          /* nodes between two looks at the clock */
    MEMORY_MAX = 32 << 20 /* bytes of a player */
};

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

/* --- Jobs --- */

bool job_tell(struct job *job, const char *token)
{
    if (job->n == job->cap) {
        size_t cap = job->cap ? 2 * job->cap : 128;
        void *grown = realloc(job->token, cap * sizeof *job->token);

        if (!grown)
            return false;
        job->token = grown;
        job->cap = cap;
    }
    (void)snprintf(job->token[job->n++], sizeof *job->token, "%s", token);
    return true;
}

static int hear(void *arg, const struct alibi_told *told, const struct alibi_state *before)
{
    struct job *job = arg;
    char token[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(token, sizeof token);

    (void)before;
    alibi_told_print(&text, job->start.seen.game, told);
    return job_tell(job, token) ? ALIBI_OK : ALIBI_NO_MEMORY;
}

struct job *job_new(const struct alibi_session *session, enum alibi_seat seat, size_t n)
{
    struct job *job = calloc(1, sizeof *job);
    const struct alibi_state *first = alibi_session_after(session, 0);

    if (!job)
        return NULL;
    job->seat = seat;
    first->game->observe(&job->start, first, alibi_viewer_of(seat));
    for (size_t i = 0; i < n; i++) {
        if (alibi_session_tell(session, i, alibi_viewer_of(seat), hear, job) != ALIBI_OK) {
            job_free(job);
            return NULL;
        }
    }
    return job;
}

void job_free(struct job *job)
{
    if (job)
        free(job->token);
    free(job);
}

/* --- Thinking --- */

/* The chance to win by what the player has chosen: the first choice that begins with it. */
static double chance_by(const struct alibi_thought *thought)
{
    for (int i = 0; i < thought->n_choices; i++)
        if (thought->choice[i].n > 0 && thought->choice[i].move[0] == thought->move)
            return (double)thought->choice[i].value;
    return thought->value;
}

/* One decision of JOB within MS milliseconds, as a token. Returns whether that was all it had:
 * a level that looks at so many positions needs far less. */
static bool decide(struct computer *c, struct alibi_player *player, double ms, struct job *job)
{
    char *token = job->answer[job->n_answer++];
    struct alibi_text text = alibi_text_in(token, ALIBI_TOKEN_MAX);
    double deadline = clock_seconds() + ms / 1000;
    struct alibi_thought thought;

    alibi_player_begin(player, NULL);
    while (alibi_player_step(player, SLICE) && clock_seconds() < deadline &&
           !atomic_load(&c->stopping)) {
    }
    alibi_player_end(player, &thought);
    job->start.seen.game->print(&text, thought.move);
    if (job->n_answer == 1) {
        job->before = thought.value;
        job->after = chance_by(&thought);
    }
    return alibi_player_budget(player)->ms != 0;
}

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
    struct alibi_player *player;
    struct alibi_view before, now;
    double begun = clock_seconds();
    unsigned quarters = 1; /* for everything but decisions */
    bool following = true;

    if (alibi_player_new(&player, job->player, &job->start, job->seed, MEMORY_MAX, NULL) !=
        ALIBI_OK)
        return;
    for (size_t i = 0; i < job->n && following; i++)
        following =
            alibi_player_see(player, job->token[i], strlen(job->token[i]), NULL) == ALIBI_OK;
    if (following && alibi_player_is_on_turn(player)) {
        alibi_player_view(player, &before);
        do {
            /* The first decision is the one that matters most: whom to play. */
            unsigned share = job->n_answer == 0 ? 4 : 1;
            const char *token = job->answer[job->n_answer];

            if (decide(c, player, ms * share / 4, job))
                quarters += share;
            if (job->n_answer == ALIBI_SEQUENCE_MAX || job->point ||
                alibi_player_see(player, token, strlen(token), NULL) != ALIBI_OK ||
                !alibi_player_is_on_turn(player))
                break;
            alibi_player_view(player, &now);
        } while (alibi_same_turn(&now.seen, &before.seen));
    }
    alibi_player_free(player);
    job->due = due_at(ms, begun, quarters);
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
        think(c, job, job->point ? fmin(ms, POINT_MS) : ms);
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
