/* Workers take pairs from a shared list; the main thread shows progress and syncs the file. */
#include "runner.h"

#include "archive.h"
#include "lots.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* The seeds of a pair: one for chance, one for each player of each game. */
enum { SEED_CHANCE, SEED_PLAYERS };

struct runner {
    const struct match_config *config;
    struct match_standing *standing;
    struct match_archive *archive; /* or NULL */
    struct match_pair *pair;       /* config->pairs of them */
    double deadline;
    pthread_mutex_t lock; /* guards everything below, the pairs, the standing, the archive */
    pthread_cond_t news;
    uint64_t next;    /* the first pair that no worker has taken */
    uint64_t counted; /* pairs without a gap from the first, all in the standing */
    uint64_t played;
    unsigned working; /* workers that have not finished */
    bool decided, failed;
};

enum alibi_seat match_seat(int side, int game)
{
    return side == game ? ALIBI_JACK : ALIBI_DETECTIVE;
}

/* --- Counting --- */

static void add_effort(struct match_effort *sum, const struct match_effort *e)
{
    sum->turns += e->turns;
    sum->nodes += e->nodes;
    sum->seconds += e->seconds;
    sum->longest = fmax(sum->longest, e->longest);
}

static void count_pair(struct match_standing *standing, const struct match_pair *pair)
{
    int won = 0;

    for (int g = 0; g < 2; g++) {
        const struct match_game *game = &pair->game[g];
        int winner = match_seat(0, g) == game->winner ? 0 : 1;

        if (winner == 0)
            won |= g == 0 ? MATCH_WON_JACK : MATCH_WON_DETECTIVE;
        standing->ends[game->winner][game->why]++;
        standing->faults[!winner] += game->why == ALIBI_WHY_NONE;
        standing->tokens += game->length;
        for (int side = 0; side < 2; side++)
            add_effort(&standing->effort[side], &game->effort[match_seat(side, g)]);
    }
    standing->tally.pairs[won]++;
}

/* Counts the finished pairs up to the first gap or the decision of the test. */
static void count_on(struct runner *r)
{
    const struct match_config *config = r->config;

    while (!r->decided && r->counted < config->pairs && r->pair[r->counted].done) {
        const struct match_pair *pair = &r->pair[r->counted];

        count_pair(r->standing, pair);
        if (config->counted)
            config->counted(config->context, config->first + r->counted, pair->game);
        r->counted++;
        r->decided = config->sprt && fabs(match_llr(&r->standing->tally, config->elo0,
                                                    config->elo1)) >= match_llr_bound();
    }
    r->standing->left = config->pairs - r->counted;
}

/* --- Playing --- */

static void report_fault(const struct runner *r, uint64_t number, int g,
                         const struct match_game *game)
{
    char line[2 * MATCH_FAULT_MAX + 200];
    int loser = match_seat(0, g) == game->winner ? 1 : 0;

    (void)snprintf(line, sizeof line, "pair %" PRIu64 ", game %d: %.150s loses as %s: %s",
                   number + 1, g + 1, r->config->side[loser].name,
                   alibi_seat_name(match_seat(loser, g)), game->fault);
    r->config->report(r->config->context, line);
}

/* Plays pair NUMBER; false if it was stopped. */
static bool play_pair(const struct match_config *config, struct match_contestant side[2],
                      uint64_t number, struct match_pair *pair,
                      struct alibi_session *session[2])
{
    uint64_t root = match_mix(config->seed, number, 0);

    for (int g = 0; g < 2; g++) {
        struct match_contestant *seat[2];
        uint64_t seed[2];

        for (int i = 0; i < 2; i++) {
            seat[match_seat(i, g)] = &side[i];
            seed[match_seat(i, g)] =
                match_mix(root, SEED_PLAYERS, 2U * (unsigned)g + (unsigned)i);
        }
        if (!match_duel(&pair->game[g], &session[g], &config->start, seat,
                        match_mix(root, SEED_CHANCE, 0), seed))
            return false;
    }
    pair->done = true;
    return true;
}

/* Takes a pair to play; false if there is none or the match is to end. */
static bool take(struct runner *r, uint64_t *i)
{
    while (r->next < r->config->pairs && r->pair[r->next].done)
        r->next++;
    if (r->next == r->config->pairs || r->decided || r->failed ||
        atomic_load(r->config->stop) || match_now() >= r->deadline)
        return false;
    *i = r->next++;
    return true;
}

/* Archives and counts a pair that was played. */
static void keep(struct runner *r, uint64_t i, const struct match_pair *pair,
                 struct alibi_session *const session[2])
{
    uint64_t number = r->config->first + i;
    char wrong[200];

