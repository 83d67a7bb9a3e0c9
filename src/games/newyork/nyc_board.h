/* Manhattan as printed: the board, its ferries, and the set-up.
 *
 * Correct a space or a start here and nowhere else. During the build the program nyc_gen checks
 * this board and generates the tables of nyc.h from it. */
#ifndef NYC_BOARD_H
#define NYC_BOARD_H

/* Columns a..n from left to right, rows 1..16 from the top; a is the southern tip.
 * . street   M street with a printed metro entrance   # building   = quay
 * ~ port     > land exit   L Liberty Island, which is called li and has no neighbours */
static const char nyc_map[16][15] = {
    /*abcdefghijklmn */
    "           ~  ", /*  1 */
    "    ~ = . . . ", /*  2 */
    "     . . . .  ", /*  3 */
    "L   . . . . . ", /*  4 */
    "   . . . # .  ", /*  5 */
    "  = . . . # . ", /*  6 */
    " . . . . . .  ", /*  7 */
    "= . . M . . . ", /*  8 */
    " . # . . . .  ", /*  9 */
    ". . . . . # . ", /* 10 */
    " . # . . # . >", /* 11 */
    "  . . . . . . ", /* 12 */
    " ~ . . . . .  ", /* 13 */
    "  . . .   . . ", /* 14 */
    "   . .     .  ", /* 15 */
    "    = ~   ~ . ", /* 16 */
};

/* N-4.2: ferries, from and to; they sail one way only. */
static const char nyc_ferries[4][2][4] = {
    {"a8", "li"}, {"c6", "li"}, {"li", "g2"}, {"li", "e16"}};

/* N-2.1: where the characters begin. Latimer's space is disputed: another transcription of the
 * printed set-up has him on e8. He is visible on both, as N-2.2 requires. */
static const struct {
    char code[3], at[4];
} nyc_starts[8] = {
    {"AB", "e10"}, {"CR", "i8"}, {"EG", "j7"},  {"ES", "j9"},
    {"FT", "h11"}, {"JC", "f9"}, {"LL", "f11"}, {"ME", "h5"},
};

/* Tiles on the board at the start; there is no building site and no park yet. */
static const char nyc_metros[3][4] = {"b9", "k4", "l13"};
static const char nyc_lamps[2][4] = {"c10", "m12"};
static const char nyc_probes[2][2][4] = {{"e4", "f3"}, {"k14", "l15"}};
static const char nyc_steamers[2][4] = {"e2", "k16"};
static const char nyc_informant[4] = "li";

#endif
