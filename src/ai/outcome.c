/* One world is played per outcome: the first lane that has none yet is played, and all lanes
 * in which everybody would observe the same are added to its outcome. */
#include "outcome.h"

/* Of the outcomes M of a card draw, the card that LANE has in store for Jack; any of them if
 * the card makes no difference. */
static alibi_move draw_card(const struct alibi_state *s, const struct ai_lane *lane,
                            enum alibi_seat owner, const alibi_move *m, int n)
{
    for (int i = 0; i < n && owner == ALIBI_JACK && s->game->missing; i++) {
        struct alibi_state after = *s;

        (void)s->game->apply(&after, m[i]);
        if (after.alibis[ALIBI_JACK] == lane->cards[1])
            return m[i];
    }
    return m[0];
}

bool ai_apply(const struct ai_lanes *lanes, const struct ai_lane *lane, struct alibi_state *s,
              alibi_move m, uint8_t *hidden_draws)
{
    const struct alibi_game *game = s->game;
    bool called;

    ai_lane_enter(s, lane, ai_epoch(lanes, s));
    called = game->apply(s, m);
    while (s->to_act == ALIBI_CHANCE && !called) {
        alibi_move moves[ALIBI_MOVES_MAX];
        int n = game->moves(s, moves);
        enum alibi_seat owner = game->secret_of(s, moves[0]);
        uint16_t cards = s->alibis[ALIBI_DETECTIVE];

        if (owner == ALIBI_NOBODY)
            break;
        called = game->apply(s, draw_card(s, lane, owner, moves, n));
        s->alibis[ALIBI_DETECTIVE] = cards; /* which card it was, nobody else knows */
        *hidden_draws = (uint8_t)(*hidden_draws + (owner == ALIBI_DETECTIVE));
    }
    return called;
}

/* Whether lane B shares the outcome TO of lane A. */
static bool shares_outcome(const struct ai_outcome *to, int epoch, const struct ai_lane *a,
                           const struct ai_lane *b)
{
    if (to->round_over)
        return (to->s.suspects >> b->identity & 1) && a->missing[epoch] == b->missing[epoch];
    return to->s.winner == ALIBI_NOBODY || a->identity == b->identity;
}

/* Whether everybody observes the same in both. */
static bool is_same(const struct ai_outcome *a, const struct ai_outcome *b)
{
    return a->s.winner == b->s.winner &&
           (a->s.winner != ALIBI_NOBODY || a->s.suspects == b->s.suspects);
}

/* Merges outcomes that nobody can tell apart; returns how many are left. */
static int merge(struct ai_outcome *out, int n)
{
    int kept = 0;

    for (int i = 0; i < n; i++) {
        int k = 0;

        while (k < kept && !is_same(&out[k], &out[i]))
            k++;
        if (k == kept)
            out[kept++] = out[i];
        else
            cfr_join(&out[k].alive, &out[i].alive);
    }
    return kept;
}

int ai_outcomes(const struct ai_lanes *lanes, const struct ai_outcome *from, alibi_move m,
                struct ai_outcome out[AI_OUTCOMES], uint64_t *nodes)
{
    struct cfr_mask left = from->alive;
    int n = 0;

    for (int first = 0; first < lanes->cfr.n && n < AI_OUTCOMES; first++) {
        const struct ai_lane *lane = &lanes->lane[first];
        struct ai_outcome *to = &out[n];
        int epoch;

        if (!cfr_has(&left, first))
            continue;
        *to = (struct ai_outcome){.s = from->s, .hidden_draws = from->hidden_draws};
        to->round_over = ai_apply(lanes, lane, &to->s, m, &to->hidden_draws);
        epoch = ai_epoch(lanes, &to->s);
        for (int l = first; l < lanes->cfr.n; l++)
            if (cfr_has(&left, l) && shares_outcome(to, epoch, lane, &lanes->lane[l])) {
                cfr_put(&to->alive, l);
                cfr_remove(&left, l);
            }
        ++*nodes;
        n++;
    }
    return merge(out, n);
}
