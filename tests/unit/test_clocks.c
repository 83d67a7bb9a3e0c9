/* Clocks: their arithmetic as tables of what happens; the time they go by, which nobody loses
 * by the server's fault; rooms in the order in which something is due. */
#include "unit.h"

#include "deadlines.h"
#include "kept.h"
#include "pulse.h"
#include "room.h"

#include <alibi/rng.h>

/* --- Agreements --- */

static void agreements(void **state)
{
    static const struct {
        const char *text;
        struct clock_terms terms;
    } good[] = {
        {"10+0", {CLOCK_LIVE, 10000, 0}},
        {"300+5", {CLOCK_LIVE, 300000, 5000}},
        {"10800+180", {CLOCK_LIVE, 10800000, 180000}},
        {"1d", {CLOCK_DAYS, INT64_C(86400000), 0}},
        {"14d", {CLOCK_DAYS, INT64_C(1209600000), 0}},
    };
    static const char *const bad[] = {
        "",
        "none",
        "9+0",
        "10801+0",
        "300+181",
        "300",
        "300+",
        "+5",
        "0d",
        "15d",
        "1dd",
        "d",
        "1 d",
        "300 +5",
        "300+5 ",
        "-300+5",
        "300+-5",
        "0300+5",
        "300+05",
        "01d",
        "3e2+5",
        "300+5d",
        "99999999999999999999+1",
        "300+99999999999999999999",
    };
    struct clock_terms terms;

    (void)state;
    for (size_t i = 0; i < COUNT(good); i++) {
        CHECK(clock_terms_parse(&terms, good[i].text, strlen(good[i].text)), "%s",
              good[i].text);
        assert_int_equal(terms.kind, good[i].terms.kind);
        assert_int_equal(terms.base, good[i].terms.base);
        assert_int_equal(terms.more, good[i].terms.more);
    }
    for (size_t i = 0; i < COUNT(bad); i++) {
        CHECK(!clock_terms_parse(&terms, bad[i], strlen(bad[i])), "%s", bad[i]);
        assert_int_equal(terms.kind, CLOCK_NONE);
    }
}

static void words_of_terms(void **state)
{
    static const struct {
        const char *terms, *name, *value; /* NULL: there is none */
    } cases[] = {
        {"", "clock", NULL},
        {"clock=300+5", "clock", "300+5"},
        {"rated clock=3d jack=x", "clock", "3d"},
        {"rated clock=3d jack=x", "rated", ""},
        {"rated clock=3d jack=x", "jack", "x"},
        {"clocks=1", "clock", NULL},
        {"aclock=1 clock=", "clock", ""},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        size_t len = 0;
        const char *value = terms_find(cases[i].terms, cases[i].name, &len);

        CHECK(!value == !cases[i].value, "%s", cases[i].terms);
        if (value)
            CHECK(len == strlen(cases[i].value) && memcmp(value, cases[i].value, len) == 0,
                  "%s", cases[i].terms);
    }
}

/* --- The course of a game --- */

/* What happens at the time AT, in seconds: J and D move, and what follows says who is to act
 * then; p and r want a pause and to go on; and what both have left after it, in seconds. */
struct step {
    int at;
    const char *what;
    int jack, detective;
};

enum { J, D };

static const struct step live[] = {
    {0, "begin D", 300, 300}, {10, "look", 300, 290}, {10, "D J", 300, 295},
    {15, "look", 295, 295},   {20, "J J", 290, 295},  {25, "J D", 290, 295},
    {25, "D p", 290, 295},    {30, "look", 290, 290}, {40, "J p", 290, 280},
    {99, "look", 290, 280},   {100, "D r", 290, 280}, {110, "J r", 290, 280},
    {120, "look", 290, 270},  {120, "J p", 290, 270}, {121, "J r", 290, 269},
    {122, "D p", 290, 268},   {123, "D J", 290, 272}, {124, "J p", 289, 272},
    {130, "look", 283, 272},  {131, "J D", 287, 272}, {132, "end", 287, 271},
    {999, "look", 287, 271},
};
static const struct step days[] = {
    {0, "begin D", 259200, 259200},  {86400, "look", 259200, 172800},
    {86400, "D J", 259200, 259200},  {90000, "J J", 255600, 259200},
    {93600, "J D", 259200, 259200},  {345600, "look", 259200, 7200},
    {345600, "D J", 259200, 259200},
};

