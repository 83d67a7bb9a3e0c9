/* alibi match: two players play many games. */
#include "cli.h"
#include "standing.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { REPORTS_MAX = 10, BAR = 24 };

/* The command line as it was written. */
struct request {
    const char *game, *games, *seed, *first, *threads, *memory, *time, *grace, *out, *counts;
    const char *ms[3], *nodes[3]; /* for both, for A, for B */
    const char *elo[2];
    bool sprt, json;
};

/* What is shown while the match is played. */
struct display {
    bool terminal;
    uint64_t pairs;
    double start;
    unsigned reports;
};

/* Set by the first SIGINT or SIGTERM; the second one ends the program. */
static atomic_bool interrupted;

static void interrupt(int signal_number)
{
    (void)signal_number;
    atomic_store(&interrupted, true);
}

static void catch_signals(void)
{
    struct sigaction once = {.sa_handler = interrupt, .sa_flags = (int)SA_RESETHAND};
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    (void)sigaction(SIGINT, &once, NULL);
    (void)sigaction(SIGTERM, &once, NULL);
    (void)sigaction(SIGPIPE, &ignore, NULL); /* an external player that quits only loses */
}

/* --- Progress --- */

static void clear_bar(const struct display *display)
{
    if (display->terminal)
        (void)fputs("\r\033[K", stderr);
}

static void show_progress(void *context, uint64_t done, const struct match_tally *tally)
{
    const struct display *display = context;
    double part = (double)done / (double)display->pairs;
    double took = match_now() - display->start;
    int full = (int)(part * BAR);

    if (!display->terminal)
        return;
    (void)fprintf(stderr, "\r[%.*s%*s] %llu of %llu pairs, A %.1f %%, %.0f s", full,
                  "########################", BAR - full, "", (unsigned long long)done,
                  (unsigned long long)display->pairs, 100 * match_score(tally).mid, took);
    if (part > 0)
        (void)fprintf(stderr, ", %.0f s left", took / part - took);
    (void)fputs("\033[K", stderr);
}

static void show_report(void *context, const char *line)
{
    struct display *display = context;

    if (display->reports++ > REPORTS_MAX)
        return;
    clear_bar(display);
    (void)cli_fail("%s", display->reports > REPORTS_MAX ? "... and more like that" : line);
}

/* --- The command line --- */

static bool read_elo(const char *text, const char *what, double *out)
{
    char *end = NULL;

    errno = 0;
    *out = strtod(text, &end);
    if (errno || end == text || *end || !(fabs(*out) <= 1000)) {
        (void)cli_fail("expected %s, a number from -1000 to 1000, not %.100s", what, text);
        return false;
    }
    return true;
}

static bool is_player(const char *name)
{
    if (strncmp(name, "exec:", 5) == 0) {
        for (const char *c = name; *c; c++)
            if (iscntrl((unsigned char)*c))
                return false;
        return name[5] && strlen(name) < 500;
    }
    for (int i = 0; alibi_player_kind(i); i++)
        if (strcmp(alibi_player_kind(i)->name, name) == 0)
            return true;
    return false;
}

static bool read_sides(const struct request *r, char **names, struct match_config *config)
{
    uint64_t memory = 0, grace;

    if ((r->memory && !cli_number(r->memory, "--memory", 1, CLI_MEMORY_MAX, &memory)) ||
        !cli_number(r->grace, "--grace", 1, 86400, &grace))
        return false;
    for (int i = 0; i < 2; i++) {
        struct match_side *side = &config->side[i];
        const char *ms = r->ms[1 + i] ? r->ms[1 + i] : r->ms[0];
        const char *nodes = r->nodes[1 + i] ? r->nodes[1 + i] : r->nodes[0];
        uint64_t n = 0;

        side->name = names[i];
        if (!is_player(side->name)) {
            (void)cli_fail("expected a player that `alibi players` lists, or "
                           "exec:COMMAND, not %.100s",
                           side->name);
            return false;
        }
        if ((ms && !cli_number(ms, "--ms", 1, 3600000, &n)) ||
            (nodes && !cli_number(nodes, "--nodes", 1, UINT64_MAX, &side->budget.nodes)))
            return false;
        side->budget.ms = (uint32_t)n;
        side->memory = (size_t)memory << 20;
        side->grace = (double)grace;
    }
    return true;
}

