/* xoshiro256** (Blackman and Vigna), its state filled from a seed by splitmix64. */
#include <alibi/rng.h>

void alibi_rng_seed(struct alibi_rng *rng, uint64_t seed)
{
    for (int i = 0; i < 4; i++) {
        uint64_t z = seed += 0x9e3779b97f4a7c15U;

        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
        z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
        rng->s[i] = z ^ (z >> 31);
    }
}

static uint64_t rotate(uint64_t x, int k)
{
    return (x << k) | (x >> (64 - k));
}

uint64_t alibi_rng_next(struct alibi_rng *rng)
{
    uint64_t *s = rng->s;
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

/* Lemire's multiplication: the high half is the answer. The low half reveals the few draws that
 * would make some numbers likelier than others; these are drawn again. */
uint32_t alibi_rng_below(struct alibi_rng *rng, uint32_t n)
{
    uint64_t m = (alibi_rng_next(rng) >> 32) * n;

    if ((uint32_t)m < n) {
        uint32_t unfair = -n % n;

        while ((uint32_t)m < unfair)
            m = (alibi_rng_next(rng) >> 32) * n;
    }
    return (uint32_t)(m >> 32);
}
