/* Edmonds' blossom algorithm, primal and dual, in O(n^3) (Galil, "Efficient algorithms for
 * finding maximum matching in graphs", 1986).
 *
 * Trees of alternating paths grow from the free nodes: each node is outer (an even distance
 * from the root), inner or not reached. An edge is tight if its slack is 0. Tight edges make
 * trees grow, close blossoms, or join two trees, which augments the matching. If there is no
 * tight edge, the labels (dual variables) change by as much as possible. */
#include "matching.h"

#include "blossom.h"

#include <stdlib.h>

/* E is tight and begins at an outer node. Returns whether the matching has grown. */
static bool follow(struct matcher *m, struct edge e)
{
    node u = m->top[e.from], v = m->top[e.to], base;

    if (m->tree[v] == UNREACHED) {
        node next = m->top[m->match[v]];

        m->parent[v] = e.from;
        m->tree[v] = INNER;
        m->tree[next] = OUTER;
        m->nearest[v] = m->nearest[next] = 0;
        blossom_enqueue(m, next);
    } else if (m->tree[v] == OUTER) {
        base = blossom_common_ancestor(m, u, v);
        if (!base) {
            blossom_augment(m, u, v);
            blossom_augment(m, v, u);
            return true;
        }
        blossom_contract(m, u, v, base);
    }
    return false;
}

/* Looks at the edges of all outer vertices that have not been looked at. */
static bool search(struct matcher *m)
{
    while (m->taken < m->queued) {
        node u = m->queue[m->taken++];

        for (int v = 1; v <= m->n; v++) {
            struct edge e = *edge_at(m, u, v);

            if (!e.from || m->top[u] == m->top[v])
                continue;
            if (slack(m, e) > 0)
                blossom_approach(m, u, m->top[v]);
            else if (follow(m, e))
                return true;
        }
    }
    return false;
}

static int64_t least(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* By how much the labels can change until an edge becomes tight, an inner blossom must be
 * expanded, or a free vertex is at 0: these have the least label of all outer ones. */
static int64_t step_size(const struct matcher *m)
{
    int64_t step = INT64_MAX;

    for (int x = 1; x <= m->nodes; x++) {
        if (m->top[x] != x)
            continue;
        if (x > m->n && m->tree[x] == INNER)
            step = least(step, m->label[x] / 2);
        if (m->nearest[x] && m->tree[x] != INNER) {
            int64_t s = slack(m, *edge_at(m, m->nearest[x], x));

            step = least(step, m->tree[x] == OUTER ? s / 2 : s);
        }
    }
    for (int u = 1; u <= m->n; u++)
        if (m->tree[m->top[u]] == OUTER)
            step = least(step, m->label[u]);
    return step;
}

/* Returns false when a free vertex is at 0: the matching is the best one. */
static bool change_labels(struct matcher *m)
{
    int64_t step = step_size(m);
    bool left = true;

    for (int u = 1; u <= m->n; u++) {
        enum tree tree = m->tree[m->top[u]];

        m->label[u] += tree == OUTER ? -step : tree == INNER ? step : 0;
        left = left && (tree != OUTER || m->label[u] > 0);
    }
    for (int b = m->n + 1; b <= m->nodes; b++)
        if (m->top[b] == b && m->tree[b] != UNREACHED)
            m->label[b] += m->tree[b] == OUTER ? 2 * step : -2 * step;
    return left;
}

/* Follows the edges that have become tight, and expands blossoms. */
static bool settle(struct matcher *m)
{
    m->queued = m->taken = 0;
    for (int x = 1; x <= m->nodes; x++) {
        node u = m->nearest[x];

        if (m->top[x] == x && u && m->top[u] != x && slack(m, *edge_at(m, u, x)) == 0 &&
            follow(m, *edge_at(m, u, x)))
            return true;
    }
    for (int b = m->n + 1; b <= m->nodes; b++)
        if (m->top[b] == b && m->tree[b] == INNER && m->label[b] == 0)
            blossom_expand(m, (node)b);
    return false;
}

/* Finds one more pair. */
static bool grow(struct matcher *m)
{
    m->queued = m->taken = 0;
    for (int x = 1; x <= m->nodes; x++) {
        m->tree[x] = UNREACHED;
        m->nearest[x] = 0;
    }
    for (int x = 1; x <= m->nodes; x++)
        if (m->top[x] == x && !m->match[x]) {
            m->parent[x] = 0;
            m->tree[x] = OUTER;
            blossom_enqueue(m, (node)x);
        }
    if (m->queued == 0)
        return false;
    for (;;) {
        if (search(m))
            return true;
        if (!change_labels(m))
            return false;
        if (settle(m))
            return true;
    }
}

static bool allocate(struct matcher *m, int n)
{
    size_t all = (size_t)n + (size_t)n / 2 + 1, blossoms = all - (size_t)n;

    m->n = m->nodes = n;
    m->cap = (int)all - 1;
    m->label = calloc(all, sizeof *m->label);
    m->match = calloc(5 * all, sizeof *m->match);
    m->tree = calloc(all, sizeof *m->tree);
    m->seen = calloc(all, sizeof *m->seen);
    m->edge = calloc(all * all, sizeof *m->edge);
    m->inside = calloc(all * ((size_t)n + 1), sizeof *m->inside);
    m->blossom = calloc(blossoms, sizeof *m->blossom);
    m->children = calloc(blossoms * (size_t)n + 1, sizeof *m->children);
    return m->label && m->match && m->tree && m->seen && m->edge && m->inside && m->blossom &&
           m->children;
}

static void prepare(struct matcher *m)
{
    int64_t heaviest = 0;
    int all = m->cap + 1;

    m->top = m->match + all;
    m->parent = m->top + all;
    m->nearest = m->parent + all;
    m->queue = m->nearest + all;
    for (int b = m->n + 1; b < all; b++)
        blossom_at(m, b)->child = m->children + (size_t)(b - m->n - 1) * (size_t)m->n;
    for (int u = 1; u <= m->n; u++) {
        m->top[u] = *inside_at(m, u, u) = (node)u;
        for (int v = 1; v <= m->n; v++) {
            int64_t w = m->weight[(size_t)(u - 1) * (size_t)m->n + (size_t)(v - 1)];

            if (u != v && w > 0)
                *edge_at(m, u, v) = (struct edge){(node)u, (node)v};
            heaviest = u != v && w > heaviest ? w : heaviest;
        }
    }
    for (int u = 1; u <= m->n; u++)
        m->label[u] = heaviest;
}

static void release(struct matcher *m)
{
    free(m->label);
    free(m->match);
    free(m->tree);
    free(m->seen);
    free(m->edge);
    free(m->inside);
    free(m->blossom);
    free(m->children);
}

bool matching_find(int n, const int64_t *weight, int *mate)
{
    struct matcher m = {.weight = weight};
    bool ok = allocate(&m, n);

    if (ok) {
        prepare(&m);
        while (grow(&m))
            continue;
        for (int u = 1; u <= n; u++)
            mate[u - 1] = (int)m.match[u] - 1;
    }
    release(&m);
    return ok;
}
