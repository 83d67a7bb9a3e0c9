/* Growing the tree of a position. */
#include "tree.h"

#include "core/bits.h"

#include <string.h>

enum { BRANCHES_MAX = 40 }; /* the outcomes of one option */

static void judge(float chance[ALIBI_CHARACTERS_MAX], const struct alibi_state *s,
                  unsigned jacks, const int *missing, uint16_t known, uint8_t unknown)
{
    struct alibi_outlook outlook;
    struct ai_prospect prospect;

    s->game->outlook(&outlook, s);
    ai_prospect_make(&prospect, &ai_knowledge_of(s->game)->weights, s, &outlook, known,
                     unknown);
    for (; jacks; jacks &= jacks - 1) {
        unsigned who = alibi_lowest(jacks);

        chance[who] = ai_prospect_of(&prospect, who, missing[who]);
    }
}

void ai_tree_init(struct ai_tree *t, size_t size, const struct alibi_view *view)
{
    char *at = (char *)(t + 1), *end = (char *)t + size;
    int options = (int)((size_t)(end - at) / 8 / (3 * sizeof(struct ai_option)));
    uint32_t nodes;

    memset(t, 0, sizeof *t);
    ai_lanes_make(&t->lanes, view);
    t->knowledge = ai_knowledge_of(view->seen.game);
    at += ai_options_init(&t->options, &t->lanes, at, options < 4096 ? options : 4096);
    t->options.judge = judge;
    nodes = (uint32_t)((size_t)(end - at) / (sizeof *t->spot + cfr_node_size(&t->lanes.cfr)));
    t->spot = (struct ai_spot *)at;
    cfr_init(&t->cfr, &t->lanes.cfr, t->spot + nodes, nodes);
    (void)cfr_leaf(&t->cfr);
    t->spot[0] = (struct ai_spot){.s = t->lanes.root};
}

/* --- Leaves --- */

/* Judges a new leaf in every lane that comes to it. */
static void judge_leaf(struct ai_tree *t, uint32_t leaf)
{
    const struct ai_spot *spot = &t->spot[leaf];
    const struct alibi_state *s = &spot->s;
    float *v = cfr_values(&t->cfr, leaf);
    bool over = s->winner != ALIBI_NOBODY;
    int epoch = ai_epoch(&t->lanes, s);
    struct alibi_outlook outlook;
    struct ai_prospect prospect;
    uint16_t known = UINT16_MAX; /* nobody knows everybody */

    if (!over)
        s->game->outlook(&outlook, s);
    for (int l = 0; l < t->lanes.cfr.n; l++) {
        const struct ai_lane *lane = &t->lanes.lane[l];

        if (over || !cfr_has(&t->cfr.node[leaf].alive, l)) {
            v[l] = (float)(s->winner == ALIBI_JACK);
            continue;
        }
        if (lane->known != known) {
            known = lane->known;
            ai_prospect_make(&prospect, &t->knowledge->weights, s, &outlook, known,
                             spot->unknown);
        }
        v[l] = ai_prospect_of(&prospect, lane->identity, lane->missing[epoch]);
    }
}

/* Adds a leaf for S, alive in no lane yet; 0 if there is no room. */
static uint32_t add_leaf(struct ai_tree *t, const struct alibi_state *s, uint8_t unknown)
{
    uint32_t leaf = cfr_leaf(&t->cfr);

    if (leaf == 0)
        return 0;
    t->spot[leaf] = (struct ai_spot){.s = *s, .unknown = unknown};
    memset(&t->cfr.node[leaf].alive, 0, sizeof t->cfr.node[leaf].alive);
    return leaf;
}

/* --- What an option leads to --- */

struct outcome {
    struct alibi_state s;
    struct cfr_mask alive;
    uint8_t unknown;
};

/* Whether lane L shares the outcome that lane FIRST has come to. */
static bool goes_along(const struct ai_tree *t, const struct outcome *to, bool called,
                       int epoch, int first, int l)
{
    const struct ai_lane *a = &t->lanes.lane[first], *b = &t->lanes.lane[l];

    if (called)
        return (to->s.suspects >> b->identity & 1) && a->missing[epoch] == b->missing[epoch];
    return to->s.winner == ALIBI_NOBODY || a->identity == b->identity;
}

/* The outcomes of M in the lanes of ALIVE: they differ by Jack's answer to the call, by whether
 * an accusation was right, and by whether he has collected enough. */
static int find_outcomes(struct ai_tree *t, const struct alibi_state *before, uint8_t unknown,
                         alibi_move m, struct cfr_mask alive, struct outcome *out)
{
    int n = 0;

    for (int first = 0; first < t->lanes.cfr.n && n < BRANCHES_MAX; first++) {
        struct outcome *to = &out[n];
        bool called;
        int epoch;

        if (!cfr_has(&alive, first))
            continue;
        *to = (struct outcome){.s = *before, .unknown = unknown};
        called = ai_play(&t->lanes, &t->lanes.lane[first], &to->s, m, &to->unknown);
        epoch = ai_epoch(&t->lanes, &to->s);
        for (int l = first; l < t->lanes.cfr.n; l++)
            if (cfr_has(&alive, l) && goes_along(t, to, called, epoch, first, l)) {
                cfr_put(&to->alive, l);
                alive.word[l / 64] &= ~((uint64_t)1 << (l % 64));
            }
        t->options.nodes++;
        n++;
    }
    return n;
}

