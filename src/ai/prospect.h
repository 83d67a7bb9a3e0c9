/* Where a choice is expected to lead: what a solved tree says besides the value. */
#ifndef AI_PROSPECT_H
#define AI_PROSPECT_H

#include "tree.h"

/* The prospect of CHILD of the root, for the searching seat and by what it knows: both sides
 * play their average strategies below it. */
struct alibi_prospect ai_prospect_of(struct ai_tree *t, uint32_t child);

#endif
