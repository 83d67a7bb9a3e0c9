/* The ground: errors, texts, random numbers, options, names, tokens, the reader, secrets. */
#include "unit.h"

#include "core/bits.h"
#include "core/cards.h"
#include "core/hex.h"
#include "core/reader.h"
#include "core/secrets.h"
#include "core/token.h"

#include <alibi/rng.h>

/* --- Errors --- */

static void test_fail_lengths(void **state)
{
    static const size_t length[] = {0, 1, 238, 239, 240, 241, 1000};
    char long_text[1001];

    (void)state;
    for (size_t i = 0; i < COUNT(length); i++) {
        struct alibi_error err;
        size_t fits = length[i] < 239 ? length[i] : 239;

        memset(long_text, 'x', length[i]);
        long_text[length[i]] = '\0';
        memset(&err, 0x5a, sizeof err);
        CHECK(alibi_fail(&err, ALIBI_BAD_MOVE, 7, "%s", long_text) == ALIBI_BAD_MOVE, "%zu",
              length[i]);
        CHECK(strlen(err.text) == fits && memcmp(err.text, long_text, fits) == 0, "%zu",
              length[i]);
        assert_int_equal(err.status, ALIBI_BAD_MOVE);
        assert_int_equal(err.offset, 7);
    }
}

static void test_fail_status(void **state)
{
    static const enum alibi_status status[] = {ALIBI_BAD_TEXT, ALIBI_BAD_MOVE,
                                               ALIBI_BAD_POSITION, ALIBI_NO_MEMORY};

    (void)state;
    for (size_t i = 0; i < COUNT(status); i++) {
        struct alibi_error err;

        assert_int_equal(alibi_fail(NULL, status[i], 1, "%d of %s", 3, "x"), status[i]);
        assert_int_equal(alibi_fail(&err, status[i], SIZE_MAX, "%d of %s", 3, "x"), status[i]);
        assert_int_equal(err.status, status[i]);
        assert_true(err.offset == SIZE_MAX);
        assert_string_equal(err.text, "3 of x");
    }
}

