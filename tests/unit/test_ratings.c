/* Ratings: the paper's example, what the client's implementation is compared with, too, and
 * populations whose true skill is known. The figures that this prints are in docs/ratings.md.
 */
#include "unit.h"

#include "people/anchors.h"
#include "people/glicko.h"
#include "people/pool.h"

#include <alibi/rng.h>
#include <math.h>

/* "Example of the Glicko-2 system", as it is printed there; it rounds in between. */
static void test_paper(void **state)
{
    static const struct glicko_game games[] = {
        {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
    struct glicko after = glicko_rated((struct glicko){1500, 200, 0.06}, games, 3, 1);

    (void)state;
    CHECK(fabs(after.rating - 1464.06) < 0.01, "rating %f", after.rating);
    CHECK(fabs(after.deviation - 151.52) < 0.005, "deviation %f", after.deviation);
    CHECK(fabs(after.volatility - 0.05999) < 0.00001, "volatility %f", after.volatility);
}

static size_t read_numbers(const char *text, double *number, size_t most)
{
    size_t count = 0;
    char *end;

    for (;; text = end) {
        double x = strtod(text, &end);

        if (end == text)
            return count;
        assert_true(count < most);
        number[count++] = x;
    }
}

/* A row of glicko.txt. */
static void check_row(char *line)
{
    double own[3], game[30], wanted[3];
    struct glicko_game games[10];
    struct glicko after;
    char *second = strchr(line, ':'), *third = strrchr(line, ':');
    size_t n;

    assert_true(second && third > second);
    *second = *third = '\0';
    assert_int_equal(read_numbers(line, own, 3), 3);
    n = read_numbers(second + 1, game, 30) / 3;
    assert_int_equal(read_numbers(third + 1, wanted, 3), 3);
    for (size_t i = 0; i < n; i++)
        games[i] = (struct glicko_game){{game[3 * i], game[3 * i + 1], 0.06}, game[3 * i + 2]};
    after = glicko_rated((struct glicko){own[0], own[1], own[2]}, games, n, 1);
    CHECK(fabs(after.rating - wanted[0]) < 0.001 && fabs(after.deviation - wanted[1]) < 0.001 &&
              fabs(after.volatility - wanted[2]) < 0.000001,
          "%s: %f %f %f", line, after.rating, after.deviation, after.volatility);
}

static void test_file(void **state)
{
    FILE *file = fopen(RULES "/../unit/glicko.txt", "r");
    char line[500];
    int rows = 0;

    (void)state;
    assert_non_null(file);
    while (fgets(line, sizeof line, file))
        if (line[0] != '#') {
            check_row(line);
            rows++;
        }
    assert_int_equal(fclose(file), 0);
    assert_int_equal(rows, 20);
}

static void test_age(void **state)
{
    static const struct {
        struct glicko before;
        double periods, deviation;
    } row[] = {
        {{1500, 60, 0.06}, 0, 60},
        {{1500, 60, 0.06}, 1, 60.8987},
        {{1500, 60, 0.06}, 0.5, 60.4510},
        {{1500, 60, 0.06}, 365. / GLICKO_PERIOD_DAYS, 107.3813},
        {{1500, 350, 0.06}, 9, 350},
        {{1500, 60, 0.06}, 1e9, 350},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct glicko g = glicko_aged(row[i].before, row[i].periods);

        CHECK(fabs(g.deviation - row[i].deviation) < 0.001, "row %zu: %f", i, g.deviation);
        CHECK(g.rating == 1500 && g.volatility == 0.06, "row %zu", i);
        g = glicko_rated(row[i].before, NULL, 0, row[i].periods);
        CHECK(fabs(g.deviation - row[i].deviation) < 0.001, "row %zu: %f", i, g.deviation);
    }
}

static void test_limits(void **state)
{
    struct glicko_game upset[15], won = {{1500, 45, 0.06}, 1};
    struct glicko g = glicko_start();

    (void)state;
    assert_true(glicko_provisional(g));
    for (int i = 0; i < 15; i++)
        upset[i] = (struct glicko_game){{2500, 60, 0.06}, 1};
    assert_true(glicko_rated((struct glicko){500, 45, 0.095}, upset, 15, 1).volatility ==
                GLICKO_VOLATILITY);
    for (int i = 0; i < 1000; i++) {
        won.against.rating = g.rating;
        won.score = i % 2;
        g = glicko_rated(g, &won, 1, 0);
    }
    assert_true(g.deviation == GLICKO_FLOOR && !glicko_provisional(g));
    assert_true(glicko_provisional((struct glicko){1500, 110.01, 0.06}) &&
                !glicko_provisional((struct glicko){1500, 110, 0.06}));
}

/* By hand: 400 points are 10 to 1, and not knowing makes chances more even. */
static void test_expected(void **state)
{
    static const struct {
        struct glicko own, against;
        double expected;
    } row[] = {
        {{1500, 200, 0.06}, {1500, 50, 0.06}, 0.5},
        {{1900, 0, 0.06}, {1500, 0, 0.06}, 10. / 11},
        {{1500, 0, 0.06}, {1900, 0, 0.06}, 1. / 11},
        {{1500, 0, 0.06}, {1400, 30, 0.06}, 0.6395},
        {{1500, 350, 0.06}, {1900, 350, 0.06}, 0.2250},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        double e = glicko_expected(row[i].own, row[i].against);

        CHECK(fabs(e - row[i].expected) < 0.0001, "row %zu: %f", i, e);
    }
}

/* A level is better than the one before in each role; the third is where the scale begins. */
static void check_anchors(const char *game)
{
    struct glicko low, high, middle[2];

    for (int role = 0; role < 2; role++) {
        for (int level = 1; level < ANCHOR_LEVELS; level++) {
            assert_true(anchor_find(game, level, role, &low));
            assert_true(anchor_find(game, level + 1, role, &high));
            CHECK(high.rating > low.rating && !glicko_provisional(high), "%s: level %d", game,
                  level);
        }
        assert_true(anchor_find(game, 3, role, &middle[role]));
    }
    CHECK(fabs(middle[0].rating + middle[1].rating - 3000) <= 1, "%s", game);
}

/* Every game that people are offered has been measured. */
static void test_anchors(void **state)
{
    struct glicko g;
    int found = 0;

    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++) {
        CHECK(anchor_find((*game)->name, 1, 0, &g) != (*game)->unlisted, "%s", (*game)->name);
        if ((*game)->unlisted)
            continue;
        check_anchors((*game)->name);
        assert_false(anchor_find((*game)->name, 0, 0, &g));
        assert_false(anchor_find((*game)->name, ANCHOR_LEVELS + 1, 0, &g));
        found++;
    }
    assert_true(found > 0);
    assert_false(anchor_find("no such game", 1, 0, &g));
}

/* --- Populations --- */

enum { PEOPLE = 1000, DAYS = 300 };

/* Everybody plays a game a day in one role or the other. */
struct population {
    const char *game; /* whose levels are played against */
    struct alibi_rng rng;
    double skill[PEOPLE][2];
    struct glicko rating[PEOPLE][2];
    int64_t played[PEOPLE][2]; /* the day of the last game */
    int games[PEOPLE][2];
};

static double uniform(struct alibi_rng *rng)
{
    return (double)(alibi_rng_next(rng) >> 11) / 9007199254740992.0;
}

/* Nearly normal, with standard deviation 1: the sum of twelve. */
static double normal(struct alibi_rng *rng)
{
    double sum = -6;

    for (int i = 0; i < 12; i++)
        sum += uniform(rng);
    return sum;
}

/* Skill differs by 250 from person to person, and by 80 more from role to role. */
static void populate(struct population *p, uint64_t seed, double mean)
{
    memset(p, 0, sizeof *p);
    alibi_rng_seed(&p->rng, seed);
    for (int i = 0; i < PEOPLE; i++) {
        double skill = mean + 250 * normal(&p->rng);

        for (int role = 0; role < 2; role++) {
            p->skill[i][role] = skill + 80 * normal(&p->rng);
            p->rating[i][role] = glicko_start();
        }
    }
}

static bool wins(struct alibi_rng *rng, double difference)
{
    return uniform(rng) < 1 / (1 + pow(10, -difference / 400));
}

static double periods(int64_t days)
{
    return (double)days / GLICKO_PERIOD_DAYS;
}

static struct glicko now(const struct population *p, size_t who, int role, int64_t day)
{
    return glicko_aged(p->rating[who][role], periods(day - p->played[who][role]));
}

static void rate(struct population *p, size_t who, int role, struct glicko against,
                 double score, int64_t day)
{
    struct glicko_game game = {against, score};

    p->rating[who][role] =
        glicko_rated(p->rating[who][role], &game, 1, periods(day - p->played[who][role]));
    p->played[who][role] = day;
    p->games[who][role]++;
}

static void play_pair(struct population *p, struct pool_pair pair, int64_t day)
{
    struct glicko jack = now(p, pair.jack, 0, day), detective = now(p, pair.detective, 1, day);
    bool won = wins(&p->rng, p->skill[pair.jack][0] - p->skill[pair.detective][1]);

    rate(p, pair.jack, 0, detective, won, day);
    rate(p, pair.detective, 1, jack, !won, day);
}

/* The level whose rating in the other role is the nearest to RATING. */
static struct glicko nearest_level(const char *game, int role, double rating)
{
    struct glicko nearest, level;

    assert_true(anchor_find(game, 1, 1 - role, &nearest));
    for (int i = 2; i <= ANCHOR_LEVELS; i++) {
        assert_true(anchor_find(game, i, 1 - role, &level));
        if (fabs(level.rating - rating) < fabs(nearest.rating - rating))
            nearest = level;
    }
    return nearest;
}

/* A level plays as it was measured, and its rating never changes. */
static void play_level(struct population *p, size_t who, int role, int64_t day)
{
    struct glicko level = nearest_level(p->game, role, p->rating[who][role].rating);
    bool won = wins(&p->rng, p->skill[who][role] - level.rating);

    rate(p, who, role, level, won, day);
}

static bool anybody(const void *context, const struct pool_wish *a, const struct pool_wish *b)
{
    (void)context;
    return a != b;
}

static void play_day(struct population *p, int64_t day, uint32_t per_cent_levels)
{
    static struct pool_wish wish[PEOPLE];
    static struct pool_pair pair[PEOPLE / 2];
    size_t n = 0, count;

    for (size_t i = 0; i < PEOPLE; i++)
        if (alibi_rng_below(&p->rng, 100) < per_cent_levels)
            play_level(p, i, (int)alibi_rng_below(&p->rng, 2), day);
        else
            wish[n++] =
                (struct pool_wish){.person = i,
                                   .accepts = {true, true},
                                   .rating = {p->rating[i][0].rating, p->rating[i][1].rating},
                                   .jack_more = p->games[i][0] - p->games[i][1],
                                   .since = -(int64_t)alibi_rng_below(&p->rng, 30000)};
    assert_true(pool_pair(wish, n, 0, anybody, NULL, pair, &count));
    for (size_t i = 0; i < count; i++)
        play_pair(p,
                  (struct pool_pair){wish[pair[i].jack].person, wish[pair[i].detective].person},
                  day);
}

struct figures {
    double games, rms, bias, spread, deviation, covered, provisional, volatility;
    double of_role[2]; /* the mean error as Jack and as Detective */
};

/* The errors of all ratings: their root mean square, mean, and standard deviation about that;
 * the share of intervals of 95 % that hold the truth. */
static struct figures measure(const struct population *p)
{
    struct figures f = {0};
    double n = 2. * PEOPLE;

    for (int i = 0; i < PEOPLE; i++)
        for (int role = 0; role < 2; role++) {
            struct glicko g = p->rating[i][role];
            double error = g.rating - p->skill[i][role];

            f.games += p->games[i][role] / n;
            f.rms += error * error / n;
            f.bias += error / n;
            f.of_role[role] += error / PEOPLE;
            f.deviation += g.deviation / n;
            f.volatility += g.volatility / n;
            f.covered += (fabs(error) <= 1.96 * g.deviation) / n;
            f.provisional += glicko_provisional(g) / n;
        }
    f.spread = sqrt(f.rms - f.bias * f.bias);
    f.rms = sqrt(f.rms);
    return f;
}

/* The first FIRST games of everybody are against levels of GAME, then LEVELS per cent; no games
 * are if it is NULL. */
static struct figures simulate(const char *game, double mean, int first, uint32_t levels)
{
    static struct population p;
    struct figures f = {0};

    populate(&p, 1, mean);
    p.game = game;
    print_message("mean skill %.0f, %s: the first %d games with levels, then %u %%\n"
                  "  games a role, RMS error, mean error (as Jack, as Detective), spread, "
                  "deviation, in the 95 %% interval, provisional, volatility\n",
                  mean, game ? game : "people only", first, levels);
    for (int day = 1; day <= DAYS; day++) {
        play_day(&p, day, day <= first ? 100 : levels);
        if (day == 10 || day == 20 || day == 40 || day == 100 || day == DAYS) {
            f = measure(&p);
            print_message("  %5.1f  %5.1f  %+6.1f (%+6.1f, %+6.1f)  %5.1f  %5.1f  %4.1f %%  "
                          "%5.1f %%  %.4f\n",
                          f.games, f.rms, f.bias, f.of_role[0], f.of_role[1], f.spread,
                          f.deviation, 100 * f.covered, 100 * f.provisional, f.volatility);
        }
    }
    return f;
}

static void test_populations(void **state)
{
    struct figures alone = simulate(NULL, 1500, 0, 0), shifted = simulate(NULL, 1700, 0, 0);

    (void)state;
    assert_true(alone.rms < 50 && alone.covered > 0.93 && alone.provisional == 0);
    assert_true(shifted.bias < -150 && shifted.spread < 50);
    for (const struct alibi_game *const *game = alibi_games(); *game; game++) {
        struct figures tenth, begun;

        if ((*game)->unlisted)
            continue;
        tenth = simulate((*game)->name, 1700, 0, 10);
        begun = simulate((*game)->name, 1700, 10, 10);
        assert_true(tenth.bias > shifted.bias + 50 && tenth.bias < 0 && tenth.spread < 50);
        assert_true(begun.bias > -45 && begun.bias < 0 && begun.rms < 60 &&
                    begun.covered > 0.9);
        /* That levels are not as strong as Jack as they are as Detective pulls nothing apart.
         */
        assert_true(fabs(begun.of_role[0] - begun.of_role[1]) < 5);
        assert_true(fabs(tenth.of_role[0] - tenth.of_role[1]) < 5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paper),       cmocka_unit_test(test_file),
        cmocka_unit_test(test_age),         cmocka_unit_test(test_limits),
        cmocka_unit_test(test_expected),    cmocka_unit_test(test_anchors),
        cmocka_unit_test(test_populations),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
