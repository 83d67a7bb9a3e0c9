/* Games of the champion against itself, and samples from its searches.
 *
 * A search solves a tree for all suspects at once, so it tells of each of them what a position
 * is worth to him, not only of the true Jack. Samples come from the root; from nodes below it,
 * which are more varied than what good players reach; and from the moment before the cards of a
 * new round are known, of which the next search tells. Now and then something else than the
 * choice of the search is played. */
#include "sample.h"

#include "ai/champion.h"
#include "ai/knowledge.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Set by hand. */
enum {
    MEMORY = 64 << 20,
    SAMPLES_MAX = 1 << 13, /* of a game */
    OTHERWISE = 4,         /* one in so many decisions is drawn from all that are not bad */
    WALKS = 12,            /* down the tree of a search */
    GOES_ON = 3,           /* of 5 nodes on a walk, at so many it goes on */
    LEAST_VISITS = 12,     /* of a node whose value is believed */
    LANES = 3,             /* samples of a node; twice as many of the root */
};

static const double bad = 0.1; /* so much worse than the search's value */

struct play {
    struct alibi_state s;
    struct alibi_rng rng;
    struct ai_search search;
    struct alibi_state due; /* the position in which cards were due, */
    bool is_due;            /* if nothing has been searched since */
    uint16_t number;
    uint32_t n;
    struct sample sample[SAMPLES_MAX];
};

static uint32_t below(struct play *p, uint32_t n)
{
    return alibi_rng_below(&p->rng, n);
}

static const struct ai_tree *tree_of(const struct play *p)
{
    return &((const struct champion *)p->search.memory)->tree;
}

/* --- Samples --- */

/* Whether LANE agrees with what the Detective knows in this game. */
static bool has_his_hand(const struct play *p, const struct ai_lane *lane)
{
    return lane->innocent == (p->s.alibis[ALIBI_DETECTIVE] & p->s.suspects);
}

/* Adds a sample of AT for LANE, in which it is worth VALUE. */
static void add(struct play *p, const struct ai_outcome *at, const struct ai_lane *lane,
                float value)
{
    const struct alibi_game *game = at->s.game;
    struct sample *to = &p->sample[p->n];
    struct alibi_state of_lane = at->s;
    struct alibi_outlook outlook;
    struct ai_value evaluation;
    bool is_jack = lane->identity == p->s.identity && has_his_hand(p, lane);

    if (p->n == SAMPLES_MAX)
        return;
    p->n++;
    ai_lane_enter(&of_lane, lane, ai_epoch(&tree_of(p)->lanes, &at->s));
    game->outlook(&outlook, &at->s);
    ai_value_prepare(&evaluation, ai_knowledge_of(game)->weights[0], &at->s, &outlook,
                     lane->innocent, at->hidden_draws);
    ai_features(to->x, &evaluation, at->hidden_draws, lane->identity,
                game->missing ? game->missing(&of_lane) : 0);
    to->value = fminf(value, 1); /* the solver's sums are rounded */
    to->game = p->number;
    to->phase = (uint8_t)ai_phase(&at->s, &outlook);
    to->result = is_jack ? 0 : SAMPLE_NOT_HIM; /* who wins is filled in later */
}

/* Adds samples of AT, as worth as NODE is, for at most MOST of the N lanes in LIST. */
static void add_some(struct play *p, const struct ai_outcome *at, uint32_t node, int *list,
                     int n, int most)
{
    for (; n > 0 && most > 0; most--) {
        uint32_t i = below(p, (uint32_t)n);

        add(p, at, &tree_of(p)->lanes.lane[list[i]],
            cfr_values(&tree_of(p)->cfr, node)[list[i]]);
        list[i] = list[--n];
    }
}

/* Adds samples of S, in which the game is or has just been, as worth as the root is. The root's
 * candidates were chosen for the Detective's true hand. */
static void add_root(struct play *p, const struct alibi_state *s)
{
    const struct ai_lanes *lanes = &tree_of(p)->lanes;
    const struct ai_outcome at = {.s = *s};
    int list[CFR_LANES], n = 0;

    for (int l = 0; l < lanes->cfr.n; l++)
        if (has_his_hand(p, &lanes->lane[l]))
            list[n++] = l;
    add_some(p, &at, 0, list, n, 2 * LANES);
}

static void add_node(struct play *p, uint32_t node)
{
    const struct ai_tree *t = tree_of(p);
    const struct ai_outcome at = {.s = t->public_state[node].s,
                                  .hidden_draws = t->public_state[node].hidden_draws};
    int list[CFR_LANES], n = 0;

    for (int l = 0; l < t->lanes.cfr.n; l++)
        if (cfr_has(&t->cfr.node[node].alive, l))
            list[n++] = l;
    add_some(p, &at, node, list, n, LANES);
}

/* Whether the champion uses the value function in S, and does not search to the end of the
 * round. */
static bool is_judged(const struct alibi_state *s, bool round_over)
{
    return !ai_knowledge_of(s->game)->quiescence || round_over || s->slot == 1;
}

/* A well-known child of NODE to which lane L leads, any or as the strategies have it; 0 if
 * there is none. */
