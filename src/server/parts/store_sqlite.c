/* The store in SQLite: a write-ahead log that is synced at every commit, one connection that
 * writes and one that reads. */
#include "journal.h"
#include "schema.h"
#include "server_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* The statements, prepared once on the side that uses them. */
enum statement {
    INSERT_GAME,
    UPDATE_GAME,
    INSERT_EVENT,
    INSERT_HOLDER,
    TOUCH_GAME,
    DELETE_GAME,
    DELETE_EVENTS,
    DELETE_HOLDERS,
    SELECT_GAME,
    SELECT_EVENTS,
    SELECT_HOLDERS,
    SELECT_REQUEST,
    SELECT_LOBBY,
    SELECT_MINE,
    SELECT_OLD,
    STATEMENTS,
    FIRST_READ = SELECT_GAME,
};

/* What take_game takes, and the seats of a guest, a bit each. */
#define COLUMNS                                                                                \
    "id, start, created, public, status, result, jack, detective, jack_key, detective_key,"    \
    " spectator_key, secret, salt, changed, to_act, hints"
#define SEATS "(SELECT coalesce(sum(1 << seat), 0) FROM holder WHERE game = id AND guest = ?1)"

static const char *const sql[STATEMENTS] = {
    [INSERT_GAME] =
        "INSERT INTO game VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11,"
        " ?12, ?13, (SELECT coalesce(max(number), 0) + 1 FROM game), date('now'), ?14, ?15)",
    [UPDATE_GAME] = "UPDATE game SET status = ?5, result = ?6, jack = ?7, detective = ?8,"
                    " jack_key = ?9, detective_key = ?10 WHERE id = ?1",
    [INSERT_EVENT] = "INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [INSERT_HOLDER] = "INSERT OR IGNORE INTO holder VALUES (?1, ?2, ?3)",
    [TOUCH_GAME] = "UPDATE game SET changed = date('now'), to_act = ?2"
                   " WHERE id = ?1 AND (changed < date('now') OR to_act <> ?2)",
    [DELETE_GAME] = "DELETE FROM game WHERE id = ?1",
    [DELETE_EVENTS] = "DELETE FROM event WHERE game = ?1",
    [DELETE_HOLDERS] = "DELETE FROM holder WHERE game = ?1",
    [SELECT_GAME] = "SELECT " COLUMNS " FROM game WHERE id = ?1",
    [SELECT_EVENTS] = "SELECT kind, actor, text FROM event WHERE game = ?1 ORDER BY seq",
    [SELECT_HOLDERS] = "SELECT seat, guest FROM holder WHERE game = ?1",
    [SELECT_REQUEST] = "SELECT digest, seq, count FROM event WHERE game = ?1 AND key = ?2",
    [SELECT_LOBBY] = "SELECT " COLUMNS ", " SEATS " FROM game WHERE public = 1 AND status < 2"
                     " AND created >= date('now', '-3 days')"
                     " ORDER BY status, number DESC LIMIT 100",
    [SELECT_MINE] =
        "SELECT " COLUMNS ", " SEATS " FROM game WHERE id IN (SELECT game"
        " FROM holder WHERE guest = ?1 AND seat < 2) ORDER BY number DESC LIMIT 100",
    [SELECT_OLD] = "SELECT id FROM game WHERE changed < date('now', -?1 || ' days')"
                   " ORDER BY changed LIMIT ?2",
};

struct store {
    int lock; /* a file that one server at a time has locked */
    sqlite3 *write, *read;
    sqlite3_stmt *statement[STATEMENTS];
};

static int fail(struct alibi_error *err, sqlite3 *db, const char *what)
{
    return alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be %s: %s", what,
                      db ? sqlite3_errmsg(db) : "out of memory");
}

/* Opens one connection; the one that writes prepares the tables. */
static sqlite3 *open_database(const char *path, bool writes, struct alibi_error *err)
{
    int flags = SQLITE_OPEN_NOMUTEX |
                (writes ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY);
    sqlite3 *db = NULL;
    bool opened = false;

    if (sqlite3_open_v2(path, &db, flags, NULL) != SQLITE_OK ||
        sqlite3_busy_timeout(db, 5000) != SQLITE_OK ||
        (writes && sqlite3_exec(db,
                                "PRAGMA locking_mode = NORMAL; PRAGMA journal_mode = WAL;"
                                "PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000;",
                                NULL, NULL, NULL) != SQLITE_OK))
        (void)fail(err, db, "opened");
    else
        opened = !writes || schema_prepare(db, err);
    if (opened)
        return db;
    (void)sqlite3_close(db);
    return NULL;
}

