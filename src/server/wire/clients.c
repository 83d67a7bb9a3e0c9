/* Clients in a hash table with chains: unlike rates, counts must be exact. */
#include "clients.h"

#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void clients_init(struct clients *clients)
{
    memset(clients, 0, sizeof *clients);
    randombytes_buf(clients->key, sizeof clients->key);
}

void clients_clear(struct clients *clients)
{
    for (size_t i = 0; i < CLIENTS_BUCKETS; i++)
        while (clients->bucket[i]) {
            struct client *client = clients->bucket[i];

            clients->bucket[i] = client->next;
            free(client);
        }
}

static struct client **bucket_of(struct clients *clients, const struct address *who)
{
    uint64_t hash;

    (void)crypto_shorthash((unsigned char *)&hash, who->byte, sizeof who->byte, clients->key);
    return &clients->bucket[hash % CLIENTS_BUCKETS];
}

struct client *clients_find(struct clients *clients, const struct address *who)
{
    struct client *client = *bucket_of(clients, who);

    while (client && memcmp(&client->who, who, sizeof *who) != 0)
        client = client->next;
    return client;
}

struct client *clients_get(struct clients *clients, const struct address *who)
{
    struct client **bucket = bucket_of(clients, who), *client = clients_find(clients, who);

    if (client)
        return client;
    client = calloc(1, sizeof *client);
    if (!client)
        return NULL;
    client->who = *who;
    client->next = *bucket;
    *bucket = client;
    return client;
}

void clients_drop(struct clients *clients, struct client *client)
{
    struct client **at;

    if (client->connections || client->requests || client->streams)
        return;
    at = bucket_of(clients, &client->who);
    while (*at != client)
        at = &(*at)->next;
    *at = client->next;
    free(client);
}
