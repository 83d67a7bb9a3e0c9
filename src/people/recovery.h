/* Recovery codes: for whoever has lost all devices. Each is 80 random bits, printed in groups
 * to be copied by hand, and good once. Only hashes of the bytes are kept. */
#ifndef PEOPLE_RECOVERY_H
#define PEOPLE_RECOVERY_H

#include <stdbool.h>
#include <stddef.h>

enum {
    RECOVERY_CODES = 10,
    RECOVERY_BYTES = 10,
    RECOVERY_SIZE = 16 + 3 + 1, /* "abcd-efgh-ijkm-npqr" */
};

void recovery_print(const unsigned char bytes[RECOVERY_BYTES], char out[RECOVERY_SIZE]);

/* Reads a code as people write it: in capitals or not, with hyphens, spaces or nothing between
 * the groups. */
bool recovery_read(const char *text, size_t len, unsigned char out[RECOVERY_BYTES]);

#endif
