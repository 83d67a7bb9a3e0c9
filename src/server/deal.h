/* Fair deals: everything that chance decides in a game follows from a secret to which the
 * server commits itself before the first move. docs/api.md, section 9, has the formulas.
 *
 * Decisions of chance are counted by themselves, so no player can steer them by the way he
 * plays, and the server cannot choose them after the fact. */
#ifndef SERVER_DEAL_H
#define SERVER_DEAL_H

#include <alibi/record.h>

enum { DEAL_BYTES = 32, DEAL_HEX = 2 * DEAL_BYTES + 1 };

struct deal {
    unsigned char secret[DEAL_BYTES], salt[DEAL_BYTES];
};

/* The commitment to a deal of a game that begins at START, in hexadecimal digits. */
void deal_commit(const struct deal *deal, const struct alibi_state *start, char out[DEAL_HEX]);

/* Decision number K of chance, of N possible ones. */
uint32_t deal_below(const struct deal *deal, uint64_t k, uint32_t n);

/* The same as a move of S, in which chance is to act. */
alibi_move deal_outcome(const struct deal *deal, uint64_t k, const struct alibi_state *s);

/* Bytes as hexadecimal digits and back; false for anything else than 64 digits. */
void deal_hex(const unsigned char bytes[DEAL_BYTES], char out[DEAL_HEX]);
bool deal_unhex(unsigned char bytes[DEAL_BYTES], const char *hex);

/* Checks a record of the whole truth, or a seat's of a finished game, with the tags Commitment,
 * Secret and Salt: the commitment, and every outcome of chance, which are counted into
 * OUTCOMES.
 */
int deal_verify(const struct alibi_record *record, size_t *outcomes, struct alibi_error *err);

#endif
