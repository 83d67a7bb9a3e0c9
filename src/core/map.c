/* Reading a board's map. */
#include "map.h"

#include <alibi/kit/hex.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void alibi_map_require(const struct alibi_map *map, bool holds, const char *what)
{
    if (!holds) {
        (void)fprintf(stderr, "%s: %s\n", map->file, what);
        exit(EXIT_FAILURE);
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const struct alibi_hex *)a)->name, ((const struct alibi_hex *)b)->name);
}

void alibi_map_read(struct alibi_map *map, const char *rows, size_t stride, int n_rows)
{
    int first = map->n;

    for (int y = 1; y <= n_rows; y++) {
        const char *row = rows + (size_t)(y - 1) * stride;

        for (int x = 0; row[x]; x++) {
            struct alibi_hex *hex = &map->hex[map->n];

            if (row[x] == ' ')
                continue;
            alibi_map_require(map, ((x + y) & 1) == 0, "a hex stands between two columns");
            alibi_map_require(map, map->n < ALIBI_HEXES_MAX, "too many hexes");
            *hex = (struct alibi_hex){.kind = row[x], .x = x, .y = y};
            (void)snprintf(hex->name, sizeof hex->name, "%c%u", (char)('a' + x),
                           (unsigned)y % 100);
            map->n++;
        }
    }
    qsort(map->hex + first, (size_t)(map->n - first), sizeof map->hex[0], by_name);
}

int alibi_map_find(const struct alibi_map *map, const char *name)
{
    for (int i = 0; i < map->n; i++)
        if (strcmp(map->hex[i].name, name) == 0)
            return i;
    alibi_map_require(map, false, name);
    return 0;
}

int alibi_map_neighbour(const struct alibi_map *map, int i, int d)
{
    int x = map->hex[i].x + alibi_direction[d].dx, y = map->hex[i].y + alibi_direction[d].dy;

    for (int j = 0; j < map->n && !strchr(map->apart, map->hex[i].kind); j++)
        if (map->hex[j].x == x && map->hex[j].y == y && !strchr(map->apart, map->hex[j].kind))
            return j;
    return ALIBI_NOWHERE;
}
