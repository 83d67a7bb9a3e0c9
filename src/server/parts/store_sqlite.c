/* The store in SQLite: a write-ahead log that is synced at every commit, and a lock on its
 * folder for the one connection that writes. */
#include "journal.h"
#include "schema.h"
#include "store.h"
#include "write_turns.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { PATH_SIZE = 4096 };

/* The statements; each side prepares its own once. */
enum statement {
    INSERT_GAME,
    UPDATE_GAME,
    INSERT_EVENT,
    INSERT_HOLDER,
    COPY_HOLDERS,
    END_HOLDERS,
    END_GUEST,
    REPLACE_GUEST,
    LIVE,
    PROBE,
    MARK,
    PUT_AWAY,
    DELETE_GAME,
    DELETE_EVENTS,
    DELETE_HOLDERS,
    SELECT_GAME,
    SELECT_EVENTS,
    SELECT_HOLDERS,
    SELECT_LOBBY,
    SELECT_MINE,
    SELECT_ALL,
    SELECT_OLD,
    SELECT_DUE,
    SELECT_KEY,
    STATEMENTS,
    FIRST_READ = SELECT_GAME,
};

/* What take_game takes, and the seats of a guest, a bit each. */
#define COLUMNS                                                                                \
    "id, start, created, public, status, result, jack, detective, jack_key, detective_key,"    \
    " spectator_key, secret, salt, changed, to_act, hints, request,"                           \
    " jack_mix, detective_mix, jack_entropy, detective_entropy, terms, clock, due"
enum { N_COLUMNS = 24 };
/* The days on which something was written, so far. */
#define LIVED "(SELECT count FROM lived)"
/* The time of the clocks. */
#define TIME  "(SELECT time FROM pulse)"
#define SEATS "(SELECT coalesce(sum(1 << seat), 0) FROM holder WHERE game = id AND guest = ?1)"

const char store_lobby_query[] = "SELECT " COLUMNS ", 0 FROM game WHERE public = 1"
                                 " AND status = ?1 AND created >= date('now', '-3 days')"
                                 " AND gone = 0 ORDER BY created DESC, number DESC LIMIT ?2";

