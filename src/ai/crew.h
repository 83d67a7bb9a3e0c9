/* Expanding several leaves of the tree at a time, by a team of threads.
 *
 * Leaves are taken one after the other, by whoever decides where play is likely to go; then the
 * team does the work of expanding them, each in memory of its own, while the tree does not
 * change; then what has grown is attached in the order in which the leaves were taken. What
 * grows from a leaf depends on the tree as it was, and on nothing that another thread does: so
 * the result is the same whoever does it, and the same number of threads finds the same. */
#ifndef AI_CREW_H
#define AI_CREW_H

#include "team.h"
#include "tree.h"

/* Gives the tree, which is new and has SIZE bytes of memory, a crew of members of this team, in
 * a part of that memory: fewer than all if it is too small, none at all if it is very small.
 * The crew also shares the walks of the solver. */
void ai_crew_init(struct ai_tree *t, size_t size, struct ai_team *team);

/* How many leaves to take where the tree is to grow by about this many NODES in several
 * batches: enough for all members, and no more than there is room for. */
int ai_crew_batch(const struct ai_crew *crew, uint32_t nodes);

/* Takes LEAF, where the game goes on. */
void ai_crew_take(struct ai_tree *t, uint32_t leaf);

/* Expands all leaves that were taken. */
void ai_crew_expand(struct ai_tree *t);

#endif
