/* The champion: a tree that grows where play is likely to go, solved all the while.
 *
 * The root is the position, a decision is a whole activation, and the leaves are judged by the
 * value function for every lane. In turns, the tree grows by a few leaves and CFR improves both
 * players' strategies in it. Leaves to grow are found by playing down the tree, half of the
 * time as the strategies say and half of the time where little was looked at. So Jack mixes
 * where purity would give him away, and the Detective answers mixtures. Where a round is over
 * the tree ends, unless the next cards are known already; rounds near the end of the game are
 * searched to the end of it. */
#include "mind.h"
#include "options.h"

#include "core/bits.h"

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    ROOT_WIDTH = 48,   /* options at the root, */
    WIDTH = 14,        /* in the tree, */
    ALIKE = 4,         /* and of those at most so many that divide the suspects alike */
    ROOT_BEAM = 96,    /* beginnings of an activation that are followed, */
    BEAM = 16,         /* in the tree */
    SMALL_GAME = 128,  /* options so few that all are kept */
    LEAST = 24,        /* iterations for any tree, */
    ENOUGH = 300,      /* and for one that cannot grow */
    WALK_COST = 24,    /* nodes that CFR walks through in the time of looking at one */
    BRANCHES_MAX = 40, /* the outcomes of one option: calls, cards */
    KEPT = 3,          /* choices that are mixed at the root */
};

/* What belongs to a node of the tree besides its strategies. */
struct spot {
    struct alibi_state s; /* the secrets in it are of no meaning */
    uint8_t unknown;      /* cards that the Detective drew on the way */
    bool done;            /* nothing below can grow */
};

struct champion {
    struct ai_lanes lanes;
    struct ai_options options;
    const struct ai_weights *weights;
    struct cfr tree;
    struct spot *spot;
    uint32_t fresh; /* leaves added since the last iteration */
    bool full;      /* no memory is left to grow */
    int n_root;
    struct {
        uint8_t n;
        alibi_move move[ALIBI_SEQUENCE_MAX];
    } root[CFR_ACTIONS]; /* what the children of the root are */
};

static float judge(const void *weights, const struct alibi_state *s,
                   const struct alibi_outlook *outlook, const struct ai_question *question)
{
    return ai_value(weights, s, outlook, question);
}

/* --- Leaves --- */

/* Judges a new leaf in every lane that comes to it. */
static void judge_leaf(struct champion *c, uint32_t leaf)
{
    const struct spot *spot = &c->spot[leaf];
    const struct alibi_state *s = &spot->s;
    float *v = cfr_values(&c->tree, leaf);
    struct alibi_outlook outlook = {0};
    bool over = s->winner != ALIBI_NOBODY;
    int epoch = ai_epoch(&c->lanes, s);

    if (!over)
        s->game->outlook(&outlook, s);
    for (int l = 0; l < c->lanes.cfr.n; l++) {
        const struct ai_lane *lane = &c->lanes.lane[l];
        struct ai_question q = {lane->identity, lane->known, spot->unknown,
                                lane->missing[epoch]};

        if (!cfr_has(&c->tree.node[leaf].alive, l))
            v[l] = 0;
        else
            v[l] =
                over ? (float)(s->winner == ALIBI_JACK) : ai_value(c->weights, s, &outlook, &q);
    }
}

/* Adds a leaf for S, alive in no lane yet; 0 if there is no room. */
static uint32_t add_leaf(struct champion *c, const struct alibi_state *s, uint8_t unknown)
{
    uint32_t leaf = cfr_leaf(&c->tree);

    if (leaf == 0)
        return 0;
    c->spot[leaf] = (struct spot){.s = *s, .unknown = unknown};
    memset(&c->tree.node[leaf].alive, 0, sizeof c->tree.node[leaf].alive);
    c->fresh++;
    return leaf;
}

/* --- What an option leads to --- */

struct outcome {
    struct alibi_state s;
    struct cfr_mask alive;
    uint8_t unknown;
};

/* Whether lane L shares the outcome that lane FIRST has come to. */
static bool goes_along(const struct champion *c, const struct outcome *to, bool called,
                       int epoch, int first, int l)
{
    const struct ai_lane *a = &c->lanes.lane[first], *b = &c->lanes.lane[l];

    if (called)
        return (to->s.suspects >> b->identity & 1) && a->missing[epoch] == b->missing[epoch];
    return to->s.winner == ALIBI_NOBODY || a->identity == b->identity;
}

/* The outcomes of M in the lanes of ALIVE: they differ by Jack's answer to the call, by whether
 * an accusation was right, and by whether he has collected enough. */
