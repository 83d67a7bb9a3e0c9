/* A record of London, cut off and changed, and where labels may stand. */
#include "damage.h"

static const char sample[] =
    "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n[View \"public\"]\n"
    "[Result \"detective:arrest\"]\n\ndeal=? cards=SH,JW,JS,IL\n1.1 SH >g10 alibi=?\n"
    "1.2 JW >j13 ^nw\n1.3 JS lamp:c4>f3 >f7\n1.4 IL cordon:ne>nw >c10 witness=invisible\n"
    "2.1 MS >k6\n2.2 SG call:JW>l13 call:MS>l7 ^nw !MS over=detective:arrest deal=MS "
    "alibi=JB\n";

static void test_labels_refused(void **state)
{
    static const struct refused row[] = {
        {"[Game \"london\"]\ndeal=MS cards=SH,JW,JS,IL SH 1.1 >g10", ALIBI_BAD_MOVE, 2, 30,
         "expected a label at the beginning"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

static void test_truncated(void **state)
{
    (void)state;
    check_truncated(sample);
}

static void test_changed(void **state)
{
    (void)state;
    check_changed(sample, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_labels_refused),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_changed),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
