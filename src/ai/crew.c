/* The memory of a crew, and its work. */
#include "crew.h"

#include "exposure.h"

#include <assert.h>

/* Set by hand: nearly all nodes have fewer candidates and children. What is larger is expanded
 * by the searching thread afterwards, in its own workspace. */
enum {
    CANDIDATES = 512,
    NODES = 96,        /* that a leaf may grow by */
    TABLE = 1024,      /* slots of the transposition table of a leaf */
    LEAVES = 8,        /* for each member, so that all are busy until the end */
    NODES_A_LEAF = 12, /* by which the tree grows, about */
    BATCHES = 4,       /* at least, so that children are found, too */
    PART = 4,          /* of the memory: so much at most */
    ALIGNMENT = 64,    /* what different threads write lies in different cache lines */
};

/* A leaf that was taken, and what grows from it. */
struct bough {
    struct ai_growth growth;
    struct ai_transpositions table;
    uint64_t nodes[2]; /* positions searched: for candidates, for values */
};

struct ai_crew {
    struct ai_team *team;
    const struct ai_tree *tree;
    int n_members;
    struct ai_workspace *workspace; /* by member */
    int n, max;                     /* leaves that are taken */
    struct bough *bough;
};

/* --- Sharing walks --- */

struct shared {
    void (*task)(void *data, int i);
    void *data;
};

/* Passes a task of the solver's on (ai_task). */
static void pass_on(void *data, int i, int member)
{
    const struct shared *shared = data;

    (void)member;
    shared->task(shared->data, i);
}

/* Shares a walk of the solver (cfr_share). */
static void share(void *context, int n, void (*task)(void *data, int i), void *data)
{
    const struct ai_crew *crew = context;
    struct shared shared = {task, data};

    ai_team_run(crew->team, crew->n_members, n, pass_on, &shared);
}

/* --- Memory --- */

static size_t align(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Takes SIZE bytes at *AT. */
static void *take(char **at, size_t size)
{
    char *taken = *at;

    *at += align(size);
    return taken;
}

/* Bytes for what grows from a leaf: nodes, their states, their values, transpositions. */
static size_t bough_bytes(const struct ai_tree *t)
{
    size_t n = NODES, n_lanes = (size_t)t->lanes.cfr.n;

    return align(n * sizeof(struct cfr_node)) + align(n * sizeof(struct ai_public_state)) +
           align(n * n_lanes * sizeof(float)) + align(n * ai_exposure_bytes(t)) +
           align(t->knowledge->quiescence ? ai_transpositions_bytes(TABLE, t->lanes.cfr.n) : 0);
}

static size_t member_bytes(const struct ai_tree *t)
{
    return align(ai_candidates_bytes(CANDIDATES)) + align(sizeof(struct ai_workspace)) +
           LEAVES * (align(sizeof(struct bough)) + bough_bytes(t));
}

static void init_bough(const struct ai_tree *t, struct bough *bough, char **at)
{
    size_t n = NODES, n_lanes = (size_t)t->lanes.cfr.n;
    struct ai_growth *g = &bough->growth;

    *bough = (struct bough){.growth = {.made = {.max = NODES}}};
    g->made.node = take(at, n * sizeof *g->made.node);
    g->state = take(at, n * sizeof *g->state);
    g->made.value = take(at, n * n_lanes * sizeof *g->made.value);
    g->exposed = take(at, n * ai_exposure_bytes(t));
    if (t->knowledge->quiescence)
        ai_transpositions_init(&bough->table, TABLE,
                               take(at, ai_transpositions_bytes(TABLE, t->lanes.cfr.n)));
}

/* The searching thread has room for candidates already, which it uses as far as all have it. */
static void init_workspace(const struct ai_tree *t, struct ai_workspace *w, void *memory)
{
    *w = t->own;
    w->leaves.known = &t->own.leaves.table;
    if (memory)
        ai_candidates_place(&w->candidates, memory, CANDIDATES);
    assert(w->candidates.max >= CANDIDATES);
    w->candidates.max = CANDIDATES;
}

void ai_crew_init(struct ai_tree *t, size_t size, struct ai_team *team)
{
    size_t fixed = align(sizeof(struct ai_crew)) + ALIGNMENT, bytes;
    int n = ai_team_size(team);
    struct ai_crew *crew;
    char *at;

    while (n > 1 && fixed + (size_t)n * member_bytes(t) > size / PART)
        n--;
    if (n < 2)
        return;
    bytes = fixed + (size_t)n * member_bytes(t);
    at = ai_tree_set_aside(t, size, bytes);
    at += (size_t) - (uintptr_t)at % ALIGNMENT;
    crew = take(&at, sizeof *crew);
    *crew = (struct ai_crew){.team = team, .tree = t, .n_members = n, .max = n * LEAVES};
    crew->workspace = take(&at, (size_t)n * sizeof *crew->workspace);
    for (int i = 0; i < n; i++)
        init_workspace(t, &crew->workspace[i],
                       i > 0 ? take(&at, ai_candidates_bytes(CANDIDATES)) : NULL);
    crew->bough = take(&at, (size_t)crew->max * sizeof *crew->bough);
    for (int i = 0; i < crew->max; i++)
        init_bough(t, &crew->bough[i], &at);
    t->crew = crew;
    t->cfr.share = share;
    t->cfr.crew = crew;
}

/* --- Work --- */

int ai_crew_batch(const struct ai_crew *crew, uint32_t nodes)
{
    uint32_t n = nodes / (BATCHES * NODES_A_LEAF);

    if (n > (uint32_t)crew->max)
        return crew->max;
    return n < (uint32_t)crew->n_members ? crew->n_members : (int)n;
}

void ai_crew_take(struct ai_tree *t, uint32_t leaf)
{
    struct ai_crew *crew = t->crew;

    assert(crew->n < crew->max);
    crew->bough[crew->n++].growth.node = leaf;
    t->public_state[leaf].closed = true;
}

/* Expands the leaf that was taken as number I (ai_task). */
static void grow(void *data, int i, int member)
{
    const struct ai_crew *crew = data;
    struct ai_workspace *w = &crew->workspace[member];
    struct bough *bough = &crew->bough[i];

    w->candidates.nodes = w->leaves.nodes = 0;
    w->candidates.crowded = false;
    w->leaves.table = bough->table;
    if (bough->table.size > 0)
        ai_transpositions_clear(&w->leaves.table);
    ai_tree_grow(crew->tree, w, &bough->growth);
    bough->growth.whole &= !w->candidates.crowded;
    bough->table = w->leaves.table;
    bough->nodes[0] = w->candidates.nodes;
    bough->nodes[1] = w->leaves.nodes;
}

void ai_crew_expand(struct ai_tree *t)
{
    struct ai_crew *crew = t->crew;

    ai_team_run(crew->team, crew->n_members, crew->n, grow, crew);
    for (int i = 0; i < crew->n; i++) {
        const struct bough *bough = &crew->bough[i];

        t->public_state[bough->growth.node].closed = false;
        t->own.candidates.nodes += bough->nodes[0];
        t->own.leaves.nodes += bough->nodes[1];
        ai_transpositions_add(&t->own.leaves.table, &bough->table, t->lanes.cfr.n);
        if (bough->growth.whole)
            ai_tree_attach(t, &bough->growth);
        else
            ai_tree_expand(t, bough->growth.node);
    }
    crew->n = 0;
}
