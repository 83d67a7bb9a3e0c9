/* A player: follows its seat's history, runs a search when its seat is to act, and draws its
 * move from the mixed strategy that the search returns. */
#include "core/refusals.h"
#include "suspicion.h"
#include "team.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MEMORY = 64 << 20, LEAST_MEMORY = 1 << 20 }; /* bytes */

struct alibi_player {
    struct alibi_watch *watch;
    uint64_t seed;
    uint64_t n_seen; /* tokens of the seat's history */
    struct ai_search search;
    struct ai_suspicion suspicion;
    bool reading; /* of what the opponent has shown; the search has not begun */

    struct alibi_choice considered; /* the only one of the next thought; n is 0: any */

    /* The choice that is being played out, as long as the game follows it. */
    struct alibi_choice intended;
    int n_played; /* tokens of it */
    bool forced;  /* no search now: the intended choice continues, or there is one move */
};

int alibi_player_new(struct alibi_player **out, const char *name,
                     const struct alibi_view *start, uint64_t seed, size_t memory,
                     struct alibi_error *err)
{
    const struct ai_style *style = ai_style_of(name, start->seen.game);
    struct alibi_player *player;

    if (!style)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.player_name, NULL);
    if (memory == 0)
        memory = DEFAULT_MEMORY;
    if (memory < LEAST_MEMORY)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.player_memory, NULL);
    player = calloc(1, sizeof *player);
    if (player)
        player->search.memory = malloc(memory);
    if (!player || !player->search.memory ||
        alibi_watch_new(&player->watch, start) != ALIBI_OK) {
        alibi_player_free(player);
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    }
    player->seed = seed;
    player->search.style = style;
    player->search.view = *start;
    player->search.size = memory;
    *out = player;
    return ALIBI_OK;
}

void alibi_player_free(struct alibi_player *player)
{
    if (!player)
        return;
    if (player->watch)
        alibi_watch_free(player->watch);
    ai_team_free(player->search.team);
    free(player->search.memory);
    free(player);
}

int alibi_player_threads(struct alibi_player *player, int n, struct alibi_error *err)
{
    struct ai_search *search = &player->search;
    struct ai_team *team = NULL;

    if (n < 1 || n > ALIBI_THREADS_MAX)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.player_threads, NULL);
    if (n > 1 && search->style->method->shares && !search->style->max_nodes &&
        !(team = ai_team_new(n)))
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    ai_team_free(search->team);
    search->team = team;
    return ALIBI_OK;
}

/* --- Following the game --- */

/* The Detective reads Jack, unless the weights of worlds were given to him. */
static bool reads(const struct alibi_player *player)
{
    const struct ai_search *search = &player->search;

    return search->view.viewer == ALIBI_AS_DETECTIVE && search->style->method->weighs &&
           (!search->weigh || search->weigh == ai_suspicion_weigh);
}

/* Whether TOLD is the next token of the intended choice. */
static bool is_intended(const struct alibi_player *player, const struct alibi_told *told)
{
    return player->n_played < player->intended.n && told->kind == ALIBI_TOLD_MOVE &&
           told->move == player->intended.move[player->n_played];
}

int alibi_player_hear(struct alibi_player *player, const struct alibi_told *told,
                      struct alibi_error *err)
{
    size_t n;
    struct alibi_state before = *alibi_watch_worlds(player->watch, &n);
    int status = alibi_watch_hear(player->watch, told, err);

    if (status != ALIBI_OK)
        return status;
    if (told->kind == ALIBI_TOLD_MOVE && reads(player))
        ai_suspicion_hear(&player->suspicion, &before, told->move,
                          alibi_watch_worlds(player->watch, &n));
    if (is_intended(player, told))
        player->n_played++;
    else
        player->intended.n = 0;
    player->n_seen++;
    return ALIBI_OK;
}

int alibi_player_see(struct alibi_player *player, const char *token, size_t len,
                     struct alibi_error *err)
{
    struct alibi_told told;
    size_t n;
    int status =
        alibi_told_parse(&told, alibi_watch_worlds(player->watch, &n)->game, token, len, err);

    return status == ALIBI_OK ? alibi_player_hear(player, &told, err) : status;
}

const struct alibi_watch *alibi_player_watch(const struct alibi_player *player)
{
    return player->watch;
}

void alibi_player_view(const struct alibi_player *player, struct alibi_view *view)
{
    alibi_watch_view(player->watch, view);
}

bool alibi_player_is_on_turn(const struct alibi_player *player)
{
    struct alibi_view view;

    if (!alibi_watch_settled(player->watch))
        return false;
    alibi_watch_view(player->watch, &view);
    return view.seen.to_act == view.viewer;
}

