/* Why a move is not legal: the rule that stands against it, for `why` and for error messages.
 *
 * Legality itself is what lon_moves lists; this only finds the words. */
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

/* L-6.3, L-6.4, in the order in which a player would ask. */
static void forbids_exit(struct alibi_text *text, const struct alibi_state *s, unsigned exit)
{
    const struct lon *g = lon_of(s);

    if (s->to_act != ALIBI_JACK)
        alibi_text_str(text, "L-6.3: only Jack's player may leave the district");
    else if (g->hand.active != s->identity)
        alibi_text_str(text, "L-6.3: only Jack's own character may leave the district");
    else if (s->witness != ALIBI_INVISIBLE)
        alibi_text_str(text, "L-6.3: Jack leaves only while the witness card shows invisible");
    else if (alibi_has(g->cordons, exit))
        alibi_text_format(text, "L-6.4: a cordon closes the exit %s",
                          name(LON_FIRST_EXIT + exit));
    else
        alibi_text_format(text, "L-6.4: the exit %s is out of reach: its hex is %s",
                          name(LON_FIRST_EXIT + exit), name(lon_exit_from[exit]));
}

static void forbids_go(struct alibi_text *text, const struct alibi_state *s, unsigned place)
{
    const struct lon *g = lon_of(s);
    unsigned who = g->hand.active;

    if (place >= LON_FIRST_PLINTH)
        alibi_text_format(text, "L-4.2: %s is no street", name(place));
    else if (place >= LON_FIRST_EXIT)
        forbids_exit(text, s, place - LON_FIRST_EXIT);
    else if (g->at[who] == place)
        alibi_text_format(text, "L-4.1: %s must not end on the hex of the start", code(who));
    else if (alibi_has(g->taken, place))
        alibi_text_format(text, "L-4.4: %s is occupied%s", name(place),
                          s->to_act == ALIBI_DETECTIVE ? "; to accuse, write ! and the code"
                                                       : "");
    else
        alibi_text_format(text, "L-4.1: %s is out of reach: %s has %d movement points",
                          name(place), code(who), who == LON_MS ? 4 : 3);
}

static void forbids_accusation(struct alibi_text *text, const struct alibi_state *s,
                               unsigned who)
{
    unsigned active = lon_of(s)->hand.active;

    if (s->to_act != ALIBI_DETECTIVE)
        alibi_text_str(text, "L-6.1: only the Detective accuses");
    else if (who == active)
        alibi_text_str(text, "L-6.1: expected another character than the one being played");
    else
        alibi_text_format(text, "L-6.1: %s on %s is out of reach of %s", code(who),
                          name(lon_of(s)->at[who]), code(active));
}

static void forbids_call(struct alibi_text *text, const struct alibi_state *s, unsigned who,
                         unsigned place)
{
    const struct lon *g = lon_of(s);
    const uint8_t *to_host = lon_steps[g->at[LON_SG]];

    if (who == LON_SG)
        alibi_text_str(text, "L-5.8: the whistle calls other characters, not SG");
    else if (alibi_has(g->taken, place))
        alibi_text_format(text, "L-5.11: %s is occupied", name(place));
    else if (to_host[place] >= to_host[g->at[who]])
        alibi_text_format(text, "L-5.10: %s is no nearer to SG than %s, where %s stands",
                          name(place), name(g->at[who]), code(who));
    else if (lon_steps[g->at[who]][place] <= g->points)
        alibi_text_format(text, "L-5.10: no way of %s to %s comes nearer to SG at every step",
                          code(who), name(place));
    else
        alibi_text_format(text, "L-5.8: %s is too far from %s for the %u points left",
                          name(place), code(who), g->points);
}

static void forbids_lamp(struct alibi_text *text, const struct lon *g, unsigned from)
{
    bool dark = !alibi_has(g->lit, from);

    alibi_text_format(text, "L-5.5: expected a lit tile to a hex without one; %s is %s",
                      name(LON_FIRST_PLINTH + from), dark ? "not lit" : "lit, the other too");
}

