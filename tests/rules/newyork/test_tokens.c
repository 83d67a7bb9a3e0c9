/* New York's tokens: how a piece goes, and the lines of the scene. */
#include "tokens.h"

static void test_paths(void **state)
{
    static const struct led_path row[] = {
        {"newyork", "deal=FT cards=AB,CR,LL,ME CR", ">l13", "i8 h7 g8 l13"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME CR", ">m10", "i8 j9 k10 l11 m10"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME ME", ">b9", "h5 g6 g8 b9"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME ME", "push:FT>e14", "h11 g12 f13 e14"},
        {"newyork", "deal=FT cards=AB,CR,LL,ME ME", "!CR", ""},
    };

    (void)state;
    check_paths(row, COUNT(row));
}

static void test_strokes(void **state)
{
    static const struct drawn_strokes row[] = {
        {"newyork", "", "ferry-a8-li ferry-c6-li ferry-li-e16 ferry-li-g2"},
    };

    (void)state;
    check_strokes(row, COUNT(row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_strokes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
