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

/* What is kept of a node: tables of so many actions times so many sets, all sets of an action
 * side by side, as the lanes are, so that the loops over them are simple. */
struct plan {
    int n, sets;
    float *regret, *sum, *current, *open; /* open: 1 for the actions that a set has, or 0 */
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
    for (int player = 0; player < 2; player++)
        for (int epoch = 0; epoch < CFR_EPOCHS; epoch++) {
            t->apart[player][epoch] = true;
            for (int l = 0; l < lanes->n; l++)
                t->apart[player][epoch] &= lanes->set[player][epoch][l] == l;
        }
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

static struct plan plan_of(const struct cfr *t, const struct cfr_node *node)
{
    int sets = t->lanes->sets[node->turn][node->epoch];
    size_t all = (size_t)sets * node->n;
    float *mine = t->pool + node->plan;

    return (struct plan){node->n, sets, mine, mine + all, mine + 2 * all, mine + 3 * all};
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
    struct plan plan = plan_of(t, node);

    for (int a = 0; a < plan.n; a++)
        for (int l = 0; l < t->lanes->n; l++)
            if (cfr_has(&t->node[node->child + (uint32_t)a].alive, l))
                plan.open[a * plan.sets + set_of[l]] = 1;
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

/* SUM becomes the totals of the sets in TABLE. */
static void add_up(const struct plan *plan, const float *table, float *sum)
{
    memset(sum, 0, (size_t)plan->sets * sizeof *sum);
    for (int a = 0; a < plan->n; a++)
        for (int set = 0; set < plan->sets; set++)
            sum[set] += table[a * plan->sets + set];
}

/* What is played becomes TABLE made to sum to 1 in every set; where there is nothing in it, all
 * that the set has is played alike. */
static void play(const struct plan *plan, const float *table)
{
    float total[CFR_LANES], choices[CFR_LANES];

    add_up(plan, table, total);
    add_up(plan, plan->open, choices);
    for (int set = 0; set < plan->sets; set++) {
        choices[set] = total[set] > 0 || choices[set] == 0 ? 0 : 1 / choices[set];
        total[set] = total[set] > 0 ? 1 / total[set] : 0;
    }
    for (int a = 0; a < plan->n; a++)
        for (int set = 0; set < plan->sets; set++) {
            int at = a * plan->sets + set;

            plan->current[at] = table[at] * total[set] + plan->open[at] * choices[set];
        }
}

/* The same of the averages, or where there are none yet, of the regrets. */
static void play_average(const struct plan *plan)
{
    float total[CFR_LANES];

    add_up(plan, plan->sum, total);
    for (int a = 0; a < plan->n; a++)
        for (int set = 0; set < plan->sets; set++) {
            int at = a * plan->sets + set;

            plan->current[at] = total[set] > 0 ? plan->sum[at] : plan->regret[at];
        }
    play(plan, plan->current);
}

/* Regrets of the walk's player, once the values of the children are known. REACH is how likely
 * the other and nature come here in each lane. */
static void learn(struct walk *w, const struct cfr_node *node, const float *reach)
{
    struct cfr *t = w->tree;
    const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
    const float *v = t->pool + node->value;
    struct plan plan = plan_of(t, node);
    bool apart = t->apart[node->turn][node->epoch];
    float sign = w->player == CFR_JACK ? 1 : -1;

    for (int a = 0; a < plan.n; a++) {
        const float *below = cfr_values(t, node->child + (uint32_t)a);
        const float *open = plan.open + (ptrdiff_t)a * plan.sets;
        float *regret = plan.regret + (ptrdiff_t)a * plan.sets;

        for (int l = 0; l < t->lanes->n; l++)
            regret[apart ? l : set_of[l]] += reach[l] * sign * (below[l] - v[l]);
        for (int set = 0; set < plan.sets; set++)
            regret[set] = regret[set] > 0 ? regret[set] * open[set] : 0;
    }
}

/* The averages of the other player, whose choices came here with the chances OTHER. They are
 * his that are kept, not those of the walk's player, because the walk goes wherever he does:
 * where it does not go there is nothing to add. */
static void remember(const struct walk *w, const struct cfr_node *node, const float *other)
{
    const struct cfr *t = w->tree;
    const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
    struct plan plan = plan_of(t, node);
    float weight[CFR_LANES] = {0};

    for (int l = 0; l < t->lanes->n; l++)
        if (other[l] > weight[set_of[l]])
            weight[set_of[l]] = other[l]; /* the same in all lanes of a set that come here */
    for (int set = 0; set < plan.sets; set++)
        weight[set] *= (float)t->iteration;
    for (int a = 0; a < plan.n; a++)
        for (int set = 0; set < plan.sets; set++)
            plan.sum[a * plan.sets + set] += weight[set] * plan.current[a * plan.sets + set];
}

/* The walk's player knows what the other does: in each set he takes the best action. */
static void take_best(struct walk *w, const struct cfr_node *node, const float *reach)
{
    struct cfr *t = w->tree;
    const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
    struct plan plan = plan_of(t, node);
    float sign = w->player == CFR_JACK ? 1 : -1, best[CFR_LANES];
    int chosen[CFR_LANES];

    for (int set = 0; set < plan.sets; set++)
        chosen[set] = -1;
    for (int a = 0; a < plan.n; a++) {
        const float *below = cfr_values(t, node->child + (uint32_t)a);
        float total[CFR_LANES] = {0};

        for (int l = 0; l < t->lanes->n; l++)
            total[set_of[l]] += reach[l] * sign * below[l];
        for (int set = 0; set < plan.sets; set++)
            if (plan.open[a * plan.sets + set] > 0 &&
                (chosen[set] < 0 || total[set] > best[set])) {
                best[set] = total[set];
                chosen[set] = a;
            }
    }
    for (int a = 0; a < plan.n; a++)
        for (int set = 0; set < plan.sets; set++)
            plan.current[a * plan.sets + set] = (float)(a == chosen[set]);
}

/* How likely action A is taken in each lane; in P, where it is not at hand already. */
static const float *shares(const struct cfr *t, const struct cfr_node *node, uint32_t a,
                           float *p)
{
    const struct cfr_node *child = &t->node[node->child + a];
    const float *share = p;
    int n = t->lanes->n;

    if (node->turn == CFR_NATURE) {
        for (int l = 0; l < n; l++)
            p[l] = child->chance;
    } else {
        const uint8_t *set_of = t->lanes->set[node->turn][node->epoch];
        struct plan plan = plan_of(t, node);
        const float *current = plan.current + (size_t)a * (size_t)plan.sets;

        if (t->apart[node->turn][node->epoch])
            share = current;
        else if (plan.sets == 1)
            for (int l = 0; l < n; l++)
                p[l] = current[0];
        else
            for (int l = 0; l < n; l++)
                p[l] = current[set_of[l]];
    }
    if (child->whole)
        return share;
    for (int l = 0; l < n; l++)
        p[l] = cfr_has(&child->alive, l) ? share[l] : 0;
    return p;
}

static void walk(struct walk *w, uint32_t number, const float *other, const float *reach);

/* Goes down to action A, taken with the chances P. OTHER is how likely the other's choices come
 * here in each lane, REACH his and nature's together; nothing below matters where that is 0. */
static void descend(struct walk *w, const struct cfr_node *node, uint32_t a, const float *p,
                    const float *other, const float *reach)
{
    const struct cfr *t = w->tree;
    const struct cfr_node *child = &t->node[node->child + a];
    bool mine = node->turn == w->player;
    float other_below[CFR_LANES] = {0}, reach_below[CFR_LANES] = {0};
    int any = 0;

    if (mine && child->whole) {
        walk(w, node->child + a, other, reach);
        return;
    }
    for (int l = 0; l < t->lanes->n; l++) {
        reach_below[l] = reach[l] * (mine ? (float)cfr_has(&child->alive, l) : p[l]);
        any |= reach_below[l] > 0;
    }
    if (!mine && node->turn != CFR_NATURE) {
        for (int l = 0; l < t->lanes->n; l++)
            other_below[l] = other[l] * p[l];
        other = other_below;
    }
    if (any)
        walk(w, node->child + a, other, reach_below);
}

static void walk(struct walk *w, uint32_t number, const float *other, const float *reach)
{
    struct cfr *t = w->tree;
    const struct cfr_node *node = &t->node[number];
    bool mine = node->turn == w->player;
    float *v = t->pool + node->value, buffer[CFR_LANES] = {0};

    if (node->turn != CFR_NATURE) {
        struct plan plan = plan_of(t, node);

        if (w->purpose == IMPROVE)
            play(&plan, plan.regret);
        else
            play_average(&plan);
        if (w->purpose == IMPROVE && !mine)
            remember(w, node, other);
    }
    for (uint32_t a = 0; a < node->n; a++)
        if (t->node[node->child + a].turn != CFR_LEAF)
            descend(w, node, a, shares(t, node, a, buffer), other, reach);
    if (mine && w->purpose == BEST)
        take_best(w, node, reach);
    memset(v, 0, (size_t)t->lanes->n * sizeof *v);
    for (uint32_t a = 0; a < node->n; a++) {
        const float *below = cfr_values(t, node->child + a), *p = shares(t, node, a, buffer);

        for (int l = 0; l < t->lanes->n; l++)
            v[l] += below[l] * p[l];
    }
    if (mine && w->purpose == IMPROVE)
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
    if (t->node[0].turn != CFR_LEAF)
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

void cfr_average(const struct cfr *t, uint32_t node, int set, float share[CFR_ACTIONS])
{
    struct plan plan = plan_of(t, &t->node[node]), one;
    float regret[CFR_ACTIONS], sum[CFR_ACTIONS], open[CFR_ACTIONS];

    for (int a = 0; a < plan.n; a++) {
        regret[a] = plan.regret[a * plan.sets + set];
        sum[a] = plan.sum[a * plan.sets + set];
        open[a] = plan.open[a * plan.sets + set];
    }
    one = (struct plan){plan.n, 1, regret, sum, share, open};
    play_average(&one);
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
