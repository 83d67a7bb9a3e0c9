/* Who often aborts rated games: habit/ID/rated has the last ten, and when one was aborted last.
 */
#ifndef PEOPLE_ABORTS_H
#define PEOPLE_ABORTS_H

#include "people.h"

enum {
    ABORTS_GAMES = 10,      /* that are remembered */
    ABORTS_MAX = 3,         /* so many of them are too many */
    ABORTS_WAIT_MS = 60000, /* after the last one; twice as long for each that is more */
};

/* A rated game of the account ID is over, or was aborted by it. */
void aborts_note(struct people *people, const char *id, bool aborted);

/* How many of the last rated games it aborted; and of how many. */
unsigned aborts_count(struct people *people, const char *id, unsigned *games);

/* Milliseconds until the account ID may begin a game with others, or a rated one; 0: now. */
uint64_t aborts_wait(struct people *people, const char *id);

/* Whether whoever asks may do that now: false after a refusal. */
bool aborts_allow(struct people *people, struct petition *petition);

#endif