static void test_locate(void **state)
{
    static const struct {
        const char *text;
        size_t offset, line, column;
    } row[] = {
        {"", 0, 1, 1},          {"abc", 0, 1, 1},       {"abc", 2, 1, 3},
        {"abc", 3, 1, 4},       {"a\nb", 1, 1, 2},      {"a\nb", 2, 2, 1},
        {"a\nb", 3, 2, 2},      {"\n\n\n", 0, 1, 1},    {"\n\n\n", 2, 3, 1},
        {"\n\n\n", 3, 4, 1},    {"a\r\nb", 1, 1, 2},    {"a\r\nb", 2, 1, 3},
        {"a\r\nb", 3, 2, 1},    {"\tx", 1, 1, 2},       {"\xc3\xa9x", 2, 1, 3},
        {"a\n\nbc\n", 4, 3, 2}, {"a\n\nbc\n", 6, 4, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        size_t line = 99, column = 99;

        alibi_locate(row[i].text, row[i].offset, &line, &column);
        CHECK(line == row[i].line && column == row[i].column, "row %zu: %zu:%zu", i, line,
              column);
    }
}

/* --- Texts --- */

static void add_char(struct alibi_text *text, const char *s)
{
    for (; *s; s++)
        alibi_text_char(text, *s);
}

static void add_str(struct alibi_text *text, const char *s)
{
    alibi_text_str(text, s);
}

static void add_bytes(struct alibi_text *text, const char *s)
{
    alibi_text_bytes(text, s, strlen(s));
}

static void add_format(struct alibi_text *text, const char *s)
{
    alibi_text_format(text, "%s", s);
}

/* Whatever function adds it: what fits is there, the rest is counted, nothing is written
 * beyond the buffer. */
static void test_text(void **state)
{
    static void (*const add[])(struct alibi_text *, const char *) = {add_char, add_str,
                                                                     add_bytes, add_format};
    static const struct {
        size_t cap;
        const char *first, *second, *wanted;
        size_t len;
    } row[] = {
        {1, "", "", "", 0},
        {1, "a", "", "", 1},
        {1, "abc", "def", "", 6},
        {2, "a", "", "a", 1},
        {2, "ab", "", "a", 2},
        {2, "", "ab", "a", 2},
        {4, "abc", "", "abc", 3},
        {4, "abc", "d", "abc", 4},
        {4, "ab", "c", "abc", 3},
        {4, "ab", "cd", "abc", 4},
        {4, "abcd", "e", "abc", 5},
        {4, "abcd", "", "abc", 4},
        {7, "abc", "def", "abcdef", 6},
        {6, "abc", "def", "abcde", 6},
        {8, "abc", "def", "abcdef", 6},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        for (size_t k = 0; k < COUNT(add); k++) {
            char buf[16];
            struct alibi_text text;

            memset(buf, '#', sizeof buf);
            text = alibi_text_in(buf, row[i].cap);
            CHECK(buf[0] == '\0' && text.len == 0 && text.cap == row[i].cap, "row %zu", i);
            add[k](&text, row[i].first);
            add[k](&text, row[i].second);
            CHECK(strcmp(buf, row[i].wanted) == 0, "row %zu: %s", i, buf);
            CHECK(text.len == row[i].len, "row %zu: %zu", i, text.len);
            for (size_t j = row[i].cap; j < sizeof buf; j++)
                CHECK(buf[j] == '#', "row %zu wrote past the end", i);
        }
    }
}

static void test_text_bytes(void **state)
{
    char buf[8];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    (void)state;
    alibi_text_bytes(&text, "a\0b\0c", 5);
    alibi_text_bytes(&text, "x", 0);
    assert_int_equal(text.len, 5);
    assert_memory_equal(buf, "a\0b\0c\0", 6);
}

/* The longest piece that alibi_text_format takes at once. */
static void test_text_format(void **state)
{
    char piece[512], buf[600];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    (void)state;
    memset(piece, 'p', sizeof piece);
    piece[511] = '\0';
    alibi_text_format(&text, "%s", piece);
    assert_int_equal(text.len, 511);
    assert_string_equal(buf, piece);
    alibi_text_format(&text, "%d%c%05u%%", -3, '!', 42U);
    assert_string_equal(buf + 511, "-3!00042%");
}

/* --- Random numbers: the values were computed by a program that shares no code --- */

static void test_rng_next(void **state)
{
    static const struct {
        uint64_t seed, wanted[5];
    } row[] = {
        {0,
         {0x99ec5f36cb75f2b4, 0xbf6e1f784956452a, 0x1a5f849d4933e6e0, 0x6aa594f1262d2d2c,
          0xbba5ad4a1f842e59}},
        {1,
         {0xb3f2af6d0fc710c5, 0x853b559647364cea, 0x92f89756082a4514, 0x642e1c7bc266a3a7,
          0xb27a48e29a233673}},
        {42,
         {0x15780b2e0c2ec716, 0x6104d9866d113a7e, 0xae17533239e499a1, 0xecb8ad4703b360a1,
          0xfde6dc7fe2ec5e64}},
        {0xdeadbeef,
         {0xc5555444a74d7e83, 0x65c30d37b4b16e38, 0x54f773200a4efa23, 0x429aed75fb958af7,
          0xfb0e1dd69c255b2e}},
        {UINT64_MAX,
         {0x8f5520d52a7ead08, 0xc476a018caa1802d, 0x81de31c0d260469e, 0xbf658d7e065f3c2f,
          0x913593fda1bca32a}},
    };
    struct alibi_rng rng;
    uint64_t last = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        alibi_rng_seed(&rng, row[i].seed);
        for (size_t k = 0; k < COUNT(row[i].wanted); k++)
            CHECK(alibi_rng_next(&rng) == row[i].wanted[k], "row %zu number %zu", i, k);
    }
    alibi_rng_seed(&rng, 0);
    for (int i = 0; i < 1000; i++)
        last = alibi_rng_next(&rng);
    assert_true(last == 0x7aac8c483a2edd2f);
}

/* With seed 7; NEXT tells that no draw was spent too many or too few. */
static void test_rng_below(void **state)
{
    static const struct {
        uint32_t n, wanted[8];
        uint64_t next;
    } row[] = {
        {1, {0, 0, 0, 0, 0, 0, 0, 0}, 0x67594f96cac88520},
        {2, {1, 0, 1, 1, 1, 1, 0, 0}, 0x67594f96cac88520},
        {3, {2, 0, 2, 2, 2, 2, 0, 0}, 0x67594f96cac88520},
        {70, {49, 19, 58, 68, 69, 61, 4, 7}, 0x67594f96cac88520},
        {1000, {700, 278, 839, 981, 990, 872, 60, 104}, 0x67594f96cac88520},
        {0x80000000,
         {1504476539, 598613707, 1803086244, 2106891321, 2127856246, 1874267761, 130464097,
          224274149},
         0x67594f96cac88520},
        {0x80000001, /* nearly half of the draws are thrown away */
         {2127856246, 224274149, 1162578065, 1571653532, 2016413269, 1891612607, 969416322,
          551254732},
         0x775cb1fd0b70119e},
        {0xc0000000, /* a quarter is */
         {2256714809, 897920560, 2704629366, 3160336982, 2811401642, 195696145, 336411224,
          1300429744},
         0x26dd6ba0018e0163},
        {0xffffffff,
         {3008953078, 1197227413, 3606172488, 4213782642, 4255712491, 3748535522, 260928193,
          448548298},
         0x67594f96cac88520},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_rng rng;

        alibi_rng_seed(&rng, 7);
        for (size_t k = 0; k < COUNT(row[i].wanted); k++) {
            uint32_t x = alibi_rng_below(&rng, row[i].n);

            CHECK(x == row[i].wanted[k], "below %u: %u is number %zu", row[i].n, x, k);
        }
        CHECK(alibi_rng_next(&rng) == row[i].next, "below %u", row[i].n);
    }
}

