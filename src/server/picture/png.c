/* A PNG is a signature and three chunks: what it is, the packed rows, the end. cairo's own
 * writer tries every filter on every row, which took four fifths of the time of a picture; flat
 * colours are packed as well without one. */
#include "png.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { LEVEL = 1, CHUNK = 12 /* bytes around the data of a chunk */ };

static unsigned char *put32(unsigned char *at, uint32_t n)
{
    for (int i = 0; i < 4; i++)
        at[i] = (unsigned char)(n >> (24 - 8 * i));
    return at + 4;
}

/* Completes a chunk of LEN bytes whose data is already at AT + 8; returns its end. */
static unsigned char *chunk(unsigned char *at, const char *name, size_t len)
{
    put32(at, (uint32_t)len);
    memcpy(at + 4, name, 4);
    return put32(at + 8 + len, (uint32_t)crc32(0, at + 4, (uInt)(len + 4)));
}

/* The rows as a PNG has them: a byte for the filter, then the colours. The last bits of a
 * colour cannot be seen; without them softened edges are packed much better. */
static unsigned char *rows_of(const uint32_t *pixel, int width, int height, int stride,
                              size_t *len)
{
    unsigned char *rows, *at;

    *len = (size_t)height * (1 + 3 * (size_t)width);
    rows = at = malloc(*len);
    for (int y = 0; rows && y < height; y++) {
        *at++ = 0;
        for (int x = 0; x < width; x++) {
            uint32_t c = pixel[(size_t)y * (size_t)stride + (size_t)x];

            *at++ = (unsigned char)((c >> 16) & 0xfc);
            *at++ = (unsigned char)((c >> 8) & 0xfc);
            *at++ = (unsigned char)(c & 0xfc);
        }
    }
    return rows;
}

char *png_write(const uint32_t *pixel, int width, int height, int stride, size_t *len)
{
    static const unsigned char signature[] = {137, 80, 78, 71, 13, 10, 26, 10};
    static const unsigned char format[] = {8, 2, 0, 0, 0}; /* 8 bits of red, green and blue */
    size_t n;
    unsigned char *rows = rows_of(pixel, width, height, stride, &n);
    uLongf packed = compressBound((uLong)n);
    unsigned char *file = malloc(sizeof signature + (size_t)3 * CHUNK + 13 + packed),
                  *at = file;

    if (!rows || !file) {
        free(rows);
        free(file);
        return NULL;
    }
    memcpy(at, signature, sizeof signature);
    at += sizeof signature;
    memcpy(put32(put32(at + 8, (uint32_t)width), (uint32_t)height), format, sizeof format);
    at = chunk(at, "IHDR", 13);
    if (compress2(at + 8, &packed, rows, (uLong)n, LEVEL) != Z_OK) {
        free(rows);
        free(file);
        return NULL;
    }
    free(rows);
    at = chunk(at, "IDAT", packed);
    at = chunk(at, "IEND", 0);
    *len = (size_t)(at - file);
    return (char *)file;
}