static void take_step(struct clocks *clocks, const struct clock_terms *terms, int *to_act,
                      const struct step *step)
{
    int64_t now = 1000 * (int64_t)step->at;
    int seat = step->what[0] == 'J' ? J : D;

    if (strcmp(step->what, "look") == 0) {
        return;
    } else if (strncmp(step->what, "begin", 5) == 0) {
        clocks_fill(clocks, terms, now);
        *to_act = step->what[6] == 'J' ? J : D;
    } else if (strcmp(step->what, "end") == 0) {
        clocks_stop(clocks, *to_act, now);
        *to_act = 3;
    } else if (step->what[2] == 'p' || step->what[2] == 'r') {
        clocks_want(clocks, seat, step->what[2] == 'p', false, *to_act, now);
    } else {
        int next = step->what[2] == 'J' ? J : D;

        assert_true(clocks_move(clocks, terms, seat, next, now - clocks->since, now));
        *to_act = next;
    }
}

static void follow(const char *agreed, const struct step *step, size_t n)
{
    struct clock_terms terms;
    struct clocks clocks = {.on = false}, again;
    int to_act = 3;

    assert_true(clock_terms_parse(&terms, agreed, strlen(agreed)));
    for (size_t i = 0; i < n; i++) {
        int64_t now = 1000 * (int64_t)step[i].at;
        char text[CLOCKS_TEXT_SIZE];

        take_step(&clocks, &terms, &to_act, &step[i]);
        CHECK(clocks_left(&clocks, J, to_act, now) == 1000 * (int64_t)step[i].jack &&
                  clocks_left(&clocks, D, to_act, now) == 1000 * (int64_t)step[i].detective,
              "%s: step %zu, %s", agreed, i, step[i].what);
        clocks_print(&clocks, text);
        assert_true(clocks_parse(&again, &terms, text, to_act,
                                 clocks_due(&clocks, &terms, to_act), clocks.since));
        assert_memory_equal(&again, &clocks, sizeof clocks);
    }
}

static void games_with_clocks(void **state)
{
    (void)state;
    follow("300+5", live, COUNT(live));
    follow("3d", days, COUNT(days));
}

/* The last millisecond is somebody's own, and the next one is not. */
static void flags(void **state)
{
    struct clock_terms terms = {CLOCK_LIVE, 10000, 5000};
    struct clocks clocks, late;

    (void)state;
    clocks_fill(&clocks, &terms, 500);
    assert_int_equal(clocks_due(&clocks, &terms, D), 10500);
    assert_int_equal(clocks_due(&clocks, &terms, 3), 0);
    late = clocks;
    assert_false(clocks_move(&late, &terms, D, J, 10000, 10500));
    assert_int_equal(late.left[D], 0);
    assert_true(clocks_move(&clocks, &terms, D, J, 9999, 20000));
    assert_int_equal(clocks.left[D], 5001);
    assert_int_equal(clocks_left(&clocks, J, J, 99999), 0);
    /* A time that goes back takes nothing, and gives nothing. */
    assert_int_equal(clocks_left(&clocks, J, J, 100), 10000);
    assert_true(clocks_move(&clocks, &terms, J, D, -500, 100));
    assert_int_equal(clocks.left[J], 15000);
    clocks.paused = true;
    assert_int_equal(clocks_due(&clocks, &terms, D), 100 + INT64_C(86400000));
}

/* Whoever has to begin has a minute for that; no longer than its time, and not while it is
 * paused. It is known of each seat until it has moved. */
static void beginning(void **state)
{
    struct clock_terms terms = {CLOCK_LIVE, 300000, 0}, brief = {CLOCK_LIVE, 10000, 0},
                       slow = {CLOCK_DAYS, INT64_C(86400000), 0};
    struct clocks clocks, again;
    char text[CLOCKS_TEXT_SIZE];

    (void)state;
    clocks_fill(&clocks, &terms, 1000);
    clocks.begins = 3;
    assert_int_equal(clocks_due(&clocks, &terms, D), 61000);
    clocks_print(&clocks, text);
    assert_string_equal(text, "300000 300000 free0 3");
    assert_true(clocks_parse(&again, &terms, text, D, 61000, 0));
    assert_memory_equal(&again, &clocks, sizeof clocks);
    assert_true(clocks_move(&clocks, &terms, D, D, 2000, 3000));
    assert_int_equal(clocks.begins, 1);
    assert_int_equal(clocks_due(&clocks, &terms, D), 301000);
    assert_int_equal(clocks_due(&clocks, &terms, J), 63000);
    clocks_want(&clocks, J, true, true, J, 4000);
    assert_int_equal(clocks_due(&clocks, &terms, J), 4000 + INT64_C(86400000));
    clocks_want(&clocks, J, false, true, J, 5000);
    assert_true(clocks_move(&clocks, &terms, J, D, 10, 6000));
    assert_int_equal(clocks.begins, 0);
    clocks_fill(&clocks, &brief, 0);
    clocks.begins = 3;
    assert_int_equal(clocks_due(&clocks, &brief, D), 10000);
    clocks_fill(&clocks, &slow, 0);
    clocks.begins = 3;
    assert_int_equal(clocks_due(&clocks, &slow, D), INT64_C(86400000));
}

