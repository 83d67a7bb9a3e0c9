/* alibi bench and alibi perft: speed, and the rules' numbers. */
#include "cli.h"

#include <alibi/rng.h>
#include <inttypes.h>
#include <string.h>
#include <time.h>

static double seconds(void)
{
    struct timespec now;

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Plays a game of uniformly random tokens from START; mixes every move into the signature. */
static uint64_t play_out(const struct alibi_state *start, struct alibi_rng *rng,
                         uint64_t *signature)
{
    struct alibi_state s = *start;
    alibi_move m[ALIBI_MOVES_MAX];
    uint64_t tokens = 0;
    int n;

    while ((n = s.game->moves(&s, m)) > 0) {
        alibi_move chosen = m[alibi_rng_below(rng, (uint32_t)n)];

        *signature = (*signature ^ chosen) * 0x100000001b3U;
        s.game->apply(&s, chosen);
        tokens++;
    }
    return tokens;
}

int cli_bench(const struct cli_verb *verb, int argc, char **argv)
{
    const char *games_text = "10000", *seed_text = "1";
    const struct cli_option options[] = {{"--games", NULL, &games_text},
                                         {"--seed", NULL, &seed_text}};
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_state start;
    struct alibi_rng rng;
    uint64_t games, seed, tokens = 0, signature = 0xcbf29ce484222325U;
    double took;
    int n = cli_options(verb, argc, argv, options, 2, 1, 1 + ALIBI_OPTIONS_MAX);

    if (n < 0)
        return CLI_USAGE;
    if (!cli_only_game(verb, n, argv, &game, option))
        return CLI_USAGE;
    if (!cli_number(games_text, "--games", 1, UINT64_C(1000000000000), &games) ||
        !cli_number(seed_text, "--seed", 0, UINT64_MAX, &seed))
        return CLI_USAGE;
    alibi_setup(&start, game, option);
    alibi_rng_seed(&rng, seed);
    took = seconds();
    for (uint64_t i = 0; i < games; i++)
        tokens += play_out(&start, &rng, &signature);
    took = seconds() - took;
    printf("%" PRIu64 " games, %" PRIu64 " tokens, %.3f s, %.0f games/s, %.0f tokens/s, "
           "signature %016" PRIx64 "\n",
           games, tokens, took, (double)games / took, (double)tokens / took, signature);
    return CLI_OK;
}

int cli_perft(const struct cli_verb *verb, int argc, char **argv)
{
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    struct alibi_state s;
    struct alibi_error err;
    uint64_t depth;
    int n = cli_options(verb, argc, argv, NULL, 0, 2, 1000), used;

    if (n < 0)
        return CLI_USAGE;
    used = cli_game(verb, n, argv, &game, option);
    if (used < 0)
        return CLI_USAGE;
    if (used == n)
        return cli_misuse(verb, "expected DEPTH after the game");
    if (!cli_number(argv[used], "DEPTH", 1, 20, &depth))
        return CLI_USAGE;
    alibi_setup(&s, game, option);
    for (int i = used + 1; i < n; i++) {
        alibi_move m;

        if (alibi_token_parse(&m, &s, argv[i], strlen(argv[i]), &err))
            return cli_fail("token %d, %.100s: %s", i - used, argv[i], err.text);
        game->apply(&s, m);
    }
    for (int d = 1; d <= (int)depth; d++)
        printf("%s%" PRIu64, d > 1 ? " " : "", alibi_perft(&s, d));
    printf("\n");
    return CLI_OK;
}