/* Rooms are kept in memory: two servers on the same games would not know of each other. */
static int lock_folder(const char *folder, struct alibi_error *err)
{
    char path[PATH_SIZE];
    int fd;

    (void)snprintf(path, sizeof path, "%s/lock", folder);
    fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
        return fd;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "%.100s: %s", folder,
                     fd >= 0 ? "another server uses this folder" : strerror(errno));
    if (fd >= 0)
        (void)close(fd);
    return -1;
}

struct store *store_open(const char *folder, struct alibi_error *err)
{
    struct store *store = calloc(1, sizeof *store);
    char path[PATH_SIZE];

    if (!store || (size_t)snprintf(path, sizeof path, "%s/alibi.db", folder) >= sizeof path) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "expected a shorter path of the folder");
        free(store);
        return NULL;
    }
    store->lock = lock_folder(folder, err);
    if (store->lock < 0) {
        free(store);
        return NULL;
    }
    store->write = open_database(path, true, err);
    store->read = store->write ? open_database(path, false, err) : NULL;
    for (int i = 0; i < STATEMENTS && store->read; i++) {
        sqlite3 *db = i < FIRST_READ ? store->write : store->read;

        if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &store->statement[i],
                               NULL) != SQLITE_OK) {
            (void)fail(err, db, "read");
            store_close(store);
            return NULL;
        }
    }
    if (!store->read) {
        store_close(store);
        return NULL;
    }
    return store;
}

void store_close(struct store *store)
{
    if (!store)
        return;
    for (int i = 0; i < STATEMENTS; i++)
        (void)sqlite3_finalize(store->statement[i]);
    (void)sqlite3_close(store->read);
    (void)sqlite3_close(store->write);
    (void)close(store->lock);
    free(store);
}

/* --- Writing --- */

/* Texts and hashes outlive the step that uses them: they need no copy. */
static void bind_text(sqlite3_stmt *statement, int i, const char *text)
{
    (void)sqlite3_bind_text(statement, i, text, -1, SQLITE_STATIC);
}

static void bind_bytes(sqlite3_stmt *statement, int i, const unsigned char *bytes)
{
    (void)sqlite3_bind_blob(statement, i, bytes, HASH_SIZE, SQLITE_STATIC);
}

static bool run(sqlite3_stmt *statement)
{
    bool done = sqlite3_step(statement) == SQLITE_DONE;

    (void)sqlite3_reset(statement);
    (void)sqlite3_clear_bindings(statement);
    return done;
}

static bool write_game(struct store *store, const struct change *change)
{
    sqlite3_stmt *statement = store->statement[change->is_new ? INSERT_GAME : UPDATE_GAME];
    const struct table_about *game = &change->about;

    bind_text(statement, 1, game->id);
    bind_text(statement, 5 + 1, game->result);
    (void)sqlite3_bind_int(statement, 5, (int)game->status);
    bind_text(statement, 7, game->player[ALIBI_JACK]);
    bind_text(statement, 8, game->player[ALIBI_DETECTIVE]);
    bind_bytes(statement, 9, game->key[ALIBI_JACK].byte);
    bind_bytes(statement, 10, game->key[ALIBI_DETECTIVE].byte);
    if (change->is_new) {
        bind_text(statement, 2, game->start);
        bind_text(statement, 3, game->created);
        (void)sqlite3_bind_int(statement, 4, game->is_public);
        bind_bytes(statement, 11, game->key[TABLE_SPECTATOR].byte);
        bind_bytes(statement, 12, game->opening.secret);
        bind_bytes(statement, 13, game->opening.salt);
        (void)sqlite3_bind_int(statement, 14, (int)game->to_act);
        (void)sqlite3_bind_int(statement, 15, game->hints);
    }
    return run(statement);
}

