/* Trees that are expanded completely and solved. Rows of null are in tests/unit, those of a
 * game with its rules. */
#ifndef TREES_H
#define TREES_H

#include "positions.h"

#include "ai/tree.h"
#include <alibi/kit/bits.h>

#include <math.h>

enum { SIZE = 48 << 20, ITERATIONS = 3000, STRIDE = 50, SUSPECTS = 4 };

/* How many candidates the nodes of a tree get: all, unless there are too many. */
#define WHOLE                                                                                  \
    {                                                                                          \
        CFR_ACTIONS, CFR_ACTIONS, CFR_ACTIONS, CFR_ACTIONS, CFR_ACTIONS                        \
    }

/* The tree of S, expanded completely, with nodes of that BREADTH. */
static inline void expand_all(struct ai_tree *t, const struct alibi_state *s,
                              struct ai_knowledge *knowledge, const struct ai_breadth *breadth)
{
    struct alibi_view view;

    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    ai_tree_init(t, SIZE, &view, 0);
    *knowledge = *t->knowledge;
    knowledge->root = knowledge->inner = knowledge->later = *breadth;
    t->knowledge = knowledge;
    t->quiescence_width = 0; /* the tree itself goes to the end of the round */
    for (uint32_t i = 0; i < t->cfr.n_nodes; i++)
        if (t->cfr.node[i].actor == CFR_LEAF)
            ai_tree_expand(t, i);
    assert_false(t->full);
}

/* Whether the tree has a leaf where the game is not over, so that its value is a guess. */
static inline bool guesses(const struct ai_tree *t)
{
    for (uint32_t i = 0; i < t->cfr.n_nodes; i++)
        if (t->cfr.node[i].actor == CFR_LEAF && t->public_state[i].s.winner == ALIBI_NOBODY)
            return true;
    return false;
}

/* The probabilities of a chance node sum to 1 in every lane that is alive there. */
static inline void check_chances(const struct ai_tree *t)
{
    for (uint32_t i = 0; i < t->cfr.n_nodes; i++) {
        const struct cfr_node *node = &t->cfr.node[i];

        for (int l = 0; l < t->lanes.cfr.n && node->actor == CFR_CHANCE; l++) {
            float sum = 0;

            for (uint32_t a = 0; a < node->n_children; a++)
                if (cfr_has(&t->cfr.node[node->first_child + a].alive, l))
                    sum += t->cfr.node[node->first_child + a].probability;
            if (cfr_has(&node->alive, l))
                CHECK(fabsf(sum - 1) < 1e-5F, "node %u, lane %d: %g", i, l, (double)sum);
        }
    }
}

static inline void solve(struct ai_tree *t, const char *name, uint64_t seed)
{
    double gain = 1, value;

    while (gain >= 0.01 && t->cfr.iteration < ITERATIONS) {
        for (int i = 0; i < STRIDE; i++)
            cfr_iterate(&t->cfr);
        gain = cfr_exploitability(&t->cfr);
    }
    CHECK(gain < 0.01, "%s, seed %d: %g", name, (int)seed, gain);
    value = cfr_evaluate(&t->cfr);
    CHECK(value > -1e-4 && value < 1 + 1e-4, "%s, seed %d: %g", name, (int)seed, value);
    CHECK(value <= cfr_best_response(&t->cfr, CFR_JACK) + 1e-4 &&
              value >= cfr_best_response(&t->cfr, CFR_DETECTIVE) - 1e-4,
          "%s, seed %d: %g", name, (int)seed, value);
}

/* Games that are played at random up to the first decision in ROUND and SLOT, and their trees,
 * of that BREADTH. */
struct solved {
    const char *game;
    int round, slot, games;
    struct ai_breadth breadth;
    bool guesses; /* the tree ends where a new round's cards are due */
};

static inline void check_solved(const struct solved *row, size_t n)
{
    struct ai_tree *t = malloc(SIZE);

    assert_non_null(t);
    for (size_t i = 0; i < n; i++) {
        int solved = 0;

        for (uint64_t seed = 1; seed <= 300 && solved < row[i].games; seed++) {
            struct ai_knowledge knowledge;
            struct alibi_state s;

            if (!unit_reach(&s, alibi_game_find(row[i].game), seed, row[i].round,
                            row[i].slot) ||
                alibi_size(s.suspects) < 2 || alibi_size(s.suspects) > SUSPECTS)
                continue;
            expand_all(t, &s, &knowledge, &row[i].breadth);
            assert_true(guesses(t) == row[i].guesses);
            check_chances(t);
            solve(t, row[i].game, seed);
            solved++;
        }
        CHECK(solved == row[i].games, "row %zu: %d", i, solved);
    }
    free(t);
}

#endif
