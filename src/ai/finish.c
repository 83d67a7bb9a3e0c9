/* Positions judged, at once or at the end of the turn. */
#include "finish.h"

#include <alibi/kit/bits.h>

#include <string.h>

enum {
    ACTIONS_MAX = 96,
    LATER = 2, /* actions that are tried in rounds after this one */
};

/* --- What was judged already --- */

size_t ai_memo_bytes(uint32_t size, int lanes)
{
    return size * (sizeof(uint64_t) + (size_t)lanes * sizeof(float));
}

void ai_memo_init(struct ai_memo *memo, uint32_t size, void *memory)
{
    memo->n = 0;
    memo->size = size;
    memo->key = memory;
    memo->value = (float *)(memo->key + size);
    memset(memo->key, 0, size * sizeof memo->key[0]);
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

/* Where KEY is, or would be. */
static uint32_t find(const struct ai_memo *memo, uint64_t key)
{
    uint32_t at = (uint32_t)(key >> 32) & (memo->size - 1);

    while (memo->key[at] != 0 && memo->key[at] != key)
        at = (at + 1) & (memo->size - 1);
    return at;
}

/* --- Judging --- */

/* The value function in every lane alive. */
static void judge(struct ai_finish *f, const struct ai_outcome *at, float *v)
{
    const struct alibi_state *s = &at->s;
    struct alibi_outlook outlook;
    struct ai_value evaluation;
    uint16_t known = UINT16_MAX; /* nobody knows everybody */

    s->game->outlook(&outlook, s);
    for (int l = 0; l < f->lanes->cfr.n; l++) {
        const struct ai_lane *lane = &f->lanes->lane[l];

        if (!cfr_has(&at->alive, l))
            continue;
        if (lane->innocent != known) {
            known = lane->innocent;
            ai_value_prepare(&evaluation, f->knowledge->weights[f->lanes->seat], s, &outlook,
                             known, at->hidden_draws);
        }
        v[l] = ai_value_of(&evaluation, lane->identity, ai_missing(f->lanes, lane, s));
    }
}

/* The value of action M in every lane alive at AT. */
static void try_action(struct ai_finish *f, const struct ai_outcome *at, alibi_move m, float *v)
{
    struct ai_outcome out[AI_OUTCOMES];
    int n = ai_outcomes(f->lanes, at, m, out, &f->nodes);

    for (int i = 0; i < n; i++)
        ai_finish(f, &out[i], v);
}

/* V becomes what the one to act makes of it when he can also have U. */
static void choose(struct ai_finish *f, const struct ai_outcome *at, float *v, const float *u)
{
    float difference = 0;

    if (at->s.to_act == ALIBI_JACK) {
        for (int l = 0; l < f->lanes->cfr.n; l++)
            if (u[l] > v[l])
                v[l] = u[l];
        return;
    }
    for (int l = 0; l < f->lanes->cfr.n; l++)
        if (cfr_has(&at->alive, l))
            difference += f->lanes->cfr.prior[l] * (u[l] - v[l]);
    if (difference < 0)
        memcpy(v, u, (size_t)f->lanes->cfr.n * sizeof *v);
}

/* Moves the actions to the front that look best at a glance: the Detective likes the suspects
 * in two groups of a size, Jack in one. Returns how many to try. */
static int sort_actions(struct ai_finish *f, const struct ai_outcome *at,
                        const struct ai_lane *lane, alibi_move *m, int n)
{
    int merit[ACTIONS_MAX], few = at->s.round == f->lanes->root.round ? f->width : LATER;

    if (n <= few)
        return n;
    for (int i = 0; i < n; i++) {
        struct ai_outcome to = *at;
        int seen, all;

        if (ai_apply(f->lanes, lane, &to.s, m[i], &to.hidden_draws))
            return n; /* the last action of the round: all are tried */
        f->nodes++;
        seen = alibi_size(to.s.suspects & to.s.game->visible(&to.s));
        all = alibi_size(to.s.suspects);
        merit[i] = seen * (all - seen) * (at->s.to_act == ALIBI_JACK ? -1 : 1);
    }
    for (int k = 0; k < few && k < n; k++)
        for (int i = n - 1; i > k; i--)
            if (merit[i] > merit[i - 1]) {
                int other = merit[i];
                alibi_move move = m[i];

                merit[i] = merit[i - 1];
                merit[i - 1] = other;
                m[i] = m[i - 1];
                m[i - 1] = move;
            }
    return n < few ? n : few;
}

/* The one to act tries what looks best, and takes what is best. */
static void play_on(struct ai_finish *f, const struct ai_outcome *at, float *v)
{
    const struct ai_lane *lane = f->lanes->lane;
    struct alibi_state s = at->s;
    alibi_move m[ALIBI_MOVES_MAX];
    float u[CFR_LANES] = {0};
    int n, l = 0;

    while (!cfr_has(&at->alive, l))
        l++;
    lane += l;
    ai_lane_enter(&s, lane, ai_epoch(f->lanes, &s));
    n = s.game->moves(&s, m);
    if (n > ACTIONS_MAX)
        n = ACTIONS_MAX;
    n = sort_actions(f, at, lane, m, n);
    try_action(f, at, m[0], v);
    for (int i = 1; i < n; i++) {
        try_action(f, at, m[i], u);
        choose(f, at, v, u);
    }
}

void ai_finish(struct ai_finish *f, const struct ai_outcome *at, float *v)
{
    size_t bytes = (size_t)f->lanes->cfr.n * sizeof *v;
    float found[CFR_LANES];
    uint64_t key;
    uint32_t slot;

    if (at->s.winner != ALIBI_NOBODY) {
        for (int l = 0; l < f->lanes->cfr.n; l++)
            if (cfr_has(&at->alive, l))
                v[l] = (float)(at->s.winner == ALIBI_JACK);
        return;
    }
    if (f->width == 0) {
        judge(f, at, v);
        return;
    }
    key = key_of(&at->s);
    slot = find(&f->memo, key);
    if (f->memo.key[slot] == key) {
        memcpy(found, f->memo.value + slot * (size_t)f->lanes->cfr.n, bytes);
    } else {
        memset(found, 0, bytes);
        if (at->round_over || at->s.to_act == ALIBI_CHANCE)
            judge(f, at, found);
        else
            play_on(f, at, found);
        slot = find(&f->memo, key); /* it has moved on meanwhile */
        if (2 * f->memo.n < f->memo.size) {
            f->memo.n++;
            f->memo.key[slot] = key;
            memcpy(f->memo.value + slot * (size_t)f->lanes->cfr.n, found, bytes);
        }
    }
    for (int l = 0; l < f->lanes->cfr.n; l++)
        if (cfr_has(&at->alive, l))
            v[l] = found[l];
}
