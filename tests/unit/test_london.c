/* London: the tables against a plain recomputation from the printed map, the words for what is
 * forbidden, moves in words, and what only states made by hand can reach. */
#include "unit.h"

#include "core/bits.h"
#include "core/hex.h"
#include "games/london/lon.h"
#include "games/london/lon_board.h"

/* --- The board --- */

/* What stands at (X, Y) of the printed map: a space beyond its edge. */
static char map_at(int x, int y)
{
    return x < 0 || x > 12 || y < 1 || y > 17 ? ' ' : lon_map[y - 1][x];
}

static int place_named(const char *name)
{
    for (int i = 0; i < LON_PLACES; i++)
        if (strcmp(lon_place[i].name, name) == 0)
            return i;
    CHECK(false, "no place %s", name);
    return -1;
}

/* The place at (X, Y) that is no exit, or -1. */
static int place_at(int x, int y)
{
    for (int i = 0; i < LON_PLACES; i++)
        if ((i < LON_FIRST_EXIT || i >= LON_FIRST_PLINTH) && lon_place[i].x == x &&
            lon_place[i].y == y)
            return i;
    return -1;
}

/* The street next to place I in direction D, or -1. */
static int street_beside(int i, int d)
{
    int to = place_at(lon_place[i].x + alibi_direction[d].dx,
                      lon_place[i].y + alibi_direction[d].dy);

    return to < LON_STREETS ? to : -1;
}

/* Every hex of the map is a place of its kind and has the name of its column and row; the
 * places of a kind ascend by name. */
static void test_places(void **state)
{
    int count[128] = {0};

    (void)state;
    for (int i = 0; i < LON_PLACES; i++) {
        const struct alibi_place *p = &lon_place[i];
        char kind = i < LON_FIRST_EXIT ? '.' : i < LON_FIRST_PLINTH ? ' ' : '*', name[8];

        if (i >= LON_FIRST_HOUSE)
            kind = '#';
        CHECK(map_at(p->x, p->y) == kind, "%s", p->name);
        (void)snprintf(name, sizeof name, "%c%d", 'a' + p->x, p->y);
        CHECK(kind == ' ' || strcmp(p->name, name) == 0, "%s is at %s", p->name, name);
        CHECK(i == 0 || i == LON_FIRST_EXIT || i == LON_FIRST_PLINTH || i == LON_FIRST_HOUSE ||
                  strcmp(lon_place[i - 1].name, p->name) < 0,
              "%s", p->name);
        CHECK((p->x + p->y) % 2 == 0, "%s", p->name);
    }
    for (int x = 0; x < 13; x++)
        for (int y = 1; y <= 17; y++)
            count[(unsigned char)map_at(x, y)]++;
    assert_int_equal(count['.'], LON_STREETS);
    assert_int_equal(count['*'], LON_PLINTHS);
    assert_int_equal(count['#'], LON_HOUSES);
    for (int i = 0; i < LON_EXITS; i++) {
        CHECK(strcmp(lon_place[LON_FIRST_EXIT + i].name, lon_exits[i].name) == 0, "%d", i);
        CHECK(lon_exit_from[i] == place_named(lon_exits[i].from), "%d", i);
    }
}

static void test_near(void **state)
{
    (void)state;
    for (int i = 0; i < LON_STREETS; i++) {
        uint64_t near = 0;

        for (int d = 0; d < ALIBI_DIRECTIONS; d++)
            if (street_beside(i, d) >= 0)
                near |= alibi_bit((unsigned)street_beside(i, d));
        CHECK(lon_near[i] == near, "%s", lon_place[i].name);
        for (int j = 0; j < LON_STREETS; j++)
            CHECK(alibi_has(lon_near[i], (unsigned)j) == alibi_has(lon_near[j], (unsigned)i),
                  "%s %s", lon_place[i].name, lon_place[j].name);
        CHECK(!alibi_has(near, (unsigned)i) && near, "%s", lon_place[i].name);
    }
    for (int i = LON_FIRST_EXIT; i < LON_STREETS + LON_EXITS; i++)
        CHECK(lon_near[i] == 0, "%s", lon_place[i].name);
}

