/* Finds the rule that forbids a move, for `why` and for error messages.
 *
 * nyc_moves decides what is legal. This file is asked only about other moves, and checks in the
 * order in which a player would ask. */
#include "nyc.h"
#include <alibi/kit/reader.h>

/* For each kind of move that is a power: its character and its rule. */
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

/* The first of N kinds of things that PLACE has, or NULL. The list begins with SHUT kinds on
 * which nobody can stand, then come pieces (up to TAKEN), then kinds that only keep further
 * tiles away (up to TILED). */
enum { SHUT = 5, TAKEN = 7, TILED = 9 };

static const char *obstacle(const struct nyc *g, unsigned place, int n)
{
    const struct {
        struct nyc_set where;
        const char *what;
    } things[TILED] = {
        {nyc_board.buildings, "building"},
        {nyc_or(nyc_board.ports, nyc_board.exits), "exit"},
        {g->lamp, "gaslamp"},
        {g->site, "site"},
        {nyc_covered(g), "investigation"},
        {g->taken, "character"},
        {nyc_one(g->informant), "informant"},
        {nyc_entrances(g), "metro"},
        {g->park, "park"},
    };

    for (int i = 0; i < n; i++)
        if (nyc_has(things[i].where, place))
            return things[i].what;
    return NULL;
}

/* --- Moving --- */

/* N-7.2, N-7.3 */
static void forbids_way(struct alibi_error *err, const struct alibi_state *s, unsigned who,
                        unsigned way)
{
    const struct nyc *g = nyc_of(s);

    if (s->to_act != ALIBI_JACK)
        alibi_forbid(err, &nyc_no.leave_player, NULL);
    else if (who != s->identity)
        alibi_forbid(err, &nyc_no.leave_character, NULL);
    else if (s->witness != ALIBI_INVISIBLE)
        alibi_forbid(err, &nyc_no.leave_visible, NULL);
    else if (!nyc_has(nyc_or(g->steamers, nyc_board.exits), way))
        alibi_forbid(err, &nyc_no.leave_steamer, ALIBI_WITH(name(way)));
    else
        alibi_forbid(err, &nyc_no.leave_far,
                     ALIBI_WITH(name(way), code(who), name(g->at[who])));
}

/* Why WHO, walking or pushed, cannot end on PLACE. */
static void forbids_end(struct alibi_error *err, const struct alibi_state *s, unsigned who,
                        unsigned place)
{
    const struct nyc *g = nyc_of(s);
    bool own = who == g->hand.active;

    if (nyc_has(nyc_or(nyc_board.ports, nyc_board.exits), place))
        forbids_way(err, s, who, place);
    else if (obstacle(g, place, SHUT))
        alibi_forbid(err, &nyc_no.stand, ALIBI_WITH(name(place), obstacle(g, place, SHUT)));
    else if (g->at[who] == place)
        alibi_forbid(err, &nyc_no.start, ALIBI_WITH(code(who)));
    else if (nyc_has(g->taken, place))
        alibi_forbid(err,
                     own && s->to_act == ALIBI_DETECTIVE ? &nyc_no.occupied_accuse
                                                         : &nyc_no.occupied,
                     ALIBI_WITH(name(place)));
    else if (g->silent && g->informant == place)
        alibi_forbid(err, &nyc_no.silent, ALIBI_WITH(name(place)));
    else
        alibi_forbid(err, own ? &nyc_no.far : &nyc_no.push_far,
                     ALIBI_WITH(name(place), code(who), alibi_number(NYC_POINTS).text));
}

static void forbids_accusation(struct alibi_error *err, const struct alibi_state *s,
                               unsigned who)
{
    const struct nyc *g = nyc_of(s);

    if (s->to_act != ALIBI_DETECTIVE)
        alibi_forbid(err, &nyc_no.accuse_seat, NULL);
    else if (who == g->hand.active)
        alibi_forbid(err, &nyc_no.accuse_self, NULL);
    else
        alibi_forbid(err, &nyc_no.accuse_far,
                     ALIBI_WITH(code(who), name(g->at[who]), code(g->hand.active)));
}

