/* Looks at the whole turn first; then at the following turn, the most promising actions first,
 * for as long as there is time. */
#include "mind.h"

#include <alibi/kit/bits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Tuned by matches against the champion: values that differ by HEAT are chosen e times as
 * often; a share of Jack's actions, BLIND, is thought to follow no reason; HEDGE is how much of
 * what an action costs all possible Jacks a Jack counts as his own cost. */
static const double heat = 0.03, blind = 0.6;
static const float hedge = 1;

/* Actions that differ by less are equal, and one of them is chosen at random. */
static const float trifle = 1e-6F;

/* An action that could be chosen. */
struct candidate {
    alibi_move move;
    float cost; /* what the player wants to be small */
};

bool mind_init(struct mind *mind, enum alibi_seat seat, uint64_t seed)
{
    struct alibi_state start;
    struct alibi_view view;

    memset(mind, 0, sizeof *mind);
    alibi_setup(&start, &alibi_pocket, NULL);
    alibi_view_of(&view, &start, alibi_viewer_of(seat));
    mind->seat = seat;
    alibi_rng_seed(&mind->rng, seed);
    for (int i = 0; i < LANES; i++)
        mind->belief[i] = 1;
    return search_init(&mind->search) && alibi_watch_new(&mind->watch, &view) == ALIBI_OK;
}

void mind_free(struct mind *mind)
{
    search_free(&mind->search);
    alibi_watch_free(mind->watch);
}

/* Any state that agrees with what the player knows; to Jack, the only one. */
static const struct alibi_state *world_of(const struct mind *mind)
{
    size_t n;

    return alibi_watch_worlds(mind->watch, &n);
}

bool mind_is_on_turn(const struct mind *mind)
{
    return alibi_watch_settled(mind->watch) && world_of(mind)->to_act == mind->seat;
}

/* --- The search --- */

static void prepare(struct mind *mind, const struct alibi_state *world)
{
    struct search *search = &mind->search;
    bool is_jack = mind->seat == ALIBI_JACK;

    judge_prepare(&mind->judge, world, is_jack);
    search_forget(search);
    search->judge = &mind->judge;
    search->round = world->round;
    search->own = is_jack ? world->identity : ALIBI_NO_ONE;
    search->deck = is_jack ? PKT_EVERYONE & ~(1U << world->identity) &
                                 ~(unsigned)world->alibis[ALIBI_JACK] &
                                 ~(unsigned)world->alibis[ALIBI_DETECTIVE]
                           : 0;
    search->deep = false;
    search->stopped = false;
    search->nodes = 0;
    search->most_nodes = UINT64_MAX;
    search->deadline = HUGE_VAL;
    for (unsigned i = 0; i < LANES; i++)
        search->belief[i] = alibi_has(world->suspects, i) ? mind->belief[i] : 0;
}

/* --- Reading Jack --- */

/* The probability that each Jack would have played M on BOARD: the better it is for him
 * compared with his other actions, the more likely. */
static void likelihood(struct mind *mind, const struct board *board, alibi_move m,
                       float out[LANES])
{
    alibi_move moves[BOARD_MOVES];
    struct value value[BOARD_MOVES];
    int n = board_moves(board, moves), played = 0;

    for (int i = 0; i < n; i++) {
        search_move(&mind->search, board, moves[i], -1, &value[i]);
        if (moves[i] == m)
            played = i;
    }
    for (int who = 0; who < LANES; who++) {
        double sum = 0;

        for (int i = 0; i < n; i++)
            sum += exp((value[played].lane[who] - value[i].lane[who]) / heat);
        out[who] = (float)(blind / n + (1 - blind) / sum);
    }
}

static void read_one(struct mind *mind, const struct sight *sight)
{
    float out[LANES];
    struct board board;

    prepare(mind, &sight->world);
    board_of(&board, &sight->world);
    likelihood(mind, &board, sight->move, out);
    for (int who = 0; who < LANES; who++)
        mind->belief[who] *= out[who];
}

