/* Action abstraction: the candidate activations of a decision.
 *
 * An action of the search is a whole activation. Its tokens are found by beam search: prefixes
 * are extended token by token, transpositions merged, and where the prefixes multiply only the
 * most promising are extended. (Goodley's whistle has thousands of sequences, but few places
 * that somebody can be called to.) Each candidate is evaluated for every possible Jack, and of
 * the candidates that split the suspects alike only the best few are kept. */
#ifndef AI_CANDIDATES_H
#define AI_CANDIDATES_H

#include "outcome.h"

#include <alibi/player.h>

enum { AI_CANDIDATES_MAX = 4096 }; /* of a decision: more than our games have */

struct ai_candidate {
    struct alibi_state before; /* the last token; the secrets in it belong to no lane */
    uint64_t hash;             /* of the position that it leads to */
    uint16_t jacks;            /* the identities with which it can be played */
    uint16_t split; /* the suspects left by the call, or those whom witnesses would see now */
    uint8_t hidden_draws; /* cards that the Detective has drawn below the root */
    uint8_t n;            /* tokens, */
    uint8_t n_certain;    /* and how many of them come before a card is drawn */
    bool drawn;           /* a card is drawn on the way */
    bool decides;         /* it ends the game, in some lane at least */
    alibi_move move[ALIBI_SEQUENCE_MAX];
    float value[ALIBI_CHARACTERS_MAX]; /* Jack's winning probability, by his identity */
    float mean;                        /* of these, weighted by how likely each is Jack */
};

/* A position to be evaluated for everybody in JACKS. */
struct ai_position {
    const struct alibi_state *s;
    unsigned jacks;
    const int *missing;   /* by identity, what Jack lacks */
    uint16_t innocent;    /* suspects whom the Detective knows to be innocent */
    uint8_t hidden_draws; /* cards that he has drawn below the root */
};

/* An evaluation function: fills in Jack's winning probability for everybody in p->jacks. */
typedef void ai_evaluator(float value[ALIBI_CHARACTERS_MAX], const struct ai_position *p,
                          const void *context);

struct ai_candidates {
    const struct ai_lanes *lanes;
    ai_evaluator *evaluate;
    const void *context; /* handed to it */
    uint64_t nodes;      /* positions searched so far */

    /* The decision: who may be Jack, with weights, and what the seat to act knows. */
    float weight[ALIBI_CHARACTERS_MAX];
    uint16_t jacks, innocent;
    uint8_t hidden_draws;

    int n, max; /* the candidates found */
    bool
        crowded; /* there was no room for some of them, or for prefixes, in any search so far */
    struct ai_candidate *candidate;
    int n_prefixes, n_extended, beam; /* prefixes, and those that are one token longer */
    struct ai_candidate *prefix, *extended;
    uint64_t *hashes; /* of the positions found */
};

/* Bytes of a workspace for MAX candidates. */
size_t ai_candidates_bytes(int max);

/* Lays out the workspace in MEMORY for MAX candidates; returns the bytes used. */
size_t ai_candidates_init(struct ai_candidates *c, const struct ai_lanes *lanes, void *memory,
                          int max);

/* Moves a workspace to other memory; what was found is lost. */
void ai_candidates_place(struct ai_candidates *c, void *memory, int max);

/* Finds the candidates in S with a beam of that width, and evaluates them, or if there are more
 * than MAX_EVALUATED, about as many, some of each split. */
void ai_candidates_find(struct ai_candidates *c, const struct alibi_state *s, int beam,
                        int max_evaluated);

/* Makes sure that the activation with the N_MOVES tokens of MOVE is among the first N
 * candidates that were found in S: it may take the place of the last. Returns its number; -1 if
 * the tokens are no whole activation. */
int ai_candidates_include(struct ai_candidates *c, const struct alibi_state *s, int n,
                          const alibi_move *move, int n_moves);

/* Makes the activation with these tokens the only candidate in S; false if they are no whole
 * activation. */
bool ai_candidates_only(struct ai_candidates *c, const struct alibi_state *s,
                        const alibi_move *move, int n_moves);

/* Moves the best of the N candidates in LIST to the front, for SEAT: at most KEEP, at most
 * PER_SPLIT of each split. Where Jack chooses, everybody in JACKS gets some that suit him.
 * Returns how many. */
int ai_candidates_select(struct ai_candidate *list, int n, enum alibi_seat seat, unsigned jacks,
                         int keep, int per_split);

#endif