    if (r->failed)
        return;
    for (int g = 0; g < 2; g++)
        if (pair->game[g].why == ALIBI_WHY_NONE)
            report_fault(r, number, g, &pair->game[g]);
    if (r->archive && !match_archive_add(r->archive, number, pair, session, wrong)) {
        r->config->report(r->config->context, wrong);
        r->failed = true;
        return;
    }
    r->pair[i] = *pair;
    r->played++;
    count_on(r);
}

static void *work(void *argument)
{
    struct runner *r = argument;
    struct match_contestant side[2];
    uint64_t i;

    for (int k = 0; k < 2; k++)
        side[k] =
            (struct match_contestant){.side = &r->config->side[k], .stop = r->config->stop};
    (void)pthread_mutex_lock(&r->lock);
    while (take(r, &i)) {
        struct match_pair pair = {.done = false};
        struct alibi_session *session[2] = {NULL, NULL};

        (void)pthread_mutex_unlock(&r->lock);
        (void)play_pair(r->config, side, r->config->first + i, &pair, session);
        (void)pthread_mutex_lock(&r->lock);
        if (pair.done)
            keep(r, i, &pair, session);
        for (int g = 0; g < 2; g++)
            alibi_session_free(session[g]);
        (void)pthread_cond_signal(&r->news);
    }
    (void)pthread_mutex_unlock(&r->lock);
    for (int k = 0; k < 2; k++)
        match_contestant_close(&side[k]);
    (void)pthread_mutex_lock(&r->lock);
    r->working--;
    (void)pthread_cond_signal(&r->news);
    (void)pthread_mutex_unlock(&r->lock);
    return NULL;
}

/* Waits for news, for a fifth of a second at most. */
static void wait_a_little(struct runner *r)
{
    struct timespec until;

    (void)clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    if (until.tv_nsec >= 1000000000) {
        until.tv_nsec -= 1000000000;
        until.tv_sec++;
    }
    (void)pthread_cond_timedwait(&r->news, &r->lock, &until);
}

static void show(const struct runner *r)
{
    r->config->progress(r->config->context, r->standing->resumed + r->played,
                        &r->standing->tally);
}

/* Shows progress and syncs the archive until all workers have finished. */
static void watch(struct runner *r)
{
    double shown = 0, synced = match_now();

    (void)pthread_mutex_lock(&r->lock);
    while (r->working > 0) {
        wait_a_little(r);
        if (match_now() - shown > 0.2) {
            show(r);
            shown = match_now();
        }
        if (r->archive && match_now() - synced > 1) {
            match_archive_sync(r->archive);
            synced = match_now();
        }
    }
    show(r);
    (void)pthread_mutex_unlock(&r->lock);
}

/* Runs the workers; false if none could be started. */
static bool employ(struct runner *r, pthread_t *thread)
{
    unsigned n = 0;

    (void)pthread_mutex_lock(&r->lock);
    while (n < r->config->workers && pthread_create(&thread[n], NULL, work, r) == 0)
        n++;
    r->working = n;
    (void)pthread_mutex_unlock(&r->lock);
    watch(r);
    for (unsigned i = 0; i < n; i++)
        (void)pthread_join(thread[i], NULL);
    return n > 0;
}

/* Reads the pairs that were played before. */
static bool resume(struct runner *r)
{
    char wrong[400];

    if (!r->config->out)
        return true;
    r->archive =
        match_archive_open(r->config, r->pair, &r->standing->resumed, wrong, sizeof wrong);
    if (!r->archive) {
        r->config->report(r->config->context, wrong);
        return false;
    }
    count_on(r);
    return true;
}

static bool run(struct runner *r)
{
    pthread_t *thread = calloc(r->config->workers, sizeof *thread);
    bool done = thread && employ(r, thread);

    if (!done)
        r->config->report(r->config->context, "no worker could be started");
    free(thread);
    if (r->archive)
        match_archive_sync(r->archive);
    return done && !r->failed;
}

bool match_run(const struct match_config *config, struct match_standing *standing)
{
    struct runner r = {.config = config, .standing = standing, .deadline = INFINITY};
    bool done = false;

    *standing = (struct match_standing){.left = config->pairs};
    if (config->seconds > 0)
        r.deadline = match_now() + config->seconds;
    r.pair = calloc(config->pairs, sizeof *r.pair);
    if (!r.pair) {
        config->report(config->context, "out of memory");
        return false;
    }
    (void)pthread_mutex_init(&r.lock, NULL);
    (void)pthread_cond_init(&r.news, NULL);
    if (resume(&r))
        done = run(&r);
    match_archive_close(r.archive);
    (void)pthread_cond_destroy(&r.news);
    (void)pthread_mutex_destroy(&r.lock);
    free(r.pair);
    return done;
}
