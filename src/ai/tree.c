/* Expanding the public tree. */
#include "tree.h"

#include "exposure.h"

#include <alibi/kit/bits.h>

#include <assert.h>
#include <string.h>

/* The quiescence search tries all actions where boards come up again and again, and the table
 * holds most of them; with a smaller table, and after a card, which makes every board a new
 * one, it tries a few. All were set by hand. */
enum {
    TABLE_LEAST = 1 << 10, /* slots of the transposition table */
    TABLE_MOST = 1 << 17,
    TABLE_FOR_ALL = 1 << 15, /* holds most rounds of Pocket */
    FEW_ACTIONS = 4,
};

/* The learned value function, of which CONTEXT has the weights. */
static void evaluate_learned(float value[ALIBI_CHARACTERS_MAX], const struct ai_position *p,
                             const void *context)
{
    struct alibi_outlook outlook;
    struct ai_value evaluation;

    p->s->game->outlook(&outlook, p->s);
    ai_value_prepare(&evaluation, context, p->s, &outlook, p->innocent, p->hidden_draws);
    for (unsigned b = p->jacks; b; b &= b - 1) {
        unsigned who = alibi_lowest(b);

        value[who] = ai_probability(ai_logit_of(&evaluation, who, p->missing[who]));
    }
}

/* Lays out the transposition table at AT, in a quarter of SIZE bytes; returns its end. */
static char *init_table(struct ai_tree *t, char *at, size_t size)
{
    uint32_t slots = TABLE_LEAST;

    while (slots < TABLE_MOST && ai_transpositions_bytes(slots * 2, t->lanes.cfr.n) < size / 4)
        slots *= 2;
    ai_transpositions_init(&t->leaves.table, slots, at);
    t->quiescence_width = slots < TABLE_FOR_ALL ? FEW_ACTIONS : CFR_ACTIONS;
    return at + ai_transpositions_bytes(slots, t->lanes.cfr.n);
}

/* The memory holds the tree, the candidates (an eighth), the transposition table (a quarter, if
 * there is one), and nodes in the rest. */
void ai_tree_init(struct ai_tree *t, size_t size, const struct alibi_view *view, float exposure)
{
    char *at = (char *)(t + 1), *end = (char *)t + size;
    int max = (int)((size_t)(end - at) / 8 / (3 * sizeof(struct ai_candidate)));
    uint32_t nodes;
    size_t vectors;

    memset(t, 0, sizeof *t);
    ai_lanes_make(&t->lanes, view);
    t->knowledge = ai_knowledge_of(view->seen.game);
    t->leaves.lanes = &t->lanes;
    t->leaves.weights = t->knowledge->weights[t->lanes.seat];
    t->exposure = exposure;
    at += ai_candidates_init(&t->candidates, &t->lanes, at,
                             max < AI_CANDIDATES_MAX ? max : AI_CANDIDATES_MAX);
    t->candidates.evaluate = evaluate_learned;
    t->candidates.context = t->leaves.weights;
    if (t->knowledge->quiescence)
        at = init_table(t, at, size);
    assert(at < end);
    vectors = exposure > 0 ? 2 * (size_t)t->lanes.cfr.n * sizeof(float) : 0;
    nodes = (uint32_t)((size_t)(end - at) /
                       (sizeof *t->public_state + vectors + cfr_node_size(&t->lanes.cfr)));
    t->exposed = (float *)at;
    at += nodes * vectors;
    t->public_state = (struct ai_public_state *)at;
    cfr_init(&t->cfr, &t->lanes.cfr, t->public_state + nodes, nodes);
    (void)cfr_add_leaf(&t->cfr);
    t->public_state[0] = (struct ai_public_state){.s = t->lanes.root};
}

/* --- Leaves --- */

static void evaluate_leaf(struct ai_tree *t, uint32_t leaf, int width)
{
    const struct ai_public_state *state = &t->public_state[leaf];
    struct ai_outcome at = {state->s, t->cfr.node[leaf].alive, state->hidden_draws,
                            state->round_over};

    ai_leaf_evaluate(&t->leaves, &at, width, cfr_values(&t->cfr, leaf));
    if (t->exposure > 0)
        ai_exposure_begin(t, leaf);
}

