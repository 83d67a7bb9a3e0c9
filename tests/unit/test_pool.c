/* Quick pairing: by hand, against brute force, and 1,000 people who come and go. */
#include "unit.h"

#include "people/pool.h"

#include <alibi/rng.h>
#include <math.h>

enum { MANY = 1000 };

/* Blocks, for the tests: persons whose numbers add up to a multiple of the context, 0 for none.
 */
static bool may(const void *context, const struct pool_wish *a, const struct pool_wish *b)
{
    uint64_t modulus = *(const uint64_t *)context;

    return modulus == 0 || (a->person + b->person) % modulus != 0;
}

static void test_range(void **state)
{
    static const struct {
        int64_t waited;
        double range;
    } row[] = {{-5, 100},    {0, 100},          {1000, 110},
               {60000, 700}, {119999, 1299.99}, {120000, INFINITY}};

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        CHECK(pool_range(row[i].waited) == row[i].range, "row %zu", i);
}

/* Wishes: game, clock, rated, roles (J, D or both), ratings, games as Jack more than as
 * Detective, seconds that they have waited. PAIRS is Jack and Detective, by letters. */
static void test_pair(void **state)
{
    static const struct {
        const char *what;
        struct {
            int game, clock, rated;
            const char *roles;
            int jack, detective, lately, waited;
        } wish[4];
        uint64_t modulus;
        const char *pairs;
    } row[] = {
        {"alone", {{1, 1, 1, "JD", 1500, 1500, 0, 0}}, 0, ""},
        {"two",
         {{1, 1, 1, "JD", 1500, 1500, 0, 1}, {1, 1, 1, "JD", 1500, 1500, 0, 0}},
         0,
         "AB"},
        {"game",
         {{1, 1, 1, "JD", 1500, 1500, 0, 999}, {2, 1, 1, "JD", 1500, 1500, 0, 999}},
         0,
         ""},
        {"clock",
         {{1, 1, 1, "JD", 1500, 1500, 0, 999}, {1, 2, 1, "JD", 1500, 1500, 0, 999}},
         0,
         ""},
        {"rated",
         {{1, 1, 1, "JD", 1500, 1500, 0, 999}, {1, 1, 0, "JD", 1500, 1500, 0, 999}},
         0,
         ""},
        {"roles",
         {{1, 1, 1, "J", 1500, 1500, 0, 999}, {1, 1, 1, "J", 1500, 1500, 0, 999}},
         0,
         ""},
        {"none",
         {{1, 1, 1, "", 1500, 1500, 0, 999}, {1, 1, 1, "JD", 1500, 1500, 0, 999}},
         0,
         ""},
        {"fixed",
         {{1, 1, 1, "D", 1500, 1500, 0, 0}, {1, 1, 1, "JD", 1500, 1500, 9, 0}},
         0,
         "BA"},
        {"was Jack",
         {{1, 1, 1, "JD", 1500, 1500, 1, 9}, {1, 1, 1, "JD", 1500, 1500, 0, 0}},
         0,
         "BA"},
        {"was less",
         {{1, 1, 1, "JD", 1500, 1500, -1, 0}, {1, 1, 1, "JD", 1500, 1500, 0, 9}},
         0,
         "AB"},
        {"far", {{1, 1, 1, "JD", 1500, 1500, 0, 9}, {1, 1, 1, "JD", 1691, 1691, 0, 0}}, 0, ""},
        {"wider",
         {{1, 1, 1, "JD", 1500, 1500, 0, 9}, {1, 1, 1, "JD", 1690, 1690, 0, 0}},
         0,
         "AB"},
        {"any",
         {{1, 1, 1, "JD", 500, 500, 0, 120}, {1, 1, 1, "JD", 2990, 2990, 0, 0}},
         0,
         "AB"},
        {"by role",
         {{1, 1, 1, "JD", 1500, 1100, 0, 0}, {1, 1, 1, "JD", 1900, 1500, 0, 0}},
         0,
         "AB"},
        {"too far to swap",
         {{1, 1, 1, "JD", 1500, 1100, 6, 0}, {1, 1, 1, "JD", 1900, 1500, 0, 0}},
         0,
         "AB"},
        {"swapped nevertheless",
         {{1, 1, 1, "JD", 1500, 1100, 7, 0}, {1, 1, 1, "JD", 1900, 1500, 0, 0}},
         0,
         "BA"},
        {"nearest",
         {{1, 1, 1, "J", 1500, 0, 0, 5},
          {1, 1, 1, "D", 0, 1430, 0, 3},
          {1, 1, 1, "D", 0, 1540, 0, 1}},
         0,
         "AC"},
        {"longest first",
         {{1, 1, 1, "J", 1500, 0, 0, 1},
          {1, 1, 1, "J", 1450, 0, 0, 2},
          {1, 1, 1, "D", 0, 1500, 0, 0}},
         0,
         "BC"},
        {"the older of equals",
         {{1, 1, 1, "J", 1500, 0, 0, 9},
          {1, 1, 1, "D", 0, 1500, 0, 1},
          {1, 1, 1, "D", 0, 1500, 0, 2}},
         0,
         "AC"},
        {"blocked",
         {{1, 1, 1, "J", 1500, 0, 0, 5},
          {1, 1, 1, "D", 0, 1500, 0, 3},
          {1, 1, 1, "D", 0, 1540, 0, 1}},
         3,
         "AC"},
        {"two pairs",
         {{1, 1, 1, "J", 1500, 0, 0, 5},
          {1, 1, 1, "J", 1600, 0, 0, 3},
          {1, 1, 1, "D", 0, 1600, 0, 1},
          {1, 1, 1, "D", 0, 1510, 0, 1}},
         0,
         "ADBC"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct pool_wish wish[4];
        struct pool_pair pair[2];
        char got[9] = "";
        size_t n = 0, count;

        for (; n < 4 && row[i].wish[n].game; n++)
            wish[n] =
                (struct pool_wish){.person = n + 1,
                                   .game = row[i].wish[n].game,
                                   .clock = row[i].wish[n].clock,
                                   .rated = row[i].wish[n].rated,
                                   .accepts = {strchr(row[i].wish[n].roles, 'J'),
                                               strchr(row[i].wish[n].roles, 'D')},
                                   .rating = {row[i].wish[n].jack, row[i].wish[n].detective},
                                   .jack_more = row[i].wish[n].lately,
                                   .since = 1000000 - 1000 * row[i].wish[n].waited};
        assert_true(pool_pair(wish, n, 1000000, may, &row[i].modulus, pair, &count));
        for (size_t k = 0; k < count; k++) {
            got[2 * k] = (char)('A' + pair[k].jack);
            got[2 * k + 1] = (char)('A' + pair[k].detective);
        }
        CHECK(strcmp(got, row[i].pairs) == 0, "%s: %s", row[i].what, got);
    }
}

/* Two of whom nothing says who is to be Jack: their lots decide, whoever has waited longer.
 * Where one role is better, or one was Jack more often, they say nothing. */
static void test_lots(void **state)
{
    static const struct {
        int more, better; /* of the first: as Jack more often, as Detective better */
        bool drawn;
        size_t jack; /* if it is not */
    } row[] = {{0, 0, true, 0}, {1, 0, false, 1}, {-1, 0, false, 0}, {0, 1, false, 0}};
    uint64_t modulus = 0;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++)
        for (unsigned lots = 0; lots < 8; lots++) {
            struct pool_wish wish[2] = {{.person = 1, .lot = lots & 1},
                                        {.person = 2, .lot = lots >> 1 & 1}};
            struct pool_pair pair;
            size_t count, wanted = row[i].drawn ? (lots ^ lots >> 1) & 1 : row[i].jack;

            for (int k = 0; k < 2; k++) {
                wish[k].accepts[POOL_JACK] = wish[k].accepts[POOL_DETECTIVE] = true;
                wish[k].rating[POOL_JACK] = wish[k].rating[POOL_DETECTIVE] = 1500;
                wish[k].since = (lots >> 2 & 1) == (unsigned)k ? 5 : 0;
            }
            wish[0].jack_more = row[i].more;
            wish[0].rating[POOL_DETECTIVE] += row[i].better;
            assert_true(pool_pair(wish, 2, 1000, may, &modulus, &pair, &count));
            assert_int_equal(count, 1);
            if (row[i].drawn && (lots >> 2 & 1) == 0)
                wanted = 1 - wanted; /* the second has waited longer */
            CHECK(pair.jack == wanted && pair.detective == 1 - wanted, "row %zu, lots %u", i,
                  lots);
        }
}