/* Outcomes in which the game is over in the same way are one. */
static int merge_outcomes(struct outcome *out, int n)
{
    int kept = 0;

    for (int i = 0; i < n; i++) {
        int k = 0;

        while (k < kept &&
               !(out[k].s.winner == out[i].s.winner &&
                 (out[i].s.winner != ALIBI_NOBODY || (out[k].s.suspects == out[i].s.suspects &&
                                                      out[k].s.round == out[i].s.round))))
            k++;
        if (k == kept)
            out[kept++] = out[i];
        else
            for (size_t w = 0; w < sizeof out[k].alive.word / sizeof out[k].alive.word[0]; w++)
                out[k].alive.word[w] |= out[i].alive.word[w];
    }
    return kept;
}

/* Fills NODE, made for an option, with what it leads to: a leaf of one outcome, or nature's
 * choice between several. */
static bool follow(struct ai_tree *t, uint32_t node, const struct outcome *out, int n)
{
    uint32_t first = 0;

    for (int i = 0; i < n; i++)
        for (size_t w = 0; w < CFR_LANES / 64; w++)
            t->cfr.node[node].alive.word[w] |= out[i].alive.word[w];
    if (n == 1) {
        t->spot[node].s = out[0].s;
        t->spot[node].unknown = out[0].unknown;
        judge_leaf(t, node);
        return true;
    }
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(t, &out[i].s, out[i].unknown);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
        t->cfr.node[leaf].alive = out[i].alive;
        judge_leaf(t, leaf);
    }
    return cfr_branch(&t->cfr, node, CFR_NATURE, 0, first, (uint16_t)n);
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
    struct ai_options *o = &t->options;

    o->jacks = 0;
    o->known = node == 0 ? t->lanes.known : 0;
    o->unknown_cards = t->spot[node].unknown;
    memset(o->weight, 0, sizeof o->weight);
    for (int l = 0; l < t->lanes.cfr.n; l++) {
        unsigned who = t->lanes.lane[l].identity;

        if (!cfr_has(&t->cfr.node[node].alive, l))
            continue;
        o->jacks |= (uint16_t)(1U << who);
        if (!(o->known >> who & 1))
            o->weight[who] += t->lanes.cfr.prior[l];
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
    for (int i = 0; i < n; i++)
        t->cfr.node[first + (uint32_t)i].chance = 1 / (float)(n - 1);
    return cfr_branch(&t->cfr, node, CFR_NATURE, 0, first, (uint16_t)n);
}

/* Whoever is to act at NODE chooses between the options that are worth it. */
static bool grow_choice(struct ai_tree *t, uint32_t node)
{
    const struct ai_width *width = node == 0 ? &t->knowledge->root : &t->knowledge->inner;
    struct alibi_state s = t->spot[node].s;
    enum alibi_seat seat = (enum alibi_seat)s.to_act;
    uint32_t first = 0;
    int n;

    look_at(t, node);
    ai_options_find(&t->options, &s, width->beam);
    n = t->options.n <= width->all
            ? t->options.n
            : ai_options_select(&t->options, seat, width->many, width->alike);
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(t, &s, t->spot[node].unknown);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
    }
    for (int i = 0; i < n; i++) {
        const struct ai_option *option = &t->options.option[i];
        struct outcome out[BRANCHES_MAX];
        int outcomes =
            find_outcomes(t, &option->before, option->unknown, option->move[option->n - 1],
                          lanes_of(t, node, option->jacks), out);

        if (node == 0) {
            t->root[i].n = option->n;
            memcpy(t->root[i].move, option->move, sizeof option->move);
        }
        outcomes = merge_outcomes(out, outcomes);
        if (!follow(t, first + (uint32_t)i, out, outcomes))
            return false;
    }
    if (node == 0)
        t->n_root = n;
    return cfr_branch(&t->cfr, node, (enum cfr_turn)seat, (uint8_t)ai_epoch(&t->lanes, &s),
                      first, (uint16_t)n);
}

/* Whether the leaf can be grown: the game goes on there, and no new round's cards are due. */
static bool can_grow(const struct ai_spot *spot)
{
    const struct alibi_state *s = &spot->s;

    if (s->winner != ALIBI_NOBODY)
        return false;
    return s->to_act != ALIBI_CHANCE || s->slot > 1;
}

void ai_tree_grow(struct ai_tree *t, uint32_t leaf)
{
    bool grown = can_grow(&t->spot[leaf]);

    if (!grown) {
        t->spot[leaf].done = true;
    } else {
        grown =
            t->spot[leaf].s.to_act == ALIBI_CHANCE ? grow_card(t, leaf) : grow_choice(t, leaf);
        t->full |= !grown;
    }
}

void ai_tree_mark_done(struct ai_tree *t, const uint32_t *path, int n)
{
    while (n-- > 0) {
        const struct cfr_node *node = &t->cfr.node[path[n]];

        for (uint32_t a = 0; a < node->n; a++)
            if (!t->spot[node->child + a].done)
                return;
        t->spot[path[n]].done = true;
    }
}
