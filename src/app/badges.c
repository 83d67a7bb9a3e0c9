/* A table by hash, in which a newer badge takes the place of an older one. */
#include "badges.h"

#include <stdlib.h>
#include <string.h>

/* Hashes need no more mixing. */
static size_t place_of(const struct hash *hash)
{
    return (hash->byte[0] | (size_t)hash->byte[1] << 8) % BADGES_MAX;
}

const struct badge_entry *badges_find(const struct badges *badges, const struct hash *hash,
                                      uint64_t tick)
{
    const struct badge_entry *entry = badges->entry ? &badges->entry[place_of(hash)] : NULL;

    return entry && entry->until >= tick && hash_equal(&entry->hash, hash) ? entry : NULL;
}

void badges_note(struct badges *badges, const struct hash *hash, const struct person *person,
                 uint64_t tick)
{
    struct badge_entry *entry;

    if (!badges->entry)
        badges->entry = calloc(BADGES_MAX, sizeof *badges->entry);
    if (!badges->entry)
        return;
    entry = &badges->entry[place_of(hash)];
    *entry = (struct badge_entry){.hash = *hash, .until = tick + BADGE_TICKS};
    entry->is_somebody = person != NULL;
    if (person)
        entry->person = *person;
}

void badges_forget(struct badges *badges)
{
    if (badges->entry)
        memset(badges->entry, 0, BADGES_MAX * sizeof *badges->entry);
}

void badges_clear(struct badges *badges)
{
    free(badges->entry);
    badges->entry = NULL;
}