static struct pool_wish random_wish(struct alibi_rng *rng, int kinds, int64_t now)
{
    uint32_t roles = alibi_rng_below(rng, 6);

    return (struct pool_wish){
        .person = alibi_rng_below(rng, 2 * MANY),
        .game = (int)alibi_rng_below(rng, (uint32_t)kinds),
        .clock = (int)alibi_rng_below(rng, (uint32_t)kinds),
        .rated = alibi_rng_below(rng, (uint32_t)kinds) == 1,
        .accepts = {roles != 0, roles != 1},
        .rating = {1000 + alibi_rng_below(rng, 1000), 1000 + alibi_rng_below(rng, 1000)},
        .jack_more = (int)alibi_rng_below(rng, 5) - 2,
        .since = now - alibi_rng_below(rng, 130000)};
}

/* Whether A can be Jack and B the Detective by their wishes, if they may be this far apart. */
static bool fit(const struct pool_wish *a, const struct pool_wish *b, double range,
                uint64_t modulus)
{
    return a->person != b->person && a->game == b->game && a->clock == b->clock &&
           a->rated == b->rated && a->accepts[POOL_JACK] && b->accepts[POOL_DETECTIVE] &&
           fabs(a->rating[POOL_JACK] - b->rating[POOL_DETECTIVE]) <= range &&
           may(&modulus, a, b);
}

