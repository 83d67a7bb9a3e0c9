/* Sets as bit masks. To go through one in ascending order:
 *
 *   for (uint64_t b = set; b; b &= b - 1)
 *       use(alibi_lowest(b)); */
#ifndef ALIBI_KIT_BITS_H
#define ALIBI_KIT_BITS_H

#include <stdbool.h>
#include <stdint.h>

static inline uint64_t alibi_bit(unsigned i)
{
    return (uint64_t)1 << i;
}

static inline bool alibi_has(uint64_t set, unsigned i)
{
    return (set >> i) & 1;
}

static inline unsigned alibi_lowest(uint64_t set)
{
    return (unsigned)__builtin_ctzll(set);
}

static inline int alibi_size(uint64_t set)
{
#if defined __x86_64__ && !defined __POPCNT__
    /* The first processors of this kind have no instruction for it, and the function that
     * compilers call instead takes several times as long as these lines. */
    set -= set >> 1 & 0x5555555555555555U;
    set = (set & 0x3333333333333333U) + (set >> 2 & 0x3333333333333333U);
    set = (set + (set >> 4)) & 0x0f0f0f0f0f0f0f0fU;
    return (int)(set * 0x0101010101010101U >> 56);
#else
    return __builtin_popcountll(set);
#endif
}

#endif
