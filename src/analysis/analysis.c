/* Analyses: one thought of the judge's after the other, in slices.
 *
 * For each decision a player is made, told what the mover had been told, and thinks; then, if
 * that is wanted, one in the place of every other suspect. Only beginning a thought allocates
 * and can fail, and when it fails everything is as before. */
#include "parts.h"

#include "core/refusals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- Beginning and end --- */

/* Makes JUDGE the name of that kind of player as the library has it, NULL that of the
 * strongest.
 */
static int find_judge(const char **judge, struct alibi_error *err)
{
    int i = 0;

    for (; alibi_player_kind(i); i++)
        if (*judge && strcmp(alibi_player_kind(i)->name, *judge) == 0)
            break;
    if (*judge && !alibi_player_kind(i))
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.player_name, NULL);
    *judge = alibi_player_kind(*judge ? i : i - 1)->name;
    return ALIBI_OK;
}

/* A judge that cannot be made is refused before there is anything to think about. */
static int check_judge(const struct alibi_analysis *a, struct alibi_error *err)
{
    const struct alibi_analysis_settings *how = &a->settings;
    struct alibi_player *judge = NULL;
    int status = ALIBI_OK;

    if (a->n_moments > 0)
        status = alibi_player_new(&judge, how->judge, &a->moment[0].view, how->seed,
                                  how->memory, err);
    alibi_player_free(judge);
    return status;
}

/* Nobody is to be helped in a game against another person. */
static int check_running(const struct alibi_record *record, struct alibi_error *err)
{
    return alibi_record_is_of_people(record)
               ? alibi_refuse(err, ALIBI_BAD_POSITION, 0, &alibi_no.analysis_running, NULL)
               : ALIBI_OK;
}

static int prepare(struct alibi_analysis *a, const struct alibi_record *record,
                   enum alibi_viewer viewer, struct alibi_error *err)
{
    int status = check_running(record, err);

    if (status == ALIBI_OK)
        status = find_judge(&a->settings.judge, err);
    if (status == ALIBI_OK)
        status = ana_sources_find(&a->sources, record, viewer, err);
    if (status == ALIBI_OK)
        status = ana_beliefs_find(a, err);
    if (status == ALIBI_OK)
        status = ana_moments_find(a, err);
    if (status == ALIBI_OK)
        status = check_judge(a, err);
    if (status == ALIBI_OK && a->n_moments > 0)
        ana_decision_begin(a);
    return status;
}

/* The reason of a failure that came without one. */
static int said(int status, struct alibi_error *err)
{
    return status == ALIBI_NO_MEMORY
               ? alibi_refuse(err, status, 0, &alibi_no.system_memory, NULL)
               : status;
}

int alibi_analysis_new(struct alibi_analysis **out, const struct alibi_record *record,
                       enum alibi_viewer viewer, const struct alibi_analysis_settings *settings,
                       struct alibi_error *err)
{
    struct alibi_analysis *a = calloc(1, sizeof *a);
    int status = ALIBI_NO_MEMORY;

    if (a) {
        a->game = alibi_record_game(record);
        if (settings)
            a->settings = *settings;
        if (a->settings.seats == 0)
            a->settings.seats = 1 << ALIBI_JACK | 1 << ALIBI_DETECTIVE;
        status = prepare(a, record, viewer, err);
    }
    if (status == ALIBI_OK)
        *out = a;
    else
        alibi_analysis_free(a);
    return said(status, err);
}

void alibi_analysis_free(struct alibi_analysis *a)
{
    if (!a)
        return;
    ana_sources_free(&a->sources);
    alibi_record_free(a->history);
    alibi_player_free(a->thinker);
    free(a->belief);
    free(a->moment);
    free(a->decision);
    free(a);
}

int alibi_analysis_threads(struct alibi_analysis *a, int n, struct alibi_error *err)
{
    if (n < 1 || n > ALIBI_THREADS_MAX)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.player_threads, NULL);
    a->threads = n;
    return ALIBI_OK;
}

