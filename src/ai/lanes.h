/* What may be hidden in a position, as lanes for the solver.
 *
 * A lane is what matters of a deal: who Jack is, which suspects the Detective alone knows to be
 * innocent, and what Jack's secret cards are worth. Deals that agree in this are one lane with
 * their weights added. Lanes are made from what everybody can see; what one seat knows beyond
 * that only says in which of its information sets it is. So both players' thoughts about each
 * other are in the tree, and no secret of the opponent is. */
#ifndef AI_LANES_H
#define AI_LANES_H

#include "cfr.h"

#include <alibi/game.h>

struct ai_lane {
    uint8_t identity;
    uint16_t known; /* suspects that the Detective knows by his cards not to be Jack */
    /* By epoch: before and after Jack draws a card in the tree. */
    uint16_t cards[CFR_EPOCHS];
    int16_t missing[CFR_EPOCHS]; /* as far as his cards tell, at the root */
};

struct ai_lanes {
    struct cfr_lanes cfr;
    struct alibi_state root; /* the position, with the secrets of some deal */
    struct ai_lane lane[CFR_LANES];
    enum alibi_seat seat; /* whose thoughts these are */
    int mine;             /* the information set in which he is */
    uint16_t known;       /* the same as a lane's, for the Detective's seat; otherwise 0 */
};

void ai_lanes_make(struct ai_lanes *lanes, const struct alibi_view *view);

/* Gives S, which came from lanes->root, the secrets of LANE. */
void ai_lane_enter(struct alibi_state *s, const struct ai_lane *lane, int epoch);

/* What Jack still lacks in S, which came from lanes->root, if LANE is the truth. */
int ai_missing(const struct ai_lanes *lanes, const struct ai_lane *lane,
               const struct alibi_state *s);

/* Which epoch S is in. */
static inline int ai_epoch(const struct ai_lanes *lanes, const struct alibi_state *s)
{
    return s->drawn[ALIBI_JACK] > lanes->root.drawn[ALIBI_JACK] && lanes->root.game->missing;
}

#endif
