/* Hexagonal boards in doubled coordinates: a column and a row that counts half hexes, so that
 * the neighbours are (x, y+-2) and (x+-1, y+-1). A place is named by its column's letter and
 * its row: "h11". Directions are in the order of their names, which is the order of tokens. */
#ifndef ALIBI_KIT_HEX_H
#define ALIBI_KIT_HEX_H

#include <alibi/error.h>
#include <stdint.h>

enum { ALIBI_DIRECTIONS = 6 };

struct alibi_direction {
    char name[3];
    int8_t dx, dy;
};

ALIBI_API const struct alibi_direction alibi_direction[ALIBI_DIRECTIONS];

#endif
