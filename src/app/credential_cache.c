/* A table by hash, in which a newer credential takes the place of an older one. */
#include "credential_cache.h"

#include <stdlib.h>
#include <string.h>

/* Hashes need no more mixing. */
static size_t place_of(const struct hash *hash)
{
    return (hash->byte[0] | (size_t)hash->byte[1] << 8) % CREDENTIAL_CACHE_MAX;
}

const struct credential_entry *credential_cache_find(const struct credential_cache *cache,
                                                     const struct hash *hash, uint64_t tick)
{
    const struct credential_entry *entry = cache->entry ? &cache->entry[place_of(hash)] : NULL;

    return entry && entry->until >= tick && hash_equal(&entry->hash, hash) ? entry : NULL;
}

void credential_cache_note(struct credential_cache *cache, const struct hash *hash,
                           const struct person *person, uint64_t tick)
{
    struct credential_entry *entry;

    if (!cache->entry)
        cache->entry = calloc(CREDENTIAL_CACHE_MAX, sizeof *cache->entry);
    if (!cache->entry)
        return;
    entry = &cache->entry[place_of(hash)];
    *entry = (struct credential_entry){.hash = *hash, .until = tick + CREDENTIAL_CACHE_TICKS};
    entry->is_somebody = person != NULL;
    if (person)
        entry->person = *person;
}

void credential_cache_forget(struct credential_cache *cache)
{
    if (cache->entry)
        memset(cache->entry, 0, CREDENTIAL_CACHE_MAX * sizeof *cache->entry);
}

void credential_cache_clear(struct credential_cache *cache)
{
    free(cache->entry);
    cache->entry = NULL;
}
