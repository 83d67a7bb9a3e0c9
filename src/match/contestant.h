/* Who plays in a match: a player of the library, or a program outside. */
#ifndef MATCH_CONTESTANT_H
#define MATCH_CONTESTANT_H

#include "outside.h"

#include <alibi/player.h>
#include <alibi/record.h>

/* One of the two sides of a match, as asked for. */
struct match_side {
    const char *name; /* a kind of player, or "exec:COMMAND" */
    struct alibi_budget budget;
    size_t memory; /* bytes, 0 for the default */
    double grace;  /* seconds beyond its budget before a program outside has lost */
};

enum { MATCH_FAULT_MAX = 200 };

/* One who plays for a side, given SIDE and STOP, the rest being zero at first. A program
 * outside stays between games, unless it has failed. */
struct match_contestant {
    const struct match_side *side;
    const atomic_bool *stop; /* becomes true when nobody wants its answers any more */
    struct alibi_player *player;
    struct match_outside *outside;
    char fault[MATCH_FAULT_MAX]; /* what it did wrong when a function below says false */
};

bool match_contestant_begin(struct match_contestant *c, const struct alibi_view *start,
                            uint64_t seed);

/* It is told its seat's record from token number FROM on. */
bool match_contestant_see(struct match_contestant *c, const struct alibi_record *record,
                          size_t from);

/* Its move, as a token that need not be legal, and the nodes spent on it, if it says so. */
bool match_contestant_go(struct match_contestant *c, char token[ALIBI_TOKEN_MAX],
                         uint64_t *nodes);

/* Notes what it did wrong; always false. */
bool match_contestant_fail(struct match_contestant *c, const char *format, ...)
    ALIBI_PRINTF(2, 3);

/* After a game, and after the last one. */
void match_contestant_end(struct match_contestant *c);
void match_contestant_close(struct match_contestant *c);

#endif
