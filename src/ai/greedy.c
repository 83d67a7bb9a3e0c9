/* One-ply search: the activation after which a hand-written evaluation is highest.
 *
 * The evaluation is what a player learns in the first few games: how many suspects the
 * witnesses would leave, whether Jack could slip away, whether he could be caught, and what he
 * has collected. All its weights were set by hand. */
#include "candidates.h"
#include "search.h"

#include <alibi/kit/bits.h>

#include <math.h>
#include <string.h>

enum { BEAM = 64 }; /* prefixes; set by hand */

struct greedy {
    struct ai_lanes lanes;
    struct ai_candidates candidates; /* last: its workspace follows */
};

/* A score for Jack if he is WHO, about 0 to 1; SUSPECTS are those whom the Detective does not
 * know to be innocent. */
static float score(const struct ai_position *p, const struct alibi_outlook *o, unsigned who,
                   unsigned suspects)
{
    const struct alibi_state *s = p->s;
    bool seen = o->visible >> who & 1, exit = o->leave >> who & 1;
    int group = alibi_size(suspects & (seen ? o->visible : ~(unsigned)o->visible)), hunters = 0;
    float sum = 0.1F + 0.08F * (float)group + 0.03F * (float)s->round;

    for (unsigned b = o->now & ~(1U << who); b; b &= b - 1)
        hunters += o->accuses[alibi_lowest(b)] >> who & 1;
    if (s->witness == ALIBI_INVISIBLE && exit && (o->now >> who & 1))
        sum += 0.3F; /* he may leave in this round */
    else if (!seen && exit)
        sum += 0.15F; /* he may leave in the next round */
    if (group == 1)
        sum -= 0.06F * (float)hunters; /* he is identified, and can be caught */
    if (s->game->missing && seen)
        sum -= 0.05F; /* he gets no hourglass */
    return sum - 0.02F * (float)p->hidden_draws * (float)group;
}

static void evaluate_by_hand(float value[ALIBI_CHARACTERS_MAX], const struct ai_position *p,
                             const void *context)
{
    struct alibi_outlook outlook;

    (void)context;
    p->s->game->outlook(&outlook, p->s);
    for (unsigned b = p->jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);

        value[who] = score(p, &outlook, who, p->s->suspects & ~(unsigned)p->innocent);
        if (p->s->game->missing)
            value[who] += 0.1F * (float)(3 - p->missing[who]);
        value[who] = fminf(fmaxf(value[who], 0.02F), 0.98F);
    }
}

static void begin(struct ai_search *search)
{
    struct greedy *g = search->memory;
    size_t left = search->size - sizeof *g;
    int max = (int)(left / 2 / (3 * sizeof(struct ai_candidate)));

    ai_lanes_make(&g->lanes, &search->view);
    (void)ai_candidates_init(&g->candidates, &g->lanes, g + 1,
                             max < AI_CANDIDATES_MAX ? max : AI_CANDIDATES_MAX);
    g->candidates.evaluate = evaluate_by_hand;
    g->candidates.innocent = g->lanes.innocent;
    g->candidates.jacks = 0;
    for (int l = 0; l < g->lanes.cfr.n; l++) {
        unsigned who = g->lanes.lane[l].identity;

        if (g->lanes.innocent >> who & 1)
            continue;
        g->candidates.jacks |= (uint16_t)(1U << who);
        g->candidates.weight[who] += g->lanes.cfr.prior[l];
    }
}

static bool step(struct ai_search *search, uint64_t until)
{
    struct greedy *g = search->memory;

    (void)until;
    ai_candidates_find(&g->candidates, &g->lanes.root, BEAM, g->candidates.max);
    search->nodes = g->candidates.nodes;
    return false;
}

static void end(struct ai_search *search)
{
    struct greedy *g = search->memory;
    bool jack = g->lanes.seat == ALIBI_JACK;
    unsigned self = g->lanes.root.identity;
    float best = 0, equal = 0;

    if (g->candidates.n == 0)
        (void)step(search, 0);
    for (int i = 0; i < g->candidates.n; i++) {
        const struct ai_candidate *candidate = &g->candidates.candidate[i];
        struct alibi_choice choice = {.n = candidate->n_certain};

        if (jack && !(candidate->jacks >> self & 1))
            continue; /* another Jack's escape */
        memcpy(choice.move, candidate->move, candidate->n_certain * sizeof choice.move[0]);
        choice.value = jack ? candidate->value[self] : 1 - candidate->mean;
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
