/* The champion: an incrementally expanded public tree, solved by CFR+ as it grows.
 *
 * Leaves are expanded where play is likely to go: the tree policy samples the average
 * strategies half of the time, and explores by a PUCT rule the other half. Whenever the tree
 * has grown by half, the solver restarts and computes both players' strategies. The move is
 * drawn from the average strategy at the root, purified. So Jack mixes where a pure strategy
 * would give him away, and the Detective plays against the mixture. The tree ends with the
 * round, unless the next cards are known already; near the end of the game it is searched to
 * the end. */
#include "champion.h"
#include "crew.h"
#include "exposure.h"
#include "prospect.h"

#include <math.h>
#include <string.h>

/* Set by hand, except where a match is named. */
enum {
    ITERATIONS = 30,        /* of the solver after a restart, */
    FINAL_ITERATIONS = 300, /* and when the tree cannot grow any more */
    ACTIONS_KEPT = 3,       /* at the root; with 1, no difference in 1,800 games of Pocket */
    SHARE_RATIO = 5,        /* of the largest share to the smallest that is kept there */
    DEPTH_MAX = 64,         /* nodes of a path from the root */
};

static const double exploration = 0.5;        /* part of the choices made by the PUCT rule */
static const double exploration_weight = 0.7; /* of its second term, in winning probability */

/* --- The tree policy --- */

/* Draws a lane from the prior. */
static int draw_lane(struct ai_search *search, const struct champion *c)
{
    const struct cfr_lanes *lanes = &c->tree.lanes.cfr;
    double total = 0, x;

    for (int l = 0; l < lanes->n; l++)
        total += (double)lanes->prior[l];
    x = ai_search_random(search) * total;
    for (int l = 0; l < lanes->n; l++)
        if ((x -= (double)lanes->prior[l]) < 0)
            return l;
    return lanes->n - 1;
}

/* The PUCT rule with a uniform prior: high value, few visits. V is Jack's value of TO. */
static double puct(const struct cfr_node *node, const struct cfr_node *to, double v)
{
    return (node->actor == CFR_JACK ? v : 1 - v) +
           exploration_weight * sqrt((double)node->visits + 1) / (1 + (double)to->visits);
}

/* The child of node NUMBER to go to in lane L; UINT32_MAX if all that are alive in it are
 * closed. */
static uint32_t choose_child(struct ai_search *search, struct champion *c, uint32_t number,
                             int l)
{
    const struct cfr_node *node = &c->tree.cfr.node[number];
    bool chance = node->actor == CFR_CHANCE;
    bool explore = !chance && ai_search_random(search) < exploration;
    int infoset = chance ? 0 : c->tree.lanes.cfr.infoset[node->actor][node->epoch][l];
    double best = -1, x = ai_search_random(search);
    uint32_t chosen = UINT32_MAX;
    float probability[CFR_ACTIONS];

    if (!chance && !explore)
        cfr_average_strategy(&c->tree.cfr, number, infoset, probability);
    for (uint32_t a = 0; a < node->n_children; a++) {
        uint32_t child = node->first_child + a;
        const struct cfr_node *to = &c->tree.cfr.node[child];

        if (!cfr_has(&to->alive, l) || c->tree.public_state[child].closed)
            continue;
        if (explore) {
            double score = puct(node, to, (double)cfr_values(&c->tree.cfr, child)[l]);

            if (score > best) {
                best = score;
                chosen = child;
            }
        } else {
            x -= (double)(chance ? to->probability : probability[a]);
            if (chosen == UINT32_MAX || x > -1)
                chosen = child;
            if (x < 0)
                break;
        }
    }
    return chosen;
}

/* A way down the tree. */
struct path {
    uint32_t node[DEPTH_MAX], leaf;
    int n;
};

/* Walks down to a leaf; false if nothing is left to expand in the lane that was drawn. */
static bool find_leaf(struct ai_search *search, struct champion *c, struct path *path)
{
    uint32_t node = 0;
    int l = draw_lane(search, c);

    path->n = 0;
    while (c->tree.cfr.node[node].actor != CFR_LEAF && path->n < DEPTH_MAX) {
        c->tree.cfr.node[node].visits++;
        path->node[path->n++] = node;
        node = choose_child(search, c, node, l);
        if (node == UINT32_MAX)
            return false;
    }
    c->tree.cfr.node[node].visits++;
    path->leaf = node;
    return true;
}

/* Expands the leaf at the end of PATH. */
static void expand(struct champion *c, const struct path *path)
{
    ai_tree_expand(&c->tree, path->leaf);
    if (c->tree.public_state[path->leaf].complete)
        ai_tree_mark_complete(&c->tree, path->node, path->n);
}

/* Expands some leaves, one or as many as keep the crew busy; returns how many it looked for.
 * Until the tree has grown by half the values stay as they are, so a policy that is told which
 * leaves are taken chooses nearly the same as if they were expanded one by one. */
