/* Random numbers: xoshiro256**, the same sequence for the same seed on every machine.
 *
 * The rules never draw: chance is a seat whose outcomes are given to `apply`. Sessions,
 * players and benchmarks draw from one of these, which they own. It is no secret-keeper:
 * a server deals from a cryptographic source instead. */
#ifndef ALIBI_RNG_H
#define ALIBI_RNG_H

#include <alibi/error.h>
#include <stdint.h>

struct alibi_rng {
    uint64_t s[4];
};

/* Starts the sequence that belongs to SEED; every seed, 0 too, gives a good one. */
ALIBI_API void alibi_rng_seed(struct alibi_rng *rng, uint64_t seed);

/* 64 random bits. */
ALIBI_API uint64_t alibi_rng_next(struct alibi_rng *rng);

/* A number in 0..n-1, every one equally likely; n > 0. */
ALIBI_API uint32_t alibi_rng_below(struct alibi_rng *rng, uint32_t n);

#endif
