/* The solver on a game: trees that are small enough to be expanded completely are solved
 * to an exploitability below 0.01. */
#include "trees.h"

static void test_solved(void **state)
{
    static const struct solved row[] = {
        {"null", 1, 1, 1, WHOLE, false},
        {"null", 2, 1, 3, WHOLE, false},
    };

    (void)state;
    check_solved(row, COUNT(row));
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
    ai_tree_init(t, LEAST, &view, 0);
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