/* Chi squared of 100 draws a number; the limit is far beyond the 99.99 per cent point. */
static void test_rng_uniform(void **state)
{
    static const struct {
        uint32_t n;
        double limit;
    } row[] = {{2, 16}, {3, 20}, {7, 30}, {8, 32}, {70, 130}, {100, 170}};

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_rng rng;
        int count[100] = {0};
        double chi = 0;

        alibi_rng_seed(&rng, 2006);
        for (uint32_t k = 0; k < 100 * row[i].n; k++) {
            uint32_t x = alibi_rng_below(&rng, row[i].n);

            CHECK(x < row[i].n, "%u is not below %u", x, row[i].n);
            count[x]++;
        }
        for (uint32_t k = 0; k < row[i].n; k++)
            chi += (count[k] - 100.0) * (count[k] - 100.0) / 100.0;
        CHECK(chi < row[i].limit, "below %u: chi squared is %f", row[i].n, chi);
    }
}

/* --- Games, options, names --- */

static void test_games(void **state)
{
    static const char *const unknown[] = {"",       " ",   "Null",   "NULL",   "null ",
                                          " null",  "nul", "nulls",  "londo",  "london2",
                                          "null\n", "*",   "LONDON", "-london"};
    int n = 0;

    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++, n++)
        assert_ptr_equal(alibi_game_find((*g)->name), *g);
    assert_true(n >= 2);
    for (size_t i = 0; i < COUNT(unknown); i++)
        CHECK(!alibi_game_find(unknown[i]), "%s is a game", unknown[i]);
}