static int find_outcomes(struct champion *c, const struct alibi_state *before, uint8_t unknown,
                         alibi_move m, struct cfr_mask alive, struct outcome *out)
{
    int n = 0;

    for (int first = 0; first < c->lanes.cfr.n && n < BRANCHES_MAX; first++) {
        struct outcome *to = &out[n];
        bool called;
        int epoch;

        if (!cfr_has(&alive, first))
            continue;
        *to = (struct outcome){.s = *before, .unknown = unknown};
        called = ai_play(&c->lanes, &c->lanes.lane[first], &to->s, m, &to->unknown);
        epoch = ai_epoch(&c->lanes, &to->s);
        for (int l = first; l < c->lanes.cfr.n; l++)
            if (cfr_has(&alive, l) && goes_along(c, to, called, epoch, first, l)) {
                cfr_put(&to->alive, l);
                alive.word[l / 64] &= ~((uint64_t)1 << (l % 64));
            }
        c->options.nodes++;
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
static bool follow(struct champion *c, uint32_t node, const struct outcome *out, int n)
{
    uint32_t first = 0;

    for (int i = 0; i < n; i++)
        for (size_t w = 0; w < CFR_LANES / 64; w++)
            c->tree.node[node].alive.word[w] |= out[i].alive.word[w];
    if (n == 1) {
        c->spot[node].s = out[0].s;
        c->spot[node].unknown = out[0].unknown;
        judge_leaf(c, node);
        return true;
    }
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(c, &out[i].s, out[i].unknown);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
        c->tree.node[leaf].alive = out[i].alive;
        judge_leaf(c, leaf);
    }
    return cfr_branch(&c->tree, node, CFR_NATURE, 0, first, (uint16_t)n);
}

/* --- Growing --- */

/* The lanes of NODE that are of one of JACKS. */
static struct cfr_mask lanes_of(const struct champion *c, uint32_t node, unsigned jacks)
{
    struct cfr_mask mask = {{0}};

    for (int l = 0; l < c->lanes.cfr.n; l++)
        if (cfr_has(&c->tree.node[node].alive, l) && (jacks >> c->lanes.lane[l].identity & 1))
            cfr_put(&mask, l);
    return mask;
}

/* Who may be Jack at NODE, and how likely. At the root the thinker's own knowledge counts. */
static void look_at(struct champion *c, uint32_t node)
{
    struct ai_options *o = &c->options;

    o->jacks = 0;
    o->known = node == 0 ? c->lanes.known : 0;
    o->unknown_cards = c->spot[node].unknown;
    memset(o->weight, 0, sizeof o->weight);
    for (int l = 0; l < c->lanes.cfr.n; l++) {
        unsigned who = c->lanes.lane[l].identity;

        if (!cfr_has(&c->tree.node[node].alive, l))
            continue;
        o->jacks |= (uint16_t)(1U << who);
        if (!(o->known >> who & 1))
            o->weight[who] += c->lanes.cfr.prior[l];
    }
}

/* Nature turns up a card that everybody sees, in the middle of a round. */
static bool grow_card(struct champion *c, uint32_t node)
{
    struct alibi_state s = c->spot[node].s;
    const struct alibi_game *game = s.game;
    unsigned jacks = 0, cards = 0;
    uint32_t first = 0;
    int n = 0;

    for (int l = 0; l < c->lanes.cfr.n; l++)
        if (cfr_has(&c->tree.node[node].alive, l))
            jacks |= 1U << c->lanes.lane[l].identity;
    for (int l = 0; l < c->lanes.cfr.n; l++) {
        alibi_move m[ALIBI_MOVES_MAX];
        int moves;

        if (!(jacks >> c->lanes.lane[l].identity & 1))
            continue;
        ai_lane_enter(&s, &c->lanes.lane[l], ai_epoch(&c->lanes, &s));
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
            if (!(leaf = add_leaf(c, &after, c->spot[node].unknown)))
                return false;
            first = first ? first : leaf;
            c->tree.node[leaf].alive = lanes_of(c, node, ~card);
            judge_leaf(c, leaf);
            n++;
        }
    }
    for (int i = 0; i < n; i++)
        c->tree.node[first + (uint32_t)i].chance = 1 / (float)(n - 1);
    return cfr_branch(&c->tree, node, CFR_NATURE, 0, first, (uint16_t)n);
}

