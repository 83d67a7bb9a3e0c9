/* Watching a game of London: the same as for null, with eight characters. */
#include "watches.h"

#define ROUND_1 "SH >g10 alibi=? JW >j13 ^nw JS lamp:c4>f3 >f7 IL cordon:ne>nw >c10"

static void test_refused(void **state)
{
    static const struct refused_token row[] = {
        {"london", D, "deal=? cards=SH,JW,JS,IL", "MS", ALIBI_BAD_MOVE, "L-3.2: "},
        {"london", P, "deal=? cards=SH,JW,JS,IL SH", ">a8", ALIBI_BAD_MOVE, "L-4.1: "},
        {"london", J, "deal=MS cards=SH,JW,JS,IL SH >g10", "alibi=JB", ALIBI_BAD_MOVE,
         "expected what this seat may see"},
        {"london", J, "deal=MS cards=SH,JW,JS,IL SH >g10", "alibi=MS", ALIBI_BAD_MOVE, "L-5.2"},
        {"london", D,
         "deal=? cards=JW,JS,IL,JB JW >j13 ^nw JS lamp:c4>f3 >f7 IL cordon:ne>nw "
         ">c10 JB cover:l3>f1 >j9",
         "MS", ALIBI_BAD_MOVE, "expected witness="},
        {"london", J, "deal=MS cards=SH,JW,JS,IL " ROUND_1, "witness=visible", ALIBI_BAD_MOVE,
         "expected an announcement that agrees"},
    };

    (void)state;
    check_refusals(row, COUNT(row));
}

static void test_followed(void **state)
{
    static const struct followed row[] = {
        {"london", J, "deal=MS cards=SH,JW,JS,IL SH >g10 alibi=?", 7, true},
        {"london", D, "deal=? cards=SH,JW,JS,IL SH >g10 alibi=JB", 7, true},
        {"london", P, "deal=? cards=SH,JW,JS,IL SH >g10 alibi=?", 56, true},
        {"london", P, "deal=? cards=SH,JW,JS,IL " ROUND_1, 56, false},
        {"london", P, "deal=? cards=SH,JW,JS,IL " ROUND_1 " witness=invisible", 28, true},
        {"london", D,
         "deal=? cards=SH,JW,JS,IL SH >g10 alibi=JB JW >j13 ^nw JS lamp:c4>f3 >f7 "
         "IL cordon:ne>nw >c10 witness=invisible MS >b5",
         4, true},
    };

    (void)state;
    check_followed(row, COUNT(row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_followed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
