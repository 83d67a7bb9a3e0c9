/* What a viewer can tell from a view: who may be Jack, what a call would leave, who could
 * escape, who could be caught. */
#include <alibi/insight.h>

#include <alibi/kit/bits.h>

/* The Detective knows that nobody is Jack whose alibi card he holds. A view has no cards of
 * another player, so there is nothing to take away for others. */
static uint16_t suspects_of(const struct alibi_view *view)
{
    unsigned innocent =
        view->viewer == ALIBI_AS_DETECTIVE ? view->seen.alibis[ALIBI_DETECTIVE] : 0;

    return (uint16_t)(view->seen.suspects & ~innocent);
}

enum alibi_why alibi_end_of(const struct alibi_view *view, alibi_move m)
{
    struct alibi_state s;

    view->seen.game->deal(&s, view, 0);
    (void)s.game->apply(&s, m);
    if (s.why == ALIBI_ARREST || s.why == ALIBI_WRONG_ACCUSATION)
        return ALIBI_ARREST;
    return s.why == ALIBI_ESCAPE ? ALIBI_ESCAPE : ALIBI_WHY_NONE;
}

/* Whether the viewer's own turn is under way and the character being played can still accuse or
 * escape in it. */
static bool is_poised(const struct alibi_view *view, const struct alibi_outlook *o)
{
    const struct alibi_state *s = &view->seen;
    alibi_move m[ALIBI_MOVES_MAX];
    bool mine = o->active && s->to_act == view->viewer &&
                (s->to_act != ALIBI_JACK || o->active == 1U << s->identity);
    int n = mine ? s->game->moves(s, m) : 0;

    while (n > 0)
        if (alibi_end_of(view, m[--n]) != ALIBI_WHY_NONE)
            return true;
    return false;
}

/* The characters that SEAT can choose from in its next turn: the one under way, as long as its
 * character can still accuse or escape, else the first that has not begun. LATER tells whether
 * that turn comes after the next call. */
static unsigned choice_of(const struct alibi_view *view, const struct alibi_outlook *o,
                          enum alibi_seat seat, bool *later)
{
    const struct alibi_state *s = &view->seen;
    bool begun = o->active || s->staged;

    *later = false;
    if (s->to_act == seat && is_poised(view, o))
        return o->active;
    for (int slot = s->slot + begun; slot <= s->game->n_slots; slot++)
        if (s->game->turn(s->round, slot) == seat)
            return o->now & ~(unsigned)o->active;
    *later = true;
    return s->round < s->game->n_rounds ? o->next : 0;
}

/* Who could escape in Jack's next turn: he has to have been unseen at the last call before. */
static void find_escapes(struct alibi_insight *insight, const struct alibi_view *view,
                         const struct alibi_outlook *o, unsigned whom)
{
    unsigned choice = choice_of(view, o, ALIBI_JACK, &insight->leave_later);
    unsigned unseen = insight->leave_later                    ? ~(unsigned)o->visible
                      : view->seen.witness == ALIBI_INVISIBLE ? ~0U
                                                              : 0;

    insight->leave = (uint16_t)(o->leave & choice & unseen & whom);
}

static void find_catchers(struct alibi_insight *insight, const struct alibi_view *view,
                          const struct alibi_outlook *o, unsigned whom)
{
    unsigned choice = choice_of(view, o, ALIBI_DETECTIVE, &insight->catch_later);

    for (unsigned by = 0; by < ALIBI_CHARACTERS_MAX; by++)
        for (unsigned b = alibi_has(choice, by) ? o->accuses[by] & whom : 0; b; b &= b - 1)
            insight->catchers[alibi_lowest(b)] |= (uint16_t)(1U << by);
}

void alibi_insight_of(struct alibi_insight *insight, const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;
    bool known = s->identity != ALIBI_NO_ONE;
    struct alibi_outlook o;
    unsigned whom;

    *insight = (struct alibi_insight){.suspects = suspects_of(view), .answer = ALIBI_NO_ONE};
    if (s->game->missing)
        insight->missing = (int8_t)s->game->missing(s);
    if (s->round == 0 || s->winner != ALIBI_NOBODY)
        return;
    s->game->outlook(&o, s);
    insight->left[ALIBI_VISIBLE] = insight->suspects & o.visible;
    insight->left[ALIBI_INVISIBLE] = (uint16_t)(insight->suspects & ~o.visible);
    if (known)
        insight->answer = alibi_has(o.visible, s->identity) ? ALIBI_VISIBLE : ALIBI_INVISIBLE;
    whom = view->viewer == ALIBI_AS_JACK && known ? 1U << s->identity : insight->suspects;
    find_escapes(insight, view, &o, whom);
    find_catchers(insight, view, &o, whom);
}

bool alibi_insight_is_narrow(const struct alibi_insight *insight)
{
    return alibi_size(insight->suspects) <= 3;
}
