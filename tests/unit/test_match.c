/* Matches: the statistics against values computed by hand, chance, external programs. */
#include "unit.h"

#include "match/lots.h"
#include "match/outside.h"
#include "match/tally.h"

#include <math.h>
#include <signal.h>

static void check_near(const char *what, double got, double wanted)
{
    if (isinf(wanted))
        CHECK(got == wanted, "%s: %f", what, got);
    else
        CHECK(fabs(got - wanted) < 1e-4 * fmax(1, fabs(wanted)), "%s: %f, not %f", what, got,
              wanted);
}

/* Wilson's interval: 50 of 100 is 0.4038 to 0.5962 in every table of it; of 10 won of 10 the
 * low end is n / (n + z^2). */
static void test_role(void **state)
{
    static const struct {
        struct match_tally tally;
        enum alibi_seat seat;
        struct match_range range;
    } row[] = {
        {{{25, 25, 25, 25}}, ALIBI_JACK, {0.5, 0.40383, 0.59617}},
        {{{25, 25, 25, 25}}, ALIBI_DETECTIVE, {0.5, 0.40383, 0.59617}},
        {{{0, 0, 10, 0}}, ALIBI_JACK, {1, 10 / (10 + 3.841459), 1}},
        {{{0, 0, 10, 0}}, ALIBI_DETECTIVE, {0, 0, 3.841459 / (10 + 3.841459)}},
        {{{0, 10, 0, 0}}, ALIBI_DETECTIVE, {1, 10 / (10 + 3.841459), 1}},
        {{{0, 0, 0, 10}}, ALIBI_DETECTIVE, {1, 10 / (10 + 3.841459), 1}},
        {{{0, 0, 0, 0}}, ALIBI_JACK, {0.5, 0, 1}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct match_range r = match_role(&row[i].tally, row[i].seat);

        check_near("share", r.mid, row[i].range.mid);
        check_near("low", r.low, row[i].range.low);
        check_near("high", r.high, row[i].range.high);
    }
}

/* At one half the interval is z / (2 sqrt(n + z^2)) to each side, n being the games over the
 * design effect: the variance of a pair's mean over that of two independent games, 1/8. With
 * one pair spread evenly that is 1 for 25 of each, 0.5/101 : 1/2 = 1/101 for nothing but split
 * pairs, 100.5/101 : 1/2 = 201/101 for none. */
static void test_score(void **state)
{
    static const struct {
        struct match_tally tally;
        double effect;
    } row[] = {
        {{{25, 25, 25, 25}}, 1},
        {{{0, 50, 50, 0}}, 1. / 101},
        {{{0, 100, 0, 0}}, 1. / 101},
        {{{50, 0, 0, 50}}, 201. / 101},
    };
    const struct match_tally won = {{0, 0, 0, 200}}, none = {{0}};
    struct match_range r;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        double half = 1.959964 / (2 * sqrt(200 / row[i].effect + 3.841459));

        r = match_score(&row[i].tally);
        check_near("score", r.mid, 0.5);
        check_near("low", r.low, 0.5 - half);
        check_near("high", r.high, 0.5 + half);
    }
    /* 200 pairs won: mean 1 - 0.5/201, variance 0.375/201 - (0.5/201)^2, design effect 1.4987,
     * so 266.9 games count. */
    r = match_score(&won);
    check_near("score", r.mid, 1);
    check_near("low", r.low, 266.9 / (266.9 + 3.841459));
    check_near("high", r.high, 1);
    r = match_score(&none);
    check_near("nothing", r.high - r.low, 1);
}

static void test_elo(void **state)
{
    struct match_range r = match_elo_range((struct match_range){0.75, 0.5, 1});

    (void)state;
    check_near("a half", match_elo(0.5), 0);
    assert_false(signbit(match_elo(0.5)));
    check_near("10 of 11", match_elo(10. / 11), 400);
    check_near("1 of 11", match_elo(1. / 11), -400);
    check_near("nothing", match_elo(0), -INFINITY);
    check_near("everything", match_elo(1), INFINITY);
    check_near("back", match_expected(400), 10. / 11);
    check_near("three to one", r.mid, 190.8485);
    check_near("low", r.low, 0);
    check_near("high", r.high, INFINITY);
}

