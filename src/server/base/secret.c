/* Random names and keys, and their hashes. */
#include "secret.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

_Static_assert(sizeof id_letters == 33, "a letter for every five bits");

bool lottery_open(struct lottery *lottery, const uint64_t *seed)
{
    memset(lottery, 0, sizeof *lottery);
    if (sodium_init() < 0)
        return false;
    if (seed) {
        lottery->fixed = true;
        memcpy(lottery->seed, seed, sizeof *seed);
    }
    return true;
}

void lottery_draw(struct lottery *lottery, void *out, size_t n)
{
    unsigned char seed[randombytes_SEEDBYTES];

    if (!lottery->fixed) {
        randombytes_buf(out, n);
        return;
    }
    memcpy(seed, lottery->seed, sizeof seed);
    memcpy(seed + 8, &lottery->drawn, sizeof lottery->drawn);
    lottery->drawn++;
    randombytes_buf_deterministic(out, n, seed);
}

void id_draw(struct lottery *lottery, char out[ID_SIZE])
{
    lottery_draw(lottery, out, ID_SIZE);
    for (int i = 0; i < ID_SIZE - 1; i++)
        out[i] = id_letters[(unsigned char)out[i] & 31];
    out[ID_SIZE - 1] = '\0';
}

void key_draw(struct lottery *lottery, char out[KEY_SIZE])
{
    unsigned char bits[16];

    _Static_assert(sodium_base64_ENCODED_LEN(16, sodium_base64_VARIANT_URLSAFE_NO_PADDING) ==
                       KEY_SIZE,
                   "a key is 128 bits");
    lottery_draw(lottery, bits, sizeof bits);
    (void)sodium_bin2base64(out, KEY_SIZE, bits, sizeof bits,
                            sodium_base64_VARIANT_URLSAFE_NO_PADDING);
}

struct hash hash_of(const void *data, size_t len)
{
    struct hash hash;

    (void)crypto_generichash(hash.byte, sizeof hash.byte, data, len, NULL, 0);
    return hash;
}