static const char *const sql[STATEMENTS] = {
    [INSERT_GAME] =
        "INSERT INTO game (" COLUMNS ", number, seq, lived, sum) VALUES (?1, ?2, ?3, ?4,"
        " ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, date('now'), ?14, ?15, ?16, ?20, "
        "?21, ?22, ?23, ?25, ?26, ?27 + ?28 * " TIME ","
        " (SELECT coalesce(max(number), 0) + 1 FROM game), ?18, " LIVED ", ?24)"
        " ON CONFLICT (id) DO NOTHING",
    [UPDATE_GAME] = "UPDATE game SET status = ?5, result = ?6, jack = ?7, detective = ?8,"
                    " jack_key = ?9, detective_key = ?10, spectator_key = ?11, to_act = ?14,"
                    " jack_mix = ?20, detective_mix = ?21, jack_entropy = ?22,"
                    " detective_entropy = ?23, sum = ?24, terms = ?25, clock = ?26,"
                    " due = ?27 + ?28 * " TIME ","
                    " changed = CASE WHEN ?19 THEN changed ELSE date('now') END,"
                    " lived = CASE WHEN ?19 THEN lived ELSE " LIVED " END, seq = seq + ?18"
                    " WHERE id = ?1 AND seq = ?17 AND gone = 0",
    [INSERT_EVENT] = "INSERT INTO event VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    [INSERT_HOLDER] =
        "INSERT INTO holder (game, seat, guest, since, seen, number) VALUES (?1, ?2, ?3, ?4,"
        " ?5, (SELECT coalesce(max(number), 0) + 1 FROM holder WHERE game = ?1))"
        " ON CONFLICT (game, seat, guest) DO UPDATE SET seen = excluded.seen",
    [COPY_HOLDERS] =
        "INSERT INTO holder (game, seat, guest, since, seen, number) SELECT ?1,"
        " CASE WHEN ?3 AND seat < 2 THEN 1 - seat ELSE seat END, guest, since, seen, number"
        " FROM holder WHERE game = ?2",
    [END_HOLDERS] = "DELETE FROM holder WHERE game = ?1 AND seat = ?2 AND (guest = ?3) <> ?4",
    [END_GUEST] = "DELETE FROM holder WHERE guest = ?1",
    [REPLACE_GUEST] = "UPDATE OR REPLACE holder SET guest = ?2 WHERE guest = ?1",
    [LIVE] = "UPDATE lived SET day = date('now'), count = count + 1 WHERE day < date('now')",
    [PROBE] = "UPDATE lived SET probes = probes + 1",
    [MARK] = "UPDATE pulse SET time = time + ?1 RETURNING time",
    [PUT_AWAY] = "UPDATE game SET gone = " LIVED " WHERE id = ?1 AND gone = 0",
    [DELETE_GAME] = "DELETE FROM game WHERE id = ?1",
    [DELETE_EVENTS] = "DELETE FROM event WHERE game = ?1",
    [DELETE_HOLDERS] = "DELETE FROM holder WHERE game = ?1",
    [SELECT_GAME] = "SELECT " COLUMNS ", gone, seq, sum, " TIME " FROM game WHERE id = ?1",
    [SELECT_EVENTS] = "SELECT kind, actor, text, key, digest, count FROM event"
                      " WHERE game = ?1 ORDER BY seq",
    [SELECT_HOLDERS] = "SELECT seat, guest, since, seen FROM holder WHERE game = ?1"
                       " ORDER BY number",
    [SELECT_LOBBY] = store_lobby_query,
    [SELECT_MINE] = "SELECT " COLUMNS ", " SEATS " FROM game WHERE id IN (SELECT game"
                    " FROM holder WHERE guest = ?1 AND seat < 2) AND gone = 0"
                    " ORDER BY number DESC LIMIT 100",
    [SELECT_ALL] = "SELECT " COLUMNS ", 0 FROM game WHERE id > ?1 AND gone = 0"
                   " ORDER BY id LIMIT 100",
    [SELECT_DUE] = "SELECT " COLUMNS ", 0 FROM game WHERE due IS NOT NULL AND gone = 0"
                   " ORDER BY due LIMIT 100",
    [SELECT_KEY] = "SELECT bytes FROM secret WHERE name = 'key'",
    [SELECT_OLD] =
        "SELECT " COLUMNS ", 0 FROM game"
        " WHERE lived < " LIVED " - ?1 AND gone = 0 AND NOT " STORE_IN_HISTORY
        " OR gone > 0 AND gone < " LIVED " - " PUT_AWAY_DAYS " ORDER BY lived LIMIT 20",
};

struct sqlite {
    struct store store;
    int lock; /* a file that one server at a time has locked; -1 on a side that reads */
    sqlite3 *db;
    sqlite3_stmt *statement[STATEMENTS];
};

/* Every store of this kind is the first member of one of these. */
static struct sqlite *of(struct store *store)
{
    return (struct sqlite *)store;
}

static int fail(struct alibi_error *err, sqlite3 *db, const char *what)
{
    return alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be %s: %s", what,
                      db ? sqlite3_errmsg(db) : "out of memory");
}

/* Writes the key by a statement that takes it. */
static bool write_key(sqlite3 *db, const char *text, const struct hash *key)
{
    sqlite3_stmt *statement = NULL;
    bool done = false;

    if (sqlite3_prepare_v2(db, text, -1, &statement, NULL) == SQLITE_OK)
        done =
            sqlite3_bind_blob(statement, 1, key->byte, HASH_SIZE, SQLITE_STATIC) == SQLITE_OK &&
            sqlite3_step(statement) == SQLITE_DONE;
    (void)sqlite3_finalize(statement);
    return done;
}

