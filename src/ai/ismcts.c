/* Information-set Monte Carlo tree search (Cowling, Powley and Whitehouse 2012).
 *
 * Every iteration deals the hidden cards afresh, walks down the tree by UCT, adds a node, plays
 * on at random and tells the nodes on the way how it ended. A node is what its mover knows:
 * what all see and, for Jack, who he is. So neither side can act on what it does not know, and
 * all worlds of a node have the same moves: a move is available as often as its node is
 * visited. Nodes are found by a hash of that knowledge, so that different orders of the same
 * moves meet.
 *
 * Jack knows the whole truth about himself; were all worlds his, the Detective would learn it
 * from them. So Jack deals himself other identities half of the time, and the Detective learns
 * from those worlds only. */
#include <alibi/kit/bits.h>
#include "playout.h"
#include "search.h"

#include <math.h>
#include <string.h>

enum { BUCKETS = 1 << 14, DEPTH_MAX = 48 };

static const float curiosity = 0.2F; /* how much a move gains by having been tried less */

struct arm {
    alibi_move move;
    uint32_t visits;
    float won; /* by the mover, in sum */
};

struct node {
    uint64_t key;
    uint32_t next; /* of the bucket; 0 for none */
    uint32_t visits;
    uint16_t n, tried; /* arms, of which those tried come first */
    struct arm arm[];
};

/* The search of one decision. It stands at the beginning of the search's memory, and what
 * follows is filled with nodes. */
struct tree {
    struct ai_playout playout;
    struct alibi_view open; /* what all see */
    uint32_t n_worlds, n_open;
    uint32_t root;
    uint32_t used; /* of the memory, in units of 8 bytes */
    uint32_t bucket[BUCKETS];
};

