/* A batch: N games stepped at once, for programs that learn from very many games.
 *
 * One call plays one action in each game; arrays then hold the seat to act, the legal actions
 * (as a mask and as a list) and the results. The arrays stay at the same address for the life
 * of the batch and are updated in place, so a program maps them once. A step allocates nothing.
 *
 * A batch is the referee: it holds whole states. What a player may know is what
 * alibi_batch_observe writes, which is made from views alone; masks are for the seat to act.
 *
 *   alibi_batch_new(&batch, &start, 1024, seed, ALIBI_BATCH_RESTARTS, &err);
 *   for (;;) {
 *       alibi_batch_random(batch, action);   or any other choice from the arrays
 *       alibi_batch_step(batch, action, &err);
 *   }
 *
 * The batch draws the outcomes of chance: each game has a random sequence of its own, which
 * depends only on the seed and the game's index. With ALIBI_BATCH_CHANCE the caller chooses the
 * outcomes instead. */
#ifndef ALIBI_BATCH_H
#define ALIBI_BATCH_H

#include <alibi/actions.h>

enum alibi_batch_flags {
    ALIBI_BATCH_MASKS = 1,    /* keep masks of the legal actions */
    ALIBI_BATCH_RESTARTS = 2, /* a game that ends starts again in the same step */
    ALIBI_BATCH_CHANCE = 4,   /* outcomes of chance are actions that the caller plays */
};

/* What the caller reads after each step: one row for each game. The batch owns and updates it.
 */
struct alibi_batch_arrays {
    size_t n;             /* games */
    size_t n_actions;     /* columns of the mask */
    size_t n_row;         /* columns of `legal`, of which the first n_legal count */
    const uint8_t *mask;  /* 1 where an action is legal; NULL without ALIBI_BATCH_MASKS */
    const int32_t *legal; /* the legal actions, ascending */
    const int32_t *n_legal;
    const uint8_t *to_act; /* enum alibi_seat */
    const uint8_t *over;   /* 1: the game ended in the last step, or is over */
    const int8_t *reward;  /* by seat, for a game that ended: 1 for the winner, else -1 */
};

struct alibi_batch;

/* N games, at least 1, that begin at START, a whole state. Free it with alibi_batch_free. */
ALIBI_API int alibi_batch_new(struct alibi_batch **out, const struct alibi_state *start,
                              size_t n, uint64_t seed, unsigned flags, struct alibi_error *err);
ALIBI_API void alibi_batch_free(struct alibi_batch *batch);

/* Both are borrowed and live as long as the batch. */
ALIBI_API const struct alibi_batch_arrays *alibi_batch_arrays(const struct alibi_batch *batch);
ALIBI_API const struct alibi_actions *alibi_batch_actions(const struct alibi_batch *batch);

/* The whole state of game I; borrowed until the next step. */
ALIBI_API const struct alibi_state *alibi_batch_state(const struct alibi_batch *batch,
                                                      size_t i);

/* Restart every game, with the random sequences of SEED or going on with its own; or restart
 * game I, going on with its own. */
ALIBI_API void alibi_batch_seed(struct alibi_batch *batch, uint64_t seed);
ALIBI_API void alibi_batch_reset(struct alibi_batch *batch);
ALIBI_API void alibi_batch_reset_one(struct alibi_batch *batch, size_t i);

/* Plays ACTION[i] in game i. A negative action leaves the game as it is; a game that is over
 * accepts no other. If any action is not legal, nothing is played in any game, and the error's
 * offset is the index of the first such game. */
ALIBI_API int alibi_batch_step(struct alibi_batch *batch, const int32_t *action,
                               struct alibi_error *err);

/* Chooses for each game one of its legal actions, all equally likely; -1 if there is none. */
ALIBI_API void alibi_batch_random(struct alibi_batch *batch, int32_t *action);

/* Writes what VIEWER, a player or the public, sees of each game, in rows of alibi_features_size
 * bytes; or what the seat to act sees, the public's view if that is not a player. */
ALIBI_API void alibi_batch_observe(const struct alibi_batch *batch, enum alibi_viewer viewer,
                                   uint8_t *out);
ALIBI_API void alibi_batch_observe_actor(const struct alibi_batch *batch, uint8_t *out);

/* The total number of moves played, outcomes of chance included, and of games that ended. */
ALIBI_API uint64_t alibi_batch_moves(const struct alibi_batch *batch);
ALIBI_API uint64_t alibi_batch_games(const struct alibi_batch *batch);

#endif