/* What the rest relies on: characters ascending, a list with each of them, options with
 * values, places with names, all functions there. */
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
        uint8_t edition, whistle; /* 7: untouched */
        size_t offset;
        const char *reason;
    } row[] = {
        {"london", "edition=2016", ALIBI_OK, 0, 7, 0, ""},
        {"london", "edition=2006", ALIBI_OK, 1, 7, 0, ""},
        {"london", "whistle=direct", ALIBI_OK, 7, 0, 0, ""},
        {"london", "whistle=free", ALIBI_OK, 7, 1, 0, ""},
        {"london", "edition=", ALIBI_BAD_TEXT, 7, 7, 8, "expected edition=2016 or 2006"},
        {"london", "edition=201", ALIBI_BAD_TEXT, 7, 7, 8, "expected edition=2016 or 2006"},
        {"london", "edition=20166", ALIBI_BAD_TEXT, 7, 7, 8, "expected edition=2016 or 2006"},
        {"london", "edition= 2016", ALIBI_BAD_TEXT, 7, 7, 8, "expected edition=2016 or 2006"},
        {"london", "edition==2016", ALIBI_BAD_TEXT, 7, 7, 8, "expected edition=2016 or 2006"},
        {"london", "whistle=", ALIBI_BAD_TEXT, 7, 7, 8, "expected whistle=direct or free"},
        {"london", "whistle=Free", ALIBI_BAD_TEXT, 7, 7, 8, "expected whistle=direct or free"},
        {"london", "", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as edition=2016"},
        {"london", "=", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as edition=2016"},
        {"london", "edition", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"london", "editio", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"london", "edition:2016", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"london", "editions=2016", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"london", "Edition=2016", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"london", " edition=2016", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"london", "2016", ALIBI_BAD_TEXT, 7, 7, 0, "expected option=value, such as "},
        {"null", "edition=2016", ALIBI_BAD_TEXT, 7, 7, 0, "null has no options"},
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
        CHECK(option[0] == row[i].edition && option[1] == row[i].whistle && option[2] == 7,
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
    const struct alibi_game *game = alibi_game_find("london");
    static const char text[] = "whistle=freedom";
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
        {"london", "", 0, 1},
        {"london", "", 1, 8},
        {"london", "", 2, 560},
        {"london", "", 3, 2240},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens), before = s;

        CHECK(alibi_perft(&s, row[i].depth) == row[i].wanted, "row %zu: %llu", i,
              (unsigned long long)alibi_perft(&s, row[i].depth));
        CHECK(memcmp(&s, &before, sizeof s) == 0, "row %zu", i);
    }
}

/* TOKEN, legal after TOKENS, as each seat reads it. */
static void test_token_print(void **state)
{
    static const struct {
        const char *game, *tokens, *token, *read[4]; /* jack, detective, chance, nobody */
    } row[] = {
        {"null", "", "deal=BB", {"deal=BB", "deal=?", "deal=BB", "deal=?"}},
        {"null", "deal=BB", "alibi", {"alibi", "alibi", "alibi", "alibi"}},
        {"null", "deal=BB", "!AA", {"!AA", "!AA", "!AA", "!AA"}},
        {"null", "deal=BB alibi", "alibi=CC", {"alibi=?", "alibi=CC", "alibi=CC", "alibi=?"}},
        {"london", "", "deal=MS", {"deal=MS", "deal=?", "deal=MS", "deal=?"}},
        {"london",
         "deal=MS",
         "cards=SH,JW,JS,IL",
         {"cards=SH,JW,JS,IL", "cards=SH,JW,JS,IL", "cards=SH,JW,JS,IL", "cards=SH,JW,JS,IL"}},
        {"london",
         "deal=MS cards=SH,JW,JS,IL SH >g10", /* the Detective draws */
         "alibi=JB",
         {"alibi=?", "alibi=JB", "alibi=JB", "alibi=?"}},
        {"london",
         "deal=MS cards=SH,JW,JS,IL JW >j13 ^nw SH >g10", /* Jack draws */
         "alibi=JB",
         {"alibi=JB", "alibi=?", "alibi=JB", "alibi=?"}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens);
        alibi_move m;

        assert_int_equal(alibi_token_parse(&m, &s, row[i].token, strlen(row[i].token), NULL),
                         0);
        for (unsigned seat = 0; seat < 4; seat++) {
            char buf[ALIBI_TOKEN_MAX];
            struct alibi_text text = alibi_text_in(buf, sizeof buf);

            alibi_token_print(&text, &s, m, (enum alibi_seat)seat);
            CHECK(strcmp(buf, row[i].read[seat]) == 0, "row %zu seat %u: %s", i, seat, buf);
        }
    }
}

/* Nothing is written where a token is refused. */
static void test_token_parse(void **state)
{
    static const struct {
        const char *game, *tokens, *token;
        int status;
        size_t offset;
        const char *reason;
    } row[] = {
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
        {"london", "", "", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", "XX", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", "flip:AA", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", "SH ", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", ">", ALIBI_BAD_TEXT, 1, "expected a hex or an exit"},
        {"london", "", ">c4", ALIBI_BAD_MOVE, 0, "L-2.4: "},
        {"london", "", ">c5", ALIBI_BAD_TEXT, 1, "expected a hex or an exit"},
        {"london", "", ">a6x", ALIBI_BAD_TEXT, 1, "expected a hex or an exit"},
        {"london", "", ">a6>", ALIBI_BAD_TEXT, 3, "expected the end here"},
        {"london", "", "^x", ALIBI_BAD_TEXT, 1, "expected a direction: "},
        {"london", "", "call:SH", ALIBI_BAD_TEXT, 7, "expected '>'"},
        {"london", "", "call:SH>ne", ALIBI_BAD_TEXT, 8, "expected a street hex"},
        {"london", "", "cards=", ALIBI_BAD_TEXT, 6, "expected the two letters"},
        {"london", "", "cards=-", ALIBI_BAD_TEXT, 6, "expected four characters"},
        {"london", "", "cards=SH,JW,JS", ALIBI_BAD_TEXT, 6, "expected four characters"},
        {"london", "", "cards=SH,JW,JS,IL,MS", ALIBI_BAD_TEXT, 6, "expected four characters"},
        {"london", "", "cards=SH,JW,IL,JS", ALIBI_BAD_TEXT, 15,
         "expected the characters in order"},
        {"london", "", "cards=SH,JW,JS,JS", ALIBI_BAD_TEXT, 15,
         "expected the characters in order"},
        {"london", "", "cordon:ne>xx", ALIBI_BAD_TEXT, 10, "expected an exit: "},
        {"london", "", "cover:c4>f1", ALIBI_BAD_TEXT, 6, "expected a street hex"},
        {"london", "", "lamp:f1>c4", ALIBI_BAD_TEXT, 5, "expected a gaslight hex"},
        {"london", "", "stayx", ALIBI_BAD_TEXT, 4, "expected the end here"},
        {"london", "", "swap:", ALIBI_BAD_TEXT, 5, "expected the two letters"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, row[i].tokens);
        struct alibi_error err = {.text = ""};
        alibi_move m = 0x12345678;
        size_t len = strlen(row[i].token);

        CHECK(alibi_token_parse(&m, &s, row[i].token, len, &err) == row[i].status,
              "row %zu: %s", i, err.text);
        CHECK(err.offset == row[i].offset, "row %zu: %zu", i, err.offset);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s", i,
              err.text);
        CHECK((m == 0x12345678) == (row[i].status != ALIBI_OK), "row %zu", i);
        CHECK(alibi_is_legal(&s, m) == (row[i].status == ALIBI_OK), "row %zu", i);
        CHECK(alibi_token_parse(&m, &s, row[i].token, len, NULL) == row[i].status, "row %zu",
              i);
    }
}

/* --- The reader --- */

