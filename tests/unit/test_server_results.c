/* Games that have ended: ratings of both, statistics, lists, ladders; each game counts once. */
#include "database.h"

#include "anchors.h"
#include "ledgers.h"
#include "standing.h"

static struct lottery lottery;
static struct people people = {.lottery = &lottery, .now = 1000000};

static int open_people(void **state)
{
    struct alibi_error err = {.text = ""};

    (void)make_folder(state);
    people.ledger = ledger_open(where, &err);
    CHECK(people.ledger, "%s", err.text);
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
    struct game_result result = {
        .game = "null", .rated = true, .winner = winner, .rounds = 3, .suspects = 2};
    const char *const name[] = {jack, detective};

    (void)snprintf(result.id, ID_SIZE, "%s", id);
    (void)snprintf(result.how, sizeof result.how, winner ? "detective:arrest" : "jack:time");
    for (int i = 0; i < 2; i++)
        (void)snprintf(strcmp(name[i], "guest") == 0 ? result.player[i].name
                                                     : result.player[i].id,
                       ID_SIZE, "%s", name[i]);
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
    struct game_result result = result_of("aaaaaaaaaaaa", "ann", "bob", 0);
    struct standing ann, bob;

    (void)state;
    take(&result);
    take(&result); /* as after a crash, when nobody knows whether it was counted */
    ann = standing_of("ann", "jack");
    bob = standing_of("bob", "detective");
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
    assert_int_equal(standing_of("ann", "detective").played, 0);
    assert_int_equal(keys("played/ann/"), 1);
    assert_int_equal(keys("result/"), 1);
    assert_int_equal(keys("ladder/"), 0); /* both are provisional */
}

static void guests_and_friendly_games_change_no_rating(void **state)
{
    struct game_result friendly = result_of("aaaaaaaaaaaa", "ann", "bob", 1),
                       guest = result_of("bbbbbbbbbbbb", "ann", "guest", 0);
    struct standing ann;

    (void)state;
    friendly.rated = false;
    take(&friendly);
    take(&guest); /* rated, but against nobody who has a rating */
    ann = standing_of("ann", "jack");
    assert_int_equal(ann.rated, 0);
    assert_int_equal(ann.played, 2);
    assert_int_equal(ann.won, 1);
    assert_int_equal(keys("played/ann/"), 2);
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
        result = result_of(id, "ann", "bob", i % 3 == 0);
        take(&result);
    }
    assert_int_equal(keys("ladder/null/jack/"), 1);
    assert_int_equal(keys("ladder/null/detective/"), 1);
    assert_int_equal(keys("played/bob/"), 60);
    assert_true(standing_of("ann", "jack").glicko.rating >
                standing_of("bob", "detective").glicko.rating);
}

static void time_makes_ratings_less_certain(void **state)
{
    struct game_result result = result_of("aaaaaaaaaaaa", "ann", "bob", 0);
    struct standing ann;
    double before;

    (void)state;
    take(&result);
    ann = standing_of("ann", "jack");
    before = standing_now(&people, &ann).deviation;
    people.now += UINT64_C(1000) * 24 * 3600 * 1000;
    assert_true(standing_now(&people, &ann).deviation > before);
    people.now = 5000; /* a clock that goes back takes nothing away */
    assert_true(standing_now(&people, &ann).deviation >= ann.glicko.deviation);
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
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
