/* Growing the tree of a position. */
#include "tree.h"

#include <alibi/kit/bits.h>

#include <string.h>

/* Where the same boards come up again and again, all actions are tried: with a memo that holds
 * most turns of Pocket. With a smaller one, and after a card, which makes every board a new
 * one, only a few are. */
enum {
    MEMO_WHOLE = 1 << 15,
    FEW = 4,
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

        value[who] = ai_value_of(&evaluation, who, p->missing[who]);
    }
}

void ai_tree_init(struct ai_tree *t, size_t size, const struct alibi_view *view)
{
    char *at = (char *)(t + 1), *end = (char *)t + size;
    int options = (int)((size_t)(end - at) / 8 / (3 * sizeof(struct ai_candidate)));
    uint32_t nodes;

    memset(t, 0, sizeof *t);
    ai_lanes_make(&t->lanes, view);
    t->knowledge = ai_knowledge_of(view->seen.game);
    at += ai_candidates_init(&t->candidates, &t->lanes, at,
                             options < AI_CANDIDATES_MAX ? options : AI_CANDIDATES_MAX);
    t->candidates.evaluate = evaluate_learned;
    t->candidates.context = t->knowledge->weights[t->lanes.seat];
    t->finish = (struct ai_finish){.lanes = &t->lanes, .knowledge = t->knowledge};
    if (t->knowledge->finish) {
        uint32_t memo = 1 << 10;

        while (memo < 1 << 17 && ai_memo_bytes(memo * 2, t->lanes.cfr.n) < size / 4)
            memo *= 2;
        ai_memo_init(&t->finish.memo, memo, at);
        at += ai_memo_bytes(memo, t->lanes.cfr.n);
        t->finish.width = memo < MEMO_WHOLE ? FEW : CFR_ACTIONS;
    }
    nodes = (uint32_t)((size_t)(end - at) / (sizeof *t->spot + cfr_node_size(&t->lanes.cfr)));
    t->spot = (struct ai_spot *)at;
    cfr_init(&t->cfr, &t->lanes.cfr, t->spot + nodes, nodes);
    (void)cfr_add_leaf(&t->cfr);
    t->spot[0] = (struct ai_spot){.s = t->lanes.root};
}

/* --- Leaves --- */

/* Judges a new leaf in every lane that comes to it. */
static void judge_leaf(struct ai_tree *t, uint32_t leaf)
{
    struct ai_spot *spot = &t->spot[leaf];
    struct ai_outcome at = {spot->s, t->cfr.node[leaf].alive, spot->unknown, spot->over};

    ai_finish(&t->finish, &at, cfr_values(&t->cfr, leaf));
}

/* Adds a leaf for S, alive in no lane yet; 0 if there is no room. */
static uint32_t add_leaf(struct ai_tree *t, const struct alibi_state *s, uint8_t unknown)
{
    uint32_t leaf = cfr_add_leaf(&t->cfr);

    if (leaf == 0)
        return 0;
    t->spot[leaf] = (struct ai_spot){.s = *s, .unknown = unknown};
    memset(&t->cfr.node[leaf].alive, 0, sizeof t->cfr.node[leaf].alive);
    return leaf;
}

/* Fills NODE, made for an option, with what it leads to: a leaf of one outcome, or nature's
 * choice between several. */
static bool follow(struct ai_tree *t, uint32_t node, const struct ai_outcome *out, int n)
{
    uint32_t first = 0;

    for (int i = 0; i < n; i++)
        cfr_join(&t->cfr.node[node].alive, &out[i].alive);
    if (n == 1) {
        t->spot[node].s = out[0].s;
        t->spot[node].unknown = out[0].hidden_draws;
        t->spot[node].over = out[0].round_over;
        judge_leaf(t, node);
        return true;
    }
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(t, &out[i].s, out[i].hidden_draws);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
        t->cfr.node[leaf].alive = out[i].alive;
        t->spot[leaf].over = out[i].round_over;
        judge_leaf(t, leaf);
    }
    return cfr_branch(&t->cfr, node, CFR_CHANCE, 0, first, (uint16_t)n);
}

/* --- Growing --- */

/* The lanes of NODE that are of one of JACKS. */
static struct cfr_mask lanes_of(const struct ai_tree *t, uint32_t node, unsigned jacks)
{
    struct cfr_mask mask = {{0}};

    for (int l = 0; l < t->lanes.cfr.n; l++)
        if (cfr_has(&t->cfr.node[node].alive, l) && (jacks >> t->lanes.lane[l].identity & 1))
            cfr_put(&mask, l);
    return mask;
}

/* Who may be Jack at NODE, and how likely. At the root the thinker's own knowledge counts. */
static void look_at(struct ai_tree *t, uint32_t node)
{
    struct ai_candidates *c = &t->candidates;

    c->jacks = 0;
    c->innocent = node == 0 ? t->lanes.innocent : 0;
    c->hidden_draws = t->spot[node].unknown;
    memset(c->weight, 0, sizeof c->weight);
    for (int l = 0; l < t->lanes.cfr.n; l++) {
        unsigned who = t->lanes.lane[l].identity;

        if (!cfr_has(&t->cfr.node[node].alive, l))
            continue;
        c->jacks |= (uint16_t)(1U << who);
        if (!(c->innocent >> who & 1))
            c->weight[who] += t->lanes.cfr.prior[l];
    }
}

