/* The queue of what is to be thought about, in PostgreSQL: nodes put jobs there, `alibi think`
 * takes them, on whatever machine.
 *
 * A job is what one seat was told, as text (job_text.h), and nothing else. Several nodes that
 * want the same move of the same game put one job. Whoever takes one has a lease on it, which
 * it renews while it lives; when that is over, somebody else takes it. How often a job was
 * taken is its fence: an answer of an earlier holder is not wanted any more.
 *
 * The tables are not logged: a crash of the database empties them, and the nodes, which see
 * that their jobs are gone, put them there again. So thinking costs no sync of any disk. */
#ifndef SERVER_QUEUE_H
#define SERVER_QUEUE_H

#include "computer.h"
#include "pg.h"

/* What listeners hear: that something was asked for; that something was answered. */
#define QUEUE_ASKED    "alibi_asked"
#define QUEUE_ANSWERED "alibi_answered"

enum { QUEUE_LEASE = 5, QUEUE_TRIES = 4 }; /* seconds; takers before a job is given up */

/* One connection to it, listening to CHANNEL, which may be NULL; false after filling ERR. Close
 * it in any case. */
bool queue_open(struct pg *pg, const char *url, const char *channel, struct alibi_error *err);

/* Whether there is a connection that listens, after trying to make one. */
bool queue_ready(struct pg *pg, const char *channel);

/* --- For nodes --- */

/* Puts a job there, whose text is TEXT; its number goes into ID. */
bool queue_put(struct pg *pg, const struct job *job, const char *text, int64_t *id);

/* Others may take what has been put. */
bool queue_tell(struct pg *pg, const char *channel);

/* Calls SEE with each of those of the N numbers that are there, as N rows of which ANSWER is
 * NULL if there is none yet; WAIT is the seconds until it may be told. */
struct queue_seen {
    int64_t id;
    const char *answer;
    double wait, got_ms;
    bool taken; /* somebody thinks about it */
};
bool queue_look(struct pg *pg, const int64_t *id, size_t n,
                void (*see)(void *arg, const struct queue_seen *seen), void *arg);

/* --- For those who think --- */

struct queue_taken {
    int64_t id, fence;
    char *text;              /* of the job; free it */
    size_t waiting, threads; /* jobs, and threads of all who think */
};

/* Takes the oldest job for HOLDER. False if that could not be asked; without a text there is
 * none. */
bool queue_take(struct pg *pg, const char *holder, struct queue_taken *out);

/* Its answer; or, without one, it is given back. */
bool queue_answer(struct pg *pg, const struct queue_taken *taken, const struct job *job,
                  const char *answer);

/* HOLDER lives, has so many threads and thinks about these N jobs: their leases are renewed.
 * What is old is removed. */
bool queue_beat(struct pg *pg, const char *holder, int threads, const int64_t *id, size_t n);
bool queue_leave(struct pg *pg, const char *holder);

#endif