/* Whoever is to act at NODE chooses between the options that are worth it. */
static bool grow_choice(struct champion *c, uint32_t node)
{
    struct alibi_state s = c->spot[node].s;
    enum alibi_seat seat = (enum alibi_seat)s.to_act;
    uint32_t first = 0;
    int n;

    look_at(c, node);
    ai_options_find(&c->options, &s, node == 0 ? ROOT_BEAM : BEAM);
    n = c->options.n <= SMALL_GAME
            ? c->options.n
            : ai_options_select(&c->options, seat, node == 0 ? ROOT_WIDTH : WIDTH, ALIKE);
    for (int i = 0; i < n; i++) {
        uint32_t leaf = add_leaf(c, &s, c->spot[node].unknown);

        if (leaf == 0)
            return false;
        first = first ? first : leaf;
    }
    for (int i = 0; i < n; i++) {
        const struct ai_option *option = &c->options.option[i];
        struct outcome out[BRANCHES_MAX];
        int outcomes =
            find_outcomes(c, &option->before, option->unknown, option->move[option->n - 1],
                          lanes_of(c, node, option->jacks), out);

        if (node == 0) {
            c->root[i].n = option->n;
            memcpy(c->root[i].move, option->move, sizeof option->move);
        }
        outcomes = merge_outcomes(out, outcomes);
        if (!follow(c, first + (uint32_t)i, out, outcomes))
            return false;
    }
    if (node == 0)
        c->n_root = n;
    return cfr_branch(&c->tree, node, (enum cfr_turn)seat, (uint8_t)ai_epoch(&c->lanes, &s),
                      first, (uint16_t)n);
}

/* Whether the leaf can be grown: the game goes on there, and no new round's cards are due. */
static bool can_grow(const struct spot *spot)
{
    const struct alibi_state *s = &spot->s;

    if (s->winner != ALIBI_NOBODY)
        return false;
    return s->to_act != ALIBI_CHANCE || s->slot > 1;
}

static void grow(struct champion *c, uint32_t leaf)
{
    bool grown = can_grow(&c->spot[leaf]);

    if (!grown) {
        c->spot[leaf].done = true;
    } else {
        grown =
            c->spot[leaf].s.to_act == ALIBI_CHANCE ? grow_card(c, leaf) : grow_choice(c, leaf);
        c->full |= !grown;
    }
}

/* --- Where to grow --- */

static double draw(struct ai_mind *mind)
{
    return (double)(alibi_rng_next(&mind->rng) >> 11) * 0x1p-53;
}

/* A lane that comes to the root, as likely as it is. */
static int draw_lane(struct ai_mind *mind, const struct champion *c)
{
    const struct cfr_lanes *lanes = &c->lanes.cfr;
    double total = 0, x;

    for (int l = 0; l < lanes->n; l++)
        total += (double)lanes->prior[l];
    x = draw(mind) * total;
    for (int l = 0; l < lanes->n; l++)
        if ((x -= (double)lanes->prior[l]) < 0)
            return l;
    return lanes->n - 1;
}

/* The child to go to from NODE in lane L by the average strategy, or by how promising and how
 * little visited it is. */
static uint32_t choose_child(struct ai_mind *mind, struct champion *c, uint32_t number, int l)
{
    const struct cfr_node *node = &c->tree.node[number];
    bool nature = node->turn == CFR_NATURE;
    bool explore = !nature && draw(mind) < 0.5;
    int set = nature ? 0 : c->lanes.cfr.set[node->turn][node->epoch][l];
    double best = -1, x = draw(mind);
    uint32_t chosen = UINT32_MAX;

    for (uint32_t a = 0; a < node->n; a++) {
        uint32_t child = node->child + a;
        const struct cfr_node *to = &c->tree.node[child];
        double v = (double)cfr_values(&c->tree, child)[l];

        if (!cfr_has(&to->alive, l) || c->spot[child].done)
            continue;
        if (explore) {
            double merit = (node->turn == CFR_JACK ? v : 1 - v) +
                           0.7 * sqrt((double)node->visits + 1) / (1 + (double)to->visits);

            if (merit > best) {
                best = merit;
                chosen = child;
            }
        } else {
            x -= nature ? (double)to->chance
                        : (double)cfr_average(&c->tree, number, set, (int)a);
            if (chosen == UINT32_MAX || x > -1)
                chosen = child;
            if (x < 0)
                break;
        }
    }
    return chosen;
}

static void mark_done(struct champion *c, const uint32_t *path, int n)
{
    while (n-- > 0) {
        const struct cfr_node *node = &c->tree.node[path[n]];

        for (uint32_t a = 0; a < node->n; a++)
            if (!c->spot[node->child + a].done)
                return;
        c->spot[path[n]].done = true;
    }
}

static void grow_somewhere(struct ai_mind *mind, struct champion *c)
{
    uint32_t path[64], node = 0;
    int n = 0, l = draw_lane(mind, c);

    while (c->tree.node[node].turn != CFR_LEAF && n < 64) {
        c->tree.node[node].visits++;
        path[n++] = node;
        node = choose_child(mind, c, node, l);
        if (node == UINT32_MAX)
            return; /* in this lane nothing is left to grow */
    }
    c->tree.node[node].visits++;
    grow(c, node);
    if (c->spot[node].done)
        mark_done(c, path, n);
}

/* --- The method --- */