/* --- Thinking --- */

/* A player of the judge's kind who knows the first N tokens of HISTORY. */
static int make_thinker(struct alibi_player **out, const struct alibi_analysis *a,
                        const struct alibi_record *history, size_t n, struct alibi_error *err)
{
    const struct alibi_analysis_settings *how = &a->settings;
    struct alibi_view start = {alibi_record_viewer(history), *alibi_record_start(history)};
    struct alibi_player *player;
    int status = alibi_player_new(&player, how->judge, &start, how->seed, how->memory, err);

    if (status != ALIBI_OK)
        return status;
    if (a->threads > 1)
        status = alibi_player_threads(player, a->threads, err);
    for (size_t i = 0; i < n && status == ALIBI_OK; i++)
        status = alibi_player_hear(player, alibi_record_told(history, i), err);
    if (status == ALIBI_OK)
        *out = player;
    else
        alibi_player_free(player);
    return status;
}

/* Each of two turns is considered by itself with half of the budget. */
static struct alibi_budget half_of(const struct alibi_budget *budget)
{
    return (struct alibi_budget){(budget->nodes + 1) / 2, (budget->ms + 1) / 2};
}

static int begin_thought(struct alibi_analysis *a, struct alibi_error *err)
{
    const struct ana_moment *moment = &a->moment[a->n_judged];
    const struct alibi_record *history = a->sources.told[moment->view.viewer];
    struct alibi_budget budget = a->settings.budget;
    int status = ALIBI_OK;

    if (a->suspect >= 0) {
        status = ana_gave_swap(a, err);
        history = a->history;
    }
    if (status == ALIBI_OK)
        status = make_thinker(&a->thinker, a, history, moment->at + (size_t)a->token, err);
    if (status == ALIBI_OK && a->compared >= 0) {
        const struct alibi_choice *choice = ana_reasons_choice(a);

        budget = half_of(&budget);
        (void)alibi_player_consider(a->thinker, choice->move, choice->n, NULL);
    }
    if (status == ALIBI_OK)
        alibi_player_begin(a->thinker, &budget);
    return status;
}

static void end_decision(struct alibi_analysis *a)
{
    a->n_judged++;
    if (a->n_judged < a->n_moments)
        ana_decision_begin(a);
}

/* Takes in a thought about what Jack would do if the suspect were he. */
static void end_suspect(struct alibi_analysis *a)
{
    ana_gave_add(a);
    if (ana_gave_next(a))
        return;
    ana_gave_end(a);
    end_decision(a);
}

/* Values of the thought become the chances that they stand for. */
static void find_chances(struct alibi_analysis *a)
{
    const char *judge = a->settings.judge;
    enum alibi_seat seat = a->decision[a->n_judged].seat;
    struct alibi_thought *thought = &a->thought;

    thought->value = alibi_player_chance(judge, a->game, seat, thought->value);
    for (int i = 0; i < thought->n_choices; i++)
        thought->choice[i].value =
            (float)alibi_player_chance(judge, a->game, seat, (double)thought->choice[i].value);
}

/* The decision is judged in the mover's place; what the choice gave away may be missing. */
static void ask_suspects(struct alibi_analysis *a)
{
    bool gave = ana_gave_is_wanted(a);

    if (gave && ana_gave_next(a))
        return;
    if (gave)
        ana_gave_end(a);
    end_decision(a);
}

/* Takes in a thought in the mover's place. */
static void end_own(struct alibi_analysis *a)
{
    bool gave = ana_gave_is_wanted(a);

    if (gave && a->token == a->first)
        ana_gave_begin(a);
    find_chances(a);
    if (!ana_decision_add(a))
        return;
    a->token = 0; /* where a turn is considered from */
    if (!ana_reasons_ask(a))
        ask_suspects(a);
}

/* Takes in what is expected of a turn that was considered by itself. */
static void end_compared(struct alibi_analysis *a)
{
    if (ana_reasons_add(a))
        ask_suspects(a);
}

