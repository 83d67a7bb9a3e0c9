/* Threads that think about jobs of the queue. One thread more listens whether there are new
 * ones and says every second that all of them live. */
#include "thinker.h"

#include "job_text.h"
#include "journal_file.h"
#include "queue.h"
#include "think.h"

#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

enum { BEAT_MS = 1000, NAME_BYTES = 16, NAME_SIZE = 2 * NAME_BYTES + 1 };

struct thinker {
    const char *url;
    char name[NAME_SIZE]; /* by which its leases are known */
    struct pg pg;         /* of the thread that listens */
    int signals, n_threads, each;
    struct desk *desk;
    pthread_mutex_t lock;
    pthread_cond_t news;
    uint64_t told; /* how often there were news */
    atomic_bool stopping;
};

/* A thread and its connection. */
struct desk {
    struct thinker *thinker;
    struct pg pg;
    pthread_t thread;
    int64_t job; /* that it thinks about, or 0 */
};

/* --- Threads --- */

static uint64_t news_so_far(struct thinker *t)
{
    uint64_t told;

    (void)pthread_mutex_lock(&t->lock);
    told = t->told;
    (void)pthread_mutex_unlock(&t->lock);
    return told;
}

/* Waits until there are more news than TOLD. */
static void wait_for_news(struct thinker *t, uint64_t told)
{
    (void)pthread_mutex_lock(&t->lock);
    while (t->told == told && !atomic_load(&t->stopping))
        (void)pthread_cond_wait(&t->news, &t->lock);
    (void)pthread_mutex_unlock(&t->lock);
}

static void tell_news(struct thinker *t, bool stop)
{
    (void)pthread_mutex_lock(&t->lock);
    t->told++;
    if (stop)
        atomic_store(&t->stopping, true);
    (void)pthread_cond_broadcast(&t->news);
    (void)pthread_mutex_unlock(&t->lock);
}

static void hold(struct desk *desk, int64_t job)
{
    (void)pthread_mutex_lock(&desk->thinker->lock);
    desk->job = job;
    (void)pthread_mutex_unlock(&desk->thinker->lock);
}

/* Thinks about what was taken; the answer, or NULL if it was told to stop. One that cannot be
 * thought about has an empty one. */
static const char *answer_of(const struct thinker *t, const struct queue_taken *taken,
                             struct job *job, unsigned ms, char out[JOB_ANSWER_SIZE])
{
    struct alibi_text text = alibi_text_in(out, JOB_ANSWER_SIZE);

    think_about(job, think_share(ms, taken->threads, taken->waiting),
                think_threads(t->each, taken->threads, taken->waiting), &t->stopping);
    if (job->n_answer > 0)
        job_print_answer(job, &text);
    else if (atomic_load(&t->stopping))
        return NULL;
    else
        out[0] = '\0';
    return out;
}

static void work(struct desk *desk, const struct queue_taken *taken)
{
    struct thinker *t = desk->thinker;
    struct job nothing = {0}, *job;
    char text[JOB_ANSWER_SIZE];
    const char *answer = "";
    unsigned ms;

    job = job_parse(taken->text, strlen(taken->text), &ms);
    if (job)
        answer = answer_of(t, taken, job, ms, text);
    else
        journal("error", "thought", "a job of the queue makes no sense");
    /* The lease is renewed until the answer is there, whatever becomes of the line. */
    while (!queue_answer(&desk->pg, taken, job ? job : &nothing, answer) &&
           !atomic_load(&t->stopping))
        wait_for_news(t, news_so_far(t));
    if (answer)
        (void)queue_tell(&desk->pg, QUEUE_ANSWERED);
    job_free(job);
}

static void *run(void *arg)
{
    struct desk *desk = arg;
    struct thinker *t = desk->thinker;

    while (!atomic_load(&t->stopping)) {
        uint64_t told = news_so_far(t);
        struct queue_taken taken;

        if (!queue_take(&desk->pg, t->name, &taken) || !taken.text) {
            wait_for_news(t, told);
            continue;
        }
        hold(desk, taken.id);
        work(desk, &taken);
        hold(desk, 0);
        free(taken.text);
    }
    return NULL;
}

