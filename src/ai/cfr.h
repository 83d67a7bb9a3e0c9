/* Solving small games with hidden information: counterfactual regret minimisation (CFR+, with
 * alternating updates and linear averaging) over a public tree.
 *
 * A lane is one way the hidden things may be. A player does not see the lane, only which of his
 * information sets it belongs to, and chooses alike in all lanes of a set. The tree is what
 * everybody sees; each node has a value for every lane: Jack's chance to win if the game came
 * here in that lane. The Detective wants it low.
 *
 * Nothing here knows a game, and nothing allocates: the caller hands over the memory, makes
 * the lanes, and adds nodes whenever it likes, between iterations too. */
#ifndef AI_CFR_H
#define AI_CFR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CFR_LANES = 256,
    CFR_EPOCHS = 2, /* what a player knows may grow once on the way down the tree */
    CFR_ACTIONS = 512,
};

enum cfr_turn { CFR_JACK, CFR_DETECTIVE, CFR_NATURE, CFR_LEAF };

struct cfr_lanes {
    int n;
    float prior[CFR_LANES]; /* how likely each is, up to a common factor */
    /* By player and epoch, the information set of each lane and how many sets there are. */
    uint8_t set[2][CFR_EPOCHS][CFR_LANES];
    int sets[2][CFR_EPOCHS];
};

/* A set of lanes. */
struct cfr_mask {
    uint64_t word[CFR_LANES / 64];
};

struct cfr_node {
    struct cfr_mask alive; /* the lanes in which the game can come here */
    float chance;          /* of nature's choosing this child, in each lane where it can */
    uint8_t turn, epoch;
    bool whole;      /* alive in all lanes */
    uint16_t n;      /* children */
    uint32_t child;  /* the first; they follow each other */
    uint32_t value;  /* per lane: where in the pool */
    uint32_t plan;   /* per information set and action: see cfr.c */
    uint32_t visits; /* for whoever grows the tree */
};

struct cfr {
    struct cfr_lanes *lanes;
    struct cfr_node *node;     /* node 0 is the root */
    bool apart[2][CFR_EPOCHS]; /* the player can tell all lanes apart */
    uint32_t n_nodes, max_nodes;
    float *pool;
    uint32_t used, max_used;
    int iteration; /* since the last restart */
};

/* How many bytes a node takes on the average, with what is kept about it. */
size_t cfr_node_size(const struct cfr_lanes *lanes);

/* An empty tree for MAX_NODES nodes in MEMORY, which has as many times that size. */
void cfr_init(struct cfr *t, struct cfr_lanes *lanes, void *memory, uint32_t max_nodes);

/* Adds a leaf, alive in all lanes; returns its number, or 0 if there is no room (the root, the
 * first, is 0 as well). Its values are for the caller to fill. */
uint32_t cfr_leaf(struct cfr *t);

/* Makes NODE, a leaf, a decision of a player or of nature between N leaves made one after the
 * other from CHILD on, which know already where they are alive. False if there is no room for
 * what must be remembered about it. */
bool cfr_branch(struct cfr *t, uint32_t node, enum cfr_turn turn, uint8_t epoch, uint32_t child,
                uint16_t n);

float *cfr_values(const struct cfr *t, uint32_t node);

static inline bool cfr_has(const struct cfr_mask *mask, int lane)
{
    return (mask->word[lane / 64] >> (lane % 64)) & 1;
}

static inline void cfr_put(struct cfr_mask *mask, int lane)
{
    mask->word[lane / 64] |= (uint64_t)1 << (lane % 64);
}

static inline void cfr_remove(struct cfr_mask *mask, int lane)
{
    mask->word[lane / 64] &= ~((uint64_t)1 << (lane % 64));
}

static inline void cfr_join(struct cfr_mask *mask, const struct cfr_mask *more)
{
    for (int i = 0; i < CFR_LANES / 64; i++)
        mask->word[i] |= more->word[i];
}

/* One iteration: both players improve, one after the other. */
void cfr_iterate(struct cfr *t);

/* Begins to solve anew, with what was found so far as no more than a hint. To be called when
 * the tree has grown: what was found in a smaller one is wrong in places, and would be
 * remembered for as many iterations as it was believed. */
void cfr_restart(struct cfr *t);

/* How often each action of NODE is chosen in SET, on the average of all iterations. */
void cfr_average(const struct cfr *t, uint32_t node, int set, float share[CFR_ACTIONS]);

/* Jack's chance to win, over all lanes, if both play their average strategies; leaves the
 * values of all nodes. */
double cfr_evaluate(struct cfr *t);

/* Jack's chance to win if PLAYER knows the other's average strategy and answers it in the best
 * way. */
double cfr_best(struct cfr *t, enum cfr_turn player);

/* How much more a player would win who knew the other's average strategy and answered it in the
 * best way, the mean of both players: 0 at an equilibrium. */
double cfr_exploitability(struct cfr *t);

#endif
