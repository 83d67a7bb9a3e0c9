/* Pocket's tokens: how a piece goes, and the lines of the scene. */
#include "tokens.h"

/* Tokens thrown so that all of them move somebody. */
#define P                                                                                      \
    "tile=SGw tile=ILn tile=MSe tile=JSn tile=JPe tile=WGn tile=JLw tile=JBs tile=MDs "        \
    "deal=WG toss=1221"

static void test_paths(void **state)
{
    static const struct led_path row[] = {
        {"pocket", P, "holmes:2", "p12 p1 p2"},
        {"pocket", P, "joker:toby", "p8 p9"},
        {"pocket", P, "rotate:1:cw", ""},
    };

    (void)state;
    check_paths(row, COUNT(row));
}

static void test_strokes(void **state)
{
    static const struct drawn_strokes row[] = {
        {"pocket", "", ""},
        {"pocket", P, "sight-p12-p12 sight-p8-p8 sight-p4-p4"},
        {"pocket", P " holmes:1", "sight-p1-1 sight-p8-p8 sight-p4-p4"},
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
