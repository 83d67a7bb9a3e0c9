/* Base64 for addresses (RFC 4648, section 5), without padding: as WebAuthn writes bytes. */
#ifndef PEOPLE_BASE64_H
#define PEOPLE_BASE64_H

#include <stddef.h>

/* Bytes of the text of N bytes, NUL included. */
#define BASE64_SIZE(n) (((n)*4 + 2) / 3 + 1)

/* Writes N bytes as text; OUT has BASE64_SIZE(N). */
void base64_write(const unsigned char *bytes, size_t n, char *out);

/* Reads LEN characters into OUT: how many bytes, or -1 if it is no such text, or one that
 * base64_write would have written otherwise, or needs more than SIZE. */
long base64_read(const char *text, size_t len, unsigned char *out, size_t size);

#endif
