/* One-ply search: the activation after which a hand-written evaluation is highest.
 *
 * The evaluation is what a player learns in the first few games: how many suspects the
 * witnesses would leave, whether Jack could slip away, whether he could be caught, and what he
 * has collected. All its weights were set by hand.
 *
 * The lower levels err as beginners do. They do not move at random: in each decision they
 * forget to look at some of these things, and choose well by the others. So their mistakes have
 * a reason that a person can find and punish. */
#include "candidates.h"
#include "search.h"

#include <alibi/kit/bits.h>

#include <math.h>
#include <string.h>

enum { BEAM = 64 }; /* prefixes; set by hand */

/* What can be overlooked in a decision. */
enum {
    EXITS = 1,       /* that somebody could leave */
    HUNTERS = 2,     /* that somebody could be caught */
    ALIBIS = 4,      /* who is known to be innocent, and that cards are drawn */
    HOURGLASSES = 8, /* what Jack collects */
    DECISIONS = 16,  /* that the game could be ended now */
    SOMEBODY = 32,   /* one suspect, in counting */
    OVERLOOKABLE = 6 /* things */
};

struct sight {
    unsigned overlooked;
    unsigned missed; /* the suspects left out in counting */
};

struct greedy {
    struct sight sight;
    struct ai_lanes lanes;
    struct ai_candidates candidates; /* last: its workspace follows */
};

/* A score for Jack if he is WHO, about 0 to 1; SUSPECTS are those whom the Detective does not
 * know to be innocent. */
static float score(const struct ai_position *p, const struct alibi_outlook *o, unsigned who,
                   unsigned suspects, unsigned overlooked)
{
    const struct alibi_state *s = p->s;
    bool seen = o->visible >> who & 1;
    bool exit = (o->leave >> who & 1) && !(overlooked & EXITS);
    int group = alibi_size(suspects & (seen ? o->visible : ~(unsigned)o->visible)), hunters = 0;
    float sum = 0.1F + 0.08F * (float)group + 0.03F * (float)s->round;

    if (!(overlooked & HUNTERS))
        for (unsigned b = o->now & ~(1U << who); b; b &= b - 1)
            hunters += o->accuses[alibi_lowest(b)] >> who & 1;
    if (s->witness == ALIBI_INVISIBLE && exit && (o->now >> who & 1))
        sum += 0.3F; /* he may leave in this round */
    else if (!seen && exit)
        sum += 0.15F; /* he may leave in the next round */
    if (group == 1)
        sum -= 0.06F * (float)hunters; /* he is identified, and can be caught */
    if (s->game->missing && seen && !(overlooked & HOURGLASSES))
        sum -= 0.05F; /* he gets no hourglass */
    if (!(overlooked & ALIBIS))
        sum -= 0.02F * (float)p->hidden_draws * (float)group;
    return sum;
}

static void evaluate_by_hand(float value[ALIBI_CHARACTERS_MAX], const struct ai_position *p,
                             const void *context)
{
    const struct sight *sight = context;
    struct alibi_outlook outlook;
    unsigned suspects = p->s->suspects & ~sight->missed;

    if (!(sight->overlooked & ALIBIS))
        suspects &= ~(unsigned)p->innocent;
    p->s->game->outlook(&outlook, p->s);
    for (unsigned b = p->jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);

        value[who] = score(p, &outlook, who, suspects, sight->overlooked);
        if (p->s->game->missing && !(sight->overlooked & HOURGLASSES))
            value[who] += 0.1F * (float)(3 - p->missing[who]);
        value[who] = fminf(fmaxf(value[who], 0.02F), 0.98F);
    }
}

/* Draws what is overlooked in this decision. */
static void draw_sight(struct sight *sight, struct ai_search *search)
{
    const struct alibi_state *s = &search->view.seen;

    *sight = (struct sight){0};
    for (int i = 0; i < OVERLOOKABLE && search->style->overlooks > 0; i++)
        if (ai_search_random(search) < (double)search->style->overlooks)
            sight->overlooked |= 1U << i;
    if (sight->overlooked & SOMEBODY)
        sight->missed = 1U << alibi_rng_below(&search->rng, (uint32_t)s->game->n_characters);
}

static void begin(struct ai_search *search)
{
    struct greedy *g = search->memory;
    size_t left = search->size - sizeof *g;
    int max = (int)(left / 2 / (3 * sizeof(struct ai_candidate)));

    ai_lanes_make(&g->lanes, &search->view);
    if (search->weigh)
        ai_lanes_weigh(&g->lanes, search->weigh, search->weigh_context);
    (void)ai_candidates_init(&g->candidates, &g->lanes, g + 1,
                             max < AI_CANDIDATES_MAX ? max : AI_CANDIDATES_MAX);
    draw_sight(&g->sight, search);
    g->candidates.evaluate = evaluate_by_hand;
    g->candidates.context = &g->sight;
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

/* Whether CANDIDATE, worth VALUE to the seat, is not even considered: a way to end the game
 * that is overlooked, or an accusation that is more likely wrong than right, which no beginner
 * dares while something else can be done. */
static bool is_ignored(const struct ai_search *search, const struct ai_candidate *candidate,
                       float value)
{
    const struct greedy *g = search->memory;

    if (!candidate->decides || search->style->hesitates <= 0)
        return false;
    return (g->sight.overlooked & DECISIONS) ||
           (g->lanes.seat == ALIBI_DETECTIVE && value < 0.5F);
}

/* Offers the candidates; unless ALL, without those that are ignored. */
static void offer(struct ai_search *search, bool all)
{
    struct greedy *g = search->memory;
    bool jack = g->lanes.seat == ALIBI_JACK;
    unsigned self = g->lanes.root.identity;

    for (int i = 0; i < g->candidates.n; i++) {
        const struct ai_candidate *candidate = &g->candidates.candidate[i];
        struct alibi_choice choice = {.n = candidate->n_certain};

        if (jack && !(candidate->jacks >> self & 1))
            continue; /* another Jack's escape */
        memcpy(choice.move, candidate->move, candidate->n_certain * sizeof choice.move[0]);
        choice.value = jack ? candidate->value[self] : 1 - candidate->mean;
        if (all || !is_ignored(search, candidate, choice.value))
            ai_search_offer(search, &choice);
    }
}

static void end(struct ai_search *search)
{
    struct greedy *g = search->memory;
    float best = 0, equal = 0;

    if (g->candidates.n == 0)
        (void)step(search, 0);
    offer(search, false);
    if (search->n_choices == 0)
        offer(search, true);
    for (int i = 0; i < search->n_choices; i++)
        best = fmaxf(best, search->choice[i].value);
    for (int i = 0; i < search->n_choices; i++)
        equal += (float)(search->choice[i].value == best);
    for (int i = 0; i < search->n_choices; i++)
        search->choice[i].share = search->choice[i].value == best ? 1 / equal : 0;
    search->value = (double)best;
}

const struct ai_method ai_greedy = {begin, step, end, NULL, .weighs = true};
