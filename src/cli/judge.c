/* Judging the decisions of a game: a player is told what the mover had been told, thinks, and
 * what was done is looked up among its choices.
 *
 * A choice is a whole activation, and so is what was played. Its tokens may come in another
 * order and mean the same, so the two are compared by the positions that they lead to, in one
 * of the worlds that the mover thought possible. What the judge did not list at the first token
 * may be listed at a later one, where fewer choices are left. */
#include "judge.h"

#include "cli.h"

#include <alibi/watch.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

void cli_trial_take(struct cli_trial *t, const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;
    size_t length = alibi_record_length(t->history);

    t->n = 0;
    t->finished = false;
    game->deal(&t->world[0], view, 0);
    while (!t->finished && t->at + (size_t)t->n < length) {
        struct alibi_state *s = &t->world[t->n + 1];

        assert(t->n < ALIBI_SEQUENCE_MAX);
        t->move[t->n] = alibi_record_told(t->history, t->at + (size_t)t->n)->move;
        *s = s[-1];
        (void)game->apply(s, t->move[t->n++]);
        t->finished = !alibi_same_turn(&t->world[0], s);
    }
}

static bool is_forced(const struct alibi_state *s)
{
    alibi_move moves[ALIBI_MOVES_MAX];

    return s->game->moves(s, moves) == 1;
}

/* The first token that was not forced, N if all were. */
static int first_free(const struct cli_trial *t)
{
    int k = 0;

    while (k < t->n && is_forced(&t->world[k]))
        k++;
    return k;
}

const struct alibi_choice *cli_trial_find(const struct cli_trial *t, int k)
{
    for (int i = 0; i < t->thought.n_choices; i++) {
        const struct alibi_choice *choice = &t->thought.choice[i];
        struct alibi_state s = t->world[k];

        for (int j = 0; j < choice->n; j++)
            (void)s.game->apply(&s, choice->move[j]);
        if (memcmp(&s, &t->world[t->n], sizeof s) == 0)
            return choice;
    }
    return NULL;
}

bool cli_trial_think(struct cli_trial *t, int k)
{
    const struct alibi_state *s = &t->world[0];
    struct cli_mind mind = {.kind = t->analysis->kind, .seed = 1};
    bool done = cli_mind_follow(&mind, t->history, t->at + (size_t)k);
    char what[60];

    (void)snprintf(what, sizeof what, "%u.%u %s", s->round, s->slot,
                   alibi_seat_name(s->to_act));
    if (done)
        cli_mind_think(&mind, &t->analysis->budget, what, &t->thought);
    cli_mind_forget(&mind);
    return done;
}

/* --- One decision --- */