/* Distances are those of neighbours, and satisfy all that distances do. */
static void test_steps(void **state)
{
    int farthest = 0;

    (void)state;
    for (int i = 0; i < LON_STREETS; i++) {
        for (int j = 0; j < LON_STREETS; j++) {
            int steps = lon_steps[i][j], best = 99;

            farthest = steps > farthest ? steps : farthest;
            CHECK((steps == 0) == (i == j), "%s %s", lon_place[i].name, lon_place[j].name);
            CHECK((steps == 1) == alibi_has(lon_near[i], (unsigned)j), "%s %s",
                  lon_place[i].name, lon_place[j].name);
            CHECK(steps == lon_steps[j][i], "%s %s", lon_place[i].name, lon_place[j].name);
            for (int k = 0; k < LON_STREETS; k++)
                CHECK(steps <= lon_steps[i][k] + lon_steps[k][j], "%s %s %s", lon_place[i].name,
                      lon_place[j].name, lon_place[k].name);
            for (uint64_t b = lon_near[j]; b; b &= b - 1)
                best =
                    lon_steps[i][alibi_lowest(b)] < best ? lon_steps[i][alibi_lowest(b)] : best;
            CHECK(i == j || steps == best + 1, "%s %s", lon_place[i].name, lon_place[j].name);
            for (int d = 0; d <= LON_FARTHEST; d++)
                CHECK(alibi_has(lon_at[i][d], (unsigned)j) == (steps == d), "%s %s at %d",
                      lon_place[i].name, lon_place[j].name, d);
        }
    }
    assert_int_equal(farthest, LON_FARTHEST);
}

/* L-7.2: along the line as far as streets go. What lights lies opposite to what is lit. */
static void test_beams(void **state)
{
    static const int opposite[ALIBI_DIRECTIONS] = {3, 5, 4, 0, 2, 1};

    (void)state;
    for (int i = 0; i < LON_STREETS; i++) {
        for (int d = 0; d < ALIBI_DIRECTIONS; d++) {
            int x = lon_place[i].x, y = lon_place[i].y;
            uint64_t beam = 0;

            while (map_at(x + alibi_direction[d].dx, y + alibi_direction[d].dy) == '.') {
                x += alibi_direction[d].dx;
                y += alibi_direction[d].dy;
                beam |= alibi_bit((unsigned)place_at(x, y));
            }
            CHECK(lon_beam[i][d] == beam, "%s %s", lon_place[i].name, alibi_direction[d].name);
            for (uint64_t b = beam; b; b &= b - 1)
                CHECK(alibi_has(lon_beam[alibi_lowest(b)][opposite[d]], (unsigned)i), "%s %s",
                      lon_place[i].name, alibi_direction[d].name);
        }
    }
    for (int i = LON_FIRST_EXIT; i < LON_STREETS + LON_EXITS; i++)
        for (int d = 0; d < ALIBI_DIRECTIONS; d++)
            CHECK(lon_beam[i][d] == 0, "%s", lon_place[i].name);
}

/* L-7.1 */
static void test_glow(void **state)
{
    (void)state;
    for (unsigned lit = 0; lit < 1 << LON_PLINTHS; lit++) {
        uint64_t glow = 0;

        for (int i = 0; i < LON_PLINTHS; i++)
            for (int d = 0; d < ALIBI_DIRECTIONS; d++)
                if (alibi_has(lit, (unsigned)i) && street_beside(LON_FIRST_PLINTH + i, d) >= 0)
                    glow |= alibi_bit((unsigned)street_beside(LON_FIRST_PLINTH + i, d));
        CHECK(lon_glow[lit] == glow, "%x", lit);
    }
}

/* --- Reach --- */

/* Spreads by one point: to every hex beside (streets only, unless THROUGH), and from an open
 * manhole to all. */
static void spread(bool reached[LON_PLACES], bool through, uint64_t open)
{
    bool before[LON_PLACES], sewer = false;

    memcpy(before, reached, sizeof before);
    for (int i = 0; i < LON_PLACES; i++) {
        if (!before[i] || (i >= LON_FIRST_EXIT && i < LON_FIRST_PLINTH))
            continue;
        sewer = sewer || (i < LON_STREETS && alibi_has(open, (unsigned)i));
        for (int d = 0; d < ALIBI_DIRECTIONS; d++) {
            int to = place_at(lon_place[i].x + alibi_direction[d].dx,
                              lon_place[i].y + alibi_direction[d].dy);

            if (to >= 0 && (through || to < LON_STREETS))
                reached[to] = true;
        }
    }
    for (int i = 0; i < LON_STREETS && sewer; i++)
        if (alibi_has(open, (unsigned)i))
            reached[i] = true;
}

/* The streets among them. */
static uint64_t streets_of(const bool reached[LON_PLACES])
{
    uint64_t set = 0;

    for (unsigned i = 0; i < LON_STREETS; i++)
        if (reached[i])
            set |= alibi_bit(i);
    return set;
}

static void check_reach(int edition, int pair, uint64_t open)
{
    for (unsigned from = 0; from < LON_STREETS; from++) {
        for (int through = 0; through < 2; through++) {
            const struct lon_reach *r = &lon_reach[edition][pair][from][through];
            int points = through ? 4 : 3;
            bool reached[LON_PLACES] = {false};
            uint64_t before = 0;

            reached[from] = true;
            for (int k = 0; k < points; k++) {
                before = streets_of(reached);
                spread(reached, through, open);
            }
            CHECK(r->go == (streets_of(reached) & ~alibi_bit(from)), "%s",
                  lon_place[from].name);
            CHECK(r->leave == before, "%s", lon_place[from].name);
            CHECK(!(r->go >> LON_STREETS) && alibi_has(r->leave, from), "%s",
                  lon_place[from].name);
        }
    }
}

