/* Blossoms made and expanded, and paths through them. */
#include "blossom.h"

#include <string.h>

static bool closer(const struct matcher *m, struct edge a, struct edge b)
{
    return a.from && (!b.from || slack(m, a) < slack(m, b));
}

void blossom_approach(struct matcher *m, node u, node x)
{
    if (!m->nearest[x] || closer(m, *edge_at(m, u, x), *edge_at(m, m->nearest[x], x)))
        m->nearest[x] = u;
}

static void find_nearest(struct matcher *m, node x)
{
    m->nearest[x] = 0;
    for (int u = 1; u <= m->n; u++)
        if (edge_at(m, u, x)->from && m->top[u] != x && m->tree[m->top[u]] == OUTER)
            blossom_approach(m, (node)u, x);
}

void blossom_enqueue(struct matcher *m, node x)
{
    if (x <= m->n) {
        m->queue[m->queued++] = x;
        return;
    }
    for (int i = 0; i < blossom_at(m, x)->children; i++)
        blossom_enqueue(m, blossom_at(m, x)->child[i]);
}

static void put_into(struct matcher *m, node x, node top)
{
    m->top[x] = top;
    if (x > m->n)
        for (int i = 0; i < blossom_at(m, x)->children; i++)
            put_into(m, blossom_at(m, x)->child[i], top);
}

static void reverse(node *list, int count)
{
    for (int i = 0, k = count - 1; i < k; i++, k--) {
        node swapped = list[i];

        list[i] = list[k];
        list[k] = swapped;
    }
}

/* Moves the first COUNT of ALL to the end. */
static void rotate(node *list, int count, int all)
{
    reverse(list, count);
    reverse(list + count, all - count);
    reverse(list, all);
}

/* Where child X of the blossom B is in its cycle, counted in the direction in which the way
 * from the base has an even number of edges. */
static int place_of(struct matcher *m, node b, node x)
{
    struct blossom *blossom = blossom_at(m, b);
    int at = 0;

    while (blossom->child[at] != x)
        at++;
    if (at % 2 == 0)
        return at;
    reverse(blossom->child + 1, blossom->children - 1);
    return blossom->children - at;
}

/* Node U is matched by its edge to node V; within a blossom the matching moves along. */
static void match_to(struct matcher *m, node u, node v)
{
    struct edge e = *edge_at(m, u, v);
    struct blossom *blossom;
    node base;
    int at;

    m->match[u] = e.to;
    if (u <= m->n)
        return;
    blossom = blossom_at(m, u);
    base = *inside_at(m, u, e.from);
    at = place_of(m, u, base);
    for (int i = 0; i < at; i++)
        match_to(m, blossom->child[i], blossom->child[i ^ 1]);
    match_to(m, base, v);
    rotate(blossom->child, at, blossom->children);
}

void blossom_augment(struct matcher *m, node u, node v)
{
    for (;;) {
        node next = m->top[m->match[u]], up;

        match_to(m, u, v);
        if (!next)
            return;
        up = m->top[m->parent[next]];
        match_to(m, next, up);
        u = up;
        v = next;
    }
}

/* The outer node two steps nearer to the root; 0 from the root. */
static node grandparent(const struct matcher *m, node x)
{
    node inner = m->top[m->match[x]];

    return inner ? m->top[m->parent[inner]] : 0;
}

node blossom_common_ancestor(struct matcher *m, node u, node v)
{
    m->seen_now++;
    while (u || v) {
        node other = v;

        if (u) {
            if (m->seen[u] == m->seen_now)
                return u;
            m->seen[u] = m->seen_now;
            u = grandparent(m, u);
        }
        v = u;
        u = other;
    }
    return 0;
}

static node unused_blossom(struct matcher *m)
{
    int b = m->n + 1;

    while (b <= m->nodes && m->top[b])
        b++;
    if (b > m->nodes)
        m->nodes = b;
    return (node)b;
}

/* Adds the way from node X up to the blossom's base, without it. */
static void add_children(struct matcher *m, struct blossom *blossom, node x)
{
    while (x != blossom->child[0]) {
        node inner = m->top[m->match[x]];

        blossom->child[blossom->children++] = x;
        blossom->child[blossom->children++] = inner;
        blossom_enqueue(m, inner);
        x = m->top[m->parent[inner]];
    }
}

/* The edges of a new blossom are the best of its children's. */
static void collect_edges(struct matcher *m, node b)
{
    struct blossom *blossom = blossom_at(m, b);

    for (int x = 1; x <= m->nodes; x++)
        *edge_at(m, b, x) = *edge_at(m, x, b) = (struct edge){0, 0};
    memset(inside_at(m, b, 0), 0, sizeof(node) * (size_t)(m->n + 1));
    for (int i = 0; i < blossom->children; i++) {
        node child = blossom->child[i];

        for (int x = 1; x <= m->nodes; x++)
            if (closer(m, *edge_at(m, child, x), *edge_at(m, b, x))) {
                *edge_at(m, b, x) = *edge_at(m, child, x);
                *edge_at(m, x, b) = *edge_at(m, x, child);
            }
        for (int v = 1; v <= m->n; v++)
            if (*inside_at(m, child, v))
                *inside_at(m, b, v) = child;
    }
}

void blossom_contract(struct matcher *m, node u, node v, node base)
{
    node b = unused_blossom(m);
    struct blossom *blossom = blossom_at(m, b);

    m->label[b] = 0;
    m->tree[b] = OUTER;
    m->match[b] = m->match[base];
    blossom->child[0] = base;
    blossom->children = 1;
    add_children(m, blossom, u);
    reverse(blossom->child + 1, blossom->children - 1);
    add_children(m, blossom, v);
    put_into(m, b, b);
    collect_edges(m, b);
    find_nearest(m, b);
}

void blossom_expand(struct matcher *m, node b)
{
    struct blossom *blossom = blossom_at(m, b);
    node reached = *inside_at(m, b, edge_at(m, b, m->parent[b])->from);
    int at;

    for (int i = 0; i < blossom->children; i++)
        put_into(m, blossom->child[i], blossom->child[i]);
    at = place_of(m, b, reached);
    for (int i = 0; i < at; i += 2) {
        node inner = blossom->child[i], outer = blossom->child[i + 1];

        m->parent[inner] = edge_at(m, outer, inner)->from;
        m->tree[inner] = INNER;
        m->tree[outer] = OUTER;
        m->nearest[inner] = 0;
        find_nearest(m, outer);
        blossom_enqueue(m, outer);
    }
    m->tree[reached] = INNER;
    m->parent[reached] = m->parent[b];
    for (int i = at + 1; i < blossom->children; i++) {
        m->tree[blossom->child[i]] = UNREACHED;
        find_nearest(m, blossom->child[i]);
    }
    m->top[b] = 0;
}
