/* New York's fields of a position line, and the checks that the position could arise in play.
 *
 *   ... cards=CR,LL,EG next=JC,ME,FT,ES step=act active=AB due=move+power metro=b9,k4,l13
 *   gaslamp=c10,m12 site=- park=- investigation=e4,f3+k14,l15 steamers=e2,k16
 *   at=e10,i8,j7,j9,h11,f9,f11,h5 informant=li:talkative
 *
 * The tiles come first, so that everybody's place can be checked against them. What may lie on
 * the board follows from how often each card was played. */
#include "nyc.h"
#include <alibi/kit/reader.h>

static const char step_name[NYC_STEPS][8] = {
    [ALIBI_STEP_DEAL] = "deal", [ALIBI_STEP_CARDS] = "cards",
    [ALIBI_STEP_PICK] = "pick", [ALIBI_STEP_OVER] = "over",
    [NYC_ACT] = "act",          [NYC_VISIT] = "visit",
    [NYC_DRAW] = "draw",
};

static const char due_name[4][12] = {"none", "move", "power", "move+power"};
static const char side_name[2][12] = {"talkative", "silent"};

static void print_places(struct alibi_text *text, const char *key, struct nyc_set set)
{
    const char *comma = "";

    alibi_text_format(text, " %s=%s", key, nyc_any(set) ? "" : "-");
    while (nyc_any(set)) {
        alibi_text_format(text, "%s%s", comma, nyc_place[nyc_take(&set)].name);
        comma = ",";
    }
}

static void print_pair(struct alibi_text *text, const char *before, unsigned pair)
{
    alibi_text_format(text, "%s%s,%s", before, nyc_place[nyc_pair[pair].a].name,
                      nyc_place[nyc_pair[pair].b].name);
}

void nyc_print_own(struct alibi_text *text, const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);

    alibi_hand_print(text, s, step_name);
    alibi_text_format(text, " due=%s", due_name[g->due]);
    print_places(text, "metro", g->metro);
    print_places(text, "gaslamp", g->lamp);
    print_places(text, "site", g->site);
    print_places(text, "park", g->park);
    print_pair(text, " investigation=", g->probe[0]);
    print_pair(text, "+", g->probe[1]);
    print_places(text, "steamers", g->steamers);
    for (int i = 0; i < NYC_CHARACTERS; i++)
        alibi_text_format(text, "%s%s", i ? "," : " at=", nyc_place[g->at[i]].name);
    alibi_text_format(text, " informant=%s:%s", nyc_place[g->informant].name,
                      side_name[g->silent]);
}

/* --- The activation --- */

/* Whether `due` fits this step of this character's activation. */
static bool due_holds(const struct nyc *g)
{
    bool has_power = g->hand.active != NYC_ME;

    switch (g->hand.step) {
    case NYC_ACT:
        return has_power ? g->due != 0 : g->due == NYC_MOVE;
    case NYC_VISIT:
    case NYC_DRAW:
        return g->due == 0 || (has_power && g->due == NYC_POWER);
    default:
        return g->due == 0;
    }
}

/* Returns the offset of the field `due`. */
static size_t parse_activation(struct alibi_reader *in, struct alibi_state *s)
{
    struct nyc *g = nyc(s);
    size_t start;

    alibi_hand_parse(in, s, step_name, NYC_STEPS);
    start = alibi_reader_key(in, "due");
    for (g->due = NYC_MOVE | NYC_POWER; g->due; g->due--)
        if (alibi_reader_skip(in, due_name[g->due]))
            break;
    if (g->due == 0)
        alibi_reader_expect(in, due_name[0]);
    if (in->status)
        return start;
    if (!due_holds(g) && g->hand.active == ALIBI_NO_ONE)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &nyc_no.due_nobody,
                            ALIBI_WITH(step_name[g->hand.step]));
    else if (!due_holds(g))
        alibi_reader_refuse(
            in, ALIBI_BAD_POSITION, start, &nyc_no.due,
            ALIBI_WITH(nyc_character[g->hand.active].code, step_name[g->hand.step]));
    if (s->round <= 1 && s->suspects != 0xff)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &nyc_no.suspects, NULL);
    if (g->hand.step == NYC_DRAW)
        s->to_act = ALIBI_CHANCE;
    return start;
}

/* --- Tiles --- */

/* How often WHO's power was used: each card is played once in two rounds. An upper bound if the
 * game ended during WHO's activation. */
static int uses(const struct alibi_state *s, unsigned who)
{
    const struct nyc *g = nyc_of(s);
    int before = s->round > 0 ? (s->round - 1) / 2 : 0;
    bool waits = g->hand.step == ALIBI_STEP_DEAL || g->hand.step == ALIBI_STEP_CARDS ||
                 alibi_has(g->hand.cards | g->hand.next, who) ||
                 (g->hand.active == who && (g->due & NYC_POWER));

    return before + !waits;
}