/* L-4.1, L-4.2, L-4.5, L-4.6, L-5.7, L-6.4 for every pair of covers of both editions. */
static void test_reach(void **state)
{
    (void)state;
    for (int e = 0; e < 2; e++) {
        const struct lon_edition *edition = &lon_edition[e];

        for (int b = 1; b < edition->n_manholes; b++) {
            for (int a = 0; a < b; a++) {
                int pair = lon_pair_number((unsigned)a, (unsigned)b);

                CHECK(lon_pair[pair][0] == a && lon_pair[pair][1] == b, "%d %d", a, b);
                check_reach(e, pair,
                            edition->manholes & ~alibi_bit(edition->manhole[a]) &
                                ~alibi_bit(edition->manhole[b]));
            }
        }
    }
    assert_int_equal(lon_pair_number(7, 8), LON_PAIRS - 1);
}

/* --- The set-up --- */

static void test_setup(void **state)
{
    (void)state;
    for (uint8_t e = 0; e < 2; e++) {
        uint8_t option[ALIBI_OPTIONS_MAX] = {e};
        struct alibi_state s;
        const struct lon *g = lon_of(&s);
        unsigned lit = 0;
        int n = 0;

        alibi_setup(&s, &alibi_london, option);
        assert_string_equal(alibi_london.option[LON_EDITION].values[e], lon_editions[e].name);
        while (n < 9 && lon_editions[e].manholes[n][0]) {
            assert_int_equal(lon_edition[e].manhole[n],
                             place_named(lon_editions[e].manholes[n]));
            n++;
        }
        assert_int_equal(lon_edition[e].n_manholes, n);
        assert_int_equal(alibi_size(lon_edition[e].manholes), n);
        for (int i = 0; i < LON_CHARACTERS; i++)
            assert_int_equal(g->at[i], place_named(lon_editions[e].start[i]));
        for (int i = 0; i < 2; i++) {
            assert_true(
                alibi_has(lon_covered(&s), (unsigned)place_named(lon_editions[e].covers[i])));
            assert_true(alibi_has(g->cordons,
                                  (unsigned)(place_named(lon_cordons[i]) - LON_FIRST_EXIT)));
        }
        for (int i = 0; i < 6; i++) {
            unsigned plinth = (unsigned)(place_named(lon_lamps[i].at) - LON_FIRST_PLINTH);

            lit |= 1U << plinth;
            assert_int_equal(lon_lamp_number(g, plinth), lon_lamps[i].number);
        }
        assert_int_equal(g->lit, lit);
        assert_string_equal(alibi_direction[g->lantern].name, lon_lantern);
        assert_int_equal(alibi_size(g->cordons), 2);
        assert_int_equal(alibi_size(lon_covered(&s)), 2);
        assert_int_equal(alibi_size(g->taken), 8);
        assert_int_equal(alibi_size(lon_visible(&s)), 4); /* L-2.2 */
    }
}

/* --- Moves --- */

#define DEALT   "deal=MS cards=SH,JW,JS,IL "
#define ROUND_1 DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7 lamp:c4>f3 IL cordon:ne>nw >c10 "

