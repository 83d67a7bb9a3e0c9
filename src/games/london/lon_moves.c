/* Legal moves and visible characters, looked up in the tables of lon_gen.
 *
 * Sets of hexes are 64-bit words: where a character can go is one table entry without the
 * occupied hexes. Kinds and places are listed in ascending order, so the moves come out sorted
 * by token. */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/scene.h>
#include <alibi/kit/secrets.h>

uint64_t lon_covered(const struct alibi_state *s)
{
    const struct lon_edition *edition = &lon_edition[s->option[LON_EDITION]];
    const uint8_t *pair = lon_pair[lon_of(s)->covers];

    return alibi_bit(edition->manhole[pair[0]]) | alibi_bit(edition->manhole[pair[1]]);
}

int lon_lamp_number(const struct lon *g, unsigned plinth)
{
    for (int i = 0; i < 4; i++)
        if (g->lamp[i] == plinth)
            return i + 1;
    return 0;
}

/* L-7.1, L-7.2, L-7.3 */
uint64_t lon_lit(const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);

    return lon_glow[g->lit] | lon_beam[g->at[LON_JW]][g->lantern];
}

/* L-7.4. Exits have no neighbours and no light, so a character who has left is not seen. */
uint16_t lon_visible(const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);
    uint64_t seen = lon_lit(s);
    unsigned visible = 0;

    for (int i = 0; i < LON_CHARACTERS; i++)
        seen |= lon_near[g->at[i]];
    for (int i = 0; i < LON_CHARACTERS; i++)
        visible |= (unsigned)alibi_has(seen, g->at[i]) << i;
    return (uint16_t)visible;
}

/* L-7.4, by every lamp, the lantern and every neighbour. */
int lon_seen_by(const struct alibi_state *s, unsigned who,
                struct alibi_sight out[ALIBI_SIGHTS_MAX])
{
    const struct lon *g = lon_of(s);
    unsigned at = g->at[who];
    int n = 0;

    for (unsigned b = g->lit; b; b &= b - 1) {
        unsigned plinth = alibi_lowest(b);
        char lamp[12];

        lon_lamp_symbol(lamp, g, plinth);
        if (alibi_has(lon_glow[1U << plinth], at))
            n = alibi_sight_add(out, n, ALIBI_BY_LAMP, LON_FIRST_PLINTH + plinth, lamp);
    }
    if (alibi_has(lon_beam[g->at[LON_JW]][g->lantern], at))
        n = alibi_sight_add(out, n, ALIBI_BY_BEAM, g->at[LON_JW], lon_character[LON_JW].code);
    for (unsigned i = 0; i < LON_CHARACTERS; i++)
        if (alibi_has(lon_near[g->at[i]], at))
            n = alibi_sight_add(out, n, ALIBI_BY_NEIGHBOUR, g->at[i], lon_character[i].code);
    return n;
}

const struct lon_reach *lon_reach_of(const struct alibi_state *s, unsigned who)
{
    const struct lon *g = lon_of(s);

    return &lon_reach[s->option[LON_EDITION]][g->covers][g->at[who]][who == LON_MS];
}

/* L-5.8, L-5.9, L-5.10, L-5.11. A path of k steps that ends k nearer to Goodley comes nearer at
 * every step. So the direct targets are the free hexes at distance k from WHO (the guest) and d
 * - k from Goodley (the host), if d is the distance between the two. */
uint64_t lon_call_targets(const struct alibi_state *s, unsigned who)
{
    const struct lon *g = lon_of(s);
    const uint64_t *guest = lon_at[g->at[who]], *host = lon_at[g->at[LON_SG]];
    unsigned distance = lon_steps[g->at[who]][g->at[LON_SG]];
    uint64_t within = 0, nearer = 0, direct = 0;

    if (s->option[LON_WHISTLE] == LON_DIRECT) {
        for (unsigned k = 1; k <= g->points && k < distance; k++)
            direct |= guest[k] & host[distance - k];
        return direct & ~g->taken;
    }
    for (unsigned k = 1; k <= g->points; k++)
        within |= guest[k];
    for (unsigned k = 1; k < distance; k++)
        nearer |= host[k];
    return within & nearer & ~g->taken;
}

/* Appends BASE | i for every i in SET. */
static alibi_move *list(alibi_move *out, alibi_move base, uint64_t set)
{
    for (; set; set &= set - 1)
        *out++ = base | alibi_lowest(set);
    return out;
}

static alibi_move *list_calls(const struct alibi_state *s, alibi_move *out)
{
    for (unsigned who = 0; who < LON_CHARACTERS; who++)
        if (who != LON_SG)
            out = list(out, alibi_pack(LON_WHISTLE_TO, who, 0), lon_call_targets(s, who));
    return out;
}

/* L-6.1: the characters that the active one can reach. */
static alibi_move *list_accusations(const struct alibi_state *s, uint64_t go, alibi_move *out)
{
    const struct lon *g = lon_of(s);

    if (s->to_act != ALIBI_DETECTIVE)
        return out;
    for (unsigned who = 0; who < LON_CHARACTERS; who++)
        if (alibi_has(go, g->at[who])) /* never itself: its own hex is not within reach */
            *out++ = alibi_pack(LON_ACCUSE, 0, who);
    return out;
}

/* L-6.3, L-6.4 */
static alibi_move *list_exits(const struct alibi_state *s, uint64_t leave, alibi_move *out)
{
    const struct lon *g = lon_of(s);

    if (s->to_act != ALIBI_JACK || g->hand.active != s->identity ||
        s->witness != ALIBI_INVISIBLE)
        return out;
    for (unsigned i = 0; i < LON_EXITS; i++)
        if (!alibi_has(g->cordons, i) && alibi_has(leave, lon_exit_from[i]))
            *out++ = alibi_pack(LON_GO, 0, LON_FIRST_EXIT + i);
    return out;
}

