/* The log: one JSON object a line on standard error. What callers pass never holds a key, a
 * cookie, a path as it was sent, or anything of a game but its route. */
#ifndef APP_JOURNAL_H
#define APP_JOURNAL_H

#include <alibi/error.h>

void journal(const char *level, const char *event, const char *format, ...) ALIBI_PRINTF(3, 4);

/* A request that was answered. */
void journal_request(const char *method, const char *route, unsigned status, double ms);

#endif