static uint32_t step_down(struct play *p, uint32_t node, int l)
{
    const struct ai_tree *t = tree_of(p);
    const struct cfr_node *at = &t->cfr.node[node];
    bool as_played = at->actor < CFR_CHANCE && below(p, 2);
    uint32_t list[CFR_ACTIONS], n = 0;
    float share[CFR_ACTIONS], x = (float)ai_search_random(&p->search);

    if (as_played)
        cfr_average_strategy(&t->cfr, node, t->lanes.cfr.infoset[at->actor][at->epoch][l],
                             share);
    for (uint32_t a = 0; a < at->n_children; a++) {
        const struct cfr_node *to = &t->cfr.node[at->first_child + a];

        if (as_played && (x -= share[a]) >= 0)
            continue;
        if (cfr_has(&to->alive, l) && to->actor != CFR_LEAF && to->visits >= LEAST_VISITS)
            list[n++] = at->first_child + a;
        if (as_played)
            break;
    }
    return n > 0 ? list[below(p, n)] : 0;
}

static void add_below(struct play *p)
{
    const struct ai_tree *t = tree_of(p);

    for (int k = 0; k < WALKS; k++) {
        uint32_t node = 0, next;
        int l = (int)below(p, (uint32_t)t->lanes.cfr.n);

        while ((next = step_down(p, node, l)) != 0) {
            node = next;
            if (below(p, 5) >= GOES_ON)
                break;
        }
        if (node != 0 && t->cfr.node[node].actor < CFR_CHANCE &&
            is_judged(&t->public_state[node].s, t->public_state[node].round_over))
            add_node(p, node);
    }
}

/* --- Playing --- */

/* Searches for the seat to act, and solves what the tree is in the end. */
static void search(struct play *p, uint64_t nodes)
{
    struct ai_search *search = &p->search;
    struct champion *c = search->memory;

    p->s.game->observe(&search->view, &p->s, (enum alibi_viewer)p->s.to_act);
    search->nodes = 0;
    search->n_choices = search->n_line = 0;
    ai_champion.begin(search);
    (void)ai_champion.step(search, nodes);
    for (; c->iterations_due > 0; c->iterations_due--)
        cfr_iterate(&c->tree.cfr);
    ai_champion.end(search);
}

static const struct alibi_choice *choose(struct play *p)
{
    const struct ai_search *search = &p->search;
    const struct alibi_choice *other = &search->choice[below(p, (uint32_t)search->n_choices)];
    double x = ai_search_random(&p->search);

    if (below(p, OTHERWISE) == 0 && (double)other->value > search->value - bad)
        return other;
    for (int i = 0; i < search->n_choices; i++)
        if ((x -= (double)search->choice[i].share) < 0)
            return &search->choice[i];
    return other;
}

static void play_chance(struct play *p, const alibi_move *m, int n)
{
    struct alibi_outlook outlook;

    p->s.game->outlook(&outlook, &p->s);
    if (outlook.due && p->s.round > 0 && !p->is_due) {
        p->due = p->s;
        p->is_due = true;
    }
    (void)p->s.game->apply(&p->s, m[below(p, (uint32_t)n)]);
}

static void play_turn(struct play *p, uint64_t nodes)
{
    const struct alibi_choice *choice;

    search(p, nodes);
    if (p->is_due)
        add_root(p, &p->due);
    p->is_due = false;
    if (is_judged(&p->s, false))
        add_root(p, &p->s);
    add_below(p);
    choice = choose(p);
    for (int i = 0; i < choice->n && p->s.winner == ALIBI_NOBODY; i++)
        (void)p->s.game->apply(&p->s, choice->move[i]);
}

static void play_game(struct play *p, const struct alibi_game *game, uint64_t nodes)
{
    alibi_setup(&p->s, game, NULL);
    p->n = 0;
    p->is_due = false;
    while (p->s.winner == ALIBI_NOBODY) {
        alibi_move m[ALIBI_MOVES_MAX];
        int n = p->s.game->moves(&p->s, m);

        if (p->s.to_act == ALIBI_CHANCE)
            play_chance(p, m, n);
        else if (n == 1)
            (void)p->s.game->apply(&p->s, m[0]);
        else
            play_turn(p, nodes);
    }
    for (uint32_t i = 0; i < p->n; i++)
        if (p->sample[i].result != SAMPLE_NOT_HIM)
            p->sample[i].result = p->s.winner == ALIBI_JACK;
}

void learn_play(const struct alibi_game *game, int games, uint64_t seed, uint64_t nodes)
{
    struct play *p = calloc(1, sizeof *p);

    if (!p || !(p->search.memory = malloc(MEMORY)))
        stop("out of memory");
    p->search.size = MEMORY;
    p->search.candid = true;
    p->search.style = ai_style_of("champion", game);
    for (uint64_t i = seed; i < seed + (uint64_t)games; i++) {
        p->number = (uint16_t)(i % SAMPLE_GAMES);
        alibi_rng_seed(&p->rng, 2 * i);
        alibi_rng_seed(&p->search.rng, 2 * i + 1);
        play_game(p, game, nodes);
        if (fwrite(p->sample, sizeof p->sample[0], p->n, stdout) != p->n)
            stop("standard output could not be written");
    }
    free(p->search.memory);
    free(p);
}
