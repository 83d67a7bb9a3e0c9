/* The value function: values are probabilities, the logistic function of the weighted features.
 */
#include "positions.h"

#include "ai/knowledge.h"
#include "ai/value.h"

#include <math.h>

static bool has(unsigned set, unsigned who)
{
    return set >> who & 1;
}

/* --- The value function --- */

static void check_identity(const struct ai_value *p, const struct ai_weights *weights,
                           uint8_t hidden_draws, unsigned who, int missing)
{
    float x[AI_FEATURES], value = ai_probability(ai_logit_of(p, who, missing));
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_value),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
