/* The way of a piece: the fewest points from place to place, for showing how it goes. */
#ifndef ALIBI_KIT_PATH_H
#define ALIBI_KIT_PATH_H

#include <alibi/game.h>

enum { ALIBI_FREE = 0x80 /* a step that costs no point */ };

struct alibi_walk {
    const struct alibi_state *s;
    unsigned who, from, to;
    bool on_foot; /* no power and no passage helps: somebody else moves the piece */

    /* Puts the places one step from AT into OUT, | ALIBI_FREE where that costs nothing;
     * returns how many. What can be entered for nothing cannot be entered for a point. */
    int (*steps)(const struct alibi_walk *walk, unsigned at, uint8_t out[ALIBI_PLACES_MAX]);
};

/* The places from `from` to `to`, both included; 0 if there is no way, or too long a one. */
ALIBI_API int alibi_path(const struct alibi_walk *walk, uint8_t out[ALIBI_PATH_MAX]);

#endif
