/* Checks the promises of the contract for every registered game, in many random games.
 *
 * Nothing here names a game, so a new game is checked without further work. Usage: conformance
 * [GAMES [SEED]] plays that many games of each game and each setting of its options. */
#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int checks, failures;

void check_failed(const struct play *p, const char *file, int line, const char *what)
{
    char buf[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    alibi_position_print(&text, alibi_session_state(p->session));
    printf("%s:%d: %s: %s seed %llu ply %zu\n  %s\n", file, line, what, p->game->name,
           (unsigned long long)p->seed, alibi_session_length(p->session), buf);
    if (++failures >= 10)
        exit(EXIT_FAILURE);
}

void check_counted(void)
{
    checks++;
}

/* The next move of a random game. Accusations end games early, so most of them are skipped in
 * order to reach late rounds. */
static alibi_move choose(struct play *p, const alibi_move *m, int n)
{
    for (int attempt = 0;; attempt++) {
        alibi_move chosen = m[alibi_rng_below(&p->rng, (uint32_t)n)];
        char token[ALIBI_TOKEN_MAX];
        struct alibi_text text = alibi_text_in(token, sizeof token);

        p->game->print(&text, chosen);
        if (token[0] != '!' || attempt == 12)
            return chosen;
    }
}

static void play_game(struct play *p, const uint8_t *option)
{
    struct alibi_state start;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    alibi_setup(&start, p->game, option);
    if (alibi_session_new(&p->session, &start) != ALIBI_OK)
        exit(EXIT_FAILURE);
    check_knowledge_begin(p);
    while ((n = p->game->moves(alibi_session_state(p->session), m)) > 0) {
        check_moves(p, m, n);
        check_numbers(p, m, n);
        check_text(p);
        check_forbidden(p, m, n);
        check_knowledge(p);
        check_outlook(p);
        check_insight(p);
        if (alibi_rng_below(&p->rng, 20) == 0)
            check_middle(p);
        (void)alibi_session_play(p->session, choose(p, m, n));
        check_knowledge_follow(p);
        check_outlook_follow(p);
        check_insight_follow(p);
        check_moves_follow(p);
    }
    check_text(p);
    check_knowledge(p);
    check_outlook(p);
    check_insight(p);
    check_end(p);
    check_knowledge_end(p);
    alibi_session_free(p->session);
}

/* Every setting of the options in turn, as the digits of a number. */
static void option_setting(const struct alibi_game *game, int number,
                           uint8_t option[ALIBI_OPTIONS_MAX])
{
    memset(option, 0, ALIBI_OPTIONS_MAX);
    for (int i = 0; i < game->n_options; i++) {
        int values = 0;

        while (game->option[i].values[values])
            values++;
        option[i] = (uint8_t)(number % values);
        number /= values;
    }
}

int main(int argc, char **argv)
{
    int games = argc > 1 ? atoi(argv[1]) : 60;
    uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;

    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        struct play p = {.game = *g};

        check_numbers_begin(&p);

        for (int i = 0; i < games; i++) {
            uint8_t option[ALIBI_OPTIONS_MAX];

            p.seed = seed + (uint64_t)i;
            alibi_rng_seed(&p.rng, p.seed);
            option_setting(*g, i, option);
            play_game(&p, option);
        }
        printf("%s: %d games\n", (*g)->name, games);
        free(p.universe);
        check_numbers_end(&p);
    }
    printf("%d checks, %d failures\n", checks, failures);
    return checks > 0 && failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
