/* Games that have ended: ratings of both, statistics, lists, ladders; each game counts once. */
#include "database.h"

#include "aborts.h"
#include "account_data.h"
#include "anchors.h"
#include "expiry.h"
#include "ladders.h"
#include "ledgers.h"

#include <math.h>

#define ANN "annannannann"
#define BOB "bobbobbobbob"
#define DAY (UINT64_C(24) * 3600 * 1000)

enum { PEOPLE = 6 };

static const char *const name[PEOPLE] = {"ann", "bob", "cyd", "dan", "eve", "fay"};

static struct lottery lottery;
static struct people people = {.lottery = &lottery, .now = 1000000};

static int open_people(void **state)
{
    struct alibi_error err = {.text = ""};

    (void)make_folder(state);
    people.ledger = ledger_open(where, &err);
    CHECK(people.ledger, "%s", err.text);
    people.now = 1000000;
    ledger_begin(people.ledger, LEDGER_WRITES);
    ledger_put_text(people.ledger, "account/" ANN, "{\"name\":\"Ann\"}");
    ledger_put_text(people.ledger, "account/" BOB, "{\"name\":\"Bob\"}");
    for (int i = 0; i < PEOPLE; i++)
        ledger_put_text(people.ledger, ledger_key("account/%s", name[i]).key,
                        "{\"name\":\"Cyd\"}");
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return 0;
}

static int close_people(void **state)
{
    ledger_close(people.ledger);
    return remove_folder(state);
}

static struct game_result result_of(const char *id, const char *jack, const char *detective,
                                    int winner)
{
    struct game_result result = {.game = "null",
                                 .rated = true,
                                 .listed = true,
                                 .winner = winner,
                                 .rounds = 3,
                                 .suspects = 2};
    const char *const player[] = {jack, detective};

    (void)snprintf(result.id, ID_SIZE, "%s", id);
    (void)snprintf(result.how, sizeof result.how, winner ? "detective:arrest" : "jack:time");
    for (int i = 0; i < 2; i++)
        (void)snprintf(strcmp(player[i], "guest") == 0 ? result.player[i].name
                                                       : result.player[i].id,
                       ID_SIZE, "%s", player[i]);
    return result;
}

static void take(const struct game_result *result)
{
    people.now += 1000;
    ledger_begin(people.ledger, LEDGER_WRITES);
    result_take(&people, result);
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
}

static struct standing standing_of(const char *id, const char *role)
{
    struct standing standing;

    ledger_begin(people.ledger, LEDGER_READS);
    standing_read(&people, id, "null", role, &standing);
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return standing;
}

static size_t keys(const char *prefix)
{
    struct ledger_entry entry[300];
    size_t n;

    ledger_begin(people.ledger, LEDGER_READS);
    n = ledger_list(people.ledger, &(struct ledger_range){.prefix = prefix, .most = 300},
                    entry);
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return n;
}

static void both_are_rated_once(void **state)
{
    struct game_result result = result_of("aaaaaaaaaaaa", ANN, BOB, 0);
    struct standing ann, bob;

    (void)state;
    take(&result);
    take(&result); /* as after a crash, when nobody knows whether it was counted */
    ann = standing_of(ANN, "jack");
    bob = standing_of(BOB, "detective");
    assert_int_equal(ann.played, 1);
    assert_int_equal(ann.won, 1);
    assert_int_equal(bob.won, 0);
    assert_int_equal(bob.rounds, 3);
    assert_int_equal(bob.suspects, 2);
    assert_string_equal(bob.end[0].how, "jack:time");
    /* The winner of two who are new gains what the loser loses. */
    assert_true(ann.glicko.rating > 1600 && ann.glicko.rating < 1700);
    assert_true(ann.glicko.rating + bob.glicko.rating > 2999.9 &&
                ann.glicko.rating + bob.glicko.rating < 3000.1);
    /* The other roles have not been played. */
    assert_int_equal(standing_of(ANN, "detective").played, 0);
    assert_int_equal(keys("played/" ANN "/"), 1);
    assert_int_equal(keys("result/"), 1);
    assert_int_equal(keys("ladder/"), 0); /* both are provisional */
}

