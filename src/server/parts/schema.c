/* What is in the database, version by version. */
#include "schema.h"

#include <alibi/game.h>

enum { VERSION = 10 };

_Static_assert(ALIBI_NOBODY == 3, "to_act is kept by its number");

/* What makes a database of each version from one of the version before. */
static const char *const upgrade[VERSION] = {
    "CREATE TABLE game (id TEXT PRIMARY KEY, start TEXT NOT NULL, created TEXT NOT NULL,"
    " public INTEGER NOT NULL, status INTEGER NOT NULL, result TEXT NOT NULL,"
    " jack TEXT NOT NULL, detective TEXT NOT NULL, jack_key BLOB NOT NULL,"
    " detective_key BLOB NOT NULL, spectator_key BLOB NOT NULL,"
    " secret BLOB NOT NULL, salt BLOB NOT NULL, number INTEGER NOT NULL);"
    "CREATE INDEX game_number ON game (number);"
    "CREATE INDEX game_public ON game (public, status, number);"
    "CREATE TABLE event (game TEXT NOT NULL, seq INTEGER NOT NULL, kind INTEGER NOT NULL,"
    " actor INTEGER NOT NULL, text TEXT NOT NULL, key TEXT, digest BLOB, count INTEGER,"
    " PRIMARY KEY (game, seq)) WITHOUT ROWID;"
    "CREATE TABLE holder (game TEXT NOT NULL, seat INTEGER NOT NULL, guest BLOB NOT NULL,"
    " PRIMARY KEY (game, seat, guest)) WITHOUT ROWID;"
    "CREATE INDEX holder_guest ON holder (guest);"
    "PRAGMA user_version = 1;",

    /* The day of the last change. When that was in older games nobody knows. */
    "ALTER TABLE game ADD COLUMN changed TEXT NOT NULL DEFAULT '';"
    "UPDATE game SET changed = date('now');"
    "CREATE INDEX game_changed ON game (changed);"
    "PRAGMA user_version = 2;",

    /* Whose turn it is; 3 is nobody's. In older games that is known from the next turn on. */
    ("ALTER TABLE game ADD COLUMN to_act INTEGER NOT NULL DEFAULT 3;"
     "PRAGMA user_version = 3;"),

    /* Whether people who play each other have agreed to hints. */
    ("ALTER TABLE game ADD COLUMN hints INTEGER NOT NULL DEFAULT 0;"
     "PRAGMA user_version = 4;"),

    /* Since when browsers hold a seat, when they were last seen, in which order they came; the
     * request that made a game; which seats add to its chance, and what; the server's key. The
     * lobby reads as many games as it shows. */
    "ALTER TABLE holder ADD COLUMN since TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE holder ADD COLUMN seen TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE holder ADD COLUMN number INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN request BLOB;"
    "ALTER TABLE game ADD COLUMN jack_mix INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN detective_mix INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN jack_entropy BLOB;"
    "ALTER TABLE game ADD COLUMN detective_entropy BLOB;"
    "CREATE TABLE secret (name TEXT PRIMARY KEY, bytes BLOB NOT NULL);"
    "DROP INDEX game_public;"
    "CREATE INDEX game_lobby ON game (status, created DESC, number DESC) WHERE public = 1;"
    "PRAGMA user_version = 5;",

    /* How many events there are; the days on which something was written, by which the age of
     * games is told, since a clock may jump; the day on which a game was put away, or 0. */
    "ALTER TABLE game ADD COLUMN seq INTEGER NOT NULL DEFAULT 0;"
    "ALTER TABLE game ADD COLUMN lived INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE game ADD COLUMN gone INTEGER NOT NULL DEFAULT 0;"
    "UPDATE game SET seq = (SELECT count(*) FROM event WHERE event.game = game.id);"
    "CREATE TABLE lived (day TEXT NOT NULL, count INTEGER NOT NULL,"
    " probes INTEGER NOT NULL);"
    "INSERT INTO lived VALUES (date('now'), 1, 0);"
    "DROP INDEX game_changed;"
    "CREATE INDEX game_lived ON game (lived);"
    "CREATE INDEX game_gone ON game (gone) WHERE gone > 0;"
    "PRAGMA user_version = 6;",

    /* The sum of its events; a game that was last changed by an older version has none. */
    ("ALTER TABLE game ADD COLUMN sum BLOB;"
     "PRAGMA user_version = 7;"),

    /* What is kept of people: src/people/ledger.h. */
    ("CREATE TABLE ledger (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
     "PRAGMA user_version = 8;"),

    /* What was agreed on, the clocks, and when something is due by them; how long people could
     * play so far, in milliseconds since a day long ago: the time of the clocks. */
    "ALTER TABLE game ADD COLUMN terms TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE game ADD COLUMN clock TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE game ADD COLUMN due INTEGER;"
    "CREATE INDEX game_due ON game (due) WHERE due IS NOT NULL;"
    "CREATE TABLE pulse (time INTEGER NOT NULL);"
    "INSERT INTO pulse VALUES (strftime('%s', 'now') * 1000);"
    "PRAGMA user_version = 9;",

    /* The games that get too old: all but those in somebody's history (store.h). */
    "DROP INDEX game_lived;"
    "CREATE INDEX game_lived ON game (lived) WHERE NOT (status = 2 AND result <> 'nobody:abort'"
    " AND (terms LIKE '%jack=%' OR terms LIKE '%detective=%'));"
    "PRAGMA user_version = 10;",
};

static int version_of(sqlite3 *db)
{
    sqlite3_stmt *statement;
    int version = -1;

    if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW)
        version = sqlite3_column_int(statement, 0);
    (void)sqlite3_finalize(statement);
    return version;
}

bool schema_prepare(sqlite3 *db, struct alibi_error *err)
{
    int version = version_of(db);

    if (version > VERSION) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                         "expected a database of version %d at most, not %d: a newer alibi's",
                         VERSION, version);
        return false;
    }
    for (; version < VERSION; version++)
        if (version < 0 || sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, upgrade[version], NULL, NULL, NULL) != SQLITE_OK ||
            sqlite3_exec(db, "COMMIT", NULL, NULL, NULL) != SQLITE_OK) {
            (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be prepared: %s",
                             sqlite3_errmsg(db));
            return false;
        }
    return true;
}