/* Adds a leaf for S, alive in no lane yet; 0 if the memory is full. */
static uint32_t add_leaf(struct ai_tree *t, const struct alibi_state *s, uint8_t hidden_draws)
{
    uint32_t leaf = cfr_add_leaf(&t->cfr);

    if (leaf == 0)
        return 0;
    t->public_state[leaf] = (struct ai_public_state){.s = *s, .hidden_draws = hidden_draws};
    memset(&t->cfr.node[leaf].alive, 0, sizeof t->cfr.node[leaf].alive);
    return leaf;
}

/* Completes NODE, the child of a candidate, with the outcomes of that: it becomes a leaf, or a
 * chance node over several. */
static bool add_outcomes(struct ai_tree *t, uint32_t node, const struct ai_outcome *out, int n)
{
    uint32_t first = 0;

    for (int i = 0; i < n; i++)
        cfr_join(&t->cfr.node[node].alive, &out[i].alive);
    if (n == 1) {
        t->public_state[node].s = out[0].s;
        t->public_state[node].hidden_draws = out[0].hidden_draws;
        t->public_state[node].round_over = out[0].round_over;
        evaluate_leaf(t, node, t->quiescence_width);
        return true;
    }
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(t, &out[i].s, out[i].hidden_draws);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
        t->cfr.node[leaf].alive = out[i].alive;
        t->public_state[leaf].round_over = out[i].round_over;
        evaluate_leaf(t, leaf, t->quiescence_width);
    }
    return cfr_branch(&t->cfr, node, CFR_CHANCE, 0, first, (uint16_t)n);
}

/* --- Expanding --- */

/* The lanes alive at NODE in which Jack is one of JACKS. */
static struct cfr_mask lanes_of(const struct ai_tree *t, uint32_t node, unsigned jacks)
{
    struct cfr_mask mask = {{0}};

    for (int l = 0; l < t->lanes.cfr.n; l++)
        if (cfr_has(&t->cfr.node[node].alive, l) && (jacks >> t->lanes.lane[l].identity & 1))
            cfr_put(&mask, l);
    return mask;
}

/* Everybody who may be Jack at NODE. */
static unsigned possible_jacks(const struct ai_tree *t, uint32_t node)
{
    unsigned jacks = 0;

    for (int l = 0; l < t->lanes.cfr.n; l++)
        if (cfr_has(&t->cfr.node[node].alive, l))
            jacks |= 1U << t->lanes.lane[l].identity;
    return jacks;
}

/* Tells the candidates who may be Jack at NODE, and with what weight. At the root the searching
 * seat's own knowledge counts. */
static void set_decision(struct ai_tree *t, uint32_t node)
{
    struct ai_candidates *c = &t->candidates;

    c->jacks = (uint16_t)possible_jacks(t, node);
    c->innocent = node == 0 ? t->lanes.innocent : 0;
    c->hidden_draws = t->public_state[node].hidden_draws;
    memset(c->weight, 0, sizeof c->weight);
    for (int l = 0; l < t->lanes.cfr.n; l++) {
        unsigned who = t->lanes.lane[l].identity;

        if (cfr_has(&t->cfr.node[node].alive, l) && !(c->innocent >> who & 1))
            c->weight[who] += t->lanes.cfr.prior[l];
    }
}

/* Expands NODE by the card that everybody sees next, in the middle of a round. Where that card
 * also ends the round, the answer of the witnesses is taken from the first lane for all. */
static bool expand_card(struct ai_tree *t, uint32_t node)
{
    int width = t->quiescence_width < FEW_ACTIONS ? t->quiescence_width : FEW_ACTIONS, n = 0;
    unsigned jacks = possible_jacks(t, node), cards = 0;
    struct alibi_state s = t->public_state[node].s;
    uint32_t first = 0;

    for (int l = 0; l < t->lanes.cfr.n; l++) {
        alibi_move m[ALIBI_MOVES_MAX];
        int n_moves;

        if (!(jacks >> t->lanes.lane[l].identity & 1))
            continue;
        ai_lane_enter(&s, &t->lanes.lane[l], ai_epoch(&t->lanes, &s));
        n_moves = s.game->moves(&s, m);
        for (int i = 0; i < n_moves; i++) {
            struct alibi_state after = s;
            unsigned card;
            uint32_t leaf;

            (void)s.game->apply(&after, m[i]);
            card = after.alibis[ALIBI_DETECTIVE] & ~(unsigned)s.alibis[ALIBI_DETECTIVE];
            if (cards & card)
                continue;
            cards |= card;
            if (!(leaf = add_leaf(t, &after, t->public_state[node].hidden_draws)))
                return false;
            first = first ? first : leaf;
            t->cfr.node[leaf].alive = lanes_of(t, node, ~card);
            evaluate_leaf(t, leaf, width);
            n++;
        }
    }
    /* In each lane the cards are equally likely, and Jack's own is not among them: it is
     * another lane's child, unless only one may be Jack. */
    for (int i = 0; i < n; i++)
        t->cfr.node[first + (uint32_t)i].probability = 1 / (float)(jacks & ~cards ? n : n - 1);
    return cfr_branch(&t->cfr, node, CFR_CHANCE, 0, first, (uint16_t)n);
}

