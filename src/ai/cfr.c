/* CFR+ over a public tree, all lanes at once. */
#include "cfr.h"

#include <assert.h>
#include <string.h>

/* What is kept of regrets and sums when the tree has grown: enough to begin with, little enough
 * to be overruled in a few iterations. */
#define HINT 0.02F

/* What a walk does at the nodes of the player for whom it is made. */
enum purpose {
    IMPROVE, /* current strategies; his regrets and the other's averages are updated */
    AVERAGE, /* average strategies */
    BEST,    /* the other's average strategy; he answers it in the best way */
};

struct walk {
    struct cfr *tree;
    enum purpose purpose;
    int player;
};

/* What is kept for each information set and action. */
struct plan {
    float *regret, *sum, *current, *open; /* open: 1 for the actions that the set has, or 0 */
};

/* A node, its values, and its share of the plan of its parent. */
size_t cfr_node_size(const struct cfr_lanes *lanes)
{
    return sizeof(struct cfr_node) + sizeof(float) * (size_t)lanes->n * 5;
}

void cfr_init(struct cfr *t, struct cfr_lanes *lanes, void *memory, uint32_t max_nodes)
{
    memset(t, 0, sizeof *t);
    t->lanes = lanes;
    t->max_nodes = max_nodes;
    t->node = memory;
    t->pool = (float *)(t->node + max_nodes);
    t->max_used = max_nodes * (uint32_t)lanes->n * 5;
}

static uint32_t take(struct cfr *t, size_t n)
{
    uint32_t at = t->used;

    if (n > t->max_used - at)
        return UINT32_MAX;
    t->used = (uint32_t)(at + n);
    memset(t->pool + at, 0, n * sizeof(float));
    return at;
}

uint32_t cfr_leaf(struct cfr *t)
{
    struct cfr_node *node = &t->node[t->n_nodes];
    uint32_t value;

    if (t->n_nodes == t->max_nodes || (value = take(t, (size_t)t->lanes->n)) == UINT32_MAX)
        return 0;
    memset(node, 0, sizeof *node);
    memset(&node->alive, 0xff, sizeof node->alive);
    node->chance = 1;
    node->turn = CFR_LEAF;
    node->value = value;
    return t->n_nodes++;
}

static struct plan plan_of(const struct cfr *t, const struct cfr_node *node, int set)
{
    size_t all = (size_t)t->lanes->sets[node->turn][node->epoch] * node->n;
    float *mine = t->pool + node->plan + (size_t)set * node->n;

    return (struct plan){mine, mine + all, mine + 2 * all, mine + 3 * all};
}

static bool is_whole(const struct cfr *t, const struct cfr_mask *alive)
{
    for (int l = 0; l < t->lanes->n; l++)
        if (!cfr_has(alive, l))
            return false;
    return true;
}

/* A set has the actions that are alive in any of its lanes. */
static void find_open(const struct cfr *t, const struct cfr_node *node)
{
    const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];

    for (int l = 0; l < t->lanes->n; l++)
        for (uint32_t a = 0; a < node->n; a++)
            if (cfr_has(&t->node[node->child + a].alive, l))
                plan_of(t, node, set_of[l]).open[a] = 1;
}

bool cfr_branch(struct cfr *t, uint32_t node, enum cfr_turn turn, uint8_t epoch, uint32_t child,
                uint16_t n)
{
    struct cfr_node *at = &t->node[node];

    assert(n <= CFR_ACTIONS);
    if (turn != CFR_NATURE) {
        uint32_t plan = take(t, (size_t)t->lanes->sets[turn][epoch] * n * 4);

        if (plan == UINT32_MAX)
            return false;
        at->plan = plan;
    }
    for (uint32_t a = 0; a < n; a++)
        t->node[child + a].whole = is_whole(t, &t->node[child + a].alive);
    at->turn = (uint8_t)turn;
    at->epoch = epoch;
    at->child = child;
    at->n = n;
    if (turn != CFR_NATURE)
        find_open(t, at);
    return true;
}

float *cfr_values(const struct cfr *t, uint32_t node)
{
    return t->pool + t->node[node].value;
}

/* SHARE becomes WEIGHT made to sum to 1 over the actions that the set has. */
static void normalise(float *share, const float *weight, const float *open, int n)
{
    float sum = 0, choices = 0;

    for (int a = 0; a < n; a++) {
        share[a] = weight[a] * open[a];
        sum += share[a];
        choices += open[a];
    }
    for (int a = 0; a < n; a++)
        share[a] = sum > 0 ? share[a] / sum : choices > 0 ? open[a] / choices : 0;
}

