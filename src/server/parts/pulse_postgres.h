/* The time of the clocks in PostgreSQL: one number, to which nodes add what has passed.
 *
 * It stands still while no node reaches the database, and while a node that has marked the time
 * is missing: those who played there are on their way to another one. After a few seconds it is
 * given up, and the time goes on. */
#ifndef SERVER_PULSE_POSTGRES_H
#define SERVER_PULSE_POSTGRES_H

#include "kept.h"
#include "pg.h"

/* $1 is the node, $2 the milliseconds that it has been well, $3 whether the next mark comes
 * soon: else nobody is to miss it. */
#define PULSE_STATEMENTS                                                                       \
    {                                                                                          \
        "mark",                                                                                \
            "WITH me AS (INSERT INTO node SELECT $1::bigint, clock_timestamp()"                \
            " WHERE $3::integer = 1 ON CONFLICT (name) DO UPDATE SET seen = excluded.seen),"   \
            " gone AS (DELETE FROM node WHERE name = $1::bigint AND $3::integer = 0"           \
            " OR seen < clock_timestamp() - interval '1 hour'),"                               \
            " missing AS (SELECT 1 FROM node WHERE name <> $1::bigint"                         \
            " AND seen < clock_timestamp() - interval '2.5 seconds'"                           \
            " AND seen > clock_timestamp() - interval '8 seconds')"                            \
            " UPDATE pulse SET time = time + CASE WHEN EXISTS (SELECT 1 FROM missing) THEN 0"  \
            " ELSE greatest(0, least($2::bigint,"                                              \
            " (extract(epoch FROM clock_timestamp() - at) * 1000)::bigint)) END,"              \
            " at = clock_timestamp() RETURNING time"                                           \
    }

/* Writes the marks among the N changes, and moves them behind the others; how many others there
 * are. NODE is the name of who writes. */
size_t pulse_take(struct pg *pg, int64_t node, struct change **change, size_t n);

#endif
