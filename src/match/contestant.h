/* A contestant of a match: a player of the library, or an external program. */
#ifndef MATCH_CONTESTANT_H
#define MATCH_CONTESTANT_H

#include "outside.h"

#include <alibi/player.h>
#include <alibi/record.h>

/* One of the two sides of a match, as configured. */
struct match_side {
    const char *name; /* a kind of player, or "exec:COMMAND" */
    struct alibi_budget budget;
    size_t memory; /* bytes; 0 for the default */
    double grace;  /* seconds beyond its budget before an external program has lost */
};

enum { MATCH_FAULT_MAX = 200 };

/* Plays for a side. The caller sets SIDE and STOP and the rest to zero. An external program
 * keeps running between games, unless it has failed. */
struct match_contestant {
    const struct match_side *side;
    const atomic_bool *stop; /* becomes true when the match is interrupted */
    struct alibi_player *player;
    struct match_outside *outside;
    char fault[MATCH_FAULT_MAX]; /* what it did wrong, after a function below returned false */
};

bool match_contestant_begin(struct match_contestant *c, const struct alibi_view *start,
                            uint64_t seed);

/* Tells it its seat's record from token number FROM on. */
bool match_contestant_see(struct match_contestant *c, const struct alibi_record *record,
                          size_t from);

/* Asks for its move: a token, which need not be legal, and the nodes searched (0 if unknown).
 */
bool match_contestant_go(struct match_contestant *c, char token[ALIBI_TOKEN_MAX],
                         uint64_t *nodes);

/* Sets `fault`; returns false. */
bool match_contestant_fail(struct match_contestant *c, const char *format, ...)
    ALIBI_PRINTF(2, 3);

/* After a game, and after the last one. */
void match_contestant_end(struct match_contestant *c);
void match_contestant_close(struct match_contestant *c);

#endif