static double range_of_both(const struct pool_wish *a, const struct pool_wish *b, int64_t now)
{
    return fmax(pool_range(now - a->since), pool_range(now - b->since));
}

/* Every pair fits, in these roles or, for the sake of balance, in the others; nobody is in two;
 * and no two of those left fit. */
static void check_pairs(const struct pool_wish *wish, size_t n, int64_t now, uint64_t modulus,
                        const struct pool_pair *pair, size_t count)
{
    bool paired[MANY] = {false};

    for (size_t i = 0; i < count; i++) {
        const struct pool_wish *a = &wish[pair[i].jack], *b = &wish[pair[i].detective];

        double range = range_of_both(a, b, now);

        CHECK(fit(a, b, INFINITY, modulus), "pair %zu", i);
        CHECK(fit(a, b, range, modulus) ||
                  (fit(b, a, range, modulus) && a->jack_more < b->jack_more),
              "pair %zu", i);
        assert_true(!paired[pair[i].jack] && !paired[pair[i].detective]);
        paired[pair[i].jack] = paired[pair[i].detective] = true;
    }
    for (size_t a = 0; a < n; a++)
        for (size_t b = 0; b < n; b++)
            CHECK(paired[a] || paired[b] ||
                      !fit(&wish[a], &wish[b], range_of_both(&wish[a], &wish[b], now), modulus),
                  "%zu and %zu are left", a, b);
}