static void the_computer_agrees(void **state)
{
    struct clock_terms terms = {CLOCK_LIVE, 10000, 0};
    struct clocks clocks;

    (void)state;
    clocks_fill(&clocks, &terms, 0);
    clocks_want(&clocks, J, true, true, J, 4000);
    assert_true(clocks.paused);
    assert_int_equal(clocks.left[J], 6000);
    clocks_want(&clocks, J, false, true, J, 9000);
    assert_false(clocks.paused);
    assert_int_equal(clocks_left(&clocks, J, J, 10000), 5000);
}

static void texts_that_make_no_sense(void **state)
{
    static const char *const bad[] = {
        "1",
        "1 2",
        "1 2 ",
        "1 2 free",
        "1 2 free3",
        "-1 2 free0",
        "1 2 paused9",
        "1 2 free0 ",
        "01 2 free0",
        " 1 2 free0",
        "1 2 other0",
        "1  2 paused0",
        "1 2 paused00",
        "1 2 free0 0",
        "1 2 free0 4",
        "1 2 free03",
        "99999999999999999999 2 free0",
    };
    struct clock_terms terms = {CLOCK_LIVE, 10000, 0}, none = {CLOCK_NONE, 0, 0};
    struct clocks clocks;

    (void)state;
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!clocks_parse(&clocks, &terms, bad[i], J, 0, 0), "%s", bad[i]);
    assert_false(clocks_parse(&clocks, &terms, "", J, 0, 0));
    assert_false(clocks_parse(&clocks, &none, "1 2 free0", J, 0, 0));
    assert_true(clocks_parse(&clocks, &none, "", J, 0, 0));
    assert_false(clocks.on);
}

/* --- The time --- */

/* What happens when the machine's clock shows REAL: a mark is made and kept as KEPT, or fails;
 * and what time it is after it. */
struct beat {
    int64_t real;
    char what; /* m: mark, k: kept, f: failed, l: look */
    int64_t kept, time;
};

static void follow_time(const struct beat *beat, size_t n, bool brisk)
{
    struct pulse pulse = {.known = false};

    for (size_t i = 0; i < n; i++) {
        if (beat[i].what == 'm')
            CHECK(pulse_mark(&pulse, brisk, beat[i].real) == beat[i].kept, "beat %zu", i);
        else if (beat[i].what == 'k')
            (void)pulse_marked(&pulse, beat[i].kept, beat[i].real);
        else if (beat[i].what == 'f')
            pulse_failed(&pulse);
        CHECK(pulse_time(&pulse, beat[i].real) == beat[i].time, "beat %zu: %lld", i,
              (long long)pulse_time(&pulse, beat[i].real));
    }
}

static void the_time_of_the_clocks(void **state)
{
    /* It begins with what was marked last, however long ago. */
    static const struct beat usual[] = {
        {7, 'm', 0, 0},          {10, 'k', 5000, 5000},   {510, 'l', 0, 5500},
        {1010, 'm', 1000, 6000}, {1020, 'k', 6000, 6010}, {2020, 'm', 1010, 7010},
    };
    /* What could not be written is not counted, but for a moment. */
    static const struct beat stuck[] = {
        {0, 'm', 0, 0},           {0, 'k', 5000, 5000},    {1000, 'm', 1000, 6000},
        {1100, 'f', 0, 6100},     {2000, 'm', 2000, 7000}, {2000, 'f', 0, 7000},
        {2500, 'l', 0, 7500},     {9000, 'l', 0, 7500},    {60000, 'm', 2500, 7500},
        {60000, 'k', 7500, 7500}, {60500, 'l', 0, 8000},
    };
    /* Nor a machine that was asleep, or a write that took long. */
    static const struct beat asleep[] = {
        {0, 'm', 0, 0},
        {0, 'k', 5000, 5000},
        {99000, 'l', 0, 5000 + 2500},
        {99000, 'm', 2500, 7500},
        {99100, 'k', 7500, 7500},
        {100100, 'm', 1000, 8500},
        {130100, 'k', 8500, 10000},
        {130200, 'l', 0, 10100},
    };
    /* Another node counts, too, or one is missing. */
    static const struct beat shared[] = {
        {0, 'm', 0, 0},          {0, 'k', 5000, 5000},    {1000, 'm', 1000, 6000},
        {1000, 'k', 6500, 6500}, {2000, 'm', 1000, 7500}, {2000, 'k', 6500, 6500},
        {2100, 'l', 0, 6600},
    };

    (void)state;
    follow_time(usual, COUNT(usual), true);
    follow_time(stuck, COUNT(stuck), true);
    follow_time(asleep, COUNT(asleep), true);
    follow_time(shared, COUNT(shared), true);
}

