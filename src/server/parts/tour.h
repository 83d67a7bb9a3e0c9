/* The way of an errand through the databases: from one to the next, until it is known what has
 * come of it.
 *
 * A game is looked for where it was before, else at its home, then in the others: it may not
 * have been moved yet. While it is looked for it may be moved. Whoever moves a game leaves word
 * of it before it is gone, so one that was not found is looked for again wherever there is new
 * word of it; "there is no such game" is said only if there is none. Lists are made of what all
 * databases say. */
#ifndef SERVER_TOUR_H
#define SERVER_TOUR_H

#include "places.h"

struct tour {
    struct tour *next; /* for a queue of its owner's */
    struct errand *errand;
    struct errand part; /* to be read at the place AT */
    unsigned first, at, round;
    bool failed, answered; /* by one of them */
    bool moving;           /* it is on its way somewhere */
    bool astray;           /* it has gone to a database that is not one of these */
    uint64_t heard,
        known; /* the latest word of its being moved, and that of the round before */
};

/* The beginning of a tour. */
void tour_begin(struct tour *tour, const struct places *places, struct errand *errand);

/* Takes up what was read at the place; true if the part is to be read at another one now, else
 * the errand is done. */
bool tour_go_on(struct tour *tour, const struct places *places);

#endif
