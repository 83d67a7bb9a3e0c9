/* The computer at the table: players by name, who follow a seat's history and think while a
 * line on the terminal says so. */
#ifndef CLI_MIND_H
#define CLI_MIND_H

#include <alibi/player.h>
#include <alibi/record.h>

struct cli_mind {
    const char *kind; /* of player; NULL for a human, who has a mind of his own */
    uint64_t seed;
    struct alibi_player *player; /* NULL as long as nobody has asked it */
    size_t seen;                 /* tokens of its seat's history that it was told */
};

/* The kind of player called NAME; NULL after saying what there is. */
const char *cli_kind(const char *name);

/* Who plays against people unless they say whom they want, and who gives them advice. */
const char *cli_kind_usual(void);
const char *cli_kind_best(void);

/* Tells MIND the first N tokens of HISTORY, its seat's redacted one, as far as it has not heard
 * of them. A history that has become shorter is told anew. False after saying why not. */
bool cli_mind_follow(struct cli_mind *mind, const struct alibi_record *history, size_t n);

/* Lets MIND, who is on turn, think; BUDGET may be NULL. WHAT is shown while that takes time. */
void cli_mind_think(struct cli_mind *mind, const struct alibi_budget *budget, const char *what,
                    struct alibi_thought *thought);

/* What it knew is forgotten; kind and seed stay. */
void cli_mind_forget(struct cli_mind *mind);

#endif
