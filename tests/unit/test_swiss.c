/* Swiss tournaments: tables by hand; rounds against brute force; whole tournaments of every
 * size. */
#include "unit.h"

#include "people/swiss.h"

#include <alibi/rng.h>

enum { PLAYERS = SWISS_PLAYERS_MAX, MEETINGS = 8192, SMALL = 8 };

struct tournament {
    struct swiss_player player[PLAYERS];
    struct swiss_meeting meeting[MEETINGS];
    struct swiss s;
};

static void start(struct tournament *t, int players)
{
    memset(t, 0, sizeof *t);
    t->s = (struct swiss){t->player, players, t->meeting, 0, 0};
    for (int p = 0; p < players; p++)
        t->player[p].rating = 2000 - p;
}

/* In the first everybody has met everybody, so equal points are equal Buchholz, and that B has
 * won against D counts more than D's rating. In the second nothing distinguishes B and C. */
static void test_table(void **state)
{
    static const struct {
        struct swiss_player player[4];
        struct swiss_meeting meeting[6];
        int players, meetings;
        struct {
            int player, place, points, buchholz, mutual;
        } wanted[4];
    } row[] = {
        {{{1500, false}, {1700, false}, {1500, true}, {1900, false}},
         {{1, {0, 1}, {2, 0}, true},
          {1, {2, 3}, {1, 1}, true},
          {2, {0, 2}, {2, 0}, true},
          {2, {1, 3}, {2, 0}, true},
          {3, {3, 0}, {1, 1}, true},
          {3, {2, 1}, {2, 0}, true}},
         4,
         6,
         {{0, 1, 5, 7, 0}, {2, 2, 3, 9, 0}, {1, 3, 2, 10, 2}, {3, 4, 2, 10, 0}}},
        {{{1800, false}, {1500, false}, {1500, false}},
         {{1, {0, 1}, {1, 1}, true},
          {1, {2, SWISS_NOBODY}, {2, 0}, true},
          {2, {2, 0}, {1, 1}, true},
          {2, {1, SWISS_NOBODY}, {2, 0}, true}},
         3,
         4,
         {{1, 1, 3, 5, 0}, {2, 1, 3, 5, 0}, {0, 3, 2, 6, 0}}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct swiss s = {row[i].player, row[i].players, row[i].meeting, row[i].meetings, 0};
        struct swiss_row got[4];

        swiss_table(&s, got);
        for (int k = 0; k < s.players; k++)
            CHECK(got[k].player == row[i].wanted[k].player &&
                      got[k].place == row[i].wanted[k].place &&
                      got[k].points == row[i].wanted[k].points &&
                      got[k].buchholz == row[i].wanted[k].buchholz &&
                      got[k].mutual == row[i].wanted[k].mutual,
                  "row %zu: player %d, place %d, points %d, %d, %d", i, got[k].player,
                  got[k].place, got[k].points, got[k].buchholz, got[k].mutual);
    }
}

/* The first round: the upper half against the lower, in order; with nine the last has the bye.
 */
static void test_first_round(void **state)
{
    static const struct {
        int players, wanted[5][2];
    } row[] = {
        {8, {{0, 4}, {1, 5}, {2, 6}, {3, 7}}},
        {9, {{0, 4}, {1, 5}, {2, 6}, {3, 7}, {8, SWISS_NOBODY}}},
        {2, {{0, 1}}},
    };
    struct tournament t;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct swiss_meeting round[SMALL];
        int count;

        start(&t, row[i].players);
        assert_int_equal(swiss_pair(&t.s, round, &count), SWISS_OK);
        assert_int_equal(count, (row[i].players + 1) / 2);
        for (int k = 0; k < count; k++)
            CHECK(round[k].player[0] == row[i].wanted[k][0] &&
                      round[k].player[1] == row[i].wanted[k][1],
                  "row %zu: %d and %d", i, round[k].player[0], round[k].player[1]);
    }
}

static void test_refused(void **state)
{
    struct swiss_meeting round[SMALL];
    struct tournament t;
    int count;

    (void)state;
    start(&t, 4);
    assert_int_equal(swiss_pair(&t.s, round, &count), SWISS_OK);
    memcpy(t.meeting, round, sizeof round[0] * (size_t)count);
    t.s.meetings = count;
    assert_int_equal(swiss_pair(&t.s, round, &count), SWISS_OPEN);
    assert_int_equal(count, 0);
    start(&t, 1);
    assert_int_equal(swiss_pair(&t.s, round, &count), SWISS_STUCK);
    start(&t, 3);
    t.player[0].withdrawn = t.player[2].withdrawn = true;
    assert_int_equal(swiss_pair(&t.s, round, &count), SWISS_STUCK);
}

static int partner(const struct swiss_meeting *m, int player)
{
    return m->player[0] == player ? m->player[1] : m->player[0];
}

