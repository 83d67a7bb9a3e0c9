/* Records: tags, comments, labels, layout, completing. */
#include "double.h"
#include "records.h"

/* --- Accepted records, and how they print --- */

static void test_accepted(void **state)
{
    static const struct {
        const char *text, *printed;
    } row[] = {
        /* nothing, or little */
        {"[Game \"null\"]", N "[Result \"*\"]\n\n"},
        {N "deal=AA", N "[Result \"*\"]\n\ndeal=AA\n"},
        {"\r\n\t " N "\n\n\n\tdeal=AA  \n\n", N "[Result \"*\"]\n\ndeal=AA\n"},
        {"[Game \"null\"][Result \"*\"]deal=AA", N "[Result \"*\"]\n\ndeal=AA\n"},
        /* tags: any order, unknown ones kept in theirs, escapes */
        {N "[Result \"*\"]\n[Date \"1888-11-09\"]\n[A \"\"]\n",
         N "[Date \"1888-11-09\"]\n[A \"\"]\n[Result \"*\"]\n\n"},
        {N "[Round \"1\"]\n[Detective \"B\"]\n[Jack \"A\"]\n",
         N "[Round \"1\"]\n[Detective \"B\"]\n[Jack \"A\"]\n[Result \"*\"]\n\n"},
        {N "[X \"\\\"q\\\" \\\\ \\a\\[{\"]\n",
         N "[X \"\\\"q\\\" \\\\ a[{\"]\n[Result \"*\"]\n\n"},
        {N "[X \"]\"]\n", N "[X \"]\"]\n[Result \"*\"]\n\n"},
        {N "[X \"caf\xc3\xa9\"]\n", N "[X \"caf\xc3\xa9\"]\n[Result \"*\"]\n\n"},
        {N "[game \"x\"]\n[GAME \"y\"]\n[result \"z\"]\n",
         N "[game \"x\"]\n[GAME \"y\"]\n[result \"z\"]\n[Result \"*\"]\n\n"},
        {N "[" X40 " \"x\"]", N "[" X40 " \"x\"]\n[Result \"*\"]\n\n"},
        {N "[Weather \"mild\"]", N "[Weather \"mild\"]\n[Result \"*\"]\n\n"},
        {"[Game \"nul\\l\"]", N "[Result \"*\"]\n\n"},
        /* options */
        {"[Game \"double\"]",
         "[Game \"double\"]\n[Weather \"mild\"]\n[Lantern \"bright\"]\n[Result \"*\"]\n\n"},
        {"[Game \"double\"][Lantern \"dark\"][Weather \"cold\"]",
         "[Game \"double\"]\n[Weather \"cold\"]\n[Lantern \"dark\"]\n[Result \"*\"]\n\n"},
        {"[Game \"double\"][weather \"x\"][WEATHER \"y\"]",
         "[Game \"double\"]\n[Weather \"mild\"]\n[Lantern \"bright\"]\n[weather \"x\"]\n"
         "[WEATHER \"y\"]\n[Result \"*\"]\n\n"},
        /* comments: before the first token, several, on many lines, without spaces */
        {N "{whole}", N "[Result \"*\"]\n\n{whole}\n"},
        {N "{one}{two}\n{three} deal=AA{four} {five}",
         N "[Result \"*\"]\n\n{one two three}\ndeal=AA {four five}\n"},
        {N "{two\nlines}deal=AA{x\n\ny}",
         N "[Result \"*\"]\n\n{two\nlines}\ndeal=AA {x\n\ny}\n"},
        {N "{}deal=AA{}", N "[Result \"*\"]\n\n{}\ndeal=AA {}\n"},
        {N "{}{}deal=AA{}{ }", N "[Result \"*\"]\n\n{ }\ndeal=AA {  }\n"},
        {N "deal=AA{[x]\\\"\t\x01}", N "[Result \"*\"]\n\ndeal=AA {[x]\\\"\t\x01}\n"},
        {N "deal=AA 1.1 {why} flip:AA", N "[Result \"*\"]\n\ndeal=AA {why}\n1.1 flip:AA\n"},
        {N "deal=AA 1.1{a}flip:AA{b}1.2{c}flip:BB",
         N "[Result \"*\"]\n\ndeal=AA {a}\n1.1 flip:AA {b c}\n1.2 flip:BB\n"},
        /* labels may be left out */
        {N "deal=AA flip:AA flip:BB flip:CC", N "[Result \"*\"]\n\ndeal=AA\n1.1 flip:AA\n"
                                                "1.2 flip:BB\n2.1 flip:CC\n"},
        {N "deal=AA 1.1 alibi alibi=BB flip:BB 2.1 flip:CC",
         N "[Result \"*\"]\n\ndeal=AA\n1.1 alibi alibi=BB\n1.2 flip:BB\n2.1 flip:CC\n"},
        /* results */
        {N "deal=AA !AA", N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 !AA\n"},
        {N "[Result \"detective:arrest\"]deal=AA !AA",
         N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 !AA\n"},
        {N "deal=AA !BB", N "[Result \"jack:wrong-accusation\"]\n\ndeal=AA\n1.1 !BB\n"},
        /* views */
        {V("jack"), V("jack") "[Result \"*\"]\n\n"},
        {V("jack") "deal=AA alibi alibi=?",
         V("jack") "[Result \"*\"]\n\ndeal=AA\n1.1 alibi alibi=?\n"},
        {V("detective") "deal=? alibi alibi=BB",
         V("detective") "[Result \"*\"]\n\ndeal=?\n1.1 alibi alibi=BB\n"},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible {!} flip:AA",
         V("public") "[Result \"*\"]\n\ndeal=?\n1.1 alibi alibi=?\n1.2 flip:BB witness=visible "
                     "{!}\n2.1 flip:AA\n"},
        {V("public") "[Date \"x\"]deal=? !CC over=jack:wrong-accusation deal=BB",
         V("public") "[Date \"x\"]\n[Result \"jack:wrong-accusation\"]\n\ndeal=?\n1.1 !CC "
                     "over=jack:wrong-accusation deal=BB\n"},
        {V("detective") "deal=? alibi alibi=BB flip:BB witness=visible flip:AA alibi alibi=CC "
                        "witness=invisible over=jack:time deal=AA",
         V("detective") "[Result \"jack:time\"]\n\ndeal=?\n1.1 alibi alibi=BB\n1.2 flip:BB "
                        "witness=visible\n2.1 flip:AA\n2.2 alibi alibi=CC witness=invisible "
                        "over=jack:time deal=AA\n"},
        /* positions; that of the set-up is no Position */
        {N AT_2_1("AA", "-", "CC") "flip:AA !AA", N
         "[Result \"detective:arrest\"]\n" AT_2_1("AA", "-", "CC") "\n2.1 flip:AA\n2.2 !AA\n"},
        {N AT_2_1("AA", "-", "CC") "2.1 flip:AA",
         N "[Result \"*\"]\n" AT_2_1("AA", "-", "CC") "\n2.1 flip:AA\n"},
        {N POSITION("round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=- "
                    "detective-drew=- result=- lit=AA drawing=no") "deal=AA",
         N "[Result \"*\"]\n\ndeal=AA\n"},
        {V("public") POSITION("round=0 slot=1 witness=visible suspects=AA,BB,CC jack=? "
                              "jack-drew=?0 detective-drew=?0 result=- lit=AA drawing=no"),
         V("public") "[Result \"*\"]\n\n"},
        {N POSITION("round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA jack-drew=- "
                    "detective-drew=- result=- lit=AA drawing=yes") "alibi=BB flip:AA",
         N
         "[Result \"*\"]\n" POSITION("round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA "
                                     "jack-drew=- detective-drew=- result=- lit=AA "
                                     "drawing=yes") "\nalibi=BB\n1.2 flip:AA\n"},
        {N POSITION("round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA jack-drew=- "
                    "detective-drew=- result=detective:arrest lit=AA drawing=no"),
         N "[Result \"detective:arrest\"]\n" POSITION(
             "round=1 slot=1 witness=visible suspects=AA,BB,CC jack=AA jack-drew=- "
             "detective-drew=- result=detective:arrest lit=AA drawing=no") "\n"},
        {V("jack") AT_2_1("AA", "-", "?1") "flip:AA",
         V("jack") "[Result \"*\"]\n" AT_2_1("AA", "-", "?1") "\n2.1 flip:AA\n"},
        {V("detective") AT_2_1("?", "?0", "CC") "flip:AA !AA over=detective:arrest deal=AA",
         V("detective") "[Result \"detective:arrest\"]\n" AT_2_1(
             "?", "?0", "CC") "\n2.1 flip:AA\n2.2 !AA over=detective:arrest deal=AA\n"},
        {V("public") AT_2_1("?", "?0", "?1") "flip:AA alibi alibi=? witness=invisible "
                                             "over=jack:time deal=AA alibi=CC alibi=BB",
         V("public") "[Result \"jack:time\"]\n" AT_2_1(
             "?", "?0",
             "?1") "\n2.1 flip:AA\n2.2 alibi alibi=? witness=invisible over=jack:time deal=AA "
                   "alibi=CC alibi=BB\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_record *record;
        char *text;

        record = parse(row[i].text);
        text = print(record);
        CHECK(strcmp(text, row[i].printed) == 0, "printed:\n%s\nexpected:\n%s", text,
              row[i].printed);
        alibi_record_free(record);
        record = parse(text);
        free(text);
        text = print(record);
        CHECK(strcmp(text, row[i].printed) == 0, "printed again:\n%s", text);
        alibi_record_free(record);
        free(text);
    }
}

/* A value of 2047 bytes is accepted, one of 2048 is not. */
static void test_value_length(void **state)
{
    char text[2200];

    (void)state;
    for (int n = 2040; n <= 2050; n++) {
        char value[2100];
        struct alibi_record *record = NULL;
        struct alibi_error err;

        memset(value, 'v', sizeof value);
        value[n] = '\0';
        (void)snprintf(text, sizeof text, N "[X \"%s\"]", value);
        if (n > 2047) {
            (void)refuse(text, strlen(text), &err);
            CHECK(strncmp(err.text, "expected a short value", 22) == 0, "%s", err.text);
            CHECK(err.offset == strlen(N) + 4 + 2047, "%zu", err.offset);
            continue;
        }
        record = parse(text);
        CHECK(strcmp(alibi_record_tag_get(record, "X"), value) == 0, "%d bytes", n);
        alibi_record_free(record);
    }
}

/* The longest token has 31 bytes. */
static void test_token_length(void **state)
{
    char text[100] = N "                                                  ";

    (void)state;
    for (size_t n = 30; n <= 34; n++) {
        struct alibi_error err;

        memset(text + strlen(N), 'x', n);
        text[strlen(N) + n] = '\0';
        (void)refuse(text, strlen(N) + n, &err);
        CHECK((strcmp(err.text, "expected a token") == 0) == (n > 31), "%zu bytes: %s", n,
              err.text);
        CHECK(err.offset == strlen(N), "%zu bytes", n);
    }
}

/* CR LF line ends change nothing. */
static void test_crlf(void **state)
{
    static const char text[] =
        V("public") "[Date \"x\"]\n\n{whole}\ndeal=? {one}\n1.1 alibi "
                    "alibi=?\n1.2 flip:BB witness=visible\n2.1 flip:AA\n";
    char crlf[2 * sizeof text];
    struct alibi_record *record = parse(text), *other;
    char *printed = print(record), *again;
    size_t n = 0;

    (void)state;
    for (size_t i = 0; i < sizeof text; i++) {
        if (text[i] == '\n')
            crlf[n++] = '\r';
        crlf[n++] = text[i];
    }
    other = parse(crlf);
    again = print(other);
    assert_string_equal(printed, again);
    free(printed);
    free(again);
    alibi_record_free(record);
    alibi_record_free(other);
}

/* --- The content of a record --- */

static void test_getters(void **state)
{
    struct alibi_record *record =
        parse(V("detective") "[Date \"today\"]\n{whole}\ndeal=? {a}{b}\n1.1 flip:AA\n");

    (void)state;
    assert_ptr_equal(alibi_record_game(record), alibi_game_find("null"));
    assert_int_equal(alibi_record_viewer(record), ALIBI_DETECTIVE);
    assert_int_equal(alibi_record_start(record)->hides, 1 << ALIBI_JACK);
    assert_int_equal(alibi_record_length(record), 2);
    assert_string_equal(alibi_record_token(record, 0), "deal=?");
    assert_string_equal(alibi_record_token(record, 1), "flip:AA");
    assert_string_equal(alibi_record_comment(record, 0), "whole");
    assert_string_equal(alibi_record_comment(record, 1), "a b");
    assert_null(alibi_record_comment(record, 2));
    assert_string_equal(alibi_record_tag_get(record, "Date"), "today");
    assert_null(alibi_record_tag_get(record, "date"));
    assert_null(alibi_record_tag_get(record, "Game"));
    assert_null(alibi_record_tag_get(record, ""));
    alibi_record_free(record);
    alibi_record_free(NULL);
}

/* The same text in memory of its own. */
static void test_text(void **state)
{
    struct alibi_record *record =
        parse(V("public") "[Date \"x\"] {whole} deal=? alibi alibi=?");
    char *wanted = print(record), *text;
    size_t len = 0;

    (void)state;
    text = alibi_record_text(record, &len);
    assert_string_equal(text, wanted);
    assert_int_equal(len, strlen(wanted));
    free(text);
    text = alibi_record_text(record, NULL);
    assert_string_equal(text, wanted);
    free(text);
    free(wanted);
    alibi_record_free(record);
}

static void test_set_tags(void **state)
{
    static const struct {
        const char *game, *key, *value;
        const char *reason; /* NULL: it is set */
    } row[] = {
        {"null", "Date", "1888", NULL},
        {"null", "Date", "", NULL},
        {"null", "a", "x", NULL},
        {"null", "A1b2", "\\\"]{", NULL},
        {"null", "Jack", "caf\xc3\xa9", NULL},
        {"null", X40, "x", NULL},
        {"null", X40 "x", "x", "expected a name of letters and digits"},
        {"null", "", "x", "expected a name of letters and digits"},
        {"null", "1a", "x", "expected a name of letters and digits"},
        {"null", "a b", "x", "expected a name of letters and digits"},
        {"null", "a-b", "x", "expected a name of letters and digits"},
        {"null", "a\"", "x", "expected a name of letters and digits"},
        {"null", "caf\xc3\xa9", "x", "expected a name of letters and digits"},
        {"null", "X", "a\nb", "expected a value without control characters"},
        {"null", "X", "\t", "expected a value without control characters"},
        {"null", "X", "\x7f", "expected a value without control characters"},
        {"null", "Game", "x", "expected another name"},
        {"null", "View", "x", "expected another name"},
        {"null", "Result", "x", "expected another name"},
        {"null", "Position", "x", "expected another name"},
        {"null", "Weather", "x", NULL},
        {"double", "Weather", "x", "expected another name"},
        {"double", "Lantern", "x", "expected another name"},
        {"double", "weather", "x", NULL},
        {"double", "Weathers", "x", NULL},
        {"double", "game", "x", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_state s = unit_play(row[i].game, "");
        struct alibi_record *record;
        struct alibi_error err = {.text = ""};
        int status;

        assert_int_equal(alibi_record_new(&record, &s, ALIBI_AS_TRUTH), ALIBI_OK);
        status = alibi_record_tag(record, row[i].key, row[i].value, &err);
        if (row[i].reason) {
            CHECK(status == ALIBI_BAD_TEXT, "row %zu", i);
            CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s",
                  i, err.text);
            CHECK(!alibi_record_tag_get(record, row[i].key), "row %zu", i);
            CHECK(alibi_record_tag(record, row[i].key, row[i].value, NULL) == ALIBI_BAD_TEXT,
                  "row %zu", i);
        } else {
            char *text = print(record), *again;
            struct alibi_record *back;

            free(text);
            CHECK(status == ALIBI_OK, "row %zu: %s", i, err.text);
            text = print(record);
            back = parse(text);
            again = print(back);
            CHECK(strcmp(alibi_record_tag_get(back, row[i].key), row[i].value) == 0, "row %zu",
                  i);
            CHECK(strcmp(text, again) == 0, "row %zu", i);
            free(text);
            free(again);
            alibi_record_free(back);
        }
        alibi_record_free(record);
    }
}

/* A value that is too long to be parsed is refused when it is set. */
static void test_long_tag(void **state)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_record *record;
    char value[2100];

    (void)state;
    assert_int_equal(alibi_record_new(&record, &s, ALIBI_AS_TRUTH), ALIBI_OK);
    memset(value, 'v', sizeof value);
    value[2047] = '\0';
    assert_int_equal(alibi_record_tag(record, "X", value, NULL), ALIBI_OK);
    value[2047] = 'v';
    value[2048] = '\0';
    assert_int_equal(alibi_record_tag(record, "X", value, NULL), ALIBI_BAD_TEXT);
    alibi_record_free(record);
}

/* The offset of an error in a Position after an escaped byte. */
static void test_escaped_position(void **state)
{
    static const struct refused row[] = {
        {N "[Position \"nul\\l round=9\"]", ALIBI_BAD_TEXT, 2, 24, "expected a round"},
        {N "[Position \"nu\\l\\l round=9\"]", ALIBI_BAD_TEXT, 2, 25, "expected a round"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

/* Setting a tag again changes it in its place; many tags keep their order. */
static void test_many_tags(void **state)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_record *record;
    char *text, wanted[4000];
    struct alibi_text build = alibi_text_in(wanted, sizeof wanted);

    (void)state;
    assert_int_equal(alibi_record_new(&record, &s, ALIBI_AS_TRUTH), ALIBI_OK);
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 50; i++) {
            char key[16], value[40];

            (void)snprintf(key, sizeof key, "K%d", i);
            (void)snprintf(value, sizeof value, "%d of pass %d", i, pass);
            assert_int_equal(alibi_record_tag(record, key, value, NULL), ALIBI_OK);
        }
    }
    alibi_text_str(&build, N);
    for (int i = 0; i < 50; i++)
        alibi_text_format(&build, "[K%d \"%d of pass 1\"]\n", i, i);
    alibi_text_str(&build, "[Result \"*\"]\n\n");
    text = print(record);
    assert_string_equal(text, wanted);
    free(text);
    alibi_record_free(record);
}

/* --- Completing --- */

static void test_complete(void **state)
{
    static const struct {
        const char *text, *whole; /* NULL: refused */
    } row[] = {
        {V("public") "[Date \"x\"]\n{p}deal=? {a}\n1.1 !AA {b} over=detective:arrest deal=AA",
         N "[Date \"x\"]\n[Result \"detective:arrest\"]\n\n{p}\ndeal=AA {a}\n1.1 !AA {b}\n"},
        {V("jack") "deal=AA !BB over=jack:wrong-accusation",
         N "[Result \"jack:wrong-accusation\"]\n\ndeal=AA\n1.1 !BB\n"},
        {V("detective") "deal=? !BB over=jack:wrong-accusation deal=CC",
         N "[Result \"jack:wrong-accusation\"]\n\ndeal=CC\n1.1 !BB\n"},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=? "
                     "witness=invisible over=jack:time deal=AA alibi=CC alibi=BB",
         N "[Result \"jack:time\"]\n\ndeal=AA\n1.1 alibi alibi=CC\n1.2 flip:BB\n2.1 flip:AA\n"
           "2.2 alibi alibi=BB\n"},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=? "
                   "witness=invisible over=jack:time alibi=BB alibi=CC",
         N "[Result \"jack:time\"]\n\ndeal=AA\n1.1 alibi alibi=BB\n1.2 flip:BB\n2.1 flip:AA\n"
           "2.2 alibi alibi=CC\n"},
        /* a comment on an announcement moves to the token before it */
        {V("public") "deal=? flip:BB flip:CC {a} witness=visible {b} flip:CC !AA "
                     "over=detective:arrest {c} deal=AA {d}",
         N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 flip:BB\n1.2 flip:CC {a b}\n"
           "2.1 flip:CC\n2.2 !AA {c d}\n"},
        /* not redacted, not finished, not from the set-up */
        {N "deal=AA !AA", NULL},
        {V("public") "deal=?", NULL},
        {V("jack") "", NULL},
        {V("jack") AT_2_1("AA", "-", "?0") "flip:AA !AA over=detective:arrest", NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_record *record = parse(row[i].text), *whole = NULL;
        struct alibi_error err = {.text = ""};
        char *text;
        int status = alibi_record_complete(&whole, record, &err);

        if (row[i].whole) {
            CHECK(status == ALIBI_OK, "row %zu: %s", i, err.text);
            text = print(whole);
            CHECK(strcmp(text, row[i].whole) == 0, "row %zu:\n%s", i, text);
            free(text);
            alibi_record_free(parse(row[i].whole));
        } else {
            CHECK(status == ALIBI_BAD_TEXT && !whole, "row %zu", i);
            CHECK(strncmp(err.text, "expected the record of a seat", 29) == 0, "row %zu", i);
            CHECK(alibi_record_complete(&whole, record, NULL) == ALIBI_BAD_TEXT, "row %zu", i);
        }
        alibi_record_free(whole);
        alibi_record_free(record);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),         cmocka_unit_test(test_value_length),
        cmocka_unit_test(test_token_length),     cmocka_unit_test(test_crlf),
        cmocka_unit_test(test_getters),          cmocka_unit_test(test_text),
        cmocka_unit_test(test_set_tags),         cmocka_unit_test(test_long_tag),
        cmocka_unit_test(test_escaped_position), cmocka_unit_test(test_many_tags),
        cmocka_unit_test(test_complete),
    };
    return cmocka_run_group_tests(tests, unit_add_double, NULL);
}
