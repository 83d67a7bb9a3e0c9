/* CFR+ in vector form: every step of a walk is a loop over lanes or information sets. */
#include "cfr.h"

#include <assert.h>
#include <string.h>

/* The factor by which a restart scales regrets and average strategies. Set by hand: enough to
 * begin with, little enough to be outweighed in a few iterations. Without restarts, trees in
 * the middle of a game were exploitable by 0.03 after 1,000 iterations; after a restart, by
 * 0.0004 after 100. */
static const float carry_over = 0.02F;

enum {
    POOL_PER_LANE = 5, /* floats of a node: its value, and four tables of its parent */
    SHARED = 1 << 16,  /* a walk that takes longer than this, about, is worth sharing */
};

/* What a walk computes. */
enum purpose {
    UPDATE,       /* current strategies; updates the player's regrets, the other's average */
    EVALUATE,     /* average strategies */
    BEST_RESPOND, /* the player's best response to the other's average strategy */
};

struct walk {
    struct cfr *tree;
    enum purpose purpose;
    int player;
};

/* The tables of a decision node, each of n_actions rows of n_infosets entries. Information sets
 * lie side by side, as lanes do, so that the inner loops vectorise. */
struct strategy {
    int n_actions, n_infosets;
    float *regret;  /* clipped at zero */
    float *sum;     /* of the strategies of all iterations, weighted: the average strategy */
    float *current; /* probabilities: what the walk plays */
    float *legal;   /* 1 for the actions that an information set has, otherwise 0 */
};

size_t cfr_node_size(const struct cfr_lanes *lanes)
{
    return sizeof(struct cfr_node) + sizeof(float) * (size_t)lanes->n * POOL_PER_LANE;
}

/* Whether every lane is an information set of its own, with the same number. */
static bool is_identity(const struct cfr_lanes *lanes, int player, int epoch)
{
    for (int l = 0; l < lanes->n; l++)
        if (lanes->infoset[player][epoch][l] != l)
            return false;
    return true;
}

void cfr_init(struct cfr *t, struct cfr_lanes *lanes, void *memory, uint32_t max_nodes)
{
    assert(lanes->n > 0 && lanes->n <= CFR_LANES);
    memset(t, 0, sizeof *t);
    t->lanes = lanes;
    t->max_nodes = max_nodes;
    t->node = memory;
    t->pool = (float *)(t->node + max_nodes);
    t->max_used = max_nodes * (uint32_t)lanes->n * POOL_PER_LANE;
    for (int player = 0; player < CFR_PLAYERS; player++)
        for (int epoch = 0; epoch < CFR_EPOCHS; epoch++)
            t->one_lane_each[player][epoch] = is_identity(lanes, player, epoch);
}

/* --- Nodes --- */

/* Takes N zeroed floats from the pool; UINT32_MAX if it has not as many left. */
static uint32_t take(struct cfr *t, size_t n)
{
    uint32_t at = t->used;

    assert(at <= t->max_used);
    if (n > t->max_used - at)
        return UINT32_MAX;
    t->used = (uint32_t)(at + n);
    memset(t->pool + at, 0, n * sizeof(float));
    return at;
}

uint32_t cfr_add_leaf(struct cfr *t)
{
    struct cfr_node *node = &t->node[t->n_nodes];
    uint32_t value;

    if (t->n_nodes == t->max_nodes || (value = take(t, (size_t)t->lanes->n)) == UINT32_MAX)
        return 0;
    memset(node, 0, sizeof *node);
    memset(&node->alive, 0xff, sizeof node->alive);
    node->probability = 1;
    node->actor = CFR_LEAF;
    node->value = value;
    return t->n_nodes++;
}

struct cfr_made cfr_room(const struct cfr *t)
{
    uint32_t nodes = t->max_nodes - t->n_nodes;
    uint32_t values = (t->max_used - t->used) / (uint32_t)t->lanes->n;

    return (struct cfr_made){.node = t->node + t->n_nodes,
                             .value = t->pool + t->used,
                             .max = nodes < values ? nodes : values};
}

uint32_t cfr_make_leaf(struct cfr_made *made, int n_lanes)
{
    if (made->n == made->max)
        return UINT32_MAX;
    made->node[made->n] = (struct cfr_node){.probability = 1, .actor = CFR_LEAF};
    memset(made->value + (size_t)made->n * (size_t)n_lanes, 0,
           (size_t)n_lanes * sizeof *made->value);
    return made->n++;
}

