/* The ledger: what is kept of people, as an ordered map from keys to values beside the games.
 *
 * Keys are words between slashes, "account/x7k2m9qd4n8a", in the order of their bytes; values
 * are JSON. Who wants to find something by another word writes a second key that leads to it,
 * in the same transaction. Transactions that write come one after the other, wherever they were
 * begun: what was read in one stays true to its end.
 *
 * Failures are remembered and told by ledger_end. After the first nothing is found and nothing
 * written any more, so nobody has to ask after every call. */
#ifndef PEOPLE_LEDGER_H
#define PEOPLE_LEDGER_H

#include <stdbool.h>
#include <stddef.h>

struct json_out;

enum { LEDGER_KEY_SIZE = 256 }; /* bytes of a key, NUL included */

enum ledger_end {
    LEDGER_DONE,
    LEDGER_FAILED, /* nothing was changed; or, of one that only reads, nothing is known */
    LEDGER_UNSURE, /* the line to the database broke at the wrong moment */
};

enum ledger_way { LEDGER_READS, LEDGER_WRITES };

struct ledger {
    const struct ledger_kind *kind;
    bool failed;
    struct ledger_text *texts; /* what was read in this transaction */
};

/* A key, printed: ledger_key("account/%s", id).key. One that does not fit ends the program. */
struct ledger_name {
    char key[LEDGER_KEY_SIZE];
};
struct ledger_name ledger_key(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Every use is in a transaction; it ends by ledger_end, or without any trace by ledger_undo. */
void ledger_begin(struct ledger *ledger, enum ledger_way way);
enum ledger_end ledger_end(struct ledger *ledger);
void ledger_undo(struct ledger *ledger);

/* The value of KEY, which lasts as long as the transaction; NULL if there is none. */
const char *ledger_get(struct ledger *ledger, const char *key);

/* Takes VALUE, which is a whole JSON value. */
void ledger_put(struct ledger *ledger, const char *key, struct json_out *value);
void ledger_put_text(struct ledger *ledger, const char *key, const char *value);
void ledger_drop(struct ledger *ledger, const char *key);

/* The keys that begin with PREFIX, which ends in a slash or is empty, in order or from the last
 * to the first: after AFTER, if it is not NULL; at most MOST. They and their values last as
 * long as the transaction. */
struct ledger_range {
    const char *prefix, *after;
    bool backwards;
    size_t most;
};
struct ledger_entry {
    const char *key, *value;
};
size_t ledger_list(struct ledger *ledger, const struct ledger_range *range,
                   struct ledger_entry *out);

void ledger_close(struct ledger *ledger);

/* --- The kinds --- */

/* Each says false, or NULL, if it has failed; a key that is not there is found as "". */
struct ledger_kind {
    void (*close)(struct ledger *ledger);
    bool (*begin)(struct ledger *ledger, enum ledger_way way);
    enum ledger_end (*end)(struct ledger *ledger);
    void (*undo)(struct ledger *ledger);
    const char *(*get)(struct ledger *ledger, const char *key);
    bool (*put)(struct ledger *ledger, const char *key, const char *value);
    bool (*drop)(struct ledger *ledger, const char *key);
    /* Keys between FIRST and LAST, both not included; how many, or -1. */
    long (*list)(struct ledger *ledger, const char *first, const char *last, bool backwards,
                 size_t most, struct ledger_entry *out);
};

/* For the kinds: a copy of TEXT that lasts as long as the transaction; NULL without memory. */
const char *ledger_copy(struct ledger *ledger, const char *text);

#endif
