/* What must not be guessed: game ids, keys, guests' cookies, and hashes of them.
 *
 * A key or cookie is 128 random bits in 22 characters; the server keeps its hash and nothing
 * else, so a copy of the database opens no seat. */
#ifndef APP_SECRET_H
#define APP_SECRET_H

#include "kept.h"

/* Where random bytes come from: a source, or else a seed, which they follow from. The seed must
 * be as secret as they are; where it is a number, they are for tests. */
struct lottery {
    void (*source)(void *out, size_t n); /* or NULL */
    unsigned char seed[32];
    uint64_t drawn; /* how often */
};

void lottery_draw(struct lottery *lottery, void *out, size_t n);
void id_draw(struct lottery *lottery, char out[ID_SIZE]);
void key_draw(struct lottery *lottery, char out[KEY_SIZE]);

/* Random bytes as a key, and as a game's id. */
enum { KEY_BYTES = 16, ID_BYTES = ID_SIZE };
void key_print(const unsigned char bytes[KEY_BYTES], char out[KEY_SIZE]);
void id_print(const unsigned char bytes[ID_BYTES], char out[ID_SIZE]);

struct hash hash_of(const void *data, size_t len);

/* The guest that the account ID is at the tables of the server with that KEY. */
struct hash account_guest(const struct hash *key, const char *id);

#endif