/* A set of places in ascending order, all of them in ALLOWED, or "-" for none. */
static struct nyc_set parse_places(struct alibi_reader *in, struct nyc_set allowed,
                                   const struct alibi_refusal *refusal)
{
    struct nyc_set set = {0, 0};
    unsigned last = 0;

    if (alibi_reader_skip(in, "-"))
        return set;
    do {
        size_t here = in->at;
        unsigned place = nyc_parse_place(in);

        if (nyc_any(set) && place <= last)
            alibi_reader_refuse(in, ALIBI_BAD_TEXT, here, &nyc_no.places, NULL);
        if (!nyc_has(allowed, place))
            alibi_reader_refuse(in, ALIBI_BAD_POSITION, here, refusal, NULL);
        set = nyc_or(set, nyc_one(place));
        last = place;
    } while (alibi_reader_skip(in, ","));
    return set;
}

/* N-6.1, N-6.3: no metro entrance is next to another, and no gaslamp next to another. */
static bool too_near(struct nyc_set tiles, unsigned who)
{
    struct nyc_set like = who == NYC_AB ? nyc_or(tiles, nyc_board.printed) : tiles;

    return (who == NYC_AB || who == NYC_LL) && nyc_meet(nyc_next_to(like), tiles);
}

/* One kind of tile. There are at most as many as at the start (BEGAN) and one more for each use
 * of WHO's power. They lie on BARE streets, which have no tile yet, and are removed from those.
 */
static struct nyc_set parse_tiles(struct alibi_reader *in, const struct alibi_state *s,
                                  const char *key, unsigned who, struct nyc_set began,
                                  struct nyc_set *bare)
{
    size_t start = alibi_reader_key(in, key);
    struct nyc_set tiles = parse_places(in, *bare, &nyc_no.bare);
    int most = nyc_size(began) + uses(s, who);

    if (nyc_size(tiles) > most)
        alibi_reader_refuse(
            in, ALIBI_BAD_POSITION, start, &nyc_no.tiles_many,
            ALIBI_WITH(alibi_number((size_t)most).text, nyc_character[who].code));
    if (too_near(tiles, who))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &nyc_no.tiles_near, ALIBI_WITH(key));
    *bare = nyc_minus(*bare, tiles);
    return tiles;
}

/* Grant turns a tile over each time, and there is always room for Cloud Rider's site and
 * Latimer's lamp; only Beach may find no room. If the game ended during an activation, its
 * power may not have been used. */
static bool tiles_hold(const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s), *start = &nyc_board.start;
    bool cut_short = s->winner != ALIBI_NOBODY && s->why != ALIBI_TIME;
    int placed = nyc_size(g->metro) + nyc_size(g->lamp) + nyc_size(g->site) +
                 nyc_size(g->park) - nyc_size(start->metro) - nyc_size(start->lamp);
    int most = uses(s, NYC_AB) + uses(s, NYC_CR) + uses(s, NYC_LL);

    if (placed > most || placed < 0)
        return false;
    return cut_short ||
           (placed >= most - uses(s, NYC_AB) && nyc_size(g->park) == uses(s, NYC_EG));
}

static void parse_board(struct alibi_reader *in, struct alibi_state *s)
{
    const struct nyc *start = &nyc_board.start;
    struct nyc *g = nyc(s);
    struct nyc_set bare = nyc_minus(nyc_board.streets, nyc_board.printed);
    size_t at = in->at + 1;

    g->metro = parse_tiles(in, s, "metro", NYC_AB, start->metro, &bare);
    g->lamp = parse_tiles(in, s, "gaslamp", NYC_LL, start->lamp, &bare);
    g->site = parse_tiles(in, s, "site", NYC_CR, start->site, &bare);
    g->park = parse_tiles(in, s, "park", NYC_EG, start->park, &bare);
    if (!in->status && !tiles_hold(s))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, at, &nyc_no.tiles, NULL);
}

static void parse_probes(struct alibi_reader *in, struct alibi_state *s)
{
    struct nyc *g = nyc(s);
    size_t start = alibi_reader_key(in, "investigation");
    struct nyc_set below[2];

    g->probe[0] = (uint8_t)nyc_parse_pair(in);
    alibi_reader_expect(in, "+");
    g->probe[1] = (uint8_t)nyc_parse_pair(in);
    below[0] = nyc_pair[g->probe[0]].both;
    below[1] = nyc_pair[g->probe[1]].both;
    if (g->probe[0] >= g->probe[1] || nyc_meet(below[0], below[1]))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &nyc_no.probes, NULL);
    if (nyc_meet(nyc_covered(g), nyc_or(g->lamp, g->site)))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &nyc_no.probes_bare, NULL);
}

static void parse_steamers(struct alibi_reader *in, struct alibi_state *s)
{
    size_t start = alibi_reader_key(in, "steamers");

    nyc(s)->steamers = parse_places(in, nyc_board.ports, &nyc_no.port);
    if (nyc_size(nyc(s)->steamers) != nyc_size(nyc_board.start.steamers))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &nyc_no.ports, NULL);
}

/* --- Pieces --- */

/* Whether WHO can have ended the game by accusing ACCUSED. */
static bool can_have_accused(const struct alibi_state *s, unsigned who, unsigned accused)
{
    const struct alibi_hand *h = alibi_hand_of(s);

    return !alibi_has(h->cards | h->next, who) &&
           (accused == s->identity) == (s->why == ALIBI_ARREST);
}

