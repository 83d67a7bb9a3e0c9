/* Lanes: their weights are those of the worlds, they are the same from either seat, and moves
 * have the same effect in them as in a true world. */
#include "positions.h"

#include "ai/outcome.h"

#include <math.h>

static const enum alibi_seat seat[2] = {ALIBI_JACK, ALIBI_DETECTIVE};

static int missing_in(const struct alibi_state *s)
{
    return s->game->missing ? s->game->missing(s) : 0;
}

/* Whether the world S belongs to LANE, before Jack draws another card. */
static bool is_in(const struct alibi_state *s, const struct ai_lane *lane)
{
    return lane->identity == s->identity &&
           lane->innocent == (s->alibis[ALIBI_DETECTIVE] & s->suspects) &&
           lane->missing[0] == missing_in(s);
}

static void make(struct ai_lanes *lanes, const struct alibi_state *s, enum alibi_seat who)
{
    struct alibi_view view;

    s->game->observe(&view, s, alibi_viewer_of(who));
    ai_lanes_make(lanes, &view);
}

/* --- Lanes --- */

static void check_weights(const struct alibi_state *s)
{
    static struct ai_lanes lanes;
    uint32_t deals = unit_deals(s);
    double total = 0;

    make(&lanes, s, (enum alibi_seat)s->to_act);
    assert_true(lanes.cfr.n > 0 && lanes.cfr.n <= CFR_LANES);
    for (int l = 0; l < lanes.cfr.n; l++)
        total += (double)lanes.cfr.prior[l];
    for (int l = 0; l < lanes.cfr.n; l++) {
        const struct ai_lane *a = &lanes.lane[l];
        double weight = 0;
        uint32_t agree = 0;

        for (uint32_t i = 0; i < deals; i++) {
            struct alibi_state world = unit_deal(s, i);

            agree += is_in(&world, a);
        }
        /* Lanes that differ only in what Jack draws next share the deals. */
        for (int k = 0; k < lanes.cfr.n; k++)
            if (lanes.lane[k].identity == a->identity &&
                lanes.lane[k].innocent == a->innocent &&
                lanes.lane[k].missing[0] == a->missing[0])
                weight += (double)lanes.cfr.prior[k];
        CHECK(fabs(weight / total - (double)agree / deals) < 1e-5, "%s, round %d, lane %d",
              s->game->name, s->round, l);
    }
}

static void test_weights(void **state)
{
    (void)state;
    unit_every_decision(8, check_weights);
}

/* Each seat is in the set of the truth, and a set is what its player cannot tell apart. */
static void check_sets(const struct alibi_state *s)
{
    static struct ai_lanes lanes;

    for (size_t i = 0; i < COUNT(seat); i++) {
        const uint8_t *set;
        bool found = false;

        make(&lanes, s, seat[i]);
        set = lanes.cfr.infoset[seat[i]][0];
        for (int a = 0; a < lanes.cfr.n; a++) {
            found |= is_in(s, &lanes.lane[a]) && set[a] == lanes.own_infoset;
            for (int b = 0; b < a; b++) {
                const struct ai_lane *x = &lanes.lane[a], *y = &lanes.lane[b];
                bool same = seat[i] == ALIBI_JACK
                                ? x->identity == y->identity && x->missing[0] == y->missing[0]
                                : x->innocent == y->innocent;

                assert_true((set[a] == set[b]) == same);
                /* Perfect recall. */
                for (int player = 0; player < 2; player++)
                    if (lanes.cfr.infoset[player][1][a] == lanes.cfr.infoset[player][1][b])
                        assert_int_equal(lanes.cfr.infoset[player][0][a],
                                         lanes.cfr.infoset[player][0][b]);
            }
        }
        CHECK(found, "%s, round %d, %s", s->game->name, s->round, alibi_seat_name(seat[i]));
    }
}

static void test_sets(void **state)
{
    (void)state;
    unit_every_decision(20, check_sets);
}

static void compare(const struct ai_lanes *a, const struct ai_lanes *b)
{
    assert_memory_equal(&a->cfr, &b->cfr, sizeof a->cfr);
    for (int l = 0; l < a->cfr.n; l++) {
        const struct ai_lane *x = &a->lane[l], *y = &b->lane[l];

        assert_true(x->identity == y->identity && x->innocent == y->innocent);
        assert_memory_equal(x->cards, y->cards, sizeof x->cards);
        assert_memory_equal(x->missing, y->missing, sizeof x->missing);
    }
}

/* The same lanes in every world that looks the same to everybody, from either seat; and a seat
 * that cannot tell two worlds apart makes the same of them in all. */
static void check_worlds(const struct alibi_state *s)
{
    static struct ai_lanes truth[2], other;
    uint32_t deals = unit_deals(s);

    for (size_t i = 0; i < COUNT(seat); i++)
        make(&truth[i], s, seat[i]);
    compare(&truth[0], &truth[1]);
    for (uint32_t k = 0; k < deals; k += 1 + deals / 5)
        for (size_t i = 0; i < COUNT(seat); i++) {
            struct alibi_state world = unit_deal(s, k);
            struct alibi_view here, there;

            make(&other, &world, seat[i]);
            compare(&truth[i], &other);
            s->game->observe(&here, s, alibi_viewer_of(seat[i]));
            s->game->observe(&there, &world, alibi_viewer_of(seat[i]));
            if (memcmp(&here.seen, &there.seen, sizeof here.seen) == 0) {
                assert_true(other.own_infoset == truth[i].own_infoset &&
                            other.innocent == truth[i].innocent);
                assert_memory_equal(&other.root, &truth[i].root, sizeof other.root);
            }
        }
}

