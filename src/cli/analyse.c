/* alibi analyse: a recorded game, decision by decision, as a table or as JSON. */
#include "analysis.h"
#include "cli.h"

#include <string.h>

enum { TOKENS_MAX = ALIBI_SEQUENCE_MAX * ALIBI_TOKEN_MAX };

static double loss(const struct cli_decision *d)
{
    double lost = d->best - (double)d->played.value;

    return lost > 0 ? lost : 0;
}

/* Who believes: the Detective, or everybody where his cards are not known. */
static const char *believer(const struct cli_analysis *a)
{
    return alibi_viewer_name(alibi_record_viewer(a->open));
}

/* --- Text --- */

static void print_tokens(const struct cli_analysis *a, const struct alibi_choice *choice)
{
    char tokens[TOKENS_MAX];
    struct alibi_text text = alibi_text_in(tokens, sizeof tokens);

    for (int i = 0; i < choice->n; i++) {
        alibi_text_str(&text, i ? " " : "");
        a->game->print(&text, choice->move[i]);
    }
    printf("%s", tokens);
}

static void print_decision(const struct cli_analysis *a, const struct cli_decision *d)
{
    printf("%u.%u  %-9s %6.1f  %s%5.1f %6.1f %6.2f", d->round, d->slot,
           alibi_seat_name(d->seat), 100 * d->value, d->listed ? " " : "<",
           100 * (double)d->played.value, 100 * loss(d), d->told);
    if (a->reads)
        printf(d->gave < 0 ? "      -" : " %6.2f", d->gave);
    printf("  ");
    print_tokens(a, &d->played);
    printf("\n");
    for (int i = 0; i < d->n_better; i++) {
        printf("%*s%6.1f  or ", a->reads ? 44 : 37, "",
               100 * (double)(d->better[i].value - d->played.value));
        print_tokens(a, &d->better[i]);
        printf("\n");
    }
}

static void print_beliefs(const struct cli_analysis *a)
{
    const struct alibi_game *game = a->game;

    printf("\nWho is Jack, as %s could know it, in per cent:\n\n%-4s %-18s %5s",
           strcmp(believer(a), "public") == 0 ? "everybody" : "the Detective", "", "after",
           "bits");
    for (int i = 0; i < game->n_characters; i++)
        printf("  %3s", game->characters[game->list[i]].code);
    printf("\n");
    for (size_t i = 0; i < a->n_beliefs; i++) {
        const struct cli_belief *b = &a->belief[i];

        printf("%u.%u  %-18s %5.2f", b->round, b->slot, b->token, b->bits);
        for (int k = 0; k < game->n_characters; k++) {
            double chance = b->chance[game->list[k]];

            printf(chance > 0 ? "  %3.0f" : "    .", 100 * chance);
        }
        printf("\n");
    }
}

static void print_text(const struct cli_analysis *a)
{
    char result[60] = "not over yet";
    struct alibi_text text = alibi_text_in(result, sizeof result);

    if (a->end.game && a->end.winner != ALIBI_NOBODY)
        alibi_result_print(&text, &a->end);
    printf("%s\n%s", a->game->title, result);
    if (a->end.game && a->end.identity != ALIBI_NO_ONE)
        printf("; Jack is %s", a->game->characters[a->end.identity].name);
    printf("\njudged by %s, each decision by what the mover knew\n\n", a->kind);
    printf("%-4s %-9s %6s  %6s %6s %6s%s  %s\n", "", "mover", "before", "after", "lost", "told",
           a->reads ? "   gave" : "", "played");
    for (size_t i = 0; i < a->n_decisions; i++)
        print_decision(a, &a->decision[i]);
    printf(
        "\nbefore, after: the mover's chance to win in per cent, after what he played; lost:\n"
        "against the best; told: bits that the Detective learnt of Jack by what followed%s\n",
        a->reads ? ";\ngave: bits that one who reads the judge's mind learns from it" : "");
    print_beliefs(a);
}

/* --- JSON --- */

