/* Cards, and the deals of a view. */
#include "unit.h"

#include <alibi/kit/bits.h>
#include <alibi/kit/cards.h>
#include <alibi/kit/reader.h>
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

/* Every set of four of eight once, each written in the order of the game's list. */
static void test_hand_outcomes(void **state)
{
    struct alibi_state s = unit_play("london", "deal=MS");
    alibi_move m[ALIBI_MOVES_MAX];
    char token[70][ALIBI_TOKEN_MAX];

    (void)state;
    assert_int_equal(s.game->moves(&s, m), 70);
    for (int i = 0; i < 70; i++) {
        const char *t = unit_token(s.game, m[i]);
        struct alibi_reader in = alibi_reader_of(t, strlen(t), NULL);

        assert_true(alibi_reader_skip(&in, "cards="));
        assert_int_equal(alibi_size(alibi_reader_codes(&in, s.game, s.game->list)), 4);
        alibi_reader_end(&in);
        assert_int_equal(in.status, ALIBI_OK);
        memcpy(token[i], t, strlen(t) + 1);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(token[k], token[i]);
    }
}

/* --- Secrets --- */

/* The deals of a view: their number, and that each is another state which looks the same. */
static void test_deals(void **state)
{
    static const struct {
        const char *line;
        enum alibi_viewer viewer;
        uint32_t n;
    } row[] = {
#define NULL_AT(jack, drew, mine)                                                              \
    "null round=2 slot=2 witness=visible suspects=AA,BB,CC jack=" jack " jack-drew=" drew      \
    " detective-drew=" mine " result=- lit=AA drawing=no"
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
#define LONDON_AT(suspects, jack, drew, mine)                                                  \
    "london edition=2016 whistle=direct round=5 slot=1 witness=visible suspects=" suspects     \
    " jack=" jack " jack-drew=" drew " detective-drew=" mine " result=- cards=- next=-"        \
    " step=cards active=- due=none points=0 called=- at=e10,i8,g6,i16,a10,m8,g12,e2"           \
    " lantern=ne lamps=f11:0,h7:0 covers=b15,l3 cordons=ne,sw"
        {LONDON_AT("IL,JB,MS", "MS", "IL", "SH"), ALIBI_AS_TRUTH, 1},
        {LONDON_AT("IL,JB,MS", "MS", "IL", "?1"), ALIBI_AS_JACK, 6},
        {LONDON_AT("IL,JB,MS", "MS", "-", "?2"), ALIBI_AS_JACK, 21},
        {LONDON_AT("IL,JB,MS", "?", "?1", "SH"), ALIBI_AS_DETECTIVE, 18},
        {LONDON_AT("IL,JB,MS", "?", "?1", "IL"), ALIBI_AS_DETECTIVE, 12},
        {LONDON_AT("MS", "?", "?2", "-"), ALIBI_AS_DETECTIVE, 21},
        {LONDON_AT("IL,JB,MS", "?", "?1", "?1"), ALIBI_AS_PUBLIC, 126},
        {LONDON_AT("IL,JB,JS,JW,MS,SG,SH,WG", "?", "?0", "?2"), ALIBI_AS_PUBLIC, 168},
#undef NULL_AT
#undef LONDON_AT
    };
    static struct alibi_state deal[200];

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_view view = {.viewer = row[i].viewer, .seen = unit_position(row[i].line)};
        const struct alibi_game *game = view.seen.game;
        uint32_t n = game->deals(&view);

        CHECK(n == row[i].n, "row %zu: %u deals", i, n);
        for (uint32_t k = 0; k < n; k++) {
            struct alibi_view again = view;

            game->deal(&deal[k], &view, k);
            for (uint32_t j = 0; j < k; j++)
                CHECK(memcmp(&deal[j], &deal[k], sizeof deal[0]) != 0, "row %zu", i);
            alibi_view_of(&again, &deal[k], row[i].viewer);
            CHECK(memcmp(&again.seen, &view.seen, sizeof again.seen) == 0, "row %zu %u", i, k);
            CHECK(!(deal[k].alibis[0] & deal[k].alibis[1]), "row %zu %u", i, k);
            CHECK(alibi_size(alibi_deck(&deal[k])) == game->n_characters - (deal[k].round > 0) -
                                                          deal[k].drawn[0] - deal[k].drawn[1],
                  "row %zu %u", i, k);
        }
    }
}

/* More cards hidden than there are: no deal explains that. */
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

/* The Detective draws only from a deck with cards. He acts twice and the deck has two, so an
 * empty one is made by hand. */
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
        cmocka_unit_test(test_picker),     cmocka_unit_test(test_hand_outcomes),
        cmocka_unit_test(test_deals),      cmocka_unit_test(test_no_deal),
        cmocka_unit_test(test_empty_deck), cmocka_unit_test(test_observe_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
