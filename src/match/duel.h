/* One game of a match. Each contestant is told what its seat may know, and nothing else. */
#ifndef MATCH_DUEL_H
#define MATCH_DUEL_H

#include "contestant.h"

#include <alibi/session.h>

/* What playing cost. A turn is one activation or action. */
struct match_effort {
    uint64_t turns, nodes;
    double seconds; /* in all turns, */
    double longest; /* and in the longest */
};

struct match_game {
    enum alibi_seat winner;
    enum alibi_why why;            /* ALIBI_WHY_NONE if the loser has failed */
    size_t length;                 /* tokens */
    struct match_effort effort[2]; /* by seat */
    struct match_leak leak[2];     /* by seat, what it gave away to an opponent that reads */
    char fault[MATCH_FAULT_MAX];
};

/* Plays a game from START between the contestants, given by seat. The caller frees SESSION, the
 * game as it was played. False, without a session, if they were stopped or memory ran out. */
bool match_duel(struct match_game *game, struct alibi_session **session,
                const struct alibi_state *start, struct match_contestant *const seat[2],
                uint64_t chance, const uint64_t seed[2]);

#endif
