/* The district as a search of whole turns needs it: 24 bytes that are copied, compared and
 * hashed.
 *
 * A turn is a round of the rules: four actions and the call after them. Moves, tiles and faces
 * are those of the game itself (games/pocket/pkt.h), so a move of the search is a move of the
 * game. tests/rules/pocket/test_outside.c compares both at every ply of random games. */
#ifndef OUTSIDE_BOARD_H
#define OUTSIDE_BOARD_H

#include "games/pocket/pkt.h"

enum {
    BOARD_MOVES = 80, /* more than any board has: 36 exchanges, 27 rotations and a few walks */
};

struct board {
    uint8_t tile[PKT_SLOTS];
    uint8_t at[PKT_DETECTIVES];
    uint8_t faces; /* still to be used in this turn */
    uint8_t left;  /* how many actions are left in this turn */
    uint16_t suspects;
    uint16_t unseen; /* cards that the Investigator has not drawn: the deck, and Jack's */
    uint8_t round;
    uint8_t up;     /* faces at the start of the turn */
    uint8_t tokens; /* turns that ended with Jack unseen, since the search began */
    uint8_t cards;  /* that Jack has drawn since then */
    uint8_t spare[2];
};

_Static_assert(sizeof(struct board) == 24, "a board has no padding: it is compared as bytes");

/* The board of a state in which an action is to be chosen; reads nothing secret. */
void board_of(struct board *board, const struct alibi_state *s);

/* Whether the next action is Jack's (P-3.2). */
static inline bool board_is_jacks(const struct board *board)
{
    return (board->left == 4 || board->left == 1) == !(board->round & 1);
}

/* Every action, in the order of the game's own list. */
int board_moves(const struct board *board, alibi_move out[BOARD_MOVES]);

/* Plays an action. After an `alibi` of the Investigator board_clear says which card it was. */
void board_play(struct board *board, alibi_move m);

/* The Investigator has drawn WHO's card (P-5.8). */
void board_draw(struct board *board, unsigned who);

/* The suspects that any detective sees. */
unsigned board_visible(const struct board *board);

/* Goes on to the turn after an odd one, with LEFT as suspects (P-3.2, P-6.1). */
void board_turn_over(struct board *board, unsigned left, bool seen);

#endif
