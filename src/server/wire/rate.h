/* Rate limits: a token bucket for every client. */
#ifndef SERVER_RATE_H
#define SERVER_RATE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { RATE_CLIENTS = 8192 };

struct rate {
    double per_second, burst; /* requests; 0 a second allows everything */
    unsigned char key[16];
    struct {
        uint64_t who;
        double tokens, when;
    } client[RATE_CLIENTS];
};

void rate_init(struct rate *rate, double per_second, double burst);

/* Whether the client with this address may have a request of this COST at the time NOW, in
 * seconds. */
bool rate_allow(struct rate *rate, const void *address, size_t len, double cost, double now);

#endif
