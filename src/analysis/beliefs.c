/* What the Detective, or without his cards the public, could know of Jack's identity: counting
 * the deals that agree with what was told, with nothing read into the play. */
#include "parts.h"

#include <alibi/watch.h>
#include <math.h>
#include <stdlib.h>

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

/* Adds what is believed after TOLD (NULL: at the start) if it is worth a line: the deal, an
 * answer of the witnesses, or anything that changed it. PLY is the player's move that led to
 * it, made in BEFORE. */
static void add_belief(struct alibi_analysis *a, const struct alibi_watch *watch,
                       const struct alibi_view *before, size_t ply,
                       const struct alibi_told *told)
{
    struct alibi_belief *b = &a->belief[a->n_beliefs];
    const struct alibi_belief *last = a->n_beliefs ? b - 1 : NULL;
    bool called = told && told->kind == ALIBI_TOLD_WITNESS;
    struct alibi_text text = alibi_text_in(b->after, sizeof b->after);

    if (!called && !alibi_watch_settled(watch))
        return;
    alibi_watch_belief(watch, b->chance);
    b->bits = entropy(b->chance);
    if (last ? !called && same(b->chance, last->chance) : b->bits <= 0)
        return;
    b->gained = last ? last->bits - b->bits : 0;
    b->ply = ply;
    b->round = before->seen.round;
    b->slot = before->seen.slot;
    if (told)
        alibi_told_print(&text, a->game, told);
    else
        alibi_text_str(&text, "start");
    a->n_beliefs++;
}

/* Follows what the believer was told, up to the result; WATCH has heard nothing of it yet. */
static int follow(struct alibi_analysis *a, const struct alibi_record *history,
                  struct alibi_watch *watch, struct alibi_error *err)
{
    struct alibi_view view = {alibi_record_viewer(history), *alibi_record_start(history)};
    size_t n = alibi_record_length(history), moves = 0, ply = 0;
    int status = ALIBI_OK;

    add_belief(a, watch, &view, 0, NULL); /* of a game that is taken up in its middle */
    for (size_t i = 0; i < n && status == ALIBI_OK; i++) {
        const struct alibi_told *told = alibi_record_told(history, i);

        if (told->kind == ALIBI_TOLD_RESULT)
            break;
        if (alibi_watch_settled(watch))
            alibi_watch_view(watch, &view);
        if (ana_is_move(told)) {
            if (view.seen.to_act <= ALIBI_DETECTIVE)
                ply = moves;
            moves++;
        }
        status = alibi_watch_hear(watch, told, err);
        if (status == ALIBI_OK)
            add_belief(a, watch, &view, ply, told);
    }
    return status;
}

int ana_beliefs_find(struct alibi_analysis *a, struct alibi_error *err)
{
    const struct alibi_record *history = ana_sources_believer(&a->sources);
    struct alibi_view start = {alibi_record_viewer(history), *alibi_record_start(history)};
    struct alibi_watch *watch;
    int status;

    a->belief = calloc(alibi_record_length(history) + 2, sizeof *a->belief);
    if (!a->belief || alibi_watch_new(&watch, &start) != ALIBI_OK)
        return ALIBI_NO_MEMORY;
    status = follow(a, history, watch, err);
    alibi_watch_free(watch);
    return status;
}
