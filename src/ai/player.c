/* A player: follows its seat's history, lets its method think, and picks among the choices. */
#include "core/refusals.h"
#include "mind.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEFAULT_MEMORY = 64 << 20, LEAST_MEMORY = 1 << 20 };

struct alibi_player {
    struct alibi_watch *watch;
    uint64_t seed, seen; /* tokens seen so far */
    struct ai_mind mind;

    /* What it means to do next, as long as everything happens as foreseen. */
    struct alibi_choice plan;
    int done;    /* tokens of the plan that have been played */
    bool forced; /* no thinking is needed now: the plan goes on, or there is one move */
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
        player->mind.memory = malloc(memory);
    if (!player || !player->mind.memory || alibi_watch_new(&player->watch, start) != ALIBI_OK) {
        alibi_player_free(player);
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
    }
    player->seed = seed;
    player->mind.style = style;
    player->mind.size = memory;
    *out = player;
    return ALIBI_OK;
}

void alibi_player_free(struct alibi_player *player)
{
    if (!player)
        return;
    if (player->watch)
        alibi_watch_free(player->watch);
    free(player->mind.memory);
    free(player);
}

/* --- Following the game --- */

/* Whether TOLD is what the plan does next. */
static bool is_planned(const struct alibi_player *player, const struct alibi_told *told)
{
    return player->done < player->plan.n && told->kind == ALIBI_TOLD_MOVE &&
           told->move == player->plan.move[player->done];
}

int alibi_player_hear(struct alibi_player *player, const struct alibi_told *told,
                      struct alibi_error *err)
{
    int status = alibi_watch_hear(player->watch, told, err);

