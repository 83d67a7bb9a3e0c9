/* What suspicion costs Jack beyond the tree.
 *
 * A leaf has the values of leaf.h, which know who is suspected at all, but not how much. Yet
 * how Jack came to the leaf tells something about who he is: a Jack who gives himself away
 * would pay for it below the leaf, where the solver does not see it. So in every lane the value
 * of a leaf lies between that of one suspect among others and that of a Jack who is found out,
 * as far from the first as the Detective suspects him. Suspicion follows from Jack's average
 * strategy, so it changes as the tree is solved, and the values of the leaves with it.
 *
 * Every leaf has two vectors for this: the values of a Jack who is found out, and what each bit
 * by which he is suspected less adds to them. */
#ifndef AI_EXPOSURE_H
#define AI_EXPOSURE_H

#include "tree.h"

/* Bytes of a node's two vectors, 0 where suspicion costs nothing; and where those of NODE are.
 */
static inline size_t ai_exposure_bytes(const struct ai_tree *t)
{
    return t->exposure > 0 ? 2 * (size_t)t->lanes.cfr.n * sizeof(float) : 0;
}

static inline float *ai_exposure_of(const struct ai_tree *t, uint32_t node)
{
    return t->exposed + node * ai_exposure_bytes(t) / sizeof(float);
}

/* Fills in the vectors of LEAF, which has been made and valued, and values it anew: for a Jack
 * who chooses alike in all lanes. */
void ai_exposure_begin(const struct ai_tree *t, const struct ai_growth *g, uint32_t leaf);

/* Values all leaves anew, as Jack's average strategy has it now. */
void ai_exposure_update(struct ai_tree *t);

#endif
