/* Between the tables and the people service. */
#ifndef APP_PENDING_GAMES_H
#define APP_PENDING_GAMES_H

#include "app.h"

/* A petition of that KIND for which nobody waits; NULL if there is no people service now.
 * Sending it frees it if it cannot be handed over. */
struct petition *petition_new(struct app *app, enum petition_kind kind);
bool petition_send(struct app *app, struct petition *petition);

/* Makes the games that a petition has led to. */
void pending_game_take(struct app *app, const struct petition *petition);

/* CHANGE is kept: if by it a game with accounts has begun, the people service notes that. */
void game_begun(struct app *app, const struct change *change);

/* The game ID has been made, or was there. */
void pending_game_made(struct app *app, const char *id);

/* The game of ROOM is over: it counts for those who have accounts. It may be said again. */
void result_tell(struct app *app, const struct room *room);

/* Tells those of the results that the people service misses. */
void results_missed(struct app *app, const struct petition *petition);

/* GUEST has gone for good. */
void guest_left(struct app *app, const struct hash *guest);

/* A second has passed. */
void pending_game_tick(struct app *app);

#endif
