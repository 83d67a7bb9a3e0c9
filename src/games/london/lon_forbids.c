/* Finds the rule that forbids a move, for `why` and for error messages.
 *
 * lon_moves decides what is legal. This file is asked only about other moves, and checks in the
 * order in which a player would ask. */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>
#include <alibi/kit/reader.h>

#include <string.h>

static const char *code(unsigned who)
{
    return lon_character[who].code;
}

static const char *name(unsigned place)
{
    return lon_place[place].name;
}

/* L-6.3, L-6.4 */
static void forbids_exit(struct alibi_error *err, const struct alibi_state *s, unsigned exit)
{
    const struct lon *g = lon_of(s);

    if (s->to_act != ALIBI_JACK)
        alibi_forbid(err, &lon_no.exit_player, NULL);
    else if (g->hand.active != s->identity)
        alibi_forbid(err, &lon_no.exit_character, NULL);
    else if (s->witness != ALIBI_INVISIBLE)
        alibi_forbid(err, &lon_no.exit_visible, NULL);
    else if (alibi_has(g->cordons, exit))
        alibi_forbid(err, &lon_no.exit_cordon, ALIBI_WITH(name(LON_FIRST_EXIT + exit)));
    else
        alibi_forbid(err, &lon_no.exit_far,
                     ALIBI_WITH(name(LON_FIRST_EXIT + exit), name(lon_exit_from[exit])));
}

static void forbids_go(struct alibi_error *err, const struct alibi_state *s, unsigned place)
{
    const struct lon *g = lon_of(s);
    unsigned who = g->hand.active;

    if (place >= LON_FIRST_PLINTH)
        alibi_forbid(err, &lon_no.no_street, ALIBI_WITH(name(place)));
    else if (place >= LON_FIRST_EXIT)
        forbids_exit(err, s, place - LON_FIRST_EXIT);
    else if (g->at[who] == place)
        alibi_forbid(err, &lon_no.start, ALIBI_WITH(code(who)));
    else if (alibi_has(g->taken, place))
        alibi_forbid(err,
                     s->to_act == ALIBI_DETECTIVE ? &lon_no.occupied_accuse : &lon_no.occupied,
                     ALIBI_WITH(name(place)));
    else
        alibi_forbid(err, &lon_no.far,
                     ALIBI_WITH(name(place), code(who), who == LON_MS ? "4" : "3"));
}

static void forbids_accusation(struct alibi_error *err, const struct alibi_state *s,
                               unsigned who)
{
    unsigned active = lon_of(s)->hand.active;

    if (s->to_act != ALIBI_DETECTIVE)
        alibi_forbid(err, &lon_no.accuse_seat, NULL);
    else if (who == active)
        alibi_forbid(err, &lon_no.accuse_self, NULL);
    else
        alibi_forbid(err, &lon_no.accuse_far,
                     ALIBI_WITH(code(who), name(lon_of(s)->at[who]), code(active)));
}

static void forbids_call(struct alibi_error *err, const struct alibi_state *s, unsigned who,
                         unsigned place)
{
    const struct lon *g = lon_of(s);
    const uint8_t *to_host = lon_steps[g->at[LON_SG]];

    if (who == LON_SG)
        alibi_forbid(err, &lon_no.call_self, NULL);
    else if (alibi_has(g->taken, place))
        alibi_forbid(err, &lon_no.call_occupied, ALIBI_WITH(name(place)));
    else if (to_host[place] >= to_host[g->at[who]])
        alibi_forbid(err, &lon_no.call_away,
                     ALIBI_WITH(name(place), name(g->at[who]), code(who)));
    else if (lon_steps[g->at[who]][place] <= g->points)
        alibi_forbid(err, &lon_no.call_detour, ALIBI_WITH(code(who), name(place)));
    else
        alibi_forbid(err, &lon_no.call_far,
                     ALIBI_WITH(name(place), code(who), alibi_number(g->points).text));
}

static void forbids_lamp(struct alibi_error *err, const struct lon *g, unsigned from)
{
    bool dark = !alibi_has(g->lit, from);

    alibi_forbid(err, dark ? &lon_no.lamp_dark : &lon_no.lamp_lit,
                 ALIBI_WITH(name(LON_FIRST_PLINTH + from)));
}

