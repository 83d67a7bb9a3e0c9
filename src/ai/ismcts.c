/* Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).
 *
 * Every iteration samples a determinization, descends the tree by UCT, adds a node, plays out
 * and backs the result up. A node is an information set of its mover: what is public and, for
 * Jack, who he is. So neither side can act on what it does not know, and all determinizations
 * of a node have the same moves: a move is available as often as its node is visited. Nodes are
 * found by a hash of the information set, so that transpositions meet.
 *
 * Jack knows the whole truth about himself. If all determinizations were his, the Detective in
 * the tree would learn it from them. So Jack's search samples other identities half of the
 * time, and the Detective's nodes are updated in those iterations only. */
#include "playout.h"
#include "search.h"
#include <alibi/kit/bits.h>

#include <assert.h>
#include <math.h>
#include <string.h>

enum {
    BUCKETS = 1 << 14,
    DEPTH_MAX = 48, /* tokens of a descent */
};

/* The constant of UCT, for rewards of 0 to 1; set by hand. */
static const float exploration = 0.2F;

struct arm {
    alibi_move move;
    uint32_t visits;
    float reward; /* of the mover, in sum */
};

struct node {
    uint64_t key;
    uint32_t next; /* in the bucket; 0 for none */
    uint32_t visits;
    uint16_t n, n_tried; /* arms, of which those tried come first */
    struct arm arm[];
};

/* The tree, at the beginning of the search's memory; the nodes follow it. A node's number is
 * its offset in units of 8 bytes. */
struct tree {
    struct ai_playout playout;
    struct alibi_view public_view;
    uint32_t n_worlds;        /* deals that agree with the seat's view, */
    uint32_t n_public_worlds; /* and with the public one */
    uint32_t root;
    uint32_t used; /* units of 8 bytes */
    uint32_t bucket[BUCKETS];
};

/* A step of a descent. */
struct step {
    struct node *node;
    struct arm *arm;
    bool updates; /* this iteration counts here */
    uint8_t seat;
};

static struct tree *tree_of(const struct ai_search *search)
{
    return search->memory;
}

static struct node *node_at(const struct ai_search *search, uint32_t index)
{
    return (struct node *)((uint64_t *)search->memory + index);
}

/* --- Nodes --- */

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15U;
    return h ^ (h >> 32);
}

/* A hash of the mover's information set in S. In Jack's search the Detective's sets are not
 * split by the cards that he has drawn: each would have too few visits. */
static uint64_t key_of(const struct ai_search *search, const struct alibi_state *s)
{
    struct alibi_view public_view;
    uint64_t word[sizeof public_view.seen / sizeof(uint64_t)], h = s->to_act;

    s->game->observe(&public_view, s, ALIBI_AS_PUBLIC);
    public_view.seen.game = NULL; /* the same in every process */
    memcpy(word, &public_view.seen, sizeof word);
    for (size_t i = 0; i < sizeof word / sizeof word[0]; i++)
        h = mix(h, word[i]);
    if (s->to_act == ALIBI_JACK)
        h = mix(mix(h, s->identity), s->game->missing ? (uint64_t)s->game->missing(s) : 0);
    else if (search->view.viewer == ALIBI_AS_DETECTIVE)
        h = mix(h, s->alibis[ALIBI_DETECTIVE]);
    return h;
}

static struct node *find(const struct ai_search *search, uint64_t key)
{
    uint32_t index = tree_of(search)->bucket[key % BUCKETS];

    while (index && node_at(search, index)->key != key)
        index = node_at(search, index)->next;
    return index ? node_at(search, index) : NULL;
}

/* Adds a node for S, with its moves but for accusations of characters who are known to be
 * innocent; NULL if the memory is full. */
