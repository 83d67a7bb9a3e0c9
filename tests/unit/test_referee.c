/* The referee: lines in, lines out. Each script is a conversation; a NULL line begins a new
 * game of the one named in its answer. */
#include "talk.h"

#include <alibi/referee.h>

static struct alibi_referee *referee_of(const char *game)
{
    static const uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_referee *referee;

    assert_int_equal(alibi_referee_new(&referee, alibi_game_find(game), option), ALIBI_OK);
    return referee;
}

/* The answer to LEN bytes; it is in one buffer that every answer fits. */
static const char *ask(struct alibi_referee *referee, const char *line, size_t len)
{
    static char reply[ALIBI_REPLY_MAX];
    struct alibi_text text = alibi_text_in(reply, sizeof reply);

    CHECK(alibi_referee_answer(referee, line, len, &text), "%.*s ended it", (int)len, line);
    CHECK(text.len < text.cap, "%.*s", (int)len, line);
    CHECK(strlen(reply) == text.len, "a NUL in the answer to %.*s", (int)len, line);
    return reply;
}

static void check_talk(const struct exchange *talk, size_t n)
{
    struct alibi_referee *referee = NULL;

    for (size_t i = 0; i < n; i++) {
        const char *got;

        if (!talk[i].line) {
            alibi_referee_free(referee);
            referee = referee_of(talk[i].answer);
            continue;
        }
        got = ask(referee, talk[i].line, strlen(talk[i].line));
        CHECK(is_answer(got, talk[i].answer), "%zu: %s\n  answer:   %s\n  expected: %s", i,
              talk[i].line, got, talk[i].answer);
    }
    alibi_referee_free(referee);
}

#define UNKNOWN                                                                                \
    "error: expected new, legal, do, undo, state, view, perft, position, load, record or quit"
#define NULL_SETUP                                                                             \
    "null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=- "                \
    "detective-drew=- result=- lit=AA drawing=no"
#define NULL_AT(jack, drew, mine)                                                              \
    "null round=2 slot=1 witness=visible suspects=AA,BB,CC jack=" jack " jack-drew=" drew      \
    " detective-drew=" mine " result=- lit=AA,BB drawing=no"
#define LONDON_SETUP(options)                                                                  \
    "london " options " round=0 slot=1 witness=visible suspects=IL,JB,JS,JW,MS,SG,SH,WG "      \
    "jack=- jack-drew=- detective-drew=- result=- cards=- next=- step=deal active=- due=none " \
    "points=0 called=- "

