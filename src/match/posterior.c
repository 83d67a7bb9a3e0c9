/* Types are made from the worlds that agree with what is public, not with what the reader knows
 * beyond that: a solver that models both sides needs the weights of those, too. A card that the
 * opponent draws splits a type into as many as there are cards; as the order in which cards
 * came does not matter, types that meet again become one, with the mean of their likelihoods.
 */
#include "posterior.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The least weight of a world, relative to the likeliest; set by hand. */
static const double least_weight = 1e-3;

/* --- Types --- */

/* What a world says of the opponent's type. */
static struct match_type type_of(const struct match_posterior *p, const struct alibi_state *s)
{
    return (struct match_type){.identity =
                                   p->opponent == ALIBI_JACK ? s->identity : ALIBI_NO_ONE,
                               .cards = s->alibis[p->opponent],
                               .world = *s};
}

static bool is_same(const struct match_type *a, const struct match_type *b)
{
    return a->identity == b->identity && a->cards == b->cards;
}

/* The type like T in a list of N; NULL if there is none. */
static struct match_type *find(struct match_type *list, size_t n, const struct match_type *t)
{
    for (size_t i = 0; i < n; i++)
        if (is_same(&list[i], t))
            return &list[i];
    return NULL;
}

const struct match_type *match_posterior_find(const struct match_posterior *p,
                                              const struct alibi_state *world)
{
    struct match_type t = type_of(p, world);

    return find(p->type, p->n_types, &t);
}

double match_posterior_weigh(const void *context, const struct alibi_state *world)
{
    const struct match_type *t = match_posterior_find(context, world);

    return t ? fmax(t->likelihood, least_weight) : least_weight;
}

/* The character by whom CHILD differs from PARENT: the identity that was dealt, or a card that
 * was drawn; ALIBI_NO_ONE if it is no child of his. */
