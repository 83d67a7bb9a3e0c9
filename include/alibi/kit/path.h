/* The shortest path of a piece, for showing how it walks. A step costs one movement point, or
 * nothing; the path costs as few points as possible. */
#ifndef ALIBI_KIT_PATH_H
#define ALIBI_KIT_PATH_H

#include <alibi/game.h>

enum { ALIBI_FREE = 0x80 /* the step costs no point */ };

struct alibi_walk {
    const struct alibi_state *s;
    unsigned who, from, to;
    bool on_foot; /* without powers or passages, because another character moves the piece */

    /* Puts the places one step from AT into OUT, | ALIBI_FREE if the step costs nothing, and
     * returns how many. All steps into one place cost the same. */
    int (*steps)(const struct alibi_walk *walk, unsigned at, uint8_t out[ALIBI_PLACES_MAX]);
};

/* Puts the places from `from` to `to`, both included, into OUT and returns how many; 0 if there
 * is no path of at most ALIBI_PATH_MAX places. */
ALIBI_API int alibi_path(const struct alibi_walk *walk, uint8_t out[ALIBI_PATH_MAX]);

#endif
