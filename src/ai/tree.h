/* The tree of a position: what can happen from here, as everybody sees it, with lanes.
 *
 * A decision is a whole activation. Jack's answers to a call and cards that everybody sees are
 * nature's choices. A leaf is judged by the value function in every lane. The tree grows leaf
 * by leaf, as far as its memory goes; it ends where the cards of a new round are due that
 * nobody can foresee, and where the game is over. */
#ifndef AI_TREE_H
#define AI_TREE_H

#include "candidates.h"
#include "cfr.h"
#include "finish.h"
#include "lanes.h"

/* What belongs to a node besides its strategies. */
struct ai_spot {
    struct alibi_state s; /* the secrets in it are of no meaning */
    uint8_t unknown;      /* cards that the Detective drew on the way */
    bool over;            /* a round ended here */
    bool done;            /* nothing below can grow */
    bool drawn;           /* a card was drawn in the activation that leads here, */
    uint8_t n;            /* of which these are the tokens before it */
    alibi_move move[ALIBI_SEQUENCE_MAX];
};

struct ai_tree {
    struct ai_lanes lanes;
    struct ai_candidates candidates;
    struct ai_finish finish;
    const struct ai_knowledge *knowledge;
    struct cfr cfr;
    struct ai_spot *spot; /* of every node */
    bool full;            /* no memory is left to grow */
};

/* A tree of one leaf, the position that VIEW shows, in the SIZE bytes of memory behind T. */
void ai_tree_init(struct ai_tree *t, size_t size, const struct alibi_view *view);

/* Grows LEAF, or finds that it cannot be grown: then it is done. */
void ai_tree_grow(struct ai_tree *t, uint32_t leaf);

/* Marks the nodes of the PATH from the root as done, as far as all their children are. */
void ai_tree_mark_done(struct ai_tree *t, const uint32_t *path, int n);

#endif
