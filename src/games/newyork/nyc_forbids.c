/* Why a move is not legal: the rule that stands against it, for `why` and for error messages.
 *
 * Legality itself is what nyc_moves lists; this only finds the words. */
#include "nyc.h"
#include <alibi/kit/reader.h>

/* The powers: whose they are, and their rules. Other kinds have none. */
static const struct {
    unsigned who;
    const char *rule;
} power[NYC_KINDS] = {
    [NYC_LAMP] = {NYC_LL, "N-6.3"}, [NYC_METRO] = {NYC_AB, "N-6.1"},
    [NYC_PARK] = {NYC_EG, "N-6.5"}, [NYC_PROBE] = {NYC_JC, "N-6.6"},
    [NYC_PUSH] = {NYC_ME, "N-6.7"}, [NYC_SITE] = {NYC_CR, "N-6.2"},
    [NYC_SWAP] = {NYC_FT, "N-6.8"}, [NYC_STEAMER] = {NYC_ES, "N-6.10"},
};

static const char *code(unsigned who)
{
    return nyc_character[who].code;
}

static const char *name(unsigned place)
{
    return nyc_place[place].name;
}

/* What keeps a PLACE shut or full, or NULL. In this order: what nobody can stand on, who takes
 * up the place, and what only keeps further tiles away. */
enum { SHUT = 5, TAKEN = 7, TILED = 9 };

static const char *obstacle(const struct nyc *g, unsigned place, int n)
{
    const struct {
        struct nyc_set where;
        const char *what;
    } things[TILED] = {
        {nyc_board.buildings, "a building"},
        {nyc_or(nyc_board.ports, nyc_board.exits), "a way out"},
        {g->lamp, "a gaslamp"},
        {g->site, "a building site"},
        {nyc_covered(g), "an Investigation tile"},
        {g->taken, "a character"},
        {nyc_one(g->informant), "the Informant"},
        {nyc_entrances(g), "a metro entrance"},
        {g->park, "a park"},
    };

    for (int i = 0; i < n; i++)
        if (nyc_has(things[i].where, place))
            return things[i].what;
    return NULL;
}

/* --- Moving --- */

/* N-7.2, N-7.3, in the order in which a player would ask. */
static void forbids_way(struct alibi_text *text, const struct alibi_state *s, unsigned who,
                        unsigned way)
{
    const struct nyc *g = nyc_of(s);

    if (s->to_act != ALIBI_JACK)
        alibi_text_str(text, "N-7.2: only Jack's player may leave Manhattan");
    else if (who != s->identity)
        alibi_text_str(text, "N-7.2: only Jack's own character may leave Manhattan");
    else if (s->witness != ALIBI_INVISIBLE)
        alibi_text_str(text, "N-7.2: Jack leaves only while the witness card shows invisible");
    else if (!nyc_has(nyc_or(g->steamers, nyc_board.exits), way))
        alibi_text_format(text, "N-7.3: there is no steamer in %s", name(way));
    else
        alibi_text_format(text, "N-7.3: %s is out of reach of %s on %s", name(way), code(who),
                          name(g->at[who]));
}

/* Why WHO, moving or pushed, does not end on PLACE. */
static void forbids_end(struct alibi_text *text, const struct alibi_state *s, unsigned who,
                        unsigned place)
{
    const struct nyc *g = nyc_of(s);
    bool own = who == g->hand.active;

    if (nyc_has(nyc_or(nyc_board.ports, nyc_board.exits), place))
        forbids_way(text, s, who, place);
    else if (obstacle(g, place, SHUT))
        alibi_text_format(text, "N-4.1: nobody can stand on %s: there is %s", name(place),
                          obstacle(g, place, SHUT));
    else if (g->at[who] == place)
        alibi_text_format(text, "N-5.1: %s must not end on the space of the start", code(who));
    else if (nyc_has(g->taken, place))
        alibi_text_format(
            text, "N-5.2: %s is occupied%s", name(place),
            own && s->to_act == ALIBI_DETECTIVE ? "; to accuse, write ! and the code" : "");
    else if (g->silent && g->informant == place)
        alibi_text_format(text, "N-5.3: the Informant on %s is silent", name(place));
    else
        alibi_text_format(text, "%s: %s is out of reach: %s has %d movement points%s",
                          own ? "N-5.1" : "N-6.7", name(place), code(who), NYC_POINTS,
                          own ? "" : " and no metro");
}

