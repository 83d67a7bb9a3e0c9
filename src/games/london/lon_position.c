/* London's fields of a position line, and the checks that the position could arise in play.
 *
 *   ... cards=SH,JW next=MS,SG,WG,JB step=act active=IL due=move+power points=0 called=-
 *   at=e10,i8,g6,i16,a10,m8,g12,e2 lantern=ne lamps=b13:1,c4:3,... covers=b15,l3 cordons=ne,sw
 */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>
#include <alibi/kit/reader.h>

const char lon_step_name[LON_STEPS][8] = {
    [ALIBI_STEP_DEAL] = "deal", [ALIBI_STEP_CARDS] = "cards",
    [ALIBI_STEP_PICK] = "pick", [ALIBI_STEP_OVER] = "over",
    [LON_ACT] = "act",          [LON_CALL] = "call",
    [LON_FACE] = "face",        [LON_DRAW] = "draw",
};

static const char due_name[4][12] = {"none", "move", "power", "move+power"};

static void print_places(struct alibi_text *text, const char *key, uint64_t set, unsigned first)
{
    alibi_text_format(text, " %s=", key);
    for (uint64_t b = set; b; b &= b - 1)
        alibi_text_format(text, "%s%s", b == set ? "" : ",",
                          lon_place[first + alibi_lowest(b)].name);
}

void lon_print_own(struct alibi_text *text, const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);

    alibi_hand_print(text, s, lon_step_name);
    alibi_text_format(text, " due=%s points=%u called=%s at=", due_name[g->due], g->points,
                      g->called ? "JW" : "-");
    for (int i = 0; i < LON_CHARACTERS; i++)
        alibi_text_format(text, "%s%s", i ? "," : "", lon_place[g->at[i]].name);
    alibi_text_format(text, " lantern=%s lamps=", alibi_direction[g->lantern].name);
    for (unsigned b = g->lit; b; b &= b - 1)
        alibi_text_format(text, "%s%s:%d", b == g->lit ? "" : ",",
                          lon_place[LON_FIRST_PLINTH + alibi_lowest(b)].name,
                          lon_lamp_number(g, alibi_lowest(b)));
    print_places(text, "covers", lon_covered(s), 0);
    print_places(text, "cordons", g->cordons, LON_FIRST_EXIT);
}

/* One of the places FIRST..FIRST+N-1, counted from FIRST. */
static unsigned parse_place(struct alibi_reader *in, unsigned first, unsigned n,
                            const struct alibi_refusal *refusal)
{
    return alibi_reader_word(in, lon_place + first, sizeof lon_place[0], n, refusal);
}

/* Two different places in ascending order, as a set counted from FIRST. */
static uint64_t parse_two(struct alibi_reader *in, const char *key, unsigned first, unsigned n,
                          const struct alibi_refusal *refusal)
{
    size_t start = alibi_reader_key(in, key);
    unsigned a, b;

    a = parse_place(in, first, n, refusal);
    alibi_reader_expect(in, ",");
    b = parse_place(in, first, n, refusal);
    if (a >= b)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.two, ALIBI_WITH(key));
    return in->status ? 0 : alibi_bit(a) | alibi_bit(b);
}

/* --- The activation --- */

/* Whether `due`, `points` and `called` fit this step of this character's activation. */
static bool step_holds(const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);
    unsigned who = g->hand.active;
    bool whistle_waits = who == LON_SG && (g->due & LON_POWER) && g->hand.step == LON_ACT;

    if (g->hand.step != LON_CALL && (g->points != (whistle_waits ? 3 : 0) || g->called))
        return false;
    switch (g->hand.step) {
    case LON_ACT:
        if (who == LON_MS || who == LON_WG)
            return g->due == LON_MOVE;
        if (who == LON_SH || who == LON_JW)
            return g->due == (LON_MOVE | LON_POWER);
        return g->due != 0;
    case LON_CALL:
        return who == LON_SG && (g->due & LON_POWER) && (g->points == 1 || g->points == 2);
    case LON_FACE:
        return (who == LON_JW && g->due == LON_POWER) || (who == LON_WG && g->due == 0) ||
               (who == LON_SG && (g->due & LON_POWER));
    case LON_DRAW:
        return who == LON_SH && g->due == LON_POWER;
    default:
        return g->due == 0;
    }
}

