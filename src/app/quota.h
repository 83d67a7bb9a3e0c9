/* Quotas: how many games one guest makes, how many names and codes it tries, how often it asks
 * for an opponent, how many people it challenges, how many pages of records it reads, how much
 * it says and how many tournaments it makes in an hour, how much it reports in a day, how many
 * streams it follows and how many of its thoughts wait at a time; and the same for one network,
 * whose guests share a larger one.
 *
 * They are this server's own, in memory: what they protect is its time and its memory. Games
 * are everybody's where several servers share what is kept: there the store counts them, with
 * the same limits (making.h). */
#ifndef APP_QUOTA_H
#define APP_QUOTA_H

#include "kept.h"

enum quota_kind {
    /* an hour: */
    QUOTA_GAMES,
    QUOTA_TRIES,
    QUOTA_WISHES,
    QUOTA_OFFERS,
    QUOTA_RECORDS,
    QUOTA_TALK,
    QUOTA_TOURNAMENTS,
    /* a day: */
    QUOTA_REPORTS,
    /* at a time: */
    QUOTA_STREAMS,
    QUOTA_THOUGHTS,
    QUOTA_KINDS,
};

/* docs/api.md, section 2, has these numbers. */
enum {
    QUOTA_GUEST_GAMES = 60,       /* an hour */
    QUOTA_GUEST_TRIES = 30,       /* an hour */
    QUOTA_GUEST_WISHES = 1200,    /* requests, an hour: of those who wait, one in ten seconds */
    QUOTA_GUEST_OFFERS = 30,      /* an hour */
    QUOTA_GUEST_RECORDS = 600,    /* pages of them, an hour */
    QUOTA_GUEST_TALK = 600,       /* an hour */
    QUOTA_GUEST_TOURNAMENTS = 10, /* an hour */
    QUOTA_GUEST_REPORTS = 10,     /* a day */
    QUOTA_GUEST_STREAMS = 40,
    QUOTA_GUEST_THOUGHTS = 20,
    QUOTA_NETWORK_GAMES = 600,       /* an hour */
    QUOTA_NETWORK_TRIES = 200,       /* an hour */
    QUOTA_NETWORK_WISHES = 24000,    /* an hour */
    QUOTA_NETWORK_OFFERS = 300,      /* an hour */
    QUOTA_NETWORK_RECORDS = 2000,    /* an hour */
    QUOTA_NETWORK_TALK = 6000,       /* an hour */
    QUOTA_NETWORK_TOURNAMENTS = 100, /* an hour */
    QUOTA_NETWORK_REPORTS = 100,     /* a day */
    QUOTA_NETWORK_STREAMS = 400,
    QUOTA_NETWORK_THOUGHTS = 100,
    QUOTA_BUCKETS = 1024,
};

/* For whom it counts. */
struct asker {
    bool has_guest, has_network;
    struct hash guest, network;
};

struct quota {
    bool on;
    uint64_t tick; /* seconds */
    struct quota_entry *bucket[QUOTA_BUCKETS];
};

/* Whether ASKER may have one more of KIND, which then counts: what is
 * counted by the hour or day until that is over, the others until they are given back. */
bool quota_take(struct quota *quota, enum quota_kind kind, const struct asker *asker);
void quota_give(struct quota *quota, enum quota_kind kind, const struct asker *asker);

/* A second has passed. */
void quota_tick(struct quota *quota);
void quota_clear(struct quota *quota);

#endif
