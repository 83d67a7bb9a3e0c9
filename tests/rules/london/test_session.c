/* What a player of London may take back: the moves of the current turn, back to the last one
 * that revealed something. */
#include "sessions.h"

#define ROUND_1 "SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3 >f7 IL cordon:ne>nw >c10 "

static void test_retractable(void **state)
{
    static const struct retractable row[] = {
        {"london", "deal=MS", 0, 0},
        {"london", "deal=MS cards=SH,JW,JS,IL", 0, 0},
        {"london", "deal=MS cards=SH,JW,JS,IL SH", 0, 1},
        {"london", "deal=MS cards=SH,JW,JS,IL SH >g10", 0, 0}, /* the card is being drawn */
        {"london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB", 0, 0},
        {"london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW", 1, 0},
        {"london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13", 2, 0},
        /* Jack acts twice in a row; the first activation stays */
        {"london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw", 0, 0},
        {"london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS", 1, 0},
        {"london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3", 2,
         0},
        {"london", "deal=MS cards=SH,JW,JS,IL " ROUND_1, 0, 0}, /* witnesses were called */
        {"london", "deal=MS cards=SH,JW,JS,IL " ROUND_1 "MS >k6 SG call:JW>l13", 0, 2},
        {"london", "deal=MS cards=SH,JW,JS,IL " ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7", 0,
         3},
        {"london", "deal=MS cards=SH,JW,JS,IL " ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw",
         0, 4},
        {"london",
         "deal=MS cards=SH,JW,JS,IL " ROUND_1 "MS >k6 SG call:JW>l13 call:MS>l7 ^nw !MS", 0, 0},
    };

    (void)state;
    check_retractable(row, COUNT(row));
}

/* A session that begins in the middle of an activation ends there, going back. */
static void test_retractable_start(void **state)
{
    struct alibi_state s =
        unit_play("london", "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS");
    struct alibi_session *session = session_at(&s);

    (void)state;
    assert_int_equal(alibi_session_retractable(session, ALIBI_JACK), 0);
    play(session, "lamp:c4>f3");
    assert_int_equal(alibi_session_retractable(session, ALIBI_JACK), 1);
    alibi_session_undo(session, 1);
    assert_memory_equal(alibi_session_state(session), &s, sizeof s);
    assert_int_equal(alibi_session_retractable(session, ALIBI_JACK), 0);
    alibi_session_free(session);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_retractable),
        cmocka_unit_test(test_retractable_start),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
