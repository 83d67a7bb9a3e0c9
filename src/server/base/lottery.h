/* The server's randomness. */
#ifndef SERVER_LOTTERY_H
#define SERVER_LOTTERY_H

#include "secret.h"

/* Readies libsodium; SEED NULL for true randomness, else what belongs to a number, for tests.
 * False if libsodium cannot be used. */
bool lottery_open(struct lottery *lottery, const uint64_t *seed);

#endif
