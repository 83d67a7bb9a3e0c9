/* The databases over which games are spread, and which of them is a game's home.
 *
 * Each has an identity of its own, drawn once and kept in it: neither the order in which they
 * are named nor their addresses matter. All have the same key. */
#ifndef SERVER_PLACES_H
#define SERVER_PLACES_H

#include "store.h"

#include <stdatomic.h>

struct place {
    char *where;       /* as in store_open */
    struct hash shard; /* its identity */
    atomic_bool takes; /* new games: one that joins others does not before it is told to */
};

struct places {
    size_t users, n;
    struct place place[PLACES_MAX];
};

/* The databases of a list: brought up to date, and given an identity and the key of the others
 * if they have none. NULL after filling ERR: one of SQLite must be alone, none may be named
 * twice, and those that have different keys are refused. */
struct places *places_open(const char *const *where, size_t n, struct alibi_error *err);

/* One more user, and one less: the last frees them. NULL is nobody. */
struct places *places_use(struct places *places);
void places_free(struct places *places);

/* Where the game ID belongs: of those that take games, where the hash of identity and id is the
 * highest. One more database becomes the home of its share, and all others stay. */
unsigned places_home(const struct places *places, const char *id);

/* Which of them has that identity; -1 if none has. */
int places_find(const struct places *places, const struct hash *shard);

/* For the connections of others: what says whether a database takes new games. */
#define PLACE_TAKES "SELECT count(*) FROM secret WHERE name = 'takes'"

#endif