/* CHOICE, which begins at token K, with the tokens before it. */
static struct alibi_choice whole_choice(const struct cli_trial *t, int k,
                                        const struct alibi_choice *choice)
{
    struct alibi_choice whole = *choice;

    whole.n = 0;
    for (int i = 0; i < k; i++)
        whole.move[whole.n++] = t->move[i];
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

/* What the judge thinks at the first token that is not forced, number K. Only what it would do
 * itself now and then counts: of other choices its values are first guesses. */
static void note_choices(struct cli_trial *t, struct cli_decision *d, int k)
{
    const float seldom = 0.01F;
    struct alibi_thought *thought = &t->thought;

    d->value = thought->value;
    d->choice = whole_choice(t, k, &thought->choice[0]);
    qsort(thought->choice, (size_t)thought->n_choices, sizeof thought->choice[0], by_value);
    for (int i = 0; i < thought->n_choices && d->n_better < CLI_BETTER_MAX; i++)
        if (thought->choice[i].share >= seldom)
            d->better[d->n_better++] = whole_choice(t, k, &thought->choice[i]);
    assert(d->n_better > 0);
    d->best = (double)d->better[0].value;
}

/* Better is what differs by more than the last digit that is shown. */
static void drop_no_better(struct cli_decision *d)
{
    const float least = 0.0005F;

    while (d->n_better > 0 && d->better[d->n_better - 1].value < d->played.value + least)
        d->n_better--;
}

/* What is not listed is worth no more than the least of what is. */
static float least_value(const struct alibi_thought *thought)
{
    float least = thought->choice[0].value;

    for (int i = 1; i < thought->n_choices; i++)
        least = thought->choice[i].value < least ? thought->choice[i].value : least;
    return least;
}

/* Lets the judge think at one token after the other until it knows what was played. */
static bool judge(struct cli_trial *t, struct cli_decision *d, int first)
{
    d->played.n = (uint8_t)t->n;
    memcpy(d->played.move, t->move, sizeof t->move);
    for (int k = first; k < t->n && !d->listed; k++) {
        const struct alibi_choice *found;

        if (is_forced(&t->world[k]))
            continue;
        if (!cli_trial_think(t, k))
            return false;
        if (k == first)
            note_choices(t, d, k);
        found = cli_trial_find(t, k);
        d->listed = found != NULL;
        d->played.value = found ? found->value : least_value(&t->thought);
    }
    drop_no_better(d);
    return true;
}

/* What the Detective learnt of Jack by what followed from D, and before it. */
static void note_told(const struct cli_analysis *a, struct cli_decision *d,
                      const struct cli_belief **before)
{
    for (size_t i = 0; i < a->n_beliefs; i++) {
        if (a->belief[i].cause < d->ply)
            *before = &a->belief[i];
        else if (a->belief[i].cause < d->end)
            d->told += a->belief[i].gained;
    }
}

/* The decision that begins at token AT of what VIEW's seat was told, move PLY of the game; into
 * TOKENS how long it is. One without a choice, or without its end, is none. */
static bool add_decision(struct cli_analysis *a, size_t at, size_t ply,
                         const struct alibi_view *view, size_t *tokens)
{
    struct cli_trial t = {.analysis = a, .history = a->history[view->viewer], .at = at};
    struct cli_decision *d = &a->decision[a->n_decisions];
    const struct cli_belief *before = NULL;
    int first;

    cli_trial_take(&t, view);
    *tokens = (size_t)t.n;
    first = first_free(&t);
    if (!t.finished || first == t.n)
        return true;
    *d = (struct cli_decision){.ply = ply,
                               .end = ply + (size_t)t.n,
                               .round = view->seen.round,
                               .slot = view->seen.slot,
                               .seat = (enum alibi_seat)view->viewer,
                               .gave = -1};
    if (!judge(&t, d, first))
        return false;
    note_told(a, d, &before);
    /* Another Jack needs another deal, and that one has to be in the history. */
    if (a->reads && view->viewer == ALIBI_AS_JACK &&
        alibi_record_start(t.history)->round == 0) {
        d->gave = cli_trial_gave(&t, first, before->chance);
        if (d->gave < 0)
            return false;
    }
    a->n_decisions++;
    return true;
}

/* --- All of them --- */

static bool judge_seat(struct cli_analysis *a, enum alibi_seat seat)
{
    const struct alibi_record *history = a->history[seat];
    struct alibi_view view = {alibi_viewer_of(seat), *alibi_record_start(history)};
    size_t n = alibi_record_length(history), ply = 0, next = 0;
    struct alibi_watch *watch;
    bool good = true;

    if (alibi_watch_new(&watch, &view) != ALIBI_OK) {
        (void)cli_fail("out of memory");
        return false;
    }
    for (size_t i = 0; i < n && good; i++) {
        const struct alibi_told *told = alibi_record_told(history, i);
        size_t tokens = 0;

        if (i >= next && alibi_watch_settled(watch) && cli_is_move(told)) {
            alibi_watch_view(watch, &view);
            if (view.seen.to_act == seat)
                good = add_decision(a, i, ply, &view, &tokens);
            next = i + tokens;
        }
        ply += cli_is_move(told);
        (void)alibi_watch_hear(watch, told, NULL);
    }
    alibi_watch_free(watch);
    return good;
}

static int by_ply(const void *a, const void *b)
{
    const struct cli_decision *x = a, *y = b;

    return (x->ply > y->ply) - (x->ply < y->ply);
}

bool cli_analysis_judge(struct cli_analysis *a)
{
    size_t most = 0;

    for (int seat = 0; seat < 2; seat++)
        most += a->history[seat] ? alibi_record_length(a->history[seat]) : 0;
    a->decision = calloc(most + 1, sizeof *a->decision);
    if (!a->decision) {
        (void)cli_fail("out of memory");
        return false;
    }
    for (int seat = 0; seat < 2; seat++)
        if (a->history[seat] && !judge_seat(a, (enum alibi_seat)seat))
            return false;
    qsort(a->decision, a->n_decisions, sizeof a->decision[0], by_ply);
    return true;
}