static void average(const struct plan *plan, int n, float *share)
{
    float sum = 0;

    for (int a = 0; a < n; a++)
        sum += plan->sum[a];
    normalise(share, sum > 0 ? plan->sum : plan->regret, plan->open, n);
}

/* Sets the current strategy of every set of NODE to what the walk wants played there. */
static void choose(struct walk *w, const struct cfr_node *node)
{
    for (int set = 0; set < w->tree->lanes->sets[node->turn][node->epoch]; set++) {
        struct plan plan = plan_of(w->tree, node, set);

        if (w->purpose == IMPROVE)
            normalise(plan.current, plan.regret, plan.open, node->n);
        else
            average(&plan, node->n, plan.current);
    }
}

/* Regrets of the walk's player, once the values of the children are known. REACH is how likely
 * the other and nature come here in each lane. */
static void learn(struct walk *w, const struct cfr_node *node, const float *reach)
{
    struct cfr *t = w->tree;
    const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
    const float *v = t->pool + node->value;
    float sign = w->player == CFR_JACK ? 1 : -1;

    for (uint32_t a = 0; a < node->n; a++) {
        const float *below = cfr_values(t, node->child + a);
        float *regret = plan_of(t, node, 0).regret + a;

        for (int l = 0; l < t->lanes->n; l++)
            regret[(size_t)set_of[l] * node->n] += reach[l] * sign * (below[l] - v[l]);
    }
    for (int set = 0; set < t->lanes->sets[node->turn][node->epoch]; set++) {
        struct plan plan = plan_of(t, node, set);

        for (int a = 0; a < node->n; a++)
            plan.regret[a] = plan.regret[a] > 0 ? plan.regret[a] * plan.open[a] : 0;
    }
}

/* The averages of the other player, whose choices came here with the chances OTHER. They are
 * his that are kept, not those of the walk's player, because the walk goes wherever he does:
 * where it does not go there is nothing to add. */
static void remember(const struct walk *w, const struct cfr_node *node, const float *other)
{
    const struct cfr *t = w->tree;
    const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
    float weight[CFR_LANES] = {0};

    for (int l = 0; l < t->lanes->n; l++)
        if (other[l] > weight[set_of[l]])
            weight[set_of[l]] = other[l]; /* the same in all lanes of a set that come here */
    for (int set = 0; set < t->lanes->sets[node->turn][node->epoch]; set++) {
        struct plan plan = plan_of(t, node, set);

        for (int a = 0; a < node->n; a++)
            plan.sum[a] += (float)t->iteration * weight[set] * plan.current[a];
    }
}

/* The walk's player knows what the other does: in each set he takes the best action. */
static void take_best(struct walk *w, const struct cfr_node *node, const float *reach)
{
    struct cfr *t = w->tree;
    const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
    float sign = w->player == CFR_JACK ? 1 : -1;

    for (int set = 0; set < t->lanes->sets[node->turn][node->epoch]; set++) {
        struct plan plan = plan_of(t, node, set);
        float best = 0;
        int chosen = -1;

        for (int a = 0; a < node->n; a++) {
            const float *below = cfr_values(t, node->child + (uint32_t)a);
            float total = 0;

            for (int l = 0; l < t->lanes->n; l++)
                if (set_of[l] == set)
                    total += reach[l] * sign * below[l];
            if (plan.open[a] > 0 && (chosen < 0 || total > best)) {
                best = total;
                chosen = a;
            }
        }
        for (int a = 0; a < node->n; a++)
            plan.current[a] = (float)(a == chosen);
    }
}

/* How likely action A is taken in each lane. */
static void shares(const struct cfr *t, const struct cfr_node *node, uint32_t a, float *p)
{
    const struct cfr_node *child = &t->node[node->child + a];
    int n = t->lanes->n;

    if (node->turn == CFR_NATURE) {
        for (int l = 0; l < n; l++)
            p[l] = child->chance;
    } else {
        const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
        const float *current = plan_of(t, node, 0).current + a;

        for (int l = 0; l < n; l++)
            p[l] = current[(size_t)set_of[l] * node->n];
    }
    if (!child->whole)
        for (int l = 0; l < n; l++)
            p[l] = cfr_has(&child->alive, l) ? p[l] : 0;
}