static void forbids_accusation(struct alibi_text *text, const struct alibi_state *s,
                               unsigned who)
{
    const struct nyc *g = nyc_of(s);

    if (s->to_act != ALIBI_DETECTIVE)
        alibi_text_str(text, "N-7.1: only the Detective accuses");
    else if (who == g->hand.active)
        alibi_text_str(text, "N-7.1: expected another character than the one being played");
    else
        alibi_text_format(text, "N-7.1: %s on %s is out of reach of %s", code(who),
                          name(g->at[who]), code(g->hand.active));
}

static void forbids_push(struct alibi_text *text, const struct alibi_state *s, unsigned who,
                         unsigned place)
{
    unsigned visible = nyc_visible(nyc_of(s));

    if (who == NYC_ME)
        alibi_text_str(text, "N-6.7: ME moves another character, or himself with >");
    else if (alibi_has(visible, who) != alibi_has(visible, NYC_ME))
        alibi_text_format(text, "N-6.7: %s is %s and ME is not", code(who),
                          alibi_has(visible, who) ? "visible" : "invisible");
    else
        forbids_end(text, s, who, place);
}

/* --- Powers --- */

static void forbids_tile(struct alibi_text *text, const struct nyc *g, enum nyc_kind kind,
                         unsigned place)
{
    if (!nyc_has(nyc_board.streets, place))
        alibi_text_format(text, "N-6.4: %s is no street space", name(place));
    else if (obstacle(g, place, TILED))
        alibi_text_format(text, "N-6.4: %s is not empty: there is %s", name(place),
                          obstacle(g, place, TILED));
    else
        alibi_text_format(text, "%s: %s is next to a %s", power[kind].rule, name(place),
                          kind == NYC_METRO ? "metro entrance" : "gaslamp");
}

static void forbids_park(struct alibi_text *text, const struct nyc *g, unsigned place)
{
    if (nyc_has(nyc_board.printed, place))
        alibi_text_format(text, "N-6.5: the metro entrance on %s is printed", name(place));
    else if (nyc_has(nyc_covered(g), place))
        alibi_text_format(text, "N-6.5: %s lies under an Investigation tile", name(place));
    else
        alibi_text_format(text, "N-6.5: there is no gaslamp, building site or metro tile on %s",
                          name(place));
}

static void forbids_probe(struct alibi_text *text, const struct nyc *g, unsigned from,
                          unsigned to)
{
    const struct nyc_pair *old = &nyc_pair[from], *new = &nyc_pair[to];
    unsigned place = new->a;

    if (from != g->probe[0] && from != g->probe[1]) {
        alibi_text_format(text, "N-6.6: no Investigation tile lies on %s and %s", name(old->a),
                          name(old->b));
    } else if (from == to) {
        alibi_text_str(text, "N-6.6: at least one of the two spaces must be new");
    } else {
        if (nyc_has(old->both, place) || !obstacle(g, place, TAKEN))
            place = new->b;
        alibi_text_format(text, "N-6.6: an Investigation tile cannot lie on %s: there is %s",
                          name(place), obstacle(g, place, TAKEN));
    }
}

static void forbids_swap(struct alibi_text *text, const struct nyc *g, unsigned one,
                         unsigned two)
{
    if (one == two)
        alibi_text_str(text, "N-6.8: expected two characters to change places");
    else if (!alibi_has(nyc_beside(g), one))
        alibi_text_format(text, "N-6.8: expected first somebody next to FT, as %s is not",
                          code(one));
    else
        alibi_text_format(text, "N-6.8: both are next to FT; write swap:%s,%s", code(two),
                          code(one));
}

static void forbids_steamer(struct alibi_text *text, const struct nyc *g, unsigned from,
                            unsigned to)
{
    if (!nyc_has(g->steamers, from))
        alibi_text_format(text, "N-6.10: there is no steamer in %s", name(from));
    else if (!nyc_has(nyc_board.ports, to))
        alibi_text_format(text, "N-6.10: %s is no port", name(to));
    else
        alibi_text_format(text, "N-6.10: there is a steamer in %s already", name(to));
}