/* Everything that can be forbidden, by its rule and the beginning of its words. */
static void test_forbids(void **state)
{
    static const struct {
        const char *tokens, *token, *reason;
    } row[] = {
        {"", "SH", "L-2.4: "},
        {"deal=MS", "deal=MS", "L-3.1: "},
        {"deal=MS", "SH", "L-3.1: "},
        {DEALT, "cards=SH,JW,JS,IL", "L-3.2: nothing is dealt now, detective is to act"},
        {DEALT, "alibi=JB", "L-3.2: nothing is dealt now, detective is to act"},
        {DEALT, "deal=JB", "L-3.2: nothing is dealt now, detective is to act"},
        {DEALT, "MS", "L-3.2: the card of MS is not face up; expected one of SH JW JS IL"},
        {DEALT, ">a6", "L-3.2: expected a card first: SH JW JS IL"},
        {DEALT, "stay", "L-3.2: expected a card first: SH JW JS IL"},
        {DEALT "SH", "JW", "L-3.2: SH is being played"},
        {DEALT "SH", "SH", "L-3.2: SH is being played"},
        {DEALT "SH", "deal=MS", "L-3.2: nothing is dealt now"},
        {DEALT "SH", ">g12", "L-4.1: SH must not end on the hex of the start"},
        {DEALT "SH", ">e2", "L-4.4: e2 is occupied; to accuse, write ! and the code"},
        {DEALT "SH", ">m4", "L-4.1: m4 is out of reach: SH has 3 movement points"},
        {DEALT "SH", ">c4", "L-4.2: c4 is no street"},
        {DEALT "SH", ">b7", "L-4.2: b7 is no street"},
        {DEALT "SH", ">ne", "L-6.3: only Jack's player may leave"},
        {DEALT "SH", "stay", "L-4.7: SH is not blocked"},
        {DEALT "SH", "^ne", "L-5.3: the lantern is turned after"},
        {DEALT "SH", "!SH", "L-6.1: expected another character"},
        {DEALT "SH", "!SG", "L-6.1: SG on m8 is out of reach of SH"},
        {DEALT "SH", "lamp:c4>f3", "L-5.1: that is the power of JS, and SH is being played"},
        {DEALT "SH", "cordon:ne>nw", "L-5.1: that is the power of IL, and SH"},
        {DEALT "SH", "cover:b15>b5", "L-5.1: that is the power of JB, and SH"},
        {DEALT "SH", "call:SH>h11", "L-5.1: that is the power of SG, and SH"},
        {DEALT "SH", "swap:JW", "L-5.1: that is the power of WG, and SH"},
        {DEALT "SH >g10", "alibi=MS", "L-5.2: "},
        {DEALT "SH >g10", "JW", "L-5.2: "},
        {DEALT "SH >g10 alibi=JB JW", "!SH", "L-6.1: only the Detective accuses"},
        {DEALT "SH >g10 alibi=JB JW", ">g10", "L-4.4: g10 is occupied"},
        {DEALT "SH >g10 alibi=JB JW", ">ne", "L-6.3: only Jack's own character"},
        {DEALT "SH >g10 alibi=JB JW >j13", ">g12", "L-5.3: expected the direction"},
        {DEALT "SH >g10 alibi=JB JW >j13", "deal=JB", "L-3.2: nothing is dealt now, jack"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7", ">g6", "L-4.1: JS has moved already"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7", "!SH", "L-4.1: JS has moved already"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7", "stay", "L-4.1: JS has moved already"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3", "lamp:f3>c4",
         "L-5.1: JS has used the power"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS", "lamp:f3>c4",
         "L-5.5: expected a lit tile to a "
         "hex without one; f3 is not lit"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS", "lamp:c4>h7",
         "L-5.5: expected a lit tile to a hex without one; c4 is lit, the other too"},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS", "lamp:c4>c4", "L-5.5: "},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7 lamp:c4>f3 IL", "cordon:nw>se", "L-5.6: "},
        {DEALT "SH >g10 alibi=JB JW >j13 ^nw JS >f7 lamp:c4>f3 IL", "cordon:ne>sw", "L-5.6: "},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:c10>b5", "L-5.15: "},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:b15>l3", "L-5.15: "},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:b15>a6", "L-5.15: "},
        {"deal=MS cards=SH,JW,JS,WG WG", "swap:WG", "L-5.14: "},
        {"deal=MS cards=SH,JW,JS,WG SH >g10 alibi=JB WG swap:JW", "SH", "L-5.4: expected the"},
        {"deal=WG cards=SH,JW,JS,WG SH >g10 alibi=JB WG", ">nw",
         "L-6.3: Jack leaves only while the witness card shows invisible"},
        {ROUND_1 "MS", ">nw", "L-6.4: a cordon closes the exit nw"},
        {ROUND_1 "MS", ">ne", "L-6.4: the exit ne is out of reach: its hex is l3"},
        {ROUND_1 "MS", ">se", "L-6.4: the exit se is out of reach: its hex is l15"},
        {ROUND_1 "MS", ">m4", "L-4.1: m4 is out of reach: MS has 4 movement points"},
        {ROUND_1 "MS >k6 SG", "call:SG>m6", "L-5.8: the whistle calls other characters"},
        {ROUND_1 "MS >k6 SG", "call:SH>e2", "L-5.11: e2 is occupied"},
        {ROUND_1 "MS >k6 SG", "call:JB>g8", "L-5.10: g8 is no nearer to SG than i8, where JB"},
        {ROUND_1 "MS >k6 SG", "call:WG>k4",
         "L-5.8: k4 is too far from WG for the 3 points left"},
        {ROUND_1 "MS >k6 SG", "call:MS>k8", "L-5.10: k8 is no nearer to SG than k6, where MS"},
        {ROUND_1 "MS >k6 SG", "call:MS>m6", "L-5.10: no way of MS to m6 comes nearer to SG"},
        {ROUND_1 "MS >k6 SG", "call:IL>e14", "L-5.10: no way of IL to e14 comes nearer to SG"},
        {ROUND_1 "MS >k6 SG call:JW>l13", "SH", "L-5.13: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", ">m6", "L-5.13: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", "^n", "L-5.13: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", "call:SG>m6", "L-5.8: "},
        {ROUND_1 "MS >k6 SG call:JW>l13", "call:WG>h3",
         "L-5.8: h3 is too far from WG for the 1"},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7", "call:JB>j9", "L-5.4: expected the dir"},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw", "call:JB>j9", "L-5.1: SG has used"},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw !MS", "JB", "L-8.1: "},
        {ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw !MS", "deal=JB", "L-8.1: "},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play("london", row[i].tokens);
        struct alibi_error err = {.text = ""};
        alibi_move m;

        CHECK(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), &err) ==
                  ALIBI_BAD_MOVE,
              "row %zu: %s: %s", i, row[i].token, err.text);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s: %s",
              i, row[i].token, err.text);
    }
}

