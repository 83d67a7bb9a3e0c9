/* What the verbs share that play many games: how many, from which seed, how they go on. */
#ifndef CLI_SERIES_H
#define CLI_SERIES_H

#include "match/runner.h"

/* The options of that as they were written. */
struct cli_extent {
    const char *games, *seed, *first, *threads, *time, *out;
};

#define CLI_EXTENT                                                                             \
    {                                                                                          \
        .games = "100", .seed = "1", .first = "0"                                              \
    }

/* Fills them in in CONFIG; false after saying what was wrong. */
bool cli_extent_read(const struct cli_extent *e, struct match_config *config);

/* Whether `alibi players` lists NAME. */
bool cli_is_player(const char *name);

/* What is shown while the games are played. */
struct cli_display {
    bool terminal;
    uint64_t pairs;
    double start;
    unsigned reports;
};

/* Prepares CONFIG to show how many of PAIRS are played, and to stop at an interrupt; the end
 * clears the line. */
void cli_display_begin(struct cli_display *display, struct match_config *config,
                       uint64_t pairs);
void cli_display_end(const struct cli_display *display);

/* The exit code, after saying that the games were interrupted, if they were. */
int cli_display_code(bool done);

#endif