/* Whose power a kind of token is, or LON_CHARACTERS. */
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

static void forbids_power(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    const struct lon *g = lon_of(s);
    unsigned who = owner(alibi_kind(m));

    if (g->hand.active != who)
        alibi_text_format(text, "L-5.1: that is the power of %s, and %s is being played",
                          code(who), code(g->hand.active));
    else if (who == LON_WG)
        alibi_text_str(text, "L-5.14: WG changes places with another character");
    else if (!(g->due & LON_POWER))
        alibi_text_format(text, "L-5.1: %s has used the power already", code(who));
    else if (who == LON_SG)
        forbids_call(text, s, alibi_from(m), alibi_to(m));
    else if (who == LON_IL)
        alibi_text_str(text, "L-5.6: expected a cordon to an exit that has none");
    else if (who == LON_JB)
        alibi_text_str(text, "L-5.15: expected a cover to an open manhole");
    else
        forbids_lamp(text, g, alibi_from(m));
}

/* A character is being played: its move, stay or power. */
static void forbids_act(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    const struct lon *g = lon_of(s);
    enum lon_kind kind = (enum lon_kind)alibi_kind(m);
    bool move = kind == LON_GO || kind == LON_ACCUSE || kind == LON_STAY;

    if (move && !(g->due & LON_MOVE))
        alibi_text_format(text, "L-4.1: %s has moved already", code(g->hand.active));
    else if (kind == LON_GO)
        forbids_go(text, s, alibi_to(m));
    else if (kind == LON_ACCUSE)
        forbids_accusation(text, s, alibi_to(m));
    else if (kind == LON_STAY)
        alibi_text_format(text, "L-4.7: %s is not blocked", code(g->hand.active));
    else if (kind == LON_TURN)
        alibi_text_str(text, "L-5.3: the lantern is turned after Watson has been moved");
    else if (kind == LON_PICK)
        alibi_text_format(text, "L-3.2: %s is being played", code(g->hand.active));
    else
        forbids_power(text, s, m);
}

static bool is_outcome(enum lon_kind kind)
{
    return kind == LON_DEAL || kind == LON_CARDS || kind == LON_ALIBI;
}

static void forbids_pick(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    if (alibi_kind(m) == LON_PICK)
        alibi_text_format(text, "L-3.2: the card of %s is not face up; expected one of ",
                          code(alibi_to(m)));
    else
        alibi_text_str(text, "L-3.2: expected a card first: ");
    alibi_codes_print(text, s->game, lon_of(s)->hand.cards, s->game->list, " ");
}

void lon_forbids(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    unsigned step = lon_of(s)->hand.step;

    if (step == ALIBI_STEP_OVER)
        alibi_text_str(text, "L-8.1: the game is over");
    else if (step == ALIBI_STEP_DEAL)
        alibi_text_str(text, "L-2.4: expected Jack's identity to be dealt, deal=XX");
    else if (step == ALIBI_STEP_CARDS)
        alibi_text_str(text, "L-3.1: expected four cards to be turned up, cards=AA,BB,CC,DD");
    else if (step == LON_DRAW)
        alibi_text_str(text, "L-5.2: expected an alibi card that is in the deck, alibi=XX");
    else if (is_outcome(alibi_kind(m)))
        alibi_text_format(text, "L-3.2: nothing is dealt now, %s is to act",
                          alibi_seat_name(s->to_act));
    else if (step == ALIBI_STEP_PICK)
        forbids_pick(text, s, m);
    else if (step == LON_FACE)
        alibi_text_format(text, "%s: expected the direction that Watson's lantern faces, ^ne",
                          lon_of(s)->hand.active == LON_JW ? "L-5.3" : "L-5.4");
    else if (step == LON_CALL && alibi_kind(m) != LON_WHISTLE_TO)
        alibi_text_str(text, "L-5.13: expected the whistle to be finished first, call:XX>h11");
    else
        forbids_act(text, s, m);
}
