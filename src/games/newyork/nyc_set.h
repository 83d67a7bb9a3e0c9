/* Sets of places. New York has more than 64 places, so a set is two words; go through the bits
 * of each word in ascending order, as alibi/kit/bits.h shows. */
#ifndef NYC_SET_H
#define NYC_SET_H

#include <alibi/kit/bits.h>

struct nyc_set {
    uint64_t low, high; /* places 0..63, and those from 64 */
};

static inline struct nyc_set nyc_one(unsigned i)
{
    return i < 64 ? (struct nyc_set){alibi_bit(i), 0} : (struct nyc_set){0, alibi_bit(i - 64)};
}

static inline struct nyc_set nyc_and(struct nyc_set a, struct nyc_set b)
{
    return (struct nyc_set){a.low & b.low, a.high & b.high};
}

static inline struct nyc_set nyc_or(struct nyc_set a, struct nyc_set b)
{
    return (struct nyc_set){a.low | b.low, a.high | b.high};
}

static inline struct nyc_set nyc_minus(struct nyc_set a, struct nyc_set b)
{
    return (struct nyc_set){a.low & ~b.low, a.high & ~b.high};
}

static inline bool nyc_any(struct nyc_set set)
{
    return (set.low | set.high) != 0;
}

static inline bool nyc_has(struct nyc_set set, unsigned i)
{
    return i < 64 ? alibi_has(set.low, i) : alibi_has(set.high, i - 64);
}

static inline bool nyc_meet(struct nyc_set a, struct nyc_set b)
{
    return nyc_any(nyc_and(a, b));
}

static inline int nyc_size(struct nyc_set set)
{
    return alibi_size(set.low) + alibi_size(set.high);
}

/* Removes the lowest element from SET, which is not empty, and returns it. */
static inline unsigned nyc_take(struct nyc_set *set)
{
    unsigned i = set->low ? alibi_lowest(set->low) : 64 + alibi_lowest(set->high);

    if (set->low)
        set->low &= set->low - 1;
    else
        set->high &= set->high - 1;
    return i;
}

#endif
