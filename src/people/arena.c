/* Who waits is ranked, and each stretch of the ranking is paired by a maximum weight matching,
 * whose leftovers are in the next stretch. Weights say what is better, each worth more than all
 * that comes after it:
 *   1. many pairs;
 *   2. those who have waited longest are in them;
 *   3. the squares of the distances in the ranking are small. */
#include "arena.h"

#include "matching.h"

#include <stdlib.h>

enum { STRETCH = 64 };

/* A stretch has at most 2^5 pairs; squares of distances are below 2^12, two waits 2^23. */
#define DISTANCE     INT64_C(1)
#define WAIT_MS      (INT64_C(1) << 18)
#define PAIR         (INT64_C(1) << 50)
#define LONGEST_WAIT (INT64_C(1) << 22) /* more than an hour counts as this */

struct arena_player arena_start(double rating)
{
    return (struct arena_player){.rating = rating, .last = ARENA_NOBODY};
}

struct ranked {
    const struct arena_player *of;
    int player;
};

static int by_merit(const struct arena_player *a, const struct arena_player *b)
{
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    if (a->won != b->won)
        return a->won > b->won ? -1 : 1;
    if (a->rating != b->rating)
        return a->rating > b->rating ? -1 : 1;
    return 0;
}

static int by_rank(const void *a, const void *b)
{
    const struct ranked *first = a, *second = b;
    int order = by_merit(first->of, second->of);

    return order ? order : first->player - second->player;
}

/* Those who wait, or all, by rank; returns how many. */
static int rank(struct ranked *list, const struct arena_player *player, int players, bool all)
{
    int count = 0;

    for (int p = 0; p < players; p++)
        if (all || player[p].waits)
            list[count++] = (struct ranked){&player[p], p};
    qsort(list, (size_t)count, sizeof *list, by_rank);
    return count;
}

static int64_t waited(const struct arena_player *p, int64_t now)
{
    int64_t ms = now > p->since ? now - p->since : 0;

    return ms < LONGEST_WAIT ? ms : LONGEST_WAIT;
}

static bool may_meet(const struct ranked *a, const struct ranked *b, int64_t now)
{
    return (a->of->last != b->player && b->of->last != a->player) ||
           (waited(a->of, now) >= ARENA_REMATCH_MS && waited(b->of, now) >= ARENA_REMATCH_MS);
}

static void weigh(const struct ranked *list, int n, int64_t now, int64_t *weight)
{
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (a != b && may_meet(&list[a], &list[b], now))
                weight[a * n + b] =
                    PAIR + WAIT_MS * (waited(list[a].of, now) + waited(list[b].of, now)) -
                    DISTANCE * (a - b) * (a - b);
}

static struct arena_meeting meeting_of(const struct ranked *a, const struct ranked *b)
{
    bool swapped = b->of->began < a->of->began;

    return (struct arena_meeting){
        {swapped ? b->player : a->player, swapped ? a->player : b->player}};
}

/* Pairs the first N of LIST; returns how many are left, which come to the end of these, -1
 * without memory. No two of those left may meet, so there are three at most: each of them would
 * be the last opponent of another. */
static int pair_stretch(struct ranked *list, int n, int64_t now, struct arena_meeting *meeting,
                        int *count)
{
    int64_t weight[STRETCH * STRETCH] = {0};
    struct ranked left[STRETCH];
    int mate[STRETCH], lefts = 0;

    weigh(list, n, now, weight);
    if (!matching_find(n, weight, mate))
        return -1;
    for (int a = 0; a < n; a++) {
        if (mate[a] < 0)
            left[lefts++] = list[a];
        else if (mate[a] > a)
            meeting[(*count)++] = meeting_of(&list[a], &list[mate[a]]);
    }
    for (int i = 0; i < lefts; i++)
        list[n - lefts + i] = left[i];
    return lefts;
}

int arena_pair(const struct arena_player *player, int players, int64_t now,
               struct arena_meeting *meeting)
{
    struct ranked *list = calloc((size_t)players + 1, sizeof *list);
    int waiting, count = 0, end = 0, left = 0;

    if (!list)
        return -1;
    waiting = rank(list, player, players, false);
    while (left >= 0 && end < waiting) {
        int from = end - left;

        end = waiting - from < STRETCH ? waiting : from + STRETCH;
        left = pair_stretch(list + from, end - from, now, meeting, &count);
    }
    free(list);
    return left < 0 ? -1 : count;
}

void arena_begin(struct arena_player *player, struct arena_meeting meeting)
{
    for (int side = 0; side < 2; side++) {
        struct arena_player *p = &player[meeting.player[side]];

        p->waits = false;
        p->last = meeting.player[!side];
        p->began += side == 0;
    }
}

int arena_score(struct arena_player *player, int won)
{
    int points = player->streak >= ARENA_STREAK ? 2 * won : won;

    player->points += points;
    player->won += won;
    player->meetings++;
    player->streak = won == ARENA_GAMES ? player->streak + 1 : 0;
    return points;
}

bool arena_table(const struct arena_player *player, int players, int *order, int *place)
{
    struct ranked *list = calloc((size_t)players + 1, sizeof *list);

    if (!list)
        return false;
    rank(list, player, players, true);
    for (int i = 0; i < players; i++) {
        order[i] = list[i].player;
        place[i] = i && by_merit(list[i - 1].of, list[i].of) == 0 ? place[i - 1] : i + 1;
    }
    free(list);
    return true;
}
