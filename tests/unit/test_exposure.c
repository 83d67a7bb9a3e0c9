/* Suspicion at the leaves: it costs nothing where all suspects choose alike, and so Jack gives
 * away less of who he is. */
#include "positions.h"

#include "ai/exposure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 16 << 20, ITERATIONS = 60, STRIDE = 7 };

/* The tree of S, one activation deep. */
static void grow(struct ai_tree *t, const struct alibi_state *s, float exposure)
{
    struct alibi_view view;

    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    ai_tree_init(t, SIZE, &view, exposure);
    ai_tree_expand(t, 0);
    assert_false(t->full);
}

/* How many bits the choice at the root tells about which lane it is. */
static double leak(struct ai_tree *t)
{
    const struct cfr_lanes *lanes = &t->lanes.cfr;
    const struct cfr_node *root = &t->cfr.node[0];
    double total = 0, bits = 0;

    for (int l = 0; l < lanes->n; l++)
        total += (double)lanes->prior[l];
    cfr_prepare(&t->cfr, 0);
    for (uint32_t a = 0; a < root->n_children; a++) {
        float below[CFR_LANES];
        double all = 0;

        if (!cfr_reach(&t->cfr, 0, a, lanes->prior, below))
            continue;
        for (int l = 0; l < lanes->n; l++)
            all += (double)below[l];
        for (int l = 0; l < lanes->n; l++)
            if (below[l] > 0)
                bits += (double)below[l] / total *
                        log2((double)below[l] / (double)lanes->prior[l] * total / all);
    }
    return bits;
}

/* The sums over decisions of Jack: without exposure, and with it. */
static double leaked[2];
static int decisions;

static void compare(const struct alibi_state *s)
{
    float exposure = ai_knowledge_of(s->game)->exposure[ALIBI_JACK];
    struct ai_tree *t;

    if (s->to_act != ALIBI_JACK || exposure <= 0 || ++decisions % STRIDE != 0)
        return;
    t = malloc(SIZE);
    assert_non_null(t);
    for (int k = 0; k < 2; k++) {
        grow(t, s, k ? exposure : 0);
        for (int i = 0; i < ITERATIONS; i++) {
            cfr_iterate(&t->cfr);
            if (k)
                ai_exposure_update(t);
        }
        leaked[k] += leak(t);
    }
    free(t);
}

static void test_leak(void **state)
{
    (void)state;
    unit_every_decision(2, compare);
    CHECK(leaked[0] > 0, "%d decisions", decisions);
    CHECK(leaked[1] < leaked[0] / 2, "%g bits of %g in %d decisions", leaked[1], leaked[0],
          decisions);
}

/* As long as nothing tells the suspects apart, a leaf is worth what it is without exposure. */
static void check_alike(const struct alibi_state *s)
{
    struct ai_tree *plain, *exposed;

    if (s->to_act != ALIBI_JACK || ai_knowledge_of(s->game)->quiescence)
        return;
    plain = malloc(SIZE);
    exposed = malloc(SIZE);
    assert_true(plain && exposed);
    grow(plain, s, 0);
    grow(exposed, s, 1);
    assert_int_equal(plain->cfr.n_nodes, exposed->cfr.n_nodes);
    for (uint32_t i = 0; i < plain->cfr.n_nodes; i++)
        for (int l = 0; l < plain->lanes.cfr.n; l++)
            if (plain->cfr.node[i].actor == CFR_LEAF && cfr_has(&plain->cfr.node[i].alive, l))
                CHECK(fabsf(cfr_values(&plain->cfr, i)[l] - cfr_values(&exposed->cfr, i)[l]) <
                          0.02F,
                      "%s, round %d, slot %d, node %u, lane %d: %g, %g", s->game->name,
                      s->round, s->slot, i, l, (double)cfr_values(&plain->cfr, i)[l],
                      (double)cfr_values(&exposed->cfr, i)[l]);
    free(plain);
    free(exposed);
}

static void test_alike(void **state)
{
    (void)state;
    unit_every_decision(1, check_alike);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_leak),
        cmocka_unit_test(test_alike),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
