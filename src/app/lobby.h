/* The lobby: public games that are not over. What everybody sees of it is read from the store
 * at most once in a while, and after a change here, however many ask. Those who follow it are
 * told when it looks different, with what the people service knows of the people in it and of
 * those who wait for an opponent. */
#ifndef APP_LOBBY_H
#define APP_LOBBY_H

#include "reader.h"

struct app;
struct petition;
struct stream;

enum { LOBBY_TICKS = 2 }; /* seconds that it is shown as it was */

struct lobby {
    bool fresh;
    uint64_t tick; /* when it was read */
    size_t n;
    struct table_about game[LISTED_MAX];
    struct stream *streams;
    bool asking; /* the people service */
    char *text;  /* as it was told last, or NULL */
};

/* It has been read. */
void lobby_take(struct app *app, const struct errand *errand);

/* What the people service says of it; a second has passed; and the server stops. */
void lobby_told(struct app *app, const struct petition *petition);
void lobby_tick(struct app *app);
void lobby_end(struct app *app);

/* CHANGE has been kept: the lobby may look different now. */
void lobby_changed(struct lobby *lobby, const struct change *change);

#endif
