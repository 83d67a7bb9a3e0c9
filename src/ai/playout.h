/* Playing on at random, but not blindly, and judging where that leads. Nothing here knows a
 * game. */
#ifndef AI_PLAYOUT_H
#define AI_PLAYOUT_H

#include <alibi/game.h>
#include <alibi/rng.h>

struct ai_playout {
    struct alibi_rng *rng;
    uint64_t *nodes;                         /* counts the positions played */
    alibi_move accuse[ALIBI_CHARACTERS_MAX]; /* the move that accuses each character */
    bool arrests;                            /* whether the game has such moves */
};

/* Prepares to play GAME with the random numbers of RNG, counting in NODES. */
void ai_playout_begin(struct ai_playout *p, const struct alibi_game *game,
                      struct alibi_rng *rng, uint64_t *nodes);

/* The character whom M accuses; ALIBI_NO_ONE for another sort of move. */
unsigned ai_playout_accused(const struct ai_playout *p, const struct alibi_game *game,
                            alibi_move m);

/* Plays M, or an outcome of chance. Returns whether witnesses were called. */
bool ai_playout_move(const struct ai_playout *p, struct alibi_state *s, alibi_move m);
bool ai_playout_chance(const struct ai_playout *p, struct alibi_state *s);

/* Plays S on until the next call for witnesses, unless they were CALLED already, or the end,
 * and returns Jack's chance to win from there: 0 or 1 where the game is over. */
double ai_playout_finish(const struct ai_playout *p, struct alibi_state *s, bool called);

#endif
