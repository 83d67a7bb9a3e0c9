/* A whole game as it is kept: all of it in memory, as stores read it, and as a text, which a
 * home without a database and backups are made of. */
#ifndef APP_KEPT_GAME_H
#define APP_KEPT_GAME_H

#include "game_table.h"

struct kept_event {
    struct table_event event;
    bool has_request; /* it is the first of those that this request has caused */
    struct done_request request;
};

struct kept_game {
    struct kept_game *next; /* for a list of its owner's */
    struct table_about about;
    size_t n_events, events_cap;
    struct kept_event *event;
    uint64_t seq;    /* how many events there should be */
    bool has_sum;    /* false: it was last changed by a version without sums */
    struct hash sum; /* of its events: see chain.h */
    size_t n_holders, holders_cap;
    struct table_holder *holder;
    int64_t time; /* of the store's clock, when it was read */
};

/* A game like OLD, which may be NULL for a new one, to which CHANGE has been applied on DAY;
 * BEFORE is the game whose holders come along, or NULL. NULL without memory, or if the change
 * does not fit. */
struct kept_game *kept_game_changed(const struct kept_game *old, const struct change *change,
                                    const struct kept_game *before, const char *day);

/* One like OLD, or an empty one if that is NULL; NULL without memory. */
struct kept_game *kept_game_copy(const struct kept_game *old);
void kept_game_free(struct kept_game *game);

/* For stores that read one: room for one more event, empty; and one more holder. NULL or false
 * without memory. */
struct kept_event *kept_game_add_event(struct kept_game *game);
bool kept_game_add_holder(struct kept_game *game, const struct table_holder *holder);

/* Its text, of *LEN bytes: one line of JSON. NULL without memory; free it. */
char *kept_game_print(const struct kept_game *game, size_t *len);

/* What such a text says; NULL if it is none, its sum does not fit, or without memory. */
struct kept_game *kept_game_parse(const char *text, size_t len);

/* Whether it can have been played like that: its events follow from each other, and what it
 * says about itself from them. */
bool kept_game_is_sound(const struct kept_game *game);

#endif
