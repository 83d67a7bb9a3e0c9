/* What the end of a turn is worth: the Investigator's chance to win, for each suspect who could
 * be Jack. The end of the game is judged exactly, as far as Jack's hourglasses are known. */
#ifndef OUTSIDE_JUDGE_H
#define OUTSIDE_JUDGE_H

#include "board.h"

enum {
    LANES = PKT_CHARACTERS, /* a value for each character, if that is Jack */
    JUDGE_TURNS = 2,        /* turns of one search */
    JUDGE_TOKENS = 3,       /* turns of one search that ended with Jack unseen: none to two */
    JUDGE_CARDS = 2,        /* cards that Jack draws in one search: none or one */
};

/* The end of a turn: its number in the search; whether Jack was seen; suspects left;
 * hourglasses from turns and cards drawn since the search began. */
struct ending {
    unsigned turn, seen, left, tokens, cards;
};

/* What is known of one kind of ending, by lane. */
struct verdict {
    float chance[LANES]; /* that the Investigator wins */
    float over[LANES];   /* that the game is over */
    float won[LANES];    /* that it is over and the Investigator has won */
};

struct judge {
    struct verdict of[JUDGE_TURNS][2][PKT_CHARACTERS + 1][JUDGE_TOKENS][JUDGE_CARDS];
};

static inline const struct verdict *judge_verdict(const struct judge *judge,
                                                  const struct ending *e)
{
    return &judge->of[e->turn][e->seen][e->left][e->tokens][e->cards];
}

/* Prepares the judge for a search from WORLD, a state that the player holds possible. Jack's
 * cards are what the public can know of them; if IS_JACK, the player is Jack, WORLD is the
 * truth, and its cards are used in the lane of its identity. */
void judge_prepare(struct judge *judge, const struct alibi_state *world, bool is_jack);

/* The Investigator's chance after the call of ROUND if the game goes on with N suspects and
 * Jack has HOURGLASSES. ALIBI: a card will be drawn in the next turn, as is known after an odd
 * one. */
float judge_outlook(unsigned round, unsigned n, unsigned hourglasses, bool alibi);

#endif