static void guests_and_friendly_games_change_no_rating(void **state)
{
    struct game_result friendly = result_of("aaaaaaaaaaaa", ANN, BOB, 1),
                       guest = result_of("bbbbbbbbbbbb", ANN, "guest", 0);
    struct standing ann;

    (void)state;
    friendly.rated = false;
    take(&friendly);
    take(&guest); /* rated, but against nobody who has a rating */
    ann = standing_of(ANN, "jack");
    assert_int_equal(ann.rated, 0);
    assert_int_equal(ann.played, 2);
    assert_int_equal(ann.won, 1);
    assert_int_equal(keys("played/" ANN "/"), 2);
    assert_int_equal(keys("played/guest/"), 0);
}

/* The rating of whoever has one stands in the ladder, once. */
static void ladders_have_the_latest_rating(void **state)
{
    char id[ID_SIZE];
    struct game_result result;

    (void)state;
    for (int i = 0; i < 60; i++) {
        (void)snprintf(id, sizeof id, "%012d", i);
        result = result_of(id, ANN, BOB, i % 3 == 0);
        take(&result);
    }
    assert_int_equal(keys("ladder/null/jack/"), 1);
    assert_int_equal(keys("ladder/null/detective/"), 1);
    assert_int_equal(keys("played/" BOB "/"), 60);
    assert_true(standing_of(ANN, "jack").glicko.rating >
                standing_of(BOB, "detective").glicko.rating);
}

static void time_makes_ratings_less_certain(void **state)
{
    struct game_result result = result_of("aaaaaaaaaaaa", ANN, BOB, 0);
    struct standing ann;
    double before;

    (void)state;
    take(&result);
    ann = standing_of(ANN, "jack");
    before = standing_now(&people, &ann).deviation;
    people.now += UINT64_C(1000) * 24 * 3600 * 1000;
    assert_true(standing_now(&people, &ann).deviation > before);
    people.now = 5000; /* a clock that goes back takes nothing away */
    assert_true(standing_now(&people, &ann).deviation >= ann.glicko.deviation);
}

/* --- Games that are void --- */

enum { GAMES = 40 };

/* A few people play; the game number SKIPPED, counted from 1, is left out. */
static void play_some(int skipped)
{
    uint64_t begin = people.now = 50000000;

    for (int i = 0; i < GAMES; i++) {
        char id[ID_SIZE];
        struct game_result result;

        (void)snprintf(id, sizeof id, "%012d", i);
        result = result_of(id, name[i % PEOPLE], name[(i * 5 + 1) % PEOPLE], i % 7 < 3);
        people.now = begin + (uint64_t)i * 3600 * 1000;
        if (i + 1 != skipped && strcmp(name[i % PEOPLE], name[(i * 5 + 1) % PEOPLE]) != 0)
            take(&result);
    }
}

struct ratings {
    struct standing of[PEOPLE][2];
};

static struct ratings all_ratings(void)
{
    struct ratings ratings;

    for (int i = 0; i < PEOPLE; i++) {
        ratings.of[i][0] = standing_of(name[i], "jack");
        ratings.of[i][1] = standing_of(name[i], "detective");
    }
    return ratings;
}

static void same_ratings(const struct ratings *one, const struct ratings *two)
{
    for (int i = 0; i < PEOPLE; i++)
        for (int role = 0; role < 2; role++) {
            const struct standing *a = &one->of[i][role], *b = &two->of[i][role];

            CHECK(memcmp(&a->glicko, &b->glicko, sizeof a->glicko) == 0 && a->at == b->at &&
                      a->rated == b->rated,
                  "%s: %f and %f", name[i], a->glicko.rating, b->glicko.rating);
        }
}

static bool make_void(const char *id, bool is_void)
{
    bool found;

    ledger_begin(people.ledger, LEDGER_WRITES);
    found = result_void(&people, id, is_void);
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return found;
}

/* Ratings are then as if that game had never been; and as before when it counts again. */
static void void_games_are_taken_out(void **state)
{
    static const char id[] = "000000000013";
    struct ratings before, without, after;
    size_t rungs;
    uint64_t now;

    (void)state;
    play_some(0);
    before = all_ratings();
    rungs = keys("ladder/");
    now = people.now;
    assert_true(make_void(id, false)); /* it is not void: nothing is to be done */
    assert_true(make_void(id, true));
    assert_int_equal(people.now, now);
    after = all_ratings();
    assert_int_equal(keys("ladder/"), rungs);
    assert_int_equal(keys("played/"), 2 * keys("result/"));
    assert_true(make_void(id, false));
    without = all_ratings();
    same_ratings(&without, &before);
    assert_false(make_void("bbbbbbbbbbbb", true)); /* there is none */

    (void)close_people(state);
    (void)open_people(state);
    play_some(14);
    without = all_ratings();
    same_ratings(&after, &without);
}

