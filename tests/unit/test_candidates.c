/* Candidates: complete, legal activations with different ends, and not too many. */
#include "candidates.h"

/* Plays CANDIDATE in the true world S; secret cards are drawn as they come, and not
 * earlier than it says. */
static struct alibi_state play(struct alibi_state s, const struct ai_candidate *candidate)
{
    bool drawn = false;

    for (int i = 0; i < candidate->n; i++) {
        bool called;

        assert_true(drawn == (i >= candidate->n_certain));
        CHECK(alibi_is_legal(&s, candidate->move[i]), "%s",
              unit_token(s.game, candidate->move[i]));
        called = s.game->apply(&s, candidate->move[i]);
        while (s.to_act == ALIBI_CHANCE && !called) {
            alibi_move m[ALIBI_MOVES_MAX];

            (void)s.game->moves(&s, m);
            if (s.game->secret_of(&s, m[0]) == ALIBI_NOBODY)
                break;
            called = s.game->apply(&s, m[0]);
            drawn = true;
        }
        assert_true(i == candidate->n - 1 || (s.winner == ALIBI_NOBODY && !called));
    }
    return s;
}

/* A world for each possible Jack; leaves the other entries alone. Returns the set of these. */
static unsigned deal_each(const struct alibi_state *s, struct alibi_state *world)
{
    uint32_t deals = unit_deals(s);
    unsigned dealt = 0;

    for (uint32_t i = 0; i < deals; i++) {
        struct alibi_state w = unit_deal(s, i);

        world[w.identity] = w;
        dealt |= 1U << w.identity;
    }
    return dealt;
}

static bool is_same(const struct alibi_state *a, const struct alibi_state *b)
{
    return a->suspects == b->suspects && a->slot == b->slot && a->round == b->round &&
           memcmp(a->own, b->own, sizeof a->own) == 0;
}

/* Every identity of a candidate can play it, and it ends the activation; while the game goes
 * on, no two lead to the same position. */
static void check_candidates(const struct alibi_state *s)
{
    static struct alibi_state end[MAX];
    struct alibi_state world[ALIBI_CHARACTERS_MAX];
    unsigned dealt = deal_each(s, world), first = 0;

    find(s, BEAM, MAX);
    assert_true(finder.candidates.n >= 1 && finder.candidates.n <= MAX);
    while (!(finder.candidates.jacks >> first & 1))
        first++;
    for (int i = 0; i < finder.candidates.n; i++) {
        const struct ai_candidate *candidate = &finder.candidates.candidate[i];

        assert_true(candidate->n >= 1 && candidate->n <= ALIBI_SEQUENCE_MAX &&
                    candidate->jacks);
        assert_int_equal(candidate->jacks & ~(unsigned)finder.candidates.jacks, 0);
        for (unsigned who = 0; who < ALIBI_CHARACTERS_MAX; who++)
            if (candidate->jacks & dealt & 1U << who) {
                struct alibi_state after = play(world[who], candidate);

                assert_true(after.winner != ALIBI_NOBODY || after.slot != s->slot ||
                            after.round != s->round || after.to_act == ALIBI_CHANCE);
                if (who == first)
                    end[i] = after;
            }
        for (int k = 0; k < i && (candidate->jacks >> first & 1); k++)
            if ((finder.candidates.candidate[k].jacks >> first & 1) &&
                end[i].winner == ALIBI_NOBODY && end[k].winner == ALIBI_NOBODY)
                CHECK(!is_same(&end[i], &end[k]), "%s, candidates %d and %d", s->game->name, i,
                      k);
    }
}

static void test_legal(void **state)
{
    (void)state;
    unit_every_decision(1, check_candidates);
}

/* --- Some of many --- */

static int count_deciding(const struct ai_candidates *c)
{
    int n = 0;

    for (int i = 0; i < c->n; i++)
        n += c->candidate[i].decides;
    return n;
}

/* The splits of the suspects among the candidates. */
static void list_splits(const struct ai_candidates *c, bool split[1024])
{
    memset(split, 0, 1024);
    for (int i = 0; i < c->n; i++)
        split[c->candidate[i].split] = true;
}

/* A subsample has every split of the suspects, and all candidates that decide the game. */
static void check_subsampled(const struct alibi_state *s)
{
    enum { SOME = 20 };
    static bool all[1024], some[1024];
    struct ai_candidates *c = &finder.candidates;
    int n, deciding;

    find(s, MAX, MAX);
    n = c->n;
    deciding = count_deciding(c);
    list_splits(c, all);
    find(s, MAX, SOME);
    list_splits(c, some);
    assert_true(n <= SOME ? c->n == n : c->n >= SOME);
    assert_int_equal(count_deciding(c), deciding);
    assert_memory_equal(all, some, sizeof all);
}

static void test_subsampled(void **state)
{
    (void)state;
    unit_every_decision(4, check_subsampled);
}

/* --- The best few --- */

static void check_selected(const struct alibi_state *s)
{
    enum { KEEP = 6, PER_SPLIT = 2 };
    struct ai_candidates *c = &finder.candidates;
    enum alibi_seat seat = (enum alibi_seat)s->to_act;
    float best = 2;
    int n, all;

    find(s, BEAM, MAX);
    all = c->n;
    for (int i = 0; i < all; i++)
        if (seat == ALIBI_DETECTIVE && c->candidate[i].mean < best)
            best = c->candidate[i].mean;
    n = ai_candidates_select(c->candidate, c->n, seat, c->jacks, KEEP, PER_SPLIT);
    assert_true(n >= 1 && n <= KEEP && n <= all && c->n == all);
    for (int i = 0; i < n; i++) {
        int same_split = 0;

        for (int k = 0; k < n; k++)
            same_split +=
                !c->candidate[k].decides && c->candidate[k].split == c->candidate[i].split;
        assert_true(same_split <= PER_SPLIT);
    }
    /* No accusation of one of two is left out while there is room. */
    for (int i = n; i < all && n < KEEP && seat == ALIBI_DETECTIVE; i++)
        assert_false(c->candidate[i].decides && c->candidate[i].mean <= 0.5F);
    assert_true(seat == ALIBI_JACK || c->candidate[0].mean == best);
}

static void test_selected(void **state)
{
    (void)state;
    unit_every_decision(1, check_selected);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal),
        cmocka_unit_test(test_subsampled),
        cmocka_unit_test(test_selected),
    };

    return cmocka_run_group_tests(tests, unit_search_set_up, unit_search_tear_down);
}
