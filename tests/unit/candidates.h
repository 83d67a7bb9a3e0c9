/* The search for candidates, set up for the tests. */
#ifndef CANDIDATES_H
#define CANDIDATES_H

#include "positions.h"

#include "ai/candidates.h"

enum { MAX = 4096, BEAM = 12 };

static struct {
    struct ai_lanes lanes;
    struct ai_candidates candidates;
    void *memory;
} finder;

static inline int unit_search_set_up(void **state)
{
    size_t bytes = ai_candidates_init(&finder.candidates, &finder.lanes, NULL, MAX);

    (void)state;
    finder.memory = malloc(bytes);
    return finder.memory ? 0 : -1;
}

static inline int unit_search_tear_down(void **state)
{
    (void)state;
    free(finder.memory);
    return 0;
}

/* Values that differ by identity, so that there is something to choose. */
static inline void evaluate(float value[ALIBI_CHARACTERS_MAX], const struct ai_position *p,
                            const void *context)
{
    (void)context;
    for (unsigned who = 0; who < ALIBI_CHARACTERS_MAX; who++)
        if (p->jacks >> who & 1)
            value[who] = (float)(who + 1) / ALIBI_CHARACTERS_MAX;
}

/* The candidates in S from the view of the seat to act. */
static inline void find(const struct alibi_state *s, int beam, int max_evaluated)
{
    struct ai_candidates *c = &finder.candidates;
    struct alibi_view view;

    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    ai_lanes_make(&finder.lanes, &view);
    (void)ai_candidates_init(c, &finder.lanes, finder.memory, MAX);
    c->evaluate = evaluate;
    c->innocent = finder.lanes.innocent;
    for (int l = 0; l < finder.lanes.cfr.n; l++) {
        unsigned who = finder.lanes.lane[l].identity;

        if (c->innocent >> who & 1)
            continue;
        c->jacks |= (uint16_t)(1U << who);
        c->weight[who] += finder.lanes.cfr.prior[l];
    }
    ai_candidates_find(c, &finder.lanes.root, beam, max_evaluated);
}

#endif