/* How many candidates NODE gets: many at the root, fewer below it, fewer still in later rounds.
 */
static const struct ai_breadth *breadth_of(const struct ai_tree *t, uint32_t node)
{
    if (node == 0)
        return &t->knowledge->root;
    return t->public_state[node].s.round == t->lanes.root.round ? &t->knowledge->inner
                                                                : &t->knowledge->later;
}

/* Finds the candidates of NODE, the best in front; returns how many there are. */
static int find_candidates(struct ai_tree *t, uint32_t node)
{
    const struct ai_breadth *breadth = breadth_of(t, node);
    const struct alibi_state *s = &t->public_state[node].s;
    struct ai_candidates *c = &t->candidates;

    set_decision(t, node);
    if (node == 0 && t->only)
        return ai_candidates_only(c, s, t->played, t->n_played);
    ai_candidates_find(c, s, breadth->beam, breadth->evaluated);
    if (c->n <= breadth->all)
        return c->n;
    return ai_candidates_select(c->candidate, c->n, (enum alibi_seat)s->to_act, c->jacks,
                                breadth->keep, breadth->per_split);
}

/* Completes CHILD, the child of NODE for CANDIDATE. */
static bool add_candidate(struct ai_tree *t, uint32_t node, uint32_t child,
                          const struct ai_candidate *candidate)
{
    struct ai_public_state *state = &t->public_state[child];
    struct ai_outcome out[AI_OUTCOMES];
    struct ai_outcome from = {candidate->before, lanes_of(t, node, candidate->jacks),
                              candidate->hidden_draws, false};
    int n =
        ai_outcomes(&t->lanes, &from, candidate->move[candidate->n - 1], out, &t->leaves.nodes);

    state->n = candidate->n_certain;
    state->drawn = candidate->drawn;
    memcpy(state->move, candidate->move, candidate->n_certain * sizeof state->move[0]);
    return add_outcomes(t, child, out, n);
}

/* Expands NODE by the candidates of the seat to act. */
static bool expand_decision(struct ai_tree *t, uint32_t node)
{
    struct alibi_state s = t->public_state[node].s;
    int n = find_candidates(t, node), played = -1;
    uint32_t first = 0;

    if (node == 0 && t->played && !t->only)
        played = ai_candidates_include(&t->candidates, &s, n, t->played, t->n_played);
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(t, &s, t->public_state[node].hidden_draws);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
    }
    if (played >= 0)
        t->played_child = first + (uint32_t)played;
    for (int i = 0; i < n; i++)
        if (!add_candidate(t, node, first + (uint32_t)i, &t->candidates.candidate[i]))
            return false;
    return cfr_branch(&t->cfr, node, (enum cfr_actor)s.to_act, (uint8_t)ai_epoch(&t->lanes, &s),
                      first, (uint16_t)n);
}

/* Whether the game goes on here, and the cards of a new round are not due. */
static bool is_expandable(const struct ai_public_state *state)
{
    if (state->s.winner != ALIBI_NOBODY)
        return false;
    return state->s.to_act != ALIBI_CHANCE || !state->round_over;
}

void ai_tree_expand(struct ai_tree *t, uint32_t leaf)
{
    const struct ai_public_state *state = &t->public_state[leaf];

    assert(t->cfr.node[leaf].actor == CFR_LEAF);
    if (!is_expandable(state))
        t->public_state[leaf].complete = true;
    else if (!(state->s.to_act == ALIBI_CHANCE ? expand_card(t, leaf)
                                               : expand_decision(t, leaf)))
        t->full = true;
}

void ai_tree_mark_complete(struct ai_tree *t, const uint32_t *path, int n)
{
    while (n-- > 0) {
        const struct cfr_node *node = &t->cfr.node[path[n]];

        for (uint32_t a = 0; a < node->n_children; a++)
            if (!t->public_state[node->first_child + a].complete)
                return;
        t->public_state[path[n]].complete = true;
    }
}
