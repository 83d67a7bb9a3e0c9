/* London's cards: the hands that can be dealt, and the worlds of a view. */
#include "deals.h"

#include <alibi/kit/reader.h>

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

#define LONDON_AT(suspects, jack, drew, mine)                                                  \
    "london edition=2016 whistle=direct round=5 slot=1 witness=visible suspects=" suspects     \
    " jack=" jack " jack-drew=" drew " detective-drew=" mine " result=- cards=- next=-"        \
    " step=cards active=- due=none points=0 called=- at=e10,i8,g6,i16,a10,m8,g12,e2"           \
    " lantern=ne lamps=f11:0,h7:0 covers=b15,l3 cordons=ne,sw"

static void test_deals(void **state)
{
    static const struct hidden_deals row[] = {
        {LONDON_AT("IL,JB,MS", "MS", "IL", "SH"), ALIBI_AS_TRUTH, 1},
        {LONDON_AT("IL,JB,MS", "MS", "IL", "?1"), ALIBI_AS_JACK, 6},
        {LONDON_AT("IL,JB,MS", "MS", "-", "?2"), ALIBI_AS_JACK, 21},
        {LONDON_AT("IL,JB,MS", "?", "?1", "SH"), ALIBI_AS_DETECTIVE, 18},
        {LONDON_AT("IL,JB,MS", "?", "?1", "IL"), ALIBI_AS_DETECTIVE, 12},
        {LONDON_AT("MS", "?", "?2", "-"), ALIBI_AS_DETECTIVE, 21},
        {LONDON_AT("IL,JB,MS", "?", "?1", "?1"), ALIBI_AS_PUBLIC, 126},
        {LONDON_AT("IL,JB,JS,JW,MS,SG,SH,WG", "?", "?0", "?2"), ALIBI_AS_PUBLIC, 168},
    };

    (void)state;
    check_deals(row, COUNT(row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_hand_outcomes),
        cmocka_unit_test(test_deals),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
