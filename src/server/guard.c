/* Token buckets, in a table in which a client may lose his place to another: he begins with a
 * full bucket again then. The hash is keyed, so nobody can aim at a place. */
#include "guard.h"

#include <sodium.h>
#include <string.h>

void guard_init(struct guard *guard, double rate, double burst)
{
    memset(guard, 0, sizeof *guard);
    guard->rate = rate;
    guard->burst = burst;
    randombytes_buf(guard->key, sizeof guard->key);
}

bool guard_allow(struct guard *guard, const void *address, size_t len, double cost, double now)
{
    double *tokens, *when;
    uint64_t who;
    size_t i;

    if (guard->rate <= 0)
        return true;
    (void)crypto_shorthash((unsigned char *)&who, address, len, guard->key);
    i = who % GUARD_CLIENTS;
    tokens = &guard->client[i].tokens;
    when = &guard->client[i].when;
    if (guard->client[i].who != who) {
        guard->client[i].who = who;
        *tokens = guard->burst;
        *when = now;
    }
    *tokens += (now - *when) * guard->rate;
    if (*tokens > guard->burst)
        *tokens = guard->burst;
    *when = now;
    if (*tokens < cost)
        return false;
    *tokens -= cost;
    return true;
}
