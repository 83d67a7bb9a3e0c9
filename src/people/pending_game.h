/* Games that people are to play, as pairing and tournaments order them: the app makes them.
 *
 * A commission stays in the ledger, under commission/GAME, until the game is there. Its id is
 * drawn with it, so that it is made once, however often that is tried. */
#ifndef PEOPLE_PENDING_GAME_H
#define PEOPLE_PENDING_GAME_H

#include "people.h"

/* Draws the id of a game with these terms and has it made by the app, for whoever waits for
 * PETITION and if nobody does, later. */
void pending_game_order(struct people *people, struct petition *petition,
                        struct pending_game *pending);

/* Has the app make those that were ordered some time ago and have been forgotten. */
void pending_game_remind(struct people *people, struct petition *petition);

/* Whether the game ID is still to be made, as far as is known. */
bool pending_game_waits(struct people *people, const char *id);

/* It has been made: its players are told. */
void pending_game_done(struct people *people, struct petition *petition, const char *id);

#endif
