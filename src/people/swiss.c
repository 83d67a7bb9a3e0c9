/* The pairing is a maximum weight matching, so a round is found whenever there is one. Weights
 * say what is better, each worth more than all that comes after it:
 *   1. everybody has an opponent or the bye;
 *   2. the squares of the differences in points are small; the bye is an opponent with the
 * points of the last;
 *   3. among those with equal points the upper half meets the lower half, in order.
 * Rounds that look no further than themselves can leave a last one that cannot be paired: of
 * six who have played three, two groups of three may be left in which everybody has met all
 * others. So a tournament with more rounds than always work out is paired by the circle method,
 * as if everybody were to meet everybody: the players sit around a table, and move on by one
 * seat after every round. Only those whose opponent has withdrawn meet whom they can. */
#include "swiss.h"

#include "matching.h"

#include <stdint.h>
#include <stdlib.h>

enum { VERTICES_MAX = SWISS_PLAYERS_MAX + 1, NO_SEAT = -1 };

/* A round has at most 2^8 pairs. The squares of places are at most 2^18; those of points 2^20,
 * because nobody has more rounds than opponents. */
#define PLACE  INT64_C(1)
#define POINTS (INT64_C(1) << 27)
#define PAIR   (INT64_C(1) << 57)

/* Those who are to be paired, by rank. */
struct field {
    const struct swiss *s;
    int count; /* players, without the bye */
    int player[VERTICES_MAX];
    int points[SWISS_PLAYERS_MAX]; /* of every player, as the following */
    int rank[SWISS_PLAYERS_MAX];
    int began[SWISS_PLAYERS_MAX]; /* how often a player was Jack first */
    bool had_bye[SWISS_PLAYERS_MAX];
    int group_size[VERTICES_MAX]; /* by rank: how many have the same points */
    bool circle;
    int seat[SWISS_PLAYERS_MAX]; /* in the circle, or NO_SEAT */
    int seats, round;
};

/* The better by points, then by rating, then who registered first. */
static bool ranks_before(const struct field *f, int a, int b)
{
    if (f->points[a] != f->points[b])
        return f->points[a] > f->points[b];
    if (f->s->player[a].rating != f->s->player[b].rating)
        return f->s->player[a].rating > f->s->player[b].rating;
    return a < b;
}

static void rank_players(struct field *f)
{
    f->count = 0;
    for (int p = 0; p < f->s->players; p++) {
        int at = f->count;

        if (f->s->player[p].withdrawn)
            continue;
        for (; at > 0 && ranks_before(f, p, f->player[at - 1]); at--)
            f->player[at] = f->player[at - 1];
        f->player[at] = p;
        f->count++;
    }
    for (int i = 0; i < f->count; i++)
        f->rank[f->player[i]] = i;
}

static void measure_groups(struct field *f)
{
    for (int i = 0, end; i < f->count; i = end) {
        for (end = i; end < f->count; end++)
            if (f->points[f->player[end]] != f->points[f->player[i]])
                break;
        for (int k = i; k < end; k++)
            f->group_size[k] = end - i;
    }
}

/* Who was there in the first round has a seat for good; with an odd number the bye has the last
 * one. */
static void take_seats(struct field *f)
{
    const struct swiss *s = f->s;
    bool there[SWISS_PLAYERS_MAX];

    for (int p = 0; p < s->players; p++)
        there[p] = s->meetings == 0 && !s->player[p].withdrawn;
    for (int i = 0; i < s->meetings && s->meeting[i].round == 1; i++)
        for (int side = 0; side < 2; side++)
            if (s->meeting[i].player[side] != SWISS_NOBODY)
                there[s->meeting[i].player[side]] = true;
    for (int p = 0; p < s->players; p++)
        f->seat[p] = there[p] ? f->seats++ : NO_SEAT;
    f->seats += f->seats % 2;
    f->circle = s->rounds > f->seats / 2;
}

static void prepare(struct field *f, const struct swiss *s, int round)
{
    *f = (struct field){.s = s, .round = round};
    swiss_points(s, f->points);
    for (int i = 0; i < s->meetings; i++) {
        const struct swiss_meeting *m = &s->meeting[i];

        if (m->player[1] == SWISS_NOBODY)
            f->had_bye[m->player[0]] = true;
        else
            f->began[m->player[0]]++;
    }
    rank_players(f);
    measure_groups(f);
    take_seats(f);
}

static int64_t squared(int64_t x)
{
    return x * x;
}

/* Whether those in the seats A and B meet in this round: the last seat stays where it is, and
 * all others move around it. */