static void test_commands(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "null"},
        {"position", NULL_SETUP},
        {"legal", "deal=AA deal=BB deal=CC"},
        {"perft 0", "1"},
        {"perft 1", "3"},
        {"perft 2", "21"},
        {"do deal=AA", "ok"},
        {"legal", "!AA !BB !CC alibi flip:AA flip:BB flip:CC"},
        {"do alibi alibi=CC", "ok"},
        {"legal", "flip:AA flip:BB flip:CC"},
        {"state", "{\"game\":\"null\",\"round\":1,\"slot\":2,\"to_act\":\"jack\",\"suspects\":"
                  "[\"AA\",\"BB\",\"CC\"],\"identity\":\"AA\",\"alibis\":{\"jack\":[],"
                  "\"detective\":[\"CC\"]},\"alibis_drawn\":{\"jack\":0,\"detective\":1},"
                  "\"result\":null,\"lit\":[\"AA\"]}"},
        {"view jack", "{\"game\":\"null\",\"round\":1,\"slot\":2,\"to_act\":\"jack\","
                      "\"suspects\":[\"AA\",\"BB\",\"CC\"],\"identity\":\"AA\",\"alibis\":"
                      "{\"jack\":[]},\"alibis_drawn\":{\"jack\":0,\"detective\":1},"
                      "\"result\":null,\"lit\":[\"AA\"]}"},
        {"view detective", "{\"game\":\"null\",\"round\":1,\"slot\":2,\"to_act\":\"jack\","
                           "\"suspects\":[\"AA\",\"BB\",\"CC\"],\"alibis\":{\"detective\":"
                           "[\"CC\"]},\"alibis_drawn\":{\"jack\":0,\"detective\":1},"
                           "\"result\":null,\"lit\":[\"AA\"]}"},
        {"view public", "{\"game\":\"null\",\"round\":1,\"slot\":2,\"to_act\":\"jack\","
                        "\"suspects\":[\"AA\",\"BB\",\"CC\"],\"alibis\":{},\"alibis_drawn\":"
                        "{\"jack\":0,\"detective\":1},\"result\":null,\"lit\":[\"AA\"]}"},
        {"do flip:BB flip:AA", "ok"},
        {"record",
         "[Game \"null\"]\n[Result \"*\"]\n\ndeal=AA\n1.1 alibi alibi=CC\n1.2 flip:BB\n"
         "2.1 flip:AA\n."},
        {"do !AA", "ok"},
        {"legal", ""},
        {"perft 0", "1"},
        {"perft 1", "0"},
        {"perft 20", "0"},
        {"view public", "{\"game\":\"null\",\"round\":2,\"slot\":2,\"to_act\":\"none\","
                        "\"suspects\":[\"AA\",\"BB\"],\"identity\":\"AA\",\"alibis\":{\"jack\":"
                        "[],\"detective\":[\"CC\"]},\"alibis_drawn\":{\"jack\":0,"
                        "\"detective\":1},\"result\":{\"winner\":\"detective\",\"why\":"
                        "\"arrest\"},\"lit\":[\"BB\"]}"},
        {"record", "[Game \"null\"]\n[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 alibi "
                   "alibi=CC\n1.2 flip:BB\n2.1 flip:AA\n2.2 !AA\n."},
        {"new", "ok"},
        {"position", NULL_SETUP},
        {"record", "[Game \"null\"]\n[Result \"*\"]\n\n."},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

/* Spaces, line ends, letters. */
static void test_lines(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "null"},
        {"", UNKNOWN},
        {" ", UNKNOWN},
        {"\r", UNKNOWN},
        {"\r\r", UNKNOWN},
        {"fetch", UNKNOWN},
        {"Legal", UNKNOWN},
        {"LEGAL", UNKNOWN},
        {"lega", UNKNOWN},
        {"legals", UNKNOWN},
        {"legal\t", UNKNOWN},
        {"do\tdeal=AA", UNKNOWN},
        {"# comment", UNKNOWN},
        {"quit now", UNKNOWN},
        {"quits", UNKNOWN},
        {"\xff\xfe\x01", UNKNOWN},
        {"legal\r", "deal=AA deal=BB deal=CC"},
        {"legal\r\r", UNKNOWN},
        {"\rlegal", UNKNOWN},
        {"legal\n", UNKNOWN},
        {"  legal", "deal=AA deal=BB deal=CC"},
        {"legal   ", "deal=AA deal=BB deal=CC"},
        {"   do    deal=AA     flip:BB   ", "ok"},
        {"undo    1  ", "ok"},
        {"undo\r", "ok"},
        {"do deal=AA\r", "ok"},
        {"view   jack  ", "{\"game\"..."},
        {"view public\r", "{\"game\"..."},
        {"perft   1  ", "7"},
        {"new  \r", "ok"},
        {"load " NULL_SETUP "\r", "ok"},
        {"  load " NULL_SETUP, "ok"},
        {"position\r", NULL_SETUP},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

