/* ChaCha20 (RFC 8439) as a source of random bytes that belong to a key. */
#ifndef APP_CHACHA20_H
#define APP_CHACHA20_H

#include <stddef.h>

/* N bytes of the stream of KEY and NONCE into OUT. */
void chacha20(void *out, size_t n, const unsigned char key[32], const unsigned char nonce[12]);

#endif
