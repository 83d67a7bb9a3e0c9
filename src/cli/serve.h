/* What verbs of servers share; and switches of `alibi serve` for tests, which only the program
 * for tests has. */
#ifndef CLI_SERVE_H
#define CLI_SERVE_H

#include "cli.h"
#include "server/server.h"

enum { SERVE_SWITCHES_MAX = 5 };

/* Whether this is the program for tests: then root may run it, as on machines that only test.
 */
extern const bool serve_for_tests;

/* A mistake in a server that root runs is a mistake of root's: false after saying so. */
bool serve_may_run(bool as_root);

struct serve_switches {
    const char *seed, *deal, *later, *gone;
    bool still;
    uint64_t number; /* of the seed */
};

/* Adds what can be given to the OPTIONS; returns how many there are. */
size_t serve_switches(struct cli_option *options, struct serve_switches *s);

/* Takes what was given; false after saying what was wrong. LOCAL: the server listens at an
 * address of the machine itself. */
bool serve_take_switches(const struct cli_verb *verb, struct serve_switches *s, bool local,
                         struct server_options *o);

#endif
