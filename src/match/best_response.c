/* A node is an information set of the responder: the worlds that agree with what he was told,
 * each with the probability that chance and the opponent bring it about. Where he is to act he
 * takes the move that is best in all worlds together; elsewhere the moves of all worlds are
 * followed, and those that he is told the same about lead to the same node. Values are not
 * divided by the probability of the node, so that they add up. */
#include "best_response.h"

#include <stdlib.h>

struct world {
    struct alibi_state s;
    double probability;
};

/* What follows from a move in a world, and what the responder is told about it. */
struct branch {
    struct world world;
    bool called, taken;
    struct alibi_told told;
};

struct walk {
    enum alibi_viewer responder;
    match_policy *policy;
    void *context;
    uint64_t left; /* positions that may still be visited */
    enum match_walk status;
};

static double value_of(struct walk *w, const struct match_posterior *p,
                       const struct world *world, size_t n);

static double fail(struct walk *w, enum match_walk status)
{
    w->status = status;
    return 0;
}

/* --- Moves --- */

/* The probability of M in WORLD, as far as the responder does not choose it. */
static double chance_of(struct walk *w, const struct match_posterior *p,
                        const struct world *world, alibi_move m, int n_moves)
{
    double probability = 0;
    const struct match_type *type;

    if (world->s.to_act == w->responder)
        return 1;
    if (world->s.to_act == ALIBI_CHANCE)
        return 1. / n_moves;
    type = match_posterior_find(p, &world->s);
    if (!type || !w->policy(w->context, p, type, m, &probability))
        w->status = MATCH_WALK_FAILED;
    return probability;
}

/* Appends what follows from M in WORLD. */
static void play(struct walk *w, const struct match_posterior *p, const struct world *world,
                 alibi_move m, int n_moves, struct branch *list, size_t *n)
{
    struct branch *b = &list[*n];
    double probability = chance_of(w, p, world, m, n_moves);

    if (probability <= 0)
        return;
    *b = (struct branch){.world = *world};
    b->world.probability *= probability;
    b->told = alibi_told_move(&world->s, m, w->responder);
    b->called = world->s.game->apply(&b->world.s, m);
    ++*n;
}

/* --- Nodes --- */

/* Whether the responder is told the same of A and of B. */
static bool sounds_alike(const struct branch *a, const struct branch *b)
{
    const struct alibi_state *s = &a->world.s, *t = &b->world.s;

    return a->told.kind == b->told.kind && a->told.move == b->told.move &&
           a->told.redacted == b->told.redacted && a->called == b->called &&
           (!a->called || s->witness == t->witness) && s->winner == t->winner &&
           s->why == t->why;
}

/* The value of the node that B leads to, which has these N worlds. */
static double value_after(struct walk *w, const struct match_posterior *p,
                          const struct branch *b, const struct world *world, size_t n)
{
    struct match_posterior after;
    const struct alibi_told witness = alibi_told_witness(&b->world.s);
    double value = 0;

    if (b->world.s.winner != ALIBI_NOBODY) {
        for (size_t i = 0; i < n && b->world.s.winner == w->responder; i++)
            value += world[i].probability;
        return value;
    }
    if (match_posterior_copy(&after, p) && match_posterior_hear(&after, &b->told) &&
        (!b->called || match_posterior_hear(&after, &witness)))
        value = value_of(w, &after, world, n);
    else
        (void)fail(w, MATCH_WALK_FAILED);
    match_posterior_clear(&after);
    return value;
}

/* The sum over the nodes that the N branches of LIST lead to. */
static double add_up(struct walk *w, const struct match_posterior *p, struct branch *list,
                     size_t n)
{
    struct world *world = malloc((n ? n : 1) * sizeof *world);
    double sum = 0;

    if (!world)
        return fail(w, MATCH_WALK_FAILED);
    for (size_t i = 0; i < n && w->status == MATCH_WALKED; i++) {
        size_t alike = 0;

        if (list[i].taken)
            continue;
        for (size_t k = i; k < n; k++)
            if (!list[k].taken && sounds_alike(&list[i], &list[k])) {
                list[k].taken = true;
                world[alike++] = list[k].world;
            }
        sum += value_after(w, p, &list[i], world, alike);
    }
    free(world);
    return sum;
}

/* The responder takes the best of his moves. */
static double best_move(struct walk *w, const struct match_posterior *p,
                        const struct world *world, size_t n, struct branch *list)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    int n_moves = world[0].s.game->moves(&world[0].s, moves);
    double best = 0;

    for (int k = 0; k < n_moves; k++) {
        size_t branches = 0;
        double value;

        for (size_t i = 0; i < n; i++)
            play(w, p, &world[i], moves[k], n_moves, list, &branches);
        value = add_up(w, p, list, branches);
        best = value > best ? value : best;
    }
    return best;
}

/* Chance or the opponent moves. */
static double every_move(struct walk *w, const struct match_posterior *p,
                         const struct world *world, size_t n, struct branch *list)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    size_t branches = 0;

    for (size_t i = 0; i < n; i++) {
        int n_moves = world[i].s.game->moves(&world[i].s, moves);

        for (int k = 0; k < n_moves; k++)
            play(w, p, &world[i], moves[k], n_moves, list, &branches);
    }
    return add_up(w, p, list, branches);
}

/* Room for the branches of N worlds, which have up to this many moves each. */
static struct branch *make_room(const struct world *world, size_t n)
{
    alibi_move moves[ALIBI_MOVES_MAX];
    size_t most = 1;

    for (size_t i = 0; i < n; i++)
        most += (size_t)world[i].s.game->moves(&world[i].s, moves);
    return malloc(most * sizeof(struct branch));
}

static double value_of(struct walk *w, const struct match_posterior *p,
                       const struct world *world, size_t n)
{
    struct branch *list;
    double value;

    if (w->left < n)
        return fail(w, MATCH_TOO_LARGE);
    w->left -= n;
    list = make_room(world, n);
    if (!list)
        return fail(w, MATCH_WALK_FAILED);
    value = (world[0].s.to_act == w->responder ? best_move : every_move)(w, p, world, n, list);
    free(list);
    return value;
}

enum match_walk match_best_response(double *value, const struct alibi_view *start,
                                    match_policy *policy, void *context, uint64_t most)
{
    struct walk w = {start->viewer, policy, context, most, MATCH_WALKED};
    struct match_posterior p;
    struct world world = {.probability = 1};

    *value = 0;
    start->seen.game->deal(&world.s, start, 0);
    if (match_posterior_init(&p, start, NULL, NULL))
        *value = value_of(&w, &p, &world, 1);
    else
        w.status = MATCH_WALK_FAILED;
    match_posterior_clear(&p);
    return w.status;
}
