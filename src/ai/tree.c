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
    ai_transpositions_init(&t->own.leaves.table, slots, at);
    t->quiescence_width = slots < TABLE_FOR_ALL ? FEW_ACTIONS : CFR_ACTIONS;
    return at + ai_transpositions_bytes(slots, t->lanes.cfr.n);
}

/* Lays out nodes from t->exposed to END, and makes the root. */
static void init_nodes(struct ai_tree *t, const char *end)
{
    char *at = (char *)t->exposed;
    size_t vectors = ai_exposure_bytes(t);
    uint32_t nodes = (uint32_t)((size_t)(end - at) / (vectors + sizeof *t->public_state +
                                                      cfr_node_size(&t->lanes.cfr)));

    t->public_state = (struct ai_public_state *)(at + nodes * vectors);
    cfr_init(&t->cfr, &t->lanes.cfr, t->public_state + nodes, nodes);
    (void)cfr_add_leaf(&t->cfr);
    t->public_state[0] = (struct ai_public_state){.s = t->lanes.root};
}

/* The memory holds the tree, the candidates (an eighth), the transposition table (a quarter, if
 * there is one), and nodes in the rest. */
void ai_tree_init(struct ai_tree *t, size_t size, const struct alibi_view *view, float exposure)
{
    char *at = (char *)(t + 1), *end = (char *)t + size;
    int max = (int)((size_t)(end - at) / 8 / (3 * sizeof(struct ai_candidate)));
    struct ai_workspace *own = &t->own;

    memset(t, 0, sizeof *t);
    ai_lanes_make(&t->lanes, view);
    t->knowledge = ai_knowledge_of(view->seen.game);
    own->leaves.lanes = &t->lanes;
    own->leaves.weights = t->knowledge->weights[t->lanes.seat];
    t->exposure = exposure;
    at += ai_candidates_init(&own->candidates, &t->lanes, at,
                             max < AI_CANDIDATES_MAX ? max : AI_CANDIDATES_MAX);
    own->candidates.evaluate = evaluate_learned;
    own->candidates.context = own->leaves.weights;
    if (t->knowledge->quiescence)
        at = init_table(t, at, size);
    assert(at < end);
    t->exposed = (float *)at;
    init_nodes(t, end);
}

void *ai_tree_set_aside(struct ai_tree *t, size_t size, size_t bytes)
{
    char *end = (char *)t + size - bytes;

    assert(t->cfr.n_nodes == 1);
    init_nodes(t, end);
    return end;
}

/* --- Leaves --- */

static void evaluate_leaf(const struct ai_tree *t, struct ai_workspace *w,
                          const struct ai_growth *g, uint32_t leaf, int width)
{
    const struct ai_public_state *state = &g->state[leaf];
    struct ai_outcome at = {state->s, g->made.node[leaf].alive, state->hidden_draws,
                            state->round_over};

    ai_leaf_evaluate(&w->leaves, &at, width,
                     g->made.value + (size_t)leaf * (size_t)t->lanes.cfr.n);
    if (t->exposure > 0)
        ai_exposure_begin(t, g, leaf);
}

/* Makes a leaf for S, alive in no lane yet; UINT32_MAX if there is no room. */
static uint32_t make_leaf(const struct ai_tree *t, struct ai_growth *g,
                          const struct alibi_state *s, uint8_t hidden_draws)
{
    uint32_t leaf = cfr_make_leaf(&g->made, t->lanes.cfr.n);

    if (leaf != UINT32_MAX)
        g->state[leaf] = (struct ai_public_state){.s = *s, .hidden_draws = hidden_draws};
    return leaf;
}

/* Completes CHILD, which is there for a candidate, with the outcomes of that: it becomes a
 * leaf, or a chance node over several. */
