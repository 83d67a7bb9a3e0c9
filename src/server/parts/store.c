/* Stores by their kind. */
#include "store.h"

#include <string.h>

bool store_is_shared(const char *where)
{
    return strncmp(where, "postgres://", 11) == 0 || strncmp(where, "postgresql://", 13) == 0;
}

struct store *store_open(const char *where, enum store_side side, struct alibi_error *err)
{
    if (store_is_shared(where))
        return store_postgres_open(where, side, err);
    return store_sqlite_open(where, side, err);
}

void store_close(struct store *store)
{
    if (store)
        store->kind->close(store);
}

bool store_key(const char *where, struct hash *key, struct alibi_error *err)
{
    struct store *store = store_open(where, STORE_READS, err);
    bool found = store && store->kind->key(store, key);

    if (store && !found)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the key of the database cannot be read");
    store_close(store);
    return found;
}
