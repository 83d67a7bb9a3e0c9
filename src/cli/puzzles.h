/* Puzzles in the terminal: their files, solving them, making them. */
#ifndef CLI_PUZZLES_H
#define CLI_PUZZLES_H

#include "cli.h"

#include <alibi/puzzle.h>

struct cli_puzzles {
    size_t n;
    struct alibi_puzzle *puzzle;
};

/* Reads the puzzles of a file or, if PATH is NULL, those of GAME that are built in. False after
 * saying what is wrong. Free them in any case. In puzzle_file.c. */
bool cli_puzzles_read(struct cli_puzzles *puzzles, const struct alibi_game *game,
                      const char *path);
void cli_puzzles_free(struct cli_puzzles *puzzles);

/* The number of the puzzle for the day that began DAYS days after 1970-01-01, one of N. */
size_t cli_puzzle_of_day(uint64_t days, size_t n);

/* One after the other, beginning with number FIRST; only those of THEME, unless that is
 * ALIBI_THEMES. In puzzle_play.c. */
int cli_puzzles_play(const struct cli_puzzles *puzzles, size_t first, enum alibi_theme theme,
                     struct cli_look look);

/* How puzzles are looked for. */
struct cli_mine {
    uint64_t nodes; /* of the first proof, for each turn; the second has ten times as many */
    enum alibi_theme theme; /* only of this one, unless it is ALIBI_THEMES */
    struct cli_part part;   /* of the games */
};

/* Prints the puzzles in the games of FILE. False after saying what is wrong. In puzzle_make.c.
 */
bool cli_puzzles_make(const char *file, const struct cli_mine *mine);

/* The same in GAMES games between champions, which are played for that. */
bool cli_puzzles_mine(const struct alibi_game *game, uint64_t games, uint64_t seed,
                      const struct cli_mine *mine);

/* How many of N tries the player NAME, who has NODES positions, solves PUZZLE; below 0 after
 * saying what is wrong. */
int cli_puzzle_tries(const struct alibi_puzzle *puzzle, const char *name, uint64_t nodes,
                     int n);

#endif
