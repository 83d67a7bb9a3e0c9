/* What a move of Jack's gives away to somebody who knows how the judge plays.
 *
 * Were Jack another one of the Detective's suspects, would he have played the same, and how
 * often? The judge is asked in the place of each of them, told what that Jack would have been
 * told. Bayes' rule then gives what the Detective could believe, and the Kullback-Leibler
 * divergence from what he does believe is what the move gave away. */
#include "parts.h"

#include <math.h>

/* The decision in progress, and what is believed before it: there has been a deal, since Jack
 * has a decision. */
static const struct alibi_decision *decision(const struct alibi_analysis *a)
{
    return &a->decision[a->n_judged];
}

static const double *prior(const struct alibi_analysis *a)
{
    size_t i = 0;

    while (i + 1 < a->n_beliefs && a->belief[i + 1].ply < decision(a)->ply)
        i++;
    return a->belief[i].chance;
}

bool ana_gave_is_wanted(const struct alibi_analysis *a)
{
    /* Another Jack needs another deal, and that one has to be in the history. */
    return a->settings.gave && decision(a)->seat == ALIBI_JACK &&
           alibi_record_start(a->sources.told[ALIBI_JACK])->round == 0;
}

/* How often a player does FOUND, one of the choices of THOUGHT, or NULL for a move that is not
 * listed. Nobody follows the judge to the letter, so a tenth of the weight goes to choices that
 * are about as good. */
static double frequency(const struct alibi_thought *thought, const struct alibi_choice *found)
{
    const double doubt = 0.1, heat = 0.05;
    double value = found ? (double)found->value : 1, best = 0, sum = 0;

    for (int i = 0; i < thought->n_choices; i++) {
        best = fmax(best, (double)thought->choice[i].value);
        if (!found) /* worth the least of those that are listed, at most */
            value = fmin(value, (double)thought->choice[i].value);
    }
    for (int i = 0; i < thought->n_choices; i++)
        sum += exp(((double)thought->choice[i].value - best) / heat);
    return (1 - doubt) * (found ? (double)found->share : 0) +
           doubt * exp((value - best) / heat) / sum;
}

void ana_gave_begin(struct alibi_analysis *a)
{
    a->likely[a->turn.world[0].identity] =
        frequency(&a->thought, ana_turn_find(&a->turn, a->first, &a->thought));
}

bool ana_gave_next(struct alibi_analysis *a)
{
    const double *belief = prior(a);

    do
        a->suspect++;
    while (a->suspect < a->game->n_characters &&
           (belief[a->suspect] <= 0 || a->suspect == a->turn.world[0].identity));
    a->token = a->first;
    return a->suspect < a->game->n_characters;
}

int ana_gave_swap(struct alibi_analysis *a, struct alibi_error *err)
{
    const size_t at = a->moment[a->n_judged].at;
    struct alibi_view view;
    int status;

    if (a->history)
        return ALIBI_OK;
    /* Whoever could be Jack could as well be on a card that Jack drew. */
    status = ana_history_swap(&a->history, a->sources.told[ALIBI_JACK],
                              a->turn.world[0].identity, (unsigned)a->suspect);
    if (status == ALIBI_OK)
        status = ana_history_view(&view, a->history, at, err);
    if (status == ALIBI_OK) {
        ana_turn_take(&a->suspect_turn, a->history, at, &view);
    } else {
        alibi_record_free(a->history);
        a->history = NULL;
    }
    return status;
}

void ana_gave_add(struct alibi_analysis *a)
{
    a->likely[a->suspect] =
        frequency(&a->thought, ana_turn_find(&a->suspect_turn, a->first, &a->thought));
    alibi_record_free(a->history);
    a->history = NULL;
}

void ana_gave_end(struct alibi_analysis *a)
{
    const double *belief = prior(a);
    double all = 0, bits = 0;

    for (int i = 0; i < a->game->n_characters; i++)
        if (belief[i] > 0)
            all += belief[i] * a->likely[i];
    for (int i = 0; i < a->game->n_characters; i++)
        if (belief[i] > 0)
            bits += belief[i] * a->likely[i] / all * log2(a->likely[i] / all);
    a->decision[a->n_judged].gave = bits > 0 ? bits : 0;
}
