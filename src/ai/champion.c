/* The champion: a tree that grows where play is likely to go, solved all the while.
 *
 * The root is the position, a decision is a whole activation, and the leaves are judged by the
 * value function for every lane. Whenever the tree has grown by half, CFR finds both players'
 * strategies in it anew. Leaves to grow are found by playing down the tree, half of the
 * time as the strategies say and half of the time where little was looked at. So Jack mixes
 * where purity would give him away, and the Detective answers mixtures. Where a round is over
 * the tree ends, unless the next cards are known already; rounds near the end of the game are
 * searched to the end of it. */
#include "search.h"
#include "tree.h"

#include <math.h>
#include <string.h>

enum {
    SOME = 30,    /* iterations whenever the tree has grown by half, */
    ENOUGH = 300, /* and when it cannot grow any more */
    KEPT = 3,     /* choices that are mixed at the root */
};

struct champion {
    int due;             /* iterations before the tree grows on, */
    bool first;          /* of the first tree, which is solved whatever the budget */
    uint32_t large;      /* nodes at which it is solved again */
    struct ai_tree tree; /* last: its nodes follow it */
};

/* --- Where to grow --- */

/* A lane that comes to the root, as likely as it is. */
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

/* The child to go to from NODE in lane L by the average strategy, or by how promising and how
 * little visited it is. */
static uint32_t choose_child(struct ai_search *search, struct champion *c, uint32_t number,
                             int l)
{
    const struct cfr_node *node = &c->tree.cfr.node[number];
    bool nature = node->actor == CFR_CHANCE;
    bool explore = !nature && ai_search_random(search) < 0.5;
    int set = nature ? 0 : c->tree.lanes.cfr.infoset[node->actor][node->epoch][l];
    double best = -1, x = ai_search_random(search);
    uint32_t chosen = UINT32_MAX;
    float share[CFR_ACTIONS];

    if (!nature && !explore)
        cfr_average_strategy(&c->tree.cfr, number, set, share);
    for (uint32_t a = 0; a < node->n_children; a++) {
        uint32_t child = node->first_child + a;
        const struct cfr_node *to = &c->tree.cfr.node[child];
        double v = (double)cfr_values(&c->tree.cfr, child)[l];

        if (!cfr_has(&to->alive, l) || c->tree.spot[child].done)
            continue;
        if (explore) {
            double merit = (node->actor == CFR_JACK ? v : 1 - v) +
                           0.7 * sqrt((double)node->visits + 1) / (1 + (double)to->visits);

            if (merit > best) {
                best = merit;
                chosen = child;
            }
        } else {
            x -= (double)(nature ? to->probability : share[a]);
            if (chosen == UINT32_MAX || x > -1)
                chosen = child;
            if (x < 0)
                break;
        }
    }
    return chosen;
}

static void grow_somewhere(struct ai_search *search, struct champion *c)
{
    uint32_t path[64], node = 0;
    int n = 0, l = draw_lane(search, c);

    while (c->tree.cfr.node[node].actor != CFR_LEAF && n < 64) {
        c->tree.cfr.node[node].visits++;
        path[n++] = node;
        node = choose_child(search, c, node, l);
        if (node == UINT32_MAX)
            return; /* in this lane nothing is left to grow */
    }
    c->tree.cfr.node[node].visits++;
    ai_tree_grow(&c->tree, node);
    if (c->tree.spot[node].done)
        ai_tree_mark_done(&c->tree, path, n);
}

/* --- The method --- */

static uint64_t looked_at(const struct champion *c)
{
    return c->tree.candidates.nodes + c->tree.finish.nodes;
}

/* Whether it is time to solve; then what was found in the smaller tree is only a hint. */
static void check_size(struct champion *c)
{
    bool whole = c->tree.full || c->tree.spot[0].done;

    if (c->tree.cfr.n_nodes < c->large && !whole)
        return;
    cfr_restart(&c->tree.cfr);
    c->due = whole ? ENOUGH : SOME;
    c->large = c->tree.cfr.n_nodes * 3 / 2;
}

static void begin(struct ai_search *search)
{
    struct champion *c = search->memory;

    ai_tree_init(&c->tree, search->size - offsetof(struct champion, tree), &search->view);
    ai_tree_grow(&c->tree, 0);
    c->large = 0;
    c->first = true;
    check_size(c);
    search->nodes = looked_at(c);
}

/* What an iteration costs, in positions that could have been looked at in its time. */
static uint64_t walk_cost(const struct champion *c)
{
    return c->tree.cfr.n_nodes * (uint64_t)(c->tree.lanes.cfr.n + 8) / 250 + 1;
}

static bool step(struct ai_search *search, uint64_t until)
{
    struct champion *c = search->memory;

    while (search->nodes < until) {
        if (c->due > 0) {
            cfr_iterate(&c->tree.cfr);
            search->nodes += walk_cost(c);
            c->first &= --c->due > 0;
        } else if (c->tree.cfr.node[0].n_children == 1 || c->tree.full ||
                   c->tree.spot[0].done) {
            return false;
        } else {
            search->nodes -= looked_at(c);
            grow_somewhere(search, c);
            search->nodes += looked_at(c) + 1;
            check_size(c);
        }
    }
    return true;
}

