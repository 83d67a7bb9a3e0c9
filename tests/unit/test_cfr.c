/* The solver: Kuhn poker, whose solution is known, and games of our own small enough to check. */
#include "unit.h"

#include "ai/cfr.h"

#include <math.h>
#include <stdlib.h>

/* --- Kuhn poker: three cards, one each, an ante of one, one bet of one --- */

enum { CARDS = 3 };

/* The six deals as lanes; Jack, who begins, sees his own card, the Detective his. */
static void kuhn_lanes(struct cfr_lanes *lanes)
{
    lanes->n = 0;
    for (int jack = 0; jack < CARDS; jack++)
        for (int other = 0; other < CARDS; other++)
            if (jack != other) {
                lanes->prior[lanes->n] = 1;
                lanes->set[CFR_JACK][0][lanes->n] = (uint8_t)jack;
                lanes->set[CFR_DETECTIVE][0][lanes->n++] = (uint8_t)other;
            }
    lanes->sets[CFR_JACK][0] = lanes->sets[CFR_DETECTIVE][0] = CARDS;
}

/* What Jack wins of a stake that is his from 0 to 1: chips from -2 to 2 become 0 to 1. */
static float chips(int n)
{
    return (float)(n + 2) / 4;
}

/* NODE ends: the higher card takes STAKE. */
static void showdown(struct cfr *t, uint32_t node, int stake)
{
    for (int l = 0; l < t->lanes->n; l++)
        cfr_values(t, node)[l] =
            chips(t->lanes->set[0][0][l] > t->lanes->set[1][0][l] ? stake : -stake);
}

static void fold(struct cfr *t, uint32_t node, int jack_wins)
{
    for (int l = 0; l < t->lanes->n; l++)
        cfr_values(t, node)[l] = chips(jack_wins);
}

static uint32_t branch(struct cfr *t, uint32_t node, enum cfr_turn turn)
{
    uint32_t child = cfr_leaf(t);

    assert_int_equal(cfr_leaf(t), child + 1);
    assert_true(cfr_branch(t, node, turn, 0, child, 2));
    return child;
}

static void kuhn_tree(struct cfr *t)
{
    uint32_t first, after_check, after_bet, answer;

    assert_int_equal(cfr_leaf(t), 0);
    first = branch(t, 0, CFR_JACK); /* check, bet */
    after_check = branch(t, first, CFR_DETECTIVE);
    showdown(t, after_check, 1);
    answer = branch(t, after_check + 1, CFR_JACK); /* fold, call */
    fold(t, answer, -1);
    showdown(t, answer + 1, 2);
    after_bet = branch(t, first + 1, CFR_DETECTIVE);
    fold(t, after_bet, 1);
    showdown(t, after_bet + 1, 2);
}

static void kuhn_poker_is_solved(void **state)
{
    struct cfr_lanes lanes = {0};
    struct cfr t;
    void *memory;

    (void)state;
    kuhn_lanes(&lanes);
    memory = malloc(64 * cfr_node_size(&lanes));
    cfr_init(&t, &lanes, memory, 64);
    kuhn_tree(&t);
    assert_true(cfr_exploitability(&t) > 0.05); /* to begin with all is even */
    for (int i = 0; i < 2000; i++)
        cfr_iterate(&t);
    /* The first player loses a chip in eighteen games; a chip is a quarter of the scale. */
    assert_true(fabs(cfr_evaluate(&t) - (0.5 - 1.0 / 18 / 4)) < 1e-3);
    assert_true(cfr_exploitability(&t) < 1e-3);
    /* With the best card the second player always bets and calls, with the worst he folds. */
    assert_true(cfr_average(&t, 2, 0, 0) > 0.99F);
    assert_true(cfr_average(&t, 2, 2, 1) > 0.99F);
    /* The middle card never bets; the worst bluffs a third as often as the best bets. */
    assert_true(cfr_average(&t, 0, 1, 1) < 0.01F);
    assert_true(fabsf(3 * cfr_average(&t, 0, 0, 1) - cfr_average(&t, 0, 2, 1)) < 0.05F);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kuhn_poker_is_solved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
