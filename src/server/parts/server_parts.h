/* What the server's app works with: a database, and threads that write, think and draw. */
#ifndef SERVER_PARTS_H
#define SERVER_PARTS_H

#include "app.h"

struct parts_options {
    const char *folder; /* of the database */
    unsigned think_ms;  /* at most, a decision of the computer's */
    int threads;        /* that think */
    int wake;           /* an eventfd that is written to when there is something to collect */
};

/* The day by the clock, and the first one that it can show, for tests. */
void parts_today(char out[DATE_SIZE]);
void parts_first_day(char out[DATE_SIZE]);

/* False after filling ERR; then there are none. */
bool parts_open(struct app_parts *parts, const struct parts_options *options,
                struct alibi_error *err);

/* --- One by one; NULL if it cannot be had --- */

/* Opens or makes the database in FOLDER; NULL after filling ERR. */
struct store *store_open(const char *folder, struct alibi_error *err);

/* The one thread that writes to the store. Changes that come while it is busy are written
 * together, with one sync of the disk for all of them. */
struct writer *writer_new(struct store *store, int wake);

/* THREADS that think for MS milliseconds at most about a decision, and for less about those
 * that follow in the same activation, or when many jobs wait. */
struct computer *computer_new(int threads, unsigned ms, int wake);

/* A thread that draws pictures. They are kept as long as nothing changes: a link that is shared
 * in a large group is asked for many times within a minute. */
struct album *album_new(int wake);

#endif