/* A key of its own, unless it has one. */
static bool draw_key(sqlite3 *db, struct alibi_error *err)
{
    struct hash key;

    randombytes_buf(key.byte, sizeof key.byte);
    if (write_key(db, "INSERT OR IGNORE INTO secret VALUES ('key', ?1)", &key))
        return true;
    (void)fail(err, db, "written");
    return false;
}

static bool set_key(struct store *store, const struct hash *key)
{
    return write_key(of(store)->db, "INSERT OR REPLACE INTO secret VALUES ('key', ?1)", key);
}

/* SQLite looks at every page of the file. */
static bool check_file(struct store *store, struct alibi_error *err)
{
    sqlite3 *db = of(store)->db;
    sqlite3_stmt *row = NULL;
    bool whole = false;

    if (sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &row, NULL) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(row, 0);

        whole = said && strcmp(said, "ok") == 0;
        if (!whole)
            (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "the database is damaged: %.200s",
                             said ? said : "");
    } else {
        (void)fail(err, db, "checked");
    }
    (void)sqlite3_finalize(row);
    return whole;
}

static enum found find_lost(struct store *store, char id[ID_SIZE])
{
    static const char query[] = "SELECT min(game) FROM event WHERE game > ?1"
                                " AND NOT EXISTS (SELECT 1 FROM game WHERE id = event.game)";
    enum found found = FOUND_FAILED;
    sqlite3_stmt *row = NULL;

    if (sqlite3_prepare_v2(of(store)->db, query, -1, &row, NULL) == SQLITE_OK &&
        sqlite3_bind_text(row, 1, id, -1, SQLITE_TRANSIENT) == SQLITE_OK &&
        sqlite3_step(row) == SQLITE_ROW) {
        const char *lost = (const char *)sqlite3_column_text(row, 0);

        found = lost ? FOUND : FOUND_NONE;
        if (lost)
            (void)snprintf(id, ID_SIZE, "%s", lost);
    }
    (void)sqlite3_finalize(row);
    return found;
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
        opened = !writes || (schema_prepare(db, err) && draw_key(db, err));
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

static void close_all(struct store *store)
{
    struct sqlite *s = of(store);

    for (int i = 0; i < STATEMENTS; i++)
        (void)sqlite3_finalize(s->statement[i]);
    (void)sqlite3_close(s->db);
    if (s->lock >= 0)
        (void)close(s->lock);
    free(s);
}

/* Prepares the statements of a side. */
static bool prepare(struct sqlite *s, enum store_side side, struct alibi_error *err)
{
    int first = side == STORE_WRITES ? 0 : FIRST_READ;
    int end = side == STORE_WRITES ? FIRST_READ : STATEMENTS;

    for (int i = first; i < end; i++)
        if (sqlite3_prepare_v3(s->db, sql[i], -1, SQLITE_PREPARE_PERSISTENT, &s->statement[i],
                               NULL) != SQLITE_OK) {
            (void)fail(err, s->db, "read");
            return false;
        }
    return true;
}

static const struct store_kind kind;

struct store *store_sqlite_open(const char *folder, enum store_side side,
                                struct alibi_error *err)
{
    struct sqlite *s = calloc(1, sizeof *s);
    char path[PATH_SIZE];

    if (!s || (size_t)snprintf(path, sizeof path, "%s/alibi.db", folder) >= sizeof path) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "expected a shorter path of the folder");
        free(s);
        return NULL;
    }
    s->store.kind = &kind;
    s->lock = side == STORE_WRITES ? lock_folder(folder, err) : -1;
    if (side == STORE_READS || s->lock >= 0)
        s->db = open_database(path, side == STORE_WRITES, err);
    if (s->db && prepare(s, side, err))
        return &s->store;
    close_all(&s->store);
    return NULL;
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

/* Whether a statement that changes one game has found it as it should be. */
static enum outcome run_once(struct sqlite *s, enum statement which)
{
    if (!run(s->statement[which]))
        return CHANGE_FAILED;
    return sqlite3_changes(s->db) == 1 ? CHANGE_DONE : CHANGE_CONFLICT;
}