static struct node *add(const struct ai_search *search, const struct alibi_state *s,
                        uint64_t key)
{
    struct tree *tree = tree_of(search);
    alibi_move m[ALIBI_MOVES_MAX];
    uint32_t n = (uint32_t)s->game->moves(s, m);
    size_t size = (sizeof(struct node) + n * sizeof(struct arm) + 7) / 8;
    uint32_t *bucket = &tree->bucket[key % BUCKETS];
    unsigned innocent =
        search->view.viewer == ALIBI_AS_DETECTIVE ? s->alibis[ALIBI_DETECTIVE] : 0;
    struct node *node;

    if (tree->used + size > search->size / 8)
        return NULL;
    node = node_at(search, tree->used);
    *node = (struct node){.key = key, .next = *bucket};
    *bucket = tree->used;
    tree->used += (uint32_t)size;
    for (uint32_t i = 0; i < n; i++) {
        unsigned who = ai_playout_accused(&tree->playout, s->game, m[i]);

        if (who == ALIBI_NO_ONE || alibi_has(s->suspects & ~innocent, who))
            node->arm[node->n++] = (struct arm){.move = m[i]};
    }
    return node;
}

/* Draws one of the arms that were not tried yet, which then counts as tried. */
static struct arm *draw_untried(struct ai_search *search, struct node *node)
{
    uint32_t i = node->n_tried + alibi_rng_below(&search->rng, node->n - node->n_tried);
    struct arm drawn = node->arm[i];

    node->arm[i] = node->arm[node->n_tried];
    node->arm[node->n_tried] = drawn;
    return &node->arm[node->n_tried++];
}

/* UCT: untried arms first, then the highest upper confidence bound. */
static struct arm *choose(struct ai_search *search, struct node *node)
{
    struct arm *best = NULL;
    float score = 0, all;

    if (node->n_tried < node->n)
        return draw_untried(search, node);
    all = logf((float)node->visits);
    for (uint32_t i = 0; i < node->n; i++) {
        struct arm *arm = &node->arm[i];
        float visits = (float)arm->visits;
        float x = arm->reward / visits + exploration * sqrtf(all / visits);

        if (!best || x > score) {
            best = arm;
            score = x;
        }
    }
    return best;
}

/* For a mover whose node is not updated: draws an arm in proportion to its visits. */
static struct arm *imitate(struct ai_search *search, struct node *node)
{
    uint32_t x, i = 0;

    if (node->visits == 0)
        return &node->arm[alibi_rng_below(&search->rng, node->n)];
    for (x = alibi_rng_below(&search->rng, node->visits); x >= node->arm[i].visits; i++)
        x -= node->arm[i].visits;
    return &node->arm[i];
}

/* --- Iterations --- */

/* Samples a determinization. Returns whether the other side's nodes are updated, too. */
static bool determinize(struct ai_search *search, struct alibi_state *s)
{
    const struct tree *tree = tree_of(search);
    const struct alibi_game *game = search->view.seen.game;
    bool jack = search->view.viewer == ALIBI_AS_JACK;

    if (jack && alibi_rng_below(&search->rng, 2) == 0) {
        game->deal(s, &tree->public_view, alibi_rng_below(&search->rng, tree->n_public_worlds));
        return true;
    }
    game->deal(s, &search->view, alibi_rng_below(&search->rng, tree->n_worlds));
    return !jack;
}

/* Descends from S to the call for witnesses, the end of the game or a node that it adds.
 * Returns the number of steps, and in *CALLED whether witnesses were called. */
static int descend(struct ai_search *search, struct alibi_state *s, bool update_all,
                   struct step path[DEPTH_MAX], bool *called)
{
    const struct ai_playout *playout = &tree_of(search)->playout;
    bool added = false;
    int n = 0;