static void jumps_are_told(void **state)
{
    struct pulse pulse = {.known = false};

    (void)state;
    (void)pulse_mark(&pulse, true, 0);
    (void)pulse_marked(&pulse, 1000, 0);
    (void)pulse_mark(&pulse, true, 1000);
    assert_false(pulse_marked(&pulse, 2000, 1010));
    (void)pulse_mark(&pulse, true, 2000);
    assert_true(pulse_marked(&pulse, 90000, 2010)); /* somebody has added to it */
    (void)pulse_mark(&pulse, true, 3000);
    assert_false(pulse_marked(&pulse, pulse.marked, 3010));
    (void)pulse_mark(&pulse, true, 60000); /* it stood still */
    assert_true(pulse_marked(&pulse, pulse.marked, 60010));
    pulse_learn(&pulse, 5, 60020);
    assert_true(pulse_time(&pulse, 60020) > 90000);
    pulse_learn(&pulse, 500000, 60020);
    assert_int_equal(pulse_time(&pulse, 60020), 500000);
}

/* A game that is read while a mark is on its way tells what time it is; the mark then does not
 * bring the same once more. */
static void learning_during_a_mark(void **state)
{
    const int64_t day = 86400000;

    (void)state;
    for (int known = 0; known < 2; known++) {
        struct pulse pulse = {.known = false};
        int64_t since = known ? 0 : 100; /* when it was DAY */

        if (known)
            pulse_learn(&pulse, 1000, 0);
        assert_int_equal(pulse_mark(&pulse, true, 0), 0);
        pulse_learn(&pulse, day,
                    100); /* as another server has marked, or the one before this */
        assert_true(pulse.marking);
        assert_int_equal(pulse_time(&pulse, 100), day);
        assert_int_equal(pulse_marked(&pulse, day, 200), known); /* a jump is told */
        assert_int_equal(pulse_time(&pulse, 200), day + 200 - since);
        assert_int_equal(pulse_mark(&pulse, true, 1200), 1200 - since);
        assert_false(pulse_marked(&pulse, day + 1200 - since, 1210));
        assert_int_equal(pulse_time(&pulse, 1210), day + 1210 - since);
    }
}

/* --- What is due --- */

enum { ROOMS = 50, STEPS = 5000 };

static void the_first_is_due(void **state)
{
    static struct room room[ROOMS];
    struct deadlines deadlines = {.n = 0};
    struct alibi_rng rng;
    size_t live_rooms = 0;

    (void)state;
    alibi_rng_seed(&rng, 17);
    for (int i = 0; i < STEPS; i++) {
        struct room *one = &room[alibi_rng_below(&rng, ROOMS)];
        const struct room *least = NULL;

        if (alibi_rng_below(&rng, 3) == 0)
            deadlines_drop(&deadlines, one);
        else
            assert_true(deadlines_put(&deadlines, one, (int64_t)alibi_rng_below(&rng, 100),
                                      alibi_rng_below(&rng, 2) == 0));
        live_rooms = 0;
        for (size_t k = 0; k < ROOMS; k++) {
            if (room[k].deadline.at && (!least || room[k].deadline.when < least->deadline.when))
                least = &room[k];
            live_rooms += room[k].deadline.at && room[k].deadline.live;
        }
        assert_int_equal(!least, !deadlines_first(&deadlines));
        if (least)
            assert_int_equal(deadlines_first(&deadlines)->deadline.when, least->deadline.when);
        assert_int_equal(deadlines.live, live_rooms);
    }
    free(deadlines.heap);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(agreements),
        cmocka_unit_test(words_of_terms),
        cmocka_unit_test(games_with_clocks),
        cmocka_unit_test(flags),
        cmocka_unit_test(beginning),
        cmocka_unit_test(the_computer_agrees),
        cmocka_unit_test(texts_that_make_no_sense),
        cmocka_unit_test(the_time_of_the_clocks),
        cmocka_unit_test(jumps_are_told),
        cmocka_unit_test(learning_during_a_mark),
        cmocka_unit_test(the_first_is_due),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