static enum outcome write_game(struct sqlite *s, const struct change *change)
{
    enum statement which = change->is_new ? INSERT_GAME : UPDATE_GAME;
    sqlite3_stmt *statement = s->statement[which];
    const struct table_about *game = &change->about;
    char clocks[CLOCKS_TEXT_SIZE];

    bind_text(statement, 1, game->id);
    (void)sqlite3_bind_int(statement, 5, (int)game->status);
    bind_text(statement, 6, game->result);
    bind_text(statement, 7, game->player[ALIBI_JACK]);
    bind_text(statement, 8, game->player[ALIBI_DETECTIVE]);
    bind_bytes(statement, 9, game->key[ALIBI_JACK].byte);
    bind_bytes(statement, 10, game->key[ALIBI_DETECTIVE].byte);
    bind_bytes(statement, 11, game->key[TABLE_SPECTATOR].byte);
    (void)sqlite3_bind_int(statement, 14, (int)game->to_act);
    (void)sqlite3_bind_int64(statement, 17, (sqlite3_int64)change->seq);
    (void)sqlite3_bind_int64(statement, 18, (sqlite3_int64)change->n_events);
    (void)sqlite3_bind_int(statement, 19, change->quiet);
    for (int seat = 0; seat < 2; seat++) {
        (void)sqlite3_bind_int(statement, 20 + seat, (int)game->opening.mix[seat]);
        bind_bytes(statement, 22 + seat, game->opening.entropy[seat]);
    }
    bind_bytes(statement, 24, change->sum.byte);
    bind_text(statement, 25, game->terms);
    clocks_print(&game->clocks, clocks);
    bind_text(statement, 26, clocks);
    if (game->clocks.on && table_due(game))
        (void)sqlite3_bind_int64(statement, 27, table_due(game));
    (void)sqlite3_bind_int(statement, 28, change->timeless);
    if (change->is_new) {
        bind_text(statement, 2, game->start);
        bind_text(statement, 3, game->created);
        (void)sqlite3_bind_int(statement, 4, game->is_public);
        bind_bytes(statement, 12, game->opening.secret);
        bind_bytes(statement, 13, game->opening.salt);
        (void)sqlite3_bind_int(statement, 15, game->hints);
        bind_bytes(statement, 16, game->request.byte);
    }
    return run_once(s, which);
}

