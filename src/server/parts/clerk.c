/* A node's jobs in the queue. */
#include "clerk.h"

#include "clock.h"
#include "job_text.h"
#include "journal.h"
#include "queue.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    LOOK_MS = 1000,  /* between two looks, if nobody says that there is an answer */
    PATIENCE = 30,   /* seconds before it is told that nobody thinks */
    WARN_EVERY = 60, /* seconds */
};

/* A job in the queue; its number there is 0 while it has to be put there. */
struct queued {
    struct job *job;
    int64_t id;
    double since;
    bool seen, taken;
};

struct clerk {
    struct jobs *jobs;
    struct pg pg;
    unsigned ms;
    pthread_t thread;
    size_t n, cap;
    struct queued *queued;
    double looked, warned;
};

/* Without the memory for it a job has no answer. */
static void add(struct clerk *clerk, struct job *job)
{
    if (clerk->n == clerk->cap) {
        size_t cap = clerk->cap ? 2 * clerk->cap : 64;
        void *grown = realloc(clerk->queued, cap * sizeof *clerk->queued);

        if (!grown) {
            jobs_answer(clerk->jobs, job);
            return;
        }
        clerk->queued = grown;
        clerk->cap = cap;
    }
    clerk->queued[clerk->n++] = (struct queued){.job = job, .since = clock_seconds()};
}

static bool put_one(struct clerk *clerk, struct queued *queued)
{
    size_t len;
    char *text = job_print(queued->job, job_ms(queued->job, clerk->ms), &len);
    bool put = text && queue_put(&clerk->pg, queued->job, text, &queued->id);

    free(text);
    return put;
}

/* Puts what is not in the queue, and says so once for all of it. */
static void put_all(struct clerk *clerk)
{
    size_t n = 0;

    for (struct job *job; (job = jobs_take(clerk->jobs));)
        add(clerk, job);
    for (size_t i = 0; i < clerk->n; i++)
        if (clerk->queued[i].id == 0) {
            if (!put_one(clerk, &clerk->queued[i]))
                break;
            n++;
        }
    if (n > 0)
        (void)queue_tell(&clerk->pg, QUEUE_ASKED);
}

static void see(void *arg, const struct queue_seen *seen)
{
    struct clerk *clerk = arg;

    for (size_t i = 0; i < clerk->n; i++) {
        struct queued *queued = &clerk->queued[i];

        if (queued->id != seen->id || !queued->job)
            continue;
        queued->seen = true;
        queued->taken = seen->taken;
        if (seen->answer) {
            (void)job_parse_answer(queued->job, seen->answer, strlen(seen->answer));
            queued->job->due = clock_seconds() + seen->wait;
            queued->job->got_ms = seen->got_ms;
            queued->job->spent_ms = -1;
            jobs_answer(clerk->jobs, queued->job);
            queued->job = NULL;
        }
    }
}

/* Removes what is answered. What is not in the queue any more is put there again. */
static void tidy(struct clerk *clerk)
{
    size_t n = 0;

    for (size_t i = 0; i < clerk->n; i++) {
        struct queued *queued = &clerk->queued[i];

        if (!queued->seen)
            queued->id = 0;
        if (queued->job)
            clerk->queued[n++] = *queued;
    }
    clerk->n = n;
}

static void look(struct clerk *clerk)
{
    int64_t *id = clerk->n ? malloc(clerk->n * sizeof *id) : NULL;
    size_t n = 0;

    clerk->looked = clock_seconds();
    for (size_t i = 0; i < clerk->n && id; i++) {
        clerk->queued[i].seen = false;
        if (clerk->queued[i].id != 0)
            id[n++] = clerk->queued[i].id;
    }
    if (id && queue_look(&clerk->pg, id, n, see, clerk))
        tidy(clerk);
    free(id);
}

/* Whether others have said that something was answered. */
static bool heard(struct clerk *clerk)
{
    bool some = false;
    PGnotify *told;

    (void)PQconsumeInput(clerk->pg.conn);
    while ((told = PQnotifies(clerk->pg.conn))) {
        some = true;
        PQfreemem(told);
    }
    return some;
}

static void warn(struct clerk *clerk)
{
    double now = clock_seconds();

    if (clerk->n == 0 || clerk->queued[0].taken || now - clerk->queued[0].since < PATIENCE ||
        (clerk->warned > 0 && now - clerk->warned < WARN_EVERY))
        return;
    clerk->warned = now;
    journal("warning", "thoughts", "%zu decisions wait and nobody thinks: start alibi think",
            clerk->n);
}

static void *run(void *arg)
{
    struct clerk *clerk = arg;

    while (!atomic_load(&clerk->jobs->stopping)) {
        struct pollfd both[] = {
            {.fd = clerk->jobs->bell, .events = POLLIN},
            {.fd = clerk->pg.conn ? PQsocket(clerk->pg.conn) : -1, .events = POLLIN}};
        uint64_t rung;

        (void)poll(both, 2, LOOK_MS);
        (void)!read(clerk->jobs->bell, &rung, sizeof rung);
        if (!queue_ready(&clerk->pg, QUEUE_ANSWERED))
            continue;
        put_all(clerk);
        if (clerk->pg.conn &&
            (heard(clerk) || clock_seconds() - clerk->looked >= LOOK_MS / 1000.0))
            look(clerk);
        warn(clerk);
    }
    return NULL;
}

struct clerk *clerk_new(const char *url, unsigned ms, struct jobs *jobs,
                        struct alibi_error *err)
{
    struct clerk *clerk = calloc(1, sizeof *clerk);

    if (!clerk) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    clerk->jobs = jobs;
    clerk->ms = ms;
    if (queue_open(&clerk->pg, url, QUEUE_ANSWERED, err)) {
        if (pthread_create(&clerk->thread, NULL, run, clerk) == 0)
            return clerk;
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
    }
    pg_close(&clerk->pg);
    free(clerk);
    return NULL;
}

void clerk_free(struct clerk *clerk)
{
    if (!clerk)
        return;
    (void)pthread_join(clerk->thread, NULL);
    for (size_t i = 0; i < clerk->n; i++)
        job_free(clerk->queued[i].job);
    free(clerk->queued);
    pg_close(&clerk->pg);
    free(clerk);
}
