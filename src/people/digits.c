#include "digits.h"

#include <stdio.h>
#include <string.h>

static const char digit[] = "0123456789abcdef";

void digits_print(const struct hash *hash, char out[DIGITS_SIZE])
{
    for (size_t i = 0; i < HASH_SIZE; i++) {
        out[2 * i] = digit[hash->byte[i] >> 4];
        out[2 * i + 1] = digit[hash->byte[i] & 15];
    }
    out[DIGITS_SIZE - 1] = '\0';
}

bool digits_read(const char *text, struct hash *out)
{
    if (strlen(text) != DIGITS_SIZE - 1 || text[strspn(text, digit)])
        return false;
    for (size_t i = 0; i < HASH_SIZE; i++)
        out->byte[i] = (unsigned char)((strchr(digit, text[2 * i]) - digit) << 4 |
                                       (strchr(digit, text[2 * i + 1]) - digit));
    return true;
}
