/* The ledger in SQLite: a connection of its own beside the store's; SQLite lets one of them
 * write at a time. */
#include "ledgers.h"
#include "write_turns.h"

#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PATH_SIZE = 4096, PATIENCE_MS = 5000 };

enum statement { GET, PUT, DROP, LIST, LIST_BACK, STATEMENTS };

static const char *const sql[STATEMENTS] = {
    [GET] = "SELECT value FROM ledger WHERE key = ?1",
    [PUT] = "INSERT INTO ledger VALUES (?1, ?2)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value",
    [DROP] = "DELETE FROM ledger WHERE key = ?1",
    [LIST] = "SELECT key, value FROM ledger WHERE key > ?1 AND key < ?2 ORDER BY key LIMIT ?3",
    [LIST_BACK] = "SELECT key, value FROM ledger WHERE key > ?1 AND key < ?2"
                  " ORDER BY key DESC LIMIT ?3",
};

struct sqlite {
    struct ledger ledger;
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
    bool has_turn; /* it writes */
};

/* Every ledger of this kind is the first member of one of these. */
static struct sqlite *of(struct ledger *ledger)
{
    return (struct sqlite *)ledger;
}

static void close_all(struct ledger *ledger)
{
    struct sqlite *s = of(ledger);

    for (int i = 0; i < STATEMENTS; i++)
        (void)sqlite3_finalize(s->statement[i]);
    (void)sqlite3_close(s->db);
    free(s);
}

/* --- Transactions --- */

static bool run(struct sqlite *s, const char *text)
{
    return sqlite3_exec(s->db, text, NULL, NULL, NULL) == SQLITE_OK;
}

static bool begin(struct ledger *ledger, enum ledger_way way)
{
    struct sqlite *s = of(ledger);

    s->has_turn = way == LEDGER_WRITES;
    if (s->has_turn)
        turn_take();
    return run(s, s->has_turn ? "BEGIN IMMEDIATE" : "BEGIN");
}

static void give_turn(struct sqlite *s)
{
    if (s->has_turn)
        turn_give();
    s->has_turn = false;
}

static void undo(struct ledger *ledger)
{
    if (!sqlite3_get_autocommit(of(ledger)->db))
        (void)run(of(ledger), "ROLLBACK");
    give_turn(of(ledger));
}

static enum ledger_end end(struct ledger *ledger)
{
    if (!run(of(ledger), "COMMIT")) {
        undo(ledger);
        return LEDGER_FAILED;
    }
    give_turn(of(ledger));
    return LEDGER_DONE;
}

/* --- Entries --- */

static sqlite3_stmt *with(struct ledger *ledger, enum statement which, const char *one,
                          const char *two)
{
    sqlite3_stmt *statement = of(ledger)->statement[which];

    (void)sqlite3_bind_text(statement, 1, one, -1, SQLITE_STATIC);
    if (two)
        (void)sqlite3_bind_text(statement, 2, two, -1, SQLITE_STATIC);
    return statement;
}

static const char *column(struct ledger *ledger, sqlite3_stmt *row, int i)
{
    const char *text = (const char *)sqlite3_column_text(row, i);

    return text ? ledger_copy(ledger, text) : NULL;
}

static void done_with(sqlite3_stmt *statement)
{
    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
}

static const char *get(struct ledger *ledger, const char *key)
{
    sqlite3_stmt *statement = with(ledger, GET, key, NULL);
    int step = sqlite3_step(statement);
    const char *value = step == SQLITE_ROW    ? column(ledger, statement, 0)
                        : step == SQLITE_DONE ? ""
                                              : NULL;

    done_with(statement);
    return value;
}

static bool change(sqlite3_stmt *statement)
{
    bool done = sqlite3_step(statement) == SQLITE_DONE;

    done_with(statement);
    return done;
}

static bool put(struct ledger *ledger, const char *key, const char *value)
{
    return change(with(ledger, PUT, key, value));
}

static bool drop(struct ledger *ledger, const char *key)
{
    return change(with(ledger, DROP, key, NULL));
}

static long list(struct ledger *ledger, const char *first, const char *last, bool backwards,
                 size_t most, struct ledger_entry *out)
{
    sqlite3_stmt *statement = with(ledger, backwards ? LIST_BACK : LIST, first, last);
    long n = 0;
    int step;

    (void)sqlite3_bind_int64(statement, 3, (sqlite3_int64)most);
    while ((step = sqlite3_step(statement)) == SQLITE_ROW && n < (long)most) {
        out[n].key = column(ledger, statement, 0);
        out[n].value = column(ledger, statement, 1);
        if (!out[n].key || !out[n].value)
            break;
        n++;
    }
    done_with(statement);
    return step == SQLITE_DONE ? n : -1;
}

static const struct ledger_kind kind = {close_all, begin, end, undo, get, put, drop, list};

static bool prepare(struct sqlite *s)
{
    for (int i = 0; i < STATEMENTS; i++)
        if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i],
                               NULL) != SQLITE_OK)
            return false;
    return true;
}

struct ledger *ledger_sqlite_open(const char *folder, struct alibi_error *err)
{
    int flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE;
    struct sqlite *s = calloc(1, sizeof *s);
    char path[PATH_SIZE];

    if (!s || (size_t)snprintf(path, sizeof path, "%s/alibi.db", folder) >= sizeof path) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "expected a shorter path of the folder");
        free(s);
        return NULL;
    }
    s->ledger.kind = &kind;
    if (sqlite3_open_v2(path, &s->db, flags, NULL) == SQLITE_OK &&
        sqlite3_busy_timeout(s->db, PATIENCE_MS) == SQLITE_OK &&
        run(s, "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000") && prepare(s))
        return &s->ledger;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "what is kept of people cannot be opened: %s",
                     s->db ? sqlite3_errmsg(s->db) : "out of memory");
    close_all(&s->ledger);
    return NULL;
}
