/* Any legal move, each as likely as the others. */
#include "mind.h"

static void begin(struct ai_mind *mind)
{
    (void)mind;
}

static bool step(struct ai_mind *mind, uint64_t until)
{
    (void)mind;
    (void)until;
    return false;
}

static void end(struct ai_mind *mind)
{
    const struct alibi_state *s = &mind->view.seen;
    alibi_move moves[ALIBI_MOVES_MAX];
    uint32_t n = (uint32_t)s->game->moves(s, moves);

    mind->value = 0.5;
    mind->choice[0] = (struct alibi_choice){
        .n = 1, .move = {moves[alibi_rng_below(&mind->rng, n)]}, .value = 0.5F, .share = 1};
    mind->n_choices = 1;
}

const struct ai_method ai_random = {begin, step, end, NULL};
