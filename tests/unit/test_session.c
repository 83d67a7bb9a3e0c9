/* Sessions: playing, taking back, chance by script and by seed, seats, records. */
#include "sessions.h"

#include <alibi/record.h>
#include <alibi/rng.h>

/* --- Playing and taking back --- */

static void test_play(void **state)
{
    struct alibi_session *session = session_of("null");
    struct alibi_state start = *alibi_session_state(session), s = start;
    static const char *const token[] = {"deal=AA", "flip:BB", "flip:CC", "flip:AA", "!AA"};

    (void)state;
    for (size_t i = 0; i < COUNT(token); i++) {
        assert_int_equal(alibi_session_length(session), i);
        play(session, token[i]);
        assert_memory_equal(alibi_session_after(session, i), &s, sizeof s);
        assert_string_equal(unit_token(s.game, alibi_session_move(session, i)), token[i]);
        assert_int_equal(alibi_session_called(session, i), i == 2);
        s = *alibi_session_state(session);
    }
    assert_int_equal(s.winner, ALIBI_DETECTIVE);
    assert_memory_equal(alibi_session_after(session, 0), &start, sizeof start);
    alibi_session_free(session);
    alibi_session_free(NULL);
}

/* A refused token leaves the session unchanged. */
static void test_do_refused(void **state)
{
    static const struct {
        const char *tokens, *token;
        int status;
        size_t offset;
        const char *reason;
    } row[] = {
        {"", "", ALIBI_BAD_TEXT, 0, "expected a token of null"},
        {"", "flip:AA", ALIBI_BAD_MOVE, 0, "Z-1.1: "},
        {"", "deal=XX", ALIBI_BAD_TEXT, 5, "expected the two letters"},
        {"deal=AA", "deal=AA", ALIBI_BAD_MOVE, 0, "Z-2.1: "},
        {"deal=AA", "deal=?", ALIBI_BAD_TEXT, 5, "expected the two letters"},
        {"deal=AA flip:AA", "alibi", ALIBI_BAD_MOVE, 0, "Z-2.3: "},
        {"deal=AA flip:AA flip:AA", "witness=visible", ALIBI_BAD_TEXT, 0, "expected a token"},
        {"deal=AA !AA", "flip:AA", ALIBI_BAD_MOVE, 0, "Z-2.5: "},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_session *session = session_of("null");
        struct alibi_error err = {.text = ""};
        struct alibi_state before;
        size_t n, len = strlen(row[i].token);

        play(session, row[i].tokens);
        before = *alibi_session_state(session);
        n = alibi_session_length(session);
        CHECK(alibi_session_do(session, row[i].token, len, &err) == row[i].status,
              "row %zu: %s", i, err.text);
        CHECK(alibi_session_do(session, row[i].token, len, NULL) == row[i].status, "row %zu",
              i);
        CHECK(err.offset == row[i].offset, "row %zu: %zu", i, err.offset);
        CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s", i,
              err.text);
        CHECK(memcmp(&before, alibi_session_state(session), sizeof before) == 0, "row %zu", i);
        CHECK(alibi_session_length(session) == n, "row %zu", i);
        alibi_session_free(session);
    }
}

/* Plays the last move of each list to the end: powers before moves, and no accusation. */
static void play_last(struct alibi_session *session)
{
    const struct alibi_state *s = alibi_session_state(session);
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    while ((n = s->game->moves(s, m)) > 0) {
        assert_int_equal(alibi_session_play(session, m[n - 1]), ALIBI_OK);
        s = alibi_session_state(session);
    }
}

/* Plays the moves of WHOLE from number FIRST on. */
static void play_moves(struct alibi_session *session, const struct alibi_session *whole,
                       size_t first)
{
    for (size_t i = first; i < alibi_session_length(whole); i++)
        assert_int_equal(alibi_session_play(session, alibi_session_move(whole, i)), ALIBI_OK);
}

/* Undo by any number of moves restores the state before them; playing them again, the same. */
static void check_undo(const struct alibi_session *whole)
{
    size_t n = alibi_session_length(whole);

    for (size_t back = 0; back <= n; back++) {
        struct alibi_session *session = session_at(alibi_session_after(whole, 0));
        const struct alibi_state *wanted = alibi_session_after(whole, n - back);

        play_moves(session, whole, 0);
        alibi_session_undo(session, back);
        assert_int_equal(alibi_session_length(session), n - back);
        assert_memory_equal(alibi_session_state(session), wanted, sizeof *wanted);
        play_moves(session, whole, n - back);
        assert_memory_equal(alibi_session_state(session), alibi_session_state(whole),
                            sizeof *wanted);
        for (size_t i = 0; i < n; i++)
            assert_int_equal(alibi_session_called(session, i), alibi_session_called(whole, i));
        alibi_session_free(session);
    }
}