static void forbids_push(struct alibi_error *err, const struct alibi_state *s, unsigned who,
                         unsigned place)
{
    unsigned visible = nyc_visible(nyc_of(s));

    if (who == NYC_ME)
        alibi_forbid(err, &nyc_no.push_self, NULL);
    else if (alibi_has(visible, who) != alibi_has(visible, NYC_ME))
        alibi_forbid(err,
                     alibi_has(visible, who) ? &nyc_no.push_visible : &nyc_no.push_invisible,
                     ALIBI_WITH(code(who)));
    else
        forbids_end(err, s, who, place);
}

/* --- Powers --- */

static void forbids_tile(struct alibi_error *err, const struct nyc *g, enum nyc_kind kind,
                         unsigned place)
{
    if (!nyc_has(nyc_board.streets, place))
        alibi_forbid(err, &nyc_no.tile_street, ALIBI_WITH(name(place)));
    else if (obstacle(g, place, TILED))
        alibi_forbid(err, &nyc_no.tile_taken,
                     ALIBI_WITH(name(place), obstacle(g, place, TILED)));
    else
        alibi_forbid(err, kind == NYC_METRO ? &nyc_no.metro_near : &nyc_no.lamp_near,
                     ALIBI_WITH(name(place)));
}

static void forbids_park(struct alibi_error *err, const struct nyc *g, unsigned place)
{
    if (nyc_has(nyc_board.printed, place))
        alibi_forbid(err, &nyc_no.park_printed, ALIBI_WITH(name(place)));
    else if (nyc_has(nyc_covered(g), place))
        alibi_forbid(err, &nyc_no.park_covered, ALIBI_WITH(name(place)));
    else
        alibi_forbid(err, &nyc_no.park_none, ALIBI_WITH(name(place)));
}

static void forbids_probe(struct alibi_error *err, const struct nyc *g, unsigned from,
                          unsigned to)
{
    const struct nyc_pair *old = &nyc_pair[from], *new = &nyc_pair[to];
    unsigned place = new->a;

    if (from != g->probe[0] && from != g->probe[1]) {
        alibi_forbid(err, &nyc_no.probe_none, ALIBI_WITH(name(old->a), name(old->b)));
    } else if (from == to) {
        alibi_forbid(err, &nyc_no.probe_same, NULL);
    } else {
        if (nyc_has(old->both, place) || !obstacle(g, place, TAKEN))
            place = new->b;
        alibi_forbid(err, &nyc_no.probe_taken,
                     ALIBI_WITH(name(place), obstacle(g, place, TAKEN)));
    }
}

static void forbids_swap(struct alibi_error *err, const struct nyc *g, unsigned one,
                         unsigned two)
{
    if (one == two)
        alibi_forbid(err, &nyc_no.swap_same, NULL);
    else if (!alibi_has(nyc_beside(g), one))
        alibi_forbid(err, &nyc_no.swap_far, ALIBI_WITH(code(one)));
    else
        alibi_forbid(err, &nyc_no.swap_order, ALIBI_WITH(code(two), code(one)));
}

static void forbids_steamer(struct alibi_error *err, const struct nyc *g, unsigned from,
                            unsigned to)
{
    if (!nyc_has(g->steamers, from))
        alibi_forbid(err, &nyc_no.steamer_none, ALIBI_WITH(name(from)));
    else if (!nyc_has(nyc_board.ports, to))
        alibi_forbid(err, &nyc_no.steamer_port, ALIBI_WITH(name(to)));
    else
        alibi_forbid(err, &nyc_no.steamer_taken, ALIBI_WITH(name(to)));
}

