/* Options: whole activations that can be played, each to another end, and never too many. */
#include "positions.h"

#include "ai/options.h"

enum { MAX = 4096, BEAM = 12 };

static struct {
    struct ai_lanes lanes;
    struct ai_options options;
    void *memory;
} mind;

static int set_up(void **state)
{
    size_t bytes = ai_options_init(&mind.options, &mind.lanes, NULL, MAX);

    (void)state;
    mind.memory = malloc(bytes);
    return mind.memory ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    free(mind.memory);
    return 0;
}

/* Everybody is as well off as his number says, so that there is something to choose. */
static void judge(float chance[ALIBI_CHARACTERS_MAX], const struct ai_options *o,
                  const struct alibi_state *s, unsigned jacks, const int *missing,
                  uint8_t unknown)
{
    (void)o;
    (void)s;
    (void)missing;
    (void)unknown;
    for (unsigned who = 0; who < ALIBI_CHARACTERS_MAX; who++)
        if (jacks >> who & 1)
            chance[who] = (float)(who + 1) / ALIBI_CHARACTERS_MAX;
}

/* The options of S, as the one to act finds them. */
static void find(const struct alibi_state *s, int beam, int judged)
{
    struct ai_options *o = &mind.options;
    struct alibi_view view;

    s->game->observe(&view, s, (enum alibi_viewer)s->to_act);
    ai_lanes_make(&mind.lanes, &view);
    (void)ai_options_init(o, &mind.lanes, mind.memory, MAX);
    o->judge = judge;
    o->known = mind.lanes.innocent;
    for (int l = 0; l < mind.lanes.cfr.n; l++) {
        unsigned who = mind.lanes.lane[l].identity;

        if (o->known >> who & 1)
            continue;
        o->jacks |= (uint16_t)(1U << who);
        o->weight[who] += mind.lanes.cfr.prior[l];
    }
    ai_options_find(o, &mind.lanes.root, beam, judged);
}

/* Plays OPTION in the true world S, which has it; secrets are drawn as they come, and not
 * earlier than it says. */
static struct alibi_state play(struct alibi_state s, const struct ai_option *option)
{
    bool drawn = false;

    for (int i = 0; i < option->n; i++) {
        bool called;

        assert_true(drawn == (i >= option->sure));
        CHECK(alibi_is_legal(&s, option->move[i]), "%s", unit_token(s.game, option->move[i]));
        called = s.game->apply(&s, option->move[i]);
        while (s.to_act == ALIBI_CHANCE && !called) {
            alibi_move m[ALIBI_MOVES_MAX];

            (void)s.game->moves(&s, m);
            if (s.game->secret_of(&s, m[0]) == ALIBI_NOBODY)
                break;
            called = s.game->apply(&s, m[0]);
            drawn = true;
        }
        assert_true(i == option->n - 1 || (s.winner == ALIBI_NOBODY && !called));
    }
    return s;
}

/* A deal for each who may be Jack; the others are left. */
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

/* Whoever has it can play it, and it ends the activation; where the game goes on, no two lead
 * to the same. */
static void check_options(const struct alibi_state *s)
{
    static struct alibi_state end[MAX];
    struct alibi_state world[ALIBI_CHARACTERS_MAX];
    unsigned dealt = deal_each(s, world), first = 0;

    find(s, BEAM, MAX);
    assert_true(mind.options.n >= 1 && mind.options.n <= MAX);
    while (!(mind.options.jacks >> first & 1))
        first++;
    for (int i = 0; i < mind.options.n; i++) {
        const struct ai_option *option = &mind.options.option[i];

        assert_true(option->n >= 1 && option->n <= ALIBI_SEQUENCE_MAX && option->jacks);
        assert_int_equal(option->jacks & ~(unsigned)mind.options.jacks, 0);
        for (unsigned who = 0; who < ALIBI_CHARACTERS_MAX; who++)
            if (option->jacks & dealt & 1U << who) {
                struct alibi_state after = play(world[who], option);

                assert_true(after.winner != ALIBI_NOBODY || after.slot != s->slot ||
                            after.round != s->round || after.to_act == ALIBI_CHANCE);
                if (who == first)
                    end[i] = after;
            }
        for (int k = 0; k < i && (option->jacks >> first & 1); k++)
            if ((mind.options.option[k].jacks >> first & 1) && end[i].winner == ALIBI_NOBODY &&
                end[k].winner == ALIBI_NOBODY)
                CHECK(!is_same(&end[i], &end[k]), "%s, options %d and %d", s->game->name, i, k);
    }
}