static void test_arguments(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "null"},
        /* commands without arguments */
        {"legal now", "error: expected no argument"},
        {"state x", "error: expected no argument"},
        {"position x", "error: expected no argument"},
        {"record x", "error: expected no argument"},
        {"record .", "error: expected no argument"},
        /* do */
        {"do", "error: expected do TOKEN [TOKEN ...]"},
        {"do ", "error: expected do TOKEN [TOKEN ...]"},
        {"do x", "error 1: expected a token of null, such as flip:AA"},
        {"do deal=?", "error 1: expected the two letters of a character"},
        {"do flip:AA", "error 1: Z-1.1: ..."},
        {"do deal=AA deal=AA", "error 2: Z-2.1: ..."},
        {"undo", "ok"},
        /* two stay, the third is bad, the fourth is not looked at */
        {"do deal=AA flip:BB !AA flip:CC", "error 3: Z-2.4: ..."},
        {"legal", "flip:AA flip:BB flip:CC"},
        {"undo 3", "error: expected undo N..."},
        {"undo 2", "ok"},
        {"undo", "error: expected undo N..."},
        /* undo */
        {"do deal=AA flip:AA flip:BB", "ok"},
        {"undo 0", "error: expected undo N..."},
        {"undo 4", "error: expected undo N..."},
        {"undo -1", "error: expected undo N..."},
        {"undo +1", "error: expected undo N..."},
        {"undo 1.0", "error: expected undo N..."},
        {"undo x", "error: expected undo N..."},
        {"undo 1 1", "error: expected undo N..."},
        {"undo 999999", "error: expected undo N..."},
        {"undo 1000000", "error: expected undo N..."},
        {"undo 4294967297", "error: expected undo N..."},
        {"undo 18446744073709551617", "error: expected undo N..."},
        {"undo 3", "ok"},
        {"position", NULL_SETUP},
        /* view */
        {"view", "error: expected view jack, view detective or view public"},
        {"view ", "error: expected view jack, view detective or view public"},
        {"view chance", "error: expected view jack, view detective or view public"},
        {"view none", "error: expected view jack, view detective or view public"},
        {"view Jack", "error: expected view jack, view detective or view public"},
        {"view jackx", "error: expected view jack, view detective or view public"},
        {"view jack detective", "error: expected view jack, view detective or view public"},
        {"view jack x", "error: expected view jack, view detective or view public"},
        /* perft */
        {"perft", "error: expected perft N..."},
        {"perft ", "error: expected perft N..."},
        {"perft -1", "error: expected perft N..."},
        {"perft x", "error: expected perft N..."},
        {"perft :", "error: expected perft N..."}, /* the bytes beside the digits */
        {"perft /", "error: expected perft N..."},
        {"perft 0:", "error: expected perft N..."},
        {"perft 1 2", "error: expected perft N..."},
        {"perft 1x", "error: expected perft N..."},
        {"perft 21", "error: expected perft N..."},
        {"perft 1000000", "error: expected perft N..."},
        {"perft 00", "1"},
        {"perft 01", "3"},
        {"perft 000001", "3"},
        {"perft 0000001", "error: expected perft N..."},
        {"perft 20", "0"},
        /* new */
        {"do deal=AA", "ok"},
        {"new x", "error: null has no options"},
        {"new edition=2016", "error: null has no options"},
        {"legal", "!AA !BB !CC alibi flip:AA flip:BB flip:CC"},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

