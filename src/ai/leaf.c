/* Static evaluation and quiescence search. */
#include "leaf.h"

#include <alibi/kit/bits.h>

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    ACTIONS_MAX = 96, /* actions considered at a step: more than Pocket has */
    LATER_WIDTH = 2,  /* actions tried in rounds after the root's; set by hand */
};

/* --- Transpositions --- */

size_t ai_transpositions_bytes(uint32_t size, int n_lanes)
{
    return size * (sizeof(uint64_t) + (size_t)n_lanes * sizeof(float));
}

void ai_transpositions_init(struct ai_transpositions *table, uint32_t size, void *memory)
{
    assert(size > 0 && (size & (size - 1)) == 0);
    table->size = size;
    table->key = memory;
    table->value = (float *)(table->key + size);
    ai_transpositions_clear(table);
}

void ai_transpositions_clear(struct ai_transpositions *table)
{
    table->n = 0;
    memset(table->key, 0, table->size * sizeof table->key[0]);
}

static uint64_t key_of(const struct alibi_state *s)
{
    uint64_t h = (uint64_t)s->drawn[0] << 48 | (uint64_t)s->drawn[1] << 40 |
                 (uint64_t)s->suspects << 16 | (uint64_t)s->slot << 8 | s->round;

    for (unsigned i = 0; i < sizeof s->own / sizeof s->own[0]; i++) {
        h = (h ^ s->own[i]) * 0x9e3779b97f4a7c15U;
        h ^= h >> 32;
    }
    return h | 1;
}

/* The slot of KEY, or the empty one where it belongs. */
static uint32_t find(const struct ai_transpositions *table, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 32) & (table->size - 1);

    while (table->key[at] != 0 && table->key[at] != key)
        at = (at + 1) & (table->size - 1);
    return at;
}

/* Stores the values V of KEY, unless the table is half full. */
static void store(struct ai_transpositions *table, uint64_t key, const float *v, size_t n_lanes)
{
    uint32_t slot = find(table, key);

    if (2 * table->n >= table->size)
        return;
    table->n++;
    table->key[slot] = key;
    memcpy(table->value + slot * n_lanes, v, n_lanes * sizeof *v);
}

/* Whether the values of KEY are known; if so, copies them to V. */
static bool recall(const struct ai_transpositions *table, uint64_t key, float *v,
                   size_t n_lanes)
{
    uint32_t slot = find(table, key);

    if (table->key[slot] != key)
        return false;
    memcpy(v, table->value + slot * n_lanes, n_lanes * sizeof *v);
    return true;
}

void ai_transpositions_add(struct ai_transpositions *table,
                           const struct ai_transpositions *from, int n_lanes)
{
    size_t n = (size_t)n_lanes;

    for (uint32_t i = 0; i < from->size && from->n > 0; i++)
        if (from->key[i] != 0 && table->key[find(table, from->key[i])] == 0)
            store(table, from->key[i], from->value + i * n, n);
}

/* --- Static evaluation --- */

static void evaluate_statically(struct ai_leaves *leaves, const struct ai_outcome *at, float *v)
{
    const struct ai_lanes *lanes = leaves->lanes;
    const struct alibi_state *s = &at->s;
    struct alibi_outlook outlook;
    struct ai_value evaluation;
    uint16_t innocent = UINT16_MAX; /* no lane has this */

    s->game->outlook(&outlook, s);
    for (int l = 0; l < lanes->cfr.n; l++) {
        const struct ai_lane *lane = &lanes->lane[l];

        if (!cfr_has(&at->alive, l))
            continue;
        if (lane->innocent != innocent) {
            innocent = lane->innocent;
            ai_value_prepare(&evaluation, leaves->weights, s, &outlook, innocent,
                             at->hidden_draws);
        }
        v[l] = ai_logit_of(&evaluation, lane->identity, ai_missing(lanes, lane, s));
    }
    for (int l = 0; l < lanes->cfr.n; l++)
        if (cfr_has(&at->alive, l))
            v[l] = ai_probability(v[l]);
}

void ai_leaf_found(const struct ai_leaves *leaves, const struct ai_outcome *at, float *v)
{
    const struct ai_lanes *lanes = leaves->lanes;
    struct ai_value alone[ALIBI_CHARACTERS_MAX];
    struct alibi_outlook outlook;
    unsigned prepared = 0;

    at->s.game->outlook(&outlook, &at->s);
    for (int l = 0; l < lanes->cfr.n; l++) {
        const struct ai_lane *lane = &lanes->lane[l];
        unsigned who = lane->identity;

        if (!cfr_has(&at->alive, l))
            continue;
        if (!(prepared >> who & 1))
            ai_value_prepare(&alone[who], leaves->weights, &at->s, &outlook,
                             (uint16_t) ~(1U << who), 0);
        prepared |= 1U << who;
        v[l] = ai_probability(ai_logit_of(&alone[who], who, ai_missing(lanes, lane, &at->s)));
    }
}

/* --- Quiescence search --- */

