/* The solver on our own games: trees that are small enough to be expanded completely are solved
 * to an exploitability below 0.01. */
#include "positions.h"

#include "ai/tree.h"
#include <alibi/kit/bits.h>

#include <math.h>

enum { SIZE = 48 << 20, ITERATIONS = 3000, STRIDE = 50, SUSPECTS = 4 };

/* How many candidates the nodes of a tree get: all, where that is not too many. */
static const struct ai_breadth whole = {CFR_ACTIONS, CFR_ACTIONS, CFR_ACTIONS, CFR_ACTIONS,
                                        CFR_ACTIONS},
                               two_dozen = {24, 24, 4, 48, CFR_ACTIONS},
                               dozen = {16, 12, 3, 64, CFR_ACTIONS},
                               six = {8, 6, 2, 64, CFR_ACTIONS},
                               four = {6, 4, 2, 64, CFR_ACTIONS};

/* The tree of S, expanded as far as it goes, with nodes of that BREADTH. */
static void expand_all(struct ai_tree *t, const struct alibi_state *s,
                       struct ai_knowledge *knowledge, const struct ai_breadth *breadth)
{
    struct alibi_view view;

    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    ai_tree_init(t, SIZE, &view);
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
static bool guesses(const struct ai_tree *t)
{
    for (uint32_t i = 0; i < t->cfr.n_nodes; i++)
        if (t->cfr.node[i].actor == CFR_LEAF && t->public_state[i].s.winner == ALIBI_NOBODY)
            return true;
    return false;
}

/* The probabilities of a chance node sum to 1 in every lane that is alive there. */
static void check_chances(const struct ai_tree *t)
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

static void solve(struct ai_tree *t, const char *name, uint64_t seed)
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

static void test_solved(void **state)
{
    static const struct {
        const char *game;
        int round, slot, games;
        const struct ai_breadth *breadth;
        bool guesses; /* the tree ends where a new round's cards are due */
    } row[] = {
        {"null", 1, 1, 1, &whole, false},    {"null", 2, 1, 3, &whole, false},
        {"pocket", 8, 1, 3, &dozen, false},  {"pocket", 8, 2, 4, &whole, false},
        {"pocket", 8, 3, 6, &whole, false},  {"pocket", 7, 4, 4, &six, false},
        {"pocket", 7, 3, 3, &four, false},   {"pocket", 6, 3, 6, &whole, true},
        {"london", 8, 4, 6, &whole, false},  {"london", 8, 3, 6, &two_dozen, false},
        {"newyork", 8, 4, 6, &whole, false}, {"newyork", 8, 3, 6, &two_dozen, false},
    };
    struct ai_tree *t = malloc(SIZE);

    (void)state;
    assert_non_null(t);
    for (size_t i = 0; i < COUNT(row); i++) {
        int solved = 0;

        for (uint64_t seed = 1; seed <= 300 && solved < row[i].games; seed++) {
            struct ai_knowledge knowledge;
            struct alibi_state s;

            if (!unit_reach(&s, alibi_game_find(row[i].game), seed, row[i].round,
                            row[i].slot) ||
                alibi_size(s.suspects) < 2 || alibi_size(s.suspects) > SUSPECTS)
                continue;
            expand_all(t, &s, &knowledge, row[i].breadth);
            assert_true(guesses(t) == row[i].guesses);
            check_chances(t);
            solve(t, row[i].game, seed);
            solved++;
        }
        CHECK(solved == row[i].games, "row %zu: %d", i, solved);
    }
    free(t);
}

/* --- Memory --- */

enum { LEAST = (1 << 20) - 64 }; /* what a player has at least, and what the champion adds */

/* The least memory holds all candidates of the root. */
static void check_least(const struct alibi_state *s)
{
    struct ai_tree *t = malloc(LEAST);
    struct alibi_view view;

    assert_non_null(t);
    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    ai_tree_init(t, LEAST, &view);
    ai_tree_expand(t, 0);
    CHECK(!t->full && t->cfr.node[0].n_children >= 1,
          "%s, round %d, slot %d: %d lanes, %d candidates", s->game->name, s->round, s->slot,
          t->lanes.cfr.n, t->cfr.node[0].n_children);
    free(t);
}

static void test_least(void **state)
{
    (void)state;
    unit_every_decision(2, check_least);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solved),
        cmocka_unit_test(test_least),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
