/* The search in New York: the last turns solved. */
#include "trees.h"

static void test_solved(void **state)
{
    static const struct solved row[] = {
        {"newyork", 8, 4, 6, WHOLE, false},
        {"newyork", 8, 3, 6, {24, 24, 4, 48, CFR_ACTIONS}, false},
    };

    (void)state;
    check_solved(row, COUNT(row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_solved),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
