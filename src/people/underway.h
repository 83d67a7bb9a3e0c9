/* Games of accounts that go on: playing/GAME, until it is known how it has ended. The app may
 * have been killed before it could tell that a game is over; so it is asked, a few games at a
 * time, again and again. */
#ifndef PEOPLE_UNDERWAY_H
#define PEOPLE_UNDERWAY_H

#include "people.h"

/* The game ID has begun; it has ended. */
void underway_begin(struct people *people, const char *id);
void underway_end(struct people *people, const char *id);

/* Has PETITION ask the app for some of them. */
void underway_ask(struct people *people, struct petition *petition);

#endif
