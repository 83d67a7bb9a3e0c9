/* A database to try things on: one connection that writes and one that reads. */
#ifndef UNIT_DATABASE_H
#define UNIT_DATABASE_H

#include "unit.h"

#include "store_many.h"

#include <ftw.h>
#include <libpq-fe.h>
#include <sqlite3.h>
#include <unistd.h>

static char folder[] = "/tmp/alibi-store-XXXXXX";
static const char *where = folder;         /* the folder of a database of SQLite, or a URL */
static const char *const *places = &where; /* or several URLs, which begin with it */
static size_t n_places = 1;
static struct store *writes, *reads;

static int remove_one(const char *path, const struct stat *about, int type, struct FTW *at)
{
    (void)about;
    (void)type;
    (void)at;
    return remove(path);
}

static void open_both(void)
{
    struct alibi_error err = {.text = ""};

    if (n_places > 1) {
        writes = reads = open_many(places, n_places);
        return;
    }
    writes = store_open(where, STORE_WRITES, &err);
    CHECK(writes, "%s", err.text);
    reads = store_open(where, STORE_READS, &err);
    CHECK(reads, "%s", err.text);
}

static void close_both(void)
{
    if (reads != writes)
        store_close(reads);
    store_close(writes);
    reads = writes = NULL;
}

static int make_folder(void **state)
{
    (void)state;
    memcpy(folder + sizeof folder - 7, "XXXXXX", 6);
    assert_non_null(mkdtemp(folder));
    open_both();
    return 0;
}

static int remove_folder(void **state)
{
    (void)state;
    close_both();
    return nftw(folder, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Changes the database behind the store's back. */
static inline void meddle_postgres(const char *url, const char *sql)
{
    PGconn *conn = PQconnectdb(url);
    PGresult *answer = PQexec(conn, sql);

    CHECK(PQresultStatus(answer) == PGRES_COMMAND_OK, "%s", PQerrorMessage(conn));
    PQclear(answer);
    PQfinish(conn);
}

static inline void meddle(const char *sql)
{
    char path[100];
    sqlite3 *db;

    if (where != folder) {
        for (size_t i = 0; i < n_places; i++)
            meddle_postgres(places[i], sql);
        return;
    }
    (void)snprintf(path, sizeof path, "%s/alibi.db", where);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    CHECK(sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK, "%s", sqlite3_errmsg(db));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

#endif
