/* What a search for a matching works on: trees of alternating paths, and blossoms in them. For
 * matching.c alone, which explains it.
 *
 * Nodes are vertices, from 1 to n, and blossoms, from n + 1 on; 0 is none. A blossom is an odd
 * cycle of nodes, contracted; nodes that are in no blossom are outermost. For every pair of
 * nodes the edge with the least slack is remembered, so a blossom is treated like a vertex. */
#ifndef PEOPLE_BLOSSOM_H
#define PEOPLE_BLOSSOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint16_t node;

enum tree { UNREACHED, OUTER, INNER };

struct edge {
    node from, to; /* vertices; 0, 0 is no edge */
};

struct blossom {
    node *child; /* the cycle, from its base on */
    int children;
};

struct matcher {
    int n, nodes; /* vertices; the highest node in use */
    int cap;      /* the highest node that there can be */
    const int64_t *weight;
    int64_t *label;
    node *match;   /* the vertex at the other end of a node's edge in the matching */
    node *top;     /* the outermost node that a node is in; 0 for a blossom not in use */
    node *parent;  /* the vertex from which a node was reached */
    node *nearest; /* the outer vertex from which the edge to a node has the least slack */
    enum tree *tree;
    unsigned *seen, seen_now; /* marks of the search for a common ancestor */
    struct edge *edge;        /* between two nodes: the one with the least slack */
    node *inside;             /* of a blossom and a vertex: the child that the vertex is in */
    struct blossom *blossom;
    node *children; /* of all blossoms */
    node *queue;    /* outer vertices whose edges are to be looked at */
    int queued, taken;
};

static inline struct edge *edge_at(const struct matcher *m, int u, int v)
{
    return &m->edge[(size_t)u * (size_t)(m->cap + 1) + (size_t)v];
}

static inline node *inside_at(const struct matcher *m, int b, int v)
{
    return &m->inside[(size_t)b * (size_t)(m->n + 1) + (size_t)v];
}

static inline struct blossom *blossom_at(const struct matcher *m, int b)
{
    return &m->blossom[b - m->n - 1];
}

static inline int64_t slack(const struct matcher *m, struct edge e)
{
    return m->label[e.from] + m->label[e.to] -
           2 * m->weight[(size_t)(e.from - 1) * (size_t)m->n + (size_t)(e.to - 1)];
}

/* U, an outer vertex, may be the nearest to node X. */
void blossom_approach(struct matcher *m, node u, node x);

/* The edges of the vertices in X are to be looked at. */
void blossom_enqueue(struct matcher *m, node x);

/* Swaps what is matched on the way from U to its root, U being matched to V. */
void blossom_augment(struct matcher *m, node u, node v);

/* Where the ways from U and V to their roots meet, 0 if they do not. */
node blossom_common_ancestor(struct matcher *m, node u, node v);

/* The ways from U and V to BASE and the edge between them become a blossom. */
void blossom_contract(struct matcher *m, node u, node v, node base);

/* The inner blossom B, whose label is 0, becomes its children again. The even way from its base
 * to where it was reached stays in the tree. */
void blossom_expand(struct matcher *m, node b);

#endif
