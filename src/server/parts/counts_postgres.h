/* New games that nodes on one database count together: how many a guest and a network have made
 * within an hour.
 *
 * A game is counted by a transaction of its own, before it is written: one that waits for the
 * disk would hold up every game of the same network on every node. What has been counted and
 * could not be written then stays counted, as on a single server. */
#ifndef SERVER_COUNTS_POSTGRES_H
#define SERVER_COUNTS_POSTGRES_H

#include "kept.h"
#include "pg.h"

/* Counts of an hour leak away as on a single server (quota.c). The first statement brings those
 * of $1 and $3 up to date and locks them, in the order of their names, so that no two nodes
 * ever wait for each other; the second counts one more for both or for neither. */
#define COUNTS_STATEMENTS                                                                      \
    {"leak", "INSERT INTO quota AS q SELECT who, most, 0, now() FROM (VALUES"                  \
             " ($1::bytea, $2::integer), ($3::bytea, $4::integer)) AS asked(who, most)"        \
             " WHERE who IS NOT NULL ORDER BY who"                                             \
             " ON CONFLICT (who) DO UPDATE SET at = now(), most = excluded.most,"              \
             " count = greatest(q.count - greatest(extract(epoch FROM now() - q.at), 0)"       \
             " * q.most / 3600, 0)"},                                                          \
        {"take", "WITH t AS (UPDATE quota SET count = count + 1 WHERE who IN ($1, $2)"         \
                 " AND NOT EXISTS (SELECT 1 FROM quota WHERE who IN ($1, $2)"                  \
                 " AND count + 1 > most) RETURNING 1) SELECT count(*) FROM t"},                \
    {                                                                                          \
        "sweep", "WITH d AS (DELETE FROM quota WHERE who IN (SELECT who FROM quota"            \
                 " WHERE at < now() - interval '1 hour' FOR UPDATE SKIP LOCKED)) SELECT 1"     \
    }

/* Counts the new games of all N changes (64 at most), and says of those that are too many, or
 * of which nobody knows, how that ended. They are moved to the end; how many are to be written
 * is returned. */
size_t counts_take(struct pg *pg, struct change **change, size_t n);

#endif