/* What is kept of today's points, as keys and values in one text. */
static void read_day(char *out, size_t size)
{
    static const char *const prefix[] = {"day/", "days/"};
    struct ledger_entry entry[20];

    *out = '\0';
    ledger_begin(people.ledger, LEDGER_READS);
    for (int i = 0; i < 2; i++) {
        size_t n = ledger_list(people.ledger,
                               &(struct ledger_range){.prefix = prefix[i], .most = 20}, entry);

        for (size_t j = 0; j < n; j++)
            (void)snprintf(out + strlen(out), size - strlen(out), "%s %s\n", entry[j].key,
                           entry[j].value);
    }
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
}

/* A win that is void is worth nothing today; that of yesterday's counts no more anyway. */
static void void_games_are_worth_nothing_today(void **state)
{
    struct game_result first = result_of("aaaaaaaaaaaa", ANN, BOB, 0);
    struct game_result second = result_of("bbbbbbbbbbbb", BOB, ANN, 1);
    char none[2000], one[2000], both[2000], again[2000];

    (void)state;
    people.now = 50000000;
    read_day(none, sizeof none);
    take(&first);
    read_day(one, sizeof one);
    take(&second);
    read_day(both, sizeof both);
    assert_string_not_equal(one, both);
    assert_true(make_void("bbbbbbbbbbbb", true));
    read_day(again, sizeof again);
    assert_string_equal(again, one);
    assert_true(make_void("aaaaaaaaaaaa", true));
    read_day(again, sizeof again);
    assert_string_equal(again, none);
    assert_true(make_void("aaaaaaaaaaaa", false));
    assert_true(make_void("bbbbbbbbbbbb", false));
    read_day(again, sizeof again);
    assert_string_equal(again, both);
    people.now += DAY;
    assert_true(make_void("bbbbbbbbbbbb", true));
    read_day(again, sizeof again);
    assert_string_equal(again, both);
}

static void compute_again(void)
{
    ledger_begin(people.ledger, LEDGER_WRITES);
    ratings_again(&people, "null");
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
}

/* Whoever computes everything again finds what is there. */
static void computing_again_changes_nothing(void **state)
{
    struct ratings before, after;

    (void)state;
    play_some(0);
    before = all_ratings();
    compute_again();
    after = all_ratings();
    same_ratings(&before, &after);
}

static void leave(const char *id)
{
    ledger_begin(people.ledger, LEDGER_WRITES);
    account_data_drop(&people, id);
    ledger_put_text(people.ledger, ledger_key("account/%s", id).key, "{\"deleted\":true}");
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
}

/* A game that ends after one of its accounts is rated as if the account were still there, and
 * stays so when everything is computed again; the rating is not kept for ever. */
static void a_game_outlives_an_account(void **state)
{
    struct game_result result = result_of("bbbbbbbbbbbb", "ann", "dan", 0);
    struct standing wanted, ann;

    (void)state;
    play_some(0);
    take(&result);
    wanted = standing_of("ann", "jack");

    (void)close_people(state);
    (void)open_people(state);
    play_some(0);
    leave("dan");
    take(&result);
    for (int i = 0; i < 2; i++) {
        ann = standing_of("ann", "jack");
        CHECK(memcmp(&ann.glicko, &wanted.glicko, sizeof ann.glicko) == 0, "%f, not %f",
              ann.glicko.rating, wanted.glicko.rating);
        compute_again();
    }
    assert_int_equal(keys("standing/dan/") + keys("played/dan/") + keys("curve/dan/"), 0);
    assert_int_equal(keys("gone/dan/"), 2);
    people.now += 100 * DAY;
    ledger_begin(people.ledger, LEDGER_WRITES);
    expiry_sweep(&people);
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    assert_int_equal(keys("gone/") + keys("until/"), 0);
}

/* Those who have played somebody whose account is gone keep what they have won and lost by
 * that; of the account nothing comes back. */
