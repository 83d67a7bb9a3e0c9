/* A connection to PostgreSQL, by libpq: statements that are prepared once, sent together and
 * answered together. */
#ifndef SERVER_PG_H
#define SERVER_PG_H

#include <alibi/error.h>
#include <libpq-fe.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct pg_statement {
    const char *name, *sql;
};

struct pg {
    PGconn *conn;
    char *url;
    const struct pg_statement *statement; /* up to one without a name */
    char complaint[300];
};

/* How what was sent together has ended. */
enum pg_end {
    PG_DONE,
    PG_REFUSED, /* the database has said no: nothing of it was done */
    PG_BROKEN,  /* the line broke: nobody knows */
};

/* Connects to the database of URL; false after filling ERR. Close it in any case. */
bool pg_open(struct pg *pg, const char *url, const struct pg_statement *statement,
             struct alibi_error *err);
void pg_close(struct pg *pg);

/* Gives the connection up: what was half said is not done. */
void pg_forget(struct pg *pg);

/* Whether there is a connection, after trying to make a new one if there was none. */
bool pg_ready(struct pg *pg);

/* What is to be said at once: begin, add statements by their names or as plain SQL, send. */
bool pg_begin(struct pg *pg);
bool pg_add(struct pg *pg, const char *name, int n, const char *const *value);
bool pg_say(struct pg *pg, const char *sql);

/* Sends it and hands the answer of each statement that was added, counted from 0, to HEAR,
 * which may be NULL. */
enum pg_end pg_send(struct pg *pg, void (*hear)(void *ear, int i, const PGresult *answer),
                    void *ear);

/* What the database complained about last, on one line. */
const char *pg_complaint(struct pg *pg);

/* --- Values --- */

enum { PG_NUMBER_SIZE = 24, PG_BYTES_SIZE = 2 + 2 * 32 + 1 };
const char *pg_number(char out[PG_NUMBER_SIZE], int64_t n);
const char *pg_bytes(char out[PG_BYTES_SIZE], const unsigned char bytes[32]);

int64_t pg_read_number(const PGresult *row, int i, int column);
void pg_read_text(const PGresult *row, int i, int column, char *out, size_t size);
void pg_read_bytes(const PGresult *row, int i, int column, unsigned char out[32]);

#endif
