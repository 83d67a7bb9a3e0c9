/* The ratings of the computer's levels, which hold the scale: they are measured by matches
 * (docs/ratings.md), used as opponents' ratings, and never changed by games. */
#ifndef PEOPLE_ANCHORS_H
#define PEOPLE_ANCHORS_H

#include "glicko.h"

enum { ANCHOR_LEVELS = 6 };

/* The rating of LEVEL, from 1 on, in GAME, as Jack (0) or as Detective (1). False if it has
 * none: then games against it are not rated. */
bool anchor_find(const char *game, int level, int role, struct glicko *rating);

#endif