static void computing_again_without_an_account(void **state)
{
    struct ratings before, after;

    (void)state;
    play_some(0);
    before = all_ratings();
    leave("dan");
    compute_again();
    after = all_ratings();
    for (int i = 0; i < PEOPLE; i++)
        for (int role = 0; role < 2 && strcmp(name[i], "dan") != 0; role++)
            CHECK(fabs(before.of[i][role].glicko.rating - after.of[i][role].glicko.rating) <
                      0.01,
                  "%s: %f and %f", name[i], before.of[i][role].glicko.rating,
                  after.of[i][role].glicko.rating);
    assert_int_equal(keys("played/dan/") + keys("standing/dan/") + keys("curve/dan/"), 0);
}

static bool is_private(const char *prefix)
{
    struct ledger_entry entry;
    bool found;

    ledger_begin(people.ledger, LEDGER_READS);
    assert_int_equal(
        ledger_list(people.ledger, &(struct ledger_range){.prefix = prefix, .most = 1}, &entry),
        1);
    found = strstr(entry.value, "\"private\":true") != NULL;
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return found;
}

static void private_games_stay_so(void **state)
{
    struct game_result result = result_of("aaaaaaaaaaaa", "ann", "bob", 0);

    (void)state;
    result.listed = false;
    take(&result);
    assert_true(is_private("played/ann/"));
    compute_again();
    assert_true(is_private("played/ann/"));
    assert_true(make_void("aaaaaaaaaaaa", true));
    assert_true(is_private("played/bob/"));
}

/* --- Aborting --- */

static uint64_t wait_of(const char *id)
{
    uint64_t ms;

    ledger_begin(people.ledger, LEDGER_READS);
    ms = aborts_wait(&people, id);
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return ms;
}

static const char *const again[] = {"aaaaaaaaaaaa", "bbbbbbbbbbbb", "cccccccccccc"};

static void aborted_games_count_only_as_aborts(void **state)
{
    struct game_result result;
    char id[ID_SIZE];

    (void)state;
    for (int i = 0; i < 14; i++) {
        (void)snprintf(id, sizeof id, "%012d", i);
        result = result_of(id, "ann", "bob", 0);
        result.aborted = i == 1 || i == 4 || i == 5;
        take(&result);
        take(&result);
        assert_int_equal(wait_of("bob"), 0);
        assert_true((wait_of("ann") > 0) == (i >= 5 && i < 11));
    }
    assert_int_equal(standing_of("ann", "jack").played, 11);
    for (int i = 0; i < 3; i++) { /* three of the last ten again, */
        result = result_of(again[i], "ann", "guest", 0);
        result.aborted = true;
        take(&result);
    }
    assert_true(wait_of("ann") > 0);
    people.now += ABORTS_WAIT_MS;
    assert_int_equal(wait_of("ann"), 0); /* and a minute later */
}

/* A minute for three, and twice as long for each that is more; ten at most are remembered. */
static void who_aborts_more_waits_longer(void **state)
{
    static const uint64_t minutes[12] = {0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 128, 128};
    struct game_result result;
    char id[ID_SIZE];

    (void)state;
    for (int i = 0; i < 12; i++) {
        (void)snprintf(id, sizeof id, "%012d", i);
        result = result_of(id, "ann", "guest", 0);
        result.aborted = true;
        take(&result);
        assert_int_equal(wait_of("ann"), minutes[i] * 60000);
    }
}

static void everybody_is_counted_together(void **state)
{
    struct game_result result = result_of("aaaaaaaaaaaa", ANN, BOB, 1);
    struct standing all;

    (void)state;
    result.among = 4;
    take(&result);
    result = result_of("bbbbbbbbbbbb", BOB, "guest", 0);
    take(&result);
    all = standing_of(STANDING_OF_ALL, "jack");
    assert_int_equal(all.played, 2);
    assert_int_equal(all.won, 1);
    assert_int_equal(all.among, 4);
    assert_int_equal(all.rated, 0); /* it has no rating */
    assert_int_equal(standing_of(STANDING_OF_ALL, "detective").played, 1);
}

/* The rung of ID in the ladder of the day: its place's key, or "". */
static struct ledger_name rung_of(const char *id)
{
    struct ledger_name prefix =
        ledger_key("day/%05llu/", (unsigned long long)day_of(people.now));
    struct ledger_entry entry[10];
    struct ledger_name key = {""};
    size_t n;

