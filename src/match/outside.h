/* An external program that answers lines: somebody else's player.
 *
 * It may crash, hang, babble or stop reading; the caller learns that within the time given. */
#ifndef MATCH_OUTSIDE_H
#define MATCH_OUTSIDE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

enum { MATCH_ANSWER_MAX = 4096 }; /* bytes of the longest answer, NUL included */

struct match_outside;

/* Starts COMMAND with the shell; NULL without a process or memory. */
struct match_outside *match_outside_start(const char *command);

/* Asks it to quit, waits for up to a second, and kills its process group. */
void match_outside_stop(struct match_outside *outside);

/* Sends LINE, which ends in a newline, and reads one line of ANSWER, without its newline.
 * Returns NULL, or what went wrong (*STOP became true, for example); then only stop it. */
const char *match_outside_ask(struct match_outside *outside, const char *line, double seconds,
                              const atomic_bool *stop, char answer[MATCH_ANSWER_MAX]);

/* A monotonic clock, in seconds. */
double match_now(void);

#endif