/* A step of the walk down the tree. */
struct step {
    struct node *node;
    struct arm *arm;
    bool learns; /* from this iteration */
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

/* What the mover of S knows, as a number. The other side's Detective is not split by the cards
 * that he drew: that would leave little to learn from in each. */
static uint64_t key_of(const struct ai_search *search, const struct alibi_state *s)
{
    struct alibi_view open;
    uint64_t word[sizeof open.seen / sizeof(uint64_t)], h = s->to_act;

    s->game->observe(&open, s, ALIBI_AS_PUBLIC);
    open.seen.game = NULL; /* the same in every process */
    memcpy(word, &open.seen, sizeof word);
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

/* A node for the moves of S; NULL when the memory is full. To accuse one who is known not to be
 * Jack is not worth a thought. */
static struct node *add(const struct ai_search *search, const struct alibi_state *s,
                        uint64_t key)
{
    struct tree *tree = tree_of(search);
    alibi_move m[ALIBI_MOVES_MAX];
    uint32_t n = (uint32_t)s->game->moves(s, m);
    size_t size = (sizeof(struct node) + n * sizeof(struct arm) + 7) / 8;
    uint32_t *bucket = &tree->bucket[key % BUCKETS];
    unsigned known = search->view.viewer == ALIBI_AS_DETECTIVE ? s->alibis[ALIBI_DETECTIVE] : 0;
    struct node *node;

    if (tree->used + size > search->size / 8)
        return NULL;
    node = node_at(search, tree->used);
    *node = (struct node){.key = key, .next = *bucket};
    *bucket = tree->used;
    tree->used += (uint32_t)size;
    for (uint32_t i = 0; i < n; i++) {
        unsigned who = ai_playout_accused(&tree->playout, s->game, m[i]);

        if (who == ALIBI_NO_ONE || alibi_has(s->suspects & ~known, who))
            node->arm[node->n++] = (struct arm){.move = m[i]};
    }
    return node;
}

/* One of the arms that were not tried yet, which then counts as tried. */
static struct arm *draw_fresh(struct ai_search *search, struct node *node)
{
    uint32_t i = node->tried + alibi_rng_below(&search->rng, node->n - node->tried);
    struct arm drawn = node->arm[i];

    node->arm[i] = node->arm[node->tried];
    node->arm[node->tried] = drawn;
    return &node->arm[node->tried++];
}

/* UCT: what was never tried comes first, then what is good or was tried little. */
static struct arm *choose(struct ai_search *search, struct node *node)
{
    struct arm *best = NULL;
    float score = 0, all;

    if (node->tried < node->n)
        return draw_fresh(search, node);
    all = logf((float)node->visits);
    for (uint32_t i = 0; i < node->n; i++) {
        struct arm *arm = &node->arm[i];
        float visits = (float)arm->visits;
        float x = arm->won / visits + curiosity * sqrtf(all / visits);

        if (!best || x > score) {
            best = arm;
            score = x;
        }
    }
    return best;
}

/* What a mover does who learns nothing by it: what he has tried, as often as he has. */
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

/* Deals a world. Returns whether the other side may learn from it. */
static bool deal(struct ai_search *search, struct alibi_state *s)
{
    const struct tree *tree = tree_of(search);
    const struct alibi_game *game = search->view.seen.game;
    bool jack = search->view.viewer == ALIBI_AS_JACK;

    if (jack && alibi_rng_below(&search->rng, 2) == 0) {
        game->deal(s, &tree->open, alibi_rng_below(&search->rng, tree->n_open));
        return true;
    }
    game->deal(s, &search->view, alibi_rng_below(&search->rng, tree->n_worlds));
    return !jack;
}

/* Walks from S down the tree to the call for witnesses or the end of the game, or adds a node.
 * Returns the number of steps, and in *CALLED whether witnesses were called. */
static int descend(struct ai_search *search, struct alibi_state *s, bool all_learn,
                   struct step path[DEPTH_MAX], bool *called)
{
    const struct ai_playout *playout = &tree_of(search)->playout;
    bool fresh = false;
    int n = 0;

    while (n < DEPTH_MAX && !fresh && !*called && s->winner == ALIBI_NOBODY) {
        uint64_t key;
        struct node *node;

        if (s->to_act == ALIBI_CHANCE) {
            *called = ai_playout_chance(playout, s);
            continue;
        }
        key = key_of(search, s);
        node = find(search, key);
        fresh = node == NULL;
        if (fresh)
            node = add(search, s, key);
        if (!node)
            break;
        path[n] = (struct step){.node = node, .seat = s->to_act};
        path[n].learns = all_learn || s->to_act == search->view.viewer;
        path[n].arm = path[n].learns ? choose(search, node) : imitate(search, node);
        *called = ai_playout_move(playout, s, path[n++].arm->move);
    }
    return n;
}

static void iterate(struct ai_search *search)
{
    struct step path[DEPTH_MAX];
    struct alibi_state s;
    bool all_learn = deal(search, &s), called = false;
    int n = descend(search, &s, all_learn, path, &called);
    double jack = ai_playout_finish(&tree_of(search)->playout, &s, called);

    for (int i = 0; i < n; i++)
        if (path[i].learns) {
            path[i].node->visits++;
            path[i].arm->visits++;
            path[i].arm->won += (float)(path[i].seat == ALIBI_JACK ? jack : 1 - jack);
        }
}

/* --- The method --- */

static void begin(struct ai_search *search)
{
    struct tree *tree = tree_of(search);
    const struct alibi_game *game = search->view.seen.game;
    struct alibi_state s;

    memset(tree, 0, sizeof *tree);
    ai_playout_begin(&tree->playout, game, &search->rng, &search->nodes);
    game->deal(&s, &search->view, 0);
    game->observe(&tree->open, &s, ALIBI_AS_PUBLIC);
    tree->n_worlds = game->deals(&search->view);
    tree->n_open = game->deals(&tree->open);
    tree->used = (uint32_t)((sizeof *tree + 7) / 8);
    tree->root = tree->used;
    (void)add(search, &s, key_of(search, &s));
}

static bool step(struct ai_search *search, uint64_t until)
{
    while (search->nodes < until)
        iterate(search);
    return true;
}

/* The arm most often tried, of those from number FIRST on. */
static uint32_t favourite(const struct node *node, uint32_t first)
{
    uint32_t best = first;

    for (uint32_t i = first + 1; i < node->n; i++)
        if (node->arm[i].visits > node->arm[best].visits)
            best = i;
    return best;
}

/* What was tried most, on and on, up to what chance decides. */
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
        search->line[search->n_line] = node->arm[favourite(node, 0)].move;
        s.game->apply(&s, search->line[search->n_line++]);
    }
}

/* The moves most often tried become the choices, and the first of them is played. */
static void end(struct ai_search *search)
{
    struct node *root = node_at(search, tree_of(search)->root);

    for (uint32_t i = 0; i < root->n && i < ALIBI_CHOICES_MAX; i++) {
        uint32_t best = favourite(root, i);
        struct arm arm = root->arm[best];
        struct alibi_choice c = {
            .n = 1, .move = {arm.move}, .value = 0.5F, .share = i == 0 ? 1.0F : 0.0F};

        if (i > 0 && arm.visits == 0)
            break;
        root->arm[best] = root->arm[i];
        root->arm[i] = arm;
        if (arm.visits > 0)
            c.value = arm.won / (float)arm.visits;
        ai_search_offer(search, &c);
    }
    search->value = search->choice[0].value;
}

const struct ai_method ai_ismcts = {begin, step, end, expect};
