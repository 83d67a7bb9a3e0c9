/* How random play of Pocket ends: a number that many small errors would move. Players choose
 * one of the unused tokens first, then what to do with it; of 100,000 such games the
 * Investigator wins 74 in a hundred, as an independent implementation found too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "games/pocket/pkt.h"
#include <alibi/kit/bits.h>

#include <alibi/rng.h>

/* One of the moves that use the face: the two tokens with "rotate" have the same moves. */
static alibi_move choose(const struct alibi_state *s, const alibi_move *m, int n,
                         struct alibi_rng *rng)
{
    alibi_move fitting[ALIBI_MOVES_MAX];
    uint32_t k = 0;
    unsigned faces = pkt_of(s)->faces, face = 0;

    if (s->to_act == ALIBI_CHANCE)
        return m[alibi_rng_below(rng, (uint32_t)n)];
    for (uint32_t skip = alibi_rng_below(rng, (uint32_t)alibi_size(faces)); skip > 0; skip--)
        faces &= faces - 1;
    face = alibi_lowest(faces);
    if (face == PKT_ROTATE_TOO)
        face = PKT_ROTATE;
    for (int i = 0; i < n; i++)
        if (alibi_kind(m[i]) == face)
            fitting[k++] = m[i];
    assert_true(k > 0);
    return fitting[alibi_rng_below(rng, k)];
}

static void test_investigator_wins_three_in_four(void **state)
{
    enum { GAMES = 100000 };
    struct alibi_rng rng;
    int wins = 0;

    (void)state;
    alibi_rng_seed(&rng, 1);
    for (int i = 0; i < GAMES; i++) {
        struct alibi_state s;
        alibi_move m[ALIBI_MOVES_MAX];
        int n;

        alibi_setup(&s, alibi_game_find("pocket"), NULL);
        while ((n = s.game->moves(&s, m)) > 0)
            s.game->apply(&s, choose(&s, m, n, &rng));
        wins += s.winner == ALIBI_DETECTIVE;
    }
    print_message("the Investigator wins %d of %d\n", wins, GAMES);
    assert_in_range(wins, (uint64_t)(0.734 * GAMES), (uint64_t)(0.746 * GAMES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_investigator_wins_three_in_four)};

    return cmocka_run_group_tests(tests, NULL, NULL);
}
