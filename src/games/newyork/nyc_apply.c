/* Plays a move and everything that follows from it without a decision.
 *
 * An activation is a small machine: `due` says what the active character still owes, its move
 * and its power, and go_on finds the next step. When nothing is due any more, `close` ends the
 * activation and, after the fourth, the round. */
#include "nyc.h"
#include <alibi/kit/secrets.h>

#include <assert.h>
#include <string.h>

void nyc_setup(struct alibi_state *s)
{
    memcpy(s->own, &nyc_board.start, sizeof nyc_board.start);
}

static void add(struct nyc_set *set, unsigned place)
{
    *set = nyc_or(*set, nyc_one(place));
}

static void take_away(struct nyc_set *set, unsigned place)
{
    *set = nyc_minus(*set, nyc_one(place));
}

static void put(struct nyc *g, unsigned who, unsigned place)
{
    take_away(&g->taken, g->at[who]);
    add(&g->taken, place);
    g->at[who] = (uint8_t)place;
}

/* Ends the activation and, after the fourth, the round (N-3.3). */
static bool close(struct alibi_state *s)
{
    if (!alibi_hand_close(s))
        return false;
    alibi_call_witnesses(s, nyc_visible(nyc_of(s))); /* N-8.6 */
    alibi_hand_next_round(s);
    if (s->winner == ALIBI_NOBODY)
        nyc(s)->silent = 0; /* N-3.2 */
    return true;
}

/* Goes to the next step of the activation. Skips a power only when the move is done and the
 * power has no target (N-6.11). */
static bool go_on(struct alibi_state *s)
{
    struct nyc *g = nyc(s);

    g->hand.step = NYC_ACT;
    if ((g->due & NYC_MOVE) || ((g->due & NYC_POWER) && nyc_can_use_power(s)))
        return false;
    g->due = 0;
    return close(s);
}

static bool power_used(struct alibi_state *s)
{
    nyc(s)->due &= (uint8_t)~NYC_POWER;
    return go_on(s);
}

static bool pick(struct alibi_state *s, unsigned who)
{
    alibi_hand_pick(s, who, NYC_ACT);
    nyc(s)->due = who == NYC_ME ? NYC_MOVE : NYC_MOVE | NYC_POWER;
    return false;
}

/* WHO ends the move on PLACE: an escape (N-7.3), a visit to the Informant (N-6.9), or neither.
 */
static bool walk(struct alibi_state *s, unsigned who, unsigned place)
{
    struct nyc *g = nyc(s);

    assert((g->due & NYC_MOVE) && !nyc_has(g->taken, place));
    put(g, who, place);
    g->due &= (uint8_t)~NYC_MOVE;
    if (!nyc_has(nyc_board.stands, place)) {
        g->due = 0;
        alibi_hand_finish(s, ALIBI_JACK, ALIBI_ESCAPE);
        return false;
    }
    if (place != g->informant)
        return go_on(s);
    g->hand.step = NYC_VISIT;
    return false;
}

static bool accuse(struct alibi_state *s, unsigned accused)
{
    struct nyc *g = nyc(s);

    assert((g->due & NYC_MOVE) && s->to_act == ALIBI_DETECTIVE && accused != g->hand.active);
    put(g, g->hand.active, g->at[accused]);
    g->due = 0;
    alibi_accuse(s, accused);
    return false;
}

/* N-6.9: the Informant falls silent, and the visitor's player draws a card if one is left. */
static bool inform(struct alibi_state *s, unsigned place)
{
    struct nyc *g = nyc(s);

    assert(g->hand.step == NYC_VISIT && !nyc_has(g->taken, place));
    g->informant = (uint8_t)place;
    g->silent = 1;
    if (!alibi_deck(s))
        return go_on(s);
    g->hand.step = NYC_DRAW;
    s->to_act = ALIBI_CHANCE;
    return false;
}

static bool draw(struct alibi_state *s, unsigned who)
{
    assert(nyc(s)->hand.step == NYC_DRAW);
    alibi_draw(s, who);
    s->to_act = (uint8_t)alibi_picker(s->round, s->slot);
    return go_on(s);
}

static bool place_tile(struct alibi_state *s, struct nyc_set *tiles, unsigned place)
{
    assert((nyc(s)->due & NYC_POWER) && !nyc_has(*tiles, place));
    add(tiles, place);
    return power_used(s);
}

/* N-6.5 */
static bool make_park(struct alibi_state *s, unsigned place)
{
    struct nyc *g = nyc(s);

    assert(nyc_has(nyc_or(nyc_or(g->metro, g->lamp), g->site), place));
    take_away(&g->metro, place);
    take_away(&g->lamp, place);
    take_away(&g->site, place);
    return place_tile(s, &g->park, place);
}

/* N-6.6 */
static bool move_probe(struct alibi_state *s, unsigned from, unsigned to)
{
    struct nyc *g = nyc(s);
    unsigned other = g->probe[0] == from ? g->probe[1] : g->probe[0];

    assert((g->probe[0] == from || g->probe[1] == from) && other != to);
    g->probe[0] = (uint8_t)(other < to ? other : to);
    g->probe[1] = (uint8_t)(other < to ? to : other);
    return power_used(s);
}

/* N-6.8 */
static bool swap(struct alibi_state *s, unsigned one, unsigned two)
{
    struct nyc *g = nyc(s);
    uint8_t place = g->at[one];

    assert(g->hand.active == NYC_FT && one != two);
    g->at[one] = g->at[two];
    g->at[two] = place;
    return power_used(s);
}

/* N-6.10 */
static bool move_steamer(struct alibi_state *s, unsigned from, unsigned to)
{
    assert(nyc_has(nyc(s)->steamers, from));
    take_away(&nyc(s)->steamers, from);
    return place_tile(s, &nyc(s)->steamers, to);
}

bool nyc_apply(struct alibi_state *s, alibi_move m)
{
    unsigned from = alibi_from(m), to = alibi_to(m);
    struct nyc *g = nyc(s);

    assert(!s->hides);
    switch ((enum nyc_kind)alibi_kind(m)) {
    case NYC_ACCUSE:
        return accuse(s, to);
    case NYC_GO:
        return walk(s, g->hand.active, to);
    case NYC_PICK:
        return pick(s, to);
    case NYC_ALIBI:
        return draw(s, to);
    case NYC_CARDS:
        alibi_hand_turn_up(s, (uint8_t)to);
        return false;
    case NYC_DEAL:
        alibi_hand_begin(s, to);
        return false;
    case NYC_END:
        return power_used(s);
    case NYC_INFORM:
        return inform(s, to);
    case NYC_LAMP:
        return place_tile(s, &g->lamp, to);
    case NYC_METRO:
        return place_tile(s, &g->metro, to);
    case NYC_PARK:
        return make_park(s, to);
    case NYC_PROBE:
        return move_probe(s, from, to);
    case NYC_PUSH:
        return walk(s, from, to);
    case NYC_SITE:
        return place_tile(s, &g->site, to);
    case NYC_STAY:
        g->due &= (uint8_t)~NYC_MOVE;
        return go_on(s);
    case NYC_STEAMER:
        return move_steamer(s, from, to);
    case NYC_SWAP:
        return swap(s, from, to);
    case NYC_KINDS:
        break;
    }
    assert(0 && "a kind of move that New York has");
    return false;
}
