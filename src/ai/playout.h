/* Playouts (rollouts) to the end of the round, and the evaluation of where they end. Nothing
 * here knows a game. */
#ifndef AI_PLAYOUT_H
#define AI_PLAYOUT_H

#include <alibi/game.h>
#include <alibi/rng.h>

struct ai_playout {
    struct alibi_rng *rng;
    uint64_t *nodes;                         /* counts the positions played */
    alibi_move accuse[ALIBI_CHARACTERS_MAX]; /* the move that accuses each character */
    bool has_accusations;                    /* whether the game has such moves */
};

/* Prepares playouts of GAME with the random numbers of RNG, counting in NODES. */
void ai_playout_init(struct ai_playout *p, const struct alibi_game *game, struct alibi_rng *rng,
                     uint64_t *nodes);

/* The character whom M accuses; ALIBI_NO_ONE if it is another sort of move. */
unsigned ai_playout_accused(const struct ai_playout *p, const struct alibi_game *game,
                            alibi_move m);

/* Plays M, or a random outcome of chance. Returns whether witnesses were called. */
bool ai_playout_move(const struct ai_playout *p, struct alibi_state *s, alibi_move m);
bool ai_playout_chance(const struct ai_playout *p, struct alibi_state *s);

/* Plays S out to the next call for witnesses, unless they were CALLED already, and returns
 * Jack's winning probability there: 0 or 1 where the game is over. */
double ai_playout_run(const struct ai_playout *p, struct alibi_state *s, bool called);

#endif
