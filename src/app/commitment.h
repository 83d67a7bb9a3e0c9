/* Fair chance: everything that chance decides in a game follows from a secret to which the
 * server commits itself before the first move. docs/api.md, section 9, has the formulas.
 *
 * Decisions of chance are counted by themselves, so no player can steer them by the way of
 * playing, and the server cannot choose them after the fact. Nor before it, where a player adds
 * entropy: that comes when the commitment is known, and before anything is dealt. */
#ifndef APP_COMMITMENT_H
#define APP_COMMITMENT_H

#include "kept.h"

#include <alibi/record.h>

/* The commitment to the chance of a game that begins at START, in hexadecimal digits. */
void opening_commit(const struct opening *opening, const struct alibi_state *start,
                    char out[COMMITMENT_SIZE]);

/* Decision number K of chance, of N possible ones. */
uint32_t opening_below(const struct opening *opening, uint64_t k, uint32_t n);

/* The same as a move of S, in which chance is to act. */
alibi_move opening_outcome(const struct opening *opening, uint64_t k,
                           const struct alibi_state *s);

/* Whether a game of these two can begin at START: it is the set-up, or a position of another
 * game in which what is hidden was drawn by this secret. */
bool opening_begins(const struct opening *opening, const struct alibi_state *start,
                    const char *jack, const char *detective);

/* What opening_hex wrote; false for anything else than 64 digits. */
bool opening_unhex(unsigned char bytes[OPENING_BYTES], const char *hex);

/* Checks a record of the whole truth, or a seat's of a finished game, with the tags Commitment,
 * Secret and Salt: the commitment, and every outcome of chance, which are counted into
 * OUTCOMES.
 */
int commitment_verify(const struct alibi_record *record, size_t *outcomes,
                      struct alibi_error *err);

#endif
