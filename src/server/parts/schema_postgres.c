/* The tables, version by version. */
#include "schema_postgres.h"

#include <stdlib.h>

enum { VERSION = 9 };

/* What makes a database of each version from one of the version before. The columns are those
 * of SQLite (schema.c); `epoch` says how often a game was claimed, see store_postgres.c. */
static const char *const upgrade[VERSION] = {
    "CREATE TABLE game (id text PRIMARY KEY, start text NOT NULL, created text NOT NULL,"
    " public integer NOT NULL, status integer NOT NULL, result text NOT NULL,"
    " jack text NOT NULL, detective text NOT NULL, jack_key bytea NOT NULL,"
    " detective_key bytea NOT NULL, spectator_key bytea NOT NULL, secret bytea NOT NULL,"
    " salt bytea NOT NULL, changed text NOT NULL, to_act integer NOT NULL,"
    " hints integer NOT NULL, request bytea NOT NULL, number bigserial, seq bigint NOT NULL,"
    " epoch bigint NOT NULL DEFAULT 0, lived integer NOT NULL,"
    " gone integer NOT NULL DEFAULT 0);"
    "CREATE INDEX game_lobby ON game (status, created DESC, number DESC) WHERE public = 1;"
    "CREATE INDEX game_lived ON game (lived);"
    "CREATE INDEX game_gone ON game (gone) WHERE gone > 0;"
    "CREATE TABLE event (game text NOT NULL, seq bigint NOT NULL, kind integer NOT NULL,"
    " actor integer NOT NULL, text text NOT NULL, key text, digest bytea, count bigint,"
    " PRIMARY KEY (game, seq));"
    "CREATE TABLE holder (game text NOT NULL, seat integer NOT NULL, guest bytea NOT NULL,"
    " since text NOT NULL, seen text NOT NULL, number bigserial,"
    " PRIMARY KEY (game, seat, guest));"
    "CREATE INDEX holder_guest ON holder (guest);"
    "CREATE TABLE secret (name text PRIMARY KEY, bytes bytea NOT NULL);"
    "CREATE TABLE lived (day text NOT NULL, count integer NOT NULL, probes bigint NOT NULL);"
    "INSERT INTO lived VALUES (to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 1, 0);",

    /* Which seats add to the chance of a game, and what. */
    ("ALTER TABLE game ADD COLUMN jack_mix integer NOT NULL DEFAULT 0,"
     " ADD COLUMN detective_mix integer NOT NULL DEFAULT 0, ADD COLUMN jack_entropy bytea,"
     " ADD COLUMN detective_entropy bytea;"),

    /* What is to be thought about, and who thinks: see queue.h. After a crash a sequence would
     * give numbers once more that somebody still has in mind; so they are drawn. */
    ("CREATE UNLOGGED TABLE thought (id bigint PRIMARY KEY"
     " DEFAULT (random() * 9007199254740991)::bigint, game text NOT NULL,"
     " seq bigint NOT NULL, point integer NOT NULL, asker bigint NOT NULL, job text NOT NULL,"
     " asked timestamptz NOT NULL DEFAULT now(), lease timestamptz, holder text,"
     " taken bigint NOT NULL DEFAULT 0, answer text, wait float8, got float8,"
     " answered timestamptz, UNIQUE (game, seq, point, asker));"
     "CREATE INDEX thought_waiting ON thought (asked) WHERE answer IS NULL;"
     "CREATE INDEX thought_answered ON thought (answered);"
     "CREATE UNLOGGED TABLE thinker (holder text PRIMARY KEY, threads integer NOT NULL,"
     " seen timestamptz NOT NULL);"),

    /* The sum of its events. An older node writes none, and leaves that of fewer events. */
    "ALTER TABLE game ADD COLUMN sum bytea;",

    /* Games that were moved to another database, which has that identity: until which epoch
     * they were here, and who held something then (move.c). A game that is being moved has a
     * negative `gone`. Games are numbered by the time, so that lists of several databases can
     * be put in one order. */
    ("CREATE TABLE moved (game text PRIMARY KEY, epoch bigint NOT NULL, shard bytea NOT NULL,"
     " guests bytea[] NOT NULL);"
     "ALTER TABLE game ALTER COLUMN number SET DEFAULT"
     " (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;"),

    /* For whom new games have counted lately (counts_postgres.c). Nothing of it is worth
     * keeping: it is in no log, no standby and no base backup, and empty after a crash. */
    ("CREATE UNLOGGED TABLE quota (who bytea PRIMARY KEY, most integer NOT NULL,"
     " count double precision NOT NULL, at timestamptz NOT NULL);"),

    /* What is kept of people: src/people/ledger.h. Keys are in the order of their bytes. */
    "CREATE TABLE ledger (key text COLLATE \"C\" PRIMARY KEY, value text NOT NULL);",

    /* What was agreed on, the clocks, and when something is due by them; the time of the clocks
     * and who counts it (pulse_postgres.c). */
    ("ALTER TABLE game ADD COLUMN terms text NOT NULL DEFAULT '',"
     " ADD COLUMN clock text NOT NULL DEFAULT '', ADD COLUMN due bigint;"
     "CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;"
     "CREATE TABLE pulse (time bigint NOT NULL, at timestamptz NOT NULL);"
     "INSERT INTO pulse VALUES ((extract(epoch FROM now()) * 1000)::bigint, now());"
     "CREATE UNLOGGED TABLE node (name bigint PRIMARY KEY, seen timestamptz NOT NULL);"),

    /* The games that get too old: all but those in somebody's history (store.h). */
    ("DROP INDEX game_lived;"
     "CREATE INDEX game_lived ON game (lived) WHERE NOT (status = 2"
     " AND result <> 'nobody:abort' AND (terms LIKE '%jack=%' OR terms LIKE '%detective=%'));"),
};

static bool run(struct pg *pg, const char *sql)
{
    PGresult *answer = PQexec(pg->conn, sql);
    ExecStatusType status = PQresultStatus(answer);

    PQclear(answer);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

/* -1 if it cannot be told. */
static int version_of(struct pg *pg)
{
    PGresult *answer = PQexec(pg->conn, "SELECT max(version) FROM alibi");
    int version = PQresultStatus(answer) == PGRES_TUPLES_OK && PQntuples(answer) == 1
                      ? (int)pg_read_number(answer, 0, 0)
                      : -1;

    PQclear(answer);
    return version;
}

static bool bring_up_to_date(struct pg *pg, struct alibi_error *err)
{
    bool good = run(pg, "BEGIN") && run(pg, "SELECT pg_advisory_xact_lock(8421)") &&
                run(pg, "CREATE TABLE IF NOT EXISTS alibi (version integer NOT NULL);"
                        "INSERT INTO alibi SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM alibi)");
    int version = good ? version_of(pg) : -1;

    if (version > VERSION) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                         "expected a database of version %d at most, not %d: a newer alibi's",
                         VERSION, version);
        return false;
    }
    good = good && version >= 0;
    for (; good && version < VERSION; version++)
        good = run(pg, upgrade[version]) && run(pg, "UPDATE alibi SET version = version + 1");
    if (good && run(pg, "COMMIT"))
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be prepared: %.300s",
                     pg_complaint(pg));
    return false;
}

bool schema_postgres_prepare(const char *url, struct alibi_error *err)
{
    static const struct pg_statement none = {NULL, NULL};
    struct pg pg;
    bool done = pg_open(&pg, url, &none, err) && bring_up_to_date(&pg, err);

    pg_close(&pg);
    return done;
}
