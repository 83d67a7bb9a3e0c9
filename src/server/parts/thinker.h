/* `alibi think`: a machine that thinks for the nodes of a database. */
#ifndef SERVER_THINKER_H
#define SERVER_THINKER_H

#include <alibi/error.h>

/* Takes jobs from the queue of the database URL until SIGINT or SIGTERM; what is being thought
 * about then is given back. READY is called once when it begins. EACH: so many of the
 * threads search one decision at most, while others are idle. Returns ALIBI_OK, or fills ERR if
 * it could not start. */
int thinker_run(const char *url, int threads, int each, void (*ready)(int threads),
                struct alibi_error *err);

#endif
