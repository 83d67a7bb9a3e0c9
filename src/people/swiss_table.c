/* The table of a Swiss tournament, at any time; meetings that are not over have no points yet.
 */
#include "swiss.h"

#include <stdlib.h>

void swiss_points(const struct swiss *s, int *points)
{
    for (int p = 0; p < s->players; p++)
        points[p] = 0;
    for (int i = 0; i < s->meetings; i++)
        for (int side = 0; side < 2; side++)
            if (s->meeting[i].player[side] != SWISS_NOBODY)
                points[s->meeting[i].player[side]] += s->meeting[i].points[side];
}

static void begin_rows(const struct swiss *s, struct swiss_row *row)
{
    int points[SWISS_PLAYERS_MAX];

    swiss_points(s, points);
    for (int p = 0; p < s->players; p++)
        row[p] =
            (struct swiss_row){.player = p, .points = points[p], .rating = s->player[p].rating};
}

/* While the rows are still in the order of the players. */
static void add_buchholz(const struct swiss *s, struct swiss_row *row)
{
    for (int i = 0; i < s->meetings; i++) {
        int a = s->meeting[i].player[0], b = s->meeting[i].player[1];

        row[a].buchholz += row[b == SWISS_NOBODY ? a : b].points;
        if (b != SWISS_NOBODY)
            row[b].buchholz += row[a].points;
    }
}

static bool tied(const struct swiss_row *a, const struct swiss_row *b)
{
    return a->points == b->points && a->buchholz == b->buchholz;
}

static void add_mutual(const struct swiss *s, struct swiss_row *row)
{
    for (int i = 0; i < s->meetings; i++) {
        int a = s->meeting[i].player[0], b = s->meeting[i].player[1];

        if (b == SWISS_NOBODY || !tied(&row[a], &row[b]))
            continue;
        row[a].mutual += s->meeting[i].points[0];
        row[b].mutual += s->meeting[i].points[1];
    }
}

static int by_merit(const struct swiss_row *a, const struct swiss_row *b)
{
    if (a->points != b->points)
        return a->points > b->points ? -1 : 1;
    if (a->buchholz != b->buchholz)
        return a->buchholz > b->buchholz ? -1 : 1;
    if (a->mutual != b->mutual)
        return a->mutual > b->mutual ? -1 : 1;
    if (a->rating != b->rating)
        return a->rating > b->rating ? -1 : 1;
    return 0;
}

static int by_place(const void *a, const void *b)
{
    const struct swiss_row *first = a, *second = b;
    int order = by_merit(first, second);

    return order ? order : first->player - second->player;
}

void swiss_table(const struct swiss *s, struct swiss_row *row)
{
    begin_rows(s, row);
    add_buchholz(s, row);
    add_mutual(s, row);
    qsort(row, (size_t)s->players, sizeof *row, by_place);
    for (int i = 0; i < s->players; i++)
        row[i].place = i && by_merit(&row[i - 1], &row[i]) == 0 ? row[i - 1].place : i + 1;
}
