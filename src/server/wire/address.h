/* Addresses of clients and of proxies. An IPv4 address is kept as the IPv6 address that maps
 * it,
 * ::ffff:a.b.c.d, so that one form tells all of them apart. */
#ifndef SERVER_ADDRESS_H
#define SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/socket.h>

struct address {
    unsigned char byte[16];
};

/* Every address whose first BITS are those of FIRST. */
struct network {
    struct address first;
    unsigned bits;
};

/* Reads an address as proxies write it: 192.0.2.1, 192.0.2.1:80, 2001:db8::1, [2001:db8::1],
 * [2001:db8::1]:80, ::ffff:192.0.2.1. False if TEXT is nothing of that kind. */
bool address_parse(struct address *a, const char *text, size_t len);

/* That of a socket; false if it is of another kind. */
bool address_of(struct address *a, const struct sockaddr *from);
bool address_is_loopback(const struct address *a);

/* What tells the client at A apart: an IPv6 client has a whole /64. */
struct address address_client(const struct address *a);

/* The network that A is in, as text: enough to see where an attack comes from, too little to
 * tell people apart. */
enum { NETWORK_TEXT = 52 };
const char *address_network(const struct address *a, char out[NETWORK_TEXT]);

/* Reads ADDRESS or ADDRESS/BITS; bits beyond the network are dropped. */
bool network_parse(struct network *n, const char *text, size_t len);
bool network_holds(const struct network *n, const struct address *a);

/* --- X-Forwarded-For --- */

/* Whom the proxies name. Each appends the address that it was asked from, so the client is the
 * last address that is not a listed proxy's: what stands before it the client may have written
 * itself. Where a proxy named something else, the client is that proxy. */
struct forwarded {
    const struct network *proxy; /* the N that are believed */
    size_t n;
    bool named; /* CLIENT was named; else the asking socket's address has to do */
    struct address client;
};

bool forwarded_is_proxy(const struct forwarded *f, const struct address *a);

/* The next line with this header, in the order in which they came. */
void forwarded_hear(struct forwarded *f, const char *line);

#endif
