/* Plans: what a request would change in a room, with the chance that follows, worked out on
 * copies. A plan is a store_change; the writer writes it, room_apply applies it. */
#ifndef SERVER_PLAN_H
#define SERVER_PLAN_H

#include "room.h"

/* A change of ROOM in which nothing is changed yet; free it with free. NULL without memory. */
struct store_change *plan_new(const struct room *room);

/* The same for a game that is to be made. */
struct store_change *plan_create(const struct store_game *about);

/* SEAT plays the N tokens, and what chance then decides. Nothing may come after a draw, a call
 * for witnesses or the end of the seat's turn: the answer to a plan tells nothing that is not
 * written. SCRIPT, for tests, has outcomes that come before those of the secret, or is NULL. On
 * failure *AT is the number of the bad token. */
int plan_moves(struct store_change *plan, const struct room *room, enum alibi_seat seat,
               const char *const *token, size_t n, const char *script, size_t *at,
               struct alibi_error *err);

/* The game begins if both seats are taken: the first decisions of chance. */
void plan_begin(struct store_change *plan, const char *script);

/* GUEST (NULL: who has the key) takes SEAT, whose key is KEY from now on. */
void plan_take_seat(struct store_change *plan, enum alibi_seat seat, const struct hash *guest,
                    const struct hash *key);
void plan_holder(struct store_change *plan, int seat, const struct hash *guest);

/* SEAT gives up. */
void plan_resign(struct store_change *plan, enum alibi_seat seat);
void plan_rematch(struct store_change *plan, const char *id);

/* What is remembered of the request once it is done. */
void plan_request(struct store_change *plan, const char *key, const struct hash *digest);

#endif
