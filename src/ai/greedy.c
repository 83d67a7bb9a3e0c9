/* One activation ahead: the choice after which things look best, by a few plain rules of thumb.
 *
 * The rules are those that a player learns in his first games: how many suspects the witnesses
 * would leave, whether Jack could slip away, whether he could be caught, and what he has
 * collected. */
#include "mind.h"
#include "options.h"

#include "core/bits.h"

#include <math.h>
#include <string.h>

enum { BEAM = 64 };

struct greedy {
    struct ai_lanes lanes;
    struct ai_options options;
};

/* Jack's prospects if he is q->identity, between 0 and 1. */
static float judge(const void *how, const struct alibi_state *s,
                   const struct alibi_outlook *outlook, const struct ai_question *q)
{
    unsigned me = q->identity, suspects = s->suspects & ~(unsigned)q->known;
    bool seen = outlook->visible >> me & 1, exit = outlook->leave >> me & 1;
    unsigned like_me = suspects & (seen ? outlook->visible : ~(unsigned)outlook->visible);
    int group = alibi_size(like_me | 1U << me), hunters = 0;
    float prospects = 0.1F + 0.08F * (float)group + 0.03F * (float)s->round;

    (void)how;
    for (unsigned b = outlook->now & ~(1U << me); b; b &= b - 1)
        hunters += outlook->reach[alibi_lowest(b)] >> me & 1;
    if (s->witness == ALIBI_INVISIBLE && exit && (outlook->now >> me & 1))
        prospects += 0.3F; /* he may leave in this round */
    else if (!seen && exit)
        prospects += 0.15F; /* and here in the next */
    if (group == 1)
        prospects -= 0.06F * (float)hunters; /* he is found, and within reach */
    prospects -= 0.02F * (float)q->unknown_cards * (float)group;
    if (s->game->missing)
        prospects += 0.1F * (float)(3 - q->missing) - (seen ? 0.05F : 0);
    return fminf(fmaxf(prospects, 0.02F), 0.98F);
}

static void begin(struct ai_mind *mind)
{
    struct greedy *g = mind->memory;
    size_t left = mind->size - sizeof *g;
    int max = (int)(left / 2 / (3 * sizeof(struct ai_option)));

    ai_lanes_make(&g->lanes, &mind->view);
    (void)ai_options_init(&g->options, &g->lanes, g + 1, max < 4096 ? max : 4096);
    g->options.judge = judge;
    g->options.known = g->lanes.known;
    g->options.jacks = 0;
    for (int l = 0; l < g->lanes.cfr.n; l++) {
        unsigned who = g->lanes.lane[l].identity;

        if (g->lanes.known >> who & 1)
            continue;
        g->options.jacks |= (uint16_t)(1U << who);
        g->options.weight[who] += g->lanes.cfr.prior[l];
    }
}

static bool step(struct ai_mind *mind, uint64_t until)
{
    struct greedy *g = mind->memory;

    (void)until;
    ai_options_find(&g->options, &g->lanes.root, BEAM);
    mind->nodes = g->options.nodes;
    return false;
}

static void end(struct ai_mind *mind)
{
    struct greedy *g = mind->memory;
    bool jack = g->lanes.seat == ALIBI_JACK;
    unsigned me = g->lanes.root.identity;
    float best = 0, equal = 0;

    if (g->options.n == 0)
        (void)step(mind, 0);
    for (int i = 0; i < g->options.n; i++) {
        const struct ai_option *option = &g->options.option[i];
        struct alibi_choice choice = {.n = option->n};

        if (jack && !(option->jacks >> me & 1))
            continue; /* another Jack's way out */
        memcpy(choice.move, option->move, sizeof choice.move);
        choice.value = jack ? option->chance[me] : 1 - option->mean;
        ai_mind_add(mind, &choice);
    }
    for (int i = 0; i < mind->n_choices; i++)
        best = fmaxf(best, mind->choice[i].value);
    for (int i = 0; i < mind->n_choices; i++)
        equal += mind->choice[i].value == best;
    for (int i = 0; i < mind->n_choices; i++)
        mind->choice[i].share = mind->choice[i].value == best ? 1 / equal : 0;
    mind->value = (double)best;
}

const struct ai_method ai_greedy = {begin, step, end};
