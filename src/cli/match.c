/* alibi match: two players play many games. */
#include "cli.h"
#include "match_standing.h"
#include "series.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The command line as it was written. */
struct request {
    struct cli_extent extent;
    const char *game, *memory, *grace, *counts;
    const char *ms[3], *nodes[3], *search[3]; /* for both, for A, for B */
    const char *elo[2];
    bool sprt, json;
};

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

static bool is_contestant(const char *name)
{
    if (strncmp(name, "exec:", 5) != 0)
        return cli_is_player(name);
    for (const char *c = name; *c; c++)
        if (iscntrl((unsigned char)*c))
            return false;
    return name[5] && strlen(name) < 500;
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
        const char *search = r->search[1 + i] ? r->search[1 + i] : r->search[0];
        uint64_t n = 0, threads = 1;

        side->name = names[i];
        if (!is_contestant(side->name)) {
            (void)cli_fail("expected a player that `alibi players` lists, or "
                           "exec:COMMAND, not %.100s",
                           side->name);
            return false;
        }
        if ((ms && !cli_number(ms, "--ms", 1, 3600000, &n)) ||
            (nodes && !cli_number(nodes, "--nodes", 1, UINT64_MAX, &side->budget.nodes)) ||
            (search && !cli_number(search, "--search-threads", 1, ALIBI_THREADS_MAX, &threads)))
            return false;
        side->budget.ms = (uint32_t)n;
        side->memory = (size_t)memory << 20;
        side->threads = (int)threads;
        side->grace = (double)grace;
    }
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
    struct cli_display display;
    struct match_standing standing;
    bool done;

    cli_display_begin(&display, config, config->pairs);
    done = match_run(config, &standing);
    cli_display_end(&display);
    if (!done && match_pairs(&standing.tally) == 0)
        return CLI_FAILED;
    (r->json ? cli_standing_json : cli_standing_print)(config, &standing);
    return cli_display_code(done);
}

int cli_play_match(const struct cli_verb *verb, int argc, char **argv)
{
    struct request r = {.extent = CLI_EXTENT, .grace = "10"};
    const struct cli_option options[] = {
        {"--game", NULL, &r.game},
        {"--games", NULL, &r.extent.games},
        {"--seed", NULL, &r.extent.seed},
        {"--first", NULL, &r.extent.first},
        {"--threads", NULL, &r.extent.threads},
        {"--memory", NULL, &r.memory},
        {"--time", NULL, &r.extent.time},
        {"--grace", NULL, &r.grace},
        {"--out", NULL, &r.extent.out},
        {"--counts", NULL, &r.counts},
        {"--ms", NULL, &r.ms[0]},
        {"--ms-a", NULL, &r.ms[1]},
        {"--ms-b", NULL, &r.ms[2]},
        {"--nodes", NULL, &r.nodes[0]},
        {"--nodes-a", NULL, &r.nodes[1]},
        {"--nodes-b", NULL, &r.nodes[2]},
        {"--search-threads", NULL, &r.search[0]},
        {"--search-threads-a", NULL, &r.search[1]},
        {"--search-threads-b", NULL, &r.search[2]},
        {"--elo0", NULL, &r.elo[0]},
        {"--elo1", NULL, &r.elo[1]},
        {"--sprt", &r.sprt, NULL},
        {"--json", &r.json, NULL},
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
    if (!read_sides(&r, argv, &config) || !cli_extent_read(&r.extent, &config))
        return CLI_USAGE;
    argv[1] = (char *)r.game;
    if (!cli_only_game(verb, n - 1, argv + 1, &game, option))
        return CLI_USAGE;
    alibi_setup(&config.start, game, option);
    return play(&r, &config);
}