static bool write_event(struct store *store, const struct change *change, size_t i)
{
    sqlite3_stmt *statement = store->statement[INSERT_EVENT];

    bind_text(statement, 1, change->about.id);
    (void)sqlite3_bind_int64(statement, 2, (sqlite3_int64)change->seq + (sqlite3_int64)i + 1);
    (void)sqlite3_bind_int(statement, 3, (int)change->event[i].kind);
    (void)sqlite3_bind_int(statement, 4, (int)change->event[i].by);
    bind_text(statement, 5, change->event[i].text);
    if (i == 0 && change->has_request) {
        bind_text(statement, 6, change->request.key);
        bind_bytes(statement, 7, change->request.digest.byte);
        (void)sqlite3_bind_int64(statement, 8, (sqlite3_int64)change->n_events);
    }
    return run(statement);
}

static bool write_holder(struct store *store, const struct change *change, size_t i)
{
    sqlite3_stmt *statement = store->statement[INSERT_HOLDER];

    bind_text(statement, 1, change->about.id);
    (void)sqlite3_bind_int(statement, 2, change->holder[i].seat);
    bind_bytes(statement, 3, change->holder[i].guest.byte);
    return run(statement);
}

/* A statement that needs nothing but the game's id. */
static bool run_for(struct store *store, enum statement which, const char *id)
{
    bind_text(store->statement[which], 1, id);
    return run(store->statement[which]);
}

static bool touch_game(struct store *store, const struct table_about *game)
{
    (void)sqlite3_bind_int(store->statement[TOUCH_GAME], 2, (int)game->to_act);
    return run_for(store, TOUCH_GAME, game->id);
}

/* With the change of another game that belongs to it. */
static bool write_change(struct store *store, const struct change *change)
{
    const char *id = change->about.id;
    bool done = !change->also || write_change(store, change->also);

    if (change->removes)
        return done && run_for(store, DELETE_EVENTS, id) &&
               run_for(store, DELETE_HOLDERS, id) && run_for(store, DELETE_GAME, id);
    done = done && (change->only_events || write_game(store, change)) &&
           (change->is_new || touch_game(store, &change->about));

    for (size_t i = 0; i < change->n_events && done; i++)
        done = write_event(store, change, i);
    for (size_t i = 0; i < change->n_holders && done; i++)
        done = write_holder(store, change, i);
    return done;
}

static bool say(struct store *store, const char *words)
{
    return sqlite3_exec(store->write, words, NULL, NULL, NULL) == SQLITE_OK;
}

static void complain(const struct store *store)
{
    journal("error", "write", "nothing was changed: %s", sqlite3_errmsg(store->write));
}

/* Where an error made SQLite give the whole transaction up, a savepoint would begin another one
 * behind our back. */
static bool write_in_savepoint(struct store *store, const struct change *change)
{
    bool done = !sqlite3_get_autocommit(store->write) && say(store, "SAVEPOINT one");

    if (!done)
        return false;
    done = write_change(store, change);
    if (!done) {
        complain(store);
        (void)say(store, "ROLLBACK TO one");
    }
    return say(store, "RELEASE one") && done;
}

void store_write(struct store *store, struct change **change, size_t n)
{
    bool begun = say(store, "BEGIN IMMEDIATE");

    for (size_t i = 0; i < n && begun; i++)
        change[i]->done = write_in_savepoint(store, change[i]);
    if (begun && say(store, "COMMIT"))
        return;
    complain(store);
    (void)say(store, "ROLLBACK");
    for (size_t i = 0; i < n; i++)
        change[i]->done = false;
}

/* --- Reading --- */

static void take_text(sqlite3_stmt *statement, int i, char *out, size_t size)
{
    const unsigned char *text = sqlite3_column_text(statement, i);

    (void)snprintf(out, size, "%s", text ? (const char *)text : "");
}

static void take_bytes(sqlite3_stmt *statement, int i, unsigned char *out)
{
    memset(out, 0, HASH_SIZE);
    if (sqlite3_column_bytes(statement, i) == HASH_SIZE)
        memcpy(out, sqlite3_column_blob(statement, i), HASH_SIZE);
}