/* --- The thread that listens --- */

static void beat(struct thinker *t)
{
    int64_t *id = calloc((size_t)t->n_threads, sizeof *id);
    size_t n = 0;

    if (!id)
        return;
    (void)pthread_mutex_lock(&t->lock);
    for (int i = 0; i < t->n_threads; i++)
        if (t->desk[i].job)
            id[n++] = t->desk[i].job;
    (void)pthread_mutex_unlock(&t->lock);
    if (queue_ready(&t->pg, QUEUE_ASKED) && !queue_beat(&t->pg, t->name, t->n_threads, id, n))
        journal("warning", "queue", "%s", pg_complaint(&t->pg));
    free(id);
}

/* Whether a second has passed since LAST, which moves to now. */
static bool is_time(struct timespec *last)
{
    struct timespec now;
    long ms;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    ms = (long)(now.tv_sec - last->tv_sec) * 1000 + (now.tv_nsec - last->tv_nsec) / 1000000;
    if (ms < BEAT_MS)
        return false;
    *last = now;
    return true;
}

static void listen_on(struct thinker *t)
{
    struct timespec last = {0, 0};
    bool going = true;

    while (going) {
        struct pollfd both[] = {
            {.fd = t->signals, .events = POLLIN},
            {.fd = t->pg.conn ? PQsocket(t->pg.conn) : -1, .events = POLLIN}};
        PGnotify *told;

        if (is_time(&last))
            beat(t);
        (void)poll(both, 2, BEAT_MS);
        going = !(both[0].revents & POLLIN);
        if (t->pg.conn)
            (void)PQconsumeInput(t->pg.conn);
        while (t->pg.conn && (told = PQnotifies(t->pg.conn)))
            PQfreemem(told);
        tell_news(t, !going);
    }
}

/* --- Starting and ending --- */

static int open_signals(void)
{
    sigset_t set;

    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

/* False after filling ERR. */
static bool start(struct thinker *t, int threads, struct alibi_error *err)
{
    for (; t->n_threads < threads; t->n_threads++) {
        struct desk *desk = &t->desk[t->n_threads];

        desk->thinker = t;
        if (!queue_open(&desk->pg, t->url, NULL, err)) {
            pg_close(&desk->pg);
            return false;
        }
        if (pthread_create(&desk->thread, NULL, run, desk) != 0) {
            pg_close(&desk->pg);
            (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
            return false;
        }
    }
    return true;
}

static void end(struct thinker *t)
{
    tell_news(t, true);
    for (int i = 0; i < t->n_threads; i++) {
        (void)pthread_join(t->desk[i].thread, NULL);
        pg_close(&t->desk[i].pg);
    }
    if (t->pg.conn)
        (void)queue_leave(&t->pg, t->name);
    pg_close(&t->pg);
    (void)close(t->signals);
    (void)pthread_cond_destroy(&t->news);
    (void)pthread_mutex_destroy(&t->lock);
    free(t->desk);
}

int thinker_run(const char *url, int threads, int each, void (*ready)(int threads),
                struct alibi_error *err)
{
    struct thinker t = {.url = url, .each = each, .signals = open_signals()};
    unsigned char bytes[NAME_BYTES];
    bool started;

    journal_open();
    t.desk = calloc((size_t)threads, sizeof *t.desk);
    atomic_init(&t.stopping, false);
    (void)pthread_mutex_init(&t.lock, NULL);
    (void)pthread_cond_init(&t.news, NULL);
    if (!t.desk || t.signals < 0 || sodium_init() < 0) {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "threads cannot be started");
        started = false;
    } else {
        randombytes_buf(bytes, sizeof bytes);
        (void)sodium_bin2hex(t.name, sizeof t.name, bytes, sizeof bytes);
        started = queue_open(&t.pg, url, QUEUE_ASKED, err) && start(&t, threads, err);
    }
    if (started) {
        ready(threads);
        listen_on(&t);
    }
    end(&t);
    journal_close();
    return started ? ALIBI_OK : (int)err->status;
}
