/* The player protocol: lines in, lines out. */
#include "double.h"
#include "talk.h"

#include <alibi/adviser.h>
#include <alibi/player.h>
#include <alibi/session.h>

#define UNKNOWN "error: expected new, see, go, belief, value or quit"
#define NO_GAME "error: expected new GAME seat=jack|detective first"
#define NEW     "error: expected new GAME seat=jack|detective [option=value ...]"
#define SEAT    "error: expected seat=jack or seat=detective"
#define GO      "error: expected go [ms N] [nodes N]"
#define TURN    "error: expected go when this seat is to act"

static struct alibi_adviser *adviser_of(const char *name, uint64_t seed)
{
    struct alibi_adviser *adviser;
    struct alibi_error err = {.text = ""};

    CHECK(alibi_adviser_new(&adviser, name, seed, 0, &err) == ALIBI_OK, "%s", err.text);
    return adviser;
}

static const char *ask(struct alibi_adviser *adviser, const char *line, size_t len)
{
    static char reply[ALIBI_REPLY_MAX];
    struct alibi_text text = alibi_text_in(reply, sizeof reply);

    CHECK(alibi_adviser_answer(adviser, line, len, &text), "%.*s ended it", (int)len, line);
    CHECK(text.len < text.cap, "%.*s", (int)len, line);
    CHECK(strlen(reply) == text.len && !strchr(reply, '\n'), "%.*s", (int)len, line);
    return reply;
}

static void check_talk(const struct exchange *talk, size_t n)
{
    struct alibi_adviser *adviser = adviser_of("random", 1);

    for (size_t i = 0; i < n; i++) {
        const char *got = ask(adviser, talk[i].line, strlen(talk[i].line));

        CHECK(is_answer(got, talk[i].answer), "%zu: %s\n  answer:   %s\n  expected: %s", i,
              talk[i].line, got, talk[i].answer);
    }
    alibi_adviser_free(adviser);
}

