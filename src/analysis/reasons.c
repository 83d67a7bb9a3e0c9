/* Why a choice was better than what was played: what the mover sees after each of the two is
 * compared, and only what speaks for the better one is told. Like an insight it looks at who
 * could do what next, not at who would. Where nothing in sight says why a mistake was one, the
 * judge considers each of the two by itself, and what it expects of them is compared. */
#include "parts.h"

#include <alibi/kit/bits.h>

/* What a turn leads to, as far as the mover can tell. */
struct effect {
    enum alibi_why ends;
    bool over;    /* the game is over, for whatever reason */
    bool known;   /* what the mover sees then does not depend on what is hidden from it */
    bool counted; /* CALL says what a call leaves */
    struct alibi_call call;
    struct alibi_view view;
};

/* Plays CHOICE in *S; whether witnesses were called. */
static bool play(struct alibi_state *s, const struct alibi_choice *choice)
{
    bool called = false;

    for (int i = 0; i < choice->n; i++)
        called |= s->game->apply(s, choice->move[i]);
    return called;
}

/* How the last token of CHOICE ends the game. */
static enum alibi_why ending(const struct alibi_view *view, const struct alibi_choice *choice)
{
    struct alibi_choice before = *choice;
    struct alibi_state s;
    struct alibi_view last;

    if (choice->n == 0)
        return ALIBI_WHY_NONE;
    before.n--;
    view->seen.game->deal(&s, view, 0);
    (void)play(&s, &before);
    s.game->observe(&last, &s, view->viewer);
    return alibi_end_of(&last, choice->move[before.n]);
}

static unsigned suspects_of(const struct alibi_state *s, enum alibi_viewer viewer)
{
    unsigned innocent = viewer == ALIBI_AS_DETECTIVE ? s->alibis[ALIBI_DETECTIVE] : 0;

    return s->suspects & ~innocent;
}

/* What the call that ends CHOICE leaves, for each answer that Jack may give. */
static void count_call(struct effect *e, const struct alibi_view *view,
                       const struct alibi_choice *choice)
{
    const struct alibi_game *game = view->seen.game;
    uint32_t n = game->deals(view);
    unsigned answers = 0;

    for (uint32_t i = 0; i < n && answers != 3; i++) {
        struct alibi_state s;

        game->deal(&s, view, i);
        (void)play(&s, choice);
        if ((answers >> s.witness) & 1)
            continue;
        answers |= 1U << s.witness;
        e->call.left[s.witness] = (uint8_t)alibi_size(suspects_of(&s, view->viewer));
        e->call.answer = s.witness;
    }
    if (answers == 3 || view->viewer != ALIBI_AS_JACK)
        e->call.answer = ALIBI_NO_ONE;
    e->counted = true;
}

/* What a call would leave as things stand. */
static void expect_call(struct effect *e)
{
    struct alibi_insight insight;

    alibi_insight_of(&insight, &e->view);
    e->call.answer = insight.answer;
    for (int i = 0; i < 2; i++)
        e->call.left[i] = (uint8_t)alibi_size(insight.left[i]);
    e->counted = true;
}

static struct effect effect_of(const struct alibi_view *view, const struct alibi_choice *choice)
{
    struct effect e = {.ends = ending(view, choice), .call = {.answer = ALIBI_NO_ONE}};
    struct alibi_state s;
    bool called;

    view->seen.game->deal(&s, view, 0);
    called = play(&s, choice);
    e.over = s.winner != ALIBI_NOBODY;
    s.game->observe(&e.view, &s, view->viewer);
    e.known = !called || view->viewer == ALIBI_AS_JACK;
    if (called)
        count_call(&e, view, choice);
    else if (!e.over)
        expect_call(&e);
    return e;
}

static struct alibi_reason *add(struct alibi_decision *d, enum alibi_reason_kind kind)
{
    struct alibi_reason *reason = &d->reason[d->n_reasons++];

    *reason = (struct alibi_reason){.kind = kind};
    return reason;
}

/* Who could be caught or leave after one of the two only. For the Detective it is good to be
 * able to accuse, for Jack it is good to be able to leave. */
static void compare_views(struct alibi_decision *d, const struct effect *played,
                          const struct effect *better)
{
    bool jack = d->seat == ALIBI_JACK;
    struct alibi_remark remark[ALIBI_REMARKS_MAX];
    /* the remarks on going from the one to the other */
    int n = alibi_remarks(remark, jack ? &better->view : &played->view,
                          jack ? &played->view : &better->view, false);

    for (int i = 0; i < n; i++)
        if (remark[i].kind == ALIBI_MAY_CATCH) {
            struct alibi_reason *reason = add(d, ALIBI_REASON_CATCH);

            reason->who = remark[i].who;
            reason->by = remark[i].by;
        } else if (remark[i].kind == ALIBI_MAY_NOT_LEAVE) {
            add(d, ALIBI_REASON_LEAVE)->who = remark[i].who;
        }
}

/* How many suspects a call leaves on average, if everybody is Jack as likely as the others; for
 * Jack, who knows his answer, how many that one leaves. */