uint32_t cfr_add_made(struct cfr *t, const struct cfr_made *made)
{
    struct cfr_made room = cfr_room(t);
    uint32_t n = made->n < room.max ? made->n : room.max, n_lanes = (uint32_t)t->lanes->n;

    if (made->node != room.node) {
        memcpy(room.node, made->node, n * sizeof *room.node);
        memcpy(room.value, made->value, (size_t)n * n_lanes * sizeof *room.value);
    }
    for (uint32_t i = 0; i < n; i++)
        room.node[i].value = t->used + i * n_lanes;
    t->n_nodes += n;
    t->used += n * n_lanes;
    return n;
}

static bool is_decision(const struct cfr_node *node)
{
    return node->actor < CFR_PLAYERS;
}

/* Entries of each table of NODE, a decision. */
static size_t table_size(const struct cfr *t, const struct cfr_node *node)
{
    return (size_t)t->lanes->n_infosets[node->actor][node->epoch] * node->n_children;
}

static struct strategy strategy_of(const struct cfr *t, const struct cfr_node *node)
{
    size_t size = table_size(t, node);
    float *table = t->pool + node->strategy;

    return (struct strategy){.n_actions = node->n_children,
                             .n_infosets = t->lanes->n_infosets[node->actor][node->epoch],
                             .regret = table,
                             .sum = table + size,
                             .current = table + 2 * size,
                             .legal = table + 3 * size};
}

static bool is_all_alive(const struct cfr *t, const struct cfr_mask *alive)
{
    for (int l = 0; l < t->lanes->n; l++)
        if (!cfr_has(alive, l))
            return false;
    return true;
}

/* An action is legal in an information set if its child is alive in a lane of the set. */
static void find_legal(const struct cfr *t, const struct cfr_node *node)
{
    const uint8_t *infoset = t->lanes->infoset[node->actor][node->epoch];
    struct strategy s = strategy_of(t, node);

    for (int a = 0; a < s.n_actions; a++)
        for (int l = 0; l < t->lanes->n; l++)
            if (cfr_has(&t->node[node->first_child + (uint32_t)a].alive, l))
                s.legal[a * s.n_infosets + infoset[l]] = 1;
}

bool cfr_branch(struct cfr *t, uint32_t node, enum cfr_actor actor, uint8_t epoch,
                uint32_t first_child, uint16_t n)
{
    struct cfr_node *at = &t->node[node];

    assert(at->actor == CFR_LEAF && actor != CFR_LEAF && epoch < CFR_EPOCHS);
    assert(n > 0 && n <= CFR_ACTIONS && first_child > node && first_child + n <= t->n_nodes);
    if (actor != CFR_CHANCE) {
        size_t tables = (size_t)t->lanes->n_infosets[actor][epoch] * n * 4;
        uint32_t strategy = take(t, tables);

        if (strategy == UINT32_MAX)
            return false;
        at->strategy = strategy;
    }
    for (uint32_t a = 0; a < n; a++)
        t->node[first_child + a].all_alive = is_all_alive(t, &t->node[first_child + a].alive);
    at->actor = (uint8_t)actor;
    at->epoch = epoch;
    at->first_child = first_child;
    at->n_children = n;
    if (actor != CFR_CHANCE)
        find_legal(t, at);
    return true;
}

float *cfr_values(const struct cfr *t, uint32_t node)
{
    return t->pool + t->node[node].value;
}

/* --- Strategies --- */

/* TOTAL becomes the sum of TABLE over the actions, per information set. */
static void sum_actions(const struct strategy *s, const float *table, float *total)
{
    memset(total, 0, (size_t)s->n_infosets * sizeof *total);
    for (int a = 0; a < s->n_actions; a++)
        for (int i = 0; i < s->n_infosets; i++)
            total[i] += table[a * s->n_infosets + i];
}

/* Normalises TABLE per information set into the current strategy; uniform over the legal
 * actions where it is empty. Applied to regrets, this is regret matching. */
static void normalise(const struct strategy *s, const float *table)
{
    float total[CFR_LANES], uniform[CFR_LANES];

    sum_actions(s, table, total);
    sum_actions(s, s->legal, uniform);
    for (int i = 0; i < s->n_infosets; i++) {
        uniform[i] = total[i] > 0 || uniform[i] == 0 ? 0 : 1 / uniform[i];
        total[i] = total[i] > 0 ? 1 / total[i] : 0;
    }
    for (int a = 0; a < s->n_actions; a++)
        for (int i = 0; i < s->n_infosets; i++) {
            int at = a * s->n_infosets + i;

            s->current[at] = table[at] * total[i] + s->legal[at] * uniform[i];
        }
}

/* The average strategy becomes the current one; where an information set was never reached,
 * regret matching takes its place. */
