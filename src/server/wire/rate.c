/* Token buckets in a hash table without chains: on a collision the later client takes the
 * place, and the earlier one starts with a full bucket again. The hash is keyed, so that nobody
 * can choose an address that collides. */
#include "rate.h"

#include <sodium.h>
#include <string.h>

void rate_init(struct rate *rate, double per_second, double burst)
{
    memset(rate, 0, sizeof *rate);
    rate->per_second = per_second;
    rate->burst = burst;
    randombytes_buf(rate->key, sizeof rate->key);
}

bool rate_allow(struct rate *rate, const void *address, size_t len, double cost, double now)
{
    double *tokens, *when;
    uint64_t who;
    size_t i;

    if (rate->per_second <= 0)
        return true;
    (void)crypto_shorthash((unsigned char *)&who, address, len, rate->key);
    i = who % RATE_CLIENTS;
    tokens = &rate->client[i].tokens;
    when = &rate->client[i].when;
    if (rate->client[i].who != who) {
        rate->client[i].who = who;
        *tokens = rate->burst;
        *when = now;
    }
    *tokens += (now - *when) * rate->per_second;
    if (*tokens > rate->burst)
        *tokens = rate->burst;
    *when = now;
    if (*tokens < cost)
        return false;
    *tokens -= cost;
    return true;
}
