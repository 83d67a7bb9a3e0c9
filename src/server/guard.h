/* Who asks too much: a bucket of tokens for every client, refilled as time passes. */
#ifndef SERVER_GUARD_H
#define SERVER_GUARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { GUARD_CLIENTS = 8192 };

struct guard {
    double rate, burst; /* requests a second, and at once; a rate of 0 allows everything */
    unsigned char key[16];
    struct {
        uint64_t who;
        double tokens, when;
    } client[GUARD_CLIENTS];
};

void guard_init(struct guard *guard, double rate, double burst);

/* Whether the client with this address may have a request of this COST at the time NOW, in
 * seconds. */
bool guard_allow(struct guard *guard, const void *address, size_t len, double cost, double now);

#endif