/* Only ratios matter, and small numbers should not become smaller. */
static void read_all(struct mind *mind)
{
    float sum = 0;
    unsigned suspects = world_of(mind)->suspects;

    for (int i = 0; i < mind->n_read; i++)
        read_one(mind, &mind->read[i]);
    mind->n_read = 0;
    for (unsigned i = 0; i < LANES; i++)
        sum += alibi_has(suspects, i) ? mind->belief[i] : 0;
    for (unsigned i = 0; i < LANES; i++)
        mind->belief[i] = alibi_has(suspects, i) ? mind->belief[i] / sum : 0;
}

/* Keeps an action of Jack's for reading: no line of the protocol but `go` may take long. */
static void keep(struct mind *mind, const char *token, size_t len)
{
    const struct alibi_state *world;
    struct sight *sight = &mind->read[mind->n_read];

    if (mind->n_read == MIND_READ || !alibi_watch_settled(mind->watch))
        return;
    world = world_of(mind);
    if (world->to_act != ALIBI_JACK ||
        alibi_token_parse(&sight->move, world, token, len, NULL) != ALIBI_OK)
        return;
    sight->world = *world;
    mind->n_read++;
}

int mind_see(struct mind *mind, const char *token, size_t len, struct alibi_error *err)
{
    int before = mind->n_read, status;

    keep(mind, token, len);
    status = alibi_watch_see(mind->watch, token, len, err);
    if (status != ALIBI_OK)
        mind->n_read = before;
    return status;
}

/* --- Choosing --- */

/* The Investigator does not want to lose on average. Jack does not want to lose, and as he is
 * read, he does not want to be the only one to whom his action is of use. */
static float cost_of(const struct mind *mind, const struct value *value)
{
    float average = search_average(&mind->search, value);

    if (mind->seat == ALIBI_DETECTIVE)
        return -average;
    return value->lane[mind->search.own] + hedge * average;
}

static int by_cost(const void *a, const void *b)
{
    const struct candidate *x = a, *y = b;

    return (x->cost > y->cost) - (x->cost < y->cost);
}

/* Lists the actions, best first, as the present turn shows them; returns how many. */
static int look_at_turn(struct mind *mind, const struct board *board,
                        struct candidate candidate[BOARD_MOVES])
{
    alibi_move moves[BOARD_MOVES];
    int n = board_moves(board, moves);
    struct value value;

    for (int i = 0; i < n; i++) {
        search_move(&mind->search, board, moves[i], -1, &value);
        candidate[i].move = moves[i];
        candidate[i].cost =
            cost_of(mind, &value) + trifle * (float)alibi_rng_below(&mind->rng, 1000) / 1000;
    }
    qsort(candidate, (size_t)n, sizeof *candidate, by_cost);
    return n;
}

/* Looks at the N candidates again, into the following turn, until nodes or time run out.
 * Returns the best of those that it has come to; the first, if none. */
static alibi_move look_further(struct mind *mind, const struct board *board,
                               const struct candidate *candidate, int n)
{
    struct search *search = &mind->search;
    alibi_move best = candidate[0].move;
    float least = HUGE_VALF, cost;
    struct value value;

    search->deep = true;
    search_forget(search);
    for (int i = 0; i < n; i++) {
        float alpha = mind->seat == ALIBI_DETECTIVE && i > 0 ? -least : -1;

        search_move(search, board, candidate[i].move, alpha, &value);
        if (search->stopped)
            break;
        cost = cost_of(mind, &value);
        if (cost < least) {
            least = cost;
            best = candidate[i].move;
        }
    }
    return best;
}

alibi_move mind_choose(struct mind *mind, uint64_t nodes, double deadline)
{
    struct candidate candidate[BOARD_MOVES];
    const struct alibi_state *world = world_of(mind);
    struct board board;
    int n;

    read_all(mind);
    prepare(mind, world);
    board_of(&board, world);
    n = look_at_turn(mind, &board, candidate);
    mind->search.most_nodes = nodes;
    mind->search.deadline = deadline;
    /* P-3.2: only after an odd turn are the tokens of the next one known. */
    return board.round & 1 ? look_further(mind, &board, candidate, n) : candidate[0].move;
}
