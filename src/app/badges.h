/* Whose badges are, as the office has said lately. What it says is believed for some seconds:
 * so long a session that was ended at another node is good here. */
#ifndef APP_BADGES_H
#define APP_BADGES_H

#include "office.h"

enum { BADGES_MAX = 4096, BADGE_TICKS = 5 };

struct badge_entry {
    struct hash hash;
    uint64_t until; /* the last tick in which it is believed; 0: there is none */
    bool is_somebody;
    struct person person;
};

struct badges {
    struct badge_entry *entry; /* BADGES_MAX of them, or NULL before the first */
};

/* What is known of HASH at TICK; NULL if that has to be asked. */
const struct badge_entry *badges_find(const struct badges *badges, const struct hash *hash,
                                      uint64_t tick);

/* The office has said it: PERSON's, or nobody's if that is NULL. */
void badges_note(struct badges *badges, const struct hash *hash, const struct person *person,
                 uint64_t tick);

/* Everything is to be asked again. */
void badges_forget(struct badges *badges);
void badges_clear(struct badges *badges);

#endif