void alibi_player_belief(const struct alibi_player *player, double belief[ALIBI_CHARACTERS_MAX])
{
    alibi_watch_belief(player->watch, belief);
}

bool alibi_player_weigh(struct alibi_player *player, alibi_weigh *weigh, const void *context)
{
    if (!player->search.style->method->weighs)
        return false;
    player->search.weigh = weigh;
    player->search.weigh_context = context;
    return true;
}

int alibi_player_consider(struct alibi_player *player, const alibi_move *move, int n,
                          struct alibi_error *err)
{
    size_t n_worlds;
    const struct alibi_state *world = alibi_watch_worlds(player->watch, &n_worlds);
    struct alibi_state s = *world;

    if (!player->search.style->method->considers)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.player_consider, NULL);
    if (!alibi_player_is_on_turn(player) || n < 1 || n > ALIBI_SEQUENCE_MAX)
        return alibi_refuse(err, ALIBI_BAD_MOVE, 0, &alibi_no.player_turn, NULL);
    for (int i = 0; i < n; i++) {
        if (s.to_act != world->to_act || !alibi_is_legal(&s, move[i]))
            return alibi_refuse(err, ALIBI_BAD_MOVE, (size_t)i, &alibi_no.player_turn, NULL);
        (void)s.game->apply(&s, move[i]);
    }
    if (!alibi_is_turn_over(world, &s))
        return alibi_refuse(err, ALIBI_BAD_MOVE, (size_t)n, &alibi_no.player_turn, NULL);
    player->considered = (struct alibi_choice){.n = (uint8_t)n};
    memcpy(player->considered.move, move, (size_t)n * sizeof move[0]);
    player->intended.n = 0;
    return ALIBI_OK;
}

bool alibi_player_rethinks(const struct alibi_player *player)
{
    return player->search.style->ms != 0;
}

/* --- Searching --- */

/* The caller's budget, or else the default time of the style; never more nodes than the style
 * allows. */
static void set_budget(struct ai_search *search, const struct alibi_budget *budget)
{
    uint64_t max = search->style->max_nodes ? search->style->max_nodes : UINT64_MAX;

    search->budget = (struct alibi_budget){.ms = search->style->ms};
    if (budget && (budget->nodes || budget->ms))
        search->budget = *budget;
    if (search->budget.nodes == 0 || search->budget.nodes > max)
        search->budget.nodes = max;
}

static void begin_search(struct alibi_player *player)
{
    player->reading = false;
    if (reads(player))
        (void)alibi_player_weigh(player, ai_suspicion_weigh, &player->suspicion);
    player->search.style->method->begin(&player->search);
}

void alibi_player_begin(struct alibi_player *player, const struct alibi_budget *budget)
{
    struct ai_search *search = &player->search;
    alibi_move moves[ALIBI_MOVES_MAX];
    int n;

    assert(alibi_player_is_on_turn(player));
    alibi_watch_view(player->watch, &search->view);
    alibi_rng_seed(&search->rng, player->seed * 0x9e3779b97f4a7c15U + player->n_seen);
    search->nodes = 0;
    search->n_choices = search->n_line = 0;
    search->only = player->considered.n > 0;
    search->played = search->only ? player->considered.move : NULL;
    search->n_played = player->considered.n;
    set_budget(search, budget);
    n = search->view.seen.game->moves(&search->view.seen, moves);
    assert(n > 0);
    /* A player with time searches again at every token: less is left to decide, so the same
     * time searches deeper. Others play their activation to the end. */
    player->forced = player->n_played < player->intended.n && !alibi_player_rethinks(player);
    if (!player->forced && !search->only && n == 1) {
        player->intended = (struct alibi_choice){.n = 1, .move = {moves[0]}, .share = 1};
        player->intended.value = 0.5F;
        player->n_played = 0;
        player->forced = true;
    }
    player->reading =
        !player->forced && reads(player) && ai_suspicion_begin(&player->suspicion, search);
    if (!player->forced && !player->reading)
        begin_search(player);
}

bool alibi_player_step(struct alibi_player *player, uint64_t nodes)
{
    struct ai_search *search = &player->search;
    uint64_t max = search->budget.nodes, until = max;

    if (player->forced || search->nodes >= max)
        return false;
    if (nodes < max - search->nodes)
        until = search->nodes + nodes;
    if (player->reading) {
        if (!ai_suspicion_step(&player->suspicion, search, until))
            begin_search(player);
        return true;
    }
    return search->style->method->step(search, until) && search->nodes < max;
}

const struct alibi_budget *alibi_player_budget(const struct alibi_player *player)
{
    return &player->search.budget;
}

/* --- The result of a search --- */

/* A choice with the same tokens: it differs from C only in what is decided after a card has
 * been drawn. NULL if there is none. */
