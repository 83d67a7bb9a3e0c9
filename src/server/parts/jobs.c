/* Two lists of jobs between threads. */
#include "jobs.h"

#include "clock.h"

#include <math.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void clear(struct job_list *list)
{
    list->first = NULL;
    list->last = &list->first;
}

static void append(struct job_list *list, struct job *job)
{
    job->next = NULL;
    *list->last = job;
    list->last = &job->next;
}

static struct job *take_one(struct job_list *list)
{
    struct job *job = list->first;

    list->first = job ? job->next : NULL;
    if (!list->first)
        clear(list);
    return job;
}

static void ring(int fd)
{
    uint64_t one = 1;

    (void)!write(fd, &one, sizeof one);
}

bool jobs_init(struct jobs *jobs, int wake)
{
    *jobs = (struct jobs){.wake = wake, .bell = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    clear(&jobs->asked);
    clear(&jobs->answered);
    atomic_init(&jobs->stopping, false);
    (void)pthread_mutex_init(&jobs->lock, NULL);
    (void)pthread_cond_init(&jobs->work, NULL);
    return jobs->bell >= 0;
}

static void free_all(struct job_list *list)
{
    for (struct job *job; (job = take_one(list));)
        job_free(job);
}

void jobs_clear(struct jobs *jobs)
{
    free_all(&jobs->asked);
    free_all(&jobs->answered);
    (void)close(jobs->bell);
    (void)pthread_cond_destroy(&jobs->work);
    (void)pthread_mutex_destroy(&jobs->lock);
}

void jobs_stop(struct jobs *jobs)
{
    (void)pthread_mutex_lock(&jobs->lock);
    atomic_store(&jobs->stopping, true);
    (void)pthread_cond_broadcast(&jobs->work);
    (void)pthread_mutex_unlock(&jobs->lock);
    ring(jobs->bell);
}

/* --- The app's side --- */

void jobs_ask(struct jobs *jobs, struct job *job)
{
    (void)pthread_mutex_lock(&jobs->lock);
    jobs->waiting++;
    append(&jobs->asked, job);
    (void)pthread_cond_signal(&jobs->work);
    (void)pthread_mutex_unlock(&jobs->lock);
    ring(jobs->bell);
}

struct job *jobs_collect(struct jobs *jobs)
{
    double now = clock_seconds();
    struct job **at = &jobs->answered.first;
    struct job_list due;

    clear(&due);
    (void)pthread_mutex_lock(&jobs->lock);
    while (*at) {
        struct job *job = *at;

        if (job->due > now) {
            at = &job->next;
            continue;
        }
        *at = job->next;
        append(&due, job);
    }
    jobs->answered.last = at;
    (void)pthread_mutex_unlock(&jobs->lock);
    return due.first;
}

int jobs_timeout(struct jobs *jobs, int most)
{
    double now = clock_seconds(), ms = most;

    (void)pthread_mutex_lock(&jobs->lock);
    for (const struct job *job = jobs->answered.first; job; job = job->next)
        ms = fmin(ms, ceil((job->due - now) * 1000));
    (void)pthread_mutex_unlock(&jobs->lock);
    return ms > 0 ? (int)ms : 0;
}

size_t jobs_waiting(struct jobs *jobs)
{
    size_t n;

    (void)pthread_mutex_lock(&jobs->lock);
    n = jobs->waiting;
    (void)pthread_mutex_unlock(&jobs->lock);
    return n;
}

/* --- The side of whoever thinks --- */

struct job *jobs_wait(struct jobs *jobs, size_t *waiting)
{
    struct job *job;

    (void)pthread_mutex_lock(&jobs->lock);
    while (!jobs->asked.first && !atomic_load(&jobs->stopping))
        (void)pthread_cond_wait(&jobs->work, &jobs->lock);
    job = atomic_load(&jobs->stopping) ? NULL : take_one(&jobs->asked);
    *waiting = jobs->waiting;
    (void)pthread_mutex_unlock(&jobs->lock);
    return job;
}

struct job *jobs_take(struct jobs *jobs)
{
    struct job *job;

    (void)pthread_mutex_lock(&jobs->lock);
    job = take_one(&jobs->asked);
    (void)pthread_mutex_unlock(&jobs->lock);
    return job;
}

void jobs_answer(struct jobs *jobs, struct job *job)
{
    (void)pthread_mutex_lock(&jobs->lock);
    jobs->waiting--;
    append(&jobs->answered, job);
    (void)pthread_mutex_unlock(&jobs->lock);
    ring(jobs->wake);
}
