/* Suspicion by Bayes' rule, and what it costs. */
#include "exposure.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The vectors of LEAF: the values of a Jack who is found out, and what each bit by which he is
 * suspected less adds to them. */
static float *found_of(const struct ai_tree *t, uint32_t leaf)
{
    return t->exposed + (size_t)leaf * 2 * (size_t)t->lanes.cfr.n;
}

static float *slope_of(const struct ai_tree *t, uint32_t leaf)
{
    return found_of(t, leaf) + t->lanes.cfr.n;
}

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

/* Values LEAF, to which the game comes with these probabilities if Jack is to decide. */
static void value_leaf(struct ai_tree *t, uint32_t leaf, const float *reach)
{
    const struct ai_lanes *lanes = &t->lanes;
    const uint8_t *hand = lanes->cfr.infoset[ALIBI_DETECTIVE][0];
    const float *found = found_of(t, leaf), *slope = slope_of(t, leaf);
    float total[CFR_LANES], suspected[CFR_LANES], *v = cfr_values(&t->cfr, leaf);
    int n = lanes->cfr.n;

    for (int i = 0; i < n; i++)
        total[i] = suspected[i] = 0;
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

        v[l] = found[l] + slope[l] * (bits > -5 ? bits : -5);
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

void ai_exposure_begin(struct ai_tree *t, uint32_t leaf)
{
    const struct ai_public_state *state = &t->public_state[leaf];
    const struct ai_lanes *lanes = &t->lanes;
    struct ai_outcome at = {state->s, t->cfr.node[leaf].alive, state->hidden_draws,
                            state->round_over};
    float *found = found_of(t, leaf), *slope = slope_of(t, leaf), reach[CFR_LANES];
    const float *v = cfr_values(&t->cfr, leaf);
    float n[CFR_LANES];

    memcpy(found, v, (size_t)lanes->cfr.n * sizeof *v);
    if (state->s.winner == ALIBI_NOBODY)
        ai_leaf_found(&t->leaves, &at, found);
    for (int i = 0; i < lanes->cfr.n_infosets[ALIBI_DETECTIVE][0]; i++)
        n[i] = suspects_of(lanes, &at.alive, i);
    for (int l = 0; l < lanes->cfr.n; l++) {
        float all = n[lanes->cfr.infoset[ALIBI_DETECTIVE][0][l]];

        slope[l] = 0;
        reach[l] = cfr_has(&at.alive, l) ? lanes->cfr.prior[l] : 0;
        if (reach[l] > 0 && all > 1.5F && found[l] < v[l])
            slope[l] = t->exposure * (found[l] - v[l]) / log2f(all);
        found[l] = v[l] + slope[l] * (all > 1.5F ? log2f(all) : 0);
    }
    value_leaf(t, leaf, reach);
}

/* Values the leaves below NODE, to which Jack's decisions lead as often as REACH says. */
static void update(struct ai_tree *t, uint32_t number, const float *reach)
{
    const struct cfr_node *node = &t->cfr.node[number];
    float below[CFR_LANES];

    if (node->actor == CFR_LEAF) {
        value_leaf(t, number, reach);
        return;
    }
    if (node->actor == CFR_JACK)
        cfr_prepare(&t->cfr, number);
    for (uint32_t a = 0; a < node->n_children; a++) {
        uint32_t child = node->first_child + a;

        if (node->actor == CFR_JACK) {
            if (cfr_reach(&t->cfr, number, a, reach, below))
                update(t, child, below);
        } else if (t->cfr.node[child].all_alive) {
            update(t, child, reach);
        } else {
            for (int l = 0; l < t->lanes.cfr.n; l++)
                below[l] = cfr_has(&t->cfr.node[child].alive, l) ? reach[l] : 0;
            update(t, child, below);
        }
    }
}

void ai_exposure_update(struct ai_tree *t)
{
    update(t, 0, t->lanes.cfr.prior);
}
