/* Thinking about a job, in slices and without a clock: whoever thinks watches the time.
 *
 *   if (thinking_begin(&t, job)) {
 *       do
 *           while (there is time for thinking_share(&t) quarters && thinking_step(&t, nodes))
 * {} while (thinking_decide(&t));
 *   }
 *   thinking_end(&t);
 */
#ifndef APP_THINKING_H
#define APP_THINKING_H

#include "computer.h"

enum { THINKING_POINT_MS = 150 }; /* at most, for a chance of a course */

struct thinking {
    struct job *job;
    struct alibi_player *player;
    struct alibi_view turn; /* what the seat saw when it began */
    unsigned quarters;      /* of the time for a decision, after which the answer may be told */
};

/* Begins with the first decision, by that many threads at most; false if the seat has none to
 * make. */
bool thinking_begin(struct thinking *t, struct job *job, int threads);

/* Quarters of the time for a decision that this one may take. */
unsigned thinking_share(const struct thinking *t);

/* Looks at about so many positions; false if that was all there is to do. */
bool thinking_step(struct thinking *t, uint64_t nodes);

/* Ends a decision: a token of the job's answer. True if the next of the turn has begun. */
bool thinking_decide(struct thinking *t);

void thinking_end(struct thinking *t);

#endif
