/* Random names and keys, and their hashes. */
#include "secret.h"

#include "blake2b.h"
#include "chacha20.h"

#include <string.h>

_Static_assert(sizeof id_letters == 33, "a letter for every five bits");

/* The stream of a key in which the number of the draw stands. */
void lottery_draw(struct lottery *lottery, void *out, size_t n)
{
    static const unsigned char nonce[12] = "LibsodiumDRG"; /* that library draws the same */
    unsigned char key[sizeof lottery->seed];

    if (lottery->source) {
        lottery->source(out, n);
        return;
    }
    memcpy(key, lottery->seed, sizeof key);
    memcpy(key + 8, &lottery->drawn, sizeof lottery->drawn);
    lottery->drawn++;
    chacha20(out, n, key, nonce);
}

void id_draw(struct lottery *lottery, char out[ID_SIZE])
{
    unsigned char bytes[ID_BYTES];

    lottery_draw(lottery, bytes, sizeof bytes);
    id_print(bytes, out);
}

void id_print(const unsigned char bytes[ID_BYTES], char out[ID_SIZE])
{
    for (int i = 0; i < ID_SIZE - 1; i++)
        out[i] = id_letters[bytes[i] & 31];
    out[ID_SIZE - 1] = '\0';
}

void key_draw(struct lottery *lottery, char out[KEY_SIZE])
{
    unsigned char bytes[KEY_BYTES];

    lottery_draw(lottery, bytes, sizeof bytes);
    key_print(bytes, out);
}

/* In base64 for addresses (RFC 4648), without padding. */
void key_print(const unsigned char bytes[KEY_BYTES], char out[KEY_SIZE])
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    unsigned char bits[KEY_BYTES + 2] = {0}; /* 128, and 16 more that are 0 */

    memcpy(bits, bytes, KEY_BYTES);
    for (int i = 0; i < KEY_SIZE - 1; i++) {
        int at = 6 * i, two = bits[at / 8] << 8 | bits[at / 8 + 1];

        out[i] = letters[two >> (10 - at % 8) & 63];
    }
    out[KEY_SIZE - 1] = '\0';
}

struct hash hash_of(const void *data, size_t len)
{
    struct hash hash;

    blake2b(hash.byte, sizeof hash.byte, data, len);
    return hash;
}

struct hash account_guest(const struct hash *key, const char *id)
{
    static const char label[] = "alibi account";
    struct blake2b hash;
    struct hash out;

    blake2b_begin(&hash, sizeof out.byte, key->byte, HASH_SIZE);
    blake2b_add(&hash, label, sizeof label - 1);
    blake2b_add(&hash, id, strlen(id));
    blake2b_end(&hash, out.byte);
    return out;
}
