/* What must not be guessed: game ids, keys, guests' cookies, and hashes of them.
 *
 * A key or cookie is 128 random bits in 22 characters; the server keeps its hash and nothing
 * else, so a copy of the database opens no seat. */
#ifndef SERVER_SECRET_H
#define SERVER_SECRET_H

#include "kept.h"

/* Where random bytes come from: libsodium, or for tests a sequence that belongs to a seed. */
struct lottery {
    bool fixed;
    unsigned char seed[32];
    uint64_t drawn;
};

/* Readies libsodium; SEED NULL for true randomness. False if libsodium cannot be used. */
bool lottery_open(struct lottery *lottery, const uint64_t *seed);
void lottery_draw(struct lottery *lottery, void *out, size_t n);

void id_draw(struct lottery *lottery, char out[ID_SIZE]);
void key_draw(struct lottery *lottery, char out[KEY_SIZE]);

struct hash hash_of(const void *data, size_t len);

#endif