static void test_undo(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct alibi_session *whole = session_of((*g)->name);

        play_last(whole);
        check_undo(whole);
        alibi_session_free(whole);
    }
}

/* More moves than the session's first allocation holds. */
static void test_long_session(void **state)
{
    struct alibi_session *session = session_of("null");
    size_t longest = 0;

    (void)state;
    for (int i = 0; i < 200; i++) {
        play(session, "deal=AA flip:AA flip:BB flip:AA");
        alibi_session_undo(session, 4);
    }
    assert_int_equal(alibi_session_length(session), 0);
    alibi_session_free(session);
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        session = session_of((*g)->name);
        play_last(session);
        longest =
            alibi_session_length(session) > longest ? alibi_session_length(session) : longest;
        for (size_t i = 0; i < alibi_session_length(session); i++) {
            struct alibi_state s = *alibi_session_after(session, i);

            s.game->apply(&s, alibi_session_move(session, i));
            assert_memory_equal(&s, alibi_session_after(session, i + 1), sizeof s);
        }
        alibi_session_free(session);
    }
    assert_true(longest > 64);
}

/* --- What may be taken back by a player --- */

static void test_retractable(void **state)
{
    static const struct retractable row[] = {
        {"null", "", 0, 0},
        {"null", "deal=AA", 0, 0},         /* no move yet */
        {"null", "deal=AA flip:AA", 0, 0}, /* the action is finished */
        {"null", "deal=AA alibi", 0, 0},   /* chance is to act */
        {"null", "deal=AA alibi alibi=BB", 0, 0},
        {"null", "deal=AA flip:AA flip:BB", 0, 0}, /* Jack again, but another round */
        {"null", "deal=AA !AA", 0, 0},
    };

    (void)state;
    check_retractable(row, COUNT(row));
}

/* --- Chance --- */

/* The tokens that chance plays: CHOICES are what the players do in between. */
static void roll_all(struct alibi_session *session, const char *choices,
                     struct alibi_text *text)
{
    const struct alibi_state *s = alibi_session_state(session);

    for (;;) {
        while (s->to_act == ALIBI_CHANCE) {
            struct alibi_error err = {.text = ""};

            CHECK(alibi_session_roll(session, &err) == ALIBI_OK, "%s", err.text);
            alibi_text_format(
                text, "%s%s", text->len ? " " : "",
                unit_token(s->game,
                           alibi_session_move(session, alibi_session_length(session) - 1)));
        }
        choices += strspn(choices, " ");
        if (!*choices)
            return;
        assert_int_equal(alibi_session_do(session, choices, strcspn(choices, " "), NULL), 0);
        choices += strcspn(choices, " ");
    }
}

static void test_script(void **state)
{
    static const struct {
        const char *script, *begins; /* what chance plays then begins so */
    } row[] = {
        {"deal=BB alibi=CC alibi=AA", "deal=BB alibi=CC alibi=AA"},
        {"  deal=BB \n\n alibi=CC  ", "deal=BB alibi=CC alibi=AA"}, /* one card is left */
        {"deal=BB\nalibi=CC\n", "deal=BB alibi=CC alibi=AA"},
        {"deal=CC", "deal=CC alibi="},
        {"", "deal="},
        {" ", "deal="},
        {"\n \n", "deal="},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_session *session = session_of("null");
        char buf[100];
        struct alibi_text text = alibi_text_in(buf, sizeof buf);

        assert_int_equal(alibi_session_script(session, row[i].script), ALIBI_OK);
        roll_all(session, "alibi flip:AA flip:BB alibi", &text);
        CHECK(strncmp(buf, row[i].begins, strlen(row[i].begins)) == 0, "row %zu: %s", i, buf);
        CHECK(strlen(buf) == strlen("deal=AA alibi=BB alibi=CC"), "row %zu: %s", i, buf);
        alibi_session_free(session);
    }
}

