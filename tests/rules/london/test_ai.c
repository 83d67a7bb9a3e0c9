/* The search in London: Goodley's whistle, and the last turns solved. */
#include "candidates.h"
#include "trees.h"

/* Goodley's whistle has many sequences, of which few are searched. */
static void test_whistle(void **state)
{
    const struct alibi_game *london = alibi_game_find("london");
    int whistles = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 16; seed++)
        for (int round = 1; round <= 4; round++) {
            struct alibi_state s;
            alibi_move goodley;

            if (!unit_reach(&s, london, seed, round, 1) ||
                alibi_token_parse(&goodley, &s, "SG", 2, NULL) != ALIBI_OK)
                continue;
            (void)london->apply(&s, goodley);
            find(&s, BEAM, MAX);
            whistles++;
            CHECK(finder.candidates.nodes <= 20000 && finder.candidates.n <= 3000,
                  "seed %d, round %d: %d candidates, %d nodes", (int)seed, round,
                  finder.candidates.n, (int)finder.candidates.nodes);
        }
    assert_true(whistles > 8);
}

static void test_solved(void **state)
{
    static const struct solved row[] = {
        {"london", 8, 4, 6, WHOLE, false},
        {"london", 8, 3, 6, {24, 24, 4, 48, CFR_ACTIONS}, false},
    };

    (void)state;
    check_solved(row, COUNT(row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whistle),
        cmocka_unit_test(test_solved),
    };

    return cmocka_run_group_tests(tests, unit_search_set_up, unit_search_tear_down);
}
