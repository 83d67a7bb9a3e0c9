/* A batch: N games that are stepped at once, for programs that learn from very many of them.
 *
 * One call plays one action in each game; arrays then say who is to act, what is legal (as a
 * mask and as a list) and how games ended. The arrays stay where they are as long as the batch
 * does and are changed in place: a program maps them once. Nothing is allocated by a step.
 *
 * A batch is the referee: it holds whole states. What a player may know of them is what
 * alibi_batch_observe writes, made from views and nothing else; masks are for the one who acts.
 *
 *   alibi_batch_new(&batch, &start, 1024, seed, ALIBI_BATCH_RESTARTS, &err);
 *   for (;;) {
 *       alibi_batch_random(batch, action);   or whatever chooses from the arrays
 *       alibi_batch_step(batch, action, &err);
 *   }
 *
 * Chance is drawn by the batch: every game has a sequence of its own that depends on the seed
 * and the game's number alone. With ALIBI_BATCH_CHANCE the caller decides chance as well. */
#ifndef ALIBI_BATCH_H
#define ALIBI_BATCH_H

#include <alibi/actions.h>

enum alibi_batch_flags {
    ALIBI_BATCH_MASKS = 1,    /* keep masks of what is legal */
    ALIBI_BATCH_RESTARTS = 2, /* a game that ends begins again in the same step */
    ALIBI_BATCH_CHANCE = 4,   /* outcomes of chance are actions that the caller plays */
};

/* What the caller reads after each step; a row a game. The batch owns and changes it. */
struct alibi_batch_arrays {
    size_t n;             /* games */
    size_t n_actions;     /* columns of the mask */
    size_t n_row;         /* columns of `legal`, of which the first n_legal count */
    const uint8_t *mask;  /* 1 where an action is legal; NULL without ALIBI_BATCH_MASKS */
    const int32_t *legal; /* the legal actions, ascending */
    const int32_t *n_legal;
    const uint8_t *to_act; /* enum alibi_seat */
    const uint8_t *over;   /* 1: the game ended in the last step, or is over */
    const int8_t *reward;  /* by seat: 1 for who won the game that ended, -1 for the other */
};

struct alibi_batch;

/* N games that begin at START, which is the whole truth (N at least 1). Free it with
 * alibi_batch_free. */
ALIBI_API int alibi_batch_new(struct alibi_batch **out, const struct alibi_state *start,
                              size_t n, uint64_t seed, unsigned flags, struct alibi_error *err);
ALIBI_API void alibi_batch_free(struct alibi_batch *batch);

/* Both borrowed, and valid as long as the batch is. */
ALIBI_API const struct alibi_batch_arrays *alibi_batch_arrays(const struct alibi_batch *batch);
ALIBI_API const struct alibi_actions *alibi_batch_actions(const struct alibi_batch *batch);

/* Game I as it stands: the whole truth. Borrowed, until the next step. */
ALIBI_API const struct alibi_state *alibi_batch_state(const struct alibi_batch *batch,
                                                      size_t i);

/* Begins every game, or game I, again; with the chance of SEED, or on with its own sequence. */
ALIBI_API void alibi_batch_seed(struct alibi_batch *batch, uint64_t seed);
ALIBI_API void alibi_batch_reset(struct alibi_batch *batch);
ALIBI_API void alibi_batch_reset_one(struct alibi_batch *batch, size_t i);

/* Plays ACTION[i] in game i; a negative one leaves the game as it is, and a game that is over
 * takes no other. If one of them is not legal nothing is played in any game: the error's offset
 * is the number of the first such game. */
ALIBI_API int alibi_batch_step(struct alibi_batch *batch, const int32_t *action,
                               struct alibi_error *err);

/* For each game one of its legal actions, all equally likely; -1 where there is none. */
ALIBI_API void alibi_batch_random(struct alibi_batch *batch, int32_t *action);

/* What VIEWER, a player or the public, sees of each game, as rows of alibi_features_size bytes;
 * or what the one to act sees, the public where no player is. */
ALIBI_API void alibi_batch_observe(const struct alibi_batch *batch, enum alibi_viewer viewer,
                                   uint8_t *out);
ALIBI_API void alibi_batch_observe_actor(const struct alibi_batch *batch, uint8_t *out);

/* How many moves were played in all, those of chance too, and how many games ended. */
ALIBI_API uint64_t alibi_batch_moves(const struct alibi_batch *batch);
ALIBI_API uint64_t alibi_batch_games(const struct alibi_batch *batch);

#endif
