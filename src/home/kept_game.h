/* A game as a home without a database keeps it: all of it in memory, and as a text, which
 * somebody else puts away and brings back. */
#ifndef HOME_KEPT_GAME_H
#define HOME_KEPT_GAME_H

#include "kept.h"

struct kept_event {
    struct table_event event;
    bool has_request; /* it is the first of those that this request has caused */
    struct done_request request;
};

struct kept_game {
    struct kept_game *next;
    struct table_about about;
    size_t n_events, events_cap;
    struct kept_event *event;
    size_t n_holders, holders_cap;
    struct table_holder *holder;
};

/* A game like OLD, which may be NULL for a new one, to which CHANGE has been applied on DAY.
 * NULL without memory, or if the change does not fit. */
struct kept_game *kept_game_changed(const struct kept_game *old, const struct change *change,
                                    const char *day);
void kept_game_free(struct kept_game *game);

/* Its text, of *LEN bytes: one line of JSON. NULL without memory; free it. */
char *kept_game_print(const struct kept_game *game, size_t *len);

/* What such a text says; NULL if it is none, or without memory. */
struct kept_game *kept_game_parse(const char *text, size_t len);

/* Whether it can have been played like that: its events follow from each other, and what it
 * says about itself from them. */
bool kept_game_is_sound(const struct kept_game *game);

#endif
