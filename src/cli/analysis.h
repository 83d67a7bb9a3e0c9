/* An analysis: what each decision of a recorded game was worth to the one who took it, by what
 * he knew, and what the Detective could know when. */
#ifndef CLI_ANALYSIS_H
#define CLI_ANALYSIS_H

#include "mind.h"

#include <alibi/session.h>

enum { CLI_BETTER_MAX = 3 };

/* An activation, as far as chance does not divide it. */
struct cli_decision {
    size_t ply, end; /* moves of the game from its first to behind its last, from 0 */
    uint8_t round, slot;
    enum alibi_seat seat;
    struct alibi_choice played; /* its value is what the judge gives it */
    bool listed;        /* false: not among what the judge looked at, worth that at most */
    double value, best; /* the mover's chance before, and with the best choice */
    struct alibi_choice choice; /* what the judge would do most often */
    int n_better;
    struct alibi_choice better[CLI_BETTER_MAX];
    double told; /* bits that the Detective learnt of Jack's identity by what followed */
    double gave; /* bits that a reader of the judge's mind would learn; below 0: not asked */
};

/* What the believer thinks after TOKEN. */
struct cli_belief {
    size_t cause; /* the player's move that led to it */
    uint8_t round, slot;
    char token[ALIBI_TOKEN_MAX];
    double bits, gained; /* of uncertainty that is left; that have gone */
    double chance[ALIBI_CHARACTERS_MAX];
};

struct cli_analysis {
    const struct alibi_game *game;
    struct alibi_record
        *history[2];           /* what each seat was told; NULL for one that is not judged */
    struct alibi_record *open; /* what the believer was told */
    struct alibi_state end;    /* the last position, as far as it is known */
    struct alibi_budget budget;
    const char *kind; /* of the judge */
    bool reads;       /* `gave` is wanted */
    size_t n_decisions, n_beliefs;
    struct cli_decision *decision;
    struct cli_belief *belief;
};

/* Finds out what was told to whom in the record of PATH. VIEWER is whose decisions are
 * wanted, a player or ALIBI_AS_TRUTH for both; of a game that goes on, nothing is used that
 * VIEWER does not know. False after saying what was wrong. */
bool cli_analysis_open(struct cli_analysis *analysis, const char *path,
                       enum alibi_viewer viewer);
void cli_analysis_close(struct cli_analysis *analysis);

/* Fills in beliefs, then decisions. In beliefs.c and judge.c. */
bool cli_analysis_believe(struct cli_analysis *analysis);
bool cli_analysis_judge(struct cli_analysis *analysis);

/* Whether TOLD is a move, not an announcement. */
bool cli_is_move(const struct alibi_told *told);

#endif
