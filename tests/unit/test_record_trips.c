/* Records of whole games printed and parsed back, and damaged records. */
#include "damage.h"

#include <alibi/rng.h>
#include <alibi/session.h>

static const enum alibi_viewer viewers[] = {ALIBI_AS_TRUTH, ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                            ALIBI_AS_PUBLIC};

/* Parsing and printing TEXT gives TEXT; the redacted record of a finished game from the set-up
 * completes to WHOLE. */
static void check_round_trip(const char *text, const char *whole)
{
    struct alibi_record *record = parse(text), *complete = NULL;
    char *again = print(record);

    CHECK(strcmp(text, again) == 0, "printed:\n%s\nread:\n%s", again, text);
    free(again);
    if (alibi_record_complete(&complete, record, NULL) == ALIBI_OK) {
        again = print(complete);
        CHECK(strcmp(whole, again) == 0, "completed:\n%s\nexpected:\n%s", again, whole);
        free(again);
        alibi_record_free(complete);
    }
    alibi_record_free(record);
}

static void check_records(const struct alibi_session *session)
{
    char *whole = NULL;

    for (size_t i = 0; i < COUNT(viewers); i++) {
        struct alibi_record *record;
        char *text;

        assert_int_equal(alibi_session_record(session, viewers[i], &record), ALIBI_OK);
        text = print(record);
        if (!whole)
            whole = text;
        check_round_trip(text, whole);
        if (text != whole)
            free(text);
        alibi_record_free(record);
    }
    free(whole);
}

/* Games from START, random and cut short at any time. */
static void check_games(const struct alibi_state *start, uint64_t seed)
{
    struct alibi_session *session;
    struct alibi_rng rng;
    alibi_move m[ALIBI_MOVES_MAX];
    int n, stop;

    alibi_rng_seed(&rng, seed);
    stop = (int)alibi_rng_below(&rng, 100);
    assert_int_equal(alibi_session_new(&session, start), ALIBI_OK);
    check_records(session);
    for (int i = 0; i < stop && (n = start->game->moves(alibi_session_state(session), m)) > 0;
         i++)
        assert_int_equal(alibi_session_play(session, m[alibi_rng_below(&rng, (uint32_t)n)]),
                         ALIBI_OK);
    check_records(session);
    alibi_session_free(session);
}

/* From every good position, the set-ups among them: the record of every seat. */
static void check_positions(const struct alibi_game *game)
{
    size_t len;
    char *file = unit_file(game, "good_positions.txt", &len), *rest = file, *row;

    while (file && (row = unit_line(&rest))) {
        struct alibi_state s;

        if (!*row || *row == '#')
            continue;
        s = unit_position(row);
        for (uint64_t seed = 0; seed < 3 && !s.hides; seed++)
            check_games(&s, seed);
    }
    free(file);
}

static void test_round_trips(void **state)
{
    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        check_positions(*game);
}

static const char *const sample[] = {
    N "deal=AA {a} 1.1 alibi alibi=CC 1.2 flip:BB 2.1 flip:AA {b} 2.2 alibi alibi=BB",
    V("detective") "deal=? 1.1 alibi alibi=CC 1.2 flip:BB witness=visible 2.1 flip:AA 2.2 !AA "
                   "over=detective:arrest deal=AA",
    N
    "[Date \"\\\"x\\\"\"]\n[Result \"jack:time\"]\n\n{whole}\ndeal=AA {a}\n1.1 alibi alibi=CC\n"
    "1.2 flip:BB\n2.1 flip:AA {b\nc}\n2.2 alibi alibi=BB\n",
    V("public") "[Result \"jack:time\"]\n\ndeal=?\n1.1 alibi alibi=?\n1.2 flip:BB "
                "witness=visible\n"
                "2.1 flip:AA\n2.2 alibi alibi=? witness=invisible over=jack:time deal=AA "
                "alibi=CC "
                "alibi=BB\n",
    V("jack") "[Result \"jack:time\"]\n" AT_2_1("AA", "-",
                                                "?1") "\n2.1 flip:AA\n2.2 alibi alibi=? "
                                                      "witness=invisible over=jack:time "
                                                      "alibi=CC alibi=BB\n",
};

static void test_truncated(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sample); i++)
        check_truncated(sample[i]);
}

static void test_changed(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sample); i++)
        check_changed(sample[i], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