static void forbids_power(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    const struct nyc *g = nyc_of(s);
    enum nyc_kind kind = (enum nyc_kind)alibi_kind(m);
    unsigned who = power[kind].who, from = alibi_from(m), to = alibi_to(m);

    if (g->hand.active != who)
        (void)alibi_refuse_by(err, ALIBI_BAD_MOVE, 0, &nyc_no.power_other, power[kind].rule,
                              ALIBI_WITH(code(who), code(g->hand.active)));
    else if (kind == NYC_PUSH)
        forbids_push(err, s, from, to);
    else if (!(g->due & NYC_POWER))
        (void)alibi_refuse_by(err, ALIBI_BAD_MOVE, 0, &nyc_no.power_used, power[kind].rule,
                              ALIBI_WITH(code(who)));
    else if (kind == NYC_PARK)
        forbids_park(err, g, to);
    else if (kind == NYC_PROBE)
        forbids_probe(err, g, from, to);
    else if (kind == NYC_SWAP)
        forbids_swap(err, g, from, to);
    else if (kind == NYC_STEAMER)
        forbids_steamer(err, g, from, to);
    else
        forbids_tile(err, g, kind, to);
}

/* --- The steps --- */

/* A character is being played: its move, stay or power. */
static void forbids_act(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    const struct nyc *g = nyc_of(s);
    enum nyc_kind kind = (enum nyc_kind)alibi_kind(m);
    unsigned active = g->hand.active;
    bool move = kind == NYC_GO || kind == NYC_ACCUSE || kind == NYC_STAY;

    if (move && !(g->due & NYC_MOVE))
        alibi_forbid(err, &nyc_no.moved, ALIBI_WITH(code(active)));
    else if (kind == NYC_GO)
        forbids_end(err, s, active, alibi_to(m));
    else if (kind == NYC_ACCUSE)
        forbids_accusation(err, s, alibi_to(m));
    else if (kind == NYC_STAY)
        alibi_forbid(err, &nyc_no.not_blocked, ALIBI_WITH(code(active)));
    else if (kind == NYC_PICK)
        alibi_forbid(err, &nyc_no.playing, ALIBI_WITH(code(active)));
    else if (kind == NYC_INFORM)
        alibi_forbid(err, &nyc_no.visit_none, NULL);
    else if (kind == NYC_END)
        alibi_forbid(err, &nyc_no.decline, NULL);
    else
        forbids_power(err, s, m);
}

static void forbids_inform(struct alibi_error *err, const struct nyc *g, alibi_move m)
{
    if (alibi_kind(m) != NYC_INFORM)
        alibi_forbid(err, &nyc_no.visit_first, NULL);
    else
        alibi_forbid(err, &nyc_no.visit_taken,
                     ALIBI_WITH(name(alibi_to(m)), obstacle(g, alibi_to(m), TAKEN)));
}

static bool is_outcome(enum nyc_kind kind)
{
    return kind == NYC_DEAL || kind == NYC_CARDS || kind == NYC_ALIBI;
}

static void forbids_pick(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    char cards[ALIBI_ARG_SIZE];
    struct alibi_text text = alibi_text_in(cards, sizeof cards);

    alibi_codes_print(&text, s->game, nyc_of(s)->hand.cards, s->game->list, " ");
    if (alibi_kind(m) == NYC_PICK)
        alibi_forbid(err, &nyc_no.card, ALIBI_WITH(code(alibi_to(m)), cards));
    else
        alibi_forbid(err, &nyc_no.card_first, ALIBI_WITH(cards));
}

void nyc_forbids(struct alibi_error *err, const struct alibi_state *s, alibi_move m)
{
    unsigned step = nyc_of(s)->hand.step;

    if (step == ALIBI_STEP_OVER)
        alibi_forbid(err, &nyc_no.over, NULL);
    else if (step == ALIBI_STEP_DEAL)
        alibi_forbid(err, &nyc_no.deal, NULL);
    else if (step == ALIBI_STEP_CARDS)
        alibi_forbid(err, &nyc_no.cards, NULL);
    else if (step == NYC_DRAW)
        alibi_forbid(err, &nyc_no.draw, NULL);
    else if (is_outcome(alibi_kind(m)))
        alibi_forbid(err, &nyc_no.no_chance, ALIBI_WITH(alibi_seat_name(s->to_act)));
    else if (step == ALIBI_STEP_PICK)
        forbids_pick(err, s, m);
    else if (step == NYC_VISIT)
        forbids_inform(err, nyc_of(s), m);
    else
        forbids_act(err, s, m);
}