static void use_average(const struct strategy *s)
{
    float total[CFR_LANES];

    sum_actions(s, s->sum, total);
    for (int a = 0; a < s->n_actions; a++)
        for (int i = 0; i < s->n_infosets; i++) {
            int at = a * s->n_infosets + i;

            s->current[at] = total[i] > 0 ? s->sum[at] : s->regret[at];
        }
    normalise(s, s->current);
}

/* Adds the instantaneous regrets of the walk's player, once the children have their values.
 * CF_REACH is the counterfactual reach: the probability, per lane, that chance and the other
 * player come here. */
static void update_regrets(struct walk *w, const struct cfr_node *node, const float *cf_reach)
{
    struct cfr *t = w->tree;
    const uint8_t *infoset = t->lanes->infoset[node->actor][node->epoch];
    const float *v = t->pool + node->value;
    struct strategy s = strategy_of(t, node);
    bool direct = t->one_lane_each[node->actor][node->epoch];
    float sign = w->player == CFR_JACK ? 1 : -1;

    for (int a = 0; a < s.n_actions; a++) {
        const float *child = cfr_values(t, node->first_child + (uint32_t)a);
        const float *legal = s.legal + (ptrdiff_t)a * s.n_infosets;
        float *regret = s.regret + (ptrdiff_t)a * s.n_infosets;

        if (direct)
            for (int l = 0; l < t->lanes->n; l++)
                regret[l] += cf_reach[l] * sign * (child[l] - v[l]);
        else
            for (int l = 0; l < t->lanes->n; l++)
                regret[infoset[l]] += cf_reach[l] * sign * (child[l] - v[l]);
        for (int i = 0; i < s.n_infosets; i++)
            regret[i] = regret[i] > 0 ? regret[i] * legal[i] : 0;
    }
}

/* Adds the other player's current strategy to his average, weighted by the iteration and by his
 * own reach probability. The walk updates his average and not that of its own player, because
 * it is pruned where he does not go: there is nothing to add there. */
static void update_average(const struct walk *w, const struct cfr_node *node,
                           const float *opponent_reach)
{
    const struct cfr *t = w->tree;
    const uint8_t *infoset = t->lanes->infoset[node->actor][node->epoch];
    struct strategy s = strategy_of(t, node);
    float weight[CFR_LANES];

    memset(weight, 0, (size_t)s.n_infosets * sizeof *weight);
    for (int l = 0; l < t->lanes->n; l++)
        if (opponent_reach[l] > weight[infoset[l]])
            weight[infoset[l]] = opponent_reach[l]; /* equal in all lanes that come here */
    for (int i = 0; i < s.n_infosets; i++)
        weight[i] *= (float)t->iteration;
    for (int a = 0; a < s.n_actions; a++)
        for (int i = 0; i < s.n_infosets; i++)
            s.sum[a * s.n_infosets + i] += weight[i] * s.current[a * s.n_infosets + i];
}

/* The current strategy becomes the action with the highest counterfactual value, in each
 * information set of the walk's player. */
static void best_respond(struct walk *w, const struct cfr_node *node, const float *cf_reach)
{
    struct cfr *t = w->tree;
    const uint8_t *infoset = t->lanes->infoset[node->actor][node->epoch];
    struct strategy s = strategy_of(t, node);
    float sign = w->player == CFR_JACK ? 1 : -1, best[CFR_LANES] = {0};
    int chosen[CFR_LANES];

    memset(chosen, -1, sizeof chosen);
    for (int a = 0; a < s.n_actions; a++) {
        const float *child = cfr_values(t, node->first_child + (uint32_t)a);
        float cf_value[CFR_LANES];

        memset(cf_value, 0, (size_t)s.n_infosets * sizeof *cf_value);
        for (int l = 0; l < t->lanes->n; l++)
            cf_value[infoset[l]] += cf_reach[l] * sign * child[l];
        for (int i = 0; i < s.n_infosets; i++)
            if (s.legal[a * s.n_infosets + i] > 0 && (chosen[i] < 0 || cf_value[i] > best[i])) {
                best[i] = cf_value[i];
                chosen[i] = a;
            }
    }
    for (int a = 0; a < s.n_actions; a++)
        for (int i = 0; i < s.n_infosets; i++)
            s.current[a * s.n_infosets + i] = (float)(a == chosen[i]);
}

/* --- Walks --- */

/* The probability of action A per lane: a row of the current strategy where that has one entry
 * per lane already, otherwise filled into BUFFER. */
