/* Where games are kept: append-only events, durable before anybody is told of them.
 *
 * A store is one connection to a database, used by one thread; the writer has one, and every
 * reader its own. Each kind of database fills a table of functions. */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include "reader.h"

#include <alibi/error.h>

/* Games that were put away are forgotten after so many days more. */
#define PUT_AWAY_DAYS "7"

/* A game that is over and was not aborted, with an account at a seat (table_account): its
 * players find it in their history as long as that is there, so it never gets too old. Both
 * databases understand this, and both have an index of all other games (game_lived). */
#define STORE_IN_HISTORY                                                                       \
    "(status = 2 AND result <> 'nobody:abort'"                                                 \
    " AND (terms LIKE '%jack=%' OR terms LIKE '%detective=%'))"

_Static_assert(TABLE_OVER == 2, "the status is kept by its number");

struct store {
    const struct store_kind *kind;
    unsigned place; /* which of several it is: see places.h */
};

struct store_kind {
    void (*close)(struct store *store);

    /* Writes all N changes and says of each how that ended. They are on the disk when it
     * returns. One that cannot be applied does not hold up the others. */
    void (*write)(struct store *store, struct change **change, size_t n);

    /* Tells others of what was written last, once those who asked for it have been told; may be
     * NULL. */
    void (*tell)(struct store *store);

    /* Does the errand: fills in what was found. */
    void (*read)(struct store *store, struct errand *errand);

    /* The key of this database, drawn when it was made: the same for all who use it. */
    bool (*key)(struct store *store, struct hash *key);

    /* Gives it another key; on the side that writes. */
    bool (*set_key)(struct store *store, const struct hash *key);

    /* Whether the database itself is whole; false after filling ERR. NULL where it sees to that
     * by itself. */
    bool (*check)(struct store *store, struct alibi_error *err);

    /* The next game after ID that is lost while its events are still there. */
    enum found (*lost)(struct store *store, char id[ID_SIZE]);
};

enum store_side { STORE_READS, STORE_WRITES };

/* A connection to the database WHERE: a URL like postgres://user@host:port/name, or a folder
 * for one of SQLite. The side that writes makes what is not there. NULL after filling ERR. */
struct store *store_open(const char *where, enum store_side side, struct alibi_error *err);
void store_close(struct store *store);

/* Whether others may change what is kept WHERE. */
bool store_is_shared(const char *where);

/* The key of the database WHERE; false after filling ERR. */
bool store_key(const char *where, struct hash *key, struct alibi_error *err);

/* --- The kinds --- */

struct store *store_sqlite_open(const char *folder, enum store_side side,
                                struct alibi_error *err);
struct store *store_postgres_open(const char *url, enum store_side side,
                                  struct alibi_error *err);

#endif