/* The character whose power a kind of move is, or LON_CHARACTERS. */
static unsigned owner(enum lon_kind kind)
{
    switch (kind) {
    case LON_WHISTLE_TO:
        return LON_SG;
    case LON_CORDON:
        return LON_IL;
    case LON_COVER:
        return LON_JB;
    case LON_LAMP:
        return LON_JS;
    case LON_SWAP:
        return LON_WG;
    case LON_ACCUSE:
    case LON_GO:
    case LON_PICK:
    case LON_TURN:
    case LON_ALIBI:
    case LON_CARDS:
    case LON_DEAL:
    case LON_STAY:
        break;
    }
    return LON_CHARACTERS;
}

static void forbids_power(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    const struct lon *g = lon_of(s);
    unsigned who = owner(alibi_kind(m));

    if (g->hand.active != who)
        alibi_forbid(err, &lon_no.power_other, ALIBI_WITH(code(who), code(g->hand.active)));
    else if (who == LON_WG)
        alibi_forbid(err, &lon_no.swap_self, NULL);
    else if (!(g->due & LON_POWER))
        alibi_forbid(err, &lon_no.power_used, ALIBI_WITH(code(who)));
    else if (who == LON_SG)
        forbids_call(err, s, alibi_from(m), alibi_to(m));
    else if (who == LON_IL)
        alibi_forbid(err, &lon_no.cordon, NULL);
    else if (who == LON_JB)
        alibi_forbid(err, &lon_no.cover, NULL);
    else
        forbids_lamp(err, g, alibi_from(m));
}

/* A character is being played: its move, stay or power. */
static void forbids_act(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    const struct lon *g = lon_of(s);
    enum lon_kind kind = (enum lon_kind)alibi_kind(m);
    bool move = kind == LON_GO || kind == LON_ACCUSE || kind == LON_STAY;

    if (move && !(g->due & LON_MOVE))
        alibi_forbid(err, &lon_no.moved, ALIBI_WITH(code(g->hand.active)));
    else if (kind == LON_GO)
        forbids_go(err, s, alibi_to(m));
    else if (kind == LON_ACCUSE)
        forbids_accusation(err, s, alibi_to(m));
    else if (kind == LON_STAY)
        alibi_forbid(err, &lon_no.not_blocked, ALIBI_WITH(code(g->hand.active)));
    else if (kind == LON_TURN)
        alibi_forbid(err, &lon_no.lantern_later, NULL);
    else if (kind == LON_PICK)
        alibi_forbid(err, &lon_no.playing, ALIBI_WITH(code(g->hand.active)));
    else
        forbids_power(err, s, m);
}

static bool is_outcome(enum lon_kind kind)
{
    return kind == LON_DEAL || kind == LON_CARDS || kind == LON_ALIBI;
}

static void forbids_pick(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    char cards[ALIBI_ARG_SIZE];
    struct alibi_text text = alibi_text_in(cards, sizeof cards);

    alibi_codes_print(&text, s->game, lon_of(s)->hand.cards, s->game->list, " ");
    if (alibi_kind(m) == LON_PICK)
        alibi_forbid(err, &lon_no.card, ALIBI_WITH(code(alibi_to(m)), cards));
    else
        alibi_forbid(err, &lon_no.card_first, ALIBI_WITH(cards));
}

void lon_forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    unsigned step = lon_of(s)->hand.step;

    if (step == ALIBI_STEP_OVER)
        alibi_forbid(err, &lon_no.over, NULL);
    else if (step == ALIBI_STEP_DEAL)
        alibi_forbid(err, &lon_no.deal, NULL);
    else if (step == ALIBI_STEP_CARDS)
        alibi_forbid(err, &lon_no.cards, NULL);
    else if (step == LON_DRAW)
        alibi_forbid(err, &lon_no.draw, NULL);
    else if (is_outcome(alibi_kind(m)))
        alibi_forbid(err, &lon_no.no_chance, ALIBI_WITH(alibi_seat_name(s->to_act)));
    else if (step == ALIBI_STEP_PICK)
        forbids_pick(err, s, m);
    else if (step == LON_FACE)
        alibi_forbid(
            err, lon_of(s)->hand.active == LON_JW ? &lon_no.lantern_first : &lon_no.lantern_too,
            NULL);
    else if (step == LON_CALL && alibi_kind(m) != LON_WHISTLE_TO)
        alibi_forbid(err, &lon_no.call_first, NULL);
    else
        forbids_act(err, s, m);
}
