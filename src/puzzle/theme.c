/* Themes. The first that fits is the one: what wins at once comes before what prepares. */
#include "turns.h"

#include <alibi/insight.h>
#include <alibi/kit/bits.h>
#include <alibi/puzzle.h>

#include <string.h>

enum { CLOSE = 5 }; /* suspects: with more, nobody accuses one who happens to be near */

static const char *const name[ALIBI_THEMES] = {
    [ALIBI_THEME_ARREST] = "arrest", [ALIBI_THEME_ACCUSE] = "accuse",
    [ALIBI_THEME_CLEAR] = "clear",   [ALIBI_THEME_BLOCK] = "block",
    [ALIBI_THEME_ALIBI] = "alibi",   [ALIBI_THEME_ESCAPE] = "escape",
    [ALIBI_THEME_SAFE] = "safe",     [ALIBI_THEME_HIDE] = "hide",
};

const char *alibi_theme_name(enum alibi_theme theme)
{
    return name[theme];
}

enum alibi_theme alibi_theme_find(const char *word)
{
    enum alibi_theme theme = 0;

    while (theme < ALIBI_THEMES && strcmp(name[theme], word) != 0)
        theme++;
    return theme;
}

/* Whether some turn accuses one who may be Jack. */
static bool could_accuse(const struct turns *turns)
{
    for (size_t i = 0; i < turns->n; i++)
        if (turns->turn[i].ends == ALIBI_ARREST && turns->turn[i].chance > 0)
            return true;
    return false;
}

/* What the solver can tell once the turn is made, before anybody answers. */
static void look_after(struct alibi_insight *after, const struct turns *turns,
                       const struct turn *turn)
{
    struct alibi_view view = turns->view;

    for (int i = 0; i < turn->choice.n; i++)
        if (!alibi_stage(&view, turn->choice.move[i]))
            break;
    alibi_insight_of(after, &view);
}

static enum alibi_theme of_detective(const struct turns *turns, const struct turn *answer,
                                     const struct alibi_insight *before,
                                     const struct alibi_insight *after)
{
    if (answer->ends == ALIBI_ARREST)
        return answer->chance >= 1 ? ALIBI_THEME_ARREST : ALIBI_THEME_ACCUSE;
    if (answer->draws)
        return ALIBI_THEME_ALIBI;
    if (before->leave & ~after->leave)
        return ALIBI_THEME_BLOCK;
    if (alibi_insight_is_narrow(before) && could_accuse(turns))
        return ALIBI_THEME_ACCUSE;
    return ALIBI_THEME_CLEAR;
}

/* Whether Jack has to fear an accusation that is more than a guess. */
static bool in_danger(const struct alibi_insight *before, unsigned self)
{
    return alibi_size(before->suspects) <= CLOSE && before->catchers[self];
}

static enum alibi_theme of_jack(const struct turns *turns, const struct turn *answer,
                                const struct alibi_insight *before,
                                const struct alibi_insight *after)
{
    unsigned self = turns->world.identity;

    if (answer->ends == ALIBI_ESCAPE)
        return ALIBI_THEME_ESCAPE;
    if (answer->draws)
        return ALIBI_THEME_ALIBI;
    if (in_danger(before, self) && !after->catchers[self])
        return ALIBI_THEME_SAFE;
    return ALIBI_THEME_HIDE;
}

static enum alibi_theme theme_of(const struct turns *turns, const struct turn *answer,
                                 const struct alibi_insight *before)
{
    struct alibi_insight after;

    look_after(&after, turns, answer);
    return turns->view.seen.to_act == ALIBI_JACK ? of_jack(turns, answer, before, &after)
                                                 : of_detective(turns, answer, before, &after);
}

enum alibi_theme alibi_theme_of(const struct alibi_view *view, const struct alibi_choice *turn)
{
    enum alibi_theme theme = ALIBI_THEMES;
    struct alibi_insight before;
    struct turns turns;
    struct turn answer;

    alibi_insight_of(&before, view);
    if (pzl_turns_find(&turns, view) && pzl_turns_play(&turns, turn->move, turn->n, &answer))
        theme = theme_of(&turns, &answer, &before);
    pzl_turns_free(&turns);
    return theme;
}

/* --- Before any search --- */

/* Whether the seat to act has such a theme, and what it knows before its turn allows it: this
 * settles most positions without a list of their turns. */
static bool allows(const struct alibi_view *view, const struct alibi_insight *before,
                   enum alibi_theme theme)
{
    bool jack = view->seen.to_act == ALIBI_JACK;

    switch (theme) {
    case ALIBI_THEME_ARREST:
        return !jack && alibi_size(before->suspects) == 1;
    case ALIBI_THEME_BLOCK:
        return !jack && before->leave;
    case ALIBI_THEME_ACCUSE:
    case ALIBI_THEME_CLEAR:
        return !jack;
    case ALIBI_THEME_SAFE:
        return jack && in_danger(before, view->seen.identity);
    case ALIBI_THEME_ESCAPE:
    case ALIBI_THEME_HIDE:
        return jack;
    default:
        return true;
    }
}

bool alibi_theme_may_be(const struct alibi_view *view, enum alibi_theme theme)
{
    struct alibi_insight before;
    struct turns turns;
    bool found;

    alibi_insight_of(&before, view);
    if (!allows(view, &before, theme))
        return false;
    found = !pzl_turns_find(&turns, view);
    for (size_t i = 0; i < turns.n && !found; i++)
        found = theme_of(&turns, &turns.turn[i], &before) == theme;
    pzl_turns_free(&turns);
    return found;
}
