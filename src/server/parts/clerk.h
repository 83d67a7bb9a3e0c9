/* A clerk carries a node's jobs to the queue in the database, and brings the answers back. */
#ifndef SERVER_CLERK_H
#define SERVER_CLERK_H

#include "jobs.h"

#include <alibi/error.h>

struct clerk;

/* A thread that takes from JOBS and answers there. MS is the time for a decision. NULL after
 * filling ERR. */
struct clerk *clerk_new(const char *url, unsigned ms, struct jobs *jobs,
                        struct alibi_error *err);

/* After jobs_stop. */
void clerk_free(struct clerk *clerk);

#endif
