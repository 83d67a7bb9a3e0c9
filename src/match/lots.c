/* Every possible outcome gets a lot: a hash of the seed, of how many outcomes of its kind came
 * before, and of its token. The lowest lot wins. So the third cards= is the same in both games
 * of a pair, however many alibis were drawn in between. For cards that can be secret the number
 * of earlier ones is left out: their lots are one shuffled deck. */
#include "lots.h"

#include <string.h>

uint64_t match_mix(uint64_t seed, uint64_t a, uint64_t b)
{
    uint64_t x = seed;
    const uint64_t more[] = {a, b};

    for (int i = 0; i < 2; i++) {
        x = (x ^ more[i]) + 0x9e3779b97f4a7c15U;
        x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
        x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
        x ^= x >> 31;
    }
    return x;
}

/* Prints the token of a move; returns the length of its kind, the "=" included. */
static size_t print(char token[ALIBI_TOKEN_MAX], const struct alibi_game *game, alibi_move m)
{
    struct alibi_text text = alibi_text_in(token, ALIBI_TOKEN_MAX);

    game->print(&text, m);
    return strcspn(token, "=") + 1;
}

static uint64_t digest(const char *token)
{
    uint64_t x = 0xcbf29ce484222325U;

    for (; *token; token++)
        x = (x ^ (unsigned char)*token) * 0x100000001b3U;
    return x;
}

/* How many outcomes with the kind of TOKEN have been played. */
static uint64_t count_before(const struct alibi_session *session, const char *token,
                             size_t kind)
{
    uint64_t n = 0;

    for (size_t i = 0; i < alibi_session_length(session); i++) {
        const struct alibi_state *s = alibi_session_after(session, i);
        char other[ALIBI_TOKEN_MAX];

        if (s->to_act == ALIBI_CHANCE &&
            print(other, s->game, alibi_session_move(session, i)) == kind)
            n += memcmp(token, other, kind) == 0;
    }
    return n;
}

alibi_move match_draw(const struct alibi_session *session, uint64_t seed)
{
    const struct alibi_state *s = alibi_session_state(session);
    alibi_move moves[ALIBI_MOVES_MAX], drawn;
    char token[ALIBI_TOKEN_MAX];
    int n = s->game->moves(s, moves);
    size_t kind = print(token, s->game, moves[0]);
    uint64_t before = 0, lowest = UINT64_MAX;

    drawn = moves[0];
    if (s->game->secret(moves[0]).kind == ALIBI_OPEN)
        before = count_before(session, token, kind);
    for (int i = 0; i < n; i++) {
        uint64_t lot;

        (void)print(token, s->game, moves[i]);
        lot = match_mix(seed, before, digest(token));
        if (lot < lowest) {
            lowest = lot;
            drawn = moves[i];
        }
    }
    return drawn;
}
