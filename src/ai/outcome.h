/* What a move leads to when the secrets are not known. */
#ifndef AI_OUTCOME_H
#define AI_OUTCOME_H

#include "lanes.h"

enum { AI_OUTCOMES = 40 };

struct ai_outcome {
    struct alibi_state s;  /* the secrets in it are of no meaning */
    struct cfr_mask alive; /* the lanes in which it comes to this */
    uint8_t unknown;       /* cards that the Detective drew on the way */
    bool over;             /* the round is over */
};

/* Plays M in S with the secrets of LANE, and draws what only one player sees. UNKNOWN counts
 * the cards that the Detective drew. Returns whether witnesses were called. */
bool ai_play(const struct ai_lanes *lanes, const struct ai_lane *lane, struct alibi_state *s,
             alibi_move m, uint8_t *unknown);

/* The outcomes of M after FROM, as everybody sees them; returns how many. They differ by Jack's
 * answer to the call, by whether an accusation was right, and by whether Jack has collected
 * enough. NODES counts the positions. */
int ai_outcomes(const struct ai_lanes *lanes, const struct ai_outcome *from, alibi_move m,
                struct ai_outcome out[AI_OUTCOMES], uint64_t *nodes);

#endif
