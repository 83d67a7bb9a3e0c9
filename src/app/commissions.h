/* Between the tables and the office. */
#ifndef APP_COMMISSIONS_H
#define APP_COMMISSIONS_H

#include "app.h"

/* Makes the games that a petition has led to. */
void commission_take(struct app *app, const struct petition *petition);

/* The game ID has been made, or was there. */
void commission_made(struct app *app, const char *id);

/* The game of ROOM is over: it counts for those who have accounts. It may be said again. */
void result_tell(struct app *app, const struct room *room);

/* A second has passed. */
void commission_tick(struct app *app);

#endif
