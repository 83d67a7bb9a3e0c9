/* One decision before the judge: what was played, in a world that the mover thought possible,
 * and what the judge thinks of it. */
#ifndef CLI_JUDGE_H
#define CLI_JUDGE_H

#include "analysis.h"

struct cli_trial {
    const struct cli_analysis *analysis;
    const struct alibi_record *history; /* what the mover was told */
    size_t at;     /* the token of it that is the first of the activation */
    int n;         /* tokens of the activation */
    bool finished; /* its end is in the history */
    alibi_move move[ALIBI_SEQUENCE_MAX];
    struct alibi_state world[ALIBI_SEQUENCE_MAX + 1]; /* before each token, after the last */
    struct alibi_thought thought;
};

/* Takes the tokens of the activation at which VIEW is what the mover sees. */
void cli_trial_take(struct cli_trial *trial, const struct alibi_view *view);

/* A player of the judge's kind, who knows the history up to token K of the activation, thinks;
 * false after saying why not. */
bool cli_trial_think(struct cli_trial *trial, int k);

/* The choice of the judge's that does what was played from token K on, or NULL. */
const struct alibi_choice *cli_trial_find(const struct cli_trial *trial, int k);

/* How many bits of Jack's identity the activation, his, gives to one who knows how the judge
 * plays and believes BELIEF; K is its first token that was not forced. Below 0 after a failure.
 * In gave.c. */
double cli_trial_gave(const struct cli_trial *trial, int k,
                      const double belief[ALIBI_CHARACTERS_MAX]);

#endif