/* n (s1 - s0) (2 mean - s0 - s1) / (2 variance), Elo 190.8485 being a score of 3/4. */
static void test_llr(void **state)
{
    static const struct {
        struct match_tally tally;
        double llr;
    } row[] = {
        {{{0, 0, 0, 0}}, 0},
        {{{25, 25, 25, 25}}, 100 * 0.25 * -0.25 / 0.25},
        {{{50, 0, 0, 50}}, 100 * 0.25 * -0.25 / (2 * 0.25 * 100.5 / 101)},
        /* Ten pairs won, with one spread: mean 10.5/11, squares 10.375/11. */
        {{{0, 0, 0, 10}}, 10 * 0.25 * 0.75 / (2 * (10.375 / 11 - 10.5 * 10.5 / 121))},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        check_near("LLR", match_llr(&row[i].tally, 0, 190.8485019), row[i].llr);
    check_near("bound", match_llr_bound(), 2.944439);
}

/* Of 100 games 30 were won only in the first series and 10 only in the second: 0.2 more. With
 * one more game for each, the variance of a game's difference is 41/101 - (20/101)^2. */
static void test_difference(void **state)
{
    double half = 1.959964 * sqrt((41. / 101 - 20. * 20 / 101 / 101) / 100);
    struct match_range r = match_difference(100, 30, 10);

    (void)state;
    check_near("difference", r.mid, 0.2);
    check_near("low", r.low, 0.2 - half);
    check_near("high", r.high, 0.2 + half);
    r = match_difference(100, 0, 0);
    check_near("none", r.mid, 0);
    check_near("but a little", r.high, 1.959964 * sqrt(1. / 101 / 100));
    r = match_difference(0, 0, 0);
    check_near("no game", r.high - r.low, 2);
    r = match_difference(1, 1, 0);
    check_near("at most all", r.high, 1);
}

/* The numbers 1, 2, 3 and 6: mean 3, variance 50/4 - 9. */
static void test_mean(void **state)
{
    struct match_range r = match_mean(4, 12, 50);

    (void)state;
    check_near("mean", r.mid, 3);
    check_near("low", r.low, 3 - 1.959964 * sqrt(3.5 / 4));
    check_near("high", r.high, 3 + 1.959964 * sqrt(3.5 / 4));
    check_near("of nothing", match_mean(0, 0, 0).high, INFINITY);
}

/* --- Chance --- */

/* Plays a game in which chance has this seed and the players choose by another; the outcomes of
 * the kind PREFIX, in order, into TEXT. */
static void outcomes(const struct alibi_game *game, uint64_t seed, uint64_t choices,
                     const char *prefix, struct alibi_text *text)
{
    struct alibi_session *session;
    struct alibi_state start;

    alibi_setup(&start, game, NULL);
    assert_int_equal(alibi_session_new(&session, &start), ALIBI_OK);
    while (alibi_session_state(session)->winner == ALIBI_NOBODY) {
        const struct alibi_state *s = alibi_session_state(session);
        alibi_move moves[ALIBI_MOVES_MAX];
        int n = game->moves(s, moves);
        alibi_move m =
            moves[match_mix(choices, alibi_session_length(session), 0) % (unsigned)n];

        if (s->to_act == ALIBI_CHANCE) {
            const char *token;

            m = match_draw(session, seed);
            token = unit_token(game, m);
            if (strncmp(token, prefix, strlen(prefix)) == 0)
                alibi_text_format(text, "%s ", token);
        }
        assert_int_equal(alibi_session_play(session, m), ALIBI_OK);
    }
    alibi_session_free(session);
}

/* However the game is played, the outcomes of KIND are the same as far as it goes. */
static void check_same_chance(const struct alibi_game *game, const char *kind)
{
    bool happened = false;

    for (uint64_t seed = 0; seed < 20 || (seed < 5000 && !happened); seed++) {
        char one[1000], two[1000];
        struct alibi_text a = alibi_text_in(one, sizeof one);
        struct alibi_text b = alibi_text_in(two, sizeof two);

        outcomes(game, seed, 1000 + seed, kind, &a);
        outcomes(game, seed, 2000 + seed, kind, &b);
        CHECK(strncmp(one, two, a.len < b.len ? a.len : b.len) == 0, "%s: %s and %s",
              game->name, one, two);
        happened = happened || (a.len > 0 && b.len > 0);
    }
    CHECK(happened, "%s %s", game->name, kind);
}

/* The kinds of outcomes, "deal=" and others, that a few games of GAME show; returns how many.
 */
static int kinds_of_chance(const struct alibi_game *game, char kind[8][ALIBI_TOKEN_MAX])
{
    char all[200000];
    struct alibi_text text = alibi_text_in(all, sizeof all);
    int n = 0;

    for (uint64_t seed = 0; seed < 200; seed++)
        outcomes(game, seed, seed, "", &text);
    assert_true(text.len < text.cap);
    for (const char *at = all; *at; at += strcspn(at, " ") + 1) {
        size_t len = strcspn(at, "=") + 1;
        bool known = false;

        for (int i = 0; i < n; i++)
            known = known || strncmp(kind[i], at, len) == 0;
        if (known)
            continue;
        assert_true(n < 8 && len < ALIBI_TOKEN_MAX);
        memcpy(kind[n], at, len);
        kind[n++][len] = '\0';
    }
    return n;
}

static void test_same_chance(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        char kind[8][ALIBI_TOKEN_MAX];
        int n = kinds_of_chance(*g, kind);

        CHECK(n > 0, "%s has no chance", (*g)->name);
        for (int i = 0; i < n; i++)
            check_same_chance(*g, kind[i]);
    }
}