static bool write_event(struct sqlite *s, const struct change *change, size_t i)
{
    sqlite3_stmt *statement = s->statement[INSERT_EVENT];

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

static bool write_holder(struct sqlite *s, const struct change *change, size_t i)
{
    sqlite3_stmt *statement = s->statement[INSERT_HOLDER];

    bind_text(statement, 1, change->about.id);
    (void)sqlite3_bind_int(statement, 2, change->holder[i].seat);
    bind_bytes(statement, 3, change->holder[i].guest.byte);
    bind_text(statement, 4, change->holder[i].since);
    bind_text(statement, 5, change->holder[i].seen);
    return run(statement);
}

/* Those who come along from another game. */
static bool copy_holders(struct sqlite *s, const struct change *change)
{
    sqlite3_stmt *statement = s->statement[COPY_HOLDERS];

    if (!change->holders_of[0])
        return true;
    bind_text(statement, 1, change->about.id);
    bind_text(statement, 2, change->holders_of);
    (void)sqlite3_bind_int(statement, 3, change->swaps);
    return run(statement);
}

static bool end_holders(struct sqlite *s, const struct change *change)
{
    sqlite3_stmt *statement = s->statement[END_HOLDERS];

    if (!change->ends)
        return true;
    bind_text(statement, 1, change->about.id);
    (void)sqlite3_bind_int(statement, 2, change->gone.seat);
    bind_bytes(statement, 3, change->gone.guest.byte);
    (void)sqlite3_bind_int(statement, 4, change->ends_others);
    return run(statement);
}

/* A statement that needs nothing but the game's id. */
static bool run_for(struct sqlite *s, enum statement which, const char *id)
{
    bind_text(s->statement[which], 1, id);
    return run(s->statement[which]);
}

/* Puts a game away, or forgets one that was. */
static enum outcome remove_game(struct sqlite *s, const char *id)
{
    enum outcome outcome;

    bind_text(s->statement[PUT_AWAY], 1, id);
    outcome = run_once(s, PUT_AWAY);
    if (outcome != CHANGE_CONFLICT)
        return outcome;
    return run_for(s, DELETE_EVENTS, id) && run_for(s, DELETE_HOLDERS, id) &&
                   run_for(s, DELETE_GAME, id)
               ? CHANGE_DONE
               : CHANGE_FAILED;
}

static enum outcome write_mark(struct sqlite *s, struct change *change)
{
    sqlite3_stmt *statement = s->statement[MARK];
    enum outcome outcome = CHANGE_FAILED;

    (void)sqlite3_bind_int64(statement, 1, change->time);
    if (sqlite3_step(statement) == SQLITE_ROW) {
        change->time = sqlite3_column_int64(statement, 0);
        outcome = CHANGE_DONE;
    }
    return run(statement) ? outcome : CHANGE_FAILED;
}

static enum outcome end_guest(struct sqlite *s, const struct change *change)
{
    sqlite3_stmt *statement = s->statement[change->has_heir ? REPLACE_GUEST : END_GUEST];

    bind_bytes(statement, 1, change->gone.guest.byte);
    if (change->has_heir)
        bind_bytes(statement, 2, change->heir.byte);
    return run(statement) ? CHANGE_DONE : CHANGE_FAILED;
}

/* Everything of a change but the game itself. */
static bool write_rest(struct sqlite *s, const struct change *change)
{
    bool done = copy_holders(s, change) && end_holders(s, change);

    for (size_t i = 0; i < change->n_events && done; i++)
        done = write_event(s, change, i);
    for (size_t i = 0; i < change->n_holders && done; i++)
        done = write_holder(s, change, i);
    return done;
}

/* With the change of another game that belongs to it. */
static enum outcome write_change(struct sqlite *s, struct change *change)
{
    enum outcome outcome = change->also ? write_change(s, change->also) : CHANGE_DONE;

    if (change->probes)
        return run_once(s, PROBE);
    if (change->marks)
        return write_mark(s, change);
    if (change->leaves)
        return end_guest(s, change);
    if (change->removes)
        return remove_game(s, change->about.id);
    if (outcome == CHANGE_DONE)
        outcome = write_game(s, change);
    if (outcome == CHANGE_DONE && !write_rest(s, change))
        outcome = CHANGE_FAILED;
    return outcome;
}

static bool say(struct sqlite *s, const char *words)
{
    return sqlite3_exec(s->db, words, NULL, NULL, NULL) == SQLITE_OK;
}

static void complain(const struct sqlite *s)
{
    journal("error", "write", "nothing was changed: %s", sqlite3_errmsg(s->db));
}

/* Where an error made SQLite give the whole transaction up, a savepoint would begin another one
 * behind our back. */
static enum outcome write_in_savepoint(struct sqlite *s, struct change *change)
{
    enum outcome outcome;

    if (sqlite3_get_autocommit(s->db) || !say(s, "SAVEPOINT one"))
        return CHANGE_FAILED;
    outcome = write_change(s, change);
    if (outcome == CHANGE_FAILED)
        complain(s);
    if (outcome != CHANGE_DONE)
        (void)say(s, "ROLLBACK TO one");
    return say(s, "RELEASE one") ? outcome : CHANGE_FAILED;
}

static void write_in_turn(struct sqlite *s, struct change **change, size_t n)
{
    bool begun = say(s, "BEGIN IMMEDIATE") && run(s->statement[LIVE]);

    for (size_t i = 0; i < n && begun; i++)
        change[i]->outcome = write_in_savepoint(s, change[i]);
    if (begun && say(s, "COMMIT"))
        return;
    complain(s);
    (void)say(s, "ROLLBACK");
    for (size_t i = 0; i < n; i++)
        change[i]->outcome = CHANGE_FAILED;
}

static void write_all(struct store *store, struct change **change, size_t n)
{
    turn_take();
    write_in_turn(of(store), change, n);
    turn_give();
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

/* Clocks that make no sense are off, so that nobody loses by them: `store check` names the
 * game. */
static void take_clocks(sqlite3_stmt *row, struct table_about *game)
{
    char text[CLOCKS_TEXT_SIZE];

    take_text(row, 21, game->terms, sizeof game->terms);
    take_text(row, 22, text, sizeof text);
    if (!table_set_clocks(game, text, sqlite3_column_int64(row, 23), 0))
        game->clocks.on = false;
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
    take_bytes(row, 16, game->request.byte);
    for (int seat = 0; seat < 2; seat++) {
        game->opening.mix[seat] = (enum mix)sqlite3_column_int(row, 17 + seat);
        take_bytes(row, 19 + seat, game->opening.entropy[seat]);
    }
    take_clocks(row, game);
}

static enum found found_by(int step)
{
    return step == SQLITE_ROW ? FOUND : step == SQLITE_DONE ? FOUND_NONE : FOUND_FAILED;
}

static bool take_event(sqlite3_stmt *row, struct kept_game *game)
{
    struct kept_event *e = kept_game_add_event(game);

    if (!e)
        return false;
    e->event.kind = (enum event_kind)sqlite3_column_int(row, 0);
    e->event.by = (enum alibi_seat)sqlite3_column_int(row, 1);
    take_text(row, 2, e->event.text, sizeof e->event.text);
    e->has_request = sqlite3_column_type(row, 3) != SQLITE_NULL;
    if (e->has_request) {
        take_text(row, 3, e->request.key, sizeof e->request.key);
        take_bytes(row, 4, e->request.digest.byte);
        e->request.seq = game->n_events - 1;
        e->request.count = (uint64_t)sqlite3_column_int64(row, 5);
    }
    return true;
}

static bool take_holder(sqlite3_stmt *row, struct kept_game *game)
{
    struct table_holder holder = {.seat = sqlite3_column_int(row, 0)};

    take_bytes(row, 1, holder.guest.byte);
    take_text(row, 2, holder.since, sizeof holder.since);
    take_text(row, 3, holder.seen, sizeof holder.seen);
    return kept_game_add_holder(game, &holder);
}

/* Hands the rows of the game ID to TAKE; false if that or the database failed. */
static bool take_rows(struct sqlite *s, enum statement which, const char *id,
                      struct kept_game *game,
                      bool (*take)(sqlite3_stmt *row, struct kept_game *game))
{
    sqlite3_stmt *row = s->statement[which];
    bool going = true;
    int step;

    bind_text(row, 1, id);
    while ((step = sqlite3_step(row)) == SQLITE_ROW && going)
        going = take(row, game);
    (void)sqlite3_reset(row);
    return going && step == SQLITE_DONE;
}

/* One that was put away is not found. */
static enum found read_about(struct sqlite *s, const char *id, struct kept_game *game)
{
    sqlite3_stmt *row = s->statement[SELECT_GAME];
    enum found found;

    bind_text(row, 1, id);
    found = found_by(sqlite3_step(row));
    if (found == FOUND) {
        take_game(row, &game->about);
        found = sqlite3_column_int(row, N_COLUMNS) ? FOUND_NONE : FOUND;
        game->seq = (uint64_t)sqlite3_column_int64(row, N_COLUMNS + 1);
        game->has_sum = sqlite3_column_type(row, N_COLUMNS + 2) != SQLITE_NULL;
        take_bytes(row, N_COLUMNS + 2, game->sum.byte);
        game->time = sqlite3_column_int64(row, N_COLUMNS + 3);
    }
    (void)sqlite3_reset(row);
    return found;
}

static void note_failure(const struct sqlite *s, const struct errand *errand)
{
    if (errand->found == FOUND_FAILED)
        journal("error", "read", "%s", sqlite3_errmsg(s->db));
}

/* In one transaction, so that all of it is of the same moment. */
static void read_game(struct sqlite *s, struct errand *errand)
{
    errand->game = calloc(1, sizeof *errand->game);
    errand->found = FOUND_FAILED;
    if (!errand->game || !say(s, "BEGIN"))
        return;
    errand->found = read_about(s, errand->id, errand->game);
    if (!take_rows(s, SELECT_EVENTS, errand->id, errand->game, take_event) ||
        !take_rows(s, SELECT_HOLDERS, errand->id, errand->game, take_holder))
        errand->found = FOUND_FAILED;
    errand_verify(errand);
    note_failure(s, errand);
    (void)say(s, "COMMIT");
}

/* Adds the rows to the list; false if the database failed, or without memory. */
static bool take_list(struct sqlite *s, enum statement which, struct errand *errand)
{
    sqlite3_stmt *row = s->statement[which];
    struct listed *listed;
    int step;

    while ((step = sqlite3_step(row)) == SQLITE_ROW && (listed = errand_list(errand))) {
        take_game(row, &listed->about);
        listed->seats = (unsigned)sqlite3_column_int(row, N_COLUMNS);
    }
    if (step != SQLITE_DONE)
        errand->found = FOUND_FAILED;
    note_failure(s, errand);
    (void)sqlite3_reset(row);
    return errand->found == FOUND;
}

/* Those with an open seat first. */
static void read_lobby(struct sqlite *s, struct errand *errand)
{
    for (int status = TABLE_WAITING; status < TABLE_OVER && errand->n < LISTED_MAX; status++) {
        (void)sqlite3_bind_int(s->statement[SELECT_LOBBY], 1, status);
        (void)sqlite3_bind_int(s->statement[SELECT_LOBBY], 2, (int)(LISTED_MAX - errand->n));
        if (!take_list(s, SELECT_LOBBY, errand))
            return;
    }
}

static void read_mine(struct sqlite *s, struct errand *errand)
{
    bind_bytes(s->statement[SELECT_MINE], 1, errand->guest.byte);
    (void)take_list(s, SELECT_MINE, errand);
}

static void read_all(struct sqlite *s, struct errand *errand)
{
    bind_text(s->statement[SELECT_ALL], 1, errand->id);
    (void)take_list(s, SELECT_ALL, errand);
}

static void read_old(struct sqlite *s, struct errand *errand)
{
    (void)sqlite3_bind_int64(s->statement[SELECT_OLD], 1, errand->days);
    (void)take_list(s, SELECT_OLD, errand);
}

static void read_due(struct sqlite *s, struct errand *errand)
{
    (void)take_list(s, SELECT_DUE, errand);
}

static void read_errand(struct store *store, struct errand *errand)
{
    static void (*const read[])(struct sqlite * s, struct errand * errand) = {
        [ERRAND_GAME] = read_game, [ERRAND_LOBBY] = read_lobby, [ERRAND_MINE] = read_mine,
        [ERRAND_ALL] = read_all,   [ERRAND_OLD] = read_old,     [ERRAND_DUE] = read_due,
    };

    errand->found = FOUND; /* a list is, even an empty one, unless something fails */
    read[errand->kind](of(store), errand);
}

static bool read_key(struct store *store, struct hash *key)
{
    sqlite3_stmt *row = of(store)->statement[SELECT_KEY];
    bool found =
        sqlite3_step(row) == SQLITE_ROW && sqlite3_column_bytes(row, 0) == (int)sizeof *key;

    if (found)
        take_bytes(row, 0, key->byte);
    (void)sqlite3_reset(row);
    return found;
}

static const struct store_kind kind = {close_all, write_all, NULL,       read_errand,
                                       read_key,  set_key,   check_file, find_lost};