/* Nature turns up a card that everybody sees, in the middle of a round. */
static bool grow_card(struct ai_tree *t, uint32_t node)
{
    struct alibi_state s = t->spot[node].s;
    const struct alibi_game *game = s.game;
    unsigned jacks = 0, cards = 0;
    uint32_t first = 0;
    int n = 0;

    for (int l = 0; l < t->lanes.cfr.n; l++)
        if (cfr_has(&t->cfr.node[node].alive, l))
            jacks |= 1U << t->lanes.lane[l].identity;
    for (int l = 0; l < t->lanes.cfr.n; l++) {
        alibi_move m[ALIBI_MOVES_MAX];
        int moves;

        if (!(jacks >> t->lanes.lane[l].identity & 1))
            continue;
        ai_lane_enter(&s, &t->lanes.lane[l], ai_epoch(&t->lanes, &s));
        moves = game->moves(&s, m);
        for (int i = 0; i < moves; i++) {
            struct alibi_state after = s;
            unsigned card;
            uint32_t leaf;

            (void)game->apply(&after, m[i]);
            card = after.alibis[ALIBI_DETECTIVE] & ~(unsigned)s.alibis[ALIBI_DETECTIVE];
            if (cards & card)
                continue;
            cards |= card;
            if (!(leaf = add_leaf(t, &after, t->spot[node].unknown)))
                return false;
            first = first ? first : leaf;
            t->cfr.node[leaf].alive = lanes_of(t, node, ~card);
            judge_leaf(t, leaf);
            n++;
        }
    }
    /* Everybody's own card is missing among his; where only one may be Jack it is no child. */
    for (int i = 0; i < n; i++)
        t->cfr.node[first + (uint32_t)i].probability = 1 / (float)(jacks & ~cards ? n : n - 1);
    return cfr_branch(&t->cfr, node, CFR_CHANCE, 0, first, (uint16_t)n);
}

/* Whoever is to act at NODE chooses between the options that are worth it. */
static bool grow_choice(struct ai_tree *t, uint32_t node)
{
    const struct ai_knowledge *k = t->knowledge;
    bool later = t->spot[node].s.round != t->lanes.root.round;
    const struct ai_width *width = node == 0 ? &k->root : later ? &k->later : &k->inner;
    struct alibi_state s = t->spot[node].s;
    enum alibi_seat seat = (enum alibi_seat)s.to_act;
    uint32_t first = 0;
    int n;

    look_at(t, node);
    ai_candidates_find(&t->candidates, &s, width->beam, width->judged);
    n = t->candidates.n <= width->all
            ? t->candidates.n
            : ai_candidates_select(t->candidates.candidate, t->candidates.n, seat,
                                   t->candidates.jacks, width->many, width->alike);
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(t, &s, t->spot[node].unknown);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
    }
    for (int i = 0; i < n; i++) {
        const struct ai_candidate *candidate = &t->candidates.candidate[i];
        struct ai_spot *spot = &t->spot[first + (uint32_t)i];
        struct ai_outcome out[AI_OUTCOMES];
        struct ai_outcome from = {candidate->before, lanes_of(t, node, candidate->jacks),
                                  candidate->hidden_draws, false};
        int outcomes = ai_outcomes(&t->lanes, &from, candidate->move[candidate->n - 1], out,
                                   &t->finish.nodes);

        spot->n = candidate->n_certain;
        spot->drawn = candidate->drawn;
        memcpy(spot->move, candidate->move, candidate->n_certain * sizeof candidate->move[0]);
        if (!follow(t, first + (uint32_t)i, out, outcomes))
            return false;
    }
    return cfr_branch(&t->cfr, node, (enum cfr_actor)seat, (uint8_t)ai_epoch(&t->lanes, &s),
                      first, (uint16_t)n);
}

/* Whether the leaf can be grown: the game goes on there, and no new round's cards are due. */
static bool can_grow(const struct ai_spot *spot)
{
    const struct alibi_state *s = &spot->s;

    if (s->winner != ALIBI_NOBODY)
        return false;
    return s->to_act != ALIBI_CHANCE || !spot->over;
}

void ai_tree_grow(struct ai_tree *t, uint32_t leaf)
{
    bool grown = can_grow(&t->spot[leaf]);

    if (!grown) {
        t->spot[leaf].done = true;
    } else {
        int width = t->finish.width;
        bool card = t->spot[leaf].s.to_act == ALIBI_CHANCE;

        if (card && width > FEW)
            t->finish.width = FEW;
        grown = card ? grow_card(t, leaf) : grow_choice(t, leaf);
        t->finish.width = width;
        t->full |= !grown;
    }
}

void ai_tree_mark_done(struct ai_tree *t, const uint32_t *path, int n)
{
    while (n-- > 0) {
        const struct cfr_node *node = &t->cfr.node[path[n]];

        for (uint32_t a = 0; a < node->n_children; a++)
            if (!t->spot[node->first_child + a].done)
                return;
        t->spot[path[n]].done = true;
    }
}
