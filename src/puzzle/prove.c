/* Proving that one idea is right: a race of all turns. Each round gives those that are left ten
 * times the search of the round before. Of the leading idea the best and the worst turns go on,
 * of the others the best: at the end the worst of the idea must beat the best of all others.
 * What is left then has been searched on its own, with both sides' best replies.
 *
 * Last, the whole decision is solved once: there a player may be found out by what he chooses,
 * which a turn on its own cannot tell. */
#include "turns.h"

#include <alibi/puzzle.h>

#include <stdlib.h>
#include <string.h>

/* A round of the race. Set by hand. */
static const struct {
    uint64_t part; /* of the nodes: one over this */
    size_t most;   /* so many of each sort go on */
} race[] = {{1000, 40}, {100, 20}, {10, 8}, {1, 0}};

enum { ROUNDS = sizeof race / sizeof race[0], QUICK = 100, MEMORY = 16 << 20 };

static const double played = 0.8; /* the least share of the idea in the whole decision */

/* --- Comparing --- */

static int by_value(const void *a, const void *b)
{
    const struct turn *x = a, *y = b;

    return x->value != y->value ? (x->value > y->value ? -1 : 1)
                                : memcmp(x->choice.move, y->choice.move, sizeof x->choice.move);
}

/* What TURN is worth: known if it ends the game, else searched. */
static int evaluate(struct alibi_player *player, struct turn *turn, uint64_t nodes,
                    struct alibi_error *err)
{
    struct alibi_budget budget = {.nodes = nodes ? nodes : 1};
    struct alibi_thought thought;
    int status;

    turn->value = turn->chance;
    if (turn->ends != ALIBI_WHY_NONE)
        return ALIBI_OK;
    status = alibi_player_consider(player, turn->choice.move, turn->choice.n, err);
    if (status == ALIBI_OK) {
        alibi_player_think(player, &budget, &thought);
        turn->value = thought.value;
    }
    return status;
}

/* Evaluates all TURNS, and puts the best first. */
static int evaluate_all(struct alibi_player *player, struct turns *turns, uint64_t nodes,
                        struct alibi_error *err)
{
    int status = ALIBI_OK;

    for (size_t i = 0; i < turns->n && status == ALIBI_OK; i++)
        status = evaluate(player, &turns->turn[i], nodes, err);
    qsort(turns->turn, turns->n, sizeof turns->turn[0], by_value);
    return status;
}

/* The best turn of another idea than the first; NULL if there is none. */
static const struct turn *find_rival(const struct turns *turns)
{
    for (size_t i = 1; i < turns->n; i++)
        if (!pzl_turn_is_alike(&turns->turn[0], &turns->turn[i]))
            return &turns->turn[i];
    return NULL;
}

/* The worst turn of the same idea. */
static const struct turn *find_least(const struct turns *turns)
{
    size_t i = turns->n - 1;

    while (!pzl_turn_is_alike(&turns->turn[0], &turns->turn[i]))
        i--;
    return &turns->turn[i];
}

/* --- The race --- */

/* Most positions are no puzzles, and the few turns that a quick search of the whole decision
 * lists show it: FAR says whether one idea is ahead of the others. */
static int scout(struct alibi_player *player, const struct alibi_view *view, uint64_t nodes,
                 double margin, bool *far, struct alibi_error *err)
{
    struct alibi_budget budget = {.nodes = nodes / QUICK};
    struct alibi_thought thought;
    struct turn turn[ALIBI_CHOICES_MAX];
    struct turns few = {.view = *view, .turn = turn};
    const struct turn *rival;
    int status;

    view->seen.game->deal(&few.world, view, 0);
    alibi_player_think(player, &budget, &thought);
    for (int i = 0; i < thought.n_choices; i++)
        few.n +=
            pzl_turns_play(&few, thought.choice[i].move, thought.choice[i].n, &turn[few.n]);
    status = evaluate_all(player, &few, nodes / QUICK, err);
    rival = find_rival(&few);
    *far = few.n > 0 && (!rival || turn[0].value - rival->value >= margin / 2);
    return status;
}

/* Keeps those that go on after ROUND. */
static void drop(struct turns *turns, int round)
{
    const struct turn best = turns->turn[0];
    size_t alike = 0, others = 0, kept = 0, n_alike = 0;

    for (size_t i = 0; i < turns->n; i++)
        n_alike += pzl_turn_is_alike(&best, &turns->turn[i]);
    for (size_t i = 0; i < turns->n; i++) {
        bool is_alike = pzl_turn_is_alike(&best, &turns->turn[i]);
        size_t before = is_alike ? alike++ : others++;

        if (before < race[round].most || (is_alike && n_alike - before <= race[round].most))
            turns->turn[kept++] = turns->turn[i];
    }
    turns->n = kept;
}

/* Runs the race; FAR says whether one idea has stayed ahead up to the end. First guesses may
 * differ from what is found later, so ideas are given some slack on the way. */
static int run(struct alibi_player *player, struct turns *turns, uint64_t nodes, double margin,
               bool *far, struct alibi_error *err)
{
    int status = ALIBI_OK;

    *far = true;
    for (int round = 0; round < ROUNDS && *far && status == ALIBI_OK; round++) {
        const struct turn *rival;

        status = evaluate_all(player, turns, nodes / race[round].part, err);
        rival = find_rival(turns);
        *far = rival && (round == 0 || (turns->turn[0].value - rival->value >= margin / 2 &&
                                        find_least(turns)->value > rival->value));
        if (round < ROUNDS - 1)
            drop(turns, round);
    }
    return status;
}

/* --- The proof --- */

/* How often the solver of the whole decision plays the idea of the first turn. */
static double share_of(struct alibi_player *player, const struct turns *turns, uint64_t nodes)
{
    struct alibi_budget budget = {.nodes = nodes};
    struct alibi_thought thought;
    double share = 0;

    alibi_player_think(player, &budget, &thought);
    for (int i = 0; i < thought.n_choices; i++) {
        const struct alibi_choice *choice = &thought.choice[i];
        struct turn turn;

        if (pzl_turns_play(turns, choice->move, choice->n, &turn) &&
            pzl_turn_is_alike(&turns->turn[0], &turn))
            share += (double)choice->share;
    }
    return share;
}

/* Says what the finished race of TURNS has shown. */
static void conclude(struct alibi_proof *out, struct alibi_player *player,
                     const struct turns *turns, uint64_t nodes, double margin)
{
    const struct turn *best = &turns->turn[0], *rival = find_rival(turns);

    out->value = best->value;
    out->least = find_least(turns)->value;
    out->next = rival->value;
    out->answer = best->choice;
    out->rival = rival->choice;
    if (out->least - out->next >= margin)
        out->share = share_of(player, turns, nodes);
    out->proven = out->share >= played;
}

int alibi_puzzle_prove(struct alibi_proof *out, const struct alibi_view *view, uint64_t nodes,
                       double margin, struct alibi_error *err)
{
    struct alibi_player *player;
    struct turns turns = {.n = 0};
    bool far = false;
    int status = alibi_player_new(&player, "champion", view, 1, MEMORY, err);

    *out = (struct alibi_proof){.proven = false};
    if (status != ALIBI_OK)
        return status;
    status = scout(player, view, nodes, margin, &far, err);
    if (status == ALIBI_OK && far) {
        status = pzl_turns_find(&turns, view)
                     ? run(player, &turns, nodes, margin, &far, err)
                     : alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        if (status == ALIBI_OK && far)
            conclude(out, player, &turns, nodes, margin);
    }
    alibi_player_free(player);
    pzl_turns_free(&turns);
    return status;
}
