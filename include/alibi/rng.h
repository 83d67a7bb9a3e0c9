/* Random numbers: xoshiro256**, the same sequence for the same seed on every machine.
 *
 * The rules draw no random numbers: chance is a seat whose outcomes are passed to `apply`.
 * Sessions, players and benchmarks each own a generator. Its outputs can be predicted, so the
 * server deals from a cryptographic source instead. */
#ifndef ALIBI_RNG_H
#define ALIBI_RNG_H

#include <alibi/error.h>
#include <stdint.h>

struct alibi_rng {
    uint64_t s[4];
};

/* Starts the sequence of SEED; every seed, even 0, gives a good one. */
ALIBI_API void alibi_rng_seed(struct alibi_rng *rng, uint64_t seed);

/* 64 random bits. */
ALIBI_API uint64_t alibi_rng_next(struct alibi_rng *rng);

/* A number from 0 to N-1, all equally likely; N > 0. */
ALIBI_API uint32_t alibi_rng_below(struct alibi_rng *rng, uint32_t n);

#endif
