/* Hashes as hexadecimal digits, which keys of the ledger are made of. */
#ifndef PEOPLE_DIGITS_H
#define PEOPLE_DIGITS_H

#include "kept.h"

enum { DIGITS_SIZE = 2 * HASH_SIZE + 1 };

void digits_print(const struct hash *hash, char out[DIGITS_SIZE]);
bool digits_read(const char *text, struct hash *out);

#endif