static void begin(struct ai_mind *mind)
{
    struct champion *c = mind->memory;
    char *at = (char *)mind->memory + sizeof *c, *end = (char *)mind->memory + mind->size;
    size_t each;
    int options = (int)((size_t)(end - at) / 8 / (3 * sizeof(struct ai_option)));
    uint32_t nodes;

    memset(c, 0, sizeof *c);
    ai_lanes_make(&c->lanes, &mind->view);
    c->weights = ai_weights_of(mind->view.seen.game);
    at += ai_options_init(&c->options, &c->lanes, at, options < 4096 ? options : 4096);
    c->options.judge = judge;
    c->options.how = c->weights;
    each = sizeof *c->spot + sizeof *c->tree.node + sizeof(float) * (size_t)c->lanes.cfr.n * 5;
    nodes = (uint32_t)((size_t)(end - at) / each);
    c->spot = (struct spot *)at;
    at += nodes * sizeof *c->spot;
    if (!cfr_init(&c->tree, &c->lanes.cfr, at, (size_t)(end - at)))
        assert(0 && "memory for a small tree");
    if (c->tree.max_nodes > nodes)
        c->tree.max_nodes = nodes;
    (void)cfr_leaf(&c->tree);
    c->spot[0] = (struct spot){.s = c->lanes.root};
    grow(c, 0);
    mind->nodes = c->options.nodes;
}

static bool step(struct ai_mind *mind, uint64_t until)
{
    struct champion *c = mind->memory;

    while (mind->nodes < until) {
        bool grows = !c->full && !c->spot[0].done;

        if (c->n_root == 1 || (!grows && c->tree.iteration >= ENOUGH))
            return false;
        if (grows && c->fresh * 16 < c->tree.n_nodes) {
            uint64_t before = c->options.nodes;

            grow_somewhere(mind, c);
            mind->nodes += c->options.nodes - before + 1;
        } else {
            cfr_iterate(&c->tree);
            c->fresh = 0;
            mind->nodes += c->tree.n_nodes / WALK_COST + 1;
        }
    }
    return true;
}

/* The mover's chance after root choice A, in the lanes that he cannot tell from the truth. */
static double choice_value(const struct champion *c, uint32_t node)
{
    const struct cfr_lanes *lanes = &c->lanes.cfr;
    const float *v = cfr_values(&c->tree, node);
    double sum = 0, total = 0;

    for (int l = 0; l < lanes->n; l++)
        if (lanes->set[c->lanes.seat][0][l] == c->lanes.mine &&
            cfr_has(&c->tree.node[node].alive, l)) {
            sum += (double)(lanes->prior[l] * v[l]);
            total += (double)lanes->prior[l];
        }
    sum = total > 0 ? sum / total : 0.5;
    return c->lanes.seat == ALIBI_JACK ? sum : 1 - sum;
}

/* Whether the mover, as far as he knows, can play root choice A at all. */
static bool is_mine(const struct champion *c, uint32_t node)
{
    for (int l = 0; l < c->lanes.cfr.n; l++)
        if (c->lanes.cfr.set[c->lanes.seat][0][l] == c->lanes.mine &&
            cfr_has(&c->tree.node[node].alive, l))
            return true;
    return false;
}

/* Keeps the few choices that are played most, so that what is left over from early iterations
 * is never played. */
static void purify(struct ai_mind *mind)
{
    float third[KEPT] = {0}, sum = 0;

    for (int i = 0; i < mind->n_choices; i++)
        for (int k = 0; k < KEPT; k++)
            if (mind->choice[i].share > third[k]) {
                memmove(third + k + 1, third + k, (size_t)(KEPT - 1 - k) * sizeof third[0]);
                third[k] = mind->choice[i].share;
                break;
            }
    for (int i = 0; i < mind->n_choices; i++) {
        struct alibi_choice *choice = &mind->choice[i];

        if (choice->share < third[KEPT - 1] || choice->share < third[0] / 5)
            choice->share = 0;
        sum += choice->share;
    }
    for (int i = 0; i < mind->n_choices; i++)
        mind->choice[i].share /= sum;
}

static void end(struct ai_mind *mind)
{
    struct champion *c = mind->memory;

    while (c->tree.iteration < LEAST) /* only a small tree had so few */
        cfr_iterate(&c->tree);
    (void)cfr_evaluate(&c->tree);
    mind->value = choice_value(c, 0);
    for (int a = 0; a < c->n_root; a++) {
        uint32_t child = c->tree.node[0].child + (uint32_t)a;
        struct alibi_choice choice = {.n = c->root[a].n};

        if (!is_mine(c, child))
            continue;
        memcpy(choice.move, c->root[a].move, sizeof choice.move);
        choice.value = (float)choice_value(c, child);
        choice.share = cfr_average(&c->tree, 0, c->lanes.mine, a);
        ai_mind_add(mind, &choice);
    }
    purify(mind);
}

const struct ai_method ai_champion = {begin, step, end};