/* An impossible outcome is refused again and again until there is another script. */
static void test_script_refused(void **state)
{
    static const struct {
        const char *script;
        int status;
        const char *reason;
    } row[] = {
        {"deal=XX", ALIBI_BAD_TEXT, "expected the two letters"},
        {"nonsense deal=AA", ALIBI_BAD_TEXT, "expected a token of null"},
        {"alibi=BB deal=AA", ALIBI_BAD_MOVE, "Z-1.1: "},
        {"deal=AA\talibi=BB", ALIBI_BAD_TEXT, "expected the end here"},
        {"flip:AA", ALIBI_BAD_MOVE, "Z-1.1: "},
        {"deal=?", ALIBI_BAD_TEXT, "expected the two letters"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_session *session = session_of("null");
        struct alibi_state before = *alibi_session_state(session);

        assert_int_equal(alibi_session_script(session, row[i].script), ALIBI_OK);
        for (int k = 0; k < 2; k++) {
            struct alibi_error err = {.text = ""};

            CHECK(alibi_session_roll(session, &err) == row[i].status, "row %zu: %s", i,
                  err.text);
            CHECK(strncmp(err.text, row[i].reason, strlen(row[i].reason)) == 0, "row %zu: %s",
                  i, err.text);
            CHECK(alibi_session_roll(session, NULL) == row[i].status, "row %zu", i);
            CHECK(alibi_session_length(session) == 0, "row %zu", i);
            CHECK(memcmp(&before, alibi_session_state(session), sizeof before) == 0, "row %zu",
                  i);
        }
        assert_int_equal(alibi_session_script(session, "deal=CC"), ALIBI_OK);
        assert_int_equal(alibi_session_roll(session, NULL), ALIBI_OK);
        assert_int_equal(alibi_session_state(session)->identity, 2);
        alibi_session_free(session);
    }
}

/* What chance plays in GAME up to the first decision, with this seed. */
static void chance_of(const struct alibi_game *game, uint64_t seed, struct alibi_text *text)
{
    struct alibi_session *session = session_of(game->name);

    alibi_session_seed(session, seed);
    roll_all(session, "", text);
    alibi_session_free(session);
}

/* The same seed gives the same outcomes, another seed mostly others: of all pairs of seeds at
 * least nine tenths as many differ as would if chance drew only its first outcome. */
static void check_seeds(const struct alibi_game *game)
{
    enum { SEEDS = 100, PAIRS = SEEDS * (SEEDS - 1) / 2 };
    char first[SEEDS][200], again[200];
    struct alibi_state start = unit_play(game->name, "");
    struct alibi_session *unseeded = session_at(&start);
    struct alibi_text text;
    alibi_move m[ALIBI_MOVES_MAX];
    int ways = game->moves(&start, m), differ = 0;

    for (unsigned i = 0; i < SEEDS; i++) {
        text = alibi_text_in(first[i], sizeof first[i]);
        chance_of(game, i, &text);
        text = alibi_text_in(again, sizeof again);
        chance_of(game, i, &text);
        CHECK(text.len > 0 && text.len < text.cap, "%s", again);
        CHECK(strcmp(first[i], again) == 0, "seed %u: %s, %s", i, first[i], again);
        for (unsigned k = 0; k < i; k++)
            differ += strcmp(first[i], first[k]) != 0;
    }
    CHECK(10 * differ > 9 * PAIRS * (ways - 1) / ways, "%s: %d", game->name, differ);
    /* A session without a seed has seed 0. */
    text = alibi_text_in(again, sizeof again);
    roll_all(unseeded, "", &text);
    assert_string_equal(first[0], again);
    alibi_session_free(unseeded);
}

static void test_seed(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        check_seeds(*g);
}

/* The script comes first and uses no random number: then the seed's sequence starts. */
static void test_script_then_seed(void **state)
{
    struct alibi_state s = unit_play("null", "deal=BB alibi");
    alibi_move m[ALIBI_MOVES_MAX];

    (void)state;
    assert_int_equal(s.game->moves(&s, m), 2);
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct alibi_session *session = session_of("null");
        struct alibi_rng rng;
        char buf[60];
        struct alibi_text text = alibi_text_in(buf, sizeof buf);

        alibi_rng_seed(&rng, seed);
        alibi_session_seed(session, seed);
        assert_int_equal(alibi_session_script(session, "deal=BB"), ALIBI_OK);
        roll_all(session, "alibi", &text);
        assert_memory_equal(buf, "deal=BB ", 8);
        assert_string_equal(buf + 8, unit_token(s.game, m[alibi_rng_below(&rng, 2)]));
        alibi_session_free(session);
    }
}