/* L-5.2: Holmes is played once in two rounds and draws a card each time. If the game ended
 * during an activation, it may have been that of Holmes, who had not drawn yet; it must have
 * been if nobody else was played before in these two rounds. */
static bool drawn_holds(const struct alibi_state *s)
{
    const struct alibi_hand *h = alibi_hand_of(s);
    int drawn = s->drawn[0] + s->drawn[1], played = s->round > 0 ? (s->round - 1) / 2 : 0;
    bool waits = h->step == ALIBI_STEP_DEAL || h->step == ALIBI_STEP_CARDS ||
                 h->active == LON_SH || alibi_has(h->cards | h->next, LON_SH);

    if (waits)
        return drawn == played;
    if (h->step == ALIBI_STEP_OVER && s->why != ALIBI_TIME && drawn == played)
        return true;
    return drawn == played + 1 &&
           !(h->step == ALIBI_STEP_OVER && s->slot == 1 && (s->round & 1));
}

static void parse_activation(struct alibi_reader *in, struct alibi_state *s)
{
    struct lon *g = lon(s);
    size_t start;

    alibi_hand_parse(in, s, lon_step_name, LON_STEPS);
    start = alibi_reader_key(in, "due");
    /* Try the longest word first, because "move+power" begins with "move". */
    g->due = LON_MOVE | LON_POWER;
    while (g->due > 0 && !alibi_reader_skip(in, due_name[g->due]))
        g->due--;
    if (g->due == 0)
        alibi_reader_expect(in, due_name[0]);
    alibi_reader_key(in, "points");
    g->points = (uint8_t)alibi_reader_number(in, 0, 3, &lon_no.points);
    alibi_reader_key(in, "called");
    g->called = alibi_reader_skip(in, "JW");
    if (!g->called)
        alibi_reader_expect(in, "-");
    if (in->status)
        return;
    if (!step_holds(s) && g->hand.active == ALIBI_NO_ONE)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.due_nobody,
                            ALIBI_WITH(lon_step_name[g->hand.step]));
    else if (!step_holds(s))
        alibi_reader_refuse(
            in, ALIBI_BAD_POSITION, start, &lon_no.due,
            ALIBI_WITH(lon_character[g->hand.active].code, lon_step_name[g->hand.step]));
    if (!drawn_holds(s))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.drawn, NULL);
    if (s->round <= 1 && s->suspects != 0xff)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.suspects, NULL);
    if (g->hand.step == LON_DRAW)
        s->to_act = ALIBI_CHANCE;
}

/* --- The board --- */

/* Counts the pairs of characters that share a hex, and puts the last one into PAIR. */
static int shared_hexes(const struct lon *g, unsigned *pair)
{
    int n = 0;

    for (unsigned i = 0; i < LON_CHARACTERS; i++) {
        for (unsigned j = 0; j < i; j++) {
            if (g->at[i] != g->at[j])
                continue;
            *pair = 1U << i | 1U << j;
            n++;
        }
    }
    return n;
}

/* Why the characters cannot stand like this with this result or without one; NULL if they can.
 */
static const struct alibi_refusal *wrong_places(const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);
    unsigned pair = 0;
    bool accused = s->why == ALIBI_ARREST || s->why == ALIBI_WRONG_ACCUSATION;

    if (shared_hexes(g, &pair) != accused)
        return accused ? &lon_no.accuser : &lon_no.own_hex;
    if (s->why == ALIBI_ARREST && !alibi_has(pair, s->identity))
        return &lon_no.captor;
    for (unsigned i = 0; i < LON_CHARACTERS; i++)
        if ((g->at[i] >= LON_FIRST_EXIT) != (s->why == ALIBI_ESCAPE && i == s->identity))
            return &lon_no.escaped;
    if (accused && alibi_picker(s->round, s->slot) != ALIBI_DETECTIVE)
        return &lon_no.accused_when;
    if (s->why == ALIBI_ESCAPE &&
        (alibi_picker(s->round, s->slot) != ALIBI_JACK || s->witness != ALIBI_INVISIBLE))
        return &lon_no.escaped_when;
    return NULL;
}

