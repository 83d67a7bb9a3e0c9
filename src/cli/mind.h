/* A computer player in the terminal: it follows its seat's history and thinks while a line on
 * the terminal shows the time. */
#ifndef CLI_MIND_H
#define CLI_MIND_H

#include <alibi/player.h>
#include <alibi/record.h>

struct cli_mind {
    const char *kind; /* the kind of player; NULL for a human */
    uint64_t seed;
    int threads;                 /* that search together; 0: one */
    struct alibi_player *player; /* NULL until it is needed */
    size_t seen;                 /* how much of its seat's history it was told */
};

/* The kind of player with this name; NULL after listing the kinds. */
const char *cli_kind(const char *name);

/* The default opponent of a human, and the strongest player, which gives hints. */
const char *cli_kind_usual(void);
const char *cli_kind_best(void);

/* Tells MIND the first N tokens of HISTORY, its seat's redacted history, except those it knows.
 * If the history has become shorter, tells it from the start. False after saying why not. */
bool cli_mind_follow(struct cli_mind *mind, const struct alibi_record *history, size_t n);

/* Lets MIND, whose player has begun to think, search to the end of its budget; WHAT is shown if
 * it takes long. */
void cli_mind_search(struct cli_mind *mind, const char *what);

/* Drops the player with all it knows; keeps kind and seed. */
void cli_mind_forget(struct cli_mind *mind);

#endif
