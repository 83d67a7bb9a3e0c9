/* Plays one random game to its end: random_game [GAME [SEED]] */
#include <alibi/alibi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
    const struct alibi_game *game = alibi_game_find(argc > 1 ? argv[1] : "london");
    alibi_move move[ALIBI_MOVES_MAX];
    struct alibi_state state;
    struct alibi_rng rng;
    char buf[64];
    struct alibi_text result = alibi_text_in(buf, sizeof buf);
    int n, length = 0;

    if (!game)
        return 1;
    alibi_rng_seed(&rng, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    alibi_setup(&state, game, NULL);
    for (; (n = game->moves(&state, move)) > 0; length++)
        game->apply(&state, move[alibi_rng_below(&rng, (uint32_t)n)]);
    alibi_result_print(&result, &state);
    printf("%s: %s after %d tokens\n", game->title, buf, length);
    return 0;
}
