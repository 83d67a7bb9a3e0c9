/* Chance for paired games: the same outcomes in both as far as the rules allow. */
#ifndef MATCH_LOTS_H
#define MATCH_LOTS_H

#include <alibi/session.h>

/* A number that depends on all three and looks random. */
uint64_t match_mix(uint64_t seed, uint64_t a, uint64_t b);

/* What chance does in SESSION, where it is to act, for this seed. */
alibi_move match_draw(const struct alibi_session *session, uint64_t seed);

#endif
