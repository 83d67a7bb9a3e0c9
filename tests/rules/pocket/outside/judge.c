/* Exact at the end of the game, weights before it.
 *
 * The Investigator does not know how many hourglasses Jack's cards have. So the worlds that
 * agree with what is public are counted by them, for each suspect; then every ending is judged
 * once, and a search looks its judgement up. */
#include "judge.h"

#include <alibi/kit/bits.h>
#include <math.h>
#include <string.h>

enum {
    CARD_HOURGLASSES = 8, /* what cards bring: 0 to 5 in play, and more in no game */
    WORLDS = 1200,        /* of a view are looked at, evenly spaced */
};

/* How likely Jack's cards have 0, 1, ... hourglasses, after none or one more card. */
struct purse {
    float share[JUDGE_CARDS][LANES][CARD_HOURGLASSES];
};

/* --- The outlook --- */

/* In thousandths, the chance of the Investigator after the call of rounds 1 to 7; by whether a
 * card will be drawn in the next turn, by suspects from two to nine, by Jack's hourglasses. It
 * is what came of 19,200 games against itself, a model of log odds for what was rare. */
static const uint16_t outlook[PKT_TURNS - 1][2][PKT_CHARACTERS - 1][PKT_GOAL] = {
#include "outlook.inc"
};

/* The same in a race, with one suspect left (P-7.4). */
static const uint16_t race[PKT_TURNS - 1] = {620, 620, 620, 600, 540, 390, 225};

float judge_outlook(unsigned round, unsigned n, unsigned hourglasses, bool alibi)
{
    if (n == 1)
        return (float)race[round - 1] / 1000;
    return (float)outlook[round - 1][alibi][n - 2][hourglasses] / 1000;
}

/* --- Jack's hourglasses --- */

static unsigned worth_of(unsigned cards)
{
    return (unsigned)(alibi_size(cards & pkt_worth[1]) + 2 * alibi_size(cards & pkt_worth[2]));
}

/* Counts the world S in the lane of its Jack. */
static void count(struct purse *purse, const struct alibi_state *s)
{
    unsigned held = worth_of(s->alibis[ALIBI_JACK]);
    unsigned deck = PKT_EVERYONE & ~(1U << s->identity) & ~(unsigned)s->alibis[ALIBI_JACK] &
                    ~(unsigned)s->alibis[ALIBI_DETECTIVE];
    float one = 1 / (float)alibi_size(deck);

    purse->share[0][s->identity][held] += 1;
    for (; deck; deck &= deck - 1)
        purse->share[1][s->identity][held + worth_of(deck & -deck)] += one;
}

static void normalise(float share[CARD_HOURGLASSES])
{
    float sum = 0;

    for (int i = 0; i < CARD_HOURGLASSES; i++)
        sum += share[i];
    for (int i = 0; i < CARD_HOURGLASSES; i++)
        share[i] = sum > 0 ? share[i] / sum : (float)(i == 0);
}

static void open_purse(struct purse *purse, const struct alibi_state *world, bool is_jack)
{
    const struct alibi_game *game = world->game;
    struct alibi_state s;
    struct alibi_view view;
    uint32_t n, most;

    memset(purse, 0, sizeof *purse);
    game->observe(&view, world, ALIBI_AS_DETECTIVE);
    n = game->deals(&view);
    most = n < WORLDS ? n : WORLDS;
    for (uint32_t i = 0; i < most; i++) {
        game->deal(&s, &view, (uint32_t)((uint64_t)i * n / most));
        count(purse, &s);
    }
    if (is_jack) {
        memset(purse->share[0][world->identity], 0, sizeof purse->share[0][0]);
        memset(purse->share[1][world->identity], 0, sizeof purse->share[1][0]);
        count(purse, world);
    }
    for (int cards = 0; cards < JUDGE_CARDS; cards++)
        for (int who = 0; who < LANES; who++)
            normalise(purse->share[cards][who]);
}

/* --- Endings --- */

/* What the call of a search's turn decides. */
struct call {
    unsigned round, tokens; /* the turn; Jack's hourglasses without cards */
    bool alibi;
    struct ending e;
};

/* P-7.1 to P-7.5: whether the game is over if Jack has HOURGLASSES, and the chance. */
static bool decide(const struct call *call, unsigned hourglasses, float *chance)
{
    bool unmasked = call->e.left == 1, enough = hourglasses >= PKT_GOAL;

    *chance = 0;
    if (unmasked && (call->e.seen || !enough)) {
        *chance = 1;
        return true;
    }
    if ((enough && !unmasked) || call->round == PKT_TURNS)
        return true;
    *chance = judge_outlook(call->round, call->e.left, hourglasses, call->alibi);
    return false;
}

static void judge_lane(struct verdict *out, int who, const struct call *call,
                       const float share[CARD_HOURGLASSES])
{
    float sum = 0, chance = 0, over = 0, won = 0, win;

    for (unsigned i = 0; i < CARD_HOURGLASSES; i++) {
        unsigned hourglasses = call->tokens + i;

        /* The turn before would have ended the game. */
        if (share[i] == 0 || (call->e.turn && hourglasses - !call->e.seen >= PKT_GOAL))
            continue;
        sum += share[i];
        if (decide(call, hourglasses, &win)) {
            over += share[i];
            won += share[i] * win;
        }
        chance += share[i] * win;
    }
    out->chance[who] = sum > 0 ? chance / sum : 0;
    out->over[who] = sum > 0 ? over / sum : 1;
    out->won[who] = sum > 0 ? won / sum : 0;
}

static void judge_ending(struct judge *judge, const struct purse *purse,
                         const struct call *call)
{
    const struct ending *e = &call->e;
    struct verdict *out = &judge->of[e->turn][e->seen][e->left][e->tokens][e->cards];

    for (int who = 0; who < LANES; who++)
        judge_lane(out, who, call, purse->share[e->cards][who]);
}

void judge_prepare(struct judge *judge, const struct alibi_state *world, bool is_jack)
{
    struct purse purse;
    struct call call = {.e = {0}};
    unsigned turns = world->round & 1 ? 2 : 1;
    struct ending *e = &call.e;

    open_purse(&purse, world, is_jack);
    for (e->turn = 0; e->turn < turns; e->turn++)
        for (e->seen = 0; e->seen < 2; e->seen++)
            for (e->left = 1; e->left <= PKT_CHARACTERS; e->left++)
                for (e->tokens = 0; e->tokens < JUDGE_TOKENS; e->tokens++)
                    for (e->cards = 0; e->cards < JUDGE_CARDS; e->cards++) {
                        call.round = world->round + e->turn;
                        call.tokens = pkt_of(world)->tokens + e->tokens;
                        call.alibi = call.round & 1 && !alibi_has(pkt_up(world), PKT_ALIBI);
                        judge_ending(judge, &purse, &call);
                    }
}
