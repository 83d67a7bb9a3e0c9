/* Decisions: where they stand in a game, and what the judge thinks of them.
 *
 * A choice of the judge's is a whole turn, and so is what was played. The same tokens may come
 * in another order and lead to the same position, so the two are compared by the positions they
 * lead to, in one of the worlds that the mover thought possible. A move that the judge does not
 * list at the first token may be listed at a later one, where fewer choices are left. */
#include "parts.h"

#include <alibi/watch.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* --- Turns --- */

void ana_turn_take(struct ana_turn *turn, const struct alibi_record *history, size_t at,
                   const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;
    size_t length = alibi_record_length(history);

    turn->n = 0;
    turn->finished = false;
    game->deal(&turn->world[0], view, 0);
    while (!turn->finished && at + (size_t)turn->n < length) {
        struct alibi_state *s = &turn->world[turn->n + 1];

        assert(turn->n < ALIBI_SEQUENCE_MAX);
        turn->move[turn->n] = alibi_record_told(history, at + (size_t)turn->n)->move;
        *s = s[-1];
        (void)game->apply(s, turn->move[turn->n++]);
        turn->finished = !alibi_same_turn(&turn->world[0], s);
    }
}

int ana_turn_free(const struct ana_turn *turn, int k)
{
    alibi_move moves[ALIBI_MOVES_MAX];

    while (k < turn->n && turn->world[k].game->moves(&turn->world[k], moves) == 1)
        k++;
    return k;
}

const struct alibi_choice *ana_turn_find(const struct ana_turn *turn, int k,
                                         const struct alibi_thought *thought)
{
    for (int i = 0; i < thought->n_choices; i++) {
        const struct alibi_choice *choice = &thought->choice[i];
        struct alibi_state s = turn->world[k];

        for (int j = 0; j < choice->n; j++)
            (void)s.game->apply(&s, choice->move[j]);
        if (memcmp(&s, &turn->world[turn->n], sizeof s) == 0)
            return choice;
    }
    return NULL;
}

/* --- Moments --- */

/* Adds the turn of VIEW's viewer that begins at token AT, move PLY of the game, unless it has
 * no choice or no end or is not wanted; returns its number of tokens. */
static size_t add_moment(struct alibi_analysis *a, const struct alibi_record *history,
                         size_t at, size_t ply, const struct alibi_view *view)
{
    const struct alibi_analysis_settings *how = &a->settings;
    bool wanted = ply >= how->from && (how->until == 0 || ply < how->until);

    ana_turn_take(&a->turn, history, at, view);
    if (wanted && a->turn.finished && ana_turn_free(&a->turn, 0) < a->turn.n)
        a->moment[a->n_moments++] = (struct ana_moment){ply, at, *view};
    return (size_t)a->turn.n;
}

/* Follows what SEAT was told; WATCH has heard nothing of it yet. */
static int follow(struct alibi_analysis *a, enum alibi_seat seat, struct alibi_watch *watch,
                  struct alibi_error *err)
{
    const struct alibi_record *history = a->sources.told[seat];
    size_t n = alibi_record_length(history), ply = 0, next = 0;
    int status = ALIBI_OK;

    for (size_t i = 0; i < n && status == ALIBI_OK; i++) {
        const struct alibi_told *told = alibi_record_told(history, i);
        struct alibi_view view;

        if (i >= next && alibi_watch_settled(watch) && ana_is_move(told)) {
            alibi_watch_view(watch, &view);
            if (view.seen.to_act == seat) {
                a->last_turn[seat] = i;
                next = i + add_moment(a, history, i, ply, &view);
            }
        }
        ply += ana_is_move(told);
        status = alibi_watch_hear(watch, told, err);
    }
    return status;
}

static int by_ply(const void *a, const void *b)
{
    const struct ana_moment *x = a, *y = b;

    return (x->ply > y->ply) - (x->ply < y->ply);
}

int ana_moments_find(struct alibi_analysis *a, struct alibi_error *err)
{
    size_t most = 1;
    int status = ALIBI_OK;

    for (int seat = 0; seat < 2; seat++)
        most += a->sources.told[seat] ? alibi_record_length(a->sources.told[seat]) : 0;
    a->moment = calloc(most, sizeof *a->moment);
    if (!a->moment)
        return ALIBI_NO_MEMORY;
    for (int seat = 0; seat < 2 && status == ALIBI_OK; seat++) {
        const struct alibi_record *history = a->sources.told[seat];
        struct alibi_watch *watch;
        struct alibi_view start;

        if (!history || !((a->settings.seats >> seat) & 1))
            continue;
        start = (struct alibi_view){alibi_record_viewer(history), *alibi_record_start(history)};
        status = alibi_watch_new(&watch, &start);
        if (status == ALIBI_OK) {
            status = follow(a, (enum alibi_seat)seat, watch, err);
            alibi_watch_free(watch);
        }
    }
    qsort(a->moment, a->n_moments, sizeof a->moment[0], by_ply);
    if (status == ALIBI_OK) {
        a->decision = calloc(a->n_moments + 1, sizeof *a->decision);
        status = a->decision ? ALIBI_OK : ALIBI_NO_MEMORY;
    }
    return status;
}

