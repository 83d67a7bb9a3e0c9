/* Who often aborts rated games: habit/ID/rated has the last ten, and when one was aborted last.
 */
#ifndef PEOPLE_HABIT_H
#define PEOPLE_HABIT_H

#include "people.h"

enum {
    HABIT_GAMES = 10,      /* that are remembered */
    HABIT_ABORTS = 3,      /* so many of them are too many */
    HABIT_WAIT_MS = 60000, /* after the last one, until one is paired again */
};

/* A rated game of the account ID is over, or was aborted by it. */
void habit_note(struct people *people, const char *id, bool aborted);

/* How many of the last rated games it aborted; and of how many. */
unsigned habit_aborts(struct people *people, const char *id, unsigned *games);

/* Milliseconds until the account ID is paired again; 0: now. */
uint64_t habit_wait(struct people *people, const char *id);

#endif
