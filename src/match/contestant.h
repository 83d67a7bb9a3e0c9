/* A contestant of a match: a player of the library, one that reads its opponent, or an external
 * program. */
#ifndef MATCH_CONTESTANT_H
#define MATCH_CONTESTANT_H

#include "model.h"
#include "outside.h"

#include <alibi/player.h>
#include <alibi/record.h>

/* One of the two sides of a match, as configured.
 *
 * A side that reads knows how its opponent plays: the kind, budget and memory of READS, but
 * neither his secrets nor his seed. It draws conclusions from his choices (posterior.h) and
 * searches with them; its kind is one that can (alibi_player_weigh). */
struct match_side {
    const char *name; /* a kind of player, or "exec:COMMAND" */
    struct alibi_budget budget;
    size_t memory;                  /* bytes; 0 for the default */
    int threads;                    /* that search together; 0: one */
    const struct match_side *reads; /* how the opponent plays, or NULL */
    unsigned samples;               /* by which each of his decisions is predicted */
    double grace; /* seconds beyond its budget before an external program has lost */
};

enum { MATCH_FAULT_MAX = 200 };

/* What the choices of a player that was read gave away. */
struct match_leak {
    uint64_t choices; /* turns in which he had a choice */
    double bits;      /* about his secret, in all of them */
};

struct match_reader;

/* Plays for a side. The caller sets SIDE and STOP and the rest to zero. An external program
 * keeps running between games, unless it has failed. */
struct match_contestant {
    const struct match_side *side;
    const atomic_bool *stop; /* becomes true when the match is interrupted */
    struct alibi_player *player;
    struct match_reader *reader; /* of a side that reads */
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

/* What it has read, once the game is over and the TRUTH known; nothing if it does not read. */
struct match_leak match_contestant_leak(const struct match_contestant *c,
                                        const struct alibi_state *truth);

/* Sets `fault`; returns false. */
bool match_contestant_fail(struct match_contestant *c, const char *format, ...)
    ALIBI_PRINTF(2, 3);

/* After a game, and after the last one. */
void match_contestant_end(struct match_contestant *c);
void match_contestant_close(struct match_contestant *c);

#endif