static bool read_extent(const struct request *r, struct match_config *config)
{
    long online = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t games, workers = online > 0 ? (uint64_t)online : 1, seconds = 0;

    if (!cli_number(r->games, "--games", 2, 1000000, &games) ||
        !cli_number(r->seed, "--seed", 0, UINT64_MAX, &config->seed) ||
        !cli_number(r->first, "--first", 0, 1000000000, &config->first) ||
        (r->threads && !cli_number(r->threads, "--threads", 1, 1024, &workers)) ||
        (r->time && !cli_number(r->time, "--time", 1, 10000000, &seconds)))
        return false;
    if (games % 2) {
        (void)cli_fail("expected --games, an even number, because each deal is played twice");
        return false;
    }
    config->pairs = games / 2;
    config->workers = (unsigned)(workers < config->pairs ? workers : config->pairs);
    config->seconds = (double)seconds;
    config->out = r->out;
    return true;
}

static bool read_test(const struct request *r, struct match_config *config)
{
    config->sprt = r->sprt || r->elo[0] || r->elo[1];
    if (!read_elo(r->elo[0] ? r->elo[0] : "0", "--elo0", &config->elo0) ||
        !read_elo(r->elo[1] ? r->elo[1] : "20", "--elo1", &config->elo1))
        return false;
    if (config->elo0 < config->elo1)
        return true;
    (void)cli_fail("expected --elo0 below --elo1");
    return false;
}

/* Prints the statistics of given counts, such as the sum of several parts of a match. */
static int evaluate(const struct request *r, const struct match_config *config)
{
    struct match_standing standing = {.left = 0};
    const char *at = r->counts;

    for (int i = 0; i < 4; i++) {
        char number[20];
        size_t len = strcspn(at, ",");

        if (len == 0 || len >= sizeof number || (at[len] == ',') != (i < 3))
            return cli_fail("expected --counts, four numbers with commas, not %.100s",
                            r->counts),
                   CLI_USAGE;
        memcpy(number, at, len);
        number[len] = '\0';
        if (!cli_number(number, "--counts", 0, UINT64_C(1000000000000),
                        &standing.tally.pairs[i]))
            return CLI_USAGE;
        at += len + 1;
    }
    (r->json ? cli_standing_json : cli_standing_print)(config, &standing);
    return CLI_OK;
}

static int play(const struct request *r, struct match_config *config)
{
    struct display display = {
        .terminal = isatty(STDERR_FILENO) != 0, .pairs = config->pairs, .start = match_now()};
    struct match_standing standing;
    bool done;

    config->progress = show_progress;
    config->report = show_report;
    config->context = &display;
    config->stop = &interrupted;
    catch_signals();
    done = match_run(config, &standing);
    clear_bar(&display);
    if (!done && match_pairs(&standing.tally) == 0)
        return CLI_FAILED;
    (r->json ? cli_standing_json : cli_standing_print)(config, &standing);
    if (atomic_load(&interrupted))
        return cli_fail("interrupted");
    return done ? CLI_OK : CLI_FAILED;
}

int cli_play_match(const struct cli_verb *verb, int argc, char **argv)
{
    struct request r = {.games = "100", .seed = "1", .first = "0", .grace = "10"};
    const struct cli_option options[] = {
        {"--game", NULL, &r.game},        {"--games", NULL, &r.games},
        {"--seed", NULL, &r.seed},        {"--first", NULL, &r.first},
        {"--threads", NULL, &r.threads},  {"--memory", NULL, &r.memory},
        {"--time", NULL, &r.time},        {"--grace", NULL, &r.grace},
        {"--out", NULL, &r.out},          {"--counts", NULL, &r.counts},
        {"--ms", NULL, &r.ms[0]},         {"--ms-a", NULL, &r.ms[1]},
        {"--ms-b", NULL, &r.ms[2]},       {"--nodes", NULL, &r.nodes[0]},
        {"--nodes-a", NULL, &r.nodes[1]}, {"--nodes-b", NULL, &r.nodes[2]},
        {"--elo0", NULL, &r.elo[0]},      {"--elo1", NULL, &r.elo[1]},
        {"--sprt", &r.sprt, NULL},        {"--json", &r.json, NULL},
    };
    struct match_config config = {.pairs = 0};
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    int n = cli_options(verb, argc, argv, options, sizeof options / sizeof options[0], 0,
                        2 + ALIBI_OPTIONS_MAX);

    if (n < 0)
        return CLI_USAGE;
    if (!read_test(&r, &config))
        return CLI_USAGE;
    if (r.counts && n == 0)
        return evaluate(&r, &config);
    if (n < 2 || !r.game)
        return cli_misuse(verb, "expected two players and --game");
    if (!read_sides(&r, argv, &config) || !read_extent(&r, &config))
        return CLI_USAGE;
    argv[1] = (char *)r.game;
    if (!cli_only_game(verb, n - 1, argv + 1, &game, option))
        return CLI_USAGE;
    alibi_setup(&config.start, game, option);
    return play(&r, &config);
}
