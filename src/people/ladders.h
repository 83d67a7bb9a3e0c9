/* Ladders: who stands where. One by ratings for every game and role, and one of the day. */
#ifndef PEOPLE_LADDERS_H
#define PEOPLE_LADDERS_H

#include "standing.h"

/* The place of a rating in the ladder of GAME and ROLE: ladder/GAME/ROLE/RATING/ID, the highest
 * first. */
struct ledger_name ladder_rung(const char *game, const char *role, double rating,
                               const char *id);

/* The number of the day, by UTC, of a time in milliseconds. */
uint64_t day_of(uint64_t ms);

/* A rated game of ID's has ended, of which it was expected to win so much. A win counts for as
 * many points as it was unlikely, of a hundred; a defeat for none. */
void day_count_game(struct people *people, const char *id, bool won, double expected);

/* Such a game of today is void, and worth nothing. */
void day_forget_game(struct people *people, const char *id, bool won, double expected);

/* ID has no place in the ladder of a game and role any more, KEY being GAME/ROLE; or in that of
 * the day KEY. */
void ladder_leave(struct people *people, const char *id, const char *key);
void day_leave(struct people *people, const char *id, const char *key);

#endif
