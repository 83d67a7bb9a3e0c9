/* The value function: values are probabilities, the logistic function of the weighted features;
 * and a leaf found in the transposition table has the value that it would get without. */
#include "positions.h"

#include "ai/knowledge.h"
#include "ai/leaf.h"

#include <math.h>

static bool has(unsigned set, unsigned who)
{
    return set >> who & 1;
}

/* --- The value function --- */

static void check_identity(const struct ai_value *p, const struct ai_weights *weights,
                           uint8_t hidden_draws, unsigned who, int missing)
{
    float x[AI_FEATURES], value = ai_value_of(p, who, missing);
    double sum = 0;
    int phase = ai_phase(p->s, p->outlook);

    assert_true(phase >= 0 && phase < AI_PHASES);
    ai_features(x, p, hidden_draws, who, missing);
    for (int i = 0; i < AI_FEATURES; i++) {
        assert_true(isfinite(x[i]));
        sum += (double)(weights->w[phase][i] * x[i]);
    }
    assert_true(value >= 0 && value <= 1);
    CHECK(fabs(1 / (1 + exp(-sum)) - (double)value) < 1e-5, "%s, round %d: %g",
          p->s->game->name, p->s->round, (double)value);
}

/* For everything that the Detective may know, short of who is Jack. */
static void check_value(const struct alibi_state *s)
{
    const struct ai_weights *weights = ai_knowledge_of(s->game)->weights[s->slot % 2];
    struct alibi_outlook outlook;

    s->game->outlook(&outlook, s);
    for (unsigned innocent = 0; innocent <= s->suspects; innocent = 2 * innocent + 1)
        for (uint8_t hidden_draws = 0; hidden_draws < 3; hidden_draws++)
            for (unsigned who = 0; who < ALIBI_CHARACTERS_MAX; who++)
                for (int missing = -1; missing <= 6 && has(s->suspects & ~innocent, who);
                     missing += 2) {
                    struct ai_value evaluation;

                    ai_value_prepare(&evaluation, weights, s, &outlook, (uint16_t)innocent,
                                     hidden_draws);
                    check_identity(&evaluation, weights, hidden_draws, who, missing);
                }
}

static void test_value(void **state)
{
    (void)state;
    unit_every_decision(2, check_value);
}

/* --- Quiescence search --- */

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
        cmocka_unit_test(test_value),
        cmocka_unit_test(test_transpositions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
