/* A test double with what null leaves out: `double` is null under another name, with two
 * options and a list of characters that is not in the order of their codes. A unit test that
 * needs them adds it to the games by unit_double. */
#ifndef DOUBLE_H
#define DOUBLE_H

#include "unit.h"

static inline const struct alibi_game *unit_double(void)
{
    static const struct alibi_option option[] = {
        {"weather", {"mild", "cold", NULL}, "for the tests"},
        {"lantern", {"bright", "dark", NULL}, "for the tests"},
    };
    static const uint8_t list[] = {2, 0, 1};
    static struct alibi_game game;

    if (!game.name) {
        game = *alibi_game_find("null");
        game.name = "double";
        game.option = option;
        game.n_options = COUNT(option);
        game.list = list;
        assert_int_equal(alibi_game_add(&game), ALIBI_OK);
    }
    return &game;
}

/* For cmocka_run_group_tests: adds the double to the games for every test of the group. */
static inline int unit_add_double(void **state)
{
    (void)state;
    (void)unit_double();
    return 0;
}

#endif