static void test_worlds(void **state)
{
    (void)state;
    unit_every_decision(20, check_worlds);
}

/* --- Outcomes --- */

/* Draws what only one player sees in the true world S: any card for the Detective, for Jack one
 * after which he lacks what LANE says. */
static bool draw_secrets(struct alibi_state *s, const struct ai_lane *lane)
{
    bool called = false;

    while (s->to_act == ALIBI_CHANCE && !called) {
        alibi_move m[ALIBI_MOVES_MAX];
        int n = s->game->moves(s, m), chosen = 0;
        enum alibi_seat owner = s->game->secret_of(s, m[0]);

        if (owner == ALIBI_NOBODY)
            break;
        for (int i = 0; i < n && owner == ALIBI_JACK; i++) {
            struct alibi_state after = *s;

            (void)s->game->apply(&after, m[i]);
            after.alibis[ALIBI_JACK] |= s->alibis[ALIBI_JACK];
            if ((after.alibis[ALIBI_JACK] & ~s->alibis[ALIBI_JACK] & lane->cards[1]) != 0)
                chosen = i;
        }
        called = s->game->apply(s, m[chosen]);
    }
    return called;
}

/* M in the true world S, which is in LANE: it looks as OUT says. */
static void check_outcome(struct alibi_state s, alibi_move m, const struct ai_lanes *lanes,
                          const struct ai_lane *lane, const struct ai_outcome *out)
{
    const struct alibi_game *game = s.game;
    bool called = game->apply(&s, m);

    if (!called)
        called = draw_secrets(&s, lane);
    CHECK(s.winner == out->s.winner && called == out->round_over, "%s", unit_token(game, m));
    if (s.winner != ALIBI_NOBODY)
        return;
    CHECK(ai_missing(lanes, lane, &out->s) == missing_in(&s), "%s: Jack lacks %d, not %d",
          unit_token(game, m), missing_in(&s), ai_missing(lanes, lane, &out->s));
    CHECK(s.suspects == out->s.suspects && s.witness == out->s.witness &&
              s.round == out->s.round && s.slot == out->s.slot && s.to_act == out->s.to_act &&
              game->visible(&s) == game->visible(&out->s),
          "%s", unit_token(game, m));
}

/* The lanes in which M can be played, and for each a world of it. */
static struct cfr_mask playable(const struct ai_lanes *lanes, const struct alibi_state *s,
                                alibi_move m, struct alibi_state world[CFR_LANES])
{
    struct cfr_mask mask = {{0}};
    uint32_t deals = unit_deals(s);

    for (int l = 0; l < lanes->cfr.n; l++)
        for (uint32_t i = 0; i < deals && !cfr_has(&mask, l); i++) {
            world[l] = unit_deal(s, i);
            /* The very cards of the lane, so that the next one can be drawn. */
            if (is_in(&world[l], &lanes->lane[l]) &&
                world[l].alibis[ALIBI_JACK] == lanes->lane[l].cards[0] &&
                !(world[l].alibis[ALIBI_DETECTIVE] & lanes->lane[l].cards[1]) &&
                alibi_is_legal(&world[l], m))
                cfr_put(&mask, l);
        }
    return mask;
}

static void check_move(const struct ai_lanes *lanes, const struct alibi_state *s, alibi_move m)
{
    static struct alibi_state world[CFR_LANES];
    struct ai_outcome out[AI_OUTCOMES];
    struct ai_outcome from = {.s = lanes->root, .alive = playable(lanes, s, m, world)};
    uint64_t nodes = 0;
    int n = ai_outcomes(lanes, &from, m, out, &nodes);

    assert_true(n >= 1 && nodes >= (uint64_t)n);
    for (int l = 0; l < lanes->cfr.n; l++) {
        int in = 0;

        for (int i = 0; i < n; i++)
            if (cfr_has(&out[i].alive, l)) {
                in++;
                check_outcome(world[l], m, lanes, &lanes->lane[l], &out[i]);
            }
        CHECK(in == cfr_has(&from.alive, l), "%s, lane %d is in %d outcomes",
              unit_token(s->game, m), l, in);
    }
}

static void check_outcomes(const struct alibi_state *s)
{
    static struct ai_lanes lanes;
    alibi_move m[ALIBI_MOVES_MAX];
    int n = s->game->moves(s, m);

    make(&lanes, s, (enum alibi_seat)s->to_act);
    for (int i = 0; i < n; i += 1 + n / 6)
        check_move(&lanes, s, m[i]);
}

static void test_outcomes(void **state)
{
    (void)state;
    unit_every_decision(20, check_outcomes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_weights),
        cmocka_unit_test(test_sets),
        cmocka_unit_test(test_worlds),
        cmocka_unit_test(test_outcomes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
