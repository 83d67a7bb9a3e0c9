/* What each client has open: nobody may take every connection. */
#ifndef SERVER_CLIENTS_H
#define SERVER_CLIENTS_H

#include "address.h"

enum { CLIENTS_BUCKETS = 1024 };

struct client {
    struct client *next; /* of the same bucket */
    struct address who;
    unsigned connections; /* its own; behind a proxy they are the proxy's */
    unsigned requests;    /* being answered, streams among them */
    unsigned streams;
};

struct clients {
    unsigned char key[16]; /* of the hash, so that nobody can choose what collides */
    struct client *bucket[CLIENTS_BUCKETS];
};

void clients_init(struct clients *clients);
void clients_clear(struct clients *clients);

/* The client, if it has something open; else NULL. */
struct client *clients_find(struct clients *clients, const struct address *who);

/* The same, which is made if necessary; NULL without memory. Whoever counts something for it
 * calls clients_drop when that is over. */
struct client *clients_get(struct clients *clients, const struct address *who);

/* Forgets a client that has nothing open. */
void clients_drop(struct clients *clients, struct client *client);

#endif