/* The value of action M in every lane alive at AT. */
static void evaluate_action(struct ai_leaves *leaves, const struct ai_outcome *at, alibi_move m,
                            int width, float *v)
{
    struct ai_outcome out[AI_OUTCOMES];
    int n = ai_outcomes(leaves->lanes, at, m, out, &leaves->nodes);

    for (int i = 0; i < n; i++)
        ai_leaf_evaluate(leaves, &out[i], width, v);
}

/* V becomes the values under the better of two actions, with values V and U: for Jack in each
 * lane, for the Detective over all lanes. */
static void back_up(struct ai_leaves *leaves, const struct ai_outcome *at, float *v,
                    const float *u)
{
    const struct cfr_lanes *lanes = &leaves->lanes->cfr;
    float difference = 0;

    if (at->s.to_act == ALIBI_JACK) {
        for (int l = 0; l < lanes->n; l++)
            if (u[l] > v[l])
                v[l] = u[l];
        return;
    }
    for (int l = 0; l < lanes->n; l++)
        if (cfr_has(&at->alive, l))
            difference += lanes->prior[l] * (u[l] - v[l]);
    if (difference < 0)
        memcpy(v, u, (size_t)lanes->n * sizeof *v);
}

/* Moves the K actions with the highest merit to the front, best first. */
static void sort_best(alibi_move *m, int *merit, int n, int k)
{
    for (int front = 0; front < k; front++)
        for (int i = n - 1; i > front; i--)
            if (merit[i] > merit[i - 1]) {
                int other = merit[i];
                alibi_move move = m[i];

                merit[i] = merit[i - 1];
                merit[i - 1] = other;
                m[i] = m[i - 1];
                m[i - 1] = move;
            }
}

/* Move ordering: the Detective prefers an even split of the suspects, Jack an uneven one.
 * Returns how many of the N actions to try. */
static int order_actions(struct ai_leaves *leaves, const struct ai_outcome *at,
                         const struct ai_lane *lane, int width, alibi_move *m, int n)
{
    const struct ai_lanes *lanes = leaves->lanes;
    int merit[ACTIONS_MAX], tried = at->s.round == lanes->root.round ? width : LATER_WIDTH;

    if (n <= tried)
        return n;
    for (int i = 0; i < n; i++) {
        struct ai_outcome to = *at;
        int seen, all;

        if (ai_apply(lanes, lane, &to.s, m[i], &to.hidden_draws))
            return n; /* the last action of the round: all are tried */
        leaves->nodes++;
        seen = alibi_size(to.s.suspects & to.s.game->visible(&to.s));
        all = alibi_size(to.s.suspects);
        merit[i] = seen * (all - seen) * (at->s.to_act == ALIBI_JACK ? -1 : 1);
    }
    sort_best(m, merit, n, tried);
    return tried;
}

/* Tries the actions of the seat to act, and backs up the best. */
static void search_actions(struct ai_leaves *leaves, const struct ai_outcome *at, int width,
                           float *v)
{
    const struct ai_lane *lane;
    struct alibi_state s = at->s;
    alibi_move m[ALIBI_MOVES_MAX];
    float u[CFR_LANES];
    int n, l = 0;

    memset(u, 0, (size_t)leaves->lanes->cfr.n * sizeof *u);
    while (!cfr_has(&at->alive, l))
        l++;
    assert(l < leaves->lanes->cfr.n);
    lane = &leaves->lanes->lane[l];
    ai_lane_enter(&s, lane, ai_epoch(leaves->lanes, &s));
    n = s.game->moves(&s, m);
    if (n > ACTIONS_MAX)
        n = ACTIONS_MAX;
    n = order_actions(leaves, at, lane, width, m, n);
    evaluate_action(leaves, at, m[0], width, v);
    for (int i = 1; i < n; i++) {
        evaluate_action(leaves, at, m[i], width, u);
        back_up(leaves, at, v, u);
    }
}

void ai_leaf_evaluate(struct ai_leaves *leaves, const struct ai_outcome *at, int width,
                      float *v)
{
    size_t n_lanes = (size_t)leaves->lanes->cfr.n;
    struct ai_transpositions *table = &leaves->table;
    float found[CFR_LANES];
    uint64_t key;

    if (at->s.winner != ALIBI_NOBODY) {
        for (size_t l = 0; l < n_lanes; l++)
            if (cfr_has(&at->alive, (int)l))
                v[l] = (float)(at->s.winner == ALIBI_JACK);
        return;
    }
    if (width == 0) {
        evaluate_statically(leaves, at, v);
        return;
    }
    key = key_of(&at->s);
    if (!recall(table, key, found, n_lanes) &&
        !(leaves->known && recall(leaves->known, key, found, n_lanes))) {
        memset(found, 0, n_lanes * sizeof *v);
        if (at->round_over || at->s.to_act == ALIBI_CHANCE)
            evaluate_statically(leaves, at, found);
        else
            search_actions(leaves, at, width, found);
        store(table, key, found, n_lanes);
    }
    for (size_t l = 0; l < n_lanes; l++)
        if (cfr_has(&at->alive, (int)l))
            v[l] = found[l];
}
