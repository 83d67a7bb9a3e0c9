/* Jobs on their way from the app to whoever thinks, and back. */
#ifndef SERVER_JOBS_H
#define SERVER_JOBS_H

#include "computer.h"

#include <pthread.h>
#include <stdatomic.h>

struct job_list {
    struct job *first, **last;
};

struct jobs {
    int wake; /* written to when one is answered */
    int bell; /* written to when one is asked for, or all is over */
    pthread_mutex_t lock;
    pthread_cond_t work;
    struct job_list asked, answered;
    size_t waiting; /* asked for and not answered */
    atomic_bool stopping;
};

/* False if it cannot be made; then there is nothing to clear. */
bool jobs_init(struct jobs *jobs, int wake);
void jobs_clear(struct jobs *jobs);

/* Nobody is to think any more. */
void jobs_stop(struct jobs *jobs);

/* --- The app's side --- */

void jobs_ask(struct jobs *jobs, struct job *job);

/* Those that are due: a list by `next`. */
struct job *jobs_collect(struct jobs *jobs);

/* Milliseconds until the next is due, at most MOST. */
int jobs_timeout(struct jobs *jobs, int most);
size_t jobs_waiting(struct jobs *jobs);

/* --- The side of whoever thinks --- */

/* The next job, after waiting for one: NULL if all is over. How many wait for an answer, this
 * one included, goes into WAITING. */
struct job *jobs_wait(struct jobs *jobs, size_t *waiting);

/* The same without waiting: NULL if there is none. */
struct job *jobs_take(struct jobs *jobs);
void jobs_answer(struct jobs *jobs, struct job *job);

#endif
