/* Ledgers by their kind, and which of several databases has it. */
#include "ledgers.h"

#include <string.h>

struct ledger *ledger_open(const char *where, struct alibi_error *err)
{
    return store_is_shared(where) ? ledger_postgres_open(where, err)
                                  : ledger_sqlite_open(where, err);
}

int ledger_is_used(const char *where, struct alibi_error *err)
{
    struct ledger *ledger = ledger_open(where, err);
    struct ledger_entry entry;
    size_t n;
    bool done;

    if (!ledger)
        return -1;
    ledger_begin(ledger, LEDGER_READS);
    n = ledger_list(ledger, &(struct ledger_range){.prefix = "account/", .most = 1}, &entry);
    done = ledger_end(ledger) == LEDGER_DONE;
    ledger_close(ledger);
    if (!done)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "what is kept of people cannot be read");
    return done ? (int)n : -1;
}

struct ledger *ledger_of_places(const struct places *places, struct alibi_error *err)
{
    const struct place *lowest = &places->place[0], *home = NULL;

    for (size_t i = 0; i < places->n && places->n > 1; i++) {
        const struct place *place = &places->place[i];
        int used = ledger_is_used(place->where, err);

        if (used < 0)
            return NULL;
        if (used && home) {
            (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "two of the databases have accounts");
            return NULL;
        }
        if (used)
            home = place;
        if (memcmp(&place->shard, &lowest->shard, sizeof place->shard) < 0)
            lowest = place;
    }
    return ledger_open(home ? home->where : lowest->where, err);
}
