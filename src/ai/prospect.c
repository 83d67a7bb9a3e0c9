/* Where a choice is expected to lead: a walk from it to the leaves, with the probability of
 * coming there in each lane of the searching seat's information set. A leaf where the game goes
 * on adds nothing, so a prospect says no more than the tree has seen. */
#include "prospect.h"

#include <alibi/kit/bits.h>

static float sum(const struct ai_tree *t, const float *reach)
{
    float total = 0;

    for (int l = 0; l < t->lanes.cfr.n; l++)
        total += reach[l];
    return total;
}

struct walk {
    struct ai_tree *tree;
    float ends[2];      /* by the seat that has won */
    float seen, called; /* the call or the end of the game has come; the call has */
    float left;         /* suspects at the call, times its probability */
};

/* Adds what is seen at NODE, to which the game comes with REACH, and below it. CALLED: the next
 * call has come on the way. */
static void visit(struct walk *w, uint32_t node, const float *reach, bool called)
{
    struct ai_tree *t = w->tree;
    const struct ai_public_state *state = &t->public_state[node];
    bool over = state->s.winner <= ALIBI_DETECTIVE;
    float here = sum(t, reach), below[CFR_LANES];

    if (!called && (over || state->round_over))
        w->seen += here;
    if (!called && state->round_over) {
        unsigned innocent = t->lanes.seat == ALIBI_DETECTIVE ? t->lanes.innocent : 0;

        called = true;
        w->called += here;
        w->left += here * (float)alibi_size(state->s.suspects & ~innocent);
    }
    if (over) {
        w->ends[state->s.winner] += here;
        return;
    }
    cfr_prepare(&t->cfr, node);
    for (uint32_t a = 0; a < t->cfr.node[node].n_children; a++)
        if (cfr_reach(&t->cfr, node, a, reach, below))
            visit(w, t->cfr.node[node].first_child + a, below, called);
}

struct alibi_prospect ai_prospect_of(struct ai_tree *t, uint32_t child)
{
    const struct cfr_lanes *lanes = &t->lanes.cfr;
    struct walk w = {.tree = t};
    float reach[CFR_LANES] = {0}, total;

    for (int l = 0; l < lanes->n; l++)
        if (lanes->infoset[t->lanes.seat][0][l] == t->lanes.own_infoset &&
            cfr_has(&t->cfr.node[child].alive, l))
            reach[l] = lanes->prior[l];
    total = sum(t, reach);
    if (total > 0)
        visit(&w, child, reach, false);
    else
        total = 1;
    return (struct alibi_prospect){.ends = {w.ends[0] / total, w.ends[1] / total},
                                   .seen = w.seen / total,
                                   .left = w.called > 0 ? w.left / w.called : 0};
}
