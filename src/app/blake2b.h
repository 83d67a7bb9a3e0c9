/* BLAKE2b (RFC 7693): the hash behind commitments, keys and chance. Of our own, because it is
 * needed where there is no libsodium, too; a test compares the two. */
#ifndef APP_BLAKE2B_H
#define APP_BLAKE2B_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct blake2b {
    uint64_t h[8], length; /* of what went in */
    unsigned char block[128];
    size_t used; /* bytes of the block */
    size_t size; /* of the digest */
};

/* Begins a digest of SIZE bytes, 1 to 64, with a KEY of up to 64 bytes, or none: 0. */
void blake2b_begin(struct blake2b *b, size_t size, const void *key, size_t key_len);
void blake2b_add(struct blake2b *b, const void *data, size_t len);
void blake2b_end(struct blake2b *b, void *digest);

/* The same at once, without a key. */
void blake2b(void *digest, size_t size, const void *data, size_t len);

#endif