static int expand_somewhere(struct ai_search *search, struct champion *c)
{
    struct ai_tree *t = &c->tree;
    int n = t->crew ? ai_crew_batch(t->crew, c->next_growth - t->cfr.n_nodes) : 1;
    struct path path;

    for (int i = 0; i < n; i++) {
        if (!find_leaf(search, c, &path))
            continue;
        if (t->crew && ai_tree_is_expandable(t, path.leaf))
            ai_crew_take(t, path.leaf);
        else
            expand(c, &path);
    }
    if (t->crew)
        ai_crew_expand(t);
    return n;
}

/* --- Searching --- */

static uint64_t positions_searched(const struct champion *c)
{
    return c->tree.own.candidates.nodes + c->tree.own.leaves.nodes;
}

static bool is_finished(const struct champion *c)
{
    return c->tree.full || c->tree.public_state[0].complete;
}

/* Restarts the solver if the tree has grown by half, or cannot grow any more. */
static void restart_if_due(struct champion *c)
{
    if (c->tree.cfr.n_nodes < c->next_growth && !is_finished(c))
        return;
    cfr_restart(&c->tree.cfr);
    c->iterations_due = is_finished(c) ? FINAL_ITERATIONS : ITERATIONS;
    c->next_growth = c->tree.cfr.n_nodes * 3 / 2;
}

/* How much suspicion costs Jack at the leaves. A Detective who does not read Jack suspects all
 * alike. A level below the strongest gives itself away, as people do. */
static float exposure_of(const struct ai_search *search)
{
    const struct ai_knowledge *knowledge = ai_knowledge_of(search->view.seen.game);
    bool jack = search->view.viewer == ALIBI_AS_JACK;

    if (jack ? search->candid || search->style->max_nodes > 0 : !search->weigh)
        return 0;
    return knowledge->exposure[search->view.viewer];
}

static void begin(struct ai_search *search)
{
    struct champion *c = search->memory;
    size_t size = search->size - offsetof(struct champion, tree);

    ai_tree_init(&c->tree, size, &search->view, exposure_of(search));
    if (search->team)
        ai_crew_init(&c->tree, size, search->team);
    c->tree.played = search->played;
    c->tree.n_played = search->n_played;
    c->tree.only = search->only;
    if (search->weigh)
        ai_lanes_weigh(&c->tree.lanes, search->weigh, search->weigh_context);
    ai_tree_expand(&c->tree, 0);
    c->next_growth = 0;
    c->first_tree = true;
    restart_if_due(c);
    search->nodes += positions_searched(c);
}

/* The cost of an iteration in nodes: about as many positions are searched in the same time. */
static uint64_t iteration_cost(const struct champion *c)
{
    return c->tree.cfr.n_nodes * (uint64_t)(c->tree.lanes.cfr.n + 8) / 250 + 1;
}

/* An iteration of the solver. Jack's next one knows what the Detective may infer from what he
 * has played so far; the Detective knows that from the root on. */
static void iterate(struct champion *c)
{
    cfr_iterate(&c->tree.cfr);
    if (c->tree.exposure > 0 && c->tree.lanes.seat == ALIBI_JACK)
        ai_exposure_update(&c->tree);
}

static bool step(struct ai_search *search, uint64_t until)
{
    struct champion *c = search->memory;

    while (search->nodes < until) {
        if (c->iterations_due > 0) {
            iterate(c);
            search->nodes += iteration_cost(c);
            c->first_tree &= --c->iterations_due > 0;
        } else if ((c->tree.cfr.node[0].n_children == 1 && !search->only) || is_finished(c)) {
            return false;
        } else {
            uint64_t before = positions_searched(c);
            int looked = expand_somewhere(search, c);

            search->nodes += positions_searched(c) - before + (uint64_t)looked;
            restart_if_due(c);
        }
    }
    return true;
}

/* --- The result --- */

/* Whether lane L is in the searching seat's information set and alive at NODE. */
static bool is_own_lane(const struct champion *c, uint32_t node, int l)
{
    const struct ai_lanes *lanes = &c->tree.lanes;

    return lanes->cfr.infoset[lanes->seat][0][l] == lanes->own_infoset &&
           cfr_has(&c->tree.cfr.node[node].alive, l);
}

/* The searching seat's winning probability at NODE. */
static double value_of(const struct champion *c, uint32_t node)
{
    const struct cfr_lanes *lanes = &c->tree.lanes.cfr;
    const float *v = cfr_values(&c->tree.cfr, node);
    double sum = 0, total = 0;

    for (int l = 0; l < lanes->n; l++)
        if (is_own_lane(c, node, l)) {
            sum += (double)(lanes->prior[l] * v[l]);
            total += (double)lanes->prior[l];
        }
    sum = total > 0 ? sum / total : 0.5;
    return c->tree.lanes.seat == ALIBI_JACK ? sum : 1 - sum;
}

