/* Counting what guests and networks have: a hash table by guest and by network. */
#include "quota.h"

#include <stdlib.h>
#include <string.h>

enum { HOUR = 3600, DAY = 24 * HOUR, SWEEP = 60 }; /* seconds */

struct quota_entry {
    struct quota_entry *next;
    struct hash who;
    double count[QUOTA_KINDS]; /* those of an hour or a day leak away */
    uint64_t tick;             /* when it was last brought up to date */
};

static const unsigned limit[2][QUOTA_KINDS] = {
    {[QUOTA_GAMES] = QUOTA_GUEST_GAMES,
     [QUOTA_TRIES] = QUOTA_GUEST_TRIES,
     [QUOTA_WISHES] = QUOTA_GUEST_WISHES,
     [QUOTA_OFFERS] = QUOTA_GUEST_OFFERS,
     [QUOTA_RECORDS] = QUOTA_GUEST_RECORDS,
     [QUOTA_TALK] = QUOTA_GUEST_TALK,
     [QUOTA_TOURNAMENTS] = QUOTA_GUEST_TOURNAMENTS,
     [QUOTA_REPORTS] = QUOTA_GUEST_REPORTS,
     [QUOTA_STREAMS] = QUOTA_GUEST_STREAMS,
     [QUOTA_THOUGHTS] = QUOTA_GUEST_THOUGHTS},
    {[QUOTA_GAMES] = QUOTA_NETWORK_GAMES,
     [QUOTA_TRIES] = QUOTA_NETWORK_TRIES,
     [QUOTA_WISHES] = QUOTA_NETWORK_WISHES,
     [QUOTA_OFFERS] = QUOTA_NETWORK_OFFERS,
     [QUOTA_RECORDS] = QUOTA_NETWORK_RECORDS,
     [QUOTA_TALK] = QUOTA_NETWORK_TALK,
     [QUOTA_TOURNAMENTS] = QUOTA_NETWORK_TOURNAMENTS,
     [QUOTA_REPORTS] = QUOTA_NETWORK_REPORTS,
     [QUOTA_STREAMS] = QUOTA_NETWORK_STREAMS,
     [QUOTA_THOUGHTS] = QUOTA_NETWORK_THOUGHTS},
};

/* Hashes need no more mixing. */
static struct quota_entry **find(struct quota *quota, const struct hash *who)
{
    struct quota_entry **at =
        &quota->bucket[(who->byte[0] | (unsigned)who->byte[1] << 8) % QUOTA_BUCKETS];

    while (*at && !hash_equal(&(*at)->who, who))
        at = &(*at)->next;
    return at;
}

/* Lets what counts for an hour or a day leak away as fast as its limit is reached in one. */
static void leak(const struct quota *quota, struct quota_entry *entry, const unsigned *most)
{
    for (int kind = QUOTA_GAMES; kind < QUOTA_STREAMS; kind++) {
        double *count = &entry->count[kind];

        *count -= (double)(quota->tick - entry->tick) * most[kind] /
                  (kind == QUOTA_REPORTS ? DAY : HOUR);
        if (*count < 0)
            *count = 0;
    }
    entry->tick = quota->tick;
}

/* The entry of WHO, brought up to date; NULL without memory, and then nobody is refused. */
static struct quota_entry *get(struct quota *quota, const struct hash *who, int kind_of_who)
{
    struct quota_entry **at = find(quota, who);

    if (!*at) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            return NULL;
        (*at)->who = *who;
        (*at)->tick = quota->tick;
    }
    leak(quota, *at, limit[kind_of_who]);
    return *at;
}

bool quota_take(struct quota *quota, enum quota_kind kind, const struct asker *asker)
{
    struct quota_entry *entry[2] = {NULL, NULL};

    if (!quota->on)
        return true;
    if (asker->has_guest)
        entry[0] = get(quota, &asker->guest, 0);
    if (asker->has_network)
        entry[1] = get(quota, &asker->network, 1);
    for (int i = 0; i < 2; i++)
        if (entry[i] && entry[i]->count[kind] + 1 > limit[i][kind])
            return false;
    for (int i = 0; i < 2; i++)
        if (entry[i])
            entry[i]->count[kind]++;
    return true;
}

void quota_give(struct quota *quota, enum quota_kind kind, const struct asker *asker)
{
    struct quota_entry *guest = asker->has_guest ? *find(quota, &asker->guest) : NULL;
    struct quota_entry *network = asker->has_network ? *find(quota, &asker->network) : NULL;

    if (guest && guest->count[kind] > 0)
        guest->count[kind]--;
    if (network && network->count[kind] > 0)
        network->count[kind]--;
}

/* An hour after its last game somebody who has nothing is forgotten, or after a day, if there
 * was a report. */
static bool is_over(const struct quota *quota, const struct quota_entry *entry)
{
    return entry->count[QUOTA_STREAMS] <= 0 && entry->count[QUOTA_THOUGHTS] <= 0 &&
           quota->tick - entry->tick >= (entry->count[QUOTA_REPORTS] > 0 ? DAY : HOUR);
}

static void sweep(struct quota *quota, bool all)
{
    for (int i = 0; i < QUOTA_BUCKETS; i++)
        for (struct quota_entry **at = &quota->bucket[i]; *at;) {
            struct quota_entry *entry = *at;

            if (all || is_over(quota, entry)) {
                *at = entry->next;
                free(entry);
            } else {
                at = &entry->next;
            }
        }
}

void quota_tick(struct quota *quota)
{
    quota->tick++;
    if (quota->tick % SWEEP == 0)
        sweep(quota, false);
}

void quota_clear(struct quota *quota)
{
    sweep(quota, true);
}
