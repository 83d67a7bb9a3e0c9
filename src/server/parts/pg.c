/* Talking to PostgreSQL. */
#include "pg.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- The connection --- */

/* What the URL does not say otherwise: a line that is dead is noticed within seconds, and of
 * several servers the one that takes changes is used. */
static PGconn *connect_to(const char *url)
{
    static const char *const name[] = {"connect_timeout",
                                       "keepalives_idle",
                                       "keepalives_interval",
                                       "keepalives_count",
                                       "tcp_user_timeout",
                                       "application_name",
                                       "target_session_attrs",
                                       "client_encoding",
                                       "dbname",
                                       NULL};
    const char *const value[] = {"5",     "10",         "5",    "3", "15000",
                                 "alibi", "read-write", "UTF8", url, NULL};

    return PQconnectdbParams(name, value, 1);
}

/* PostgreSQL speaks in paragraphs; the first line says what is wrong. */
static void note(struct pg *pg, const char *text)
{
    (void)snprintf(pg->complaint, sizeof pg->complaint, "%.*s", (int)strcspn(text, "\n"), text);
}

static void note_complaint(struct pg *pg)
{
    const char *text = pg->conn ? PQerrorMessage(pg->conn) : "no connection";

    if (*text)
        note(pg, text);
}

const char *pg_complaint(struct pg *pg)
{
    if (pg->conn)
        note_complaint(pg);
    return pg->complaint;
}

void pg_forget(struct pg *pg)
{
    note_complaint(pg);
    PQfinish(pg->conn);
    pg->conn = NULL;
}

static void ignore_notice(void *arg, const PGresult *notice)
{
    (void)arg;
    (void)notice;
}

static bool prepare(struct pg *pg)
{
    (void)PQsetNoticeReceiver(pg->conn, ignore_notice, NULL);
    for (const struct pg_statement *s = pg->statement; s->name; s++) {
        PGresult *answer = PQprepare(pg->conn, s->name, s->sql, 0, NULL);
        bool done = PQresultStatus(answer) == PGRES_COMMAND_OK;

        PQclear(answer);
        if (!done)
            return false;
    }
    return true;
}

bool pg_open(struct pg *pg, const char *url, const struct pg_statement *statement,
             struct alibi_error *err)
{
    *pg = (struct pg){.url = strdup(url), .statement = statement};
    pg->conn = pg->url ? connect_to(url) : NULL;
    if (pg->conn && PQstatus(pg->conn) == CONNECTION_OK && prepare(pg))
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be opened: %s",
                     pg_complaint(pg));
    return false;
}

void pg_close(struct pg *pg)
{
    PQfinish(pg->conn);
    free(pg->url);
    *pg = (struct pg){0};
}

bool pg_ready(struct pg *pg)
{
    if (pg->conn && PQstatus(pg->conn) == CONNECTION_OK)
        return true;
    PQfinish(pg->conn);
    pg->conn = connect_to(pg->url);
    if (pg->conn && PQstatus(pg->conn) == CONNECTION_OK && prepare(pg))
        return true;
    pg_forget(pg);
    return false;
}

/* --- Speaking --- */

bool pg_begin(struct pg *pg)
{
    return pg_ready(pg) && PQenterPipelineMode(pg->conn) == 1;
}

bool pg_add(struct pg *pg, const char *name, int n, const char *const *value)
{
    return PQsendQueryPrepared(pg->conn, name, n, value, NULL, NULL, 0) == 1;
}

bool pg_say(struct pg *pg, const char *sql)
{
    return PQsendQueryParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 0) == 1;
}

/* The answers up to that which says that all were given. */
static enum pg_end hear_all(struct pg *pg, void (*hear)(void *, int, const PGresult *),
                            void *ear)
{
    enum pg_end end = PG_DONE;
    PGresult *answer;

    for (int i = 0; (answer = PQgetResult(pg->conn)); i++) {
        ExecStatusType status = PQresultStatus(answer);

        if (status == PGRES_FATAL_ERROR)
            note(pg, PQresultErrorMessage(answer));
        if (status == PGRES_FATAL_ERROR || status == PGRES_PIPELINE_ABORTED)
            end = PG_REFUSED;
        else if (hear && status != PGRES_PIPELINE_SYNC)
            hear(ear, i, answer);
        PQclear(answer);
        PQclear(PQgetResult(pg->conn)); /* the end of what this statement has to say */
        if (status == PGRES_PIPELINE_SYNC)
            return end;
    }
    return PG_BROKEN;
}

enum pg_end pg_send(struct pg *pg, void (*hear)(void *ear, int i, const PGresult *answer),
                    void *ear)
{
    enum pg_end end = PG_BROKEN;

    if (PQpipelineSync(pg->conn) == 1)
        end = hear_all(pg, hear, ear);
    if (end != PG_BROKEN && PQexitPipelineMode(pg->conn) == 1)
        return end;
    pg_forget(pg);
    return PG_BROKEN;
}

/* --- Values --- */

const char *pg_number(char out[PG_NUMBER_SIZE], int64_t n)
{
    (void)snprintf(out, PG_NUMBER_SIZE, "%lld", (long long)n);
    return out;
}

const char *pg_bytes(char out[PG_BYTES_SIZE], const unsigned char bytes[32])
{
    (void)snprintf(out, PG_BYTES_SIZE, "\\x");
    for (size_t i = 0; i < 32; i++)
        (void)snprintf(out + 2 + 2 * i, 3, "%02x", bytes[i]);
    return out;
}

int64_t pg_read_number(const PGresult *row, int i, int column)
{
    return strtoll(PQgetvalue(row, i, column), NULL, 10);
}

void pg_read_text(const PGresult *row, int i, int column, char *out, size_t size)
{
    (void)snprintf(out, size, "%s", PQgetvalue(row, i, column));
}

static unsigned digit(char c)
{
    return c >= 'a' ? (unsigned)(c - 'a') + 10 : (unsigned)(c - '0');
}

void pg_read_bytes(const PGresult *row, int i, int column, unsigned char out[32])
{
    const char *text = PQgetvalue(row, i, column);

    memset(out, 0, 32);
    if (strlen(text) == PG_BYTES_SIZE - 1)
        for (size_t k = 0; k < 32; k++)
            out[k] = (unsigned char)(digit(text[2 + 2 * k]) << 4 | digit(text[3 + 2 * k]));
}
