/* Leaf evaluation in all lanes, with a quiescence search where a game needs one.
 *
 * In the middle of a round of Pocket it says little who would be seen now: a few actions change
 * everything. But different orders of actions lead to the same few boards. So there the round
 * is first searched to its end, the Detective choosing for all lanes together and Jack in each
 * lane for himself, with a transposition table of the boards. Elsewhere a leaf gets the value
 * function at once. In Pocket the quiescence search won more than the time that it costs. */
#ifndef AI_LEAF_H
#define AI_LEAF_H

#include "outcome.h"
#include "value.h"

/* A transposition table: positions by their keys, with the values of all lanes. */
struct ai_transpositions {
    uint32_t n, size; /* SIZE is a power of two, at most half of which is used */
    uint64_t *key;    /* 0 for an empty slot */
    float *value;     /* for each key, one per lane */
};

size_t ai_transpositions_bytes(uint32_t size, int n_lanes);
void ai_transpositions_init(struct ai_transpositions *table, uint32_t size, void *memory);

/* Empties the table. */
void ai_transpositions_clear(struct ai_transpositions *table);

/* Adds what is in FROM to the table, as far as there is room. */
void ai_transpositions_add(struct ai_transpositions *table,
                           const struct ai_transpositions *from, int n_lanes);

struct ai_leaves {
    const struct ai_lanes *lanes;
    const struct ai_weights *weights;
    struct ai_transpositions table;
    const struct ai_transpositions *known; /* a table that is looked into as well, or NULL */
    uint64_t nodes;                        /* positions searched so far */
};

/* Jack's winning probability at AT, into V for every lane alive there; other entries are left.
 * The quiescence search tries WIDTH actions at each step; with 0 there is none. */
void ai_leaf_evaluate(struct ai_leaves *leaves, const struct ai_outcome *at, int width,
                      float *v);

/* The same statically if the Detective were certain who Jack is; the game goes on at AT. */
void ai_leaf_found(const struct ai_leaves *leaves, const struct ai_outcome *at, float *v);

#endif
