/* Records that people bring, which take long to read: beside the app. */
#ifndef APP_SCRIBE_H
#define APP_SCRIBE_H

#include "asking.h"
#include "onward.h"

struct scribe;
struct visit;

void scribe_free(struct scribe *scribe);

/* Has what V asks of its record answered, and lets V wait for that. */
void scribe_ask(struct scribe *scribe, struct visit *v);

/* The next visit that is answered, or NULL. */
struct visit *scribe_collect(struct scribe *scribe);

/* The answer, or what a new game goes on from: it depends on the request and nothing else, so
 * any thread can give it. */
static inline void scribe_answer(struct request *r)
{
    if (r->route == ROUTE_STUDY)
        table_study(r);
    else if (r->route == ROUTE_CREATE)
        onward_find(r);
    else
        table_replay(r);
}

#endif
