/* What the Detective, or without his cards everybody, could know of Jack's identity: counting
 * the deals that agree with what was told, with nothing read into the play. */
#include "analysis.h"

#include "cli.h"

#include <alibi/watch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double entropy(const double *chance)
{
    double bits = 0;

    for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        if (chance[i] > 0)
            bits -= chance[i] * log2(chance[i]);
    return bits;
}

static bool same(const double *a, const double *b)
{
    int i = 0;

    while (i < ALIBI_CHARACTERS_MAX && a[i] == b[i])
        i++;
    return i == ALIBI_CHARACTERS_MAX;
}

/* Notes what is believed after TOLD, or at the start, if that is worth a line: the deal, an
 * answer of the witnesses, or anything that changed it. */
static void note(struct cli_analysis *a, const struct alibi_watch *watch,
                 const struct alibi_view *before, size_t cause, const struct alibi_told *told)
{
    struct cli_belief *b = &a->belief[a->n_beliefs];
    const struct cli_belief *last = a->n_beliefs ? b - 1 : NULL;
    bool called = told && told->kind == ALIBI_TOLD_WITNESS;
    struct alibi_text text = alibi_text_in(b->token, sizeof b->token);

    if (!called && !alibi_watch_settled(watch))
        return;
    alibi_watch_belief(watch, b->chance);
    b->bits = entropy(b->chance);
    if (last ? !called && same(b->chance, last->chance) : b->bits <= 0)
        return;
    b->gained = last ? last->bits - b->bits : 0;
    b->cause = cause;
    b->round = before->seen.round;
    b->slot = before->seen.slot;
    if (told)
        alibi_told_print(&text, a->game, told);
    else
        alibi_text_str(&text, "start");
    a->n_beliefs++;
}

bool cli_analysis_believe(struct cli_analysis *a)
{
    struct alibi_view view = {alibi_record_viewer(a->open), *alibi_record_start(a->open)};
    size_t n = alibi_record_length(a->open), ply = 0, cause = 0;
    struct alibi_watch *watch;

    a->belief = calloc(n + 2, sizeof *a->belief);
    if (!a->belief || alibi_watch_new(&watch, &view) != ALIBI_OK) {
        (void)cli_fail("out of memory");
        return false;
    }
    note(a, watch, &view, 0, NULL); /* of a game that is taken up in its middle */
    for (size_t i = 0; i < n; i++) {
        const struct alibi_told *told = alibi_record_told(a->open, i);

        if (told->kind == ALIBI_TOLD_RESULT)
            break;
        if (alibi_watch_settled(watch))
            alibi_watch_view(watch, &view);
        if (cli_is_move(told)) {
            if (view.seen.to_act <= ALIBI_DETECTIVE)
                cause = ply;
            ply++;
        }
        (void)alibi_watch_hear(watch, told, NULL);
        note(a, watch, &view, cause, told);
    }
    alibi_watch_free(watch);
    return true;
}