/* --- Judging --- */

/* What the Detective learnt of Jack by what followed from D. */
static double told_by(const struct alibi_analysis *a, const struct alibi_decision *d)
{
    double told = 0;

    for (size_t i = 0; i < a->n_beliefs; i++)
        if (a->belief[i].ply >= d->ply && a->belief[i].ply < d->end)
            told += a->belief[i].gained;
    return told;
}

void ana_decision_begin(struct alibi_analysis *a)
{
    const struct ana_moment *moment = &a->moment[a->n_judged];
    const struct alibi_view *view = &moment->view;
    struct alibi_decision *d = &a->decision[a->n_judged];

    ana_turn_take(&a->turn, a->sources.told[view->viewer], moment->at, view);
    a->first = a->token = ana_turn_free(&a->turn, 0);
    a->suspect = a->compared = -1;
    *d = (struct alibi_decision){.ply = moment->ply,
                                 .end = moment->ply + (size_t)a->turn.n,
                                 .round = view->seen.round,
                                 .slot = view->seen.slot,
                                 .seat = (enum alibi_seat)view->viewer,
                                 .gave = -1};
    d->played.n = (uint8_t)a->turn.n;
    memcpy(d->played.move, a->turn.move, sizeof a->turn.move);
    d->told = told_by(a, d);
}

/* CHOICE, which begins at token K, with the tokens before it. */
static struct alibi_choice whole_choice(const struct ana_turn *turn, int k,
                                        const struct alibi_choice *choice)
{
    struct alibi_choice whole = *choice;

    whole.n = 0;
    for (int i = 0; i < k; i++)
        whole.move[whole.n++] = turn->move[i];
    for (int i = 0; i < choice->n && whole.n < ALIBI_SEQUENCE_MAX; i++)
        whole.move[whole.n++] = choice->move[i];
    return whole;
}

static int by_value(const void *a, const void *b)
{
    const struct alibi_choice *x = a, *y = b;

    return x->value != y->value ? (x->value > y->value ? -1 : 1)
                                : memcmp(x->move, y->move, sizeof x->move);
}

/* What the judge thinks at the first token that is not forced. Only choices that it would make
 * itself now and then can be better: of others its values are first guesses. */
static void add_choices(struct alibi_analysis *a, struct alibi_decision *d)
{
    const float seldom = 0.01F; /* a share */
    struct alibi_thought *thought = &a->thought;

    d->value = thought->value;
    d->choice = whole_choice(&a->turn, a->first, &thought->choice[0]);
    qsort(thought->choice, (size_t)thought->n_choices, sizeof thought->choice[0], by_value);
    for (int i = 0; i < thought->n_choices && d->n_better < ALIBI_BETTER_MAX; i++)
        if (thought->choice[i].share >= seldom)
            d->better[d->n_better++] = whole_choice(&a->turn, a->first, &thought->choice[i]);
    assert(d->n_better > 0);
    d->best = (double)d->better[0].value;
}

/* A move that is not listed is worth no more than the least of those that are. */
static float least_value(const struct alibi_thought *thought)
{
    float least = thought->choice[0].value;

    for (int i = 1; i < thought->n_choices; i++)
        least = thought->choice[i].value < least ? thought->choice[i].value : least;
    return least;
}

/* Once the value of what was played is known. */
static void complete(struct alibi_decision *d)
{
    const float least = 0.0005F; /* half of the last digit that the terminal shows */
    double loss = d->best - (double)d->played.value;

    d->loss = loss > 0 ? loss : 0;
    while (d->n_better > 0 && d->better[d->n_better - 1].value < d->played.value + least)
        d->n_better--;
}

bool ana_decision_add(struct alibi_analysis *a)
{
    struct alibi_decision *d = &a->decision[a->n_judged];
    const struct alibi_choice *found;

    if (a->token == a->first)
        add_choices(a, d);
    found = ana_turn_find(&a->turn, a->token, &a->thought);
    d->listed = found != NULL;
    d->played.value = found ? found->value : least_value(&a->thought);
    a->token = ana_turn_free(&a->turn, a->token + 1);
    if (!d->listed && a->token < a->turn.n)
        return false;
    complete(d);
    ana_reasons_find(a);
    return true;
}
