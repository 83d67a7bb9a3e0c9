#include "recovery.h"

#include "kept.h"

#include <string.h>

enum { LETTERS = RECOVERY_BYTES * 8 / 5, GROUP = 4 };

void recovery_print(const unsigned char bytes[RECOVERY_BYTES], char out[RECOVERY_SIZE])
{
    for (int i = 0; i < LETTERS; i++) {
        int at = 5 * i, two = bytes[at / 8] << 8;

        if (at / 8 + 1 < RECOVERY_BYTES)
            two |= bytes[at / 8 + 1];
        if (i > 0 && i % GROUP == 0)
            *out++ = '-';
        *out++ = id_letters[two >> (11 - at % 8) & 31];
    }
    *out = '\0';
}

/* What five bits C stands for; -1 for none. The letters have no l, o, 0 or 1 that could be
 * taken for another. */
static int five_bits(char c)
{
    const char *letter;

    if (c >= 'A' && c <= 'Z')
        c = (char)(c - 'A' + 'a');
    letter = c ? strchr(id_letters, c) : NULL;
    return letter ? (int)(letter - id_letters) : -1;
}

bool recovery_read(const char *text, size_t len, unsigned char out[RECOVERY_BYTES])
{
    unsigned held = 0;
    int bits = 0, n = 0;

    for (size_t i = 0; i < len; i++) {
        int five = five_bits(text[i]);

        if (text[i] == '-' || text[i] == ' ')
            continue;
        if (five < 0 || n == RECOVERY_BYTES)
            return false;
        held = held << 5 | (unsigned)five;
        bits += 5;
        if (bits >= 8)
            out[n++] = (unsigned char)(held >> (bits -= 8) & 255);
    }
    return n == RECOVERY_BYTES && bits == 0;
}