static bool circle_pairs(const struct field *f, int a, int b)
{
    int last = f->seats - 1;

    if (a == NO_SEAT || b == NO_SEAT)
        return false;
    if (a == last)
        a = b;
    else if (b == last)
        b = a;
    return (a + b - 2 * f->round) % last == 0;
}

static int64_t circle_weight(const struct field *f, int a, int b)
{
    return PAIR - (circle_pairs(f, a, b) ? 0 : POINTS);
}

/* The weight of a meeting of those ranked A and B, A before B. */
static int64_t meeting_weight(const struct field *f, int a, int b)
{
    int difference = f->points[f->player[a]] - f->points[f->player[b]];
    int wanted = difference == 0 ? f->group_size[a] / 2 : 0;

    if (f->circle)
        return circle_weight(f, f->seat[f->player[a]], f->seat[f->player[b]]);
    return PAIR - POINTS * squared(difference) - PLACE * squared(b - a - wanted);
}

static int64_t bye_weight(const struct field *f, int a)
{
    int last = f->count - 1;
    int difference = f->points[f->player[a]] - f->points[f->player[last]];

    if (f->had_bye[f->player[a]])
        return 0;
    if (f->circle)
        return circle_weight(f, f->seat[f->player[a]], f->seats - 1);
    return PAIR - POINTS * squared(difference) - PLACE * squared(last - a);
}

/* The weights of all meetings among N vertices, by rank, the bye being the last if there is
 * one. */
static void weigh(const struct field *f, int n, int64_t *weight)
{
    for (int a = 0; a < f->count; a++) {
        for (int b = a + 1; b < f->count; b++)
            weight[a * n + b] = weight[b * n + a] = meeting_weight(f, a, b);
        if (n > f->count)
            weight[a * n + f->count] = weight[f->count * n + a] = bye_weight(f, a);
    }
    for (int i = 0; i < f->s->meetings; i++) {
        const struct swiss_meeting *m = &f->s->meeting[i];
        int a, b;

        if (m->player[1] == SWISS_NOBODY || f->s->player[m->player[0]].withdrawn ||
            f->s->player[m->player[1]].withdrawn)
            continue;
        a = f->rank[m->player[0]];
        b = f->rank[m->player[1]];
        weight[a * n + b] = weight[b * n + a] = 0;
    }
}

/* A, who ranks before B, is Jack first unless B was less often. */
static struct swiss_meeting meeting_of(const struct field *f, int round, int a, int b)
{
    bool swapped = f->began[b] < f->began[a];

    return (struct swiss_meeting){.round = round, .player = {swapped ? b : a, swapped ? a : b}};
}

static struct swiss_meeting bye_of(int round, int player)
{
    return (struct swiss_meeting){.round = round,
                                  .player = {player, SWISS_NOBODY},
                                  .points = {SWISS_GAMES, 0},
                                  .over = true};
}

static enum swiss_status list_meetings(const struct field *f, const int *mate, int round,
                                       struct swiss_meeting *out, int *count)
{
    for (int a = 0; a < f->count; a++) {
        if (mate[a] < 0)
            return SWISS_STUCK;
        if (mate[a] == f->count)
            out[(*count)++] = bye_of(round, f->player[a]);
        else if (mate[a] > a)
            out[(*count)++] = meeting_of(f, round, f->player[a], f->player[mate[a]]);
    }
    return SWISS_OK;
}

enum swiss_status swiss_pair(const struct swiss *s, struct swiss_meeting *round, int *count)
{
    int number = s->meetings ? s->meeting[s->meetings - 1].round + 1 : 1;
    int mate[VERTICES_MAX], n;
    enum swiss_status status = SWISS_MEMORY;
    struct field f;
    int64_t *weight;

    *count = 0;
    for (int i = 0; i < s->meetings; i++)
        if (!s->meeting[i].over)
            return SWISS_OPEN;
    prepare(&f, s, number);
    if (f.count < 2)
        return SWISS_STUCK;
    n = f.count + f.count % 2;
    weight = calloc((size_t)n * (size_t)n, sizeof *weight);
    if (weight) {
        weigh(&f, n, weight);
        if (matching_find(n, weight, mate))
            status = list_meetings(&f, mate, number, round, count);
    }
    free(weight);
    if (status != SWISS_OK)
        *count = 0;
    return status;
}

/* One more than the logarithm, so that the places behind the winner mean something, too. By
 * Dirac's theorem a round can be paired while everybody has half of the others left. */
int swiss_rounds(int players)
{
    int rounds = 1, half = (players + 1) / 2;

    for (int reach = 1; reach < players; reach *= 2)
        rounds++;
    return rounds < half ? rounds : half;
}
