/* What all games share: tables, options, names, directions, tokens. */
#include "double.h"
#include "tokens.h"

#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>
#include <alibi/kit/token.h>

/* --- Games, options, names --- */

static void test_games(void **state)
{
    static const char *const unknown[] = {"",       " ",   "Null",   "NULL",   "null ",
                                          " null",  "nul", "nulls",  "doubl",  "double2",
                                          "null\n", "*",   "DOUBLE", "-double"};
    int n = 0;

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++, n++)
        assert_ptr_equal(alibi_game_find((*g)->name), *g);
    assert_true(n >= 2);
    for (size_t i = 0; i < COUNT(unknown); i++)
        CHECK(!alibi_game_find(unknown[i]), "%s is a game", unknown[i]);
}

/* The tables are complete: characters ascending, each in the list, options with values, places
 * with names, all functions set. */
static void test_game_tables(void **state)
{
    (void)state;
    for (const struct alibi_game *const *p = alibi_games(); *p; p++) {
        const struct alibi_game *g = *p;
        unsigned listed = 0;

        CHECK(g->n_characters >= 2 && g->n_characters <= ALIBI_CHARACTERS_MAX, "%s", g->name);
        for (int i = 0; i < g->n_characters; i++) {
            CHECK(strlen(g->characters[i].code) == 2 && g->characters[i].name[0], "%s",
                  g->name);
            CHECK(i == 0 || strcmp(g->characters[i - 1].code, g->characters[i].code) < 0, "%s",
                  g->name);
            listed |= 1U << g->list[i];
        }
        CHECK(listed == (1U << g->n_characters) - 1, "%s", g->name);
        CHECK(g->n_options <= ALIBI_OPTIONS_MAX, "%s", g->name);
        for (int i = 0; i < g->n_options; i++)
            CHECK(g->option[i].name[0] && g->option[i].about[0] && g->option[i].values[1] &&
                      !g->option[i].values[3],
                  "%s", g->name);
        for (int i = 0; i < g->n_places; i++)
            for (int k = 0; k < i; k++)
                CHECK(strcmp(g->place[i].name, g->place[k].name) != 0, "%s %s", g->name,
                      g->place[i].name);
    }
}

