/* Arenas: points and streaks; who is paired; whole arenas by a clock that the test turns. */
#include "unit.h"

#include "people/arena.h"

#include <alibi/rng.h>

/* Meetings as games won, and the points of each. */
static void test_points(void **state)
{
    static const struct {
        const char *won, *points;
    } row[] = {
        {"0 1 2", "0 1 2"},
        {"2 2 2 2 1 2 2 2", "2 2 4 4 2 2 2 4"},
        {"2 2 0 2 2 0", "2 2 0 2 2 0"},
        {"2 1 2 2 1 1", "2 1 2 2 2 1"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct arena_player p = arena_start(1500);
        int sum = 0, meetings = 0;

        for (const char *w = row[i].won, *x = row[i].points; *w;
             w += 1 + !!w[1], x += 1 + !!x[1]) {
            int points = arena_score(&p, *w - '0');

            sum += points;
            CHECK(points == *x - '0', "row %zu, meeting %d: %d", i, ++meetings, points);
        }
        assert_int_equal(p.points, sum);
    }
}

/* Everybody: points, rating, since when they wait (-1: not), last opponent. */
static void test_pair(void **state)
{
    static const struct {
        int players;
        struct {
            int points, rating, since, last;
        } player[6];
        int pairs, wanted[3][2];
    } row[] = {
        {4,
         {{0, 1500, 0, -1}, {9, 1500, 0, -1}, {9, 1600, 0, -1}, {0, 1900, 0, -1}},
         2,
         {{2, 1}, {3, 0}}},
        {4,
         {{9, 1500, 5, 1}, {9, 1400, 5, 0}, {4, 1600, 0, -1}, {3, 1900, 0, -1}},
         2,
         {{0, 2}, {1, 3}}},
        {3, {{9, 1500, 30, -1}, {8, 1500, 10, -1}, {1, 1500, 20, -1}}, 1, {{1, 2}}},
        {3, {{9, 1500, 10, -1}, {8, 1500, -1, -1}, {1, 1500, 20, -1}}, 1, {{0, 2}}},
        {2, {{9, 1500, 10, 1}, {8, 1500, 10, 0}}, 0, {{0}}},
        {2, {{9, 1500, 0, 1}, {8, 1500, 1, 0}}, 0, {{0}}},
        {2, {{9, 1500, 0, 1}, {8, 1500, 0, 0}}, 1, {{0, 1}}},
        {1, {{0, 1500, 0, -1}}, 0, {{0}}},
        {0, {{0}}, 0, {{0}}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct arena_player player[6];
        struct arena_meeting meeting[3];
        int count;

        for (int p = 0; p < row[i].players; p++) {
            player[p] = arena_start(row[i].player[p].rating);
            player[p].points = row[i].player[p].points;
            player[p].waits = row[i].player[p].since != -1;
            player[p].since = row[i].player[p].since;
            player[p].last = row[i].player[p].last;
        }
        count = arena_pair(player, row[i].players, ARENA_REMATCH_MS, meeting);
        CHECK(count == row[i].pairs, "row %zu: %d pairs", i, count);
        for (int k = 0; k < count; k++)
            CHECK(meeting[k].player[0] == row[i].wanted[k][0] &&
                      meeting[k].player[1] == row[i].wanted[k][1],
                  "row %zu: %d and %d", i, meeting[k].player[0], meeting[k].player[1]);
    }
}

enum { MANY = 300, SECONDS = 3600 };

struct simulation {
    struct arena_player player[MANY];
    int64_t free_at[MANY]; /* the second at which a player's meeting ends */
    int won[MANY];         /* in it */
    int longest;           /* seconds that somebody waited */
};

/* Those whose meetings end now wait. */
static void finish(struct simulation *s, int players, int64_t now)
{
    for (int p = 0; p < players; p++)
        if (!s->player[p].waits && s->free_at[p] == now) {
            arena_score(&s->player[p], s->won[p]);
            s->player[p].waits = true;
            s->player[p].since = now * 1000;
        }
}

/* Meetings of 60 to 259 seconds; nobody meets the last opponent at once. */
static void begin(struct simulation *s, int players, int64_t now, struct alibi_rng *rng)
{
    struct arena_meeting meeting[MANY];
    int count = arena_pair(s->player, players, now * 1000, meeting);

    assert_true(count >= 0);
    for (int i = 0; i < count; i++) {
        int64_t end = now + 60 + alibi_rng_below(rng, 200);
        int won = (int)alibi_rng_below(rng, 3);

        for (int side = 0; side < 2; side++) {
            int p = meeting[i].player[side], other = meeting[i].player[!side];
            int64_t waited = now * 1000 - s->player[p].since;

            assert_true(s->player[p].waits);
            CHECK(s->player[p].last != other || waited >= ARENA_REMATCH_MS, "%d and %d", p,
                  other);
            s->longest = waited / 1000 > s->longest ? (int)(waited / 1000) : s->longest;
            s->free_at[p] = end;
            s->won[p] = side ? ARENA_GAMES - won : won;
        }
        arena_begin(s->player, meeting[i]);
    }
}

static void check_table(const struct arena_player *player, int players)
{
    int order[MANY], place[MANY];
    bool seen[MANY] = {false};

    assert_true(arena_table(player, players, order, place));
    for (int i = 0; i < players; i++) {
        CHECK(!seen[order[i]] && place[i] >= 1 && place[i] <= i + 1, "place %d", i);
        CHECK(i == 0 || player[order[i - 1]].points >= player[order[i]].points, "place %d", i);
        seen[order[i]] = true;
    }
}

/* An hour with so many: more than two need not wait for longer than the longest meeting. */
static void test_whole_arenas(void **state)
{
    static const int sizes[] = {2, 3, 4, 7, 50, MANY};
    static struct simulation s;
    struct alibi_rng rng;

    (void)state;
    alibi_rng_seed(&rng, 3);
    for (size_t i = 0; i < COUNT(sizes); i++) {
        memset(&s, 0, sizeof s);
        for (int p = 0; p < sizes[i]; p++) {
            s.player[p] = arena_start(1000 + alibi_rng_below(&rng, 1000));
            s.player[p].waits = true;
        }
        for (int64_t now = 0; now < SECONDS; now++) {
            finish(&s, sizes[i], now);
            begin(&s, sizes[i], now, &rng);
        }
        check_table(s.player, sizes[i]);
        for (int p = 0; p < sizes[i]; p++)
            CHECK(s.player[p].meetings >= 8 &&
                      abs(2 * s.player[p].began - s.player[p].meetings) <= 7,
                  "%d players: %d had %d meetings, began %d", sizes[i], p, s.player[p].meetings,
                  s.player[p].began);
        CHECK(s.longest <= 260, "%d players: %d s", sizes[i], s.longest);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_points),
        cmocka_unit_test(test_pair),
        cmocka_unit_test(test_whole_arenas),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