static void test_nobody_is_left(void **state)
{
    struct alibi_rng rng;

    (void)state;
    alibi_rng_seed(&rng, 5);
    for (int i = 0; i < 600; i++) {
        static struct pool_wish wish[MANY];
        static struct pool_pair pair[MANY / 2];
        size_t n = alibi_rng_below(&rng, i % 100 ? 40 : MANY), count;
        uint64_t modulus = alibi_rng_below(&rng, 5);
        int kinds = 1 + (int)alibi_rng_below(&rng, 3);

        for (size_t k = 0; k < n; k++)
            wish[k] = random_wish(&rng, kinds, 1000000);
        assert_true(pool_pair(wish, n, 1000000, may, &modulus, pair, &count));
        check_pairs(wish, n, 1000000, modulus, pair, count);
    }
}

/* Ten minutes of a pool in which everybody comes back: how long people wait, how fair games are
 * and how even their roles. */
struct day {
    struct pool_wish person[MANY];
    int64_t back[MANY]; /* the second at which a person comes back */
    int games[MANY];
    int64_t longest;
    double gaps;
    int pairs;
};

static void play_pairs(struct day *d, const size_t *who, const struct pool_pair *pair,
                       size_t count, int64_t second, struct alibi_rng *rng)
{
    for (size_t i = 0; i < count; i++) {
        size_t jack = who[pair[i].jack], detective = who[pair[i].detective];
        int64_t end = second + 20 + alibi_rng_below(rng, 40);

        d->gaps += fabs(d->person[jack].rating[0] - d->person[detective].rating[1]);
        d->pairs++;
        d->person[jack].jack_more++;
        d->person[detective].jack_more--;
        for (int side = 0; side < 2; side++) {
            size_t p = side ? jack : detective;
            int64_t waited = second - d->person[p].since / 1000;

            d->longest = waited > d->longest ? waited : d->longest;
            d->games[p]++;
            d->back[p] = end;
            d->person[p].since = end * 1000;
        }
    }
}

static void one_second(struct day *d, int64_t second, struct alibi_rng *rng)
{
    static struct pool_wish wish[MANY];
    static struct pool_pair pair[MANY / 2];
    static size_t who[MANY];
    uint64_t modulus = 50;
    size_t n = 0, count;

    for (size_t p = 0; p < MANY; p++)
        if (d->back[p] <= second) {
            who[n] = p;
            wish[n++] = d->person[p];
        }
    assert_true(pool_pair(wish, n, second * 1000, may, &modulus, pair, &count));
    play_pairs(d, who, pair, count, second, rng);
}

/* Everybody here accepts both roles. */
static void test_thousand(void **state)
{
    static struct day d;
    struct alibi_rng rng;
    int uneven = 0;

    (void)state;
    alibi_rng_seed(&rng, 6);
    for (int p = 0; p < MANY; p++) {
        double skill = 1000 + alibi_rng_below(&rng, 1000);

        d.person[p] = (struct pool_wish){.person = (uint64_t)p,
                                         .game = (int)alibi_rng_below(&rng, 3),
                                         .accepts = {true, true},
                                         .rating = {skill, skill + alibi_rng_below(&rng, 100)}};
        d.back[p] = alibi_rng_below(&rng, 60);
        d.person[p].since = d.back[p] * 1000;
    }
    for (int64_t second = 0; second < 600; second++)
        one_second(&d, second, &rng);
    for (int p = 0; p < MANY; p++) {
        CHECK(d.games[p] >= 5, "%d has played %d games", p, d.games[p]);
        uneven = abs(d.person[p].jack_more) > uneven ? abs(d.person[p].jack_more) : uneven;
    }
    print_message(
        "pool: %d pairs in 600 s, %.0f apart; longest wait %d s; roles uneven by %d\n", d.pairs,
        d.gaps / d.pairs, (int)d.longest, uneven);
    assert_true(d.longest <= 60 && d.gaps / d.pairs < 100 && uneven <= 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_range),    cmocka_unit_test(test_pair),
        cmocka_unit_test(test_lots),     cmocka_unit_test(test_nobody_is_left),
        cmocka_unit_test(test_thousand),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
