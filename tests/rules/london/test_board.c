/* London's board: the tables against a plain recomputation from the printed map; the set-up;
 * the scene. */
#include "unit.h"

#include "games/london/lon.h"
#include "games/london/lon_board.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>

/* --- The board --- */

/* The character at (X, Y) of the printed map; a space beyond its edge. */
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

/* Distances agree with neighbours and are a metric. */
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

/* L-7.2: a beam goes along the line as far as streets go; it is symmetric. */
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

/* --- The scene --- */

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
    struct alibi_state s =
        unit_play("london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS >f7 "
                            "lamp:c4>f3 IL cordon:ne>nw >c10 MS");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_places), cmocka_unit_test(test_near),
        cmocka_unit_test(test_steps),  cmocka_unit_test(test_beams),
        cmocka_unit_test(test_glow),   cmocka_unit_test(test_reach),
        cmocka_unit_test(test_setup),  cmocka_unit_test(test_scene),
        cmocka_unit_test(test_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
