/* Records that are refused: why and where. */
#include "double.h"
#include "records.h"

static void test_tags_refused(void **state)
{
    static const struct refused row[] = {
        /* the first tag */
        {"", ALIBI_BAD_TEXT, 1, 1, "expected a record"},
        {" \t\r\n", ALIBI_BAD_TEXT, 2, 1, "expected a record"},
        {"deal=AA", ALIBI_BAD_TEXT, 1, 1, "expected a record"},
        {"{comment} " N, ALIBI_BAD_TEXT, 1, 1, "expected a record"},
        {"[", ALIBI_BAD_TEXT, 1, 2, "expected a tag"},
        {"[Date \"x\"]\n" N, ALIBI_BAD_TEXT, 1, 2, "expected [Game"},
        {"[game \"null\"]", ALIBI_BAD_TEXT, 1, 2, "expected [Game"},
        {"[GAME \"null\"]", ALIBI_BAD_TEXT, 1, 2, "expected [Game"},
        {"[Game \"\"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        {"[Game \"Null\"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        {"[Game \"null \"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        {"[Game \"chess\"]", ALIBI_BAD_TEXT, 1, 2, "expected the name of a game"},
        /* brackets, quotes, spaces */
        {"[Game\"null\"]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game  \"null\"]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[ Game \"null\"]", ALIBI_BAD_TEXT, 1, 2, "expected a tag"},
        {"[Game 'null']", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game null]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game]", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game ", ALIBI_BAD_TEXT, 1, 6, "expected a tag"},
        {"[Game \"null", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\"", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\" ]", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\")", ALIBI_BAD_TEXT, 1, 12, "expected \"] after"},
        {"[Game \"null\\", ALIBI_BAD_TEXT, 1, 13, "expected \"] after"},
        {"[Game \"null\\\"]", ALIBI_BAD_TEXT, 1, 15, "expected \"] after"},
        {N "[Da-te \"x\"]", ALIBI_BAD_TEXT, 2, 4, "expected a tag"},
        {N "[Dat\xc3\xa9 \"x\"]", ALIBI_BAD_TEXT, 2, 5, "expected a tag"},
        {"[G\\ame \"null\"]", ALIBI_BAD_TEXT, 1, 3, "expected a tag"},
        {N "[ \"x\"]", ALIBI_BAD_TEXT, 2, 2, "expected a tag"},
        {N "[\"x\"]", ALIBI_BAD_TEXT, 2, 2, "expected a tag"},
        {N "[" X40 "y \"x\"]", ALIBI_BAD_TEXT, 2, 42, "expected a tag"},
        {N "[1st \"x\"]", ALIBI_BAD_TEXT, 2, 2, "expected a name of letters and digits"},
        /* control characters in a value */
        {N "[Date \"a\nb\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"a\tb\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"a\rb\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"a\x7f\"]", ALIBI_BAD_TEXT, 2, 9, "expected a short value"},
        {N "[Date \"\x01\"]", ALIBI_BAD_TEXT, 2, 8, "expected a short value"},
        {N "[Date \"a\\\n\"]", ALIBI_BAD_TEXT, 2, 10, "expected a short value"},
        /* twice */
        {N N, ALIBI_BAD_TEXT, 2, 2, "expected each tag once"},
        {N "[Date \"a\"]\n[Date \"a\"]", ALIBI_BAD_TEXT, 3, 2, "expected each tag once"},
        {N "[View \"jack\"]\n[View \"jack\"]", ALIBI_BAD_TEXT, 3, 2, "expected each tag once"},
        {N "[Result \"*\"]\n[Result \"*\"]", ALIBI_BAD_TEXT, 3, 2, "expected each tag once"},
        {N AT_2_1("AA", "-", "-") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 3, 2,
         "expected each tag once"},
        {"[Game \"double\"]\n[Weather \"mild\"]\n[Weather \"mild\"]", ALIBI_BAD_TEXT, 3, 2,
         "expected each tag once"},
        /* values of the format's own */
        {N "[View \"chance\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[View \"\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[View \"Jack\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[View \"none\"]", ALIBI_BAD_TEXT, 2, 2, "expected View to be"},
        {N "[Result \"\"]", ALIBI_BAD_TEXT, 2, 2, "expected a result or *"},
        {"[Game \"double\"]\n[Weather \"warm\"]", ALIBI_BAD_TEXT, 2, 2, "expected weather="},
        {"[Game \"double\"]\n[Weather \"\"]", ALIBI_BAD_TEXT, 2, 2, "expected weather="},
        {"[Game \"double\"]\n[Weather \"mild\"]\n[Lantern \"pale\"]", ALIBI_BAD_TEXT, 3, 2,
         "expected lantern="},
        /* tags after the first token are not tags */
        {N "deal=AA\n[Date \"x\"]", ALIBI_BAD_TEXT, 3, 1, "expected a token of null"},
        {N "{x} [Date \"x\"]", ALIBI_BAD_TEXT, 2, 5, "expected a token of null"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

#define DOUBLE_AT(weather, lantern)                                                            \
    "[Position \"double weather=" weather " lantern=" lantern                                  \
    " round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=- detective-drew=- "   \
    "result=- lit=AA drawing=no\"]\n"

static void test_position_refused(void **state)
{
    static const struct refused row[] = {
        {N "[Position \"\"]", ALIBI_BAD_TEXT, 2, 12, "expected the name of a game"},
        {N "[Position \"null\"]", ALIBI_BAD_TEXT, 2, 16, "expected a space"},
        {N "[Position \"null round=9\"]", ALIBI_BAD_TEXT, 2, 23, "expected a round"},
        {N POSITION("round=1 slot=1 witness=visible suspects=AA jack=AA jack-drew=- "
                    "detective-drew=- result=- lit=AA drawing=no"),
         ALIBI_BAD_POSITION, 2, 105, "expected rounds, slots"},
        /* another game, other options */
        {N DOUBLE_AT("mild", "bright"), ALIBI_BAD_TEXT, 2, 2,
         "expected a position of the record's game"},
        {"[Game \"double\"]\n[Weather \"mild\"]\n" DOUBLE_AT("cold", "bright"), ALIBI_BAD_TEXT,
         1, 1, "expected tags that agree"},
        {"[Game \"double\"]\n" DOUBLE_AT("cold", "bright"), ALIBI_BAD_TEXT, 1, 1,
         "expected tags that agree"},
        {"[Game \"double\"]\n[Lantern \"dark\"]\n" DOUBLE_AT("mild", "bright"), ALIBI_BAD_TEXT,
         1, 1, "expected tags that agree"},
        /* what a viewer sees, and nothing else */
        {N AT_2_1("?", "?0", "-"), ALIBI_BAD_TEXT, 1, 1, "expected a Position without secrets"},
        {N AT_2_1("AA", "-", "?0"), ALIBI_BAD_TEXT, 1, 1,
         "expected a Position without secrets"},
        {V("jack") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("jack") AT_2_1("?", "?0", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("jack") AT_2_1("?", "?0", "?0"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("detective") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 1, 1,
         "expected the Position as"},
        {V("detective") AT_2_1("AA", "-", "?0"), ALIBI_BAD_TEXT, 1, 1,
         "expected the Position as"},
        {V("detective") AT_2_1("?", "?0", "?0"), ALIBI_BAD_TEXT, 1, 1,
         "expected the Position as"},
        {V("public") AT_2_1("AA", "-", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("public") AT_2_1("AA", "-", "?0"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
        {V("public") AT_2_1("?", "?0", "-"), ALIBI_BAD_TEXT, 1, 1, "expected the Position as"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

static void test_tokens_refused(void **state)
{
    static const struct refused row[] = {
        /* malformed or illegal tokens */
        {N "deal=A", ALIBI_BAD_TEXT, 2, 6, "expected the two letters"},
        {N "deal=AAA", ALIBI_BAD_TEXT, 2, 6, "expected the two letters"},
        {N "deal=AA.", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA}", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA,flip:AA", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA\fflip:AA", ALIBI_BAD_TEXT, 2, 8, "expected the end here"},
        {N "deal=AA\n  SH", ALIBI_BAD_TEXT, 3, 3, "expected a token of null"},
        {N "deal=AA\n}", ALIBI_BAD_TEXT, 3, 1, "expected a token of null"},
        {N "deal=AA -", ALIBI_BAD_TEXT, 2, 9, "expected a token of null"},
        {N "flip:AA", ALIBI_BAD_MOVE, 2, 1, "Z-1.1: "},
        {N "deal=AA\n1.1 flip:AA\n1.2 !AA", ALIBI_BAD_MOVE, 4, 5, "Z-2.4: "},
        {N "deal=AA\n1.1 !AA flip:AA", ALIBI_BAD_MOVE, 3, 9, "Z-2.5: "},
        {N "deal=AA " X10 X10 X10 "x", ALIBI_BAD_TEXT, 2, 9, "expected a token of null"},
        {N "deal=AA " X10 X10 X10 "xx", ALIBI_BAD_TEXT, 2, 9, "expected a token"},
        {N "deal=AA " X40 X40, ALIBI_BAD_TEXT, 2, 9, "expected a token"},
        /* a whole record has no announcements and hides nothing */
        {N "deal=?", ALIBI_BAD_TEXT, 2, 6, "expected the two letters"},
        {N "deal=AA flip:AA flip:AA witness=visible", ALIBI_BAD_TEXT, 2, 25,
         "expected a token"},
        {N "deal=AA !AA over=detective:arrest", ALIBI_BAD_TEXT, 2, 13, "expected a token"},
        /* comments */
        {N "{", ALIBI_BAD_TEXT, 2, 1, "expected } to end"},
        {N "{open\n\n", ALIBI_BAD_TEXT, 2, 1, "expected } to end"},
        {N "deal=AA {one} {two", ALIBI_BAD_TEXT, 2, 15, "expected } to end"},
        {N "{a{b}", ALIBI_BAD_TEXT, 2, 3, "expected a comment of plain text"},
        {N "{a{b}}", ALIBI_BAD_TEXT, 2, 3, "expected a comment of plain text"},
        {N "deal=AA {\n{}", ALIBI_BAD_TEXT, 3, 1, "expected a comment of plain text"},
        {N "{a}}", ALIBI_BAD_TEXT, 2, 4, "expected a token of null"},
        /* the result */
        {N "[Result \"jack:time\"]\ndeal=AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"*\"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"jack:arrest\"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2,
         "expected the result"},
        {N "[Result \"detective:arrest \"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2,
         "expected the result"},
        {N "[Result \"detective\"]\ndeal=AA !AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"-\"]\ndeal=AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
        {N "[Result \"" X40 "\"]\ndeal=AA", ALIBI_BAD_TEXT, 2, 2, "expected the result"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

static void test_labels_refused(void **state)
{
    static const struct refused row[] = {
        {N "1", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1.", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1.x", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1:1", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "1.10", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "10.1", ALIBI_BAD_TEXT, 2, 1, "expected a label such as"},
        {N "deal=AA 1.1.", ALIBI_BAD_TEXT, 2, 9, "expected a label such as"},
        {N "deal=AA 1.1flip:AA", ALIBI_BAD_TEXT, 2, 9, "expected a label such as"},
        /* chance, another activation, twice, too late, after the end, before nothing */
        {N "0.1 deal=AA", ALIBI_BAD_MOVE, 2, 1, "expected a label at the beginning"},
        {N "1.1 deal=AA", ALIBI_BAD_MOVE, 2, 1, "expected a label at the beginning"},
        {N "deal=AA 0.1 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 1.2 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 2.1 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 9.9 flip:AA", ALIBI_BAD_MOVE, 2, 9, "expected a label at the beginning"},
        {N "deal=AA 1.1 1.1 flip:AA", ALIBI_BAD_MOVE, 2, 13,
         "expected a label at the beginning"},
        {N "deal=AA 1.1 flip:AA 1.1 flip:AA", ALIBI_BAD_MOVE, 2, 21,
         "expected a label at the beginning"},
        {N "deal=AA 1.1 alibi 1.1 alibi=BB", ALIBI_BAD_MOVE, 2, 19,
         "expected a label at the beginning"},
        {N "deal=AA alibi 1.1 alibi=BB", ALIBI_BAD_MOVE, 2, 15,
         "expected a label at the beginning"},
        {N "deal=AA flip:AA flip:AA 1.2 flip:AA", ALIBI_BAD_MOVE, 2, 25,
         "expected a label at the beginning"},
        {N "deal=AA !AA 1.1", ALIBI_BAD_MOVE, 2, 13, "expected a label at the beginning"},
        {V("public") "deal=? flip:AA flip:AA 2.1 witness=visible", ALIBI_BAD_MOVE, 3, 24,
         "expected a label at the beginning"},
        {V("public") "deal=? !AA 1.1 over=detective:arrest", ALIBI_BAD_MOVE, 3, 12,
         "expected a label at the beginning"},
        {N "deal=AA 1.1", ALIBI_BAD_TEXT, 2, 12, "expected a token after the label"},
        {N "deal=AA 1.1 {x}\n", ALIBI_BAD_TEXT, 3, 1, "expected a token after the label"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

/* Redacted records: what must be hidden, announced and revealed. */
static void test_views_refused(void **state)
{
    static const struct refused row[] = {
        {V("jack") "deal=?", ALIBI_BAD_TEXT, 3, 6, "expected the two letters"},
        {V("detective") "deal=AA", ALIBI_BAD_MOVE, 3, 1, "expected what this seat may see"},
        {V("public") "deal=AA", ALIBI_BAD_MOVE, 3, 1, "expected what this seat may see"},
        {V("jack") "deal=AA alibi alibi=BB", ALIBI_BAD_MOVE, 3, 15, "expected what this seat"},
        {V("detective") "deal=? alibi alibi=?", ALIBI_BAD_TEXT, 3, 20, "expected the two"},
        {V("public") "deal=? alibi alibi=BB", ALIBI_BAD_MOVE, 3, 14, ""},
        {V("public") "deal=? alibi=?", ALIBI_BAD_TEXT, 3, 14, "expected the two letters"},
        {V("public") "deal=??", ALIBI_BAD_TEXT, 3, 6, "expected the two letters"},
        {V("public") "deal=? witness=visible", ALIBI_BAD_TEXT, 3, 8, "expected a token"},
        {V("public") "deal=? flip:AA flip:AA flip:BB", ALIBI_BAD_MOVE, 3, 24, "expected "},
        {V("public") "deal=? flip:AA flip:AA over=jack:time", ALIBI_BAD_MOVE, 3, 24,
         "expected "},
        {V("public") "deal=? flip:AA flip:AA witness=", ALIBI_BAD_MOVE, 3, 24, "expected "},
        {V("public") "deal=? flip:AA flip:AA witness=seen", ALIBI_BAD_MOVE, 3, 24, "expected "},
        {V("jack") "deal=AA flip:BB flip:BB witness=invisible", ALIBI_BAD_MOVE, 3, 25,
         "expected an announcement that agrees"},
        {V("public") "deal=? flip:AA flip:AA", ALIBI_BAD_TEXT, 3, 23,
         "expected an announcement that is due"},
        {V("public") "deal=? flip:AA flip:AA witness=visible witness=visible", ALIBI_BAD_TEXT,
         3, 40, "expected a token"},
        {V("public") "deal=? over=jack:time", ALIBI_BAD_MOVE, 3, 8, "expected an announcement"},
        {V("public") "over=jack:time", ALIBI_BAD_MOVE, 3, 1, "expected an announcement"},
        {V("public") "deal=? !AA", ALIBI_BAD_TEXT, 3, 11,
         "expected an announcement that is due"},
        {V("public") "deal=? !AA flip:AA", ALIBI_BAD_MOVE, 3, 12, "Z-2.5: "},
        {V("public") "deal=? !AA over=jack:time", ALIBI_BAD_MOVE, 3, 12, "expected an announ"},
        {V("public") "deal=? !AA over=jack:arrest", ALIBI_BAD_MOVE, 3, 12,
         "expected an announ"},
        {V("jack") "deal=AA !AA over=jack:wrong-accusation", ALIBI_BAD_MOVE, 3, 13,
         "expected an announcement that agrees"},
        /* revealing */
        {V("public") "deal=? !AA over=detective:arrest", ALIBI_BAD_TEXT, 3, 33,
         "expected an announcement that is due"},
        {V("public") "deal=? !AA over=detective:arrest deal=BB", ALIBI_BAD_MOVE, 3, 34,
         "expected an announcement that agrees"},
        {V("public") "deal=? !AA over=detective:arrest deal=?", ALIBI_BAD_MOVE, 3, 34,
         "expected "},
        {V("public") "deal=? !AA over=detective:arrest deal=", ALIBI_BAD_MOVE, 3, 34,
         "expected "},
        {V("public") "deal=? !AA over=detective:arrest deal=AAA", ALIBI_BAD_MOVE, 3, 34,
         "expec"},
        {V("public") "deal=? !AA over=detective:arrest alibi=BB", ALIBI_BAD_MOVE, 3, 34,
         "expec"},
        {V("public") "deal=? !AA over=detective:arrest flip:AA", ALIBI_BAD_MOVE, 3, 34,
         "expec"},
        {V("public") "deal=? !AA over=detective:arrest deal=AA deal=AA", ALIBI_BAD_MOVE, 3, 42,
         "expected nothing more"},
        {V("jack") "deal=AA !AA over=detective:arrest deal=AA", ALIBI_BAD_MOVE, 3, 35,
         "expected nothing more"},
        /* the kind, the owner and the order of what is revealed; each card once */
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                   "over=detective:arrest deal=AA",
         ALIBI_BAD_MOVE, 4, 23, "expected "},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                   "over=detective:arrest alibi=AA",
         ALIBI_BAD_MOVE, 4, 23, "expected "},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                     "over=detective:arrest deal=AA deal=AA",
         ALIBI_BAD_MOVE, 4, 31, "expected "},
        {V("public") "deal=? alibi alibi=? flip:BB witness=visible flip:AA !AA\n"
                     "over=detective:arrest alibi=CC deal=AA",
         ALIBI_BAD_MOVE, 4, 23, "expected "},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=?\n"
                   "witness=invisible over=jack:time alibi=BB alibi=BB",
         ALIBI_BAD_MOVE, 4, 43, "expected "},
        {V("jack") "deal=AA alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=?\n"
                   "witness=invisible over=jack:time alibi=BB",
         ALIBI_BAD_TEXT, 4, 42, "expected an announcement that is due"},
        /* from a position: what it hid is revealed first */
        {V("public") AT_2_1("?", "?0", "?0") "flip:AA !AA over=detective:arrest",
         ALIBI_BAD_TEXT, 4, 34, "expected an announcement that is due"},
        {V("jack") AT_2_1("AA", "-", "?1") "flip:AA !AA over=detective:arrest deal=AA",
         ALIBI_BAD_MOVE, 4, 35, "expected "},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

/* NUL bytes cannot stand in a C string of the tables above. */
static void test_nul_refused(void **state)
{
    static const struct {
        const char *text;
        size_t len, offset;
    } row[] = {
        {"\0", 1, 0},
        {"[Game \"nu\0ll\"]", 15, 9},
        {"[Ga\0me \"null\"]", 15, 3},
        {N "\0", 15, 14},
        {N "{\0}", 17, 15},
        {N "deal=AA\0", 22, 21},
        {N "deal=AA \0", 23, 22},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_error err;

        (void)refuse(row[i].text, row[i].len, &err);
        CHECK(err.offset == row[i].offset, "row %zu: %zu: %s", i, err.offset, err.text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tags_refused),   cmocka_unit_test(test_position_refused),
        cmocka_unit_test(test_tokens_refused), cmocka_unit_test(test_labels_refused),
        cmocka_unit_test(test_views_refused),  cmocka_unit_test(test_nul_refused),
    };
    return cmocka_run_group_tests(tests, unit_add_double, NULL);
}
