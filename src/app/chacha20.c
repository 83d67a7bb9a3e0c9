/* ChaCha20, after RFC 8439. */
#include "chacha20.h"

#include <stdint.h>
#include <string.h>

enum { WORDS = 16, DOUBLE_ROUNDS = 10 };

static uint32_t word(const unsigned char *at)
{
    return (uint32_t)at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 |
           (uint32_t)at[3] << 24;
}

static uint32_t turn(uint32_t x, int n)
{
    return x << n | x >> (32 - n);
}

static void mix(uint32_t *x, int a, int b, int c, int d)
{
    x[a] += x[b];
    x[d] = turn(x[d] ^ x[a], 16);
    x[c] += x[d];
    x[b] = turn(x[b] ^ x[c], 12);
    x[a] += x[b];
    x[d] = turn(x[d] ^ x[a], 8);
    x[c] += x[d];
    x[b] = turn(x[b] ^ x[c], 7);
}

static void make_block(unsigned char out[4 * WORDS], const uint32_t state[WORDS])
{
    uint32_t x[WORDS];

    memcpy(x, state, sizeof x);
    for (int round = 0; round < DOUBLE_ROUNDS; round++) {
        for (int i = 0; i < 4; i++) /* columns, then diagonals */
            mix(x, i, 4 + i, 8 + i, 12 + i);
        for (int i = 0; i < 4; i++)
            mix(x, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
    }
    for (int i = 0; i < WORDS; i++)
        for (int k = 0; k < 4; k++)
            out[4 * i + k] = (unsigned char)((x[i] + state[i]) >> 8 * k);
}

void chacha20(void *out, size_t n, const unsigned char key[32], const unsigned char nonce[12])
{
    uint32_t state[WORDS] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    unsigned char block[4 * WORDS], *at = out;

    for (size_t i = 0; i < 8; i++)
        state[4 + i] = word(key + 4 * i);
    for (size_t i = 0; i < 3; i++)
        state[13 + i] = word(nonce + 4 * i);
    for (; n > 0; state[12]++) {
        size_t part = n < sizeof block ? n : sizeof block;

        make_block(block, state);
        memcpy(at, block, part);
        at += part;
        n -= part;
    }
}
