/* The solver: Kuhn poker, whose solution is known, and games of a few nodes. test_tree.c has
 * our own. */
#include "unit.h"

#include "ai/cfr.h"

#include <math.h>
#include <stdlib.h>

static float average(const struct cfr *t, uint32_t node, int set, int a)
{
    float share[CFR_ACTIONS];

    cfr_average_strategy(t, node, set, share);
    return share[a];
}

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
                lanes->infoset[CFR_JACK][0][lanes->n] = (uint8_t)jack;
                lanes->infoset[CFR_DETECTIVE][0][lanes->n++] = (uint8_t)other;
            }
    lanes->n_infosets[CFR_JACK][0] = lanes->n_infosets[CFR_DETECTIVE][0] = CARDS;
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
            chips(t->lanes->infoset[0][0][l] > t->lanes->infoset[1][0][l] ? stake : -stake);
}

static void fold(struct cfr *t, uint32_t node, int jack_wins)
{
    for (int l = 0; l < t->lanes->n; l++)
        cfr_values(t, node)[l] = chips(jack_wins);
}

static uint32_t branch(struct cfr *t, uint32_t node, enum cfr_actor turn)
{
    uint32_t child = cfr_add_leaf(t);

    assert_int_equal(cfr_add_leaf(t), child + 1);
    assert_true(cfr_branch(t, node, turn, 0, child, 2));
    return child;
}