/* L-5.5 */
static alibi_move *list_lamps(const struct lon *g, alibi_move *out)
{
    for (unsigned b = g->lit; b; b &= b - 1)
        out = list(out, alibi_pack(LON_LAMP, alibi_lowest(b), 0), (uint8_t)~g->lit);
    return out;
}

/* L-5.6 */
static alibi_move *list_cordons(const struct lon *g, alibi_move *out)
{
    for (unsigned b = g->cordons; b; b &= b - 1)
        out = list(out, alibi_pack(LON_CORDON, alibi_lowest(b), 0), ~g->cordons & 0xfU);
    return out;
}

/* L-5.15 */
static alibi_move *list_covers(const struct alibi_state *s, alibi_move *out)
{
    uint64_t covered = lon_covered(s);
    uint64_t open = lon_edition[s->option[LON_EDITION]].manholes & ~covered;

    for (uint64_t b = covered; b; b &= b - 1)
        out = list(out, alibi_pack(LON_COVER, alibi_lowest(b), 0), open);
    return out;
}

/* The powers that may be used before or after the move (L-5.1). */
static alibi_move *list_power(const struct alibi_state *s, alibi_move *out)
{
    switch ((enum lon_who)lon_of(s)->hand.active) {
    case LON_JS:
        return list_lamps(lon_of(s), out);
    case LON_IL:
        return list_cordons(lon_of(s), out);
    case LON_JB:
        return list_covers(s, out);
    case LON_SG:
        return list_calls(s, out);
    case LON_SH:
    case LON_JW:
    case LON_MS:
    case LON_WG:
    case LON_CHARACTERS:
        break;
    }
    return out;
}

static alibi_move *list_act(const struct alibi_state *s, alibi_move *out)
{
    const struct lon *g = lon_of(s);
    const struct lon_reach *reach = lon_reach_of(s, g->hand.active);
    bool must_move = g->due & LON_MOVE;

    if (must_move) {
        out = list_accusations(s, reach->go, out);
        out = list(out, alibi_pack(LON_GO, 0, 0), reach->go & ~g->taken);
        out = list_exits(s, reach->leave, out);
    }
    if (g->due & LON_POWER)
        out = list_power(s, out);
    if (must_move && !(reach->go & ~g->taken))
        *out++ = alibi_pack(LON_STAY, 0, 0); /* L-4.7 */
    if (must_move && g->hand.active == LON_WG)
        out = list(out, alibi_pack(LON_SWAP, 0, 0), 0xff & ~(1U << LON_WG)); /* L-5.14 */
    return out;
}

int lon_moves(const struct alibi_state *s, alibi_move out[ALIBI_MOVES_MAX])
{
    alibi_move *end = out;

    switch (lon_of(s)->hand.step) {
    case ALIBI_STEP_DEAL:
        end = list(out, alibi_pack(LON_DEAL, 0, 0), 0xff);
        break;
    case ALIBI_STEP_CARDS:
        end = out + alibi_hand_outcomes(s->game, alibi_pack(LON_CARDS, 0, 0), out);
        break;
    case ALIBI_STEP_PICK:
        end = list(out, alibi_pack(LON_PICK, 0, 0), lon_of(s)->hand.cards);
        break;
    case LON_ACT:
        end = list_act(s, out);
        break;
    case LON_CALL:
        end = list_calls(s, out);
        break;
    case LON_FACE:
        end = list(out, alibi_pack(LON_TURN, 0, 0), 0x3f);
        break;
    case LON_DRAW:
        end = list(out, alibi_pack(LON_ALIBI, 0, 0), alibi_deck(s));
        break;
    default: /* over */
        break;
    }
    return (int)(end - out);
}

/* L-6.3, L-6.4 */
int lon_exits_of(const struct alibi_state *s, unsigned who, uint8_t out[ALIBI_PLACES_MAX])
{
    const struct lon *g = lon_of(s);
    int n = 0;

    if (g->at[who] >= LON_FIRST_EXIT)
        return 0; /* has left the district */
    for (unsigned i = 0; i < LON_EXITS; i++)
        if (!alibi_has(g->cordons, i) &&
            alibi_has(lon_reach_of(s, who)->leave, lon_exit_from[i]))
            out[n++] = (uint8_t)(LON_FIRST_EXIT + i);
    return n;
}

/* L-6.1, L-6.3, L-6.4: what the characters can do by their own moves, without powers. */
void lon_outlook(struct alibi_outlook *outlook, const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);
    uint64_t doors = 0;

    *outlook = (struct alibi_outlook){.visible = lon_visible(s)};
    alibi_hand_outlook(outlook, s);
    for (unsigned i = 0; i < LON_EXITS; i++)
        if (!alibi_has(g->cordons, i))
            doors |= alibi_bit(lon_exit_from[i]);
    for (unsigned who = 0; who < LON_CHARACTERS; who++) {
        const struct lon_reach *reach;

        if (g->at[who] >= LON_FIRST_EXIT)
            continue; /* has left the district */
        reach = lon_reach_of(s, who);
        for (unsigned i = 0; i < LON_CHARACTERS; i++)
            if (alibi_has(reach->go, g->at[i]))
                outlook->accuses[who] |= (uint16_t)(1U << i);
        if (reach->leave & doors)
            outlook->leave |= (uint16_t)(1U << who);
    }
}