static void print_json_decision(const struct cli_analysis *a, const struct cli_decision *d)
{
    char buf[8000];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    alibi_text_format(&text,
                      "{\"ply\":%zu,\"round\":%u,\"slot\":%u,\"seat\":\"%s\",\"value\":%.4f,"
                      "\"best\":%.4f,\"loss\":%.4f,\"told\":%.4f,\"listed\":%s,\"played\":",
                      d->ply, d->round, d->slot, alibi_seat_name(d->seat), d->value, d->best,
                      loss(d), d->told, d->listed ? "true" : "false");
    alibi_choice_json(&text, a->game, &d->played);
    alibi_text_str(&text, ",\"choice\":");
    alibi_choice_json(&text, a->game, &d->choice);
    alibi_text_str(&text, ",\"better\":[");
    for (int i = 0; i < d->n_better; i++) {
        alibi_text_str(&text, i ? "," : "");
        alibi_choice_json(&text, a->game, &d->better[i]);
    }
    alibi_text_char(&text, ']');
    if (d->gave >= 0)
        alibi_text_format(&text, ",\"gave\":%.4f", d->gave);
    printf("%s}", buf);
}

static void print_json_belief(const struct cli_analysis *a, const struct cli_belief *b)
{
    bool first = true;

    printf("{\"ply\":%zu,\"round\":%u,\"slot\":%u,\"after\":\"%s\",\"bits\":%.4f,"
           "\"gained\":%.4f,\"chance\":{",
           b->cause, b->round, b->slot, b->token, b->bits, b->gained);
    for (int i = 0; i < a->game->n_characters; i++) {
        if (b->chance[i] <= 0)
            continue;
        printf("%s\"%s\":%.4f", first ? "" : ",", a->game->characters[i].code, b->chance[i]);
        first = false;
    }
    printf("}}");
}

static void print_json(const struct cli_analysis *a)
{
    char result[60] = "";
    struct alibi_text text = alibi_text_in(result, sizeof result);

    printf("{\"game\":\"%s\",\"player\":\"%s\",\"result\":", a->game->name, a->kind);
    if (a->end.game && a->end.winner != ALIBI_NOBODY) {
        alibi_result_print(&text, &a->end);
        printf("\"%s\"", result);
    } else {
        printf("null");
    }
    printf(",\"decisions\":[");
    for (size_t i = 0; i < a->n_decisions; i++) {
        printf("%s", i ? "," : "");
        print_json_decision(a, &a->decision[i]);
    }
    printf("],\"believer\":\"%s\",\"beliefs\":[", believer(a));
    for (size_t i = 0; i < a->n_beliefs; i++) {
        printf("%s", i ? "," : "");
        print_json_belief(a, &a->belief[i]);
    }
    printf("]}\n");
}

/* --- The verb --- */

/* What a decision may cost: a second, unless something else is asked for. */
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

static bool read_viewer(const char *name, enum alibi_viewer *viewer)
{
    *viewer = ALIBI_AS_TRUTH;
    if (!name ||
        (alibi_viewer_parse(viewer, name, strlen(name)) && *viewer <= ALIBI_AS_DETECTIVE))
        return true;
    (void)cli_fail("expected jack or detective after --seat, not %.100s", name);
    return false;
}

int cli_analyse(const struct cli_verb *verb, int argc, char **argv)
{
    const char *ms = NULL, *nodes = NULL, *player = cli_kind_best(), *seat_name = NULL;
    bool json = false;
    struct cli_analysis a = {.game = NULL};
    const struct cli_option options[] = {
        {"--ms", NULL, &ms},          {"--nodes", NULL, &nodes}, {"--player", NULL, &player},
        {"--seat", NULL, &seat_name}, {"--json", &json, NULL},   {"--gave", &a.reads, NULL},
    };
    enum alibi_viewer viewer;
    int code = CLI_FAILED;

    if (cli_options(verb, argc, argv, options, sizeof options / sizeof options[0], 1, 1) < 0)
        return CLI_USAGE;
    if (ms && nodes)
        return cli_misuse(verb, "--ms and --nodes exclude each other");
    a.kind = cli_kind(player);
    if (!a.kind || !read_budget(ms, nodes, &a.budget) || !read_viewer(seat_name, &viewer))
        return CLI_USAGE;
    if (cli_analysis_open(&a, argv[0], viewer) && cli_analysis_believe(&a) &&
        cli_analysis_judge(&a)) {
        if (json)
            print_json(&a);
        else
            print_text(&a);
        code = CLI_OK;
    }
    cli_analysis_close(&a);
    return code;
}
