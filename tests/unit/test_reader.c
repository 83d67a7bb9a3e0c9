/* The reader: numbers, words, codes, keys; tokens by a table. */
#include "double.h"

#include <alibi/kit/reader.h>
#include <alibi/kit/token.h>

static const struct alibi_refusal no_thing =
    ALIBI_REFUSAL("test.thing", NULL, "expected a thing, {low} to {high}");
static const struct alibi_refusal no_word = ALIBI_REFUSAL("test.word", NULL, "expected a word");
static const struct alibi_refusal no_colour =
    ALIBI_REFUSAL("test.colour", NULL, "expected a colour");
static const struct alibi_refusal no_digit =
    ALIBI_REFUSAL("test.digit", NULL, "expected a digit, {low} to {high}");
static const struct alibi_refusal no_token =
    ALIBI_REFUSAL("test.token", NULL, "expected a thing");

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
        unsigned value = alibi_reader_number(&in, row[i].low, row[i].high, &no_thing);
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
        unsigned index = alibi_reader_word(&in, words, sizeof words[0], 5, &no_word);

        CHECK(in.at == row[i].at, "%s: %zu", row[i].text, in.at);
        CHECK(index == (row[i].index < 0 ? 0U : (unsigned)row[i].index), "%s", row[i].text);
        CHECK((in.status == ALIBI_OK) == (row[i].index >= 0), "%s", row[i].text);
        CHECK(in.status == ALIBI_OK || strcmp(err.text, "expected a word") == 0, "%s",
              err.text);
    }
}

/* Sets of characters, in the order of codes and in that of the game's list. */
static void test_reader_codes(void **state)
{
    static const struct {
        const char *text;
        bool listed;
        int wanted; /* -1: refused */
        size_t at;  /* of the error, or the end */
    } row[] = {
        {"-", false, 0, 1},         {"-", true, 0, 1},         {"AA", false, 1, 2},
        {"CC", false, 4, 2},        {"AA,BB,CC", false, 7, 8}, {"CC,AA,BB", true, 7, 8},
        {"CC,AA,BB", false, -1, 3}, {"AA,BB,CC", true, -1, 6}, {"AA,CC", false, 5, 5},
        {"CC,BB", true, 6, 5},      {"AA,AA", false, -1, 3},   {"CC,CC", true, -1, 3},
        {"AA,", false, -1, 3},      {"AA,-", false, -1, 3},    {",AA", false, -1, 0},
        {"AA BB", false, 1, 2},     {"-,AA", false, 0, 1},     {"--", false, 0, 1},
        {"", false, -1, 0},         {"A", false, -1, 0},       {"AAA", false, -1, 0},
        {"aa", false, -1, 0},       {"AA;BB", false, 1, 2},
    };
    const struct alibi_game *game = unit_double();

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

/* The first error stays; after it nothing moves and everything returns zero. */
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
    assert_int_equal(alibi_reader_number(&in, 0, 9, &no_digit), 0);
    assert_int_equal(alibi_reader_key(&in, "key"), 0);
    alibi_reader_refuse(&in, ALIBI_BAD_POSITION, 3, &no_word, NULL);
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
    return alibi_reader_number(in, 0, 9, &no_digit);
}

/* Prefixes that begin each other, one kind without any and one that is never written. */
static void test_syntax(void **state)
{
    static const char word[][4] = {"red", "blu"};
    static const struct alibi_argument colour = ALIBI_WORDS(word, 2, &no_colour);
    static const struct alibi_argument digit = {NULL, 0, 0, NULL, print_digit, parse_digit};
    static const struct alibi_syntax kind[] = {
        {"", "", NULL, &colour}, {"a", "", NULL, NULL},    {"a=", ">", &colour, &digit},
        {NULL, "", NULL, NULL},  {"ab", "", NULL, &digit}, {"b:", "/", &digit, &colour},
    };
    static const struct alibi_grammar grammar = {.kind = kind, .n = 6, .refusal = &no_token};
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reader_number), cmocka_unit_test(test_reader_word),
        cmocka_unit_test(test_reader_codes),  cmocka_unit_test(test_reader_sticks),
        cmocka_unit_test(test_reader_key),    cmocka_unit_test(test_syntax),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
