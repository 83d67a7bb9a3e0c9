/* alibi analyse: judges a recorded game, decision by decision, as a table or as JSON. The
 * library does the work; this file adds the clock and the table. */
#include "cli.h"
#include "mind.h"
#include "screen/review_screen.h"
#include "screen/term.h"
#include "waiting.h"

#include <alibi/analysis.h>
#include <alibi/session.h>
#include <stdlib.h>
#include <string.h>

/* --- Text --- */

static void print_tokens(const struct alibi_game *game, const struct alibi_choice *choice)
{
    char tokens[ALIBI_SEQUENCE_MAX * ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(tokens, sizeof tokens);

    for (int i = 0; i < choice->n; i++) {
        alibi_text_str(&text, i ? " " : "");
        game->print(&text, choice->move[i]);
    }
    printf("%s", tokens);
}

static void print_decision(const struct alibi_game *game, const struct alibi_decision *d,
                           bool gave)
{
    printf("%u.%u  %-9s %6.1f  %s%5.1f %6.1f %6.2f", d->round, d->slot,
           alibi_seat_name(d->seat), 100 * d->value, d->listed ? " " : "<",
           100 * (double)d->played.value, 100 * d->loss, d->told);
    if (gave)
        printf(d->gave < 0 ? "      -" : " %6.2f", d->gave);
    printf("  ");
    print_tokens(game, &d->played);
    printf("\n");
    for (int i = 0; i < d->n_better; i++) {
        printf("%*s%6.1f  or ", gave ? 44 : 37, "",
               100 * (double)(d->better[i].value - d->played.value));
        print_tokens(game, &d->better[i]);
        printf("\n");
    }
}

static void print_beliefs(const struct alibi_analysis *a)
{
    const struct alibi_game *game = alibi_analysis_game(a);
    size_t n;
    const struct alibi_belief *b = alibi_analysis_beliefs(a, &n);

    printf("\nWho is Jack, as far as %s could know, in per cent:\n\n%-4s %-18s %5s",
           alibi_analysis_believer(a) == ALIBI_AS_PUBLIC ? "everybody" : "the Detective", "",
           "after", "bits");
    for (int i = 0; i < game->n_characters; i++)
        printf("  %3s", game->characters[game->list[i]].code);
    printf("\n");
    for (; n > 0; n--, b++) {
        printf("%u.%u  %-18s %5.2f", b->round, b->slot, b->after, b->bits);
        for (int k = 0; k < game->n_characters; k++) {
            double chance = b->chance[game->list[k]];

            printf(chance > 0 ? "  %3.0f" : "    .", 100 * chance);
        }
        printf("\n");
    }
}

static void print_text(const struct alibi_analysis *a, bool gave)
{
    const struct alibi_game *game = alibi_analysis_game(a);
    const struct alibi_state *truth = alibi_analysis_truth(a);
    char result[60];
    struct alibi_text text = alibi_text_in(result, sizeof result);
    size_t n;
    const struct alibi_decision *decision = alibi_analysis_decisions(a, &n);

    if (truth && truth->winner != ALIBI_NOBODY)
        alibi_result_print(&text, truth);
    else
        alibi_text_str(&text, "not over yet");
    printf("%s\n%s", game->title, result);
    if (truth && truth->identity != ALIBI_NO_ONE)
        printf("; Jack is %s", game->characters[truth->identity].name);
    printf("\njudged by %s, each decision by what its player knew\n\n",
           alibi_analysis_judge(a));
    printf("%-4s %-9s %6s  %6s %6s %6s%s  %s\n", "", "mover", "before", "after", "lost", "told",
           gave ? "   gave" : "", "played");
    for (size_t i = 0; i < n; i++)
        print_decision(game, &decision[i], gave);
    printf(
        "\nbefore, after: the mover's chance to win in per cent; lost: compared with the\n"
        "best choice; told: bits that the Detective learnt about Jack from what followed%s\n",
        gave ? ";\ngave: bits that the choice tells somebody who knows how the judge plays"
             : "");
    print_beliefs(a);
}

/* --- JSON --- */

static bool print_json(const struct alibi_analysis *a)
{
    char none[1], *buf;
    struct alibi_text text = alibi_text_in(none, sizeof none);

    alibi_analysis_json(&text, a);
    buf = malloc(text.len + 1);
    if (!buf) {
        (void)cli_fail("out of memory");
        return false;
    }
    text = alibi_text_in(buf, text.len + 1);
    alibi_analysis_json(&text, a);
    printf("%s\n", buf);
    free(buf);
    return true;
}

/* --- Thinking --- */

/* Finishes one thought of the judge, within its time. */
static int think_once(struct alibi_analysis *a, struct alibi_error *err)
{
    enum { SLICE = 256 }; /* nodes between two looks at the clock */
    struct alibi_analysis_progress now = alibi_analysis_progress(a);
    struct cli_waiting waiting;
    char what[60];
    int status;

    (void)snprintf(what, sizeof what, "%u.%u %s", now.round, now.slot,
                   alibi_seat_name(now.seat));
    cli_waiting_begin(&waiting);
    do {
        status = alibi_analysis_step(a, SLICE, err);
        now = alibi_analysis_progress(a);
        if (now.thinking && cli_waiting_over(&waiting, now.budget.ms, what)) {
            alibi_analysis_cut(a);
            break;
        }
    } while (now.thinking);
    cli_waiting_end(&waiting);
    return status;
}

/* Thinks to the end and prints the analysis. */
static int print_analysis(const char *path, struct alibi_analysis *a, bool json, bool gave)
{
    struct alibi_error err;
    int status = ALIBI_OK;

    while (status == ALIBI_OK && !alibi_analysis_is_done(a))
        status = think_once(a, &err);
    if (status != ALIBI_OK)
        return cli_fail("%s: %s", path, err.text);
    if (json)
        return print_json(a) ? CLI_OK : CLI_FAILED;
    print_text(a, gave);
    return CLI_OK;
}

/* What VIEWER may see of RECORD on a screen; frees RECORD unless it is that. */
static struct alibi_record *seen_record(struct alibi_record *record, enum alibi_viewer viewer)
{
    struct alibi_record *seen = NULL;

    if (alibi_record_viewer(record) == viewer || viewer == ALIBI_AS_TRUTH)
        return record;
    if (alibi_session_redact(&seen, record, viewer, NULL) != ALIBI_OK)
        seen = NULL;
    alibi_record_free(record);
    return seen;
}

/* Analyses the record in PATH by that many THREADS. If VIEWER is a player and a record of the
 * whole truth is not finished, only what VIEWER knows is used. */
static int analyse(const char *path, const struct alibi_analysis_settings *settings,
                   int threads, enum alibi_viewer viewer, bool json, bool on_screen)
{
    struct alibi_record *record = cli_read_record(path);
    struct alibi_analysis *a = NULL;
    struct alibi_error err;
    int code;

    if (!record)
        return CLI_FAILED;
    if (alibi_record_viewer(record) != ALIBI_AS_TRUTH)
        viewer = ALIBI_AS_TRUTH; /* everything that this redacted record has */
    if (alibi_analysis_new(&a, record, viewer, settings, &err) != ALIBI_OK ||
        alibi_analysis_threads(a, threads, &err) != ALIBI_OK) {
        alibi_analysis_free(a);
        alibi_record_free(record);
        return cli_fail("%s: %s", path, err.text);
    }
    record = on_screen ? seen_record(record, viewer) : record;
    code = !record     ? cli_fail("out of memory")
           : on_screen ? review_screen_run(record, a, cli_look_for(stdout, false, false))
                       : print_analysis(path, a, json, settings->gave);
    alibi_record_free(record);
    alibi_analysis_free(a);
    return code;
}

/* --- The verb --- */

/* The budget for a decision: a second unless an option says otherwise. */
static bool read_budget(const char *ms, const char *nodes, struct alibi_budget *budget)
{
    uint64_t n = 1000;

    if (nodes)
        return cli_number(nodes, "--nodes", 1, UINT64_MAX - 1, &budget->nodes);
    if (ms && !cli_number(ms, "--ms", 1, UINT32_MAX, &n))
        return false;
    budget->ms = (uint32_t)n;
    return true;
}

/* Reads --seat: the viewer and the seats to judge; without it the truth and both. */
static bool read_viewer(const char *name, enum alibi_viewer *viewer, unsigned *seats)
{
    enum alibi_seat seat;

    *viewer = ALIBI_AS_TRUTH;
    if (!name)
        return true;
    if (!alibi_player_seat_parse(&seat, name, strlen(name))) {
        (void)cli_fail("expected jack or detective after --seat, not %.100s", name);
        return false;
    }
    *viewer = alibi_viewer_of(seat);
    *seats = 1U << seat;
    return true;
}

int cli_analyse(const struct cli_verb *verb, int argc, char **argv)
{
    const char *ms = NULL, *nodes = NULL, *player = cli_kind_best(), *seat = NULL;
    const char *threads = NULL;
    bool json = false, plain = false;
    struct alibi_analysis_settings how = {.seed = 1};
    const struct cli_option options[] = {
        {"--ms", NULL, &ms},       {"--nodes", NULL, &nodes},     {"--player", NULL, &player},
        {"--seat", NULL, &seat},   {"--json", &json, NULL},       {"--gave", &how.gave, NULL},
        {"--plain", &plain, NULL}, {"--threads", NULL, &threads},
    };
    enum alibi_viewer viewer;
    uint64_t n_threads = 1;

    if (cli_options(verb, argc, argv, options, sizeof options / sizeof options[0], 1, 1) < 0)
        return CLI_USAGE;
    if (ms && nodes)
        return cli_misuse(verb, "--ms and --nodes exclude each other");
    how.judge = cli_kind(player);
    if (!how.judge || !read_budget(ms, nodes, &how.budget) ||
        !read_viewer(seat, &viewer, &how.seats) ||
        (threads && !cli_number(threads, "--threads", 1, ALIBI_THREADS_MAX, &n_threads)))
        return CLI_USAGE;
    return analyse(argv[0], &how, (int)n_threads, viewer, json,
                   !json && !plain && term_is_able());
}
