/* A match: pairs of games, played by several workers at once.
 *
 * What is counted are the pairs from the first one on without a gap, so that neither the result
 * nor the moment at which a sequential test stops depends on which worker was quicker. */
#ifndef MATCH_RUNNER_H
#define MATCH_RUNNER_H

#include "duel.h"
#include "tally.h"

struct match_plan {
    struct match_side side[2];
    struct alibi_state start;
    uint64_t seed;
    uint64_t first, pairs; /* play the pairs number first .. first + pairs - 1, from 0 */
    unsigned workers;
    double seconds; /* after which no new pair is begun, 0 for no limit */
    bool sprt;      /* stop when the test of elo1 against elo0 has decided */
    double elo0, elo1;
    const char *out;   /* the file of records, or NULL */
    atomic_bool *stop; /* becomes true when the match is to end at once */

    /* Called a few times a second, and with a line to report; never twice at once. */
    void (*progress)(void *context, uint64_t done, const struct match_tally *tally);
    void (*report)(void *context, const char *line);
    void *context;
};

/* How the match stands. Both games of a pair are counted, or neither. */
struct match_standing {
    struct match_tally tally;
    uint64_t ends[2][ALIBI_UNSEEN + 1]; /* by the winner's seat and the reason */
    uint64_t faults[2];                 /* games that each side lost by failing */
    uint64_t tokens;
    struct match_effort effort[2]; /* by side; games read from a file cost nothing */
    uint64_t left;                 /* pairs not counted */
    uint64_t resumed;              /* pairs that were in the file */
};

/* Plays what the file does not have yet. False after reporting why nothing could be done. */
bool match_run(const struct match_plan *plan, struct match_standing *standing);

/* --- Between the runner and the archive --- */

struct match_pair {
    bool done;
    struct match_game
        game[2]; /* the first side is Jack in the first, Detective in the second */
};

/* The seat of side SIDE in game GAME of a pair. */
enum alibi_seat match_seat(int side, int game);

#endif
