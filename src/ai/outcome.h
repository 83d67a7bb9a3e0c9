/* Playing a move when the secrets are not known: the transitions of the public tree. */
#ifndef AI_OUTCOME_H
#define AI_OUTCOME_H

#include "lanes.h"

enum { AI_OUTCOMES = 40 }; /* public outcomes of one move, at most */

/* A public state, and the lanes in which the game comes to it. */
struct ai_outcome {
    struct alibi_state s; /* the secrets in it belong to no particular lane */
    struct cfr_mask alive;
    uint8_t hidden_draws; /* cards that the Detective has drawn below the root */
    bool round_over;      /* witnesses were called on the way here */
};

/* Plays M in S with the secrets of LANE, then draws the cards that only one player sees,
 * counting the Detective's in HIDDEN_DRAWS. Returns whether witnesses were called. */
bool ai_apply(const struct ai_lanes *lanes, const struct ai_lane *lane, struct alibi_state *s,
              alibi_move m, uint8_t *hidden_draws);

/* The public outcomes of M after FROM; returns how many. They partition FROM's lanes by Jack's
 * answer to the call, by whether an accusation is right, and by whether Jack has collected
 * enough. NODES counts the positions searched. */
int ai_outcomes(const struct ai_lanes *lanes, const struct ai_outcome *from, alibi_move m,
                struct ai_outcome out[AI_OUTCOMES], uint64_t *nodes);

#endif
