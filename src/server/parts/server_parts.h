/* What the server's app works with: a database, and threads that write, think, draw
 * and read. */
#ifndef SERVER_PARTS_H
#define SERVER_PARTS_H

#include "app.h"
#include "places.h"

struct parts_options {
    const char *const *store; /* folders or URLs, see places_open */
    size_t n_stores;
    unsigned think_ms;  /* at most, a decision of the computer's */
    int threads;        /* that think; 0: others do, by the queue of the database */
    int search_threads; /* that search one decision, at most */
    int wake;           /* an eventfd that is written to when there is something to collect */
    struct lottery lottery;
    uint64_t (*now)(void); /* milliseconds since 1970 */
    uint64_t later_ms;     /* for tests: added to them */
};

/* The day by the clock, and the first one that it can show, for tests. */
void parts_today(char out[DATE_SIZE]);
void parts_first_day(char out[DATE_SIZE]);

/* Milliseconds since 1970, by the clock. */
uint64_t parts_now(void);

/* False after filling ERR; then there are none. */
bool parts_open(struct app_parts *parts, const struct parts_options *options,
                struct alibi_error *err);

/* --- One by one; NULL if it cannot be had, where there is an ERR after filling it --- */

/* One thread for each place that writes there. Changes that come while it is busy are written
 * together, with one sync of the disk for all of them. */
struct writer *writer_new(struct places *places, int wake, struct alibi_error *err);

/* For a test: how the lobby is read in SQL. */
extern const char store_lobby_query[];

/* THREADS that read, for each place. */
struct reader *reader_new(struct places *places, int threads, int wake,
                          struct alibi_error *err);

/* THREADS that think, EACH of them at most about one decision while others are idle, for MS
 * milliseconds at most about a decision, and for less about those that follow in the same
 * activation, or when many jobs wait. */
struct computer *computer_new(int threads, int each, unsigned ms, int wake);

/* Or it is done by whoever takes jobs from the queue of the database URL. */
struct computer *computer_elsewhere(const char *url, unsigned ms, int wake,
                                    struct alibi_error *err);

/* A thread that draws pictures. They are kept as long as nothing changes: a link that is shared
 * in a large group is asked for many times within a minute. */
struct album *album_new(int wake);

/* A thread that reads records. */
struct scribe *scribe_new(int wake);

/* A thread that answers for people, from the ledger of these places. */
struct people_service_options {
    struct lottery lottery;
    uint64_t (*now)(void);
    uint64_t later_ms;
    int wake;
};
struct people_service *people_service_new(const struct places *places,
                                          const struct people_service_options *options,
                                          struct alibi_error *err);

#endif
