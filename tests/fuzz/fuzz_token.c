/* Tokens: the first byte chooses a game and a moment in it, the rest is the token. */
#include "fuzz.h"

#include <alibi/rng.h>
#include <string.h>

/* A position some random moves into a game. */
static void random_position(struct alibi_state *s, unsigned choice)
{
    const struct alibi_game *const *games = alibi_games();
    unsigned n_games = 0;
    struct alibi_rng rng;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    while (games[n_games])
        n_games++;
    alibi_setup(s, games[choice % n_games], NULL);
    alibi_rng_seed(&rng, choice);
    for (unsigned i = 0; i < choice / n_games && (n = s->game->moves(s, m)) > 0; i++)
        s->game->apply(s, m[alibi_rng_below(&rng, (uint32_t)n)]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *token = (const char *)data + 1;
    struct alibi_state s, before;
    struct alibi_error err = {.text = ""};
    char again[ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(again, sizeof again);
    alibi_move m;

    if (size == 0)
        return 0;
    random_position(&s, data[0]);
    before = s;
    if (s.game->parse(&m, token, size - 1, &err) == ALIBI_OK) {
        s.game->print(&text, m);
        PROMISE(text.len == size - 1 && memcmp(again, token, size - 1) == 0);
    } else {
        PROMISE(err.text[0] && !strchr(err.text, '\n') && err.offset <= size);
    }
    if (alibi_token_parse(&m, &s, token, size - 1, &err) == ALIBI_OK) {
        PROMISE(alibi_is_legal(&s, m));
        s.game->apply(&s, m);
    } else {
        PROMISE(err.text[0] && memcmp(&s, &before, sizeof s) == 0);
    }
    return 0;
}