/* Whether the searching seat, for all that it knows, can come to NODE. */
static bool is_possible(const struct champion *c, uint32_t node)
{
    for (int l = 0; l < c->tree.lanes.cfr.n; l++)
        if (is_own_lane(c, node, l))
            return true;
    return false;
}

/* Purification (Ganzfried and Sandholm 2012): keeps the few most frequent choices. The rest is
 * what early iterations left in the average, while true mixtures stay mixed. An action that is
 * never played has a value that no strategy maintains, so it is bounded by the value of the
 * root. */
static void purify(struct ai_search *search)
{
    float most[ACTIONS_KEPT + 1] = {0}, sum = 0;

    for (int i = 0; i < search->n_choices; i++)
        for (int k = 0; k < ACTIONS_KEPT; k++)
            if (search->choice[i].share > most[k]) {
                memmove(most + k + 1, most + k, (size_t)(ACTIONS_KEPT - k) * sizeof most[0]);
                most[k] = search->choice[i].share;
                break;
            }
    for (int i = 0; i < search->n_choices; i++) {
        struct alibi_choice *choice = &search->choice[i];

        if (choice->share < most[ACTIONS_KEPT - 1] || choice->share < most[0] / SHARE_RATIO) {
            choice->share = 0;
            choice->value = fminf(choice->value, (float)search->value);
        }
        sum += choice->share;
    }
    for (int i = 0; i < search->n_choices && sum > 0; i++)
        search->choice[i].share /= sum;
}

static void end(struct ai_search *search)
{
    struct champion *c = search->memory;
    const struct cfr_node *root = &c->tree.cfr.node[0];
    float probability[CFR_ACTIONS];

    while (c->first_tree && c->tree.cfr.iteration < ITERATIONS)
        iterate(c);
    (void)cfr_evaluate(&c->tree.cfr);
    search->value = value_of(c, 0);
    cfr_average_strategy(&c->tree.cfr, 0, c->tree.lanes.own_infoset, probability);
    for (uint32_t a = 0; a < root->n_children; a++) {
        uint32_t child = root->first_child + a;
        const struct ai_public_state *state = &c->tree.public_state[child];
        struct alibi_choice choice = {.n = state->n};

        if (!is_possible(c, child))
            continue;
        memcpy(choice.move, state->move, sizeof choice.move);
        choice.value = (float)value_of(c, child);
        choice.share = probability[a];
        choice.prospect = ai_prospect_of(&c->tree, child);
        ai_search_offer(search, &choice);
    }
    purify(search);
}

/* --- The principal variation --- */

/* Whether CHILD of the root was reached by CHOICE. */
static bool is_choice(const struct champion *c, uint32_t child,
                      const struct alibi_choice *choice)
{
    const struct ai_public_state *state = &c->tree.public_state[child];

    return state->n == choice->n &&
           memcmp(state->move, choice->move, choice->n * sizeof choice->move[0]) == 0;
}

/* The most frequent child of node NUMBER over the searching seat's information set; at the
 * root, of those that CHOICE leads to. */
static uint32_t likeliest_child(const struct champion *c, uint32_t number,
                                const struct alibi_choice *choice)
{
    const struct cfr_lanes *lanes = &c->tree.lanes.cfr;
    const struct cfr_node *node = &c->tree.cfr.node[number];
    float total[CFR_ACTIONS] = {0}, probability[CFR_ACTIONS];
    int best = -1;

    for (int l = 0; l < lanes->n; l++) {
        if (!is_own_lane(c, number, l))
            continue;
        cfr_average_strategy(&c->tree.cfr, number, lanes->infoset[node->actor][node->epoch][l],
                             probability);
        for (int a = 0; a < node->n_children; a++)
            total[a] += lanes->prior[l] * probability[a];
    }
    for (int a = 0; a < node->n_children; a++)
        if ((number > 0 || is_choice(c, node->first_child + (uint32_t)a, choice)) &&
            (best < 0 || total[a] > total[best]))
            best = a;
    return node->first_child + (uint32_t)best;
}

/* Follows the most frequent actions down to a chance node or a leaf. */
static void expect(struct ai_search *search, const struct alibi_choice *choice)
{
    const int room = (int)(sizeof search->line / sizeof search->line[0]);
    const struct champion *c = search->memory;
    uint32_t at = likeliest_child(c, 0, choice);

    while (!c->tree.public_state[at].drawn && c->tree.cfr.node[at].actor < CFR_CHANCE) {
        const struct ai_public_state *state;

        at = likeliest_child(c, at, choice);
        state = &c->tree.public_state[at];
        if (search->n_line + state->n > room)
            break;
        memcpy(search->line + search->n_line, state->move, state->n * sizeof state->move[0]);
        search->n_line += state->n;
    }
}

const struct ai_method ai_champion = {.begin = begin,
                                      .step = step,
                                      .end = end,
                                      .expect = expect,
                                      .weighs = true,
                                      .considers = true,
                                      .shares = true};
