/* A copy of the player is put in the place of the type, is told what that type would have been
 * told, and thinks. Its choices are whole turns, so a token is as likely as the choices that go
 * on with it, among those that have begun like what was played. A player that searches again at
 * every token is asked again at every token; another one plays out the choice that it has
 * drawn, so the prediction of its first token holds for the rest of the turn.
 *
 * The copy's seed is not the player's. Therefore a part of the probability, the doubt, goes to
 * the choices by their values, and a little of it to every legal move. */
#include "model.h"

#include "lots.h"

#include <math.h>
#include <stdlib.h>

/* Both set by hand. */
static const double blindness = 0.02; /* of the doubt, what every legal move gets alike */
static const double heat = 0.05; /* winning probability by which a choice is e times rarer */

/* What a type intends to play from token FROM of its history on. */
struct match_plan {
    uint8_t identity;
    uint16_t cards;
    size_t from;
    uint64_t history; /* a hash of what everybody was told before that */
    bool once;        /* the player searches again at the next token */
    size_t n;
    struct alibi_choice *choice; /* of all samples */
    double *by_value;            /* for each: its probability by value */
};

void match_model_clear(struct match_model *model)
{
    for (size_t i = 0; i < model->n_plans; i++) {
        free(model->plan[i].choice);
        free(model->plan[i].by_value);
    }
    free(model->plan);
    model->plan = NULL;
    model->n_plans = 0;
}

/* --- Thinking in the place of a type --- */

/* A copy of the player that has been told everything, as TYPE; NULL on failure. */
static struct alibi_player *put_in_place(const struct match_model *model,
                                         const struct match_posterior *p,
                                         const struct match_type *type, uint64_t seed)
{
    struct alibi_player *copy;
    int status = alibi_player_new(&copy, model->name, &p->start, seed, model->memory, NULL);

    if (status != ALIBI_OK)
        return NULL;
    for (size_t i = 0; i < p->n_told && status == ALIBI_OK; i++) {
        struct alibi_told told = match_posterior_told(p, type, i);

        status = alibi_player_hear(copy, &told, NULL);
    }
    if (status == ALIBI_OK && alibi_player_is_on_turn(copy))
        return copy;
    alibi_player_free(copy);
    return NULL;
}

/* Adds the choices of THOUGHT, one of SAMPLES, to PLAN. */
static bool add_choices(struct match_plan *plan, const struct alibi_thought *thought,
                        unsigned samples)
{
    size_t n = plan->n + (size_t)thought->n_choices;
    struct alibi_choice *choice = realloc(plan->choice, n * sizeof *choice);
    double *by_value, best = 0, sum = 0;

    if (choice)
        plan->choice = choice;
    by_value = realloc(plan->by_value, n * sizeof *by_value);
    if (by_value)
        plan->by_value = by_value;
    if (!choice || !by_value)
        return false;
    for (int i = 0; i < thought->n_choices; i++)
        best = fmax(best, (double)thought->choice[i].value);
    for (int i = 0; i < thought->n_choices; i++)
        sum += exp(((double)thought->choice[i].value - best) / heat);
    for (int i = 0; i < thought->n_choices; i++) {
        choice[plan->n] = thought->choice[i];
        choice[plan->n].share /= (float)samples;
        by_value[plan->n++] =
            exp(((double)thought->choice[i].value - best) / heat) / sum / samples;
    }
    return true;
}

/* A hash of the first N things that the opponent was told. */
static uint64_t hash(const struct match_posterior *p, size_t n)
{
    uint64_t h = n;

    for (size_t i = 0; i < n; i++) {
        const struct alibi_told *told = &p->told[i];

        h = match_mix(h, told->kind, told->kind == ALIBI_TOLD_MOVE ? told->move : 0);
        h = match_mix(h, told->kind == ALIBI_TOLD_WITNESS ? told->witness : 0, 0);
    }
    return h;
}