    ledger_begin(people.ledger, LEDGER_READS);
    n = ledger_list(people.ledger, &(struct ledger_range){.prefix = prefix.key, .most = 10},
                    entry);
    for (size_t i = 0; i < n; i++)
        if (strstr(entry[i].key, id))
            key = ledger_key("%s", entry[i].key + strlen(prefix.key));
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return key;
}

/* A win against an equal is worth fifty points, the next against the same fewer; a defeat none.
 */
static void a_day_has_points(void **state)
{
    struct game_result result = result_of("aaaaaaaaaaaa", ANN, BOB, 0);

    (void)state;
    take(&result);
    assert_string_equal(rung_of(ANN).key, "99949/" ANN);
    assert_string_equal(rung_of(BOB).key, "99999/" BOB);
    result = result_of("bbbbbbbbbbbb", ANN, BOB, 0);
    take(&result);
    assert_true(strcmp(rung_of(ANN).key, "99949/" ANN) < 0);
    assert_true(strcmp(rung_of(ANN).key, "99899/" ANN) > 0);
    assert_int_equal(keys("day/"), 2);
    result = result_of("cccccccccccc", ANN, BOB, 0);
    result.rated = false;
    take(&result);
    assert_int_equal(keys("days/" ANN "/"), 1);
    people.now += DAY; /* nobody has a point yet, and what was is swept away */
    assert_string_equal(rung_of(ANN).key, "");
    result = result_of("dddddddddddd", BOB, ANN, 0);
    take(&result);
    assert_int_equal(keys("day/"), 2);
    assert_int_equal(keys("days/"), 2);
}

static void a_day_has_one_point_of_a_curve(void **state)
{
    char id[ID_SIZE];
    struct game_result result;

    (void)state;
    for (int i = 0; i < 6; i++) {
        (void)snprintf(id, sizeof id, "%012d", i);
        result = result_of(id, ANN, BOB, 0);
        take(&result);
        if (i % 2)
            people.now += DAY;
    }
    assert_int_equal(keys("curve/" ANN "/null/jack/"), 3);
}

/* Nothing of an account stays but its opponents' games; nor does anything come back when a game
 * ends after it. */
static void who_leaves_leaves_nothing(void **state)
{
    char id[ID_SIZE];
    struct game_result result;

    (void)state;
    for (int i = 0; i < 130; i++) {
        (void)snprintf(id, sizeof id, "%012d", i);
        result = result_of(id, ANN, BOB, i % 3 == 0);
        take(&result);
    }
    assert_int_equal(keys("ladder/"), 2);
    assert_int_equal(keys("day/"), 2);
    leave(ANN);
    result = result_of("zzzzzzzzzzzz", ANN, BOB, 1);
    take(&result);
    assert_int_equal(keys("ladder/"), 1);
    assert_int_equal(keys("day/"), 1);
    assert_int_equal(keys("days/" ANN "/"), 0);
    assert_int_equal(keys("standing/" ANN "/"), 0);
    assert_int_equal(keys("played/" ANN "/"), 0);
    assert_int_equal(keys("curve/" ANN "/"), 0);
    assert_int_equal(keys("played/" BOB "/"), 131);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(both_are_rated_once, open_people, close_people),
        cmocka_unit_test_setup_teardown(guests_and_friendly_games_change_no_rating, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(ladders_have_the_latest_rating, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(time_makes_ratings_less_certain, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(void_games_are_taken_out, open_people, close_people),
        cmocka_unit_test_setup_teardown(void_games_are_worth_nothing_today, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(computing_again_changes_nothing, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(computing_again_without_an_account, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(a_game_outlives_an_account, open_people, close_people),
        cmocka_unit_test_setup_teardown(private_games_stay_so, open_people, close_people),
        cmocka_unit_test_setup_teardown(who_aborts_more_waits_longer, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(aborted_games_count_only_as_aborts, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(everybody_is_counted_together, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(a_day_has_points, open_people, close_people),
        cmocka_unit_test_setup_teardown(a_day_has_one_point_of_a_curve, open_people,
                                        close_people),
        cmocka_unit_test_setup_teardown(who_leaves_leaves_nothing, open_people, close_people),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