static unsigned difference(const struct match_type *parent, const struct match_type *child)
{
    unsigned drawn = child->cards & ~(unsigned)parent->cards;

    if (parent->cards & ~(unsigned)child->cards)
        return ALIBI_NO_ONE;
    if (parent->identity != child->identity)
        return parent->identity == ALIBI_NO_ONE && !drawn ? child->identity : ALIBI_NO_ONE;
    for (unsigned i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        if (drawn == 1U << i)
            return i;
    return ALIBI_NO_ONE;
}

/* Fills in T, which came about by the last secret that the opponent was told. */
static void inherit(const struct match_posterior *p, struct match_type *t)
{
    const struct alibi_game *game = t->world.game;
    double likelihood = 0, bits = 0;
    int parents = 0;

    for (size_t i = 0; i < p->n_types; i++) {
        const struct match_type *parent = &p->type[i];
        unsigned who = difference(parent, t);

        if (who == ALIBI_NO_ONE)
            continue;
        likelihood += parent->likelihood;
        bits += parent->likelihood * parent->bits; /* an unlikely order tells little */
        if (parents++ > 0)
            continue;
        t->n_secrets = parent->n_secrets;
        memcpy(t->secret, parent->secret, sizeof t->secret);
        assert(t->n_secrets < ALIBI_SECRETS_MAX);
        t->secret[t->n_secrets++] =
            game->secret_move((struct alibi_secret){p->kind, (uint8_t)who});
    }
    assert(parents > 0);
    t->likelihood = likelihood / parents;
    t->bits = likelihood > 0 ? bits / likelihood : 0;
}

/* Makes the list of types again from what is public now. */
static bool renew_types(struct match_posterior *p)
{
    size_t n_worlds, n = 0;
    const struct alibi_state *truth = alibi_watch_worlds(p->watch, &n_worlds);
    const struct alibi_game *game = truth->game;
    struct alibi_view open;
    struct match_type *list;
    uint32_t deals;

    game->observe(&open, truth, ALIBI_AS_PUBLIC);
    deals = game->deals(&open);
    list = malloc(deals * sizeof *list);
    if (!list)
        return false;
    for (uint32_t i = 0; i < deals; i++) {
        struct alibi_state s;
        struct match_type t;
        const struct match_type *old;

        game->deal(&s, &open, i);
        t = type_of(p, &s);
        if (find(list, n, &t))
            continue;
        old = find(p->type, p->n_types, &t);
        if (old) {
            list[n] = *old;
            list[n++].world = s;
        } else {
            inherit(p, &t);
            list[n++] = t;
        }
    }
    free(p->type);
    p->type = list;
    p->n_types = n;
    return true;
}

/* --- Choices --- */

/* Types that think alike: the same Jack who lacks as much, or a Detective whose cards clear the
 * same suspects. Only one of them is asked. */
static bool think_alike(const struct match_posterior *p, const struct match_type *a,
                        const struct match_type *b)
{
    const struct alibi_game *game = a->world.game;

    if (p->opponent == ALIBI_DETECTIVE)
        return ((a->cards ^ b->cards) & a->world.suspects) == 0;
    return a->identity == b->identity &&
           (!game->missing || game->missing(&a->world) == game->missing(&b->world));
}

/* How likely M is for each type; false if the policy failed. *FREE becomes true if one of them
 * had another move. */
static bool ask(struct match_posterior *p, alibi_move m, double *likely, bool *free_choice)
{
    for (size_t i = 0; i < p->n_types; i++) {
        const struct match_type *t = &p->type[i];
        alibi_move moves[ALIBI_MOVES_MAX];
        size_t k = 0;

        while (k < i && !think_alike(p, t, &p->type[k]))
            k++;
        *free_choice |= t->world.game->moves(&t->world, moves) > 1;
        if (!alibi_is_legal(&t->world, m))
            likely[i] = 0;
        else if (k < i)
            likely[i] = likely[k];
        else if (!p->policy(p->context, p, t, m, &likely[i]))
            return false;
    }
    return true;
}

/* What is to be found out about the opponent: who Jack is, which cards the Detective has. */
static bool same_secret(const struct match_posterior *p, const struct match_type *a,
                        const struct match_type *b)
{
    return p->opponent == ALIBI_JACK ? a->identity == b->identity : a->cards == b->cards;
}

/* Adds SIGN times the log probability that the reader gives to its secret to the bits of every
 * type; MASS has room for one number a type. */
static void add_bits(struct match_posterior *p, double sign, double *mass)
{
    size_t n;
    const struct alibi_state *world = alibi_watch_worlds(p->watch, &n);
    double all = 0;

    memset(mass, 0, p->n_types * sizeof *mass);
    for (size_t i = 0; i < n; i++) {
        const struct match_type *t = match_posterior_find(p, &world[i]);

        if (t) {
            mass[t - p->type] += t->likelihood;
            all += t->likelihood;
        }
    }
    for (size_t i = 0; i < p->n_types; i++) {
        double mine = 0;

        for (size_t k = 0; k < p->n_types; k++)
            if (same_secret(p, &p->type[i], &p->type[k]))
                mine += mass[k];
        if (mine > 0)
            p->type[i].bits += sign * log2(mine / all);
    }
}

/* Bayes' rule, for the opponent's move M. */
static bool weigh_types(struct match_posterior *p, const struct alibi_state *seen, alibi_move m)
{
    double *likely = calloc(p->n_types, 2 * sizeof *likely), most = 0;
    bool free_choice = false, asked = likely && ask(p, m, likely, &free_choice);

    if (asked && free_choice) {
        add_bits(p, -1, likely + p->n_types);
        for (size_t i = 0; i < p->n_types; i++)
            most = fmax(most, p->type[i].likelihood *= likely[i]);
        for (size_t i = 0; i < p->n_types && most > 0; i++)
            p->type[i].likelihood /= most;
        add_bits(p, 1, likely + p->n_types);
        p->choices += seen->round != p->round || seen->slot != p->slot;
        p->round = seen->round;
        p->slot = seen->slot;
    }
    free(likely);
    return asked;
}

double match_posterior_bits(const struct match_posterior *p, const struct alibi_state *truth)
{
    const struct match_type t = type_of(p, truth);

    for (size_t i = 0; i < p->n_types; i++)
        if (same_secret(p, &p->type[i], &t))
            return p->type[i].bits;
    for (size_t i = 0; i < p->n_types; i++) /* a card drawn with the last move */
        if (difference(&p->type[i], &t) != ALIBI_NO_ONE)
            return p->type[i].bits;
    return 0;
}

/* --- Following the game --- */

bool match_posterior_init(struct match_posterior *p, const struct alibi_view *start,
                          match_policy *policy, void *context)
{
    struct alibi_state s;

    assert(start->seen.round == 0);
    *p = (struct match_posterior){.policy = policy, .context = context};
    p->opponent = start->viewer == ALIBI_AS_JACK ? ALIBI_DETECTIVE : ALIBI_JACK;
    start->seen.game->deal(&s, start, 0);
    start->seen.game->observe(&p->start, &s, alibi_viewer_of(p->opponent));
    p->type = malloc(sizeof *p->type);
    if (!p->type || alibi_watch_new(&p->watch, start) != ALIBI_OK)
        return false;
    p->n_types = 1;
    p->type[0] = type_of(p, &s);
    p->type[0].likelihood = 1;
    return true;
}

void match_posterior_clear(struct match_posterior *p)
{
    if (p->watch)
        alibi_watch_free(p->watch);
    free(p->type);
    free(p->told);
    free(p->own);
    *p = (struct match_posterior){.watch = NULL};
}

bool match_posterior_copy(struct match_posterior *out, const struct match_posterior *p)
{
    size_t room = p->cap ? p->cap : 1;

    *out = *p;
    out->cap = room;
    out->watch = NULL;
    out->type = malloc(p->n_types * sizeof *out->type);
    out->told = malloc(room * sizeof *out->told);
    out->own = malloc(room * sizeof *out->own);
    if (!out->type || !out->told || !out->own ||
        alibi_watch_copy(&out->watch, p->watch) != ALIBI_OK)
        return false;
    memcpy(out->type, p->type, p->n_types * sizeof *out->type);
    if (p->n_told) {
        memcpy(out->told, p->told, p->n_told * sizeof *out->told);
        memcpy(out->own, p->own, p->n_told * sizeof *out->own);
    }
    return true;
}

static bool make_room(struct match_posterior *p)
{
    size_t cap = p->cap ? 2 * p->cap : 64;
    struct alibi_told *told;
    int8_t *own;

    if (p->n_told < p->cap)
        return true;
    told = realloc(p->told, cap * sizeof *told);
    if (told)
        p->told = told;
    own = realloc(p->own, cap * sizeof *own);
    if (own)
        p->own = own;
    if (!told || !own)
        return false;
    p->cap = cap;
    return true;
}

/* Keeps what the opponent is told, where the reader is TOLD this and saw SEEN before. */
static bool keep(struct match_posterior *p, const struct alibi_state *seen,
                 const struct alibi_told *told)
{
    struct alibi_told his = *told;

    if (!make_room(p))
        return false;
    p->own[p->n_told] = -1;
    if (told->kind == ALIBI_TOLD_MOVE)
        his = alibi_told_move(seen, told->move, alibi_viewer_of(p->opponent));
    if (told->kind == ALIBI_TOLD_HIDDEN) {
        p->own[p->n_told] = p->n_secrets++;
        p->kind = told->redacted;
    }
    p->told[p->n_told++] = his;
    return true;
}

bool match_posterior_hear(struct match_posterior *p, const struct alibi_told *told)
{
    struct alibi_view view = {.viewer = ALIBI_AS_PUBLIC};
    bool settled = alibi_watch_settled(p->watch);

    if (p->over)
        return true; /* what had been hidden comes out: that is not for readers */
    if (settled)
        alibi_watch_view(p->watch, &view);
    if (settled && told->kind == ALIBI_TOLD_MOVE && view.seen.to_act == p->opponent &&
        p->policy && p->n_types > 1 && !weigh_types(p, &view.seen, told->move))
        return false;
    p->over = told->kind == ALIBI_TOLD_RESULT;
    if (!keep(p, &view.seen, told) || alibi_watch_hear(p->watch, told, NULL) != ALIBI_OK)
        return false;
    return p->over || !alibi_watch_settled(p->watch) || renew_types(p);
}

struct alibi_told match_posterior_told(const struct match_posterior *p,
                                       const struct match_type *type, size_t i)
{
    struct alibi_told told = p->told[i];

    if (p->own[i] >= 0) {
        assert(p->own[i] < type->n_secrets);
        told.kind = ALIBI_TOLD_MOVE;
        told.move = type->secret[p->own[i]];
    }
    return told;
}
