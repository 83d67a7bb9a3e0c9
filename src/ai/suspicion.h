/* Reading Jack: what his choices so far tell about who he is.
 *
 * Each of his decisions is solved once more from what was public, with the champion's search,
 * which finds out at once what every possible Jack would have done. Those become likelier who
 * would have chosen what he chose. It is a model of a strong player, not of this one, so it is
 * believed only so far. The Detective's cards are not read that way: his choices told less than
 * the model's errors cost. docs/strength.md has the figures.
 *
 * Nothing here knows more than the Detective was told. */
#ifndef AI_SUSPICION_H
#define AI_SUSPICION_H

#include "search.h"

enum { AI_WAITING = 24 }; /* decisions that may wait: more than Jack has in a game */

struct ai_suspicion {
    float log_likelihood[ALIBI_CHARACTERS_MAX]; /* of Jack's choices, if he is this one */

    /* His decisions that are still to be read, the last of which may still be going on. */
    int n;
    bool open;
    struct ai_reading {
        struct alibi_view view; /* as Jack saw it, in one of the worlds that are possible */
        int n;
        alibi_move move[ALIBI_SEQUENCE_MAX]; /* what he played */
    } waiting[AI_WAITING];

    /* The one that is being read. */
    int at;
    uint64_t nodes; /* for each */
    struct ai_search model;
};

/* The Detective is told MOVE, which leads from BEFORE to AFTER, worlds that are possible. */
void ai_suspicion_hear(struct ai_suspicion *suspicion, const struct alibi_state *before,
                       alibi_move move, const struct alibi_state *after);

/* Begins to read what waits, in the memory of SEARCH and within a part of its budget. False if
 * there is nothing to read, or the budget is too small for it. */
bool ai_suspicion_begin(struct ai_suspicion *suspicion, const struct ai_search *search);

/* Reads on until SEARCH has searched UNTIL nodes, these included; false when all is read. */
bool ai_suspicion_step(struct ai_suspicion *suspicion, struct ai_search *search,
                       uint64_t until);

/* Reads no further: what is left is forgotten. */
void ai_suspicion_stop(struct ai_suspicion *suspicion);

/* The weight of a world (alibi_weigh); CONTEXT is the suspicion. */
double ai_suspicion_weigh(const void *context, const struct alibi_state *world);

#endif