static void walk(struct walk *w, uint32_t number, const float *other, const float *reach);

/* Goes down to action A. OTHER is how likely the other's choices come here in each lane, REACH
 * his and nature's together; nothing below matters where that is 0. */
static void descend(struct walk *w, const struct cfr_node *node, uint32_t a, const float *other,
                    const float *reach)
{
    const struct cfr *t = w->tree;
    const struct cfr_node *child = &t->node[node->child + a];
    bool mine = node->turn == w->player, his = !mine && node->turn != CFR_NATURE, any = false;
    float other_below[CFR_LANES] = {0}, reach_below[CFR_LANES] = {0}, p[CFR_LANES];

    shares(t, node, a, p);
    for (int l = 0; l < t->lanes->n; l++) {
        other_below[l] = his ? other[l] * p[l] : other[l];
        reach_below[l] = mine ? reach[l] : reach[l] * p[l];
    }
    for (int l = 0; l < t->lanes->n; l++) {
        if (!child->whole && !cfr_has(&child->alive, l))
            reach_below[l] = 0;
        any |= reach_below[l] > 0;
    }
    if (any)
        walk(w, node->child + a, other_below, reach_below);
}

static void walk(struct walk *w, uint32_t number, const float *other, const float *reach)
{
    struct cfr *t = w->tree;
    const struct cfr_node *node = &t->node[number];
    float *v = t->pool + node->value;

    if (node->turn == CFR_LEAF)
        return;
    if (node->turn != CFR_NATURE)
        choose(w, node);
    if (w->purpose == IMPROVE && node->turn != w->player && node->turn != CFR_NATURE)
        remember(w, node, other);
    for (uint32_t a = 0; a < node->n; a++)
        if (t->node[node->child + a].turn != CFR_LEAF)
            descend(w, node, a, other, reach);
    if (node->turn == w->player && w->purpose == BEST)
        take_best(w, node, reach);
    memset(v, 0, (size_t)t->lanes->n * sizeof *v);
    for (uint32_t a = 0; a < node->n; a++) {
        const float *below = cfr_values(t, node->child + a);
        float p[CFR_LANES];

        shares(t, node, a, p);
        for (int l = 0; l < t->lanes->n; l++)
            v[l] += below[l] * p[l];
    }
    if (node->turn == w->player && w->purpose == IMPROVE)
        learn(w, node, reach);
}

/* A walk from the root; returns Jack's chance to win over all lanes. */
static double walk_all(struct cfr *t, enum purpose purpose, int player)
{
    struct walk w = {t, purpose, player};
    float other[CFR_LANES] = {0};
    double sum = 0, total = 0;

    for (int l = 0; l < t->lanes->n; l++)
        other[l] = 1;
    walk(&w, 0, other, t->lanes->prior);
    for (int l = 0; l < t->lanes->n; l++) {
        sum += (double)t->lanes->prior[l] * (double)cfr_values(t, 0)[l];
        total += (double)t->lanes->prior[l];
    }
    return sum / total;
}

void cfr_iterate(struct cfr *t)
{
    t->iteration++;
    (void)walk_all(t, IMPROVE, CFR_JACK);
    (void)walk_all(t, IMPROVE, CFR_DETECTIVE);
}

void cfr_restart(struct cfr *t)
{
    t->iteration = 0;
    for (uint32_t i = 0; i < t->n_nodes; i++) {
        const struct cfr_node *node = &t->node[i];
        size_t all;

        if (node->turn == CFR_LEAF || node->turn == CFR_NATURE)
            continue;
        all = (size_t)t->lanes->sets[node->turn][node->epoch] * node->n;
        for (size_t k = 0; k < 2 * all; k++)
            t->pool[node->plan + k] *= HINT;
    }
}

float cfr_average(const struct cfr *t, uint32_t node, int set, int a)
{
    struct plan plan = plan_of(t, &t->node[node], set);
    float share[CFR_ACTIONS];

    average(&plan, t->node[node].n, share);
    return share[a];
}

double cfr_evaluate(struct cfr *t)
{
    return walk_all(t, AVERAGE, CFR_JACK);
}

double cfr_best(struct cfr *t, enum cfr_turn player)
{
    return walk_all(t, BEST, (int)player);
}

double cfr_exploitability(struct cfr *t)
{
    return (cfr_best(t, CFR_JACK) - cfr_best(t, CFR_DETECTIVE)) / 2;
}
