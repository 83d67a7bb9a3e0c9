/* Many games that are stepped at once.
 *
 * What is legal is listed once a step and kept, so that drawing an action at random and
 * clearing a mask of many thousand columns cost no more than the list is long. */
#include "core/refusals.h"
#include "index.h"

#include <alibi/batch.h>
#include <alibi/kit/features.h>
#include <alibi/rng.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    /* Added to the rows of the lists: rows of 4096 bytes would all compete for the same lines
     * of the cache. */
    ROW_EXTRA = 16,
    SHORT_ROW = 1024, /* bytes of a mask that are cleared sooner than looked through */
};

struct alibi_batch {
    struct alibi_actions *actions;
    struct alibi_state start;
    unsigned flags;
    struct alibi_batch_arrays arrays; /* what the caller sees of the next ones */
    uint8_t *mask;
    int32_t *legal, *n_legal;
    uint8_t *to_act, *over;
    int8_t *reward;
    struct alibi_state *state;
    struct alibi_rng *chance; /* a sequence for each game */
    struct alibi_rng pick;    /* for alibi_batch_random */
    size_t n_features;
    uint64_t moves, games;
};

/* --- One game --- */

static void play(struct alibi_batch *b, struct alibi_state *s, alibi_move m)
{
    (void)s->game->apply(s, m);
    b->moves++;
}

/* Lets chance decide until a player is to act or the game is over. */
static void settle(struct alibi_batch *b, size_t i)
{
    struct alibi_state *s = &b->state[i];
    alibi_move m[ALIBI_MOVES_MAX];

    while (s->to_act == ALIBI_CHANCE && !(b->flags & ALIBI_BATCH_CHANCE)) {
        int n = s->game->moves(s, m);

        play(b, s, m[alibi_rng_below(&b->chance[i], (uint32_t)n)]);
    }
}

/* Clears the mask of game I: a short row as a whole, of a long one what is set. */
static void clear_mask(struct alibi_batch *b, size_t i)
{
    uint8_t *mask = b->mask + i * b->arrays.n_actions;
    const int32_t *legal = b->legal + i * b->arrays.n_row;

    if (b->arrays.n_actions <= SHORT_ROW) {
        memset(mask, 0, b->arrays.n_actions);
        return;
    }
    for (int32_t k = 0; k < b->n_legal[i]; k++)
        mask[legal[k]] = 0;
}

/* Lists what is legal in game I now, in place of what was. */
static void refresh(struct alibi_batch *b, size_t i)
{
    const struct alibi_state *s = &b->state[i];
    int32_t *legal = b->legal + i * b->arrays.n_row;
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);

    if (b->mask) {
        clear_mask(b, i);
        actions_of(b->actions, m, n, legal, b->mask + i * b->arrays.n_actions);
    } else {
        actions_of(b->actions, m, n, legal, NULL);
    }
    b->n_legal[i] = n;
    b->to_act[i] = s->to_act;
}

static void begin(struct alibi_batch *b, size_t i)
{
    b->state[i] = b->start;
    settle(b, i);
}

/* Writes down how game I stands. */
static void score(struct alibi_batch *b, size_t i)
{
    unsigned winner = b->state[i].winner;

    b->over[i] = winner != ALIBI_NOBODY;
    b->reward[2 * i + ALIBI_JACK] =
        (int8_t)((winner == ALIBI_JACK) - (winner == ALIBI_DETECTIVE));
    b->reward[2 * i + ALIBI_DETECTIVE] = (int8_t)-b->reward[2 * i + ALIBI_JACK];
}

/* --- Making one --- */

static bool allocate(struct alibi_batch *b, size_t n)
{
    if (n > SIZE_MAX / b->arrays.n_row / sizeof *b->legal ||
        n > SIZE_MAX / (b->arrays.n_actions + 1))
        return false;
    if (b->flags & ALIBI_BATCH_MASKS) {
        b->mask = calloc(n, b->arrays.n_actions);
        if (!b->mask)
            return false;
    }
    b->legal = calloc(n, b->arrays.n_row * sizeof *b->legal);
    b->n_legal = calloc(n, sizeof *b->n_legal);
    b->to_act = calloc(n, 1);
    b->over = calloc(n, 1);
    b->reward = calloc(n, 2);
    b->state = calloc(n, sizeof *b->state);
    b->chance = calloc(n, sizeof *b->chance);
    return b->legal && b->n_legal && b->to_act && b->over && b->reward && b->state && b->chance;
}

static void expose(struct alibi_batch *b, size_t n)
{
    struct alibi_batch_arrays *arrays = &b->arrays;

    arrays->n = n;
    arrays->mask = b->mask;
    arrays->legal = b->legal;
    arrays->n_legal = b->n_legal;
    arrays->to_act = b->to_act;
    arrays->over = b->over;
    arrays->reward = b->reward;
}

int alibi_batch_new(struct alibi_batch **out, const struct alibi_state *start, size_t n,
                    uint64_t seed, unsigned flags, struct alibi_error *err)
{
    struct alibi_batch *b;

    *out = NULL;
    if (n == 0)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.batch_size, NULL);
    if (start->hides)
        return alibi_refuse(err, ALIBI_BAD_POSITION, 0, &alibi_no.batch_truth, NULL);
    b = calloc(1, sizeof *b);
    if (!b || alibi_actions_new(&b->actions, start->game) != ALIBI_OK) {
        free(b);
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    }
    b->start = *start;
    b->flags = flags;
    b->n_features = alibi_features_size(start->game);
    b->arrays.n_actions = (size_t)((
        flags & ALIBI_BATCH_CHANCE ? alibi_actions_all : alibi_actions_players)(b->actions));
    b->arrays.n_row = ROW_EXTRA + (b->arrays.n_actions < ALIBI_MOVES_MAX ? b->arrays.n_actions
                                                                         : ALIBI_MOVES_MAX);
    if (!allocate(b, n)) {
        alibi_batch_free(b);
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    }
    expose(b, n);
    alibi_batch_seed(b, seed);
    *out = b;
    return ALIBI_OK;
}

