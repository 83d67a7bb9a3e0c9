/* Ledgers (src/people/ledger.h) in the databases of stores. */
#ifndef SERVER_LEDGERS_H
#define SERVER_LEDGERS_H

#include "ledger.h"
#include "places.h"

/* A connection to the ledger of the database WHERE, as in store_open, whose tables are there.
 * NULL after filling ERR. */
struct ledger *ledger_open(const char *where, struct alibi_error *err);

/* The one ledger of several databases: where something is in it already, or else in that of the
 * lowest identity. NULL after filling ERR, also if there are two. */
struct ledger *ledger_of_places(const struct places *places, struct alibi_error *err);

/* Whether anybody has an account there: 1 or 0, or -1 after filling ERR. */
int ledger_is_used(const char *where, struct alibi_error *err);

/* --- The kinds --- */

struct ledger *ledger_sqlite_open(const char *folder, struct alibi_error *err);
struct ledger *ledger_postgres_open(const char *url, struct alibi_error *err);

#endif