static bool make_outcomes(const struct ai_tree *t, struct ai_workspace *w, struct ai_growth *g,
                          uint32_t child, const struct ai_outcome *out, int n)
{
    struct cfr_node *node = &g->made.node[child];

    for (int i = 0; i < n; i++)
        cfr_join(&node->alive, &out[i].alive);
    if (n == 1) {
        g->state[child].s = out[0].s;
        g->state[child].hidden_draws = out[0].hidden_draws;
        g->state[child].round_over = out[0].round_over;
        evaluate_leaf(t, w, g, child, t->quiescence_width);
        return true;
    }
    node->first_child = g->made.n;
    node->n_children = (uint16_t)n;
    for (int i = 0; i < n; i++) {
        uint32_t leaf = make_leaf(t, g, &out[i].s, out[i].hidden_draws);

        if (leaf == UINT32_MAX)
            return false;
        g->made.node[leaf].alive = out[i].alive;
        g->state[leaf].round_over = out[i].round_over;
        evaluate_leaf(t, w, g, leaf, t->quiescence_width);
    }
    return true;
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
static void set_decision(const struct ai_tree *t, struct ai_candidates *c, uint32_t node)
{
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

/* Expands a node by the card that everybody sees next, in the middle of a round. Where that
 * card also ends the round, the answer of the witnesses is taken from the first lane for all.
 */
static bool grow_cards(const struct ai_tree *t, struct ai_workspace *w, struct ai_growth *g)
{
    int width = t->quiescence_width < FEW_ACTIONS ? t->quiescence_width : FEW_ACTIONS, n = 0;
    unsigned jacks = possible_jacks(t, g->node), cards = 0;
    struct alibi_state s = t->public_state[g->node].s;

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
            leaf = make_leaf(t, g, &after, t->public_state[g->node].hidden_draws);
            if (leaf == UINT32_MAX)
                return false;
            g->made.node[leaf].alive = lanes_of(t, g->node, ~card);
            evaluate_leaf(t, w, g, leaf, width);
            n++;
        }
    }
    /* In each lane the cards are equally likely, and Jack's own is not among them: it is
     * another lane's child, unless only one may be Jack. */
    for (int i = 0; i < n; i++)
        g->made.node[i].probability = 1 / (float)(jacks & ~cards ? n : n - 1);
    g->n_children = (uint16_t)n;
    return true;
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
static int find_candidates(const struct ai_tree *t, struct ai_candidates *c, uint32_t node)
{
    const struct ai_breadth *breadth = breadth_of(t, node);
    const struct alibi_state *s = &t->public_state[node].s;

    set_decision(t, c, node);
    if (node == 0 && t->only)
        return ai_candidates_only(c, s, t->played, t->n_played);
    ai_candidates_find(c, s, breadth->beam, breadth->evaluated);
    if (c->n <= breadth->all)
        return c->n;
    return ai_candidates_select(c->candidate, c->n, (enum alibi_seat)s->to_act, c->jacks,
                                breadth->keep, breadth->per_split);
}

/* Completes CHILD, the child for CANDIDATE. */
static bool grow_candidate(const struct ai_tree *t, struct ai_workspace *w, struct ai_growth *g,
                           uint32_t child, const struct ai_candidate *candidate)
{
    struct ai_public_state *state = &g->state[child];
    struct ai_outcome out[AI_OUTCOMES];
    struct ai_outcome from = {candidate->before, lanes_of(t, g->node, candidate->jacks),
                              candidate->hidden_draws, false};
    int n =
        ai_outcomes(&t->lanes, &from, candidate->move[candidate->n - 1], out, &w->leaves.nodes);

    state->n = candidate->n_certain;
    state->drawn = candidate->drawn;
    memcpy(state->move, candidate->move, candidate->n_certain * sizeof state->move[0]);
    return make_outcomes(t, w, g, child, out, n);
}

/* Expands a node by the candidates of the seat to act. */
static bool grow_decision(const struct ai_tree *t, struct ai_workspace *w, struct ai_growth *g)
{
    const struct ai_public_state *state = &t->public_state[g->node];
    int n = find_candidates(t, &w->candidates, g->node);

    if (g->node == 0 && t->played && !t->only)
        g->played = ai_candidates_include(&w->candidates, &state->s, n, t->played, t->n_played);
    for (int i = 0; i < n; i++)
        if (make_leaf(t, g, &state->s, state->hidden_draws) == UINT32_MAX)
            return false;
    for (int i = 0; i < n; i++)
        if (!grow_candidate(t, w, g, (uint32_t)i, &w->candidates.candidate[i]))
            return false;
    g->n_children = (uint16_t)n;
    return true;
}

/* Whether the game goes on here, and the cards of a new round are not due. */
bool ai_tree_is_expandable(const struct ai_tree *t, uint32_t leaf)
{
    const struct ai_public_state *state = &t->public_state[leaf];

    if (state->s.winner != ALIBI_NOBODY)
        return false;
    return state->s.to_act != ALIBI_CHANCE || !state->round_over;
}

void ai_tree_grow(const struct ai_tree *t, struct ai_workspace *w, struct ai_growth *g)
{
    bool chance = t->public_state[g->node].s.to_act == ALIBI_CHANCE;

    assert(t->cfr.node[g->node].actor == CFR_LEAF);
    g->made.n = 0;
    g->played = -1;
    g->whole = chance ? grow_cards(t, w, g) : grow_decision(t, w, g);
}

/* Makes branches of the nodes that were attached from number FIRST on. */
static bool branch(struct ai_tree *t, const struct ai_growth *g, uint32_t first)
{
    const struct alibi_state *s = &t->public_state[g->node].s;
    int epoch = s->to_act == ALIBI_CHANCE ? 0 : ai_epoch(&t->lanes, s);

    if (g->played >= 0)
        t->played_child = first + (uint32_t)g->played;
    for (uint32_t i = first; i < first + g->n_children; i++) {
        const struct cfr_node *node = &t->cfr.node[i];

        if (node->n_children > 0 &&
            !cfr_branch(&t->cfr, i, CFR_CHANCE, 0, first + node->first_child, node->n_children))
            return false;
    }
    return cfr_branch(&t->cfr, g->node, (enum cfr_actor)s->to_act, (uint8_t)epoch, first,
                      g->n_children);
}

void ai_tree_attach(struct ai_tree *t, const struct ai_growth *g)
{
    uint32_t first = t->cfr.n_nodes, n = cfr_add_made(&t->cfr, &g->made);

    if (g->state != t->public_state + first)
        memcpy(t->public_state + first, g->state, n * sizeof *g->state);
    if (t->exposure > 0 && g->exposed != ai_exposure_of(t, first))
        memcpy(ai_exposure_of(t, first), g->exposed, n * ai_exposure_bytes(t));
    if (!g->whole || n < g->made.n || !branch(t, g, first))
        t->full = true;
}

static void complete(struct ai_public_state *state)
{
    state->complete = state->closed = true;
}

void ai_tree_expand(struct ai_tree *t, uint32_t leaf)
{
    struct ai_growth g = {.node = leaf,
                          .made = cfr_room(&t->cfr),
                          .state = t->public_state + t->cfr.n_nodes,
                          .exposed = ai_exposure_of(t, t->cfr.n_nodes)};

    if (!ai_tree_is_expandable(t, leaf)) {
        complete(&t->public_state[leaf]);
        return;
    }
    ai_tree_grow(t, &t->own, &g);
    ai_tree_attach(t, &g);
}

void ai_tree_mark_complete(struct ai_tree *t, const uint32_t *path, int n)
{
    while (n-- > 0) {
        const struct cfr_node *node = &t->cfr.node[path[n]];

        for (uint32_t a = 0; a < node->n_children; a++)
            if (!t->public_state[node->first_child + a].complete)
                return;
        complete(&t->public_state[path[n]]);
    }
}
