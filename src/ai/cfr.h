/* Counterfactual regret minimisation over a public tree.
 *
 * The variant is CFR+ (Tammelin 2014): regrets clipped at zero, alternating updates, linear
 * averaging. The tree is the public tree, whose nodes are what everybody has observed. What is
 * hidden is a lane: one joint private state, or rather a class of them that makes no difference
 * to the game from here on ("hands" in a poker solver). Every node carries vectors with an
 * entry per lane, and one walk of the tree updates all lanes.
 *
 * A player does not observe the lane, only the information set that it belongs to, and plays
 * one strategy in all lanes of a set. The value of a node in a lane is Jack's probability of
 * winning; Jack maximises it, the Detective minimises it.
 *
 * The solver knows no game and never allocates: the caller hands over the memory, defines the
 * lanes, and may add nodes at any time between two iterations. */
#ifndef AI_CFR_H
#define AI_CFR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    CFR_PLAYERS = 2,
    CFR_LANES = 256,   /* entries of a vector; information sets have 8-bit numbers */
    CFR_EPOCHS = 2,    /* information sets may be refined once on the way down the tree */
    CFR_ACTIONS = 512, /* actions of a node */
};

enum cfr_actor { CFR_JACK, CFR_DETECTIVE, CFR_CHANCE, CFR_LEAF };

struct cfr_lanes {
    int n;
    float prior[CFR_LANES]; /* probability, up to a common factor */
    /* By player and epoch, the information set of each lane and the number of sets. */
    uint8_t infoset[CFR_PLAYERS][CFR_EPOCHS][CFR_LANES];
    int n_infosets[CFR_PLAYERS][CFR_EPOCHS];
};

/* A set of lanes. */
struct cfr_mask {
    uint64_t word[CFR_LANES / 64];
};

struct cfr_node {
    struct cfr_mask alive; /* the lanes in which the game can come here */
    float probability;     /* of this child of a chance node, in each lane alive here */
    uint8_t actor, epoch;
    bool all_alive;
    uint16_t n_children;
    uint32_t first_child; /* the others follow it */
    uint32_t value;       /* per lane: offset into the pool */
    uint32_t strategy;    /* per information set and action: offset into the pool */
    uint32_t visits;      /* for the caller's tree policy */
};

/* Calls TASK(DATA, I) for every I below N, each once, in any order and perhaps several at the
 * same time, and returns when all are done; CREW is who does it. */
typedef void cfr_share(void *crew, int n, void (*task)(void *data, int i), void *data);

struct cfr {
    struct cfr_lanes *lanes;
    struct cfr_node *node;                       /* node 0 is the root */
    bool one_lane_each[CFR_PLAYERS][CFR_EPOCHS]; /* information set L is lane L */
    uint32_t n_nodes, max_nodes;
    float *pool;
    uint32_t used, max_used; /* floats of the pool */
    int iteration;           /* since the last restart */
    cfr_share *share;        /* for walks of large trees, or NULL: the caller walks alone */
    void *crew;
};

/* Leaves that are made before they belong to a tree, with their values: N of MAX. */
struct cfr_made {
    struct cfr_node *node;
    float *value; /* a vector for each */
    uint32_t n, max;
};

/* Bytes of a node and of its share of the pool, on average. */
size_t cfr_node_size(const struct cfr_lanes *lanes);

/* Makes an empty tree in MEMORY, which has MAX_NODES times that size. */
void cfr_init(struct cfr *t, struct cfr_lanes *lanes, void *memory, uint32_t max_nodes);

/* Adds a leaf, alive in all lanes, and returns its number, or 0 if the memory is full (the
 * first node, the root, is 0 as well). Its values are 0, and the caller fills in those of the
 * lanes that are alive. */
uint32_t cfr_add_leaf(struct cfr *t);

/* Where the tree's next leaves will be, as far as there is memory for them: those that are made
 * here, before anything else is added, need not be copied. */
struct cfr_made cfr_room(const struct cfr *t);

/* Makes a leaf that is alive in no lane, and returns its number, or UINT32_MAX if there is no
 * room. The caller fills in its mask and its values, of N_LANES lanes. */
uint32_t cfr_make_leaf(struct cfr_made *made, int n_lanes);

/* Adds the leaves that were MADE to the tree, in their order: how many, as far as there is
 * memory. The first is number t->n_nodes before the call. */
uint32_t cfr_add_made(struct cfr *t, const struct cfr_made *made);

/* Turns NODE, a leaf, into a decision of ACTOR between the N leaves from FIRST_CHILD on, whose
 * `alive` masks are final. Returns false if there is no memory for the strategies. */
bool cfr_branch(struct cfr *t, uint32_t node, enum cfr_actor actor, uint8_t epoch,
                uint32_t first_child, uint16_t n);

/* The values of NODE, one per lane. */
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

/* One iteration: Jack's regrets are updated, then the Detective's. */
void cfr_iterate(struct cfr *t);

/* Warm restart, for a tree that has grown: scales regrets and average strategies down, so that
 * they serve as a starting point and a few iterations outweigh them. */
void cfr_restart(struct cfr *t);

/* The average strategy of INFOSET at NODE: the probability of each action. */
void cfr_average_strategy(const struct cfr *t, uint32_t node, int infoset,
                          float probability[CFR_ACTIONS]);

/* How likely the child of action A of NODE is, per lane, if NODE is as likely as REACH says and
 * its average strategy is played; NODE was prepared for that. Returns false if no lane comes
 * to the child. */
void cfr_prepare(struct cfr *t, uint32_t node);
bool cfr_reach(const struct cfr *t, uint32_t node, uint32_t a, const float *reach,
               float below[CFR_LANES]);

/* Calls TASK(DATA, A) for every child A of the root, if the tree is large by several threads:
 * subtrees have nothing in common that a walk changes. */
void cfr_each_branch(struct cfr *t, void (*task)(void *data, int a), void *data);

/* Jack's probability of winning if both play their average strategies; leaves the values of
 * all nodes under these strategies. */
double cfr_evaluate(struct cfr *t);

/* Jack's probability of winning if PLAYER plays a best response to the other's average
 * strategy. */
double cfr_best_response(struct cfr *t, enum cfr_actor player);

/* How much the best responses gain on average: 0 in an equilibrium (NashConv / 2). */
double cfr_exploitability(struct cfr *t);

#endif