/* N-7.1: exactly one space has two characters, and one of them accused the other. */
static bool accusation_holds(const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);
    bool holds = false;

    if (nyc_size(g->taken) != NYC_CHARACTERS - 1 ||
        alibi_picker(s->round, s->slot) != ALIBI_DETECTIVE)
        return false;
    for (unsigned i = 0; i < NYC_CHARACTERS; i++)
        for (unsigned j = 0; j < NYC_CHARACTERS; j++)
            holds |= i != j && g->at[i] == g->at[j] && can_have_accused(s, i, j);
    return holds;
}

/* N-7.2, N-7.3: Jack has left, by his own move or pushed by Eastman. */
static bool escape_holds(const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);
    unsigned waiting = g->hand.cards | g->hand.next;

    return nyc_has(nyc_or(g->steamers, nyc_board.exits), g->at[s->identity]) &&
           alibi_picker(s->round, s->slot) == ALIBI_JACK && s->witness == ALIBI_INVISIBLE &&
           !(alibi_has(waiting, s->identity) && alibi_has(waiting, NYC_ME));
}

/* Why the characters cannot stand like this with this result or without one; NULL if they can.
 */
static const struct alibi_refusal *wrong_places(const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);
    bool accused = s->why == ALIBI_ARREST || s->why == ALIBI_WRONG_ACCUSATION;
    struct nyc_set open = nyc_open(g);

    if (accused && !accusation_holds(s))
        return &nyc_no.accuser;
    if (s->why == ALIBI_ESCAPE && !escape_holds(s))
        return &nyc_no.escaped;
    if (s->why == ALIBI_ESCAPE)
        open = nyc_or(open, nyc_one(g->at[s->identity]));
    if (nyc_any(nyc_minus(g->taken, open)))
        return &nyc_no.open_space;
    if (!accused && nyc_size(g->taken) != NYC_CHARACTERS)
        return &nyc_no.own_space;
    return NULL;
}

static void parse_characters(struct alibi_reader *in, struct alibi_state *s)
{
    struct nyc *g = nyc(s);
    size_t start = alibi_reader_key(in, "at");
    const struct alibi_refusal *wrong;

    g->taken = (struct nyc_set){0, 0};
    for (int i = 0; i < NYC_CHARACTERS; i++) {
        if (i)
            alibi_reader_expect(in, ",");
        g->at[i] = (uint8_t)nyc_parse_place(in);
        g->taken = nyc_or(g->taken, nyc_one(g->at[i]));
    }
    wrong = in->status ? NULL : wrong_places(s);
    if (wrong)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, wrong, NULL);
}

/* N-6.9, N-3.2: only a visitor shares the Informant's space, and only until the Informant is
 * moved elsewhere. He is then silent for the rest of the round, and one card is drawn. */
static const struct alibi_refusal *wrong_informant(const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);
    bool visit = g->hand.step == NYC_VISIT, draw = g->hand.step == NYC_DRAW;
    bool visitable = s->slot > 1 || (g->hand.step >= NYC_ACT && !(g->due & NYC_MOVE));
    int drawn = s->drawn[0] + s->drawn[1];
    int cards = (s->round ? s->round - 1 : 0) + g->silent - draw;

    if (!nyc_has(nyc_open(g), g->informant))
        return &nyc_no.informant_space;
    if (visit != nyc_has(g->taken, g->informant) ||
        (visit && g->hand.active != NYC_ME && g->at[g->hand.active] != g->informant))
        return &nyc_no.informant_visitor;
    if (g->silent ? visit || !visitable : draw)
        return &nyc_no.informant_silent;
    if (drawn > cards || (g->silent && !draw && drawn == 0) ||
        (draw && drawn == NYC_CHARACTERS - 1))
        return &nyc_no.informant_cards;
    return NULL;
}

static void parse_informant(struct alibi_reader *in, struct alibi_state *s)
{
    struct nyc *g = nyc(s);
    size_t start = alibi_reader_key(in, "informant");
    const struct alibi_refusal *wrong;

    g->informant = (uint8_t)nyc_parse_place(in);
    alibi_reader_expect(in, ":");
    g->silent = (uint8_t)alibi_reader_word(in, side_name, sizeof side_name[0], 2,
                                           &nyc_no.informant_side);
    wrong = in->status ? NULL : wrong_informant(s);
    if (wrong)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, wrong, NULL);
}

int nyc_parse_own(struct alibi_state *s, struct alibi_reader *in)
{
    size_t due_at = parse_activation(in, s);

    parse_board(in, s);
    parse_probes(in, s);
    parse_steamers(in, s);
    parse_characters(in, s);
    parse_informant(in, s);
    /* After the move, a power without a target would have been skipped (N-6.11). */
    if (!in->status && nyc_of(s)->hand.step == NYC_ACT && nyc_of(s)->due == NYC_POWER &&
        !nyc_can_use_power(s))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, due_at, &nyc_no.due_target, NULL);
    return in->status;
}
