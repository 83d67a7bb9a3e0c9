/* The public tree of a decision, expanded node by node.
 *
 * A node is a public state; an action is a whole activation (candidates.h). Jack's answers to a
 * call and the cards that everybody sees are chance nodes. A leaf has the values of leaf.h, one
 * per lane. The tree ends where the game is over, and where the cards of a new round are dealt:
 * there are too many of them to branch on. */
#ifndef AI_TREE_H
#define AI_TREE_H

#include "candidates.h"
#include "cfr.h"
#include "knowledge.h"
#include "lanes.h"
#include "leaf.h"

/* What belongs to a node besides its strategies and values. */
struct ai_public_state {
    struct alibi_state s; /* the secrets in it belong to no particular lane */
    uint8_t hidden_draws; /* cards that the Detective has drawn below the root */
    bool round_over;      /* witnesses were called on the way here */
    bool complete;        /* no leaf below can be expanded */
    bool drawn;           /* a card was drawn in the activation that leads here, */
    uint8_t n;            /* of which these are the tokens before it */
    alibi_move move[ALIBI_SEQUENCE_MAX];
};

struct ai_tree {
    struct ai_lanes lanes;
    struct ai_candidates candidates;
    struct ai_leaves leaves;
    const struct ai_knowledge *knowledge;
    int quiescence_width; /* 0: static evaluation */
    float exposure;       /* 0: values do not depend on suspicion */
    float *exposed;       /* otherwise two vectors for each node (exposure.h) */
    struct cfr cfr;
    struct ai_public_state *public_state; /* by node */
    const alibi_move
        *played;           /* an activation at the root that is not to be left out, or NULL */
    int n_played;          /* its tokens */
    bool only;             /* all others are left out */
    uint32_t played_child; /* the node to which it leads; 0 if there is none */
    bool full;             /* the memory is used up */
};

/* A tree of one leaf, the position that VIEW shows, in the SIZE bytes of memory at T. EXPOSURE
 * is how much suspicion costs at the leaves (exposure.h); 0 for nothing. */
void ai_tree_init(struct ai_tree *t, size_t size, const struct alibi_view *view,
                  float exposure);

/* Expands LEAF; if the game does not go on there, marks it complete. */
void ai_tree_expand(struct ai_tree *t, uint32_t leaf);

/* Marks the N nodes of PATH from the root complete, as far as all their children are. */
void ai_tree_mark_complete(struct ai_tree *t, const uint32_t *path, int n);

#endif
