/* Games of accounts that go on: playing/GAME, until it is known how it has ended. The app may
 * have been killed before it could tell that a game is over; so it is asked, a few games at a
 * time, again and again. */
#ifndef PEOPLE_RUNNING_GAMES_H
#define PEOPLE_RUNNING_GAMES_H

#include "people.h"

/* The game ID has begun; it has ended. */
void running_game_begin(struct people *people, const char *id);
void running_game_end(struct people *people, const char *id);

/* Has PETITION ask the app for some of them. */
void running_games_ask(struct people *people, struct petition *petition);

#endif