static void test_describe(void **state)
{
    static const struct {
        const char *tokens, *token, *words;
    } row[] = {
        {"", "deal=MS", "Jack is Miss Stealthy"},
        {"deal=MS", "cards=SH,JW,JS,IL", "the cards turned up are SH JW JS IL"},
        {DEALT, "SH", "play Sherlock Holmes"},
        {DEALT "SH", ">g10", "Sherlock Holmes moves to g10"},
        {DEALT "SH", "!JB", "Sherlock Holmes accuses Jeremy Bert"},
        {DEALT "SH >g10", "alibi=JB", "the alibi card drawn is Jeremy Bert"},
        {DEALT "SH >g10 alibi=JB JW >j13", "^nw", "Watson's lantern faces nw"},
        {DEALT "SH >g10 alibi=JB JS", "lamp:c4>f3", "the gaslight goes from c4 to f3"},
        {DEALT "SH >g10 alibi=JB IL", "cordon:ne>nw", "the cordon goes from ne to nw"},
        {DEALT "SH >g10 alibi=JB IL", "cordon:sw>se", "the cordon goes from sw to se"},
        {"deal=MS cards=SH,JW,JS,JB JB", "cover:b15>b5",
         "the manhole cover goes from b15 to b5"},
        {"deal=MS cards=SH,JW,JS,WG WG", "swap:SH",
         "Sir William Gull changes places with Sherlock Holmes"},
        {ROUND_1 "MS >k6 SG", "call:JW>l13", "the whistle brings John H. Watson to l13"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play("london", row[i].tokens);
        char words[100];
        struct alibi_text text = alibi_text_in(words, sizeof words);
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        s.game->describe(&text, &s, m);
        CHECK(strcmp(words, row[i].words) == 0, "row %zu: %s", i, words);
    }
}

/* Each of TOKENS has this status in S. */
static void check_tokens(const struct alibi_state *s, const char *tokens, int status)
{
    for (tokens += strspn(tokens, " "); *tokens; tokens += strspn(tokens, " ")) {
        size_t len = strcspn(tokens, " ");
        struct alibi_error err = {.text = ""};
        alibi_move m;

        CHECK(alibi_token_parse(&m, s, tokens, len, &err) == status, "%s: %s", tokens,
              err.text);
        tokens += len;
    }
}

/* A position in round 2, activation 1 (Jack's) or 2 (the Detective's), of edition 2006. SH was
 * played in round 1, so WHO is one of MS SG WG JB with the two or three others still to come.
 */
#define AT(slot, whistle, jack, cards, hand, at, cordons)                                      \
    "london edition=2006 whistle=" whistle " round=2 slot=" slot " witness=invisible "         \
    "suspects=IL,JB,JS,JW,MS,SG,SH,WG jack=" jack " jack-drew=- detective-drew=IL result=- "   \
    "cards=" cards " next=- step=" hand " called=- at=" at                                     \
    " lantern=n lamps=f11:0,f3:3,h7:0,k14:4,l5:2 covers=c14,l3 cordons=" cordons

/* Positions, what is legal there and what is not, and one token in words. */
static void test_positions(void **state)
{
    static const struct {
        const char *line, *legal, *illegal, *token, *words;
    } row[] = {
        /* L-6.3, L-6.4: on the exit's hex, two steps away, three */
        {AT("1", "direct", "WG", "MS,SG,JB", "act active=WG due=move points=0",
            "e10,i8,g6,a10,i16,m8,g12,b3", "ne,sw"),
         ">nw swap:JW", ">ne >sw >se stay", ">nw",
         "Sir William Gull leaves the district by the nw exit"},
        {AT("1", "direct", "MS", "SG,WG,JB", "act active=MS due=move points=0",
            "e10,i8,g6,a10,b5,m8,g12,e2", "ne,sw"),
         ">nw", ">ne >sw >se", ">nw", "Miss Stealthy leaves the district by the nw exit"},
        {AT("1", "direct", "JB", "SG,WG,JB", "act active=MS due=move points=0",
            "e10,i8,g6,a10,b5,m8,g12,e2", "ne,sw"),
         ">b3", ">nw >ne", ">b3", "Miss Stealthy moves to b3"},
        /* L-4.7: everything in reach of l15 is taken */
        {AT("1", "direct", "JB", "MS,SG,JB", "act active=WG due=move points=0",
            "l13,k12,j13,m12,m10,a6,b3,l15", "ne,sw"),
         "stay swap:JB swap:JW", ">l13 >se >sw !IL swap:WG", "stay",
         "Sir William Gull is blocked and stays"},
        {AT("1", "direct", "JB", "MS,SG,WG", "act active=JB due=move+power points=0",
            "l13,l15,j13,m12,m10,a6,b3,k12", "ne,sw"),
         "stay >se cover:c14>f1", ">l13 >sw !IL", ">se",
         "Jeremy Bert leaves the district by the se exit"},
        /* the Detective may accuse from there instead */
        {AT("2", "direct", "SH", "MS,JB", "act active=WG due=move points=0",
            "l13,k12,j13,m12,m10,a6,b3,l15", "ne,sw"),
         "stay !IL !JB swap:JB", ">se !WG !SG !SH", "!IL",
         "Sir William Gull accuses Inspector Lestrade"},
        /* L-5.10: a way round does not come nearer at every step; free, it may be gone */
        {AT("2", "direct", "MS", "MS,JB", "act active=SG due=power points=3",
            "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw"),
         "call:JB>k8", "call:JB>k6 call:IL>e4 call:SG>k8 call:JB>g8 call:JB>m8 >k8 !JB",
         "call:JB>k8", "the whistle brings Jeremy Bert to k8"},
        {AT("2", "free", "MS", "MS,JB", "act active=SG due=power points=3",
            "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw"),
         "call:JB>k8 call:JB>k6 call:IL>e4", "call:SG>k8 call:JB>g8 call:JB>m8 call:WG>k4",
         "call:IL>e4", "the whistle brings Inspector Lestrade to e4"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_position(row[i].line);
        char words[100];
        struct alibi_text text = alibi_text_in(words, sizeof words);
        alibi_move m = 0;

        check_tokens(&s, row[i].legal, ALIBI_OK);
        check_tokens(&s, row[i].illegal, ALIBI_BAD_MOVE);
        if (!row[i].token)
            continue;
        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        s.game->describe(&text, &s, m);
        CHECK(strcmp(words, row[i].words) == 0, "row %zu: %s", i, words);
    }
}

/* L-6.3, L-6.4: Jack leaves by each of the exits; the line of the end reads back. */
static void test_escapes(void **state)
{
    static const struct {
        const char *exit, *line, *words;
    } row[] = {
#define JACK_AT(place, cordons)                                                                \
    AT("1", "direct", "MS", "SG,WG,JB", "act active=MS due=move points=0",                     \
       "e10,i8,g6,a10," place ",m8,g12,e2", cordons)
        {">ne", JACK_AT("l3", "nw,sw"), "Miss Stealthy leaves the district by the ne exit"},
        {">nw", JACK_AT("b3", "ne,sw"), "Miss Stealthy leaves the district by the nw exit"},
        {">se", JACK_AT("l15", "ne,sw"), "Miss Stealthy leaves the district by the se exit"},
        {">sw", JACK_AT("b15", "ne,se"), "Miss Stealthy leaves the district by the sw exit"},
#undef JACK_AT
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_position(row[i].line), back;
        char words[100], line[ALIBI_LINE_MAX];
        struct alibi_text text = alibi_text_in(words, sizeof words);
        struct alibi_text position = alibi_text_in(line, sizeof line);
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].exit, 3, NULL), ALIBI_OK);
        s.game->describe(&text, &s, m);
        CHECK(strcmp(words, row[i].words) == 0, "%s", words);
        assert_false(s.game->apply(&s, m));
        CHECK(s.winner == ALIBI_JACK && s.why == ALIBI_ESCAPE, "%s", row[i].exit);
        CHECK(alibi_size(lon_of(&s)->taken) == 7, "%s", row[i].exit);
        CHECK(lon_of(&s)->at[LON_MS] == LON_FIRST_EXIT + i, "%s", row[i].exit);
        CHECK(!alibi_has(lon_visible(&s), LON_MS), "%s", row[i].exit);
        alibi_position_print(&position, &s);
        back = unit_position(line);
        CHECK(memcmp(&back, &s, sizeof s) == 0, "%s", line);
    }
}