/* Of DEALS deals each of n characters is Jack in one of n, give or take five deviations. */
static void check_fair_chance(const struct alibi_game *game)
{
    enum { DEALS = 8000 };
    struct alibi_session *session;
    struct alibi_state start;
    double share = 1.0 / game->n_characters, deviation = sqrt(DEALS * share * (1 - share));
    int dealt[ALIBI_CHARACTERS_MAX] = {0};

    alibi_setup(&start, game, NULL);
    assert_int_equal(alibi_session_new(&session, &start), ALIBI_OK);
    for (uint64_t seed = 0; seed < DEALS; seed++) {
        while (alibi_session_state(session)->identity == ALIBI_NO_ONE)
            assert_int_equal(alibi_session_play(session, match_draw(session, seed)), ALIBI_OK);
        dealt[alibi_session_state(session)->identity]++;
        alibi_session_undo(session, alibi_session_length(session));
    }
    for (int i = 0; i < game->n_characters; i++)
        CHECK(fabs(dealt[i] - DEALS * share) < 5 * deviation, "%s: %s is Jack %d times",
              game->name, game->characters[i].code, dealt[i]);
    alibi_session_free(session);
}

static void test_fair_chance(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        check_fair_chance(*g);
}

/* --- External programs --- */

static const atomic_bool stop;

static void test_outside(void **state)
{
    static const struct {
        const char *command, *wrong, *answer;
    } row[] = {
        {"cat", NULL, "hello"},
        {"read x; printf 'yes\\r\\n'", NULL, "yes"},
        {"read x; echo", NULL, ""},
        {"exit 1", "it has ended", NULL},
        {"no-such-program 2> /dev/null", "it has ended", NULL},
        {"read x; printf 'half a line'", "it has ended", NULL},
        {"read x; sleep 30", "it did not answer in time", NULL},
        {"trap '' TERM; exec 0<&-; sleep 30 & wait", "it did not answer in time", NULL},
        {"read x; head -c 5000 /dev/zero", "its answer was too long", NULL},
    };

    (void)state;
    (void)signal(SIGPIPE, SIG_IGN);
    for (size_t i = 0; i < COUNT(row); i++) {
        struct match_outside *outside = match_outside_start(row[i].command);
        char answer[MATCH_ANSWER_MAX] = "";
        double start = match_now();
        const char *wrong;

        assert_non_null(outside);
        wrong = match_outside_ask(outside, "hello\n", row[i].answer ? 30 : 0.3, &stop, answer);
        CHECK((wrong == NULL) == (row[i].wrong == NULL), "%s: %s", row[i].command,
              wrong ? wrong : answer);
        if (wrong && strcmp(wrong, row[i].wrong) != 0)
            CHECK(strcmp(wrong, "it has ended") == 0, "%s: %s", row[i].command, wrong);
        if (!wrong)
            CHECK(strcmp(answer, row[i].answer) == 0, "%s: %s", row[i].command, answer);
        match_outside_stop(outside);
        CHECK(match_now() - start < 20, "%s", row[i].command);
    }
    match_outside_stop(NULL);
}

/* An answer that was not asked for is noticed with the next question. */
static void test_babble(void **state)
{
    struct match_outside *outside = match_outside_start("read x; printf '1\\n2\\n'; sleep 30");
    char answer[MATCH_ANSWER_MAX];

    (void)state;
    assert_non_null(outside);
    assert_null(match_outside_ask(outside, "a\n", 30, &stop, answer));
    assert_string_equal(answer, "1");
    assert_string_equal(match_outside_ask(outside, "b\n", 30, &stop, answer),
                        "it said more than it was asked");
    match_outside_stop(outside);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_role),        cmocka_unit_test(test_score),
        cmocka_unit_test(test_difference),  cmocka_unit_test(test_mean),
        cmocka_unit_test(test_elo),         cmocka_unit_test(test_llr),
        cmocka_unit_test(test_same_chance), cmocka_unit_test(test_fair_chance),
        cmocka_unit_test(test_outside),     cmocka_unit_test(test_babble),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
