/* The default policy of playouts: Jack takes an escape, the Detective accuses a suspect whom he
 * is sure of, and otherwise both draw a few random moves and play the one after which the call
 * for witnesses would suit them best. */
#include "playout.h"

#include <alibi/kit/bits.h>

#include <math.h>

enum { DRAWS = 8 }; /* moves drawn for each that is played; set by hand */

void ai_playout_init(struct ai_playout *p, const struct alibi_game *game, struct alibi_rng *rng,
                     uint64_t *nodes)
{
    *p = (struct ai_playout){.rng = rng, .nodes = nodes};
    for (int i = 0; i < game->n_characters; i++) {
        const char *code = game->characters[i].code;
        const char token[3] = {'!', code[0], code[1]};

        p->has_accusations = game->parse(&p->accuse[i], token, sizeof token, NULL) == ALIBI_OK;
    }
}

unsigned ai_playout_accused(const struct ai_playout *p, const struct alibi_game *game,
                            alibi_move m)
{
    for (int i = 0; i < game->n_characters && p->has_accusations; i++)
        if (p->accuse[i] == m)
            return (unsigned)i;
    return ALIBI_NO_ONE;
}

bool ai_playout_move(const struct ai_playout *p, struct alibi_state *s, alibi_move m)
{
    ++*p->nodes;
    return s->game->apply(s, m);
}

bool ai_playout_chance(const struct ai_playout *p, struct alibi_state *s)
{
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);

    return ai_playout_move(p, s, m[alibi_rng_below(p->rng, (uint32_t)n)]);
}

/* Those who may be Jack for all that the Detective knows. */
static unsigned possible_jacks(const struct alibi_state *s)
{
    return s->suspects & ~(unsigned)s->alibis[ALIBI_DETECTIVE];
}

/* --- The default policy --- */

/* Plays an escape of Jack, if he has one; returns whether he does. */
static bool escapes(const struct ai_playout *p, struct alibi_state *s, const alibi_move *m,
                    int n)
{
    struct alibi_outlook outlook;

    if (s->witness != ALIBI_INVISIBLE || !p->has_accusations)
        return false;
    s->game->outlook(&outlook, s);
    for (int i = 0; i < n && alibi_has(outlook.leave & outlook.now, s->identity); i++) {
        struct alibi_state next = *s;

        ai_playout_move(p, &next, m[i]);
        if (next.winner == ALIBI_JACK) {
            *s = next;
            return true;
        }
    }
    return false;
}

/* Whether the Detective has no turn after that of S. */
static bool is_last_turn(const struct alibi_state *s)
{
    if (s->round < s->game->n_rounds)
        return false;
    for (int slot = s->slot + 1; slot <= s->game->n_slots; slot++)
        if (s->game->turn(s->round, slot) == ALIBI_DETECTIVE)
            return false;
    return true;
}

/* Plays one of the K accusations in M if the Detective is sure or it is his last turn; returns
 * whether he does. */
static bool accuses(const struct ai_playout *p, struct alibi_state *s, const alibi_move *m,
                    int k)
{
    unsigned who = possible_jacks(s);
    int first;

    if (k == 0 || (alibi_size(who) > 1 && !is_last_turn(s)))
        return false;
    first = (int)alibi_rng_below(p->rng, (uint32_t)k);
    for (int i = 0; i < k; i++) {
        alibi_move accusation = m[(first + i) % k];

        if (alibi_has(who, ai_playout_accused(p, s->game, accusation))) {
            ai_playout_move(p, s, accusation);
            return true;
        }
    }
    return false;
}

/* The value for SEAT of NEXT, which came from S by a move, by the number of suspects that the
 * call leaves. Jack maximises it; the Detective, who does not know the answer, minimises the
 * sum of squares over both answers. */
static int move_value(const struct alibi_state *s, const struct alibi_state *next, bool called,
                      uint8_t seat)
{
    unsigned all = possible_jacks(next), seen;
    int kept, cleared;

    if (next->winner != ALIBI_NOBODY)
        return next->winner == seat ? 1000 : -1000;
    if (called) {
        kept = alibi_size(all);
        cleared = alibi_size(possible_jacks(s)) - kept;
    } else {
        seen = all & next->game->visible(next);
        kept = alibi_size(alibi_has(seen, next->identity) ? seen : all & ~seen);
        cleared = alibi_size(all) - kept;
    }
    return seat == ALIBI_JACK ? kept : -(kept * kept + cleared * cleared);
}

/* Plays the best of a few random moves of M. Returns whether witnesses were called. */
static bool play_drawn(const struct ai_playout *p, struct alibi_state *s, const alibi_move *m,
                       int n)
{
    struct alibi_state best = *s;
    bool best_called = false;
    int score = 0;

    for (int i = 0; i < DRAWS && (i == 0 || n > 1); i++) {
        struct alibi_state next = *s;
        bool called = ai_playout_move(p, &next, m[alibi_rng_below(p->rng, (uint32_t)n)]);
        int x = move_value(s, &next, called, s->to_act);

        if (i == 0 || x > score) {
            best = next;
            best_called = called;
            score = x;
        }
    }
    *s = best;
    return best_called;
}

/* Plays a token of the player to act. Returns whether witnesses were called. */
static bool play_token(const struct ai_playout *p, struct alibi_state *s)
{
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m), k = 0;

    if (s->to_act == ALIBI_JACK && escapes(p, s, m, n))
        return false;
    if (s->to_act == ALIBI_DETECTIVE) {
        /* Accusations sort first, as '!' does; without a reason they are not drawn. */
        while (k < n - 1 && ai_playout_accused(p, s->game, m[k]) != ALIBI_NO_ONE)
            k++;
        if (accuses(p, s, m, k))
            return false;
    }
    return play_drawn(p, s, m + k, n - k);
}

/* --- Evaluation --- */

/* Jack's winning probability at the beginning of a round: logistic regression over a few
 * features. The weights were fitted to games of ismcts against itself. */
static double evaluate_round(const struct alibi_state *s)
{
    double suspects = log2(alibi_size(possible_jacks(s)));
    double left = s->game->n_rounds + 1 - s->round; /* rounds to play */
    bool unseen = s->witness == ALIBI_INVISIBLE;
    double x;

    if (s->game->missing) {
        x = 0.8 + 1.9 * suspects - 0.8 * s->game->missing(s) - 0.3 * left;
    } else {
        struct alibi_outlook outlook;
        bool may_leave;

        s->game->outlook(&outlook, s);
        may_leave = alibi_has(outlook.leave, s->identity) &&
                    (s->to_act == ALIBI_CHANCE || alibi_has(outlook.now, s->identity));
        x = -0.3 + 1.45 * suspects - 0.65 * left + 0.1 * unseen + 0.3 * (unseen && may_leave);
    }
    return 1 / (1 + exp(-x));
}

double ai_playout_run(const struct ai_playout *p, struct alibi_state *s, bool called)
{
    while (!called && s->winner == ALIBI_NOBODY)
        called = s->to_act == ALIBI_CHANCE ? ai_playout_chance(p, s) : play_token(p, s);
    if (s->winner != ALIBI_NOBODY)
        return s->winner == ALIBI_JACK;
    return evaluate_round(s);
}
