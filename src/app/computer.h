/* The computer's players, who think while the app goes on.
 *
 * A job holds what a seat was told and nothing else: the view of the start and the redacted
 * history. So a player cannot know more than a person in its seat. */
#ifndef APP_COMPUTER_H
#define APP_COMPUTER_H

#include "kept.h"

#include <alibi/player.h>
#include <alibi/session.h>

struct job {
    struct job *next;
    void *context; /* the asker's own */
    char game[ID_SIZE];
    uint64_t seq; /* the number of events that it was made after */
    unsigned
        point; /* of a course, counted from 1: one quick decision, for its chance; else 0 */
    enum alibi_seat seat;
    char player[PLAYER_SIZE];
    uint64_t seed;
    unsigned most_ms; /* for a decision, by the clock of its seat; 0: as long as usual */
    struct alibi_view start;
    size_t n, cap; /* the history */
    char (*token)[EVENT_TEXT_SIZE];

    /* What came out of it: the tokens up to the end of the activation, or as far as chance
     * lets one see; none if it was cancelled. */
    int n_answer;
    char answer[ALIBI_SEQUENCE_MAX][ALIBI_TOKEN_MAX];
    double before, after; /* its chance to win as things stand, and by what it would play */
    double due;           /* when it may be told, by clock_seconds */
    double got_ms;        /* the time that there was for its first decision */
    double spent_ms;      /* the time that all of them took; negative: nobody has measured it */
};

/* A job for SEAT of SESSION: tells it everything of the first N moves. NULL without memory. */
struct job *job_new(const struct alibi_session *session, enum alibi_seat seat, size_t n);

/* Milliseconds for a decision of JOB where it is usually MS. */
unsigned job_ms(const struct job *job, unsigned ms);
bool job_tell(struct job *job, const char *token);
void job_free(struct job *job);

struct computer;

/* Cancels what is being thought and ends. */
void computer_free(struct computer *computer);

/* Hands a job over, to be got back by computer_collect when it is due: that does not depend on
 * what the seat knows and others do not, as the time that it took does. */
void computer_ask(struct computer *computer, struct job *job);
struct job *computer_collect(struct computer *computer);

/* Milliseconds until the next job is due, at most MOST. */
int computer_timeout(struct computer *computer, int most);

unsigned computer_ms(const struct computer *computer);
size_t computer_waiting(struct computer *computer);

#endif