static void test_reader_number(void **state)
{
    static const struct {
        const char *text;
        unsigned low, high;
        int value; /* -1: refused */
        size_t at;
    } row[] = {
        {"0", 0, 8, 0, 1},           {"8", 0, 8, 8, 1},
        {"9", 0, 8, -1, 0},          {"10", 0, 8, -1, 0},
        {"80", 0, 8, -1, 0},         {"00", 0, 8, -1, 0},
        {"01", 0, 8, -1, 0},         {"08", 0, 8, -1, 0},
        {"0", 1, 4, -1, 0},          {"1", 1, 4, 1, 1},
        {"4", 1, 4, 4, 1},           {"5", 1, 4, -1, 0},
        {"", 0, 8, -1, 0},           {"-1", 0, 8, -1, 0},
        {"+1", 0, 8, -1, 0},         {"x", 0, 8, -1, 0},
        {" 1", 0, 8, -1, 0},         {"1 ", 0, 8, 1, 1},
        {"1x", 0, 8, 1, 1},          {"12", 0, 99, 12, 2},
        {"99", 0, 99, 99, 2},        {"100", 0, 99, -1, 0},
        {"4294967297", 0, 8, -1, 0}, {"99999999999999999999999999", 0, 99, -1, 0},
        {"0x1", 0, 8, 0, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_error err = {.text = ""};
        struct alibi_reader in = alibi_reader_of(row[i].text, strlen(row[i].text), &err);
        unsigned value = alibi_reader_number(&in, row[i].low, row[i].high, "a thing");
        char wanted[60];

        (void)snprintf(wanted, sizeof wanted, "expected a thing, %u to %u", row[i].low,
                       row[i].high);
        CHECK((in.status == ALIBI_OK) == (row[i].value >= 0), "%s", row[i].text);
        CHECK(in.at == row[i].at, "%s: %zu", row[i].text, in.at);
        if (row[i].value >= 0)
            CHECK(value == (unsigned)row[i].value, "%s: %u", row[i].text, value);
        else
            CHECK(value == 0 && strcmp(err.text, wanted) == 0, "%s: %s", row[i].text, err.text);
    }
}

static void test_reader_word(void **state)
{
    static const char words[][8] = {"one", "o", "one-two", "2", "-"};
    static const struct {
        const char *text;
        int index; /* -1: refused */
        size_t at;
    } row[] = {
        {"one", 0, 3},     {"o", 1, 1},     {"one-two", 2, 7}, {"2", 3, 1},     {"-", 4, 1},
        {"one two", 0, 3}, {"one,", 0, 3},  {"o=", 1, 1},      {"on", -1, 0},   {"one-", -1, 0},
        {"ones", -1, 0},   {"one2", -1, 0}, {"", -1, 0},       {" one", -1, 0}, {"One", -1, 0},
        {"22", -1, 0},     {"--", -1, 0},   {"one_", 0, 3},    {"o\xc3", 1, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_error err = {.text = ""};
        struct alibi_reader in = alibi_reader_of(row[i].text, strlen(row[i].text), &err);
        unsigned index = alibi_reader_word(&in, words, sizeof words[0], 5, "a word");

        CHECK(in.at == row[i].at, "%s: %zu", row[i].text, in.at);
        CHECK(index == (row[i].index < 0 ? 0U : (unsigned)row[i].index), "%s", row[i].text);
        CHECK((in.status == ALIBI_OK) == (row[i].index >= 0), "%s", row[i].text);
        CHECK(in.status == ALIBI_OK || strcmp(err.text, "expected a word") == 0, "%s",
              err.text);
    }
}

/* Sets of characters, in the order of codes and in that of London's list. */
static void test_reader_codes(void **state)
{
    static const struct {
        const char *text;
        bool listed;
        int wanted; /* -1: refused */
        size_t at;  /* of the error, or the end */
    } row[] = {
        {"-", false, 0, 1},
        {"-", true, 0, 1},
        {"IL", false, 0x01, 2},
        {"WG", false, 0x80, 2},
        {"IL,JB,JS,JW,MS,SG,SH,WG", false, 0xff, 23},
        {"SH,JW,JS,IL,MS,SG,WG,JB", true, 0xff, 23},
        {"SH,JW,JS,IL,MS,SG,WG,JB", false, -1, 3},
        {"IL,JB,JS,JW,MS,SG,SH,WG", true, -1, 6},
        {"IL,IL", false, -1, 3},
        {"SH,SH", true, -1, 3},
        {"IL,", false, -1, 3},
        {"IL,-", false, -1, 3},
        {",IL", false, -1, 0},
        {"IL JB", false, 0x01, 2},
        {"-,IL", false, 0, 1},
        {"--", false, 0, 1},
        {"", false, -1, 0},
        {"I", false, -1, 0},
        {"ILL", false, -1, 0},
        {"il", false, -1, 0},
        {"IL;JB", false, 0x01, 2},
    };
    const struct alibi_game *game = alibi_game_find("london");

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_error err = {.text = ""};
        struct alibi_reader in = alibi_reader_of(row[i].text, strlen(row[i].text), &err);
        uint16_t set = alibi_reader_codes(&in, game, row[i].listed ? game->list : NULL);

        CHECK((in.status == ALIBI_OK) == (row[i].wanted >= 0), "%s", row[i].text);
        CHECK(set == (row[i].wanted < 0 ? 0 : row[i].wanted), "%s: %x", row[i].text, set);
        CHECK((in.status ? err.offset : in.at) == row[i].at, "%s: %zu", row[i].text,
              err.offset);
    }
}

/* The first error stays; after it nothing moves and everything answers zero. */
static void test_reader_sticks(void **state)
{
    const struct alibi_game *game = alibi_game_find("null");
    struct alibi_error err = {.text = ""};
    struct alibi_reader in = alibi_reader_of("AA=1", 4, &err);

    (void)state;
    assert_true(alibi_reader_skip(&in, ""));
    alibi_reader_expect(&in, "B");
    assert_int_equal(in.status, ALIBI_BAD_TEXT);
    assert_string_equal(err.text, "expected 'B'");
    assert_false(alibi_reader_skip(&in, "A"));
    assert_false(alibi_reader_skip(&in, ""));
    assert_int_equal(alibi_reader_code(&in, game), 0);
    assert_int_equal(alibi_reader_codes(&in, game, NULL), 0);
    assert_int_equal(alibi_reader_codes(&in, game, game->list), 0);
    assert_int_equal(alibi_reader_number(&in, 0, 9, "a number"), 0);
    assert_int_equal(alibi_reader_key(&in, "key"), 0);
    alibi_reader_fail(&in, ALIBI_BAD_POSITION, 3, "another");
    alibi_reader_end(&in);
    assert_int_equal(in.at, 0);
    assert_int_equal(in.status, ALIBI_BAD_TEXT);
    assert_string_equal(err.text, "expected 'B'");
    in = alibi_reader_of("x", 1, NULL);
    alibi_reader_end(&in);
    assert_int_equal(in.status, ALIBI_BAD_TEXT);
}

static void test_reader_key(void **state)
{
    static const struct {
        const char *text;
        size_t error_at; /* SIZE_MAX: it reads */
        const char *reason;
    } row[] = {
        {" key=v", SIZE_MAX, ""},
        {" key=", SIZE_MAX, ""},
        {"key=", 0, "expected a space and key="},
        {"", 0, "expected a space and key="},
        {" ", 1, "expected key="},
        {"  key=", 1, "expected key="},
        {" kex=", 1, "expected key="},
        {" key", 1, "expected key="},
        {" key =", 1, "expected key="},
        {" keys=", 1, "expected key="},
        {"\tkey=", 0, "expected a space and key="},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_error err = {.offset = SIZE_MAX};
        struct alibi_reader in = alibi_reader_of(row[i].text, strlen(row[i].text), &err);
        size_t at = alibi_reader_key(&in, "key");

        CHECK(err.offset == row[i].error_at, "'%s': %zu", row[i].text, err.offset);
        CHECK(strcmp(err.text, row[i].reason) == 0, "'%s': %s", row[i].text, err.text);
        CHECK(in.status || at == 5, "'%s': %zu", row[i].text, at);
    }
}

/* --- Tokens by a table --- */

static void print_digit(struct alibi_text *text, unsigned value)
{
    alibi_text_format(text, "%u", value);
}

static unsigned parse_digit(struct alibi_reader *in)
{
    return alibi_reader_number(in, 0, 9, "a digit");
}

/* Prefixes that begin each other, one kind without any and one that is never written. */
static void test_syntax(void **state)
{
    static const char word[][4] = {"red", "blu"};
    static const struct alibi_argument colour = ALIBI_WORDS(word, 2, "a colour");
    static const struct alibi_argument digit = {NULL, 0, 0, NULL, print_digit, parse_digit};
    static const struct alibi_syntax kind[] = {
        {"", "", NULL, &colour}, {"a", "", NULL, NULL},    {"a=", ">", &colour, &digit},
        {NULL, "", NULL, NULL},  {"ab", "", NULL, &digit}, {"b:", "/", &digit, &colour},
    };
    static const struct alibi_grammar grammar = {kind, 6, "expected a thing"};
    static const struct {
        const char *token;
        alibi_move m;
        size_t offset;
        const char *reason; /* NULL: it is read */
    } row[] = {
        {"red", 0x000000, 0, NULL},
        {"blu", 0x000001, 0, NULL},
        {"a", 0x010000, 0, NULL},
        {"a=blu>7", 0x020107, 0, NULL},
        {"a=red>0", 0x020000, 0, NULL},
        {"ab3", 0x040003, 0, NULL},
        {"b:9/blu", 0x050901, 0, NULL},
        {"", 0, 0, "expected a thing"},
        {"x", 0, 0, "expected a thing"},
        {"redd", 0, 0, "expected a thing"},
        {"b", 0, 0, "expected a thing"},
        {"ax", 0, 1, "expected the end here"},
        {"a=", 0, 2, "expected a colour"},
        {"a=re", 0, 2, "expected a colour"},
        {"a=red", 0, 5, "expected '>'"},
        {"a=red>", 0, 6, "expected a digit, 0 to 9"},
        {"a=red>10", 0, 6, "expected a digit, 0 to 9"},
        {"a=red>1x", 0, 7, "expected the end here"},
        {"ab", 0, 2, "expected a digit, 0 to 9"},
        {"b:1blu", 0, 3, "expected '/'"},
        {"b:1/", 0, 4, "expected a colour"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_error err = {.text = ""};
        alibi_move m = 0x12345678;
        char again[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(again, sizeof again);
        int status = alibi_syntax_parse(&m, &grammar, row[i].token, strlen(row[i].token), &err);

        if (row[i].reason) {
            CHECK(status == ALIBI_BAD_TEXT && m == 0x12345678, "%s", row[i].token);
            CHECK(err.offset == row[i].offset && strcmp(err.text, row[i].reason) == 0,
                  "%s: %zu: %s", row[i].token, err.offset, err.text);
            continue;
        }
        CHECK(status == ALIBI_OK && m == row[i].m, "%s: %x: %s", row[i].token, m, err.text);
        CHECK(alibi_pack(alibi_kind(m), alibi_from(m), alibi_to(m)) == m, "%s", row[i].token);
        alibi_syntax_print(&text, &grammar, m);
        CHECK(strcmp(again, row[i].token) == 0, "%s: %s", row[i].token, again);
    }
}

/* --- Cards --- */

static void test_picker(void **state)
{
    static const char order[2][5] = {"JDDJ", "DJJD"}; /* even rounds, odd rounds (L-3.2) */

    (void)state;
    for (int round = 1; round <= 8; round++)
        for (int slot = 1; slot <= 4; slot++)
            CHECK(alibi_picker(round, slot) ==
                      (order[round & 1][slot - 1] == 'D' ? ALIBI_DETECTIVE : ALIBI_JACK),
                  "%d.%d", round, slot);
}

/* Every set of four of eight once, each written in the order of the game's list. */
static void test_hand_outcomes(void **state)
{
    struct alibi_state s = unit_play("london", "deal=MS");
    alibi_move m[ALIBI_MOVES_MAX];
    char token[70][ALIBI_TOKEN_MAX];

    (void)state;
    assert_int_equal(s.game->moves(&s, m), 70);
    for (int i = 0; i < 70; i++) {
        const char *t = unit_token(s.game, m[i]);
        struct alibi_reader in = alibi_reader_of(t, strlen(t), NULL);

        assert_true(alibi_reader_skip(&in, "cards="));
        assert_int_equal(alibi_size(alibi_reader_codes(&in, s.game, s.game->list)), 4);
        alibi_reader_end(&in);
        assert_int_equal(in.status, ALIBI_OK);
        memcpy(token[i], t, strlen(t) + 1);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(token[k], token[i]);
    }
}

/* --- Secrets --- */

/* The deals of a view: their number, and that each is another state which looks the same. */
static void test_deals(void **state)
{
    static const struct {
        const char *line;
        enum alibi_seat seat;
        uint32_t n;
    } row[] = {
#define NULL_AT(jack, drew, mine)                                                              \
    "null round=2 slot=2 witness=visible suspects=AA,BB,CC jack=" jack " jack-drew=" drew      \
    " detective-drew=" mine " result=- lit=AA drawing=no"
        {NULL_AT("AA", "-", "-"), ALIBI_CHANCE, 1},
        {NULL_AT("AA", "-", "?0"), ALIBI_JACK, 1},
        {NULL_AT("AA", "-", "?1"), ALIBI_JACK, 2},
        {NULL_AT("?", "?0", "-"), ALIBI_DETECTIVE, 3},
        {NULL_AT("?", "?0", "BB"), ALIBI_DETECTIVE, 2},
        {NULL_AT("?", "?0", "?0"), ALIBI_NOBODY, 3},
        {NULL_AT("?", "?0", "?1"), ALIBI_NOBODY, 6},
        {"null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=? jack-drew=?0"
         " detective-drew=?0 result=- lit=AA drawing=no",
         ALIBI_NOBODY, 1},
        {"null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=-"
         " detective-drew=?0 result=- lit=AA drawing=no",
         ALIBI_JACK, 1},
#define LONDON_AT(suspects, jack, drew, mine)                                                  \
    "london edition=2016 whistle=direct round=5 slot=1 witness=visible suspects=" suspects     \
    " jack=" jack " jack-drew=" drew " detective-drew=" mine " result=- cards=- next=-"        \
    " step=cards active=- due=none points=0 called=- at=e10,i8,g6,i16,a10,m8,g12,e2"           \
    " lantern=ne lamps=f11:0,h7:0 covers=b15,l3 cordons=ne,sw"
        {LONDON_AT("IL,JB,MS", "MS", "IL", "SH"), ALIBI_CHANCE, 1},
        {LONDON_AT("IL,JB,MS", "MS", "IL", "?1"), ALIBI_JACK, 6},
        {LONDON_AT("IL,JB,MS", "MS", "-", "?2"), ALIBI_JACK, 21},
        {LONDON_AT("IL,JB,MS", "?", "?1", "SH"), ALIBI_DETECTIVE, 18},
        {LONDON_AT("IL,JB,MS", "?", "?1", "IL"), ALIBI_DETECTIVE, 12},
        {LONDON_AT("MS", "?", "?2", "-"), ALIBI_DETECTIVE, 21},
        {LONDON_AT("IL,JB,MS", "?", "?1", "?1"), ALIBI_NOBODY, 126},
        {LONDON_AT("IL,JB,JS,JW,MS,SG,SH,WG", "?", "?0", "?2"), ALIBI_NOBODY, 168},
#undef NULL_AT
#undef LONDON_AT
    };
    static struct alibi_state deal[200];

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_view view = {.seat = row[i].seat, .seen = unit_position(row[i].line)};
        const struct alibi_game *game = view.seen.game;
        uint32_t n = game->deals(&view);

        CHECK(n == row[i].n, "row %zu: %u deals", i, n);
        for (uint32_t k = 0; k < n; k++) {
            struct alibi_view again = view;

            game->deal(&deal[k], &view, k);
            for (uint32_t j = 0; j < k; j++)
                CHECK(memcmp(&deal[j], &deal[k], sizeof deal[0]) != 0, "row %zu", i);
            if (row[i].seat != ALIBI_CHANCE)
                game->observe(&again, &deal[k], row[i].seat);
            CHECK(memcmp(&again.seen, &view.seen, sizeof again.seen) == 0, "row %zu %u", i, k);
            CHECK(!(deal[k].alibis[0] & deal[k].alibis[1]), "row %zu %u", i, k);
            CHECK(alibi_size(alibi_deck(&deal[k])) == game->n_characters - (deal[k].round > 0) -
                                                          deal[k].drawn[0] - deal[k].drawn[1],
                  "row %zu %u", i, k);
        }
    }
}

/* More cards hidden than there are: no deal explains that. */
static void test_no_deal(void **state)
{
    static const struct {
        uint8_t jack, detective;
        uint32_t n;
    } row[] = {{0, 2, 3}, {0, 3, 0}, {1, 1, 6}, {2, 0, 3}, {2, 1, 0}, {3, 0, 0}, {8, 8, 0}};
    struct alibi_state s = unit_play("null", "deal=AA");

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_view view;

        s.drawn[ALIBI_JACK] = row[i].jack;
        s.drawn[ALIBI_DETECTIVE] = row[i].detective;
        alibi_observe(&view, &s, ALIBI_NOBODY);
        CHECK(alibi_deals(&view) == row[i].n, "row %zu: %u", i, alibi_deals(&view));
    }
}

/* The Detective draws only from a deck with cards. He acts twice and the deck has two, so an
 * empty one is made by hand. */
static void test_empty_deck(void **state)
{
    struct alibi_state s = unit_play("null", "deal=AA");
    alibi_move m[ALIBI_MOVES_MAX];
    struct alibi_error err;

    (void)state;
    assert_int_equal(s.game->moves(&s, m), 7);
    s.alibis[ALIBI_DETECTIVE] = 6;
    s.drawn[ALIBI_DETECTIVE] = 2;
    assert_int_equal(s.game->moves(&s, m), 6);
    assert_int_equal(alibi_token_parse(m, &s, "alibi", 5, &err), ALIBI_BAD_MOVE);
    assert_memory_equal(err.text, "Z-2.3: ", 7);
}

/* Once the game is over nothing is hidden from anybody. */
static void test_observe_end(void **state)
{
    struct alibi_state s = unit_play("null", "deal=AA alibi alibi=BB flip:AA flip:AA !CC");

    (void)state;
    for (unsigned seat = 0; seat < 4; seat++) {
        struct alibi_view view;

        s.game->observe(&view, &s, (enum alibi_seat)seat);
        assert_memory_equal(&view.seen, &s, sizeof s);
        assert_int_equal(view.seat, seat);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fail_lengths),  cmocka_unit_test(test_fail_status),
        cmocka_unit_test(test_locate),        cmocka_unit_test(test_text),
        cmocka_unit_test(test_text_bytes),    cmocka_unit_test(test_text_format),
        cmocka_unit_test(test_rng_next),      cmocka_unit_test(test_rng_below),
        cmocka_unit_test(test_rng_uniform),   cmocka_unit_test(test_games),
        cmocka_unit_test(test_game_tables),   cmocka_unit_test(test_options),
        cmocka_unit_test(test_option_length), cmocka_unit_test(test_setup),
        cmocka_unit_test(test_names),         cmocka_unit_test(test_directions),
        cmocka_unit_test(test_perft),         cmocka_unit_test(test_token_print),
        cmocka_unit_test(test_token_parse),   cmocka_unit_test(test_reader_number),
        cmocka_unit_test(test_reader_word),   cmocka_unit_test(test_reader_codes),
        cmocka_unit_test(test_reader_sticks), cmocka_unit_test(test_reader_key),
        cmocka_unit_test(test_syntax),        cmocka_unit_test(test_picker),
        cmocka_unit_test(test_hand_outcomes), cmocka_unit_test(test_deals),
        cmocka_unit_test(test_observe_end),   cmocka_unit_test(test_no_deal),
        cmocka_unit_test(test_empty_deck),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