static void take_game(sqlite3_stmt *row, struct table_about *game)
{
    memset(game, 0, sizeof *game);
    take_text(row, 0, game->id, sizeof game->id);
    take_text(row, 1, game->start, sizeof game->start);
    take_text(row, 2, game->created, sizeof game->created);
    game->is_public = sqlite3_column_int(row, 3) != 0;
    game->status = (enum table_status)sqlite3_column_int(row, 4);
    take_text(row, 5, game->result, sizeof game->result);
    take_text(row, 6, game->player[ALIBI_JACK], PLAYER_SIZE);
    take_text(row, 7, game->player[ALIBI_DETECTIVE], PLAYER_SIZE);
    for (int i = 0; i < 3; i++)
        take_bytes(row, 8 + i, game->key[i].byte);
    take_bytes(row, 11, game->opening.secret);
    take_bytes(row, 12, game->opening.salt);
    take_text(row, 13, game->changed, sizeof game->changed);
    game->to_act = (enum alibi_seat)sqlite3_column_int(row, 14);
    game->hints = sqlite3_column_int(row, 15) != 0;
}

bool store_game(struct store *store, const char *id, struct table_about *game)
{
    sqlite3_stmt *row = store->statement[SELECT_GAME];
    bool found;

    bind_text(row, 1, id);
    found = sqlite3_step(row) == SQLITE_ROW;
    if (found)
        take_game(row, game);
    (void)sqlite3_reset(row);
    return found;
}

bool store_events(struct store *store, const char *id,
                  bool (*hear)(void *ear, const struct table_event *event), void *ear)
{
    sqlite3_stmt *row = store->statement[SELECT_EVENTS];
    bool going = true;
    int step;

    bind_text(row, 1, id);
    while ((step = sqlite3_step(row)) == SQLITE_ROW && going) {
        struct table_event event = {.kind = (enum event_kind)sqlite3_column_int(row, 0),
                                    .by = (enum alibi_seat)sqlite3_column_int(row, 1)};

        take_text(row, 2, event.text, sizeof event.text);
        going = hear(ear, &event);
    }
    (void)sqlite3_reset(row);
    return going && step == SQLITE_DONE;
}

bool store_holders(struct store *store, const char *id,
                   bool (*hear)(void *ear, const struct table_holder *holder), void *ear)
{
    sqlite3_stmt *row = store->statement[SELECT_HOLDERS];
    bool going = true;
    int step;

    bind_text(row, 1, id);
    while ((step = sqlite3_step(row)) == SQLITE_ROW && going) {
        struct table_holder holder = {.seat = sqlite3_column_int(row, 0)};

        take_bytes(row, 1, holder.guest.byte);
        going = hear(ear, &holder);
    }
    (void)sqlite3_reset(row);
    return going && step == SQLITE_DONE;
}

bool store_request(struct store *store, const char *id, const char *key,
                   struct done_request *request)
{
    sqlite3_stmt *row = store->statement[SELECT_REQUEST];
    bool found;

    bind_text(row, 1, id);
    bind_text(row, 2, key);
    found = sqlite3_step(row) == SQLITE_ROW;
    if (found) {
        (void)snprintf(request->key, sizeof request->key, "%s", key);
        take_bytes(row, 0, request->digest.byte);
        request->seq = (uint64_t)sqlite3_column_int64(row, 1) - 1;
        request->count = (uint64_t)sqlite3_column_int64(row, 2);
    }
    (void)sqlite3_reset(row);
    return found;
}

static void list(sqlite3_stmt *row, const struct hash *guest, store_hear *hear, void *ear)
{
    struct table_about game;

    (void)sqlite3_clear_bindings(row);
    if (guest)
        bind_bytes(row, 1, guest->byte);
    while (sqlite3_step(row) == SQLITE_ROW) {
        take_game(row, &game);
        hear(ear, &game, (unsigned)sqlite3_column_int(row, 16));
    }
    (void)sqlite3_reset(row);
}

void store_lobby(struct store *store, const struct hash *guest, store_hear *hear, void *ear)
{
    list(store->statement[SELECT_LOBBY], guest, hear, ear);
}

void store_mine(struct store *store, const struct hash *guest, store_hear *hear, void *ear)
{
    list(store->statement[SELECT_MINE], guest, hear, ear);
}

size_t store_old(struct store *store, unsigned days, char (*id)[ID_SIZE], size_t most)
{
    sqlite3_stmt *row = store->statement[SELECT_OLD];
    size_t n = 0;

    (void)sqlite3_bind_int64(row, 1, days);
    (void)sqlite3_bind_int64(row, 2, (sqlite3_int64)most);
    while (n < most && sqlite3_step(row) == SQLITE_ROW)
        take_text(row, 0, id[n++], ID_SIZE);
    (void)sqlite3_reset(row);
    return n;
}
