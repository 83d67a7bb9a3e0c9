/* Whose credentials are, as the people service has said lately. What it says is believed for
 * some seconds: so long a session that was ended at another node is good here. */
#ifndef APP_CREDENTIAL_CACHE_H
#define APP_CREDENTIAL_CACHE_H

#include "people_service.h"

enum { CREDENTIAL_CACHE_MAX = 4096, CREDENTIAL_CACHE_TICKS = 5 };

struct credential_entry {
    struct hash hash;
    uint64_t until; /* the last tick in which it is believed; 0: there is none */
    bool is_somebody;
    struct person person;
};

struct credential_cache {
    struct credential_entry *entry; /* CREDENTIAL_CACHE_MAX of them, or NULL before the first */
};

/* What is known of HASH at TICK; NULL if that has to be asked. */
const struct credential_entry *credential_cache_find(const struct credential_cache *cache,
                                                     const struct hash *hash, uint64_t tick);

/* The people service has said it: PERSON's, or nobody's if that is NULL. */
void credential_cache_note(struct credential_cache *cache, const struct hash *hash,
                           const struct person *person, uint64_t tick);

/* Everything is to be asked again. */
void credential_cache_forget(struct credential_cache *cache);
void credential_cache_clear(struct credential_cache *cache);

#endif
