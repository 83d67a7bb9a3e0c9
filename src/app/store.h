/* Where games are kept: append-only events, durable before anybody is told of them.
 *
 * This header is the interface; store_sqlite.c is the implementation with SQLite, and one with
 * another database would implement the same functions. A store has two sides that may be used
 * at the same time: one thread writes (store_write), another reads (all the rest).
 *
 * The store keeps the whole truth; src/table makes views of it for people. */
#ifndef APP_STORE_H
#define APP_STORE_H

#include "kept.h"

struct store;

void store_close(struct store *store);

/* --- The side that writes --- */

/* Writes all N changes and marks those that are done. They are on the disk when it returns. One
 * that cannot be applied does not hold up the others. */
void store_write(struct store *store, struct change **change, size_t n);

/* --- The side that reads --- */

/* The game ID; false if there is none. */
bool store_game(struct store *store, const char *id, struct table_about *about);

/* Its events and holders one by one, until HEAR returns false; false if that or the store
 * failed. */
bool store_events(struct store *store, const char *id,
                  bool (*hear)(void *ear, const struct table_event *event), void *ear);
bool store_holders(struct store *store, const char *id,
                   bool (*hear)(void *ear, const struct table_holder *holder), void *ear);

/* The request of that key to that game; false if there was none. */
bool store_request(struct store *store, const char *id, const char *key,
                   struct done_request *request);

/* The public games of the last days that are not over, those with an open seat first; or the
 * games in which GUEST has a seat. Newest first, at most 100, each with the seats that GUEST
 * (who may be NULL in the lobby) holds, bit by bit. */
typedef void store_hear(void *ear, const struct table_about *game, unsigned seats);
void store_lobby(struct store *store, const struct hash *guest, store_hear *hear, void *ear);
void store_mine(struct store *store, const struct hash *guest, store_hear *hear, void *ear);

/* The ids of games in which nothing has changed for more than DAYS days, at most MOST of them,
 * the oldest first; how many. */
size_t store_old(struct store *store, unsigned days, char (*id)[ID_SIZE], size_t most);

#endif