/* The cost of a call: how much nearer (direct), or how far on the way (free). */
static void test_call_costs(void **state)
{
    static const struct {
        const char *whistle, *token;
        int points; /* left; 0: the whistle is over, and SG's activation with it */
    } row[] = {
        {"direct", "call:JB>j9", 2}, {"direct", "call:JB>k8", 1}, {"free", "call:JB>j9", 2},
        {"free", "call:JB>k8", 1},   {"free", "call:JB>k6", 0},   {"free", "call:IL>e4", 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        bool free_whistle = strcmp(row[i].whistle, "free") == 0;
        struct alibi_state s = unit_position(
            free_whistle ? AT("2", "free", "MS", "MS,JB", "act active=SG due=power points=3",
                              "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw")
                         : AT("2", "direct", "MS", "MS,JB", "act active=SG due=power points=3",
                              "e10,i8,g6,a10,i16,m8,g12,e2", "ne,sw"));
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        assert_false(s.game->apply(&s, m));
        CHECK(lon_of(&s)->points == row[i].points, "row %zu: %u", i, lon_of(&s)->points);
        CHECK(lon_of(&s)->hand.step == (row[i].points ? (unsigned)LON_CALL : ALIBI_STEP_PICK),
              "row %zu", i);
    }
}

/* What an activation comes to when a step of it has no option, or is skipped. */
static void test_skipped(void **state)
{
    static const struct {
        const char *line, *token;
        int slot;
        unsigned step, due;
    } row[] = {
        /* L-5.1: nobody can be called before the move, and nobody after it */
        {AT("2", "direct", "MS", "WG,JB", "act active=SG due=move+power points=3",
            "b15,c10,b11,a10,a8,a6,a14,c12", "ne,sw"),
         ">a12", 3, ALIBI_STEP_PICK, 0},
        /* from farther away somebody can */
        {AT("2", "direct", "MS", "WG,JB", "act active=SG due=move+power points=3",
            "b15,c10,b11,a10,a8,a6,a14,c12", "ne,sw"),
         ">b5", 2, LON_ACT, LON_POWER},
        /* L-4.7: who stays has made the move; the power is still due */
        {AT("1", "direct", "JB", "MS,SG,JB", "act active=WG due=move points=0",
            "l13,k12,j13,m12,m10,a6,b3,l15", "ne,sw"),
         "stay", 2, ALIBI_STEP_PICK, 0},
        {AT("1", "direct", "JB", "MS,SG,WG", "act active=JB due=move+power points=0",
            "l13,l15,j13,m12,m10,a6,b3,k12", "ne,sw"),
         "stay", 1, LON_ACT, LON_POWER},
        {AT("1", "direct", "JB", "MS,SG,WG", "act active=JB due=move points=0",
            "l13,l15,j13,m12,m10,a6,b3,k12", "ne,sw"),
         "stay", 2, ALIBI_STEP_PICK, 0},
        {AT("1", "direct", "JB", "MS,WG,JB", "act active=SG due=move+power points=3",
            "l13,k12,j13,m12,m10,l15,b3,a6", "ne,sw"),
         "stay", 1, LON_ACT, LON_POWER},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_position(row[i].line);
        struct alibi_error err = {.text = ""};
        alibi_move m;

        CHECK(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), &err) == ALIBI_OK,
              "row %zu: %s", i, err.text);
        assert_false(s.game->apply(&s, m));
        CHECK(s.slot == row[i].slot, "row %zu: slot %u", i, s.slot);
        CHECK(lon_of(&s)->hand.step == row[i].step, "row %zu", i);
        CHECK(lon_of(&s)->due == row[i].due, "row %zu", i);
    }
}

