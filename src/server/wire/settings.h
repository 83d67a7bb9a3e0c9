/* What may change while the server runs: said on the command line, or in a file of which every
 * line is `name value`; what the file says comes first. It is read at the start and at SIGHUP.
 */
#ifndef SERVER_SETTINGS_H
#define SERVER_SETTINGS_H

#include "address.h"

#include <alibi/error.h>

enum { PROXIES_MAX = 16, SETTINGS_FILE_MAX = 64 << 10 };

struct settings {
    double rate;        /* requests a second of one client; 0: clients are not limited */
    unsigned streams;   /* that one client may have open */
    unsigned keep_days; /* after the last change of a game; 0: for ever */
    bool quiet;         /* log only what goes wrong */
    struct network proxy[PROXIES_MAX]; /* whose X-Forwarded-For is believed */
    size_t n_proxies;
};

/* Adds a proxy, ADDRESS or ADDRESS/BITS; false after filling ERR. */
bool settings_add_proxy(struct settings *s, const char *text, size_t len,
                        struct alibi_error *err);

/* Changes what the TEXT of a file names; on an error nothing, and ERR says why. */
bool settings_read(struct settings *s, const char *text, size_t len, struct alibi_error *err);

/* The same with the file at PATH. */
bool settings_load(struct settings *s, const char *path, struct alibi_error *err);

#endif