static void forbids_power(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    const struct nyc *g = nyc_of(s);
    enum nyc_kind kind = (enum nyc_kind)alibi_kind(m);
    unsigned who = power[kind].who, from = alibi_from(m), to = alibi_to(m);

    if (g->hand.active != who)
        alibi_text_format(text, "%s: that is the power of %s, and %s is being played",
                          power[kind].rule, code(who), code(g->hand.active));
    else if (kind == NYC_PUSH)
        forbids_push(text, s, from, to);
    else if (!(g->due & NYC_POWER))
        alibi_text_format(text, "%s: %s has used the power", power[kind].rule, code(who));
    else if (kind == NYC_PARK)
        forbids_park(text, g, to);
    else if (kind == NYC_PROBE)
        forbids_probe(text, g, from, to);
    else if (kind == NYC_SWAP)
        forbids_swap(text, g, from, to);
    else if (kind == NYC_STEAMER)
        forbids_steamer(text, g, from, to);
    else
        forbids_tile(text, g, kind, to);
}

/* --- The steps --- */

/* A character is being played: its move, stay or power. */
static void forbids_act(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    const struct nyc *g = nyc_of(s);
    enum nyc_kind kind = (enum nyc_kind)alibi_kind(m);
    unsigned active = g->hand.active;
    bool move = kind == NYC_GO || kind == NYC_ACCUSE || kind == NYC_STAY;

    if (move && !(g->due & NYC_MOVE))
        alibi_text_format(text, "N-5.1: %s has made the move", code(active));
    else if (kind == NYC_GO)
        forbids_end(text, s, active, alibi_to(m));
    else if (kind == NYC_ACCUSE)
        forbids_accusation(text, s, alibi_to(m));
    else if (kind == NYC_STAY)
        alibi_text_format(text, "N-5.4: %s is not blocked", code(active));
    else if (kind == NYC_PICK)
        alibi_text_format(text, "N-3.1: %s is being played", code(active));
    else if (kind == NYC_INFORM)
        alibi_text_str(text, "N-6.9: nobody has just come to the talkative Informant");
    else if (kind == NYC_END)
        alibi_text_str(text, "N-6.12: only FT's power is declined, once he has moved");
    else
        forbids_power(text, s, m);
}

static void forbids_inform(struct alibi_text *text, const struct nyc *g, alibi_move m)
{
    if (alibi_kind(m) != NYC_INFORM)
        alibi_text_str(text, "N-6.9: expected the visited Informant to be put somewhere first, "
                             "inform:h9");
    else
        alibi_text_format(text, "N-6.9: the Informant cannot be put on %s: there is %s",
                          name(alibi_to(m)), obstacle(g, alibi_to(m), TAKEN));
}

static bool is_outcome(enum nyc_kind kind)
{
    return kind == NYC_DEAL || kind == NYC_CARDS || kind == NYC_ALIBI;
}

static void forbids_pick(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    if (alibi_kind(m) == NYC_PICK)
        alibi_text_format(text, "N-3.1: the card of %s is not face up; expected one of ",
                          code(alibi_to(m)));
    else
        alibi_text_str(text, "N-3.1: expected a card first: ");
    alibi_codes_print(text, s->game, nyc_of(s)->hand.cards, s->game->list, " ");
}

void nyc_forbids(struct alibi_text *text, const struct alibi_state *s, alibi_move m)
{
    unsigned step = nyc_of(s)->hand.step;

    if (step == ALIBI_STEP_OVER)
        alibi_text_str(text, "N-9.1: the game is over");
    else if (step == ALIBI_STEP_DEAL)
        alibi_text_str(text, "N-1.2: expected Jack's identity to be dealt, deal=XX");
    else if (step == ALIBI_STEP_CARDS)
        alibi_text_str(text, "N-3.1: expected four cards to be turned up, cards=AA,BB,CC,DD");
    else if (step == NYC_DRAW)
        alibi_text_str(text, "N-6.9: expected an alibi card that is in the deck, alibi=XX");
    else if (is_outcome(alibi_kind(m)))
        alibi_text_format(text, "N-3.1: nothing is dealt now, %s is to act",
                          alibi_seat_name(s->to_act));
    else if (step == ALIBI_STEP_PICK)
        forbids_pick(text, s, m);
    else if (step == NYC_VISIT)
        forbids_inform(text, nyc_of(s), m);
    else
        forbids_act(text, s, m);
}
