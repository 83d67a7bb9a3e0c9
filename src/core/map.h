/* Reads a board from the map that a game draws in characters. This is for the programs that
 * generate the games' tables during the build: a map that does not add up ends them with the
 * name of the file to correct. */
#ifndef CORE_MAP_H
#define CORE_MAP_H

#include <stdbool.h>
#include <stddef.h>

enum { ALIBI_HEXES_MAX = 128, ALIBI_NOWHERE = -1 };

struct alibi_hex {
    char name[4]; /* the letter of the column and the row, from 1 */
    char kind;    /* the character on the map */
    int x, y;
};

struct alibi_map {
    const char *file;
    const char *apart; /* kinds of hexes without neighbours */
    struct alibi_hex hex[ALIBI_HEXES_MAX];
    int n;
};

/* Ends the program with the message WHAT unless HOLDS. */
void alibi_map_require(const struct alibi_map *map, bool holds, const char *what);

/* Adds the hexes of a map of N_ROWS strings, STRIDE bytes apart. Every character but a space is
 * a hex. The hexes are sorted by name. */
void alibi_map_read(struct alibi_map *map, const char *rows, size_t stride, int n_rows);

/* The hex with this name, which must exist. */
int alibi_map_find(const struct alibi_map *map, const char *name);

/* The hex next to hex I in direction D, or ALIBI_NOWHERE. */
int alibi_map_neighbour(const struct alibi_map *map, int i, int d);

#endif