static double leaves(const struct alibi_call *call)
{
    double seen = call->left[ALIBI_VISIBLE], unseen = call->left[ALIBI_INVISIBLE];

    if (call->answer != ALIBI_NO_ONE)
        return call->left[call->answer];
    return seen + unseen > 0 ? (seen * seen + unseen * unseen) / (seen + unseen) : 0;
}

static void compare_calls(struct alibi_decision *d, const struct effect *played,
                          const struct effect *better)
{
    double gain = leaves(&played->call) - leaves(&better->call);
    struct alibi_reason *reason;

    if (!played->counted || !better->counted || (d->seat == ALIBI_JACK ? -gain : gain) < 0.01)
        return;
    reason = add(d, ALIBI_REASON_LEFT);
    reason->call_played = played->call;
    reason->call_better = better->call;
}

static void compare_ends(struct alibi_decision *d, const struct alibi_view *view,
                         const struct effect *played, const struct effect *better)
{
    struct alibi_reason *reason;

    if (played->ends == better->ends)
        return;
    reason = add(d, ALIBI_REASON_ENDS);
    reason->played = played->ends;
    reason->better = better->ends;
    reason->suspects = (uint8_t)alibi_size(suspects_of(&view->seen, view->viewer));
}

/* What was played, in the mover's last turn, has let the other seat end the game. */
static void add_end(struct alibi_analysis *a, struct alibi_decision *d)
{
    const struct alibi_state *end = &a->sources.truth;
    bool ended = end->game && end->winner <= ALIBI_DETECTIVE && end->winner != d->seat &&
                 (end->why == ALIBI_ARREST || end->why == ALIBI_ESCAPE);

    if (ended && a->moment[a->n_judged].at == a->last_turn[d->seat])
        add(d, ALIBI_REASON_THEN)->played = (enum alibi_why)end->why;
}

void ana_reasons_find(struct alibi_analysis *a)
{
    struct alibi_decision *d = &a->decision[a->n_judged];
    const struct alibi_view *view = &a->moment[a->n_judged].view;
    struct effect played, better;

    if (d->n_better == 0)
        return;
    played = effect_of(view, &d->played);
    better = effect_of(view, &d->better[0]);
    compare_ends(d, view, &played, &better);
    if (!played.over)
        add_end(a, d);
    if (played.over || better.over)
        return;
    if (played.known && better.known)
        compare_views(d, &played, &better);
    compare_calls(d, &played, &better);
}

/* --- What the search expects --- */

bool ana_reasons_ask(struct alibi_analysis *a)
{
    const struct alibi_decision *d = &a->decision[a->n_judged];

    if (d->n_reasons > 0 || d->n_better == 0 || alibi_verdict_of(d->loss) < ALIBI_MISTAKE)
        return false;
    a->compared = 0;
    return true;
}

struct alibi_choice *ana_reasons_choice(struct alibi_analysis *a)
{
    struct alibi_decision *d = &a->decision[a->n_judged];

    return a->compared == 0 ? &d->played : &d->better[0];
}

/* Who wins soon, if that differs enough to be worth a sentence. What the search has hardly
 * looked at is not taken for rare. */
static bool compare_wins(struct alibi_decision *d, enum alibi_seat winner)
{
    const float least = 0.05F, half = 0.5F; /* probabilities */
    const struct alibi_prospect *played = &d->played.prospect, *better = &d->better[0].prospect;
    float more = better->ends[winner] - played->ends[winner];
    struct alibi_reason *reason;

    if ((d->seat == winner ? more : -more) < least || (more > 0 ? played : better)->seen < half)
        return false;
    reason = add(d, ALIBI_REASON_SOON);
    reason->winner = winner;
    reason->expect_played = played->ends[winner];
    reason->expect_better = better->ends[winner];
    return true;
}

/* How many suspects the next call leaves. */
static void compare_left(struct alibi_decision *d)
{
    const float least = 0.25F /* suspects */, half = 0.5F /* a probability */;
    const struct alibi_prospect *played = &d->played.prospect, *better = &d->better[0].prospect;
    float more = better->left - played->left;
    struct alibi_reason *reason;

    if (played->seen < half || better->seen < half || played->left <= 0 || better->left <= 0 ||
        (d->seat == ALIBI_JACK ? more : -more) < least)
        return;
    reason = add(d, ALIBI_REASON_EXPECT);
    reason->expect_played = played->left;
    reason->expect_better = better->left;
}

bool ana_reasons_add(struct alibi_analysis *a)
{
    struct alibi_decision *d = &a->decision[a->n_judged];

    /* A judge who cannot consider one turn by itself lists several, and expects nothing. */
    ana_reasons_choice(a)->prospect = a->thought.n_choices == 1
                                          ? a->thought.choice[0].prospect
                                          : (struct alibi_prospect){.seen = 0};
    if (a->compared++ == 0)
        return false;
    a->compared = -1;
    if (!compare_wins(d, (enum alibi_seat)(1 - d->seat)) && !compare_wins(d, d->seat))
        compare_left(d);
    return true;
}
