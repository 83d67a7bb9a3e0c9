/* Randomness from libsodium. */
#include "lottery.h"

#include <sodium.h>
#include <string.h>

bool lottery_open(struct lottery *lottery, const uint64_t *seed)
{
    memset(lottery, 0, sizeof *lottery);
    if (sodium_init() < 0)
        return false;
    if (seed)
        memcpy(lottery->seed, seed, sizeof *seed);
    else
        lottery->source = randombytes_buf;
    return true;
}
