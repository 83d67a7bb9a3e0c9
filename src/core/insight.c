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

/* The characters that SEAT can choose from in its next turn that has not begun yet. LATER tells
 * whether that turn comes after the next call. */
static unsigned choice_of(const struct alibi_state *s, const struct alibi_outlook *o,
                          enum alibi_seat seat, bool *later)
{
    bool begun = o->active || s->staged;

    *later = false;
    for (int slot = s->slot + begun; slot <= s->game->n_slots; slot++)
        if (s->game->turn(s->round, slot) == seat)
            return o->now & ~(unsigned)o->active;
    *later = true;
    return s->round < s->game->n_rounds ? o->next : 0;
}

/* Who could escape in Jack's next turn: he has to have been unseen at the last call before. */
static void find_escapes(struct alibi_insight *insight, const struct alibi_state *s,
                         const struct alibi_outlook *o, unsigned whom)
{
    unsigned choice = choice_of(s, o, ALIBI_JACK, &insight->leave_later);
    unsigned unseen = insight->leave_later            ? ~(unsigned)o->visible
                      : s->witness == ALIBI_INVISIBLE ? ~0U
                                                      : 0;

    insight->leave = (uint16_t)(o->leave & choice & unseen & whom);
}

static void find_catchers(struct alibi_insight *insight, const struct alibi_state *s,
                          const struct alibi_outlook *o, unsigned whom)
{
    unsigned choice = choice_of(s, o, ALIBI_DETECTIVE, &insight->catch_later);

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
    find_escapes(insight, s, &o, whom);
    find_catchers(insight, s, &o, whom);
}
