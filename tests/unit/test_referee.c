/* The referee: lines in, lines out. Each script is a conversation; a NULL line begins a new
 * game of the one named in its answer. */
#include "double.h"
#include "referees.h"

#define UNKNOWN                                                                                \
    "error: expected new, legal, do, undo, state, view, perft, position, load, record or quit"
#define NULL_SETUP                                                                             \
    "null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=- "                \
    "detective-drew=- result=- lit=AA drawing=no"
#define NULL_AT(jack, drew, mine)                                                              \
    "null round=2 slot=1 witness=visible suspects=AA,BB,CC jack=" jack " jack-drew=" drew      \
    " detective-drew=" mine " result=- lit=AA,BB drawing=no"
#define DOUBLE_SETUP(options)                                                                  \
    "double " options " round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=- "  \
    "detective-drew=- result=- lit=AA drawing=no"

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
        /* two stay played, the third is bad, the fourth is ignored */
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
        {"load " DOUBLE_SETUP("weather=mild lantern=bright"),
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
        {NULL, "double"},
        {"load double weather=mild lantern=green", "error: column 29: expected bright or dark"},
        {"load " NULL_SETUP, "error: expected a position of double without..."},
        /* any options may be loaded; a new game has those of the beginning again */
        {"load " DOUBLE_SETUP("weather=cold lantern=dark"), "ok"},
        {"state",
         "{\"game\":\"double\",\"options\":{\"weather\":\"cold\",\"lantern\":\"dark\"}..."},
        {"new", "ok"},
        {"position", DOUBLE_SETUP("weather=mild lantern=bright")},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

static void test_options(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "double"},
        {"do deal=AA", "ok"},
        {"new weather=warm", "error: expected weather=mild or cold"},
        {"new weather=", "error: expected weather=mild or cold"},
        {"new lantern=pale", "error: expected lantern=bright or dark"},
        {"new weather", "error: expected option=value, such as weather=mild"},
        {"new weather=cold colour=red", "error: expected option=value, such as weather=mild"},
        {"new weather=cold lantern=", "error: expected lantern=bright or dark"},
        /* the game in play was kept */
        {"record",
         "[Game \"double\"]\n[Weather \"mild\"]\n[Lantern \"bright\"]\n[Result \"*\"]\n\n"
         "deal=AA\n."},
        {"new lantern=dark", "ok"},
        {"position", DOUBLE_SETUP("weather=mild lantern=dark")},
        {"new   weather=cold", "ok"},
        {"position", DOUBLE_SETUP("weather=cold lantern=bright")},
        {"new lantern=dark weather=cold", "ok"},
        {"position", DOUBLE_SETUP("weather=cold lantern=dark")},
        {"new", "ok"},
        {"position", DOUBLE_SETUP("weather=mild lantern=bright")},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

/* A plain `new` has the options with which the referee was created. */
static void test_first_options(void **state)
{
    static const uint8_t option[ALIBI_OPTIONS_MAX] = {1, 1};
    struct alibi_referee *referee;

    (void)state;
    assert_int_equal(alibi_referee_new(&referee, alibi_game_find("double"), option), ALIBI_OK);
    for (int i = 0; i < 2; i++) {
        assert_true(
            is_answer(ask(referee, "position", 8), DOUBLE_SETUP("weather=cold lantern=dark")));
        assert_string_equal(ask(referee, "new weather=mild", 16), "ok");
        assert_true(
            is_answer(ask(referee, "position", 8), DOUBLE_SETUP("weather=mild lantern=dark")));
        assert_string_equal(ask(referee, "new", 3), "ok");
    }
    alibi_referee_free(referee);
    alibi_referee_free(NULL);
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

/* NUL bytes are ordinary bytes, which no command contains. */
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

/* An answer that does not fit is cut off, but its length is reported. */
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
        cmocka_unit_test(test_commands),   cmocka_unit_test(test_lines),
        cmocka_unit_test(test_arguments),  cmocka_unit_test(test_load),
        cmocka_unit_test(test_options),    cmocka_unit_test(test_first_options),
        cmocka_unit_test(test_quit),       cmocka_unit_test(test_nul),
        cmocka_unit_test(test_long_lines), cmocka_unit_test(test_small_reply),
    };
    return cmocka_run_group_tests(tests, unit_add_double, NULL);
}
