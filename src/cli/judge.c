/* Judging the decisions of a game: a player is told what the mover had been told, thinks, and
 * what was done is looked up among its choices.
 *
 * A choice is a whole activation, and so is what was played. Its tokens may come in another
 * order and mean the same, so the two are compared by the positions that they lead to, in one
 * of the worlds that the mover thought possible. What the judge did not list at the first token
 * may be listed at a later one, where fewer choices are left. */
#include "analysis.h"

#include "cli.h"

#include <alibi/watch.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* One decision on its way to being judged. */
struct trial {
    const struct cli_analysis *analysis;
    const struct alibi_record *history; /* what the mover was told, up to token AT */
    size_t at;
    struct alibi_state
        world[ALIBI_SEQUENCE_MAX + 1]; /* before each token, and after the last */
    struct alibi_thought thought;
};

/* Whether the activation of A goes on in B. */
static bool goes_on(const struct alibi_state *a, const struct alibi_state *b)
{
    return b->to_act == a->to_act && b->round == a->round && b->slot == a->slot;
}

/* The tokens from AT to the end of the activation, in one possible world. */
static void take_tokens(struct trial *t, struct cli_decision *d, const struct alibi_view *view)
{
    size_t n = alibi_record_length(t->history);
    struct alibi_choice *played = &d->played;

    *played = (struct alibi_choice){.share = 0};
    view->seen.game->deal(&t->world[0], view, 0);
    while (!d->finished && t->at + played->n < n) {
        const char *token = alibi_record_token(t->history, t->at + played->n);
        struct alibi_state *s = &t->world[played->n + 1];

        assert(played->n < ALIBI_SEQUENCE_MAX);
        if (s[-1].game->parse(&played->move[played->n], token, strlen(token), NULL) != ALIBI_OK)
            return;
        *s = s[-1];
        (void)s->game->apply(s, played->move[played->n++]);
        d->finished = !goes_on(&t->world[0], s);
    }
}

static bool is_forced(const struct alibi_state *s)
{
    alibi_move moves[ALIBI_MOVES_MAX];

    return s->game->moves(s, moves) == 1;
}

/* The choice of the judge's that does what was played from token K on, or NULL. */
static const struct alibi_choice *find_choice(const struct trial *t,
                                              const struct cli_decision *d, int k)
{
    for (int i = 0; i < t->thought.n_choices; i++) {
        const struct alibi_choice *choice = &t->thought.choice[i];
        struct alibi_state s = t->world[k];

        for (int j = 0; j < choice->n; j++)
            (void)s.game->apply(&s, choice->move[j]);
        if (memcmp(&s, &t->world[d->played.n], sizeof s) == 0)
            return choice;
    }
    return NULL;
}

/* A player of the judge's kind who knows the first N tokens of HISTORY thinks. */
static bool think(const struct cli_analysis *a, const struct alibi_record *history, size_t n,
                  const char *what, struct alibi_thought *thought)
{
    struct cli_mind mind = {.kind = a->kind, .seed = 1};
    bool done = cli_mind_follow(&mind, history, n);

    if (done)
        cli_mind_think(&mind, &a->budget, what, thought);
    cli_mind_forget(&mind);
    return done;
}

/* CHOICE, which begins at token K, with the tokens before it. */
static struct alibi_choice whole_choice(const struct cli_decision *d, int k,
                                        const struct alibi_choice *choice)
{
    struct alibi_choice whole = *choice;

    whole.n = 0;
    for (int i = 0; i < k; i++)
        whole.move[whole.n++] = d->played.move[i];
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

/* What the judge thinks at the first token that is not forced, number K. */
static void note_choices(struct trial *t, struct cli_decision *d, int k)
{
    struct alibi_thought *thought = &t->thought;

    d->value = thought->value;
    d->choice = whole_choice(d, k, &thought->choice[0]);
    qsort(thought->choice, (size_t)thought->n_choices, sizeof thought->choice[0], by_value);
    d->best = (double)thought->choice[0].value;
    for (int i = 0; i < thought->n_choices && i < CLI_BETTER_MAX; i++)
        d->better[d->n_better++] = whole_choice(d, k, &thought->choice[i]);
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
static bool judge(struct trial *t, struct cli_decision *d)
{
    bool begun = false;
    char what[60];

    (void)snprintf(what, sizeof what, "%u.%u %s", d->round, d->slot, alibi_seat_name(d->seat));
    for (int k = 0; k < d->played.n && !d->listed; k++) {
        const struct alibi_choice *found;

        if (is_forced(&t->world[k]))
            continue;
        if (!think(t->analysis, t->history, t->at + (size_t)k, what, &t->thought))
            return false;
        if (!begun)
            note_choices(t, d, k);
        begun = true;
        found = find_choice(t, d, k);
        d->listed = found != NULL;
        d->played.value = found ? found->value : least_value(&t->thought);
    }
    drop_no_better(d);
    return true;
}

/* The decision that begins at token AT of HISTORY, which is move PLY of the game. One without a
 * choice, or without its end, is none. */
static bool add_decision(struct cli_analysis *a, const struct alibi_record *history, size_t at,
                         size_t ply, const struct alibi_view *view, size_t *tokens)
{
    struct trial t = {.analysis = a, .history = history, .at = at};
    struct cli_decision *d = &a->decision[a->n_decisions];
    bool free_to_choose = false;

    *d = (struct cli_decision){.ply = ply,
                               .round = view->seen.round,
                               .slot = view->seen.slot,
                               .seat = view->seat,
                               .gave = -1};
    take_tokens(&t, d, view);
    d->end = ply + d->played.n;
    *tokens = d->played.n;
    for (int k = 0; k < d->played.n; k++)
        free_to_choose = free_to_choose || !is_forced(&t.world[k]);
    if (!d->finished || !free_to_choose)
        return true;
    if (!judge(&t, d))
        return false;
    for (size_t i = 0; i < a->n_beliefs; i++)
        if (a->belief[i].cause >= d->ply && a->belief[i].cause < d->end)
            d->told += a->belief[i].gained;
    a->n_decisions++;
    return true;
}

static bool judge_seat(struct cli_analysis *a, enum alibi_seat seat)
{
    const struct alibi_record *history = a->history[seat];
    struct alibi_view view = {seat, *alibi_record_start(history)};
    size_t n = alibi_record_length(history), ply = 0, next = 0;
    struct alibi_watch *watch;
    bool good = true;

    if (alibi_watch_new(&watch, &view) != ALIBI_OK) {
        (void)cli_fail("out of memory");
        return false;
    }
    for (size_t i = 0; i < n && good; i++) {
        const char *token = alibi_record_token(history, i);
        size_t tokens = 0;

        if (i >= next && alibi_watch_settled(watch) && cli_is_move(token)) {
            alibi_watch_view(watch, &view);
            if (view.seen.to_act == seat)
                good = add_decision(a, history, i, ply, &view, &tokens);
            next = i + tokens;
        }
        ply += cli_is_move(token);
        (void)alibi_watch_see(watch, token, strlen(token), NULL);
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
