/* Chance for paired games: both get the same outcomes, as far as the rules allow. */
#ifndef MATCH_LOTS_H
#define MATCH_LOTS_H

#include <alibi/session.h>

/* A pseudorandom function of all three. */
uint64_t match_mix(uint64_t seed, uint64_t a, uint64_t b);

/* The outcome of chance in SESSION, where it is to act, for this seed. */
alibi_move match_draw(const struct alibi_session *session, uint64_t seed);

#endif
