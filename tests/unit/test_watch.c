/* Watches: a refused token changes nothing, and what is told is known. */
#include "watches.h"

#include <alibi/rng.h>
#include <alibi/session.h>

#define TIME "deal=? alibi alibi=? flip:BB witness=visible flip:AA alibi alibi=? "

static void test_refused(void **state)
{
    static const struct refused_token row[] = {
        /* garbage */
        {"null", P, "", "", ALIBI_BAD_TEXT, "expected a token of null"},
        {"null", P, "", "?", ALIBI_BAD_TEXT, "expected a token of null"},
        {"null", P, "", "=?", ALIBI_BAD_TEXT, "expected a token of null"},
        {"null", P, "", "deal", ALIBI_BAD_TEXT, "expected a token of null"},
        {"null", P, "", "deal=", ALIBI_BAD_TEXT, "expected the two letters"},
        {"null", P, "", "deal=??", ALIBI_BAD_TEXT, "expected the two letters"},
        {"null", P, "", "deal=? ", ALIBI_BAD_TEXT, "expected the two letters"},
        {"null", P, "", "cards=?", ALIBI_BAD_TEXT, "expected a token of null"},
        {"null", P, "deal=?", "SH", ALIBI_BAD_TEXT, "expected a token of null"},
        {"null", P, "deal=?", "flip:?", ALIBI_BAD_TEXT, "expected the two letters"},
        /* not legal in any world, or not now */
        {"null", P, "", "flip:AA", ALIBI_BAD_MOVE, "Z-1.1: "},
        {"null", P, "deal=?", "deal=?", ALIBI_BAD_TEXT, "expected the two letters"},
        {"null", P, "deal=?", "alibi=?", ALIBI_BAD_TEXT, "expected the two letters"},
        {"null", P, "deal=? flip:AA", "!AA", ALIBI_BAD_MOVE, "Z-2.4: "},
        /* another seat's secret in the open, one's own hidden */
        {"null", D, "", "deal=AA", ALIBI_BAD_MOVE, "expected what this seat may see"},
        {"null", P, "", "deal=AA", ALIBI_BAD_MOVE, "expected what this seat may see"},
        {"null", J, "", "deal=?", ALIBI_BAD_TEXT, "expected the two letters"},
        {"null", J, "deal=AA alibi", "alibi=BB", ALIBI_BAD_MOVE, "expected what this seat may"},
        {"null", J, "deal=AA alibi", "alibi=AA", ALIBI_BAD_MOVE, "Z-2.3: "},
        {"null", D, "deal=? alibi", "alibi=?", ALIBI_BAD_TEXT, "expected the two letters"},
        /* announcements: none is due */
        {"null", P, "", "witness=visible", ALIBI_BAD_TEXT, "expected a token of null"},
        {"null", P, "deal=? flip:AA", "witness=visible", ALIBI_BAD_TEXT, "expected a token"},
        {"null", P, "deal=?", "over=jack:time", ALIBI_BAD_MOVE, "expected an announcement"},
        {"null", P, "", "over=", ALIBI_BAD_TEXT, "expected a result"},
        {"null", P, TIME "witness=invisible", "witness=invisible", ALIBI_BAD_TEXT,
         "expected a"},
        /* the witness is due, or is another */
        {"null", P, "deal=? flip:AA flip:BB", "flip:AA", ALIBI_BAD_MOVE, "expected witness="},
        {"null", P, "deal=? flip:AA flip:BB", "over=jack:time", ALIBI_BAD_MOVE,
         "expected witn"},
        {"null", P, "deal=? flip:AA flip:BB", "witness", ALIBI_BAD_MOVE, "expected witness="},
        {"null", P, "deal=? flip:AA flip:BB", "witness=", ALIBI_BAD_MOVE, "expected witness="},
        {"null", P, "deal=? flip:AA flip:BB", "witness=seen", ALIBI_BAD_MOVE,
         "expected witness="},
        {"null", P, "deal=? flip:AA flip:BB", "witness=visible ", ALIBI_BAD_MOVE,
         "expected witness="},
        {"null", J, "deal=AA flip:AA flip:BB", "witness=visible", ALIBI_BAD_MOVE,
         "expected an"},
        {"null", J, "deal=BB flip:AA flip:BB", "witness=invisible", ALIBI_BAD_MOVE,
         "expected an"},
        /* the result is due, or is another */
        {"null", P, "deal=? !AA", "flip:AA", ALIBI_BAD_MOVE, "Z-2.5: "},
        {"null", P, "deal=? !AA", "deal=AA", ALIBI_BAD_MOVE, "Z-2.5: "},
        {"null", P, "deal=? !AA", "witness=visible", ALIBI_BAD_TEXT,
         "expected a token of null"},
        {"null", P, "deal=? !AA", "over=", ALIBI_BAD_TEXT, "expected a result"},
        {"null", P, "deal=? !AA", "over=jack:time", ALIBI_BAD_MOVE, "expected an announcement"},
        {"null", P, "deal=? !AA", "over=jack:arrest", ALIBI_BAD_MOVE,
         "expected an announcement"},
        {"null", J, "deal=AA !AA", "over=jack:wrong-accusation", ALIBI_BAD_MOVE, "expected an"},
        {"null", P, TIME "witness=invisible", "over=detective:arrest", ALIBI_BAD_MOVE,
         "expect"},
        /* revealing: nothing is hidden, or all has been */
        {"null", J, "deal=AA !AA over=detective:arrest", "deal=AA", ALIBI_BAD_MOVE,
         "expected nothing more"},
        {"null", J, "deal=AA !AA over=detective:arrest", "over=detective:arrest",
         ALIBI_BAD_MOVE, "expected nothing more"},
        {"null", P, "deal=? !AA over=detective:arrest deal=AA", "deal=AA", ALIBI_BAD_MOVE,
         "expected nothing more"},
        /* another kind, another card, another order, the same again */
        {"null", P, "deal=? !AA over=detective:arrest", "", ALIBI_BAD_MOVE,
         "expected the next"},
        {"null", P, "deal=? !AA over=detective:arrest", "deal=", ALIBI_BAD_MOVE,
         "expected the"},
        {"null", P, "deal=? !AA over=detective:arrest", "deal=?", ALIBI_BAD_MOVE,
         "expected the"},
        {"null", P, "deal=? !AA over=detective:arrest", "deal=AAA", ALIBI_BAD_MOVE,
         "expected t"},
        {"null", P, "deal=? !AA over=detective:arrest", "alibi=AA", ALIBI_BAD_MOVE,
         "expected t"},
        {"null", P, "deal=? !AA over=detective:arrest", "flip:AA", ALIBI_BAD_MOVE,
         "expected th"},
        {"null", P, "deal=? !AA over=detective:arrest", "deal=BB", ALIBI_BAD_MOVE,
         "expected an"},
        {"null", P, "deal=? !AA over=jack:wrong-accusation", "deal=AA", ALIBI_BAD_MOVE,
         "expect"},
        {"null", P, TIME "witness=invisible over=jack:time", "alibi=BB", ALIBI_BAD_MOVE,
         "expec"},
        {"null", P, TIME "witness=invisible over=jack:time", "deal=BB", ALIBI_BAD_MOVE,
         "expect"},
        {"null", P, TIME "witness=invisible over=jack:time deal=AA", "deal=AA", ALIBI_BAD_MOVE,
         "expected the next hidden card, alibi=XX"},
        {"null", P, TIME "witness=invisible over=jack:time deal=AA", "alibi=AA", ALIBI_BAD_MOVE,
         "expected an announcement"},
        {"null", P, TIME "witness=invisible over=jack:time deal=AA alibi=BB", "alibi=BB",
         ALIBI_BAD_MOVE, "expected the next hidden card, alibi=XX"},
        {"null", P, TIME "witness=invisible over=jack:time deal=AA alibi=BB alibi=CC",
         "alibi=CC", ALIBI_BAD_MOVE, "expected nothing more"},
    };

    (void)state;
    check_refusals(row, COUNT(row));
    alibi_watch_free(NULL);
}

