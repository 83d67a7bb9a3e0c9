/* Cards, and the worlds of a view. */
#include "deals.h"

#include <alibi/kit/bits.h>
#include <alibi/kit/cards.h>
#include <alibi/kit/secrets.h>

/* --- Cards --- */

static void test_picker(void **state)
{
    static const char order[2][5] = {"JDDJ", "DJJD"}; /* even rounds, odd rounds (L-3.2) */

    (void)state;
    for (int round = 1; round <= 8; round++)
        for (int slot = 1; slot <= 4; slot++)
            CHECK(alibi_picker(round, slot) ==
                      (order[round & 1][slot - 1] == 'D' ? ALIBI_DETECTIVE : ALIBI_JACK),
                  "%d.%d", round, slot);
}

/* --- Secrets --- */

#define NULL_AT(jack, drew, mine)                                                              \
    "null round=2 slot=2 witness=visible suspects=AA,BB,CC jack=" jack " jack-drew=" drew      \
    " detective-drew=" mine " result=- lit=AA drawing=no"

static void test_deals(void **state)
{
    static const struct hidden_deals row[] = {
        {NULL_AT("AA", "-", "-"), ALIBI_AS_TRUTH, 1},
        {NULL_AT("AA", "-", "?0"), ALIBI_AS_JACK, 1},
        {NULL_AT("AA", "-", "?1"), ALIBI_AS_JACK, 2},
        {NULL_AT("?", "?0", "-"), ALIBI_AS_DETECTIVE, 3},
        {NULL_AT("?", "?0", "BB"), ALIBI_AS_DETECTIVE, 2},
        {NULL_AT("?", "?0", "?0"), ALIBI_AS_PUBLIC, 3},
        {NULL_AT("?", "?0", "?1"), ALIBI_AS_PUBLIC, 6},
        {"null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=? jack-drew=?0"
         " detective-drew=?0 result=- lit=AA drawing=no",
         ALIBI_AS_PUBLIC, 1},
        {"null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- jack-drew=-"
         " detective-drew=?0 result=- lit=AA drawing=no",
         ALIBI_AS_JACK, 1},
    };

    (void)state;
    check_deals(row, COUNT(row));
}

/* More hidden cards than there are: no world agrees. */
static void test_no_deal(void **state)
{
    static const struct {
        uint8_t jack, detective;
        uint32_t n;
    } row[] = {{0, 2, 3}, {0, 3, 0}, {1, 1, 6}, {2, 0, 3}, {2, 1, 0}, {3, 0, 0}, {8, 8, 0}};
    struct alibi_state s = unit_play("null", "deal=AA");

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_view view;

        s.drawn[ALIBI_JACK] = row[i].jack;
        s.drawn[ALIBI_DETECTIVE] = row[i].detective;
        alibi_observe(&view, &s, ALIBI_AS_PUBLIC);
        CHECK(alibi_deals(&view) == row[i].n, "row %zu: %u", i, alibi_deals(&view));
    }
}

/* The Detective draws only if the deck has cards. There are two turns and two cards, so an
 * empty deck is made by hand. */
static void test_empty_deck(void **state)
{
    struct alibi_state s = unit_play("null", "deal=AA");
    alibi_move m[ALIBI_MOVES_MAX];
    struct alibi_error err;

    (void)state;
    assert_int_equal(s.game->moves(&s, m), 7);
    s.alibis[ALIBI_DETECTIVE] = 6;
    s.drawn[ALIBI_DETECTIVE] = 2;
    assert_int_equal(s.game->moves(&s, m), 6);
    assert_int_equal(alibi_token_parse(m, &s, "alibi", 5, &err), ALIBI_BAD_MOVE);
    assert_memory_equal(err.text, "Z-2.3: ", 7);
}

/* Once the game is over nothing is hidden from anybody. */
static void test_observe_end(void **state)
{
    struct alibi_state s = unit_play("null", "deal=AA alibi alibi=BB flip:AA flip:AA !CC");

    static const enum alibi_viewer viewer[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                               ALIBI_AS_PUBLIC, ALIBI_AS_TRUTH};

    (void)state;
    for (size_t i = 0; i < COUNT(viewer); i++) {
        struct alibi_view view;

        alibi_view_of(&view, &s, viewer[i]);
        assert_memory_equal(&view.seen, &s, sizeof s);
        assert_int_equal(view.viewer, viewer[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_picker),      cmocka_unit_test(test_deals),
        cmocka_unit_test(test_no_deal),     cmocka_unit_test(test_empty_deck),
        cmocka_unit_test(test_observe_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
