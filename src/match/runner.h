/* A match: pairs of games, played by several workers at once.
 *
 * Pairs count from the first on without a gap. So neither the result nor the pair at which a
 * sequential test stops depends on which worker was faster. */
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "duel.h"
#include "tally.h"

struct match_config {
    struct match_side side[2];
    struct alibi_state start;
    uint64_t seed;
    uint64_t first, pairs; /* plays pairs number FIRST to FIRST + PAIRS - 1, from 0 */
    unsigned workers;
    double seconds; /* after which no new pair begins; 0 for no limit */
    bool sprt;      /* stop when the sequential test of elo1 against elo0 has decided */
    double elo0, elo1;
    const char *out;   /* the file of records, or NULL */
    atomic_bool *stop; /* becomes true when the match is to end at once */

    /* Called a few times a second; called with a line to report. Calls do not overlap. Of
     * every pair that counts, COUNTED is told in order; it may be NULL. */
    void (*progress)(void *context, uint64_t done, const struct match_tally *tally);
    void (*report)(void *context, const char *line);
    void (*counted)(void *context, uint64_t number, const struct match_game game[2]);
    void *context;
};

/* The standing of a match. Both games of a pair count, or neither. */
struct match_standing {
    struct match_tally tally;
    uint64_t ends[2][ALIBI_UNSEEN + 1]; /* by the winner's seat and the reason */
    uint64_t faults[2];                 /* games that each side lost by failing */
    uint64_t tokens;
    struct match_effort effort[2]; /* by side; games read from a file cost nothing */
    uint64_t left;                 /* pairs not counted */
    uint64_t resumed;              /* pairs that were in the file */
};

/* Plays the pairs that the file does not have yet. False on failure, after a report. */
bool match_run(const struct match_config *config, struct match_standing *standing);

/* --- Between the runner and the archive --- */

struct match_pair {
    bool done;
    struct match_game
        game[2]; /* the first side is Jack in the first, Detective in the second */
};

/* The seat of side SIDE in game GAME of a pair. */
enum alibi_seat match_seat(int side, int game);

#endif