/* --- Seats --- */

static void test_moves_of_seats(void **state)
{
    static const struct {
        const char *tokens;
        int jack, detective;
    } row[] = {
        {"", 0, 0},
        {"deal=AA", 0, 7},
        {"deal=AA alibi", 0, 0},
        {"deal=AA alibi alibi=BB", 3, 0},
        {"deal=AA flip:AA", 3, 0},
        {"deal=AA flip:AA flip:AA", 3, 0},
        {"deal=AA flip:AA flip:AA flip:AA", 0, 7},
        {"deal=AA !AA", 0, 0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_session *session = session_of("null");
        alibi_move m[ALIBI_MOVES_MAX];

        play(session, row[i].tokens);
        CHECK(alibi_session_moves(session, ALIBI_JACK, m) == row[i].jack, "row %zu", i);
        CHECK(alibi_session_moves(session, ALIBI_DETECTIVE, m) == row[i].detective, "row %zu",
              i);
        CHECK(alibi_session_moves(session, ALIBI_CHANCE, m) == 0, "row %zu", i);
        CHECK(alibi_session_moves(session, ALIBI_NOBODY, m) == 0, "row %zu", i);
        alibi_session_free(session);
    }
}

static void test_views_of_seats(void **state)
{
    static const struct {
        enum alibi_viewer viewer;
        uint8_t hides, identity;
        uint16_t alibis;
    } row[] = {
        {ALIBI_AS_JACK, 2, 0, 0},
        {ALIBI_AS_DETECTIVE, 1, ALIBI_NO_ONE, 2},
        {ALIBI_AS_PUBLIC, 3, ALIBI_NO_ONE, 0},
    };
    struct alibi_session *session = session_of("null");

    (void)state;
    play(session, "deal=AA alibi alibi=BB");
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_view view;

        alibi_session_view(session, row[i].viewer, &view);
        CHECK(view.viewer == row[i].viewer && view.seen.hides == row[i].hides, "row %zu", i);
        CHECK(view.seen.identity == row[i].identity, "row %zu", i);
        CHECK(view.seen.alibis[1] == row[i].alibis && view.seen.drawn[1] == 1, "row %zu", i);
    }
    alibi_session_free(session);
}

/* --- Records --- */

/* The tokens that SEAT is told of a game of null, and that of one from a position. */
static void test_histories(void **state)
{
    static const char tokens[] = "deal=AA alibi alibi=CC flip:BB flip:AA alibi alibi=BB";
    static const struct {
        size_t skip; /* moves played before the session begins */
        enum alibi_viewer viewer;
        const char *history;
    } row[] = {
        {0, ALIBI_AS_TRUTH, "deal=AA alibi alibi=CC flip:BB flip:AA alibi alibi=BB"},
        {0, ALIBI_AS_JACK,
         "deal=AA alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=? "
         "witness=invisible "
         "over=jack:time alibi=CC alibi=BB"},
        {0, ALIBI_AS_DETECTIVE,
         "deal=? alibi alibi=CC flip:BB witness=visible flip:AA alibi alibi=BB "
         "witness=invisible over=jack:time deal=AA"},
        {0, ALIBI_AS_PUBLIC,
         "deal=? alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=? witness=invisible "
         "over=jack:time deal=AA alibi=CC alibi=BB"},
        {3, ALIBI_AS_TRUTH, "flip:BB flip:AA alibi alibi=BB"},
        {3, ALIBI_AS_JACK,
         "flip:BB witness=visible flip:AA alibi alibi=? witness=invisible over=jack:time "
         "alibi=CC alibi=BB"},
        {3, ALIBI_AS_DETECTIVE,
         "flip:BB witness=visible flip:AA alibi alibi=BB witness=invisible over=jack:time "
         "deal=AA"},
        {3, ALIBI_AS_PUBLIC,
         "flip:BB witness=visible flip:AA alibi alibi=? witness=invisible over=jack:time "
         "deal=AA alibi=CC alibi=BB"},
        {7, ALIBI_AS_TRUTH, ""},
        {7, ALIBI_AS_PUBLIC, ""},
    };
    struct alibi_session *whole = session_of("null");

    (void)state;
    play(whole, tokens);
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_session *session = session_at(alibi_session_after(whole, row[i].skip));
        struct alibi_record *record;
        char buf[300];
        struct alibi_text text = alibi_text_in(buf, sizeof buf);

        for (size_t k = row[i].skip; k < alibi_session_length(whole); k++)
            assert_int_equal(alibi_session_play(session, alibi_session_move(whole, k)), 0);
        assert_int_equal(alibi_session_record(session, row[i].viewer, &record), ALIBI_OK);
        for (size_t k = 0; k < alibi_record_length(record); k++)
            alibi_text_format(&text, "%s%s", k ? " " : "", alibi_record_token(record, k));
        CHECK(strcmp(buf, row[i].history) == 0, "row %zu: %s", i, buf);
        CHECK(alibi_record_viewer(record) == row[i].viewer, "row %zu", i);
        alibi_record_free(record);
        alibi_session_free(session);
    }
    alibi_session_free(whole);
}