static void test_options(void **state)
{
    static const struct {
        const char *game, *text;
        int status;
        uint8_t weather, lantern; /* 7: untouched */
        size_t offset;
        const char *reason;
    } row[] = {
        {"double", "weather=mild", ALIBI_OK, 0, 7, 0, ""},
        {"double", "weather=cold", ALIBI_OK, 1, 7, 0, ""},
        {"double", "lantern=bright", ALIBI_OK, 7, 0, 0, ""},
        {"double", "lantern=dark", ALIBI_OK, 7, 1, 0, ""},
        {"double", "weather=", ALIBI_BAD_TEXT, 7, 7, 8, "expected weather=mild or cold"},
        {"double", "weather=mil", ALIBI_BAD_TEXT, 7, 7, 8, "expected weather=mild or cold"},
        {"double", "weather=milda", ALIBI_BAD_TEXT, 7, 7, 8, "expected weather=mild or cold"},
        {"double", "weather= mild", ALIBI_BAD_TEXT, 7, 7, 8, "expected weather=mild or cold"},
        {"double", "weather==mild", ALIBI_BAD_TEXT, 7, 7, 8, "expected weather=mild or cold"},
        {"double", "lantern=", ALIBI_BAD_TEXT, 7, 7, 8, "expected lantern=bright or dark"},
        {"double", "lantern=Dark", ALIBI_BAD_TEXT, 7, 7, 8, "expected lantern=bright or dark"},
        {"double", "", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as weather=mild"},
        {"double", "=", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as weather=mild"},
        {"double", "weather", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"double", "weathe", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"double", "weather:mild", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"double", "weathers=mild", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"double", "Weather=mild", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"double", " weather=mild", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"double", "mild", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"null", "weather=mild", ALIBI_BAD_TEXT, 7, 7, 0, "null has no options"},
        {"null", "", ALIBI_BAD_TEXT, 7, 7, 0, "null has no options"},
        {"null", "=", ALIBI_BAD_TEXT, 7, 7, 0, "null has no options"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        const struct alibi_game *game = alibi_game_find(row[i].game);
        uint8_t option[ALIBI_OPTIONS_MAX] = {7, 7, 7};
        struct alibi_error err = {.text = ""};
        size_t len = strlen(row[i].text);

        CHECK(alibi_option_parse(option, game, row[i].text, len, &err) == row[i].status,
              "row %zu: %s", i, err.text);
        CHECK(option[0] == row[i].weather && option[1] == row[i].lantern && option[2] == 7,
              "row %zu", i);
        CHECK(err.offset == row[i].offset, "row %zu: %zu", i, err.offset);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s", i,
              err.text);
        CHECK(alibi_option_parse(option, game, row[i].text, len, NULL) == row[i].status,
              "row %zu", i);
    }
}

/* The text of an option ends where its length says. */
static void test_option_length(void **state)
{
    const struct alibi_game *game = alibi_game_find("double");
    static const char text[] = "lantern=darkness";
    uint8_t option[ALIBI_OPTIONS_MAX] = {0};

    (void)state;
    for (size_t len = 0; len < sizeof text; len++) {
        int status = alibi_option_parse(option, game, text, len, NULL);

        CHECK((status == ALIBI_OK) == (len == 12), "%zu bytes", len);
    }
    assert_int_equal(option[1], 1);
}

static void test_setup(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        static const uint8_t zero[ALIBI_OPTIONS_MAX];
        struct alibi_state s, t;

        memset(&s, 0x5a, sizeof s);
        memset(&t, 0xa5, sizeof t);
        alibi_setup(&s, *g, NULL);
        alibi_setup(&t, *g, zero);
        CHECK(memcmp(&s, &t, sizeof s) == 0, "%s", (*g)->name);
        CHECK(s.game == *g && s.round == 0 && s.slot == 1 && s.to_act == ALIBI_CHANCE, "%s",
              (*g)->name);
        CHECK(s.witness == ALIBI_VISIBLE && s.winner == ALIBI_NOBODY && s.why == 0, "%s",
              (*g)->name);
        CHECK(s.identity == ALIBI_NO_ONE && s.hides == 0 && s.drawn[0] + s.drawn[1] == 0, "%s",
              (*g)->name);
        CHECK(alibi_size(s.suspects) == (*g)->n_characters, "%s", (*g)->name);
    }
}

static void test_names(void **state)
{
    static const char *const seat[] = {"jack", "detective", "chance", "none"};
    static const char *const why[] = {"none", "arrest",   "wrong-accusation", "escape",
                                      "time", "suspects", "hourglasses",      "unseen"};

    (void)state;
    for (unsigned i = 0; i < COUNT(seat); i++)
        assert_string_equal(alibi_seat_name((enum alibi_seat)i), seat[i]);
    for (unsigned i = 0; i < COUNT(why); i++)
        assert_string_equal(alibi_why_name((enum alibi_why)i), why[i]);
    assert_string_equal(alibi_witness_name(ALIBI_VISIBLE), "visible");
    assert_string_equal(alibi_witness_name(ALIBI_INVISIBLE), "invisible");
    assert_int_equal(ALIBI_UNSEEN + 1, COUNT(why));
    assert_int_equal(ALIBI_NOBODY + 1, COUNT(seat));
}

static void test_directions(void **state)
{
    static const char *const name[] = {"n", "ne", "nw", "s", "se", "sw"};
    static const int opposite[] = {3, 5, 4, 0, 2, 1};

    (void)state;
    for (int i = 0; i < ALIBI_DIRECTIONS; i++) {
        const struct alibi_direction *d = &alibi_direction[i],
                                     *o = &alibi_direction[opposite[i]];

        assert_string_equal(d->name, name[i]);
        assert_true(d->dx == -o->dx && d->dy == -o->dy);
        assert_true(d->dx * d->dx + d->dy * d->dy == (d->dx ? 2 : 4));
    }
}

/* --- Tokens and perft --- */

static void test_perft(void **state)
{
    static const struct {
        const char *game, *tokens;
        int depth;
        uint64_t wanted;
    } row[] = {
        {"null", "", 0, 1},
        {"null", "", 1, 3},
        {"null", "", 2, 21},        /* 3 * (3 accusations, alibi, 3 flips) */
        {"null", "deal=AA", 2, 11}, /* alibi: 2 cards; 3 flips: 3 flips each */
        {"null", "deal=AA flip:AA flip:AA flip:AA", 1, 7},
        {"null", "deal=AA flip:AA flip:AA flip:AA", 2, 2}, /* the alibi's two cards */
        {"null", "deal=AA flip:AA flip:AA flip:AA", 3, 0},
        {"null", "deal=AA !AA", 0, 1},
        {"null", "deal=AA !AA", 1, 0},
        {"null", "deal=AA !AA", 5, 0},
        {"null", "deal=AA flip:AA flip:AA flip:AA", 100, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens), before = s;

        CHECK(alibi_perft(&s, row[i].depth) == row[i].wanted, "row %zu: %llu", i,
              (unsigned long long)alibi_perft(&s, row[i].depth));
        CHECK(memcmp(&s, &before, sizeof s) == 0, "row %zu", i);
    }
}

static void test_token_print(void **state)
{
    static const struct read_token row[] = {
        {"null", "", "deal=BB", {"deal=BB", "deal=?", "deal=BB", "deal=?"}},
        {"null", "deal=BB", "alibi", {"alibi", "alibi", "alibi", "alibi"}},
        {"null", "deal=BB", "!AA", {"!AA", "!AA", "!AA", "!AA"}},
        {"null", "deal=BB alibi", "alibi=CC", {"alibi=?", "alibi=CC", "alibi=CC", "alibi=?"}},
    };

    (void)state;
    check_token_print(row, COUNT(row));
}

static void test_token_parse(void **state)
{
    static const struct parsed_token row[] = {
        {"null", "", "deal=AA", ALIBI_OK, 0, ""},
        {"null", "", "", ALIBI_BAD_TEXT, 0, "expected a token of null"},
        {"null", "", "x", ALIBI_BAD_TEXT, 0, "expected a token of null"},
        {"null", "", "deal", ALIBI_BAD_TEXT, 0, "expected a token of null"},
        {"null", "", "alibix", ALIBI_BAD_TEXT, 5, "expected the end here"},
        {"null", "", "Alibi", ALIBI_BAD_TEXT, 0, "expected a token of null"},
        {"null", "", "deal=", ALIBI_BAD_TEXT, 5, "expected the two letters"},
        {"null", "", "deal=?", ALIBI_BAD_TEXT, 5, "expected the two letters"},
        {"null", "", "deal=DD", ALIBI_BAD_TEXT, 5, "expected the two letters"},
        {"null", "", "deal=A", ALIBI_BAD_TEXT, 5, "expected the two letters"},
        {"null", "", "deal=AAA", ALIBI_BAD_TEXT, 5, "expected the two letters"},
        {"null", "", "deal=AA ", ALIBI_BAD_TEXT, 7, "expected the end here"},
        {"null", "", "!AA.", ALIBI_BAD_TEXT, 3, "expected the end here"},
        {"null", "", "flip:AA,", ALIBI_BAD_TEXT, 7, "expected the end here"},
        {"null", "", "flip:AA", ALIBI_BAD_MOVE, 0, "Z-1.1: "},
        {"null", "", "alibi", ALIBI_BAD_MOVE, 0, "Z-1.1: "},
        {"null", "deal=AA", "deal=AA", ALIBI_BAD_MOVE, 0,
         "Z-2.1: nothing is dealt now, detective"},
        {"null", "deal=AA", "alibi=BB", ALIBI_BAD_MOVE, 0, "Z-2.1: "},
        {"null", "deal=AA flip:AA", "alibi=BB", ALIBI_BAD_MOVE, 0,
         "Z-2.1: nothing is dealt now, jack"},
        {"null", "deal=AA flip:AA", "alibi", ALIBI_BAD_MOVE, 0, "Z-2.3: only the Detective"},
        {"null", "deal=AA flip:AA", "!AA", ALIBI_BAD_MOVE, 0, "Z-2.4: "},
        {"null", "deal=AA alibi", "alibi=AA", ALIBI_BAD_MOVE, 0,
         "Z-2.3: expected an alibi card"},
        {"null", "deal=AA alibi", "flip:AA", ALIBI_BAD_MOVE, 0,
         "Z-2.3: expected an alibi card"},
        {"null", "deal=AA !AA", "flip:AA", ALIBI_BAD_MOVE, 0, "Z-2.5: "},
        {"null", "deal=AA !AA", "!AA", ALIBI_BAD_MOVE, 0, "Z-2.5: "},
    };

    (void)state;
    check_token_parse(row, COUNT(row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_games),       cmocka_unit_test(test_game_tables),
        cmocka_unit_test(test_options),     cmocka_unit_test(test_option_length),
        cmocka_unit_test(test_setup),       cmocka_unit_test(test_names),
        cmocka_unit_test(test_directions),  cmocka_unit_test(test_perft),
        cmocka_unit_test(test_token_print), cmocka_unit_test(test_token_parse),
    };
    return cmocka_run_group_tests(tests, unit_add_double, NULL);
}