static const float *action_probability(const struct cfr *t, const struct cfr_node *node,
                                       uint32_t a, float *buffer)
{
    const struct cfr_node *child = &t->node[node->first_child + a];
    const float *p = buffer;
    int n = t->lanes->n;

    if (node->actor == CFR_CHANCE) {
        for (int l = 0; l < n; l++)
            buffer[l] = child->probability;
    } else {
        const uint8_t *infoset = t->lanes->infoset[node->actor][node->epoch];
        struct strategy s = strategy_of(t, node);
        const float *current = s.current + (size_t)a * (size_t)s.n_infosets;

        if (t->one_lane_each[node->actor][node->epoch])
            p = current;
        else if (s.n_infosets == 1)
            for (int l = 0; l < n; l++)
                buffer[l] = current[0];
        else
            for (int l = 0; l < n; l++)
                buffer[l] = current[infoset[l]];
    }
    if (child->all_alive)
        return p;
    for (int l = 0; l < n; l++)
        buffer[l] = cfr_has(&child->alive, l) ? p[l] : 0;
    return buffer;
}

/* Adds the values of the child of action A to V, as far as the action is probable. In a lane
 * that is dead there they are 0. */
static void add_value(const struct cfr *t, const struct cfr_node *node, uint32_t a, float *v)
{
    const uint8_t *infoset = t->lanes->infoset[node->actor & 1][node->epoch];
    const float *child = cfr_values(t, node->first_child + a);
    bool decision = is_decision(node);
    struct strategy s = decision ? strategy_of(t, node) : (struct strategy){.n_infosets = 1};
    const float *p = decision ? s.current + (size_t)a * (size_t)s.n_infosets
                              : &t->node[node->first_child + a].probability;

    if (s.n_infosets == 1)
        for (int l = 0; l < t->lanes->n; l++)
            v[l] += child[l] * *p;
    else if (t->one_lane_each[node->actor][node->epoch])
        for (int l = 0; l < t->lanes->n; l++)
            v[l] += child[l] * p[l];
    else
        for (int l = 0; l < t->lanes->n; l++)
            v[l] += child[l] * p[infoset[l]];
}

static void walk(struct walk *w, uint32_t number, const float *opponent_reach,
                 const float *cf_reach);

/* Walks the child of action A, which has probability P. A subtree that the other player and
 * chance never reach is pruned. */
static void descend(struct walk *w, const struct cfr_node *node, uint32_t a, const float *p,
                    const float *opponent_reach, const float *cf_reach)
{
    const struct cfr *t = w->tree;
    const struct cfr_node *child = &t->node[node->first_child + a];
    bool own = node->actor == w->player;
    float opponent_below[CFR_LANES], cf_below[CFR_LANES];
    int reached = 0;

    if (own && child->all_alive) {
        walk(w, node->first_child + a, opponent_reach, cf_reach);
        return;
    }
    memcpy(cf_below, cf_reach, (size_t)t->lanes->n * sizeof *cf_below);
    for (int l = 0; l < t->lanes->n; l++) {
        cf_below[l] *= own ? (float)cfr_has(&child->alive, l) : p[l];
        reached |= cf_below[l] > 0;
    }
    if (!own && node->actor != CFR_CHANCE) {
        memcpy(opponent_below, opponent_reach, (size_t)t->lanes->n * sizeof *opponent_below);
        for (int l = 0; l < t->lanes->n; l++)
            opponent_below[l] *= p[l];
        opponent_reach = opponent_below;
    }
    if (reached)
        walk(w, node->first_child + a, opponent_reach, cf_below);
}

/* The children of a node, each to be walked once. */
struct branches {
    struct walk *w;
    const struct cfr_node *node;
    const float *opponent_reach, *cf_reach;
};

/* Walks the child of action A. */
static void walk_branch(void *data, int a)
{
    const struct branches *b = data;
    const struct cfr *t = b->w->tree;
    float buffer[CFR_LANES] = {0};

    if (t->node[b->node->first_child + (uint32_t)a].actor != CFR_LEAF)
        descend(b->w, b->node, (uint32_t)a, action_probability(t, b->node, (uint32_t)a, buffer),
                b->opponent_reach, b->cf_reach);
}

void cfr_each_branch(struct cfr *t, void (*task)(void *data, int a), void *data)
{
    int n = t->node[0].n_children;

    if (t->share && t->n_nodes * (size_t)(t->lanes->n + 8) >= SHARED)
        t->share(t->crew, n, task, data);
    else
        for (int a = 0; a < n; a++)
            task(data, a);
}

/* Computes the values of node NUMBER, which is no leaf, under the strategies of the walk, and
 * updates what the walk is for. */
