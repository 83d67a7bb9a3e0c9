/* The log: one JSON object a line on standard error. What callers pass never holds a key, a
 * cookie, a whole address, a path as it was sent, or the id of a game that is not public. */
#ifndef APP_JOURNAL_H
#define APP_JOURNAL_H

#include <alibi/error.h>

void journal(const char *level, const char *event, const char *format, ...) ALIBI_PRINTF(3, 4);

/* What is told of a request that is over; texts may be NULL. */
struct journal_request {
    const char *id, *method, *route;
    const char *network; /* the client's */
    const char *game;    /* its id, or another name */
    const char *refusal; /* the code */
    unsigned status;     /* 0: the client did not wait for an answer */
    double ms;
    unsigned left_out; /* events of this kind that were not told before it */
};

/* EVENT is "request", or "security" for what may be an attack. */
void journal_request(const char *level, const char *event, const struct journal_request *r);

#endif