/* --- What is drawn --- */

/* How often SYMBOL lies on PLACE in LAYER; the last one's flags into FLAGS. */
static int count_marks(const struct alibi_scene *scene, int place, enum alibi_layer layer,
                       const char *symbol, unsigned *flags)
{
    int n = 0;

    for (int i = 0; i < scene->n; i++) {
        const struct alibi_mark *m = &scene->mark[i];

        if (m->place != place || m->layer != layer || strcmp(m->symbol, symbol) != 0)
            continue;
        *flags = m->flags;
        n++;
    }
    return n;
}

/* Everything lies where the table of the row says, and there are so many things in all. */
static void test_scene(void **state)
{
    static const struct {
        const char *place;
        enum alibi_layer layer;
        const char *symbol;
        unsigned flags;
    } row[] = {
        {"ne", ALIBI_GROUND, "exit", 0},
        {"sw", ALIBI_GROUND, "exit", 0},
        {"a6", ALIBI_GROUND, "street", 0},
        {"m8", ALIBI_GROUND, "street", 0},
        {"b15", ALIBI_GROUND, "manhole", 0},
        {"l3", ALIBI_GROUND, "manhole", 0},
        {"b13", ALIBI_GROUND, "gaslight", 0},
        {"l5", ALIBI_GROUND, "gaslight", 0},
        {"b7", ALIBI_GROUND, "house", 0},
        {"l9", ALIBI_GROUND, "house", 0},
        {"b15", ALIBI_THING, "cover", 0},
        {"l3", ALIBI_THING, "cover", 0},
        {"nw", ALIBI_THING, "cordon", 0},
        {"sw", ALIBI_THING, "cordon", 0},
        {"f11", ALIBI_THING, "lamp", 0},
        {"h7", ALIBI_THING, "lamp", 0},
        {"f3", ALIBI_THING, "lamp-3", 0},
        {"k14", ALIBI_THING, "lamp-4", 0},
        {"l5", ALIBI_THING, "lamp-2", 0},
        {"i12", ALIBI_LIGHT, "light", 0},
        {"e2", ALIBI_LIGHT, "light", 0},
        {"g8", ALIBI_LIGHT, "light", 0},
        {"m6", ALIBI_LIGHT, "light", 0},
        {"c10", ALIBI_PIECE, "IL", 0},
        {"i8", ALIBI_PIECE, "JB", ALIBI_MARK_CLEARED | ALIBI_MARK_SEEN},
        {"a10", ALIBI_PIECE, "MS", ALIBI_MARK_ACTIVE},
        {"e2", ALIBI_PIECE, "WG", ALIBI_MARK_CLEARED | ALIBI_MARK_SEEN},
    };
    static struct alibi_scene scene;
    struct alibi_state s = unit_play("london", ROUND_1 "MS");
    char notes[200];
    struct alibi_text text = alibi_text_in(notes, sizeof notes);

    (void)state;
    s.game->scene(&scene, &s);
    for (size_t i = 0; i < COUNT(row); i++) {
        unsigned flags = 99;
        int n =
            count_marks(&scene, place_named(row[i].place), row[i].layer, row[i].symbol, &flags);

        CHECK(n == 1 && flags == row[i].flags, "%s on %s: %d times, flags %u", row[i].symbol,
              row[i].place, n, flags);
    }
    assert_int_equal(scene.n, LON_PLACES + alibi_size(lon_lit(&s)) + 2 + 2 + 5 + 8);
    s.game->notes(&text, &s);
    assert_string_equal(notes, "cards face up: SG WG JB\nseen now: SH JW WG JB\nlantern: nw\n");
}

