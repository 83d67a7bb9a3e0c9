/* Suspicion by Bayes' rule, and what it costs. */
#include "exposure.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The logarithm of the least probability of being Jack that makes anybody safer. Set by hand.
 */
static const float least_bits = -5;

/* The logarithm to base 2 of X, a positive number, within 0.01. */
static float rough_log2(float x)
{
    uint32_t bits;
    float m;

    memcpy(&bits, &x, sizeof bits);
    m = (float)(int)(bits >> 23) - 127;
    bits = (bits & 0x7fffff) | 0x3f800000;
    memcpy(&x, &bits, sizeof x);
    return m + (2 - x / 3) * x - 5.0F / 3;
}

/* Values a leaf, to which the game comes with these probabilities if Jack is to decide, into
 * V. EXPOSED: the values of a Jack who is found out, and then what each bit by which he is
 * suspected less adds to them. */
static void value_leaf(const struct ai_lanes *lanes, const float *exposed, const float *reach,
                       float *v)
{
    const uint8_t *hand = lanes->cfr.infoset[ALIBI_DETECTIVE][0];
    float total[CFR_LANES], suspected[CFR_LANES];
    int n = lanes->cfr.n;

    memset(total, 0, (size_t)n * sizeof *total);
    memset(suspected, 0, (size_t)n * sizeof *suspected);
    for (int l = 0; l < n; l++) {
        total[hand[l]] += reach[l];
        suspected[lanes->suspect[l]] += reach[l];
    }
    for (int i = 0; i < lanes->cfr.n_infosets[ALIBI_DETECTIVE][0]; i++)
        total[i] = rough_log2(total[i] + FLT_MIN);
    for (int i = 0; i < lanes->n_suspects; i++)
        suspected[i] = rough_log2(suspected[i] + FLT_MIN);
    for (int l = 0; l < n; l++) {
        float bits = suspected[lanes->suspect[l]] - total[hand[l]];

        v[l] = exposed[l] + exposed[n + l] * (bits > least_bits ? bits : least_bits);
    }
}

/* How many suspects there are for a Detective with HAND. */
static float suspects_of(const struct ai_lanes *lanes, const struct cfr_mask *alive, int hand)
{
    float n = 0;

    for (int l = 0; l < lanes->cfr.n; l++)
        if (lanes->cfr.infoset[ALIBI_DETECTIVE][0][l] == hand && cfr_has(alive, l))
            n += lanes->part[l];
    return n;
}

void ai_exposure_begin(const struct ai_tree *t, const struct ai_growth *g, uint32_t leaf)
{
    const struct ai_public_state *state = &g->state[leaf];
    const struct ai_lanes *lanes = &t->lanes;
    struct ai_outcome at = {state->s, g->made.node[leaf].alive, state->hidden_draws,
                            state->round_over};
    int n = lanes->cfr.n;
    float *v = g->made.value + (size_t)leaf * (size_t)n;
    float *found = g->exposed + (size_t)leaf * 2 * (size_t)n, *slope = found + n;
    float all[CFR_LANES], reach[CFR_LANES];

    memcpy(found, v, (size_t)n * sizeof *v);
    if (state->s.winner == ALIBI_NOBODY)
        ai_leaf_found(&t->own.leaves, &at, found);
    for (int i = 0; i < lanes->cfr.n_infosets[ALIBI_DETECTIVE][0]; i++)
        all[i] = log2f(fmaxf(suspects_of(lanes, &at.alive, i), 1));
    for (int l = 0; l < n; l++) {
        float bits = all[lanes->cfr.infoset[ALIBI_DETECTIVE][0][l]];
        float cost = t->exposure * fmaxf(v[l] - found[l], 0);

        reach[l] = cfr_has(&at.alive, l) ? lanes->cfr.prior[l] : 0;
        found[l] = bits > 0 ? v[l] - cost : v[l];
        slope[l] = bits > 0 ? -cost / bits : 0;
    }
    value_leaf(lanes, g->exposed + (size_t)leaf * 2 * (size_t)n, reach, v);
}

/* Values the leaves below node NUMBER, to which Jack's decisions lead as often as REACH says.
 */
static void update(struct ai_tree *t, uint32_t number, const float *reach);

/* The same for the child of action A. Nature's and the Detective's choices tell nothing about
 * Jack, but some end the game for one Jack and not for another. */
static void update_child(struct ai_tree *t, uint32_t number, uint32_t a, const float *reach)
{
    const struct cfr_node *node = &t->cfr.node[number];
    uint32_t child = node->first_child + a;
    float below[CFR_LANES];

    if (node->actor == CFR_JACK) {
        if (cfr_reach(&t->cfr, number, a, reach, below))
            update(t, child, below);
        return;
    }
    memcpy(below, reach, (size_t)t->lanes.cfr.n * sizeof *below);
    for (int l = 0; l < t->lanes.cfr.n; l++)
        if (!cfr_has(&t->cfr.node[child].alive, l))
            below[l] = 0;
    update(t, child, below);
}

static void update(struct ai_tree *t, uint32_t number, const float *reach)
{
    const struct cfr_node *node = &t->cfr.node[number];

    if (node->actor == CFR_LEAF) {
        value_leaf(&t->lanes, ai_exposure_of(t, number), reach, cfr_values(&t->cfr, number));
        return;
    }
    if (node->actor == CFR_JACK)
        cfr_prepare(&t->cfr, number);
    for (uint32_t a = 0; a < node->n_children; a++)
        update_child(t, number, a, reach);
}

/* The same for the branch of the root for action A of the tree DATA. */
static void update_branch(void *data, int a)
{
    struct ai_tree *t = data;

    update_child(t, 0, (uint32_t)a, t->lanes.cfr.prior);
}

void ai_exposure_update(struct ai_tree *t)
{
    if (t->cfr.node[0].actor == CFR_JACK)
        cfr_prepare(&t->cfr, 0);
    cfr_each_branch(&t->cfr, update_branch, t);
}
