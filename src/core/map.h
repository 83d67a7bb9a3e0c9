/* A printed board, read from the map that a game draws of it in characters. For the programs
 * that make the games' tables while the project is built: what does not hold together ends
 * them, with the name of the file to correct. */
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
    const char *apart; /* kinds of hexes that neighbour nothing */
    struct alibi_hex hex[ALIBI_HEXES_MAX];
    int n;
};

/* Ends the program unless HOLDS. */
void alibi_map_require(const struct alibi_map *map, bool holds, const char *what);

/* Adds the hexes of a map of ROWS strings, each STRIDE bytes from the next: everything but
 * spaces, in the order of the names. */
void alibi_map_read(struct alibi_map *map, const char *rows, size_t stride, int n_rows);

/* The hex of that name, which must be there. */
int alibi_map_find(const struct alibi_map *map, const char *name);

/* The hex next to hex I in direction D, or ALIBI_NOWHERE. */
int alibi_map_neighbour(const struct alibi_map *map, int i, int d);

#endif
