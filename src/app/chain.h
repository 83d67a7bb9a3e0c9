/* Sums of events, chained: the sum after an event is a hash of the sum before it and of the
 * event, and the first one is of what never changes in a game. So the last sum, which is kept
 * with the game, covers all of it: an event that was changed, lost, added or moved is noticed
 * when the game is read. It guards against accidents, not against somebody who can write to the
 * database: whoever can do that can compute sums, too. */
#ifndef APP_CHAIN_H
#define APP_CHAIN_H

#include "kept_game.h"

/* Fills in the sum of CHANGE, and of the one that belongs to it, from BEFORE, the sum of the
 * game so far, which may be that of the change itself; NULL for a new game. */
void chain_change(struct change *change, const struct hash *before);

/* Whether GAME is as it was written, as far as that can be told; its sum is then that of all
 * its events. Whoever writes without knowing of sums leaves the sum of fewer events: those are
 * checked. */
bool chain_verify(struct kept_game *game);

#endif