/* The mover's chance after root choice A, in the lanes that he cannot tell from the truth. */
static double choice_value(const struct champion *c, uint32_t node)
{
    const struct cfr_lanes *lanes = &c->tree.lanes.cfr;
    const float *v = cfr_values(&c->tree.cfr, node);
    double sum = 0, total = 0;

    for (int l = 0; l < lanes->n; l++)
        if (lanes->infoset[c->tree.lanes.seat][0][l] == c->tree.lanes.own_infoset &&
            cfr_has(&c->tree.cfr.node[node].alive, l)) {
            sum += (double)(lanes->prior[l] * v[l]);
            total += (double)lanes->prior[l];
        }
    sum = total > 0 ? sum / total : 0.5;
    return c->tree.lanes.seat == ALIBI_JACK ? sum : 1 - sum;
}

/* Whether the mover, as far as he knows, can play root choice A at all. */
static bool is_mine(const struct champion *c, uint32_t node)
{
    for (int l = 0; l < c->tree.lanes.cfr.n; l++)
        if (c->tree.lanes.cfr.infoset[c->tree.lanes.seat][0][l] == c->tree.lanes.own_infoset &&
            cfr_has(&c->tree.cfr.node[node].alive, l))
            return true;
    return false;
}

/* Keeps the few choices that are played most, and the most of these even more: what is left
 * over from early iterations is never played, and what is mixed in truth stays mixed. Where
 * nobody goes, values are not looked after, and can be no better than what is played. */
static void purify(struct ai_search *search)
{
    float most[KEPT + 1] = {0}, sum = 0;

    for (int i = 0; i < search->n_choices; i++)
        for (int k = 0; k < KEPT; k++)
            if (search->choice[i].share > most[k]) {
                memmove(most + k + 1, most + k, (size_t)(KEPT - k) * sizeof most[0]);
                most[k] = search->choice[i].share;
                break;
            }
    for (int i = 0; i < search->n_choices; i++) {
        struct alibi_choice *choice = &search->choice[i];

        if (choice->share < most[KEPT - 1] || choice->share < most[0] / 5) {
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
    float share[CFR_ACTIONS];

    while (c->first && c->tree.cfr.iteration < SOME)
        cfr_iterate(&c->tree.cfr);
    (void)cfr_evaluate(&c->tree.cfr);
    search->value = choice_value(c, 0);
    cfr_average_strategy(&c->tree.cfr, 0, c->tree.lanes.own_infoset, share);
    for (int a = 0; a < c->tree.cfr.node[0].n_children; a++) {
        uint32_t child = c->tree.cfr.node[0].first_child + (uint32_t)a;
        const struct ai_spot *spot = &c->tree.spot[child];
        struct alibi_choice choice = {.n = spot->n};

        if (!is_mine(c, child))
            continue;
        memcpy(choice.move, spot->move, sizeof choice.move);
        choice.value = (float)choice_value(c, child);
        choice.share = share[a];
        ai_search_offer(search, &choice);
    }
    purify(search);
}

/* Whether CHILD of the root is what CHOICE stands for. */
static bool is_choice(const struct champion *c, uint32_t child,
                      const struct alibi_choice *choice)
{
    const struct ai_spot *spot = &c->tree.spot[child];

    return spot->n == choice->n &&
           memcmp(spot->move, choice->move, choice->n * sizeof choice->move[0]) == 0;
}

/* The child of NODE that is played most, as far as the thinker can tell; at the root, of those
 * that CHOICE stands for. */
static uint32_t likeliest(const struct champion *c, uint32_t number,
                          const struct alibi_choice *choice)
{
    const struct cfr_lanes *lanes = &c->tree.lanes.cfr;
    const struct cfr_node *node = &c->tree.cfr.node[number];
    float total[CFR_ACTIONS] = {0}, share[CFR_ACTIONS];
    int best = -1;

    for (int l = 0; l < lanes->n; l++) {
        if (lanes->infoset[c->tree.lanes.seat][0][l] != c->tree.lanes.own_infoset ||
            !cfr_has(&node->alive, l))
            continue;
        cfr_average_strategy(&c->tree.cfr, number, lanes->infoset[node->actor][node->epoch][l],
                             share);
        for (int a = 0; a < node->n_children; a++)
            total[a] += lanes->prior[l] * share[a];
    }
    for (int a = 0; a < node->n_children; a++)
        if ((number > 0 || is_choice(c, node->first_child + (uint32_t)a, choice)) &&
            (best < 0 || total[a] > total[best]))
            best = a;
    return node->first_child + (uint32_t)best;
}

/* What is played most, on and on, up to what chance decides or nobody has looked at. */
static void expect(struct ai_search *search, const struct alibi_choice *choice)
{
    const int room = (int)(sizeof search->line / sizeof search->line[0]);
    const struct champion *c = search->memory;
    uint32_t at = likeliest(c, 0, choice);

    while (!c->tree.spot[at].drawn && c->tree.cfr.node[at].actor < CFR_CHANCE) {
        const struct ai_spot *spot = &c->tree.spot[at = likeliest(c, at, choice)];

        if (search->n_line + spot->n > room)
            break;
        memcpy(search->line + search->n_line, spot->move, spot->n * sizeof spot->move[0]);
        search->n_line += spot->n;
    }
}

const struct ai_method ai_champion = {begin, step, end, expect};