static void parse_places(struct alibi_reader *in, struct alibi_state *s)
{
    struct lon *g = lon(s);
    size_t start = alibi_reader_key(in, "at");
    const struct alibi_refusal *wrong;

    g->taken = 0;
    for (int i = 0; i < LON_CHARACTERS; i++) {
        if (i)
            alibi_reader_expect(in, ",");
        g->at[i] = (uint8_t)parse_place(in, 0, LON_STREETS + LON_EXITS, &lon_no.street);
        if (g->at[i] < LON_STREETS)
            g->taken |= alibi_bit(g->at[i]);
    }
    wrong = in->status ? NULL : wrong_places(s);
    if (wrong)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, wrong, NULL);
}

/* L-3.4: the round determines which tiles are left. */
static bool lamps_hold(const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);
    int numbered = 0;

    for (int i = 0; i < 4; i++) {
        if ((g->lamp[i] != LON_GONE) != (i + 1 >= s->round))
            return false;
        numbered += g->lamp[i] != LON_GONE;
    }
    return alibi_size(g->lit) == numbered + 2;
}

static void parse_lamps(struct alibi_reader *in, struct alibi_state *s)
{
    struct lon *g = lon(s);
    size_t start = alibi_reader_key(in, "lamps");

    g->lit = 0;
    for (int i = 0; i < 4; i++)
        g->lamp[i] = LON_GONE;
    do {
        size_t here = in->at;
        unsigned plinth = parse_place(in, LON_FIRST_PLINTH, LON_PLINTHS, &lon_no.plinth);
        unsigned number;

        alibi_reader_expect(in, ":");
        number = alibi_reader_number(in, 0, 4, &lon_no.lamp_number);
        if (g->lit >> plinth || (number && g->lamp[number - 1] != LON_GONE))
            alibi_reader_refuse(in, ALIBI_BAD_POSITION, here, &lon_no.lamps_order, NULL);
        if (in->status)
            return;
        g->lit = (uint8_t)(g->lit | 1U << plinth);
        if (number)
            g->lamp[number - 1] = (uint8_t)plinth;
    } while (alibi_reader_skip(in, ","));
    if (!lamps_hold(s))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.lamps,
                            ALIBI_WITH(alibi_number(s->round > 1 ? s->round : 1).text));
}

static void parse_covers(struct alibi_reader *in, struct alibi_state *s)
{
    const struct lon_edition *edition = &lon_edition[s->option[LON_EDITION]];
    size_t start = in->at + sizeof " covers=" - 1;
    uint64_t set = parse_two(in, "covers", 0, LON_STREETS, &lon_no.manhole);
    unsigned number[2], n = 0;

    if (set & ~edition->manholes)
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.covers, NULL);
    if (in->status)
        return;
    for (unsigned i = 0; n < 2; i++)
        if (alibi_has(set, edition->manhole[i]))
            number[n++] = i;
    lon(s)->covers = lon_pair_number(number[0], number[1]);
}

static void parse_cordons(struct alibi_reader *in, struct alibi_state *s)
{
    struct lon *g = lon(s);
    size_t start = in->at + sizeof " cordons=" - 1;

    g->cordons = (uint8_t)parse_two(in, "cordons", LON_FIRST_EXIT, LON_EXITS, &lon_no.exit);
    if (s->why == ALIBI_ESCAPE && !in->status &&
        alibi_has(g->cordons, g->at[s->identity] - LON_FIRST_EXIT))
        alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.cordons, NULL);
}

int lon_parse_own(struct alibi_state *s, struct alibi_reader *in)
{
    size_t start = in->at;

    parse_activation(in, s);
    parse_places(in, s);
    alibi_reader_key(in, "lantern");
    lon(s)->lantern = (uint8_t)alibi_reader_word(in, alibi_direction, sizeof alibi_direction[0],
                                                 ALIBI_DIRECTIONS, &lon_no.lantern);
    parse_lamps(in, s);
    parse_covers(in, s);
    parse_cordons(in, s);
    /* A whistle that has begun, or is all that is due, can call somebody: otherwise the
     * activation would be over. */
    if (!in->status && s->to_act <= ALIBI_DETECTIVE) {
        alibi_move m[ALIBI_MOVES_MAX];

        if (lon_moves(s, m) == 0)
            alibi_reader_refuse(in, ALIBI_BAD_POSITION, start, &lon_no.called, NULL);
    }
    return in->status;
}