/* The kind of ground is that of the map, for every place and both editions. */
static void test_ground(void **state)
{
    static struct alibi_scene scene;

    (void)state;
    for (uint8_t e = 0; e < 2; e++) {
        uint8_t option[ALIBI_OPTIONS_MAX] = {e};
        struct alibi_state s;

        alibi_setup(&s, &alibi_london, option);
        s.game->scene(&scene, &s);
        for (int i = 0; i < LON_PLACES; i++) {
            char kind = map_at(lon_place[i].x, lon_place[i].y);
            const char *ground = kind == '.' ? "street" : kind == '*' ? "gaslight" : "house";
            unsigned flags;

            if (kind == ' ')
                ground = "exit";
            if (i < LON_STREETS && alibi_has(lon_edition[e].manholes, (unsigned)i))
                ground = "manhole";
            CHECK(count_marks(&scene, i, ALIBI_GROUND, ground, &flags) == 1, "%s",
                  lon_place[i].name);
        }
    }
}

/* --- States that no game reaches --- */

/* With no card left Holmes draws none, and his activation is over. At most four cards are
 * drawn in a game, so this deck is made by hand. */
static void test_empty_deck(void **state)
{
    struct alibi_state s = unit_play("london", DEALT "SH");
    alibi_move m;

    (void)state;
    s.alibis[ALIBI_JACK] = 0xff & ~(1U << LON_MS);
    s.drawn[ALIBI_JACK] = 7;
    assert_int_equal(alibi_token_parse(&m, &s, ">g10", 4, NULL), ALIBI_OK);
    assert_false(s.game->apply(&s, m));
    assert_int_equal(s.slot, 2);
    assert_int_equal(s.to_act, ALIBI_JACK);
    assert_int_equal(lon_of(&s)->hand.step, ALIBI_STEP_PICK);
    assert_int_equal(lon_of(&s)->due, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places),     cmocka_unit_test(test_near),
        cmocka_unit_test(test_steps),      cmocka_unit_test(test_beams),
        cmocka_unit_test(test_glow),       cmocka_unit_test(test_reach),
        cmocka_unit_test(test_setup),      cmocka_unit_test(test_forbids),
        cmocka_unit_test(test_describe),   cmocka_unit_test(test_positions),
        cmocka_unit_test(test_call_costs), cmocka_unit_test(test_escapes),
        cmocka_unit_test(test_scene),      cmocka_unit_test(test_ground),
        cmocka_unit_test(test_skipped),    cmocka_unit_test(test_empty_deck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
