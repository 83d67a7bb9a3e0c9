/* The search in Pocket: the last turns solved, and the quiescence search to the end of a turn.
 */
#include "trees.h"

#include "ai/leaf.h"

static void test_solved(void **state)
{
    static const struct solved row[] = {
        {"pocket", 8, 1, 3, {16, 12, 3, 64, CFR_ACTIONS}, false},
        {"pocket", 8, 2, 4, WHOLE, false},
        {"pocket", 8, 3, 6, WHOLE, false},
        {"pocket", 7, 4, 4, {8, 6, 2, 64, CFR_ACTIONS}, false},
        {"pocket", 7, 3, 3, {6, 4, 2, 64, CFR_ACTIONS}, false},
        {"pocket", 6, 3, 6, WHOLE, true},
    };

    (void)state;
    check_solved(row, COUNT(row));
}

/* The values of the root in all lanes, with a transposition table of SIZE. */
static void evaluate(float *v, const struct ai_lanes *lanes, int width, uint32_t size)
{
    void *memory = malloc(ai_transpositions_bytes(size, lanes->cfr.n));
    struct ai_leaves leaves = {
        .lanes = lanes, .weights = ai_knowledge_of(lanes->root.game)->weights[lanes->seat]};
    struct ai_outcome at = {.s = lanes->root};

    assert_non_null(memory);
    memset(&at.alive, 0xff, sizeof at.alive);
    ai_transpositions_init(&leaves.table, size, memory);
    for (int again = 0; again < 2; again++)
        ai_leaf_evaluate(&leaves, &at, width, v);
    assert_true(leaves.table.n <= size / 2);
    free(memory);
}

/* A leaf found in the transposition table has the value that it would get without. */
static void test_transpositions(void **state)
{
    static const struct {
        int slot, width;
    } row[] = {{4, CFR_ACTIONS}, {3, CFR_ACTIONS}, {2, 6}, {1, 3}, {1, 0}};
    int checked = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        for (uint64_t seed = 1; seed <= 8; seed++)
            for (int round = 1; round <= 8; round++) {
                static struct ai_lanes lanes;
                float with[CFR_LANES] = {0}, without[CFR_LANES] = {0};
                struct alibi_state s;
                struct alibi_view view;

                if (!unit_reach(&s, alibi_game_find("pocket"), seed, round, row[i].slot))
                    break;
                s.game->observe(&view, &s, (enum alibi_viewer)s.to_act);
                ai_lanes_make(&lanes, &view);
                evaluate(with, &lanes, row[i].width, 1 << 15);
                evaluate(without, &lanes, row[i].width, 2);
                for (int l = 0; l < lanes.cfr.n; l++) {
                    assert_true(with[l] >= 0 && with[l] <= 1);
                    CHECK(with[l] == without[l],
                          "row %zu, seed %d, round %d, lane %d: %g, not %g", i, (int)seed,
                          round, l, (double)with[l], (double)without[l]);
                }
                checked++;
            }
    assert_true(checked > 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solved),
        cmocka_unit_test(test_transpositions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