/* Tokens of no length, with a NUL, and of a million bytes. */
static void test_garbage(void **state)
{
    enum { LONG = 1 << 20 };
    static const char *const history[] = {"", "deal=? flip:AA flip:BB", "deal=? !AA",
                                          "deal=? !AA over=detective:arrest"};
    char *million = malloc(LONG);

    (void)state;
    assert_non_null(million);
    memset(million, 'd', LONG);
    for (size_t i = 0; i < COUNT(history); i++) {
        struct alibi_watch *w = watch("null", P, history[i]);
        enum alibi_status status = i == 0 || i == 2 ? ALIBI_BAD_TEXT : ALIBI_BAD_MOVE;

        check_refused(w, "deal=?", 0, status, "expected ");
        check_refused(w, "\0deal=?", 7, status, "expected ");
        check_refused(w, "\xff\xfe=?", 4, status, "expected ");
        check_refused(w, million, LONG, status, "expected ");
        alibi_watch_free(w);
    }
    free(million);
}

static void test_followed(void **state)
{
    static const struct followed row[] = {
        {"null", J, "", 1, true},
        {"null", P, "", 1, true},
        {"null", J, "deal=AA", 1, true},
        {"null", D, "deal=?", 3, true},
        {"null", P, "deal=?", 3, true},
        {"null", P, "deal=? alibi", 3, true},
        {"null", J, "deal=AA alibi alibi=?", 2, true},
        {"null", D, "deal=? alibi alibi=BB", 2, true},
        {"null", P, "deal=? alibi alibi=?", 6, true},
        {"null", P, "deal=? alibi alibi=? flip:BB", 6, false},
        {"null", P, "deal=? alibi alibi=? flip:BB witness=visible", 4, true},
        {"null", P, "deal=? alibi alibi=? flip:BB witness=invisible", 2, true},
        {"null", D, "deal=? alibi alibi=BB flip:BB witness=visible", 1, true},
        {"null", P, TIME, 2, false},
        {"null", P, TIME "witness=visible", 1, false},
        {"null", P, TIME "witness=invisible", 1, false},
        {"null", P, TIME "witness=invisible over=jack:time", 1, false},
        {"null", P, TIME "witness=invisible over=jack:time deal=AA", 1, false},
        {"null", P, TIME "witness=invisible over=jack:time deal=AA alibi=CC", 1, false},
        {"null", P, TIME "witness=invisible over=jack:time deal=AA alibi=CC alibi=BB", 1, true},
        {"null", P, "deal=? !AA", 3, false},
        {"null", P, "deal=? !AA over=detective:arrest", 1, false},
        {"null", P, "deal=? !AA over=detective:arrest deal=AA", 1, true},
        {"null", D, "deal=? !AA over=jack:wrong-accusation", 2, false},
        {"null", D, "deal=? !AA over=jack:wrong-accusation deal=CC", 1, true},
        {"null", J, "deal=AA !AA over=detective:arrest", 1, true},
    };

    (void)state;
    check_followed(row, COUNT(row));
}