/* Makes PLAN what TYPE intends now. */
static bool make_plan(const struct match_model *model, const struct match_posterior *p,
                      const struct match_type *type, struct match_plan *plan)
{
    plan->from = p->n_told;
    plan->history = hash(p, p->n_told);
    plan->n = 0;
    for (unsigned i = 0; i < model->samples; i++) {
        struct alibi_player *copy =
            put_in_place(model, p, type, match_mix(model->seed, p->n_told, i));
        struct alibi_thought thought;
        bool added;

        if (!copy)
            return false;
        alibi_player_think(copy, &model->budget, &thought);
        added = add_choices(plan, &thought, model->samples);
        plan->once = alibi_player_rethinks(copy);
        alibi_player_free(copy);
        if (!added)
            return false;
    }
    return true;
}

/* --- Predicting --- */

/* Whether CHOICE has a token number PLAYED and begins like the last PLAYED ones. */
static bool begins_so(const struct match_posterior *p, const struct alibi_choice *choice,
                      size_t played)
{
    if (choice->n <= played)
        return false;
    for (size_t i = 0; i < played; i++) {
        const struct alibi_told *told = &p->told[p->n_told - played + i];

        if (told->kind != ALIBI_TOLD_MOVE || told->move != choice->move[i])
            return false;
    }
    return true;
}

/* How likely M is by PLAN, of which PLAYED tokens have been played: by the shares and by the
 * values of the choices. False if they do not go on from what was played. */
static bool follow(const struct match_posterior *p, const struct match_plan *plan,
                   size_t played, alibi_move m, double *share, double *by_value)
{
    double all_shares = 0, all_values = 0;

    *share = *by_value = 0;
    for (size_t i = 0; i < plan->n; i++) {
        const struct alibi_choice *choice = &plan->choice[i];

        if (!begins_so(p, choice, played))
            continue;
        all_shares += (double)choice->share;
        all_values += plan->by_value[i];
        if (choice->move[played] == m) {
            *share += (double)choice->share;
            *by_value += plan->by_value[i];
        }
    }
    if (all_shares <= 0)
        return false;
    *share /= all_shares;
    *by_value /= all_values;
    return true;
}

/* Whether PLAN was made on the way to where the game is, and is still kept to. */
static bool holds(const struct match_posterior *p, const struct match_plan *plan)
{
    return plan->n > 0 && plan->from <= p->n_told && (!plan->once || plan->from == p->n_told) &&
           plan->history == hash(p, plan->from);
}

/* The plan of TYPE, an empty one if it has none; NULL without memory. */
static struct match_plan *plan_of(struct match_model *model, const struct match_type *type)
{
    struct match_plan *plan;

    for (size_t i = 0; i < model->n_plans; i++)
        if (model->plan[i].identity == type->identity && model->plan[i].cards == type->cards)
            return &model->plan[i];
    plan = realloc(model->plan, (model->n_plans + 1) * sizeof *plan);
    if (!plan)
        return NULL;
    model->plan = plan;
    plan += model->n_plans++;
    *plan =
        (struct match_plan){.identity = type->identity, .cards = type->cards, .from = SIZE_MAX};
    return plan;
}

bool match_model_predict(void *context, const struct match_posterior *p,
                         const struct match_type *type, alibi_move m, double *probability)
{
    struct match_model *model = context;
    struct match_plan *plan = plan_of(model, type);
    alibi_move moves[ALIBI_MOVES_MAX];
    double share, by_value;
    int n = type->world.game->moves(&type->world, moves);

    if (!plan)
        return false;
    if (!holds(p, plan) || !follow(p, plan, p->n_told - plan->from, m, &share, &by_value)) {
        if (!make_plan(model, p, type, plan))
            return false;
        if (!follow(p, plan, 0, m, &share, &by_value))
            share = by_value = 0;
    }
    *probability = (1 - model->doubt) * share +
                   model->doubt * ((1 - blindness) * by_value + blindness / n);
    return true;
}
