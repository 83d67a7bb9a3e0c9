/* The value function: values are probabilities, the logistic function of the weighted features
 * and of what hidden units add; it is the same by identities and from all features at once. */
#include "positions.h"

#include "ai/knowledge.h"
#include "ai/value.h"

#include <math.h>

static bool has(unsigned set, unsigned who)
{
    return set >> who & 1;
}

/* --- The value function --- */

/* What the layer adds to the logit of features X. */
static double hidden(const struct ai_layer *layer, int phase, const float *x)
{
    double sum = 0;

    for (int k = 0; k < AI_UNITS; k++) {
        double unit = (double)layer->bias[phase][k];

        for (int i = 0; i < AI_FEATURES; i++)
            unit += (double)(layer->weight[i][k] * x[i]);
        sum += unit > 0 ? unit * (double)layer->out[k] : 0;
    }
    return sum;
}

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
    if (weights->layer)
        sum += hidden(weights->layer, phase, x);
    assert_true(value >= 0 && value <= 1);
    assert_true(fabsf(ai_probability(ai_logit_from(weights, phase, x)) - value) < 1e-5F);
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

/* Two units by hand: one counts only where its sum is positive. */
static void test_units(void **state)
{
    static const struct ai_layer layer = {
        .bias = {[3] = {-1, 0.5F}}, .weight = {[0] = {2, 0}, [5] = {0, -1}}, .out = {10, 4}};
    static const struct ai_weights weights = {.w = {[3] = {[5] = 1}}, .layer = &layer};
    float x[AI_FEATURES] = {[0] = 1, [5] = 0.25F};

    (void)state;
    assert_true(ai_logit_from(&weights, 3, x) == 0.25F + 10 * (-1 + 2) + 4 * (0.5F - 0.25F));
    x[0] = 0.25F;
    x[5] = 2;
    assert_true(ai_logit_from(&weights, 3, x) == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_value),
        cmocka_unit_test(test_units),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