static bool takes_part(const struct swiss_meeting *m, int player)
{
    return m->player[0] == player || m->player[1] == player;
}

/* Whether A has met B, or had a bye if that is SWISS_NOBODY. */
static bool have_met(const struct swiss *s, int a, int b)
{
    for (int i = 0; i < s->meetings; i++)
        if (takes_part(&s->meeting[i], a) && partner(&s->meeting[i], a) == b)
            return true;
    return false;
}

/* Everybody who has not withdrawn is in one meeting, nobody meets twice or has two byes. */
static void check_round(const struct swiss *s, const struct swiss_meeting *round, int count)
{
    int meetings[PLAYERS] = {0};

    for (int i = 0; i < count; i++) {
        int a = round[i].player[0], b = round[i].player[1];

        CHECK(!have_met(s, a, b), "%d has met %d", a, b);
        meetings[a]++;
        if (b != SWISS_NOBODY)
            meetings[b]++;
        assert_int_equal(round[i].over, b == SWISS_NOBODY);
    }
    for (int p = 0; p < s->players; p++)
        CHECK(meetings[p] == !s->player[p].withdrawn, "%d has %d meetings", p, meetings[p]);
}

/* The results of a round, each of three equally likely, go into the tournament. */
static void play(struct tournament *t, struct swiss_meeting *round, int count,
                 struct alibi_rng *rng)
{
    for (int i = 0; i < count; i++) {
        if (!round[i].over) {
            round[i].points[0] = (int)alibi_rng_below(rng, 3);
            round[i].points[1] = SWISS_GAMES - round[i].points[0];
            round[i].over = true;
        }
        assert_true(t->s.meetings < MEETINGS);
        t->meeting[t->s.meetings++] = round[i];
    }
}

static void check_table(const struct swiss *s)
{
    struct swiss_row row[PLAYERS];
    int points = 0, wanted = 0;

    swiss_table(s, row);
    for (int p = 0; p < s->players; p++) {
        points += row[p].points;
        CHECK(p == 0 ||
                  (row[p - 1].place <= row[p].place && row[p - 1].points >= row[p].points),
              "place %d", p);
    }
    for (int i = 0; i < s->meetings; i++)
        wanted += s->meeting[i].points[0] + s->meeting[i].points[1];
    assert_int_equal(points, wanted);
}

/* As many rounds as are promised can always be paired, in tournaments of every kind of size. */
static void test_to_the_end(void **state)
{
    static const int sizes[] = {2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 33, 64, 65, 128, 512};
    static struct tournament t;
    struct alibi_rng rng;

    (void)state;
    alibi_rng_seed(&rng, 8);
    for (size_t i = 0; i < COUNT(sizes); i++)
        for (int again = 0; again < (sizes[i] <= 64 ? 50 : 1); again++) {
            start(&t, sizes[i]);
            for (int r = 1; r <= swiss_rounds(sizes[i]); r++) {
                struct swiss_meeting round[PLAYERS];
                int count;

                CHECK(swiss_pair(&t.s, round, &count) == SWISS_OK, "%d players, round %d",
                      sizes[i], r);
                check_round(&t.s, round, count);
                assert_int_equal(round[0].round, r);
                play(&t, round, count, &rng);
            }
            check_table(&t.s);
        }
}

/* However many rounds its maker has chosen, a tournament has them. With one round less than
 * there are players, an even number of them, everybody meets everybody. */
static void test_every_number(void **state)
{
    static struct tournament t;
    struct alibi_rng rng;

    (void)state;
    alibi_rng_seed(&rng, 10);
    for (int players = 2; players <= 17; players++)
        for (int rounds = 1; rounds < players; rounds++)
            for (int again = 0; again < 100; again++) {
                start(&t, players);
                t.s.rounds = rounds;
                for (int r = 1; r <= rounds; r++) {
                    struct swiss_meeting round[PLAYERS];
                    int count;

                    CHECK(swiss_pair(&t.s, round, &count) == SWISS_OK,
                          "%d players, round %d of %d", players, r, rounds);
                    check_round(&t.s, round, count);
                    play(&t, round, count, &rng);
                }
                check_table(&t.s);
            }
}

/* Somebody withdraws from a tournament in which everybody was to meet everybody: those who are
 * left play on, each of them with the bye in turn. */
static void test_one_withdraws(void **state)
{
    static struct tournament t;
    struct alibi_rng rng;

    (void)state;
    alibi_rng_seed(&rng, 11);
    for (int players = 4; players <= 16; players += 2)
        for (int gone = 1; gone < players - 1; gone++) {
            start(&t, players);
            t.s.rounds = players - 1;
            for (int r = 1; r < players; r++) {
                struct swiss_meeting round[PLAYERS];
                int count;

                t.player[2].withdrawn = r > gone;
                CHECK(swiss_pair(&t.s, round, &count) == SWISS_OK,
                      "%d players, one less after round %d: round %d", players, gone, r);
                check_round(&t.s, round, count);
                play(&t, round, count, &rng);
            }
        }
}