static void test_load(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "null"},
        {"do deal=CC flip:AA", "ok"},
        {"load", "error: column 1: expected the name of a game"},
        {"load ", "error: column 1: expected the name of a game"},
        {"load  " NULL_SETUP, "error: column 1: expected the name of a game"},
        {"load x", "error: column 1: expected the name of a game"},
        {"load null", "error: column 5: expected a space and round="},
        {"load null round=9", "error: column 12: expected a round, 0 to 8"},
        {"load null round=2 slot=5", "error: column 19: expected a slot, 1 to 4"},
        {"load " NULL_SETUP " ", "error: column 117: expected the end here"},
        {"load " NULL_AT("DD", "-", "-"), "error: column 60: expected the two letters..."},
        {"load " NULL_AT("?", "?0", "-"), "error: expected a position of null without..."},
        {"load " NULL_AT("AA", "-", "?1"), "error: expected a position of null without..."},
        {"load " LONDON_SETUP(
             "edition=2016 whistle=direct") "at=e10,i8,g6,i16,a10,m8,g12,e2 lantern=ne "
                                            "lamps=b13:1,c4:3,f11:0,h7:0,k14:4,l5:2 "
                                            "covers=b15,l3 cordons=ne,sw",
         "error: expected a position of null without..."},
        /* nothing of this changed anything */
        {"record", "[Game \"null\"]\n[Result \"*\"]\n\ndeal=CC\n1.1 flip:AA\n."},
        {"load " NULL_AT("AA", "-", "CC"), "ok"},
        {"position", NULL_AT("AA", "-", "CC")},
        {"undo", "error: expected undo N..."},
        {"record",
         "[Game \"null\"]\n[Result \"*\"]\n[Position \"" NULL_AT("AA", "-", "CC") "\"]\n\n."},
        {"do flip:AA", "ok"},
        {"record", "[Game \"null\"]\n[Result \"*\"]\n[Position \"" NULL_AT(
                       "AA", "-", "CC") "\"]\n\n2.1 flip:AA\n."},
        {"undo", "ok"},
        {"position", NULL_AT("AA", "-", "CC")},
        {"load " NULL_SETUP, "ok"},
        {"record", "[Game \"null\"]\n[Result \"*\"]\n\n."},
        {NULL, "london"},
        {"load london edition=2016 whistle=sharp", "error: column 29: expected direct or free"},
        {"load " NULL_SETUP, "error: expected a position of london without..."},
        /* any options may be loaded; a new game has those of the beginning again */
        {"load " LONDON_SETUP(
             "edition=2006 whistle=free") "at=e10,i8,g6,a10,i16,m8,g12,e4 lantern=ne "
                                          "lamps=b13:1,c4:3,f11:0,h7:0,k14:4,l5:2 "
                                          "covers=c14,l3 cordons=ne,sw",
         "ok"},
        {"state",
         "{\"game\":\"london\",\"options\":{\"edition\":\"2006\",\"whistle\":\"free\"}..."},
        {"new", "ok"},
        {"position", LONDON_SETUP("edition=2016 whistle=direct") "at=..."},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

static void test_options(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "london"},
        {"do deal=MS", "ok"},
        {"new edition=1999", "error: expected edition=2016 or 2006"},
        {"new edition=", "error: expected edition=2016 or 2006"},
        {"new whistle=loud", "error: expected whistle=direct or free"},
        {"new edition", "error: expected option=value, such as edition=2016"},
        {"new edition=2006 colour=red", "error: expected option=value, such as edition=2016"},
        {"new edition=2006 whistle=", "error: expected whistle=direct or free"},
        /* the game in play was kept */
        {"record",
         "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n[Result \"*\"]\n\n"
         "deal=MS\n."},
        {"new whistle=free", "ok"},
        {"position", LONDON_SETUP("edition=2016 whistle=free") "..."},
        {"new   edition=2006", "ok"},
        {"position", LONDON_SETUP("edition=2006 whistle=direct") "..."},
        {"new whistle=free edition=2006", "ok"},
        {"position", LONDON_SETUP("edition=2006 whistle=free") "..."},
        {"new", "ok"},
        {"position", LONDON_SETUP("edition=2016 whistle=direct") "..."},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