static void test_before_a_game(void **state)
{
    static const struct exchange talk[] = {
        {"", UNKNOWN},
        {"   ", UNKNOWN},
        {"New", UNKNOWN},
        {"legal", UNKNOWN},
        {"quit now", UNKNOWN},
        {"see deal=?", NO_GAME},
        {"go", NO_GAME},
        {"belief", NO_GAME},
        {"value", NO_GAME},
        {"value 1", "error: expected no argument"},
        {"new", NEW},
        {"new seat=jack", NEW},
        {"new chess seat=jack", NEW},
        {"new doubledoubledoubledouble seat=jack", NEW},
        {"new double", SEAT},
        {"new double seat=", SEAT},
        {"new double seat=public", SEAT},
        {"new double seat=chance", SEAT},
        {"new double jack", "error: ..."},
        {"new double seat=jack weather=warm", "error: expected weather=mild or cold"},
        {"new null seat=jack weather=mild", "error: null has no options"},
        {"new double seat=jack seed=", "error: expected seed=N..."},
        {"new double seat=jack seed=-1", "error: expected seed=N..."},
        {"new double seat=jack seed=1x", "error: expected seed=N..."},
        {"new double seat=jack seed=18446744073709551616", "error: expected seed=N..."},
        {"new double seat=jack memory=", "error: expected memory=N..."},
        {"new double seat=jack memory=0", "error: expected memory=N..."},
        {"new double seat=jack memory=2049", "error: expected memory=N..."},
        {"new double seat=jack player=", "error: expected a player..."},
        {"new double seat=jack player=nobody", "error: expected a player..."},
        {"new double seat=jack player=nobodynobodynobodynobody",
         "error: expected player=NAME..."},
        {"go", NO_GAME}, /* none of these was a game */
        {"new double seat=jack seed=18446744073709551615 player=random weather=cold", "ok"},
        {"  new   null  seat=detective ", "ok"},
        {"new null seat=detective\r", "ok"},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

/* The detective of the null game follows it to its end. */
static void test_game(void **state)
{
    static const struct exchange talk[] = {
        {"new null seat=detective", "ok"},
        {"belief", "belief"},
        {"go", TURN},
        {"see", "error: expected see TOKEN [TOKEN ...]"},
        {"see deal=AA", "error 1: expected what this seat may see"},
        {"see deal=? deal=?", "error 2: ..."},
        {"see deal=?", "ok"}, /* nothing of the line before was seen */
        {"see deal=?", "error 1: ..."},
        {"belief", "belief AA=0.3333 BB=0.3333 CC=0.3333"},
        {"value", "error: expected go before value"},
        {"go ms", GO},
        {"go 5", GO},
        {"go ms 0", GO},
        {"go ms 3600001", GO},
        {"go nodes -5", GO},
        {"go nodes 5 5", GO},
        {"go ms 1 ms 1", GO},
        {"go nodes 18446744073709551616", GO},
        {"go nodes 18446744073709551615 ms 3600000", "move ..."},
        {"value", "value 0.5000"},
        {"see over=jack:time", "error 1: expected an announcement that agrees..."},
        {"see witness=visible", "error 1: ..."},
        {"see !AA", "ok"},
        {"go", TURN}, /* the result is due */
        {"see !BB", "error 1: ..."},
        {"see over=detective:arrest", "ok"},
        {"go", TURN},
        {"see deal=BB", "error 1: ..."},
        {"see deal=AA", "ok"},
        {"see deal=AA", "error 1: expected nothing more, the game is over"},
        {"go", TURN},
        {"belief", "belief AA=1.0000"},
        {"new null seat=jack", "ok"},
        {"value", "error: expected go before value"},
        {"see deal=BB", "ok"},
        {"belief", "belief BB=1.0000"},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

/* Bytes that no command has, lines that are too long, and the end. */
static void test_lines(void **state)
{
    struct alibi_adviser *adviser = adviser_of("random", 1);
    char *line = malloc(ALIBI_COMMAND_MAX + 2), reply[100] = "#";
    struct alibi_text text = alibi_text_in(reply, sizeof reply);

    (void)state;
    assert_non_null(line);
    assert_string_equal(ask(adviser, "go\0", 3), UNKNOWN);
    assert_string_equal(ask(adviser, "quit\0", 5), UNKNOWN);
    assert_string_equal(ask(adviser, "new null\0 seat=jack", 19), NEW);
    memset(line, ' ', ALIBI_COMMAND_MAX + 2);
    memcpy(line, "new null seat=jack", 18);
    assert_string_equal(ask(adviser, line, ALIBI_COMMAND_MAX), "ok");
    assert_string_equal(ask(adviser, line, ALIBI_COMMAND_MAX + 1),
                        "error: expected a line of at most 65536 bytes");
    assert_false(alibi_adviser_answer(adviser, " quit ", 6, &text));
    assert_int_equal(text.len, 0);
    alibi_adviser_free(adviser);
    alibi_adviser_free(NULL);
    free(line);
}

static void test_bad_advisers(void **state)
{
    struct alibi_adviser *adviser;
    struct alibi_error err;

    (void)state;
    assert_int_equal(alibi_adviser_new(&adviser, "nobody", 1, 0, &err), ALIBI_BAD_TEXT);
    assert_int_equal(alibi_adviser_new(&adviser, "nobodynobodynobodynobody", 1, 0, &err),
                     ALIBI_BAD_TEXT);
    assert_int_equal(alibi_adviser_new(&adviser, "random", 1, 1000, &err), ALIBI_BAD_TEXT);
    adviser = adviser_of(NULL, 1); /* there is a strongest one */
    alibi_adviser_free(adviser);
}

/* Plays a random game of which the adviser sees one seat, and mixes its moves into a number. */
static uint64_t follow(const struct alibi_game *game, enum alibi_seat seat, uint64_t seed)
{
    struct alibi_adviser *adviser = adviser_of("random", seed);
    struct alibi_session *session;
    struct alibi_record *record;
    struct alibi_state start;
    char line[200], token[ALIBI_TOKEN_MAX];
    uint64_t mixed = 0;
    size_t told = 0;

    alibi_setup(&start, game, NULL);
    assert_int_equal(alibi_session_new(&session, &start), ALIBI_OK);
    alibi_session_seed(session, 5);
    (void)snprintf(line, sizeof line, "new %s seat=%s", game->name, alibi_seat_name(seat));
    assert_string_equal(ask(adviser, line, strlen(line)), "ok");
    while (alibi_session_state(session)->winner == ALIBI_NOBODY) {
        enum alibi_seat to_act = alibi_session_state(session)->to_act;

        if (to_act == seat) {
            assert_int_equal(alibi_session_record(session, alibi_viewer_of(seat), &record),
                             ALIBI_OK);
            for (; told < alibi_record_length(record); told++) {
                (void)snprintf(line, sizeof line, "see %s", alibi_record_token(record, told));
                CHECK(strcmp(ask(adviser, line, strlen(line)), "ok") == 0, "%s", line);
            }
            alibi_record_free(record);
            (void)snprintf(token, sizeof token, "%s", ask(adviser, "go", 2) + 5);
            assert_int_equal(alibi_session_do(session, token, strlen(token), NULL), ALIBI_OK);
            for (const char *c = token; *c; c++)
                mixed = mixed * 31 + (unsigned char)*c;
        } else if (to_act == ALIBI_CHANCE) {
            assert_int_equal(alibi_session_roll(session, NULL), ALIBI_OK);
        } else {
            alibi_move moves[ALIBI_MOVES_MAX];
            int n = alibi_session_moves(session, to_act, moves);

            assert_int_equal(alibi_session_play(session, moves[n - 1]), ALIBI_OK);
        }
    }
    alibi_session_free(session);
    alibi_adviser_free(adviser);
    return mixed;
}

static void test_whole_games(void **state)
{
    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
            uint64_t one = follow(*game, (enum alibi_seat)seat, 1);
            bool other = false;

            CHECK(one == follow(*game, (enum alibi_seat)seat, 1), "%s", (*game)->name);
            for (uint64_t seed = 2; seed < 20; seed++)
                other = other || one != follow(*game, (enum alibi_seat)seat, seed);
            CHECK(other, "%s: the seed does not matter", (*game)->name);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_before_a_game), cmocka_unit_test(test_game),
        cmocka_unit_test(test_lines),         cmocka_unit_test(test_bad_advisers),
        cmocka_unit_test(test_whole_games),
    };

    return cmocka_run_group_tests(tests, unit_add_double, NULL);
}
