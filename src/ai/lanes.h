/* The hidden part of a position as lanes for the solver (cfr.h).
 *
 * A lane is an information abstraction of the deals that agree with what is public: it keeps
 * who Jack is, which suspects the Detective alone knows to be innocent, and what Jack's secret
 * cards are worth. Deals that agree in these are one lane, with their weights added.
 *
 * Lanes are made from the public view. What the searching seat knows beyond that only selects
 * its information set at the root. So the tree models what each side may believe about the
 * other, and no secret of the opponent can leak into it. */
#ifndef AI_LANES_H
#define AI_LANES_H

#include "cfr.h"

#include <alibi/player.h>

struct ai_lane {
    uint8_t identity;
    uint16_t innocent; /* suspects whom the Detective's cards clear */
    /* By epoch: before and after Jack draws a card in the tree. */
    uint16_t cards[CFR_EPOCHS];  /* Jack's alibi cards, as a set */
    int16_t missing[CFR_EPOCHS]; /* what Jack lacks with them, at the root */
};

struct ai_lanes {
    struct cfr_lanes cfr;
    struct alibi_state root; /* the position, with the secrets of one deal */
    struct ai_lane lane[CFR_LANES];
    uint8_t suspect[CFR_LANES]; /* lanes with the same Jack and the same Detective share one */
    int n_suspects;
    float part[CFR_LANES];                  /* 1 / how many these are */
    uint8_t first_of[ALIBI_CHARACTERS_MAX]; /* the first lane of each identity that has one */
    enum alibi_seat seat;                   /* whose search this is, */
    int own_infoset;                        /* the information set in which that seat is, */
    uint16_t innocent; /* and `innocent` of its lanes; 0 for Jack, who cannot know it */
};

void ai_lanes_make(struct ai_lanes *lanes, const struct alibi_view *view);

/* Replaces the priors: the worlds that agree with what is public get the weights that WEIGH
 * gives them, instead of all the same. */
void ai_lanes_weigh(struct ai_lanes *lanes, alibi_weigh *weigh, const void *context);

/* Gives S, which descends from lanes->root, the secrets of LANE. */
void ai_lane_enter(struct alibi_state *s, const struct ai_lane *lane, int epoch);

/* What Jack lacks in S, which descends from lanes->root, in LANE. */
int ai_missing(const struct ai_lanes *lanes, const struct ai_lane *lane,
               const struct alibi_state *s);

/* The epoch of S: 1 once Jack has drawn a card below the root, in games where cards count. */
static inline int ai_epoch(const struct ai_lanes *lanes, const struct alibi_state *s)
{
    return s->drawn[ALIBI_JACK] > lanes->root.drawn[ALIBI_JACK] && lanes->root.game->missing;
}

#endif
