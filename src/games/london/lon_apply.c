/* Plays a move and everything that follows from it without a decision.
 *
 * An activation is a small machine: `due` says what the active character still owes, its move
 * and its power, and go_on finds the next step. When nothing is due any more, `close` ends the
 * activation and, after the fourth, the round. */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/secrets.h>

#include <assert.h>
#include <string.h>

/* L-2.1, L-2.3 */
void lon_setup(struct alibi_state *s)
{
    memcpy(s->own, &lon_edition[s->option[LON_EDITION]].start, sizeof(struct lon));
}

static void put(struct lon *g, unsigned who, unsigned place)
{

    g->taken &= ~alibi_bit(g->at[who]);
    g->taken |= alibi_bit(place);
    g->at[who] = (uint8_t)place;
}

/* L-3.4: removes the gaslight tile with the round's number. */
static void put_out_lamp(struct alibi_state *s)
{
    struct lon *g = lon(s);

    if (s->round <= 4) {
        g->lit = (uint8_t)(g->lit & ~(1U << g->lamp[s->round - 1]));
        g->lamp[s->round - 1] = LON_GONE;
    }
}

/* Ends the activation and, after the fourth, the round (L-3.3). */
static bool close(struct alibi_state *s)
{
    if (!alibi_hand_close(s))
        return false;
    alibi_call_witnesses(s, lon_visible(s));
    put_out_lamp(s);
    alibi_hand_next_round(s);
    return true;
}

static bool can_call(const struct alibi_state *s)
{
    for (unsigned who = 0; who < LON_CHARACTERS; who++)
        if (who != LON_SG && lon_call_targets(s, who))
            return true;
    return false;
}

/* Goes to the next step of the activation; skips a power that cannot be used (L-5.1). */
static bool go_on(struct alibi_state *s)
{
    struct lon *g = lon(s);

    g->hand.step = LON_ACT;
    if (g->due & LON_MOVE)
        return false;
    if (!(g->due & LON_POWER))
        return close(s);
    if (g->hand.active == LON_SH && alibi_deck(s)) {
        g->hand.step = LON_DRAW;
        s->to_act = ALIBI_CHANCE;
        return false;
    }
    if (g->hand.active == LON_JW) {
        g->hand.step = LON_FACE;
        return false;
    }
    if (g->hand.active == LON_SH || (g->hand.active == LON_SG && !can_call(s))) {
        g->due = 0;
        g->points = 0;
        return close(s);
    }
    return false;
}

static bool power_used(struct alibi_state *s)
{
    lon(s)->due &= (uint8_t)~LON_POWER;
    return go_on(s);
}

static bool pick(struct alibi_state *s, unsigned who)
{
    struct lon *g = lon(s);
    bool optional = who == LON_MS || who == LON_WG;

    alibi_hand_pick(s, who, LON_ACT);
    g->due = optional ? LON_MOVE : LON_MOVE | LON_POWER;
    g->points = who == LON_SG ? 3 : 0;
    return false;
}

static bool go(struct alibi_state *s, unsigned place)
{
    struct lon *g = lon(s);

    put(g, g->hand.active, place);
    g->due &= (uint8_t)~LON_MOVE;
    if (place < LON_FIRST_EXIT)
        return go_on(s);
    g->taken &= ~alibi_bit(place);
    g->due = g->points = 0;
    alibi_hand_finish(s, ALIBI_JACK, ALIBI_ESCAPE);
    return false;
}

static bool accuse(struct alibi_state *s, unsigned accused)
{
    struct lon *g = lon(s);

    assert((g->due & LON_MOVE) && s->to_act == ALIBI_DETECTIVE && accused != g->hand.active);
    put(g, g->hand.active, g->at[accused]);
    g->due = g->points = 0;
    alibi_accuse(s, accused);
    return false;
}

/* L-5.8, L-5.12, L-5.13: calls WHO. The whistle goes on until no points are left or nobody can
 * be called. */
