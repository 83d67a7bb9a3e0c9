/* One activation ahead: the choice after which things look best, by a few plain rules of thumb.
 *
 * The rules are those that a player learns in his first games: how many suspects the witnesses
 * would leave, whether Jack could slip away, whether he could be caught, and what he has
 * collected. */
#include "options.h"
#include "search.h"

#include <alibi/kit/bits.h>

#include <math.h>
#include <string.h>

enum { BEAM = 64 };

struct greedy {
    struct ai_lanes lanes;
    struct ai_options options;
};

/* Jack's prospects if he is WHO, between 0 and 1. */
static float prospects(const struct alibi_state *s, const struct alibi_outlook *o, unsigned who,
                       unsigned suspects, uint8_t unknown)
{
    bool seen = o->visible >> who & 1, exit = o->leave >> who & 1;
    int group = alibi_size(suspects & (seen ? o->visible : ~(unsigned)o->visible)), hunters = 0;
    float chance = 0.1F + 0.08F * (float)group + 0.03F * (float)s->round;

    for (unsigned b = o->now & ~(1U << who); b; b &= b - 1)
        hunters += o->reach[alibi_lowest(b)] >> who & 1;
    if (s->witness == ALIBI_INVISIBLE && exit && (o->now >> who & 1))
        chance += 0.3F; /* he may leave in this round */
    else if (!seen && exit)
        chance += 0.15F; /* and here in the next */
    if (group == 1)
        chance -= 0.06F * (float)hunters; /* he is found, and within reach */
    if (s->game->missing && seen)
        chance -= 0.05F; /* no hourglass for him */
    return chance - 0.02F * (float)unknown * (float)group;
}

static void judge(float chance[ALIBI_CHARACTERS_MAX], const struct ai_options *o,
                  const struct alibi_state *s, unsigned jacks, const int *missing,
                  uint8_t unknown)
{
    struct alibi_outlook outlook;

    s->game->outlook(&outlook, s);
    for (; jacks; jacks &= jacks - 1) {
        unsigned who = alibi_lowest(jacks);

        chance[who] = prospects(s, &outlook, who, s->suspects & ~(unsigned)o->known, unknown);
        if (s->game->missing)
            chance[who] += 0.1F * (float)(3 - missing[who]);
        chance[who] = fminf(fmaxf(chance[who], 0.02F), 0.98F);
    }
}

static void begin(struct ai_search *search)
{
    struct greedy *g = search->memory;
    size_t left = search->size - sizeof *g;
    int max = (int)(left / 2 / (3 * sizeof(struct ai_option)));

    ai_lanes_make(&g->lanes, &search->view);
    (void)ai_options_init(&g->options, &g->lanes, g + 1, max < 4096 ? max : 4096);
    g->options.judge = judge;
    g->options.known = g->lanes.innocent;
    g->options.jacks = 0;
    for (int l = 0; l < g->lanes.cfr.n; l++) {
        unsigned who = g->lanes.lane[l].identity;

        if (g->lanes.innocent >> who & 1)
            continue;
        g->options.jacks |= (uint16_t)(1U << who);
        g->options.weight[who] += g->lanes.cfr.prior[l];
    }
}

static bool step(struct ai_search *search, uint64_t until)
{
    struct greedy *g = search->memory;

    (void)until;
    ai_options_find(&g->options, &g->lanes.root, BEAM, g->options.max);
    search->nodes = g->options.nodes;
    return false;
}

static void end(struct ai_search *search)
{
    struct greedy *g = search->memory;
    bool jack = g->lanes.seat == ALIBI_JACK;
    unsigned me = g->lanes.root.identity;
    float best = 0, equal = 0;

    if (g->options.n == 0)
        (void)step(search, 0);
    for (int i = 0; i < g->options.n; i++) {
        const struct ai_option *option = &g->options.option[i];
        struct alibi_choice choice = {.n = option->sure};

        if (jack && !(option->jacks >> me & 1))
            continue; /* another Jack's way out */
        memcpy(choice.move, option->move, option->sure * sizeof choice.move[0]);
        choice.value = jack ? option->chance[me] : 1 - option->mean;
        ai_search_offer(search, &choice);
    }
    for (int i = 0; i < search->n_choices; i++)
        best = fmaxf(best, search->choice[i].value);
    for (int i = 0; i < search->n_choices; i++)
        equal += (float)(search->choice[i].value == best);
    for (int i = 0; i < search->n_choices; i++)
        search->choice[i].share = search->choice[i].value == best ? 1 / equal : 0;
    search->value = (double)best;
}

const struct ai_method ai_greedy = {begin, step, end, NULL};