/* The least sum of squared differences in points over all rounds that are possible, -1 if none
 * is. A player who is left alone has the bye if BYE. */
static int best_round(const struct swiss *s, const int *points, unsigned done, bool bye,
                      int last)
{
    int best = -1, a = 0;

    while (a < s->players && done >> a & 1)
        a++;
    if (a == s->players)
        return bye ? -1 : 0;
    for (int b = a; b < s->players; b++) {
        bool resting = a == b;
        int other = resting ? SWISS_NOBODY : b, sum;
        int difference = points[a] - (resting ? last : points[b]);

        if (done >> b & 1 || (resting && !bye) || have_met(s, a, other))
            continue;
        sum = best_round(s, points, done | 1U << a | 1U << b, bye && !resting, last);
        if (sum >= 0 && (best < 0 || sum + difference * difference < best))
            best = sum + difference * difference;
    }
    return best;
}

static int best_of_all(const struct swiss *s)
{
    int points[PLAYERS], last = 1000, count = 0;
    unsigned done = 0;

    swiss_points(s, points);
    for (int p = 0; p < s->players; p++) {
        if (s->player[p].withdrawn) {
            done |= 1U << p;
            continue;
        }
        count++;
        last = points[p] < last ? points[p] : last;
    }
    return count < 2 ? -1 : best_round(s, points, done, count % 2, last);
}

static int squares_of(const struct swiss *s, const struct swiss_meeting *round, int count)
{
    int points[PLAYERS], sum = 0, last = 1000;

    swiss_points(s, points);
    for (int p = 0; p < s->players; p++)
        if (!s->player[p].withdrawn && points[p] < last)
            last = points[p];
    for (int i = 0; i < count; i++) {
        int b = round[i].player[1];
        int difference = points[round[i].player[0]] - (b == SWISS_NOBODY ? last : points[b]);

        sum += difference * difference;
    }
    return sum;
}

/* Small tournaments until no round is left, with people who withdraw or come late: a round is
 * found if there is one, and no other has fairer meetings. */
static void test_brute_force(void **state)
{
    static struct tournament t;
    struct alibi_rng rng;

    (void)state;
    alibi_rng_seed(&rng, 9);
    for (int i = 0; i < 1000; i++) {
        int best;

        start(&t, 2 + (int)alibi_rng_below(&rng, SMALL - 1));
        do {
            struct swiss_meeting round[PLAYERS];
            enum swiss_status status;
            int count;

            if (alibi_rng_below(&rng, 5) == 0)
                t.player[alibi_rng_below(&rng, (uint32_t)t.s.players)].withdrawn = true;
            if (t.s.players < SMALL && alibi_rng_below(&rng, 5) == 0)
                t.player[t.s.players++].rating = alibi_rng_below(&rng, 4000);
            best = best_of_all(&t.s);
            status = swiss_pair(&t.s, round, &count);
            CHECK(status == (best < 0 ? SWISS_STUCK : SWISS_OK), "tournament %d", i);
            if (status == SWISS_OK) {
                int squares = squares_of(&t.s, round, count);

                check_round(&t.s, round, count);
                CHECK(squares == best, "tournament %d: %d, not %d", i, squares, best);
                play(&t, round, count, &rng);
            }
        } while (best >= 0);
    }
}

/* Where the stronger wins both games, the strongest of 64 has won in the end, and everybody who
 * is first in the draw was so as often as others, or nearly. */
static void test_strongest_wins(void **state)
{
    static struct tournament t;
    struct swiss_row row[PLAYERS];
    int began[PLAYERS] = {0};

    (void)state;
    start(&t, 64);
    for (int r = 1; r <= swiss_rounds(64); r++) {
        struct swiss_meeting round[PLAYERS];
        int count;

        assert_int_equal(swiss_pair(&t.s, round, &count), SWISS_OK);
        for (int i = 0; i < count; i++) {
            began[round[i].player[0]]++;
            round[i].points[round[i].player[1] * 7 % 64 > round[i].player[0] * 7 % 64 ? 1 : 0] =
                2;
            round[i].over = true;
            t.meeting[t.s.meetings++] = round[i];
        }
    }
    swiss_table(&t.s, row);
    assert_int_equal(row[0].player * 7 % 64, 63);
    for (int p = 0; p < 64; p++)
        CHECK(began[p] >= 2 && began[p] <= 5, "%d began %d times", p, began[p]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_table),        cmocka_unit_test(test_first_round),
        cmocka_unit_test(test_refused),      cmocka_unit_test(test_to_the_end),
        cmocka_unit_test(test_every_number), cmocka_unit_test(test_one_withdraws),
        cmocka_unit_test(test_brute_force),  cmocka_unit_test(test_strongest_wins),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