static void walk(struct walk *w, uint32_t number, const float *opponent_reach,
                 const float *cf_reach)
{
    struct cfr *t = w->tree;
    const struct cfr_node *node = &t->node[number];
    bool own = node->actor == w->player;
    float *v = t->pool + node->value, buffer[CFR_LANES];
    size_t size = (size_t)t->lanes->n * sizeof *v;

    memset(buffer, 0, size);
    if (node->actor != CFR_CHANCE) {
        struct strategy s = strategy_of(t, node);

        if (w->purpose == UPDATE)
            normalise(&s, s.regret);
        else
            use_average(&s);
        if (w->purpose == UPDATE && !own)
            update_average(w, node, opponent_reach);
    }
    if (number == 0)
        cfr_each_branch(t, walk_branch, &(struct branches){w, node, opponent_reach, cf_reach});
    else
        for (uint32_t a = 0; a < node->n_children; a++)
            if (t->node[node->first_child + a].actor != CFR_LEAF)
                descend(w, node, a, action_probability(t, node, a, buffer), opponent_reach,
                        cf_reach);
    if (own && w->purpose == BEST_RESPOND)
        best_respond(w, node, cf_reach);
    memset(v, 0, size);
    for (uint32_t a = 0; a < node->n_children; a++)
        add_value(t, node, a, v);
    if (own && w->purpose == UPDATE)
        update_regrets(w, node, cf_reach);
}

/* Walks the tree; returns Jack's probability of winning over all lanes. */
static double walk_tree(struct cfr *t, enum purpose purpose, int player)
{
    struct walk w = {t, purpose, player};
    float opponent_reach[CFR_LANES] = {0};
    double sum = 0, total = 0;

    assert(t->n_nodes > 0);
    for (int l = 0; l < t->lanes->n; l++)
        opponent_reach[l] = 1;
    if (t->node[0].actor != CFR_LEAF)
        walk(&w, 0, opponent_reach, t->lanes->prior);
    for (int l = 0; l < t->lanes->n; l++) {
        sum += (double)t->lanes->prior[l] * (double)cfr_values(t, 0)[l];
        total += (double)t->lanes->prior[l];
    }
    return sum / total;
}

void cfr_iterate(struct cfr *t)
{
    t->iteration++;
    (void)walk_tree(t, UPDATE, CFR_JACK);
    (void)walk_tree(t, UPDATE, CFR_DETECTIVE);
}

void cfr_restart(struct cfr *t)
{
    t->iteration = 0;
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        const struct cfr_node *node = &t->node[i];

        if (!is_decision(node))
            continue;
        for (size_t k = 0; k < 2 * table_size(t, node); k++) /* regrets, then sums */
            t->pool[node->strategy + k] *= carry_over;
    }
}

void cfr_average_strategy(const struct cfr *t, uint32_t node, int infoset,
                          float probability[CFR_ACTIONS])
{
    struct strategy s = strategy_of(t, &t->node[node]), column;
    float regret[CFR_ACTIONS], sum[CFR_ACTIONS], legal[CFR_ACTIONS];

    assert(is_decision(&t->node[node]) && infoset < s.n_infosets);
    for (int a = 0; a < s.n_actions; a++) {
        regret[a] = s.regret[a * s.n_infosets + infoset];
        sum[a] = s.sum[a * s.n_infosets + infoset];
        legal[a] = s.legal[a * s.n_infosets + infoset];
    }
    column = (struct strategy){s.n_actions, 1, regret, sum, probability, legal};
    use_average(&column);
}

void cfr_prepare(struct cfr *t, uint32_t node)
{
    if (is_decision(&t->node[node])) {
        struct strategy s = strategy_of(t, &t->node[node]);

        use_average(&s);
    }
}

bool cfr_reach(const struct cfr *t, uint32_t node, uint32_t a, const float *reach,
               float below[CFR_LANES])
{
    float buffer[CFR_LANES];
    const float *p = action_probability(t, &t->node[node], a, buffer);
    bool reached = false;

    for (int l = 0; l < t->lanes->n; l++) {
        below[l] = reach[l] * p[l];
        reached |= below[l] > 0;
    }
    return reached;
}

double cfr_evaluate(struct cfr *t)
{
    return walk_tree(t, EVALUATE, CFR_JACK);
}

double cfr_best_response(struct cfr *t, enum cfr_actor player)
{
    return walk_tree(t, BEST_RESPOND, (int)player);
}

double cfr_exploitability(struct cfr *t)
{
    return (cfr_best_response(t, CFR_JACK) - cfr_best_response(t, CFR_DETECTIVE)) / 2;
}
