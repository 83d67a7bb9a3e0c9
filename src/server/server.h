/* The server, as the command line starts it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include "wire/settings.h"

#include <stdint.h>

enum { SERVER_THREADS_MAX = 256, SERVER_THREADS_USUAL = -1 /* by the processors */ };

struct server_options {
    const char *version;
    const char *bind;         /* an address: "127.0.0.1", "::1" */
    const char *port;         /* "0": any that is free */
    const char *const *store; /* a folder for a database of SQLite, or URLs of PostgreSQL's */
    size_t n_stores;
    const char *origin; /* "https://play.example.org" behind a proxy, or NULL */
    unsigned think_ms;  /* at most, a decision of the computer's */
    int threads;        /* that think; 0: `alibi think` does, elsewhere */
    int search_threads; /* that search one decision, at most; 0: one */

    struct settings settings;  /* what may change while it runs */
    const char *settings_path; /* of a file that changes them, or NULL */

    /* For tests, with an address of the machine itself only. */
    const uint64_t *seed;
    const char *script;
    uint64_t later; /* seconds by which people's clock is ahead */
    uint64_t gone;  /* seconds after which who is away has left, or 0: as usual */
    bool still;     /* the clocks of games stand still, but for what is added in the database */
};

/* Runs until SIGINT or SIGTERM. READY is called once with the address that it listens at.
 * Returns ALIBI_OK, or fills ERR if it could not start. */
int server_run(const struct server_options *options, void (*ready)(const char *url),
               struct alibi_error *err);

#endif
