/* BLAKE2b, after RFC 7693. */
#include "blake2b.h"

#include <assert.h>
#include <string.h>

static const uint64_t start[8] = {
    0x6a09e667f3bcc908U, 0xbb67ae8584caa73bU, 0x3c6ef372fe94f82bU, 0xa54ff53a5f1d36f1U,
    0x510e527fade682d1U, 0x9b05688c2b3e6c1fU, 0x1f83d9abfb41bd6bU, 0x5be0cd19137e2179U,
};

/* Which word of the block goes where, round by round; then from the beginning again. */
static const uint8_t order[10][16] = {
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
    {14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3},
    {11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4},
    {7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8},
    {9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13},
    {2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9},
    {12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11},
    {13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10},
    {6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5},
    {10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0},
};

static uint64_t turn(uint64_t x, int n)
{
    return x >> n | x << (64 - n);
}

static uint64_t word(const unsigned char *at)
{
    uint64_t x = 0;

    for (int i = 0; i < 8; i++)
        x |= (uint64_t)at[i] << 8 * i;
    return x;
}

static void mix(uint64_t *v, int a, int b, int c, int d, uint64_t x, uint64_t y)
{
    v[a] += v[b] + x;
    v[d] = turn(v[d] ^ v[a], 32);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 24);
    v[a] += v[b] + y;
    v[d] = turn(v[d] ^ v[a], 16);
    v[c] += v[d];
    v[b] = turn(v[b] ^ v[c], 63);
}

static void compress(struct blake2b *b, bool last)
{
    uint64_t v[16], m[16];

    for (int i = 0; i < 8; i++) {
        v[i] = b->h[i];
        v[8 + i] = start[i];
    }
    v[12] ^= b->length;
    if (last)
        v[14] = ~v[14];
    for (size_t i = 0; i < 16; i++)
        m[i] = word(b->block + 8 * i);
    for (int round = 0; round < 12; round++) {
        const uint8_t *s = order[round % 10];

        for (int i = 0; i < 4; i++) /* columns, then diagonals */
            mix(v, i, 4 + i, 8 + i, 12 + i, m[s[i + i]], m[s[i + i + 1]]);
        for (int i = 0; i < 4; i++)
            mix(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[s[8 + 2 * i]],
                m[s[9 + 2 * i]]);
    }
    for (int i = 0; i < 8; i++)
        b->h[i] ^= v[i] ^ v[8 + i];
}

void blake2b_begin(struct blake2b *b, size_t size, const void *key, size_t key_len)
{
    assert(size >= 1 && size <= 64 && key_len <= 64);
    memset(b, 0, sizeof *b);
    memcpy(b->h, start, sizeof b->h);
    b->h[0] ^= 0x01010000U ^ key_len << 8 ^ size;
    b->size = size;
    if (key_len) {
        memcpy(b->block, key, key_len);
        b->used = sizeof b->block;
    }
}

void blake2b_add(struct blake2b *b, const void *data, size_t len)
{
    const unsigned char *at = data;

    for (size_t i = 0; i < len; i++) {
        if (b->used == sizeof b->block) {
            b->length += b->used;
            compress(b, false);
            b->used = 0;
        }
        b->block[b->used++] = at[i];
    }
}

void blake2b_end(struct blake2b *b, void *digest)
{
    unsigned char *out = digest;

    b->length += b->used;
    memset(b->block + b->used, 0, sizeof b->block - b->used);
    compress(b, true);
    for (size_t i = 0; i < b->size; i++)
        out[i] = (unsigned char)(b->h[i / 8] >> 8 * (i % 8));
}

void blake2b(void *digest, size_t size, const void *data, size_t len)
{
    struct blake2b b;

    blake2b_begin(&b, size, NULL, 0);
    blake2b_add(&b, data, len);
    blake2b_end(&b, digest);
}