static struct alibi_choice *find_same(struct ai_search *search, const struct alibi_choice *c)
{
    for (int i = 0; i < search->n_choices; i++)
        if (search->choice[i].n == c->n &&
            memcmp(search->choice[i].move, c->move, c->n * sizeof c->move[0]) == 0)
            return &search->choice[i];
    return NULL;
}

/* Merges C into SAME: the value is the mean weighted by shares or, where both are 0, the
 * maximum. */
static void merge(struct alibi_choice *same, const struct alibi_choice *c)
{
    float share = same->share + c->share;

    same->value = share > 0 ? (same->share * same->value + c->share * c->value) / share
                            : fmaxf(same->value, c->value);
    same->share = share;
}

void ai_search_offer(struct ai_search *search, const struct alibi_choice *c)
{
    struct alibi_choice *same;
    int worst = 0;

    assert(c->n > 0 && c->n <= ALIBI_SEQUENCE_MAX);
    same = find_same(search, c);
    if (same) {
        merge(same, c);
        return;
    }
    if (search->n_choices < ALIBI_CHOICES_MAX) {
        search->choice[search->n_choices++] = *c;
        return;
    }
    for (int i = 1; i < ALIBI_CHOICES_MAX; i++)
        if (search->choice[i].value < search->choice[worst].value)
            worst = i;
    if (c->value > search->choice[worst].value)
        search->choice[worst] = *c;
}

/* Replaces the shares: the better a choice seems, the more often it is played (softmax). */
static void hesitate(struct ai_search *search)
{
    float best = 0, sum = 0;

    for (int i = 0; i < search->n_choices; i++)
        best = fmaxf(best, search->choice[i].value);
    for (int i = 0; i < search->n_choices; i++) {
        struct alibi_choice *c = &search->choice[i];

        c->share = expf((c->value - best) / search->style->hesitates);
        sum += c->share;
    }
    for (int i = 0; i < search->n_choices; i++)
        search->choice[i].share /= sum;
}

/* By share, then by value, then by tokens, so that the order is the same on every machine. */
static int by_share(const void *a, const void *b)
{
    const struct alibi_choice *x = a, *y = b;

    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return memcmp(x->move, y->move, sizeof x->move);
}

/* Draws a choice with the probabilities that the shares give. */
static const struct alibi_choice *draw(struct ai_search *search)
{
    double x = ai_search_random(search);

    for (int i = 0; i < search->n_choices; i++)
        if ((x -= search->choice[i].share) < 0)
            return &search->choice[i];
    return &search->choice[0];
}

/* The rest of the intended choice becomes the only choice. */
static void continue_intended(struct alibi_player *player)
{
    struct ai_search *search = &player->search;
    struct alibi_choice *rest = &search->choice[0];

    *rest = player->intended;
    rest->n = (uint8_t)(player->intended.n - player->n_played);
    memmove(rest->move, player->intended.move + player->n_played,
            rest->n * sizeof rest->move[0]);
    rest->share = 1;
    search->n_choices = 1;
    search->value = player->intended.value;
}

/* Ends the search and draws what is played now. */
static void choose(struct alibi_player *player)
{
    struct ai_search *search = &player->search;

    search->style->method->end(search);
    assert(search->n_choices > 0);
    if (search->style->hesitates > 0)
        hesitate(search);
    qsort(search->choice, (size_t)search->n_choices, sizeof search->choice[0], by_share);
    player->intended = *draw(search);
    player->n_played = 0;
}

void alibi_player_end(struct alibi_player *player, struct alibi_thought *thought)
{
    struct ai_search *search = &player->search;

    if (player->reading) {
        ai_suspicion_stop(&player->suspicion);
        begin_search(player);
    }
    if (player->forced)
        continue_intended(player);
    else
        choose(player);
    assert(player->n_played < player->intended.n);
    search->n_line = player->intended.n - player->n_played;
    memcpy(search->line, player->intended.move + player->n_played,
           (size_t)search->n_line * sizeof search->line[0]);
    if (!player->forced && search->style->method->expect)
        search->style->method->expect(search, &player->intended);
    thought->move = player->intended.move[player->n_played];
    if (player->considered.n > 0)
        player->considered.n = player->intended.n = 0; /* it was asked, not meant */
    /* Rounding may leave 0..1 by a few units in the last place; a zero has no sign. */
    thought->value = search->value > 0 ? fmin(search->value, 1) : 0;
    thought->nodes = search->nodes;
    thought->n_choices = search->n_choices;
    memcpy(thought->choice, search->choice,
           (size_t)search->n_choices * sizeof search->choice[0]);
    thought->n_line = search->n_line;
    memcpy(thought->line, search->line, sizeof thought->line);
}
