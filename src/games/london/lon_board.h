/* Whitechapel as printed: the board, its exits, and the set-up of both editions.
 *
 * Correct a hex or a start here and nowhere else. During the build the program lon_gen checks
 * this board and generates the tables of lon.h from it. */
#ifndef LON_BOARD_H
#define LON_BOARD_H

/* Columns a..m from left to right, rows 1..17 from the top as the Detective sees the board.
 * . street   # house or garden   * gaslight plinth, lit or not */
static const char lon_map[17][14] = {
    /*abcdefghijklm */
    "     .       ", /*  1 */
    "    . .      ", /*  2 */
    " . # * .   . ", /*  3 */
    "  * . . . . .", /*  4 */
    " . . # # . * ", /*  5 */
    ". . . . . . .", /*  6 */
    " # # . * # . ", /*  7 */
    ". # . . . . .", /*  8 */
    " # . # # . # ", /*  9 */
    ". . . . . # .", /* 10 */
    " . # * . # # ", /* 11 */
    ". . . . . . .", /* 12 */
    " * . # # . . ", /* 13 */
    ". . . . . *  ", /* 14 */
    " .   . * # . ", /* 15 */
    "      . .    ", /* 16 */
    "       .     ", /* 17 */
};

/* Each exit is used from one street hex and drawn beside it. */
static const struct {
    char name[3], from[4];
    int x, y;
} lon_exits[4] = {
    {"ne", "l3", 12, 2},
    {"nw", "b3", 0, 2},
    {"se", "l15", 12, 16},
    {"sw", "b15", 0, 16},
};

/* The gaslight tiles lit at the start, with their number or 0. The other plinths are dark. */
static const struct {
    char at[4];
    int number;
} lon_lamps[6] = {{"b13", 1}, {"l5", 2}, {"c4", 3}, {"k14", 4}, {"f11", 0}, {"h7", 0}};

static const char lon_cordons[2][3] = {"ne", "sw"};
static const char lon_lantern[3] = "ne";

/* L-2.1, L-2.2. The editions differ in the manholes, one cover, and the starts of Watson and
 * Stealthy. Characters in the order of their codes: IL JB JS JW MS SG SH WG. */
static const struct {
    const char *name;
    char manholes[9][4]; /* in ascending order, up to an empty one */
    char covers[2][4];
    char start[8][4];
} lon_editions[2] = {
    {"2016",
     {"b15", "b5", "c10", "f1", "g10", "h17", "k8", "l13", "l3"},
     {"b15", "l3"},
     {"e10", "i8", "g6", "i16", "a10", "m8", "g12", "e2"}},
    {"2006",
     {"a6", "c14", "f1", "f7", "h11", "h17", "l3", "m10"},
     {"c14", "l3"},
     {"e10", "i8", "g6", "a10", "i16", "m8", "g12", "e2"}},
};

#endif
