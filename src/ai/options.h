/* What the one to act can do, as whole activations.
 *
 * The tokens of an activation are tried out one after the other up to its end, orders that come
 * to the same are made one, and where the ways multiply only the more promising beginnings are
 * followed: Goodley's whistle is thousands of sequences, but few places to call somebody to.
 * Each option is judged for everybody who may be Jack, and of those that divide the suspects
 * alike only the best few are kept. */
#ifndef AI_OPTIONS_H
#define AI_OPTIONS_H

#include "outcome.h"
#include "value.h"

#include <alibi/player.h>

struct ai_option {
    struct alibi_state before; /* the last token, without secrets of any lane */
    uint64_t hash;             /* of what it leads to */
    uint16_t jacks;            /* the identities for which it can be played */
    uint16_t group;            /* how it divides the suspects */
    uint8_t unknown;           /* cards that the Detective drew so far */
    uint8_t n, sure;           /* tokens, and how many of them come before a card is drawn */
    bool drawn;                /* one was, on the way */
    bool decides;              /* the game, in some lane at least */
    alibi_move move[ALIBI_SEQUENCE_MAX];
    float mean;                         /* Jack's chance over all who may be Jack */
    float chance[ALIBI_CHARACTERS_MAX]; /* and for each of them */
};

struct ai_options;

/* How S is judged: Jack's chance for everybody in JACKS, MISSING being what each of them lacks,
 * when the Detective knows what O says and drew UNKNOWN more cards. */
typedef void ai_judge(float chance[ALIBI_CHARACTERS_MAX], const struct ai_options *o,
                      const struct alibi_state *s, unsigned jacks, const int *missing,
                      uint8_t unknown);

struct ai_options {
    const struct ai_lanes *lanes;
    ai_judge *judge;
    uint64_t nodes; /* positions looked at */

    /* Who may be Jack here, with weights, and what the one to act knows. */
    float weight[ALIBI_CHARACTERS_MAX];
    uint16_t jacks, known;
    uint8_t unknown_cards;

    int n, max; /* the options found */
    struct ai_option *option;
    int n_begun, n_next, beam; /* beginnings that are being followed */
    struct ai_option *begun, *next;
    uint64_t *hashes; /* of what was found */
};

/* Lays out the workspace in MEMORY for about MAX options; returns the bytes used. */
size_t ai_options_init(struct ai_options *o, const struct ai_lanes *lanes, void *memory,
                       int max);

/* Finds the options in S, following at most BEAM beginnings at each token, and judges them, or
 * about as many as JUDGED says, some of each way to divide the suspects. */
void ai_options_find(struct ai_options *o, const struct alibi_state *s, int beam, int judged);

/* Moves the best options to the front: at most MANY, at most ALIKE that divide the suspects in
 * the same way. Where Jack chooses, everybody who may be Jack gets some that suit him. Returns
 * how many. */
int ai_options_select(struct ai_options *o, enum alibi_seat seat, int many, int alike);

#endif