    while (n < DEPTH_MAX && !added && !*called && s->winner == ALIBI_NOBODY) {
        uint64_t key;
        struct node *node;

        if (s->to_act == ALIBI_CHANCE) {
            *called = ai_playout_chance(playout, s);
            continue;
        }
        key = key_of(search, s);
        node = find(search, key);
        added = node == NULL;
        if (added)
            node = add(search, s, key);
        if (!node)
            break;
        path[n] = (struct step){.node = node, .seat = s->to_act};
        path[n].updates = update_all || s->to_act == search->view.viewer;
        path[n].arm = path[n].updates ? choose(search, node) : imitate(search, node);
        *called = ai_playout_move(playout, s, path[n++].arm->move);
    }
    return n;
}

static void iterate(struct ai_search *search)
{
    struct step path[DEPTH_MAX];
    struct alibi_state s;
    bool update_all = determinize(search, &s), called = false;
    int n = descend(search, &s, update_all, path, &called);
    double jack = ai_playout_run(&tree_of(search)->playout, &s, called);

    for (int i = 0; i < n; i++)
        if (path[i].updates) {
            path[i].node->visits++;
            path[i].arm->visits++;
            path[i].arm->reward += (float)(path[i].seat == ALIBI_JACK ? jack : 1 - jack);
        }
}

/* --- The method --- */

static void begin(struct ai_search *search)
{
    struct tree *tree = tree_of(search);
    const struct alibi_game *game = search->view.seen.game;
    const struct node *node;
    struct alibi_state s;

    memset(tree, 0, sizeof *tree);
    ai_playout_init(&tree->playout, game, &search->rng, &search->nodes);
    game->deal(&s, &search->view, 0);
    game->observe(&tree->public_view, &s, ALIBI_AS_PUBLIC);
    tree->n_worlds = game->deals(&search->view);
    tree->n_public_worlds = game->deals(&tree->public_view);
    tree->used = (uint32_t)((sizeof *tree + 7) / 8);
    tree->root = tree->used;
    node = add(search, &s, key_of(search, &s));
    assert(node && node->n > 0);
}

static bool step(struct ai_search *search, uint64_t until)
{
    while (search->nodes < until)
        iterate(search);
    return true;
}

/* The arm with the most visits, of those from number FIRST on. */
static uint32_t most_visited(const struct node *node, uint32_t first)
{
    uint32_t best = first;

    for (uint32_t i = first + 1; i < node->n; i++)
        if (node->arm[i].visits > node->arm[best].visits)
            best = i;
    return best;
}

/* Follows the most visited arms down to a decision of chance. */
static void expect(struct ai_search *search, const struct alibi_choice *choice)
{
    const int room = (int)(sizeof search->line / sizeof search->line[0]);
    struct alibi_state s;

    search->view.seen.game->deal(&s, &search->view, 0);
    s.game->apply(&s, choice->move[0]);
    while (search->n_line < room && s.winner == ALIBI_NOBODY && s.to_act != ALIBI_CHANCE) {
        const struct node *node = find(search, key_of(search, &s));

        if (!node || node->visits == 0)
            break;
        search->line[search->n_line] = node->arm[most_visited(node, 0)].move;
        s.game->apply(&s, search->line[search->n_line++]);
    }
}

/* The most visited moves become the choices, of which the first is played. */
static void end(struct ai_search *search)
{
    struct node *root = node_at(search, tree_of(search)->root);

    for (uint32_t i = 0; i < root->n && i < ALIBI_CHOICES_MAX; i++) {
        uint32_t best = most_visited(root, i);
        struct arm arm = root->arm[best];
        struct alibi_choice c = {
            .n = 1, .move = {arm.move}, .value = 0.5F, .share = i == 0 ? 1.0F : 0.0F};

        if (i > 0 && arm.visits == 0)
            break;
        root->arm[best] = root->arm[i];
        root->arm[i] = arm;
        if (arm.visits > 0)
            c.value = arm.reward / (float)arm.visits;
        ai_search_offer(search, &c);
    }
    search->value = search->choice[0].value;
}

const struct ai_method ai_ismcts = {begin, step, end, expect, .weighs = false};