static bool call(struct alibi_state *s, unsigned who, unsigned place)
{
    struct lon *g = lon(s);
    const uint8_t *to_host = lon_steps[g->at[LON_SG]];
    unsigned cost = s->option[LON_WHISTLE] == LON_DIRECT ? to_host[g->at[who]] - to_host[place]
                                                         : lon_steps[g->at[who]][place];

    assert(cost <= g->points);
    put(g, who, place);
    g->points = (uint8_t)(g->points - cost);
    g->called |= who == LON_JW;
    g->hand.step = LON_CALL;
    if (can_call(s))
        return false;
    g->points = 0;
    if (g->called) {
        g->called = 0;
        g->hand.step = LON_FACE; /* L-5.4 */
        return false;
    }
    return power_used(s);
}

/* L-5.3, L-5.4: turns the lantern, after Watson moved or was moved. */
static bool turn(struct alibi_state *s, unsigned direction)
{
    assert(lon(s)->hand.step == LON_FACE);
    lon(s)->lantern = (uint8_t)direction;
    return power_used(s);
}

/* L-5.14 */
static bool swap(struct alibi_state *s, unsigned who)
{
    struct lon *g = lon(s);
    uint8_t place = g->at[LON_WG];

    assert(g->hand.active == LON_WG && (g->due & LON_MOVE) && who != LON_WG);
    g->at[LON_WG] = g->at[who];
    g->at[who] = place;
    g->due = 0;
    if (who == LON_JW) {
        g->hand.step = LON_FACE;
        return false;
    }
    return close(s);
}

static bool move_lamp(struct alibi_state *s, unsigned from, unsigned to)
{
    struct lon *g = lon(s);

    assert(alibi_has(g->lit, from) && !alibi_has(g->lit, to));
    g->lit = (uint8_t)((g->lit & ~(1U << from)) | 1U << to);
    for (int i = 0; i < 4; i++)
        if (g->lamp[i] == from)
            g->lamp[i] = (uint8_t)to;
    return power_used(s);
}

static bool move_cordon(struct alibi_state *s, unsigned from, unsigned to)
{
    struct lon *g = lon(s);

    assert(alibi_has(g->cordons, from) && !alibi_has(g->cordons, to));
    g->cordons = (uint8_t)((g->cordons & ~(1U << from)) | 1U << to);
    return power_used(s);
}

static bool move_cover(struct alibi_state *s, unsigned from, unsigned to)
{
    const struct lon_edition *edition = &lon_edition[s->option[LON_EDITION]];
    uint64_t covered = (lon_covered(s) & ~alibi_bit(from)) | alibi_bit(to);
    unsigned number[2], n = 0;

    assert(alibi_has(edition->manholes, to) && from != to);
    for (unsigned i = 0; n < 2; i++)
        if (alibi_has(covered, edition->manhole[i]))
            number[n++] = i;
    lon(s)->covers = lon_pair_number(number[0], number[1]);
    return power_used(s);
}

bool lon_apply(struct alibi_state *s, alibi_move m)
{
    unsigned from = alibi_from(m), to = alibi_to(m);

    assert(!s->hides);
    switch ((enum lon_kind)alibi_kind(m)) {
    case LON_ACCUSE:
        return accuse(s, to);
    case LON_GO:
        return go(s, to);
    case LON_PICK:
        return pick(s, to);
    case LON_TURN:
        return turn(s, to);
    case LON_ALIBI:
        alibi_draw(s, to);
        lon(s)->due = 0;
        return close(s);
    case LON_WHISTLE_TO:
        return call(s, from, to);
    case LON_CARDS:
        alibi_hand_turn_up(s, (uint8_t)to);
        return false;
    case LON_CORDON:
        return move_cordon(s, from, to);
    case LON_COVER:
        return move_cover(s, from, to);
    case LON_DEAL:
        alibi_hand_begin(s, to);
        return false;
    case LON_LAMP:
        return move_lamp(s, from, to);
    case LON_STAY:
        lon(s)->due &= (uint8_t)~LON_MOVE;
        return go_on(s);
    case LON_SWAP:
        return swap(s, to);
    }
    assert(0 && "a kind of move that London has");
    return false;
}
