/* Uniformly random legal moves. */
#include "search.h"

static void begin(struct ai_search *search)
{
    (void)search;
}

static bool step(struct ai_search *search, uint64_t until)
{
    (void)search;
    (void)until;
    return false;
}

static void end(struct ai_search *search)
{
    const struct alibi_state *s = &search->view.seen;
    alibi_move moves[ALIBI_MOVES_MAX];
    uint32_t n = (uint32_t)s->game->moves(s, moves);

    search->value = 0.5;
    search->choice[0] = (struct alibi_choice){
        .n = 1, .move = {moves[alibi_rng_below(&search->rng, n)]}, .value = 0.5F, .share = 1};
    search->n_choices = 1;
}

const struct ai_method ai_random = {begin, step, end, NULL, .weighs = false};