static void test_from_record(void **state)
{
    static const struct {
        const char *text;
        bool whole;
        size_t length;
    } row[] = {
        {"[Game \"null\"]", true, 0},
        {"[Game \"null\"] deal=AA 1.1 flip:AA", true, 2},
        {"[Game \"null\"] deal=AA {x} alibi alibi=BB flip:AA flip:AA !AA", true, 6},
        {"[Game \"null\"] [Position \"null round=2 slot=1 witness=visible suspects=AA,BB,CC "
         "jack=AA jack-drew=- detective-drew=CC result=- lit=AA drawing=no\"] flip:AA",
         true, 1},
        {"[Game \"null\"] [View \"jack\"]", false, 0},
        {"[Game \"null\"] [View \"detective\"] deal=?", false, 0},
        {"[Game \"null\"] [View \"public\"] deal=? !AA over=detective:arrest deal=AA", false,
         0},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_record *record;
        struct alibi_session *session = NULL;
        struct alibi_error err = {.text = ""};
        int status;

        assert_int_equal(alibi_record_parse(&record, row[i].text, strlen(row[i].text), &err),
                         ALIBI_OK);
        status = alibi_session_from_record(&session, record, &err);
        if (row[i].whole) {
            CHECK(status == ALIBI_OK, "row %zu: %s", i, err.text);
            CHECK(alibi_session_length(session) == row[i].length, "row %zu", i);
        } else {
            CHECK(status == ALIBI_BAD_TEXT && !session, "row %zu", i);
            CHECK(strncmp(err.text, "expected a whole record", 23) == 0, "row %zu: %s", i,
                  err.text);
            CHECK(alibi_session_from_record(&session, record, NULL) == status, "row %zu", i);
        }
        alibi_session_free(session);
        alibi_record_free(record);
    }
}

/* Records can be put together by hand; one with a bad token is refused when it is replayed. */
static void test_from_bad_record(void **state)
{
    struct alibi_state s = unit_play("null", "");
    struct alibi_record *record;
    struct alibi_session *session = NULL;
    struct alibi_error err = {.text = ""};
    struct alibi_told told;

    (void)state;
    assert_int_equal(alibi_record_new(&record, &s, ALIBI_AS_TRUTH), ALIBI_OK);
    assert_int_equal(alibi_told_parse(&told, s.game, "deal=AA", 7, &err), ALIBI_OK);
    assert_int_equal(alibi_record_add(record, &told, &s), ALIBI_OK);
    assert_int_equal(alibi_record_add(record, &told, &s), ALIBI_OK);
    assert_int_equal(alibi_session_from_record(&session, record, &err), ALIBI_BAD_MOVE);
    assert_null(session);
    assert_memory_equal(err.text, "Z-2.1: ", 7);
    alibi_record_free(record);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_play),
        cmocka_unit_test(test_do_refused),
        cmocka_unit_test(test_undo),
        cmocka_unit_test(test_long_session),
        cmocka_unit_test(test_retractable),
        cmocka_unit_test(test_script),
        cmocka_unit_test(test_script_refused),
        cmocka_unit_test(test_seed),
        cmocka_unit_test(test_script_then_seed),
        cmocka_unit_test(test_moves_of_seats),
        cmocka_unit_test(test_views_of_seats),
        cmocka_unit_test(test_histories),
        cmocka_unit_test(test_from_record),
        cmocka_unit_test(test_from_bad_record),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
