/* What suspicion costs Jack beyond the tree.
 *
 * A leaf has the values of leaf.h, which know who is suspected at all, but not how much. Yet
 * how Jack came to the leaf tells something about who he is: a Jack who gives himself away
 * would pay for it below the leaf, where the solver does not see it. So in every lane the value
 * of a leaf lies between that of one suspect among others and that of a Jack who is found out,
 * as far from the first as the Detective suspects him. Suspicion follows from Jack's average
 * strategy, so it changes as the tree is solved, and the values of the leaves with it. */
#ifndef AI_EXPOSURE_H
#define AI_EXPOSURE_H

#include "tree.h"

/* The values of LEAF in both cases; what it is worth if Jack chooses alike in all lanes. */
void ai_exposure_begin(struct ai_tree *t, uint32_t leaf);

/* Values all leaves again, as Jack's average strategy has it now. */
void ai_exposure_update(struct ai_tree *t);

#endif
