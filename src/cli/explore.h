/* Openings: what is played in the first round of many games, with results.
 *
 * A file of openings is text, one fact on a line, in the order of slots:
 *
 *   london 2818 820             the game, how many games, how many Jack won
 *   1 detective SH 1403 620 433   slot, seat, option; offered, played, won by that seat
 *   = 44 31 SH >g10               played, won, the turn; of the option above, the most frequent
 *
 * An option is what a turn begins with: a character, or the word of an action. */
#ifndef CLI_EXPLORE_H
#define CLI_EXPLORE_H

#include <alibi/player.h>

enum {
    OPENING_OPTIONS = 64,
    OPENING_TURNS = 6,
    OPENING_WORD = 12,
    OPENING_TOKENS = ALIBI_SEQUENCE_MAX * ALIBI_TOKEN_MAX,
};

struct opening_turn {
    uint64_t played, won;
    char tokens[OPENING_TOKENS];
};

struct opening_option {
    unsigned slot;
    enum alibi_seat seat;
    char word[OPENING_WORD];
    uint64_t offered, played, won;
    int n_turns;
    struct opening_turn turn[OPENING_TURNS]; /* the most frequent first */
};

struct openings {
    const struct alibi_game *game;
    uint64_t games, jack;
    int n;
    struct opening_option option[OPENING_OPTIONS];
};

/* Reads TEXT; false with the number of the wrong line in LINE. */
bool openings_parse(struct openings *out, const char *text, size_t *line);

/* Counts the games in the files and prints the openings. Returns an exit code. */
int openings_make(char **file, int n);

#endif
