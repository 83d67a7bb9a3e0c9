/* Thinking about a job by the clock. */
#ifndef SERVER_THINK_H
#define SERVER_THINK_H

#include "computer.h"

#include <stdatomic.h>

/* The time for a decision is shared: with more jobs than threads each gets less, so that the
 * last does not wait until all the others have had their full time. */
double think_share(double ms, size_t threads, size_t waiting);

/* How many threads search one decision: no more than EACH, and than would be idle otherwise. */
int think_threads(int each, size_t threads, size_t waiting);

/* Decides until the activation is over, or chance or somebody else is to act, and notes when
 * the answer is due. MS is the time for the first decision, THREADS search it. There is no
 * answer if it was told to stop. */
void think_about(struct job *job, double ms, int threads, const atomic_bool *stopping);

#endif
