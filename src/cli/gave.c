/* What a move of Jack's gives away to one who can read the judge's mind.
 *
 * Were Jack another one of those whom the Detective has to reckon with, would he have done the
 * same, and how often? The judge is asked in the place of each of them; then Bayes says what
 * the Detective could believe, and the divergence from what he believes is what was given. */
#include "cli.h"
#include "judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* HISTORY, Jack's, as it would be if A and B changed places in his secrets: whoever could be
 * Jack could as well be on a card that Jack drew. */
static struct alibi_record *exchanged(const struct alibi_record *history, unsigned a,
                                      unsigned b)
{
    const struct alibi_game *game = alibi_record_game(history);
    struct alibi_record *record;
    int status = alibi_record_new(&record, alibi_record_start(history), ALIBI_AS_JACK);

    for (size_t i = 0; i < alibi_record_length(history) && status == ALIBI_OK; i++) {
        struct alibi_told told = *alibi_record_told(history, i);
        struct alibi_secret secret = {ALIBI_OPEN, ALIBI_NO_ONE};

        if (told.kind == ALIBI_TOLD_MOVE)
            secret = game->secret(told.move);
        if (secret.kind != ALIBI_OPEN && (secret.who == a || secret.who == b)) {
            secret.who = (uint8_t)(secret.who == a ? b : a);
            told.move = game->secret_move(secret);
        }
        status = alibi_record_add(record, &told, NULL);
        if (status != ALIBI_OK)
            alibi_record_free(record);
    }
    return status == ALIBI_OK ? record : NULL;
}

/* What the seat of HISTORY sees after N tokens. */
static bool view_after(const struct cli_analysis *a, const struct alibi_record *history,
                       size_t n, struct alibi_view *view)
{
    struct cli_mind mind = {.kind = a->kind};
    bool done = cli_mind_follow(&mind, history, n);

    if (done)
        alibi_player_view(mind.player, view);
    cli_mind_forget(&mind);
    return done;
}

/* How often a player does FOUND, one of the choices of THOUGHT, or NULL for what is not listed.
 * Nobody follows the judge to the letter: now and then one does what is about as good. */
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

/* How often one who plays like the judge would do what was played, with this HISTORY; below 0
 * after a failure. */
static double likelihood(const struct cli_trial *real, int k,
                         const struct alibi_record *history)
{
    struct cli_trial *trial = calloc(1, sizeof *trial);
    struct alibi_view view;
    double share = -1;

    if (!trial)
        return share;
    trial->analysis = real->analysis;
    trial->history = history;
    trial->at = real->at;
    if (view_after(real->analysis, history, real->at, &view)) {
        cli_trial_take(trial, &view);
        if (cli_trial_think(trial, k))
            share = frequency(&trial->thought, cli_trial_find(trial, k));
    }
    free(trial);
    return share;
}

double cli_trial_gave(const struct cli_trial *trial, int k,
                      const double belief[ALIBI_CHARACTERS_MAX])
{
    unsigned jack = trial->world[0].identity;
    double likely[ALIBI_CHARACTERS_MAX] = {0}, all = 0, bits = 0;

    for (int i = 0; i < trial->world[0].game->n_characters; i++) {
        struct alibi_record *history;

        if (belief[i] <= 0)
            continue;
        history = exchanged(trial->history, jack, (unsigned)i);
        likely[i] = history ? likelihood(trial, k, history) : -1;
        alibi_record_free(history);
        if (likely[i] < 0)
            return -1;
        all += belief[i] * likely[i];
    }
    for (int i = 0; i < ALIBI_CHARACTERS_MAX; i++)
        if (belief[i] > 0)
            bits += belief[i] * likely[i] / all * log2(likely[i] / all);
    return bits > 0 ? bits : 0;
}