void alibi_analysis_cut(struct alibi_analysis *a)
{
    if (!a->thinker)
        return;
    alibi_player_end(a->thinker, &a->thought);
    alibi_player_free(a->thinker);
    a->thinker = NULL;
    if (a->suspect >= 0)
        end_suspect(a);
    else if (a->compared >= 0)
        end_compared(a);
    else
        end_own(a);
}

int alibi_analysis_step(struct alibi_analysis *a, uint64_t nodes, struct alibi_error *err)
{
    int status = ALIBI_OK;

    if (alibi_analysis_is_done(a))
        return ALIBI_OK;
    if (!a->thinker)
        status = begin_thought(a, err);
    if (status == ALIBI_OK && !alibi_player_step(a->thinker, nodes))
        alibi_analysis_cut(a);
    return said(status, err);
}

bool alibi_analysis_is_done(const struct alibi_analysis *a)
{
    return a->n_judged == a->n_moments;
}

/* --- Results --- */

struct alibi_analysis_progress alibi_analysis_progress(const struct alibi_analysis *a)
{
    struct alibi_analysis_progress p = {.done = a->n_judged,
                                        .total = a->n_moments,
                                        .seat = ALIBI_NOBODY,
                                        .thinking = a->thinker != NULL};

    if (a->thinker)
        p.budget = *alibi_player_budget(a->thinker);
    if (!alibi_analysis_is_done(a)) {
        p.round = a->decision[a->n_judged].round;
        p.slot = a->decision[a->n_judged].slot;
        p.seat = a->decision[a->n_judged].seat;
    }
    return p;
}

const struct alibi_decision *alibi_analysis_decisions(const struct alibi_analysis *a, size_t *n)
{
    *n = a->n_judged;
    return a->decision;
}

const struct alibi_belief *alibi_analysis_beliefs(const struct alibi_analysis *a, size_t *n)
{
    *n = a->n_beliefs;
    return a->belief;
}

enum alibi_viewer alibi_analysis_believer(const struct alibi_analysis *a)
{
    return alibi_record_viewer(ana_sources_believer(&a->sources));
}

/* A blunder of 20 % costs a decision about as much as it does in chess programs' accuracy, of
 * which this is the curve, made to begin at 100. */
double alibi_analysis_accuracy(const struct alibi_analysis *a, enum alibi_seat seat)
{
    const double steep = 4.35;
    double sum = 0;
    size_t n = 0;

    for (size_t i = 0; i < a->n_judged; i++)
        if (a->decision[i].seat == seat) {
            sum += exp(-steep * a->decision[i].loss);
            n++;
        }
    return n ? 100 * sum / (double)n : -1;
}

enum alibi_verdict alibi_verdict_of(double loss)
{
    static const double least[] = {[ALIBI_GOOD] = 0.01,
                                   [ALIBI_INACCURACY] = 0.05,
                                   [ALIBI_MISTAKE] = 0.10,
                                   [ALIBI_BLUNDER] = 0.20};
    int verdict = ALIBI_BLUNDER;

    while (verdict > ALIBI_BEST && loss < least[verdict])
        verdict--;
    return (enum alibi_verdict)verdict;
}

const char *alibi_verdict_name(enum alibi_verdict verdict)
{
    static const char *const name[] = {[ALIBI_BEST] = "best",
                                       [ALIBI_GOOD] = "good",
                                       [ALIBI_INACCURACY] = "inaccuracy",
                                       [ALIBI_MISTAKE] = "mistake",
                                       [ALIBI_BLUNDER] = "blunder"};

    return name[verdict];
}

const struct alibi_game *alibi_analysis_game(const struct alibi_analysis *a)
{
    return a->game;
}

const char *alibi_analysis_judge(const struct alibi_analysis *a)
{
    return a->settings.judge;
}

const struct alibi_state *alibi_analysis_truth(const struct alibi_analysis *a)
{
    return a->sources.truth.game ? &a->sources.truth : NULL;
}
