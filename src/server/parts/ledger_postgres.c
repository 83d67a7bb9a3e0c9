/* The ledger in PostgreSQL. Who writes holds a lock of the database's until the end of the
 * transaction, so that nodes write one after the other; who reads sees one moment. */
#include "ledgers.h"
#include "pg.h"

#include <stdlib.h>
#include <string.h>

#define LIST_SQL                                                                               \
    "SELECT key, value FROM ledger WHERE key > $1::text COLLATE \"C\""                         \
    " AND key < $2::text COLLATE \"C\" ORDER BY key "

static const struct pg_statement statements[] = {
    {"begin", "SELECT pg_advisory_xact_lock(8422)"},
    {"get", "SELECT value FROM ledger WHERE key = $1"},
    {"put", "INSERT INTO ledger VALUES ($1, $2)"
            " ON CONFLICT (key) DO UPDATE SET value = excluded.value"},
    {"drop", "DELETE FROM ledger WHERE key = $1"},
    {"list", LIST_SQL "LIMIT $3::bigint"},
    {"back", LIST_SQL "DESC LIMIT $3::bigint"},
    {NULL, NULL},
};

struct postgres {
    struct ledger ledger;
    struct pg pg;
};

/* Every ledger of this kind is the first member of one of these. */
static struct postgres *of(struct ledger *ledger)
{
    return (struct postgres *)ledger;
}

static void close_all(struct ledger *ledger)
{
    pg_close(&of(ledger)->pg);
    free(of(ledger));
}

/* --- Transactions --- */

static bool begin(struct ledger *ledger, enum ledger_way way)
{
    struct pg *pg = &of(ledger)->pg;
    bool said = pg_begin(pg);

    if (said && way == LEDGER_WRITES)
        said = pg_say(pg, "BEGIN") && pg_add(pg, "begin", 0, NULL);
    else if (said)
        said = pg_say(pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    if (said && pg_send(pg, NULL, NULL) == PG_DONE)
        return true;
    pg_forget(pg); /* it begins afresh the next time */
    return false;
}

static enum pg_end say(struct ledger *ledger, const char *sql)
{
    struct pg *pg = &of(ledger)->pg;

    return pg->conn && pg_begin(pg) && pg_say(pg, sql) ? pg_send(pg, NULL, NULL) : PG_BROKEN;
}

static void undo(struct ledger *ledger)
{
    if (of(ledger)->pg.conn && say(ledger, "ROLLBACK") != PG_DONE)
        pg_forget(&of(ledger)->pg);
}

/* What the database makes of COMMIT, which is ROLLBACK if something before has failed, is said
 * in its answer; but then LEDGER has been told so before. */
static enum ledger_end end(struct ledger *ledger)
{
    switch (say(ledger, "COMMIT")) {
    case PG_DONE:
        return LEDGER_DONE;
    case PG_REFUSED:
        return LEDGER_FAILED;
    default:
        return LEDGER_UNSURE;
    }
}

/* --- Entries --- */

/* What is heard. */
struct ear {
    struct ledger *ledger;
    struct ledger_entry *out;
    size_t most;
    long n;
    bool is_pair; /* keys and values, else values alone */
    bool failed;
};

static void hear(void *arg, int i, const PGresult *answer)
{
    struct ear *ear = arg;

    (void)i;
    if (!answer || PQresultStatus(answer) != PGRES_TUPLES_OK)
        return;
    for (int row = 0; row < PQntuples(answer) && ear->n < (long)ear->most; row++) {
        struct ledger_entry *entry = &ear->out[ear->n++];

        entry->key = ear->is_pair ? ledger_copy(ear->ledger, PQgetvalue(answer, row, 0)) : "";
        entry->value = ledger_copy(ear->ledger, PQgetvalue(answer, row, ear->is_pair));
        ear->failed = ear->failed || !entry->key || !entry->value;
    }
}

/* Says one statement inside the transaction. A line that broke is not made anew in it. */
static bool tell(struct ledger *ledger, const char *name, int n, const char *const *value,
                 struct ear *ear)
{
    struct pg *pg = &of(ledger)->pg;

    return pg->conn && PQstatus(pg->conn) == CONNECTION_OK && pg_begin(pg) &&
           pg_add(pg, name, n, value) && pg_send(pg, ear ? hear : NULL, ear) == PG_DONE &&
           !(ear && ear->failed);
}

static const char *get(struct ledger *ledger, const char *key)
{
    struct ledger_entry entry;
    struct ear ear = {.ledger = ledger, .out = &entry, .most = 1};

    if (!tell(ledger, "get", 1, &key, &ear))
        return NULL;
    return ear.n ? entry.value : "";
}

static bool put(struct ledger *ledger, const char *key, const char *value)
{
    const char *const both[] = {key, value};

    return tell(ledger, "put", 2, both, NULL);
}

static bool drop(struct ledger *ledger, const char *key)
{
    return tell(ledger, "drop", 1, &key, NULL);
}

static long list(struct ledger *ledger, const char *first, const char *last, bool backwards,
                 size_t most, struct ledger_entry *out)
{
    char number[PG_NUMBER_SIZE];
    const char *const all[] = {first, last, pg_number(number, (int64_t)most)};
    struct ear ear = {.ledger = ledger, .out = out, .most = most, .is_pair = true};

    return tell(ledger, backwards ? "back" : "list", 3, all, &ear) ? ear.n : -1;
}

static const struct ledger_kind kind = {close_all, begin, end, undo, get, put, drop, list};

struct ledger *ledger_postgres_open(const char *url, struct alibi_error *err)
{
    struct postgres *p = calloc(1, sizeof *p);

    if (!p) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    p->ledger.kind = &kind;
    if (pg_open(&p->pg, url, statements, err))
        return &p->ledger;
    close_all(&p->ledger);
    return NULL;
}
