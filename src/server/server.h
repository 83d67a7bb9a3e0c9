/* The server, as the command line starts it. */
#ifndef SERVER_SERVER_H
#define SERVER_SERVER_H

#include <alibi/error.h>
#include <stdbool.h>
#include <stdint.h>

struct server_options {
    const char *version;
    const char *bind;   /* an address: "127.0.0.1", "::1" */
    const char *port;   /* "0": any that is free */
    const char *folder; /* of the database */
    const char *origin; /* "https://play.example.org" behind a proxy, or NULL */
    unsigned think_ms;  /* at most, a decision of the computer's */
    unsigned keep_days; /* after the last change of a game; 0: for ever */
    double rate;        /* requests a second of one client; 0: no limit */
    bool quiet;         /* log only what goes wrong */

    /* For tests, with an address of the machine itself only. */
    const uint64_t *seed;
    const char *script;
};

/* Runs until SIGINT or SIGTERM. READY is called once with the address that it listens at.
 * Returns ALIBI_OK, or fills ERR if it could not start. */
int server_run(const struct server_options *options, void (*ready)(const char *url),
               struct alibi_error *err);

#endif