/* The options that the referee was made with are those of a plain `new`. */
static void test_first_options(void **state)
{
    static const uint8_t option[ALIBI_OPTIONS_MAX] = {1, 1};
    struct alibi_referee *referee;

    (void)state;
    assert_int_equal(alibi_referee_new(&referee, alibi_game_find("london"), option), ALIBI_OK);
    for (int i = 0; i < 2; i++) {
        assert_true(is_answer(ask(referee, "position", 8),
                              LONDON_SETUP("edition=2006 whistle=free") "..."));
        assert_string_equal(ask(referee, "new edition=2016", 16), "ok");
        assert_true(is_answer(ask(referee, "position", 8),
                              LONDON_SETUP("edition=2016 whistle=free") "..."));
        assert_string_equal(ask(referee, "new", 3), "ok");
    }
    alibi_referee_free(referee);
    alibi_referee_free(NULL);
}

/* The game of docs/protocol.md. */
static void test_worked_example(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "london"},
        {"do deal=MS deal=SH", "error 2: L-3.1: ..."},
        {"undo", "ok"},
        {"do deal=MS cards=SH,JW,JS,IL", "ok"},
        {"legal", "IL JS JW SH"},
        {"do SH >g10 alibi=JB JW >e4",
         "error 5: L-4.1: e4 is out of reach: JW has 3 movement points"},
        {"legal",
         ">a6 >b11 >b3 >b5 >c10 >c12 >c6 >d9 >f1 >f15 >g12 >g14 >g16 >g2 >g8 >h11 >h17 "
         ">i10 >i12 >i14 >j13 >j9 >k12 >k6 >k8 >l13 >l15 >l7 >m12"},
        {"do >j13 ^nw JS lamp:c4>f3 >f7", "ok"},
        {"undo 2", "ok"},
        {"do >f7 lamp:c4>f3 IL", "ok"},
        {"legal", "!JS !SH >b11 >b5 >c10 >c12 >c14 >d13 >d5 >d9 >e12 >e14 >e4 >e6 >e8 >f1 >f15 "
                  ">g6 >g8 >h17 >k8 >l13 cordon:ne>nw cordon:ne>se cordon:sw>nw cordon:sw>se"},
        {"do cordon:ne>nw >c10", "ok"},
        {"do MS >k6 SG call:JW>l13", "ok"},
        {"legal", "call:IL>d9 call:JB>j9 call:JS>g6 call:JS>g8 call:JW>m12 call:MS>l7 "
                  "call:SH>h11 call:WG>f1"},
        {"do ^s", "error 1: L-5.13: ..."},
        {"do call:MS>l7", "ok"},
        {"legal", "^n ^ne ^nw ^s ^se ^sw"},
        {"do ^nw", "ok"},
        {"perft 1", "17"},
        {"perft 2", "26"},
        {"do !MS", "ok"},
        {"legal", ""},
        {"record", "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n"
                   "[Result \"detective:arrest\"]\n\ndeal=MS cards=SH,JW,JS,IL\n"
                   "1.1 SH >g10 alibi=JB\n1.2 JW >j13 ^nw\n1.3 JS >f7 lamp:c4>f3\n"
                   "1.4 IL cordon:ne>nw >c10\n2.1 MS >k6\n"
                   "2.2 SG call:JW>l13 call:MS>l7 ^nw !MS\n."},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

static void test_quit(void **state)
{
    static const char *const line[] = {"quit", "quit ", "  quit  ", "quit\r"};
    struct alibi_referee *referee = referee_of("null");

    (void)state;
    for (size_t i = 0; i < COUNT(line); i++) {
        char reply[100] = "#";
        struct alibi_text text = alibi_text_in(reply, sizeof reply);

        CHECK(!alibi_referee_answer(referee, line[i], strlen(line[i]), &text), "%s", line[i]);
        CHECK(text.len == 0, "%s: %s", line[i], reply);
    }
    assert_string_equal(ask(referee, "perft 0", 7), "1"); /* it still answers */
    alibi_referee_free(referee);
}

