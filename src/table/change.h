/* Changes: what a request would change at a table, with the chance that follows, worked out on
 * copies. Whoever keeps the games keeps the change first and then has it applied (table_apply),
 * so nobody is told of anything that could be lost. */
#ifndef TABLE_CHANGE_H
#define TABLE_CHANGE_H

#include "game_table.h"

/* Where chance comes from: the owner of the table decides. */
struct chance {
    /* Decision number K of chance, of N possible ones: 0 to N - 1. */
    uint32_t (*below)(void *source, uint64_t k, uint32_t n);
    void *source;
    const char *script; /* for tests: outcomes that come before those, or NULL */
};

/* A change of TABLE in which nothing is changed yet; free it with free. NULL without memory. */
struct change *change_new(const struct table *table);

/* The same for a game that is to be made. */
struct change *change_create(const struct table_about *about);

/* SEAT plays the N tokens, and what chance then decides. Nothing may come after a draw, a call
 * for witnesses or the end of the seat's turn: a refusal tells nothing that has not been kept.
 * On failure *AT is the number of the bad token. */
int change_moves(struct change *change, const struct table *table, enum alibi_seat seat,
                 const char *const *token, size_t n, const struct chance *chance, size_t *at,
                 struct alibi_error *err);

/* The game begins if nothing is missing: the first decisions of chance. */
void change_begin(struct change *change, const struct chance *chance);

/* What a game that is played has come to in S: whose turn it is, or how it ended. */
void change_note(struct table_about *about, const struct alibi_state *s);

/* GUEST (NULL: whoever has the key) takes SEAT on DAY, whose key is KEY from now on. */
void change_take_seat(struct change *change, enum alibi_seat seat, const struct hash *guest,
                      const struct hash *key, const char *day);
void change_holder(struct change *change, int seat, const struct hash *guest, const char *day);

/* HOLDER does not hold its seat any more; or, with OTHERS, it alone does. */
void change_end(struct change *change, const struct table_holder *holder, bool others);

/* SEAT adds ENTROPY to the chance of the game, which may begin then. */
void change_mix(struct change *change, enum alibi_seat seat,
                const unsigned char entropy[OPENING_BYTES]);

/* The player of SEAT, for whom the game has waited, comes and adds nothing. */
void change_come(struct change *change, enum alibi_seat seat);

/* SEAT ends the game by an event of that KIND: it gives up, its time is up, it was away for too
 * long; or it does not begin, and nobody wins. */
void change_over(struct change *change, enum event_kind kind, enum alibi_seat seat);

/* --- Clocks --- */

/* How a change is timed: when it was made, and what whoever moved has used of its time, or of
 * which moment the request is that moved, if USED is negative. */
struct timing {
    int64_t now, arrived, used;
};

/* Sets the clocks as CHANGE, which has all its events, makes them from BEFORE. False if the one
 * who moved did not have that much time: nothing of the change may then be kept. */
bool change_clocks(struct change *change, const struct table_about *before,
                   const struct timing *timing);

/* SEAT wants the clocks to be paused, or to run; or they are turned without being asked. */
void change_pause(struct change *change, enum alibi_seat seat, bool paused, int64_t now);
void change_turn_clocks(struct change *change, int64_t now);
void change_rematch(struct change *change, const char *id);

/* What is remembered of the request once it is done. */
void change_request(struct change *change, const char *key, const struct hash *digest);

#endif