/* From the middle: what the position hid is revealed too, Jack first, then cards. */
static void test_from_position(void **state)
{
    static const char shared[] = "null round=2 slot=2 witness=visible suspects=AA,BB,CC ";
    static const struct {
        enum alibi_viewer viewer;
        const char *secrets, *history;
        size_t worlds;
        bool settled;
    } row[] = {
        {J, "jack=AA jack-drew=- detective-drew=?1", "", 2, true},
        {D, "jack=? jack-drew=?0 detective-drew=CC", "", 2, true},
        {P, "jack=? jack-drew=?0 detective-drew=?1", "", 6, true},
        {J, "jack=AA jack-drew=- detective-drew=?0", "!AA over=detective:arrest", 1, true},
        {J, "jack=AA jack-drew=- detective-drew=?1", "!AA over=detective:arrest", 2, false},
        {J, "jack=AA jack-drew=- detective-drew=?1", "!AA over=detective:arrest alibi=CC", 1,
         true},
        {D, "jack=? jack-drew=?0 detective-drew=CC", "!AA over=detective:arrest", 1, false},
        {D, "jack=? jack-drew=?0 detective-drew=CC", "!AA over=detective:arrest deal=AA", 1,
         true},
        {P, "jack=? jack-drew=?0 detective-drew=?1",
         "!AA over=detective:arrest deal=AA alibi=BB", 1, true},
        {P, "jack=? jack-drew=?0 detective-drew=?1",
         "alibi alibi=? witness=visible over=jack:time deal=AA alibi=CC alibi=BB", 1, true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        char line[300];
        struct alibi_watch *w;

        (void)snprintf(line, sizeof line, "%s%s result=- lit=AA drawing=no", shared,
                       row[i].secrets);
        w = watch_from(unit_position(line), row[i].viewer, row[i].history);
        CHECK(count_worlds(w) == row[i].worlds, "row %zu: %zu worlds", i, count_worlds(w));
        CHECK(alibi_watch_settled(w) == row[i].settled, "row %zu", i);
        alibi_watch_free(w);
    }
}

/* A game that is over: everybody sees everything, and nothing more is told. */
static void test_from_end(void **state)
{
    static const enum alibi_viewer viewer[] = {J, D, P};
    struct alibi_state end = unit_play("null", "deal=AA alibi alibi=CC flip:BB flip:AA !AA");

    (void)state;
    for (size_t i = 0; i < COUNT(viewer); i++) {
        struct alibi_watch *w = watch_from(end, viewer[i], "");
        struct alibi_view view;

        assert_int_equal(count_worlds(w), 1);
        assert_true(alibi_watch_settled(w));
        alibi_watch_view(w, &view);
        assert_memory_equal(&view.seen, &end, sizeof end);
        check_refused(w, "deal=AA", 7, ALIBI_BAD_MOVE, "expected nothing more");
        alibi_watch_free(w);
    }
}

/* Whether TOLD is among the N. */
static bool is_among(const struct alibi_told *list, int n, const struct alibi_told *told)
{
    while (n > 0 && (list[n - 1].kind != told->kind || list[n - 1].move != told->move ||
                     list[n - 1].redacted != told->redacted))
        n--;
    return n > 0;
}

/* What could be told next can be told, each once, and the move that is told is among it. */
static void check_next(const struct alibi_watch *w, const struct alibi_told *told)
{
    struct alibi_told next[ALIBI_MOVES_MAX];
    int n = alibi_watch_moves(w, next);
    bool move = told->kind == ALIBI_TOLD_MOVE || told->kind == ALIBI_TOLD_HIDDEN;

    CHECK(is_among(next, n, told) == (move && alibi_watch_settled(w)), "%d moves", n);
    for (int i = 0; i < n; i++) {
        struct alibi_watch *trial;

        assert_false(is_among(next, i, &next[i]));
        assert_int_equal(alibi_watch_copy(&trial, w), ALIBI_OK);
        assert_int_equal(alibi_watch_hear(trial, &next[i], NULL), ALIBI_OK);
        alibi_watch_free(trial);
    }
}

static void check_game(const struct alibi_game *game, uint64_t seed, enum alibi_viewer viewer)
{
    struct alibi_session *session;
    struct alibi_record *record;
    struct alibi_watch *w;
    struct alibi_state start;
    struct alibi_rng rng;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    alibi_setup(&start, game, NULL);
    alibi_rng_seed(&rng, seed);
    assert_int_equal(alibi_session_new(&session, &start), ALIBI_OK);
    while ((n = game->moves(alibi_session_state(session), m)) > 0)
        assert_int_equal(alibi_session_play(session, m[alibi_rng_below(&rng, (uint32_t)n)]),
                         ALIBI_OK);
    assert_int_equal(alibi_session_record(session, viewer, &record), ALIBI_OK);
    w = watch_from(start, viewer, "");
    for (size_t i = 0; i < alibi_record_length(record); i++) {
        check_next(w, alibi_record_told(record, i));
        assert_int_equal(alibi_watch_hear(w, alibi_record_told(record, i), NULL), ALIBI_OK);
    }
    assert_int_equal(alibi_watch_moves(w, (struct alibi_told[ALIBI_MOVES_MAX]){{0}}), 0);
    alibi_watch_free(w);
    alibi_record_free(record);
    alibi_session_free(session);
}

static void test_next(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 0; seed < 2; seed++) {
            check_game(*g, seed, J);
            check_game(*g, seed, D);
            check_game(*g, seed, P);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),  cmocka_unit_test(test_garbage),
        cmocka_unit_test(test_followed), cmocka_unit_test(test_from_position),
        cmocka_unit_test(test_from_end), cmocka_unit_test(test_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