    if (status != ALIBI_OK)
        return status;
    if (is_planned(player, told))
        player->done++;
    else
        player->plan.n = 0;
    player->seen++;
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

/* --- Thinking --- */

/* What the caller allows, or the player's own time; and never more than the player's own nodes.
 */
static void set_budget(struct ai_mind *mind, const struct alibi_budget *budget)
{
    uint64_t most = mind->style->nodes ? mind->style->nodes : UINT64_MAX;

    mind->budget = (struct alibi_budget){.ms = mind->style->ms};
    if (budget && (budget->nodes || budget->ms))
        mind->budget = *budget;
    if (mind->budget.nodes == 0 || mind->budget.nodes > most)
        mind->budget.nodes = most;
}

void alibi_player_begin(struct alibi_player *player, const struct alibi_budget *budget)
{
    struct ai_mind *mind = &player->mind;
    alibi_move moves[ALIBI_MOVES_MAX];
    int n;

    assert(alibi_player_is_on_turn(player));
    alibi_watch_view(player->watch, &mind->view);
    alibi_rng_seed(&mind->rng, player->seed * 0x9e3779b97f4a7c15U + player->seen);
    mind->nodes = 0;
    mind->offered = mind->n_choices = mind->n_line = 0;
    set_budget(mind, budget);
    n = mind->view.seen.game->moves(&mind->view.seen, moves);
    assert(n > 0);
    /* Who has time thinks anew at every token: there is less left to decide, and so it sees
     * more of it. */
    player->forced = player->done < player->plan.n && mind->style->ms == 0;
    if (!player->forced && n == 1) {
        player->plan = (struct alibi_choice){.n = 1, .move = {moves[0]}, .share = 1};
        player->plan.value = 0.5F;
        player->done = 0;
        player->forced = true;
    }
    if (!player->forced)
        mind->style->method->begin(mind);
}

bool alibi_player_step(struct alibi_player *player, uint64_t nodes)
{
    struct ai_mind *mind = &player->mind;
    uint64_t most = mind->budget.nodes, until = mind->nodes + nodes;

    if (player->forced || mind->nodes >= most)
        return false;
    return mind->style->method->step(mind, until < most ? until : most) && mind->nodes < most;
}

const struct alibi_budget *alibi_player_budget(const struct alibi_player *player)
{
    return &player->mind.budget;
}

/* The best is kept first, then as many as come to mind, each as likely as any other. */
static void offer_idea(struct ai_mind *mind, const struct alibi_choice *c)
{
    uint32_t i;

    if (mind->n_choices == 0 || c->value > mind->choice[0].value)
        mind->choice[0] = *c;
    if (mind->n_choices == 0)
        mind->n_choices = 1;
    i = alibi_rng_below(&mind->rng, (uint32_t)++mind->offered);
    if (mind->n_choices <= mind->style->ideas)
        mind->choice[mind->n_choices++] = *c;
    else if (i < (uint32_t)mind->style->ideas)
        mind->choice[1 + i] = *c;
}

/* A choice that differs from C only in what is decided after a card is drawn, or NULL. */
static struct alibi_choice *find_same(struct ai_mind *mind, const struct alibi_choice *c)
{
    for (int i = 0; i < mind->n_choices; i++)
        if (mind->choice[i].n == c->n &&
            memcmp(mind->choice[i].move, c->move, c->n * sizeof c->move[0]) == 0)
            return &mind->choice[i];
    return NULL;
}

/* SAME is worth what is played of it; as long as nothing is, the best of it. */
static void add_to(struct alibi_choice *same, const struct alibi_choice *c)
{
    float share = same->share + c->share;

    same->value = share > 0 ? (same->share * same->value + c->share * c->value) / share
                            : fmaxf(same->value, c->value);
    same->share = share;
}

void ai_mind_offer(struct ai_mind *mind, const struct alibi_choice *c)
{
    struct alibi_choice *same;
    int worst = 0;

    if (mind->style->ideas) {
        offer_idea(mind, c);
        return;
    }
    same = find_same(mind, c);
    if (same) {
        add_to(same, c);
        return;
    }
    if (mind->n_choices < ALIBI_CHOICES_MAX) {
        mind->choice[mind->n_choices++] = *c;
        return;
    }
    for (int i = 1; i < ALIBI_CHOICES_MAX; i++)
        if (mind->choice[i].value < mind->choice[worst].value)
            worst = i;
    if (c->value > mind->choice[worst].value)
        mind->choice[worst] = *c;
}

/* The best of what came to mind, unless even that is foolish. */
static void follow_idea(struct ai_mind *mind)
{
    int best = 1;

    for (int i = 1; i < mind->n_choices; i++) {
        mind->choice[i].share = 0;
        if (mind->choice[i].value > mind->choice[best].value)
            best = i;
    }
    if (mind->choice[best].value < mind->choice[0].value - mind->style->foolish) {
        mind->choice[0].share = 1;
    } else {
        mind->choice[best].share = 1;
        mind->choice[0] = mind->choice[--mind->n_choices];
    }
}

/* More often played first, then better, then by the tokens, so that the order is the same
 * everywhere. */
static int by_share(const void *a, const void *b)
{
    const struct alibi_choice *x = a, *y = b;

    if (x->share != y->share)
        return x->share > y->share ? -1 : 1;
    if (x->value != y->value)
        return x->value > y->value ? -1 : 1;
    return memcmp(x->move, y->move, sizeof x->move);
}

static const struct alibi_choice *draw(struct ai_mind *mind)
{
    double x = (double)(alibi_rng_next(&mind->rng) >> 11) * 0x1p-53;

    for (int i = 0; i < mind->n_choices; i++)
        if ((x -= mind->choice[i].share) < 0)
            return &mind->choice[i];
    return &mind->choice[0];
}

void alibi_player_end(struct alibi_player *player, struct alibi_thought *thought)
{
    struct ai_mind *mind = &player->mind;

    if (player->forced) {
        mind->choice[0] = player->plan;
        mind->choice[0].n = (uint8_t)(player->plan.n - player->done);
        memmove(mind->choice[0].move, player->plan.move + player->done,
                mind->choice[0].n * sizeof player->plan.move[0]);
        mind->choice[0].share = 1;
        mind->n_choices = 1;
        mind->value = player->plan.value;
    } else {
        mind->style->method->end(mind);
        assert(mind->n_choices > 0);
        if (mind->style->ideas)
            follow_idea(mind);
        qsort(mind->choice, (size_t)mind->n_choices, sizeof mind->choice[0], by_share);
        player->plan = *draw(mind);
        player->done = 0;
    }
    mind->n_line = player->plan.n - player->done;
    memcpy(mind->line, player->plan.move + player->done,
           (size_t)mind->n_line * sizeof mind->line[0]);
    if (!player->forced && mind->style->method->expect)
        mind->style->method->expect(mind, &player->plan);
    thought->move = player->plan.move[player->done];
    /* Sums of floats stray from 0..1 by a hair; a zero has no sign. */
    thought->value = mind->value > 0 ? fmin(mind->value, 1) : 0;
    thought->nodes = mind->nodes;
    thought->n_choices = mind->n_choices;
    memcpy(thought->choice, mind->choice, (size_t)mind->n_choices * sizeof mind->choice[0]);
    thought->n_line = mind->n_line;
    memcpy(thought->line, mind->line, sizeof thought->line);
}
