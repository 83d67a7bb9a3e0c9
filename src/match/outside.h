/* A program outside that answers lines: a player of somebody else's.
 *
 * It may crash, hang, babble or stop reading; whoever asks is told so within the time given. */
#ifndef MATCH_OUTSIDE_H
#define MATCH_OUTSIDE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { MATCH_ANSWER_MAX = 4096 }; /* bytes of the longest answer, NUL included */

struct match_outside;

/* Starts COMMAND by the shell; NULL if there is no process or memory to be had. */
struct match_outside *match_outside_start(const char *command);

/* Asks it to quit, waits a little, and ends it with all that it started. */
void match_outside_stop(struct match_outside *outside);

/* Sends LINE, which ends in a newline, and reads the answer, one line, without its newline.
 * NULL, or what went wrong, *STOP becoming true included; then it is of no more use. */
const char *match_outside_ask(struct match_outside *outside, const char *line, double seconds,
                              const atomic_bool *stop, char answer[MATCH_ANSWER_MAX]);

/* The clock by which all this is measured, in seconds. */
double match_now(void);

#endif