static void kuhn_tree(struct cfr *t)
{
    uint32_t first, after_check, after_bet, answer;

    assert_int_equal(cfr_add_leaf(t), 0);
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

static void test_kuhn_poker(void **state)
{
    struct cfr_lanes lanes = {0};
    struct cfr t;
    void *memory;

    (void)state;
    kuhn_lanes(&lanes);
    memory = malloc(64 * cfr_node_size(&lanes));
    cfr_init(&t, &lanes, memory, 64);
    kuhn_tree(&t);
    assert_true(cfr_exploitability(&t) > 0.05); /* uniform strategies */
    for (int i = 0; i < 2000; i++)
        cfr_iterate(&t);
    /* The first player loses a chip in eighteen games; a chip is a quarter of the scale. */
    assert_true(fabs(cfr_evaluate(&t) - (0.5 - 1.0 / 18 / 4)) < 1e-3);
    assert_true(cfr_exploitability(&t) < 1e-3);
    /* With the best card the second player always bets and calls, with the worst he folds. */
    assert_true(average(&t, 2, 0, 0) > 0.99F);
    assert_true(average(&t, 2, 2, 1) > 0.99F);
    /* The middle card never bets; the worst bluffs a third as often as the best bets. */
    assert_true(average(&t, 0, 1, 1) < 0.01F);
    assert_true(fabsf(3 * average(&t, 0, 0, 1) - average(&t, 0, 2, 1)) < 0.05F);
    /* A warm restart converges again within 200 iterations. */
    cfr_restart(&t);
    assert_int_equal(t.iteration, 0);
    for (int i = 0; i < 200; i++)
        cfr_iterate(&t);
    assert_true(cfr_exploitability(&t) < 5e-3);
    free(memory);
}

/* --- Games of a few nodes, in which the solution is plain --- */

enum { NODES = 16 };

/* An empty tree with a root over LANES; free its `node`. */
static struct cfr tree_of(struct cfr_lanes *lanes)
{
    void *memory = malloc(NODES * cfr_node_size(lanes));
    struct cfr t;

    assert_non_null(memory);
    cfr_init(&t, lanes, memory, NODES);
    assert_int_equal(cfr_add_leaf(&t), 0);
    return t;
}

static void put_values(struct cfr *t, uint32_t node, const float *value)
{
    memcpy(cfr_values(t, node), value, (size_t)t->lanes->n * sizeof *value);
}

static void iterate(struct cfr *t, int n)
{
    for (int i = 0; i < n; i++) {
        double value;

        cfr_iterate(t);
        value = cfr_evaluate(t);
        assert_true(value <= cfr_best_response(t, CFR_JACK) + 1e-6);
        assert_true(value >= cfr_best_response(t, CFR_DETECTIVE) - 1e-6);
    }
}

/* Jack knows the lane, and in both the second action is the worse one. */
static void test_dominated(void **state)
{
    static const float good[] = {0.75F, 0.5F}, bad[] = {0.25F, 0.25F};
    struct cfr_lanes lanes = {.n = 2, .prior = {1, 3}, .n_infosets = {{2}, {1}}};
    struct cfr t;

    (void)state;
    lanes.infoset[CFR_JACK][0][1] = 1;
    t = tree_of(&lanes);
    (void)branch(&t, 0, CFR_JACK);
    put_values(&t, 1, good);
    put_values(&t, 2, bad);
    iterate(&t, 100);
    for (int set = 0; set < 2; set++)
        assert_true(average(&t, 0, set, 1) < 0.01F);
    assert_true(fabs(cfr_evaluate(&t) - (0.75 + 3 * 0.5) / 4) < 0.01);
    assert_true(cfr_exploitability(&t) < 0.01);
    free(t.node);
}

/* Where the other stops going, the answer to it must be learned all the same: Jack leaves at
 * once what would be a loss, but only against the right answer. */
static void test_off_the_path(void **state)
{
    static const float half = 0.5F, none = 0, all = 1;
    struct cfr_lanes lanes = {.n = 1, .prior = {1}, .n_infosets = {{1}, {1}}};
    struct cfr t = tree_of(&lanes);
    uint32_t answer;

    (void)state;
    (void)branch(&t, 0, CFR_JACK);
    put_values(&t, 1, &half);
    answer = branch(&t, 2, CFR_DETECTIVE);
    put_values(&t, answer, &all);
    put_values(&t, answer + 1, &none);
    iterate(&t, 200);
    assert_true(average(&t, 0, 0, 0) > 0.99F);
    assert_true(average(&t, 2, 0, 1) > 0.99F);
    assert_true(cfr_exploitability(&t) < 0.01);
    free(t.node);
}

/* Three lanes, of which nature leaves two, each pair of them as often: then the Detective
 * guesses the lane. He is right every other time, and never guesses who is gone. */
static void test_dying_lanes(void **state)
{
    struct cfr_lanes lanes = {.n = 3, .prior = {2, 2, 2}, .n_infosets = {{3}, {1}}};
    struct cfr t;
    uint32_t pair;

    (void)state;
    for (uint8_t l = 0; l < 3; l++)
        lanes.infoset[CFR_JACK][0][l] = l;
    t = tree_of(&lanes);
    pair = cfr_add_leaf(&t);
    for (uint32_t i = 1; i < 3; i++)
        assert_int_equal(cfr_add_leaf(&t), pair + i);
    for (int i = 0; i < 3; i++) {
        cfr_remove(&t.node[pair + (uint32_t)i].alive, i);
        t.node[pair + (uint32_t)i].probability = 0.5F;
    }
    assert_true(cfr_branch(&t, 0, CFR_CHANCE, 0, pair, 3));
    for (uint32_t i = 0; i < 3; i++) {
        uint32_t guess = cfr_add_leaf(&t);

        (void)cfr_add_leaf(&t);
        (void)cfr_add_leaf(&t);
        for (uint32_t g = 0; g < 3; g++) {
            cfr_remove(&t.node[guess + g].alive, (int)i);
            for (uint32_t l = 0; l < 3; l++)
                cfr_values(&t, guess + g)[l] = (float)(l != g && l != i);
        }
        assert_true(cfr_branch(&t, pair + i, CFR_DETECTIVE, 0, guess, 3));
    }
    iterate(&t, 300);
    for (uint32_t i = 0; i < 3; i++)
        assert_true(average(&t, pair + i, 0, (int)i) < 0.01F);
    assert_true(fabs(cfr_evaluate(&t) - 0.5) < 0.01);
    assert_true(cfr_exploitability(&t) < 0.01);
    free(t.node);
}

/* A tree that is full says so, and goes on with what it has. */
static void test_no_room(void **state)
{
    struct cfr_lanes lanes = {.n = 1, .prior = {1}, .n_infosets = {{1}, {1}}};
    struct cfr t = tree_of(&lanes);

    (void)state;
    (void)branch(&t, 0, CFR_JACK);
    while (t.n_nodes < NODES)
        assert_int_not_equal(cfr_add_leaf(&t), 0);
    assert_int_equal(cfr_add_leaf(&t), 0);
    iterate(&t, 2);
    free(t.node);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_kuhn_poker),   cmocka_unit_test(test_dominated),
        cmocka_unit_test(test_off_the_path), cmocka_unit_test(test_dying_lanes),
        cmocka_unit_test(test_no_room),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
