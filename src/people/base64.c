#include "base64.h"

#include <string.h>

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

void base64_write(const unsigned char *bytes, size_t n, char *out)
{
    unsigned held = 0;
    int bits = 0;

    for (size_t i = 0; i < n; i++) {
        held = held << 8 | bytes[i];
        for (bits += 8; bits >= 6; bits -= 6)
            *out++ = letters[held >> (bits - 6) & 63];
    }
    if (bits > 0)
        *out++ = letters[held << (6 - bits) & 63];
    *out = '\0';
}

long base64_read(const char *text, size_t len, unsigned char *out, size_t size)
{
    unsigned held = 0;
    size_t n = 0;
    int bits = 0;

    for (size_t i = 0; i < len; i++) {
        const char *letter = text[i] ? strchr(letters, text[i]) : NULL;

        if (!letter)
            return -1;
        held = held << 6 | (unsigned)(letter - letters);
        bits += 6;
        if (bits < 8)
            continue;
        bits -= 8;
        if (n == size)
            return -1;
        out[n++] = (unsigned char)(held >> bits & 255);
    }
    /* No letter too many, and none of the bits that are left over. */
    return bits < 6 && (held & ((1U << bits) - 1)) == 0 ? (long)n : -1;
}