void alibi_batch_free(struct alibi_batch *batch)
{
    if (!batch)
        return;
    alibi_actions_free(batch->actions);
    free(batch->mask);
    free(batch->legal);
    free(batch->n_legal);
    free(batch->to_act);
    free(batch->over);
    free(batch->reward);
    free(batch->state);
    free(batch->chance);
    free(batch);
}

const struct alibi_batch_arrays *alibi_batch_arrays(const struct alibi_batch *batch)
{
    return &batch->arrays;
}

const struct alibi_actions *alibi_batch_actions(const struct alibi_batch *batch)
{
    return batch->actions;
}

const struct alibi_state *alibi_batch_state(const struct alibi_batch *batch, size_t i)
{
    assert(i < batch->arrays.n);
    return &batch->state[i];
}

uint64_t alibi_batch_moves(const struct alibi_batch *batch)
{
    return batch->moves;
}

uint64_t alibi_batch_games(const struct alibi_batch *batch)
{
    return batch->games;
}

/* --- Playing --- */

void alibi_batch_reset_one(struct alibi_batch *batch, size_t i)
{
    assert(i < batch->arrays.n);
    begin(batch, i);
    score(batch, i);
    refresh(batch, i);
}

void alibi_batch_reset(struct alibi_batch *batch)
{
    for (size_t i = 0; i < batch->arrays.n; i++)
        alibi_batch_reset_one(batch, i);
}

/* Multiples of an odd number are all different, so no two games share a sequence; neither does
 * the one for random actions, which counts as game -1. */
void alibi_batch_seed(struct alibi_batch *batch, uint64_t seed)
{
    const uint64_t odd = UINT64_C(0x9e3779b97f4a7c15);

    for (size_t i = 0; i < batch->arrays.n; i++)
        alibi_rng_seed(&batch->chance[i], seed + odd * (i + 1));
    alibi_rng_seed(&batch->pick, seed);
    alibi_batch_reset(batch);
}

/* By halving: the list is ascending. */
static bool is_legal(const struct alibi_batch *b, size_t i, int32_t action)
{
    const int32_t *legal = b->legal + i * b->arrays.n_row;
    int32_t low = 0, high = b->n_legal[i];

    if (b->mask)
        return (size_t)action < b->arrays.n_actions &&
               b->mask[i * b->arrays.n_actions + (size_t)action];
    while (low < high) {
        int32_t middle = (low + high) / 2;

        if (legal[middle] < action)
            low = middle + 1;
        else
            high = middle;
    }
    return low < b->n_legal[i] && legal[low] == action;
}

/* Says why ACTION is refused in game I. */
static int refuse(const struct alibi_batch *b, size_t i, int32_t action,
                  struct alibi_error *err)
{
    const struct alibi_state *s = &b->state[i];

    if ((size_t)action >= b->arrays.n_actions)
        return alibi_refuse(err, ALIBI_BAD_MOVE, i, &alibi_no.batch_action,
                            ALIBI_WITH(alibi_number(b->arrays.n_actions).text));
    s->game->forbids(err, s, b->actions->move[action]);
    if (err)
        err->offset = i;
    return ALIBI_BAD_MOVE;
}

static void step_one(struct alibi_batch *b, size_t i, int32_t action)
{
    play(b, &b->state[i], b->actions->move[action]);
    settle(b, i);
    score(b, i);
    b->games += b->over[i];
    if (b->over[i] && (b->flags & ALIBI_BATCH_RESTARTS))
        begin(b, i);
    refresh(b, i);
}

int alibi_batch_step(struct alibi_batch *batch, const int32_t *action, struct alibi_error *err)
{
    for (size_t i = 0; i < batch->arrays.n; i++)
        if (action[i] >= 0 && !is_legal(batch, i, action[i]))
            return refuse(batch, i, action[i], err);
    for (size_t i = 0; i < batch->arrays.n; i++)
        if (action[i] >= 0)
            step_one(batch, i, action[i]);
        else
            score(batch, i);
    return ALIBI_OK;
}

void alibi_batch_random(struct alibi_batch *batch, int32_t *action)
{
    for (size_t i = 0; i < batch->arrays.n; i++) {
        uint32_t n = (uint32_t)batch->n_legal[i];

        action[i] =
            n ? batch->legal[i * batch->arrays.n_row + alibi_rng_below(&batch->pick, n)] : -1;
    }
}

/* --- Looking --- */

static void observe(const struct alibi_batch *b, size_t i, enum alibi_viewer viewer,
                    uint8_t *out)
{
    struct alibi_view view;

    b->start.game->observe(&view, &b->state[i], viewer);
    alibi_features_write(out + i * b->n_features, &view);
}

void alibi_batch_observe(const struct alibi_batch *batch, enum alibi_viewer viewer,
                         uint8_t *out)
{
    for (size_t i = 0; i < batch->arrays.n; i++)
        observe(batch, i, viewer, out);
}

void alibi_batch_observe_actor(const struct alibi_batch *batch, uint8_t *out)
{
    for (size_t i = 0; i < batch->arrays.n; i++) {
        unsigned seat = batch->state[i].to_act;

        observe(batch, i, seat <= ALIBI_DETECTIVE ? (enum alibi_viewer)seat : ALIBI_AS_PUBLIC,
                out);
    }
}