/* NUL bytes are bytes like others, and none that a command has. */
static void test_nul(void **state)
{
    static const struct {
        const char *line;
        size_t len;
        const char *answer;
    } row[] = {
        {"\0", 1, UNKNOWN},
        {"legal\0", 6, UNKNOWN},
        {"\0legal", 6, UNKNOWN},
        {"quit\0", 5, UNKNOWN},
        {"legal \0", 7, "error: expected no argument"},
        {"do deal=AA\0", 11, "error 1: expected the end here"},
        {"do \0", 4, "error 1: expected a token of null..."},
        {"view jack\0", 10, "error: expected view..."},
        {"perft 1\0", 8, "error: expected perft N..."},
        {"undo 1\0", 7, "error: expected undo N..."},
        {"load \0", 6, "error: column 1: expected the name of a game"},
        {"new \0", 5, "error: null has no options"},
    };
    struct alibi_referee *referee = referee_of("null");

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        const char *got = ask(referee, row[i].line, row[i].len);

        CHECK(is_answer(got, row[i].answer), "row %zu: %s", i, got);
    }
    assert_string_equal(ask(referee, "position", 8), NULL_SETUP);
    alibi_referee_free(referee);
}

/* 65,536 bytes are a line, one more is too many; a CR at its end does not count. */
static void test_long_lines(void **state)
{
    static const struct {
        size_t len;
        bool cr;
        const char *answer;
    } row[] = {
        {100, false, "ok"},
        {ALIBI_COMMAND_MAX - 1, false, "ok"},
        {ALIBI_COMMAND_MAX, false, "ok"},
        {ALIBI_COMMAND_MAX + 1, false, "error: expected a line of at most 65536 bytes"},
        {ALIBI_COMMAND_MAX, true, "ok"},
        {ALIBI_COMMAND_MAX + 1, true, "ok"},
        {ALIBI_COMMAND_MAX + 2, true, "error: expected a line of at most 65536 bytes"},
        {1 << 20, false, "error: expected a line of at most 65536 bytes"},
    };
    char *line = malloc(1 << 20);
    struct alibi_referee *referee = referee_of("null");

    (void)state;
    assert_non_null(line);
    for (size_t i = 0; i < COUNT(row); i++) {
        memset(line, ' ', 1 << 20);
        memcpy(line, "do", 2);
        memcpy(line + row[i].len - 8, "deal=AA ", 8);
        if (row[i].cr)
            line[row[i].len - 1] = '\r';
        CHECK(strcmp(ask(referee, line, row[i].len), row[i].answer) == 0, "row %zu", i);
        CHECK(strcmp(ask(referee, "undo", 4), "ok") == 0 || row[i].answer[0] == 'e', "row %zu",
              i);
    }
    /* As many tokens as fit: the game is over after four, the fifth is the first wrong one. */
    for (size_t i = 0; i + 8 <= ALIBI_COMMAND_MAX; i += 8)
        memcpy(line + i, i ? "flip:AA " : "do      ", 8);
    assert_string_equal(ask(referee, "do deal=AA", 10), "ok");
    assert_true(is_answer(ask(referee, line, ALIBI_COMMAND_MAX), "error 5: Z-2.5: ..."));
    alibi_referee_free(referee);
    free(line);
}

/* An answer that does not fit is cut off, and its length told. */
static void test_small_reply(void **state)
{
    struct alibi_referee *referee = referee_of("null");
    char reply[8];
    struct alibi_text text = alibi_text_in(reply, sizeof reply);

    (void)state;
    assert_true(alibi_referee_answer(referee, "legal", 5, &text));
    assert_string_equal(reply, "deal=AA");
    assert_int_equal(text.len, strlen("deal=AA deal=BB deal=CC"));
    alibi_referee_free(referee);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_commands),
        cmocka_unit_test(test_lines),
        cmocka_unit_test(test_arguments),
        cmocka_unit_test(test_load),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_first_options),
        cmocka_unit_test(test_worked_example),
        cmocka_unit_test(test_quit),
        cmocka_unit_test(test_nul),
        cmocka_unit_test(test_long_lines),
        cmocka_unit_test(test_small_reply),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