static void test_legal(void **state)
{
    (void)state;
    unit_every_decision(1, check_options);
}

/* --- Some of many --- */

static int count_deciding(const struct ai_options *o)
{
    int n = 0;

    for (int i = 0; i < o->n; i++)
        n += o->option[i].decides;
    return n;
}

/* Which ways to divide the suspects there are. */
static void list_groups(const struct ai_options *o, bool group[1024])
{
    memset(group, 0, 1024);
    for (int i = 0; i < o->n; i++)
        group[o->option[i].group] = true;
}

/* Where only some are judged, every way to divide the suspects stays, and what decides. */
static void check_thinned(const struct alibi_state *s)
{
    enum { SOME = 20 };
    static bool all[1024], some[1024];
    struct ai_options *o = &mind.options;
    int n, deciding;

    find(s, MAX, MAX);
    n = o->n;
    deciding = count_deciding(o);
    list_groups(o, all);
    find(s, MAX, SOME);
    list_groups(o, some);
    assert_true(n <= SOME ? o->n == n : o->n >= SOME);
    assert_int_equal(count_deciding(o), deciding);
    assert_memory_equal(all, some, sizeof all);
}

static void test_thinned(void **state)
{
    (void)state;
    unit_every_decision(4, check_thinned);
}

/* --- The best few --- */

static void check_selected(const struct alibi_state *s)
{
    enum { MANY = 6, ALIKE = 2 };
    struct ai_options *o = &mind.options;
    enum alibi_seat seat = (enum alibi_seat)s->to_act;
    float best = 2;
    int n, all;

    find(s, BEAM, MAX);
    all = o->n;
    for (int i = 0; i < all; i++)
        if (seat == ALIBI_DETECTIVE && o->option[i].mean < best)
            best = o->option[i].mean;
    n = ai_options_select(o, seat, MANY, ALIKE);
    assert_true(n >= 1 && n <= MANY && n <= all && o->n == all);
    for (int i = 0; i < n; i++) {
        int alike = 0;

        for (int k = 0; k < n; k++)
            alike += o->option[k].group == o->option[i].group;
        assert_true(alike <= ALIKE);
    }
    assert_true(seat == ALIBI_JACK || o->option[0].mean == best);
}

static void test_selected(void **state)
{
    (void)state;
    unit_every_decision(1, check_selected);
}

/* --- Goodley --- */

/* Where Goodley can be played, the ways to whistle are many and those looked at are not. */
static void test_whistle(void **state)
{
    const struct alibi_game *london = alibi_game_find("london");
    int whistles = 0;

    (void)state;
    for (uint64_t seed = 1; seed <= 16; seed++)
        for (int round = 1; round <= 4; round++) {
            struct alibi_state s;
            alibi_move goodley;

            if (!unit_reach(&s, london, seed, round, 1) ||
                alibi_token_parse(&goodley, &s, "SG", 2, NULL) != ALIBI_OK)
                continue;
            (void)london->apply(&s, goodley);
            find(&s, BEAM, MAX);
            whistles++;
            CHECK(mind.options.nodes <= 20000 && mind.options.n <= 3000,
                  "seed %d, round %d: %d options, %d nodes", (int)seed, round, mind.options.n,
                  (int)mind.options.nodes);
        }
    assert_true(whistles > 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_legal),
        cmocka_unit_test(test_thinned),
        cmocka_unit_test(test_selected),
        cmocka_unit_test(test_whistle),
    };

    return cmocka_run_group_tests(tests, set_up, tear_down);
}
