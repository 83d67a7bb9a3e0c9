/* London's tokens: how they are read and refused, how a piece goes, and the lines of the scene.
 */
#include "tokens.h"

static void test_token_print(void **state)
{
    static const struct read_token row[] = {
        {"london", "", "deal=MS", {"deal=MS", "deal=?", "deal=MS", "deal=?"}},
        {"london",
         "deal=MS",
         "cards=SH,JW,JS,IL",
         {"cards=SH,JW,JS,IL", "cards=SH,JW,JS,IL", "cards=SH,JW,JS,IL", "cards=SH,JW,JS,IL"}},
        {"london",
         "deal=MS cards=SH,JW,JS,IL SH >g10", /* the Detective draws */
         "alibi=JB",
         {"alibi=?", "alibi=JB", "alibi=JB", "alibi=?"}},
        {"london",
         "deal=MS cards=SH,JW,JS,IL JW >j13 ^nw SH >g10", /* Jack draws */
         "alibi=JB",
         {"alibi=JB", "alibi=?", "alibi=JB", "alibi=?"}},
    };

    (void)state;
    check_token_print(row, COUNT(row));
}

static void test_token_parse(void **state)
{
    static const struct parsed_token row[] = {
        {"london", "", "", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", "XX", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", "flip:AA", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", "SH ", ALIBI_BAD_TEXT, 0, "expected a token of london"},
        {"london", "", ">", ALIBI_BAD_TEXT, 1, "expected a hex or an exit"},
        {"london", "", ">c4", ALIBI_BAD_MOVE, 0, "L-2.4: "},
        {"london", "", ">c5", ALIBI_BAD_TEXT, 1, "expected a hex or an exit"},
        {"london", "", ">a6x", ALIBI_BAD_TEXT, 1, "expected a hex or an exit"},
        {"london", "", ">a6>", ALIBI_BAD_TEXT, 3, "expected the end here"},
        {"london", "", "^x", ALIBI_BAD_TEXT, 1, "expected a direction: "},
        {"london", "", "call:SH", ALIBI_BAD_TEXT, 7, "expected '>'"},
        {"london", "", "call:SH>ne", ALIBI_BAD_TEXT, 8, "expected a street hex"},
        {"london", "", "cards=", ALIBI_BAD_TEXT, 6, "expected the two letters"},
        {"london", "", "cards=-", ALIBI_BAD_TEXT, 6, "expected four characters"},
        {"london", "", "cards=SH,JW,JS", ALIBI_BAD_TEXT, 6, "expected four characters"},
        {"london", "", "cards=SH,JW,JS,IL,MS", ALIBI_BAD_TEXT, 6, "expected four characters"},
        {"london", "", "cards=SH,JW,IL,JS", ALIBI_BAD_TEXT, 15,
         "expected the characters in order"},
        {"london", "", "cards=SH,JW,JS,JS", ALIBI_BAD_TEXT, 15,
         "expected the characters in order"},
        {"london", "", "cordon:ne>xx", ALIBI_BAD_TEXT, 10, "expected an exit: "},
        {"london", "", "cover:c4>f1", ALIBI_BAD_TEXT, 6, "expected a street hex"},
        {"london", "", "lamp:f1>c4", ALIBI_BAD_TEXT, 5, "expected a gaslight hex"},
        {"london", "", "stayx", ALIBI_BAD_TEXT, 4, "expected the end here"},
        {"london", "", "swap:", ALIBI_BAD_TEXT, 5, "expected the two letters"},
    };

    (void)state;
    check_token_parse(row, COUNT(row));
}

static void test_paths(void **state)
{
    static const struct led_path row[] = {
        {"london", "deal=MS cards=SH,JW,JS,IL SH", ">g10", "g12 g10"},
        {"london", "deal=MS cards=SH,JW,JS,IL JS", ">b5", "g6 g8 g10 b5"},
        {"london", "deal=MS cards=SH,JW,JS,IL JS", "lamp:c4>f3", ""},
        {"london", "deal=JB cards=MS,SG,WG,JB MS", ">e12", "a10 b11 c10 d11 e12"},
        {"london", "deal=JB cards=MS,SG,WG,JB MS", ">m12", "a10 b11 c10 l13 m12"},
        {"london", "deal=JB cards=MS,SG,WG,JB SG", "call:JW>i12", "i16 i14 i12"},
    };

    (void)state;
    check_paths(row, COUNT(row));
}

static void test_strokes(void **state)
{
    static const struct drawn_strokes row[] = {
        {"london", "", ""},
        {"london", "deal=MS cards=SH,JW,JS,IL JW >j13 ^nw", "beam-j13-g10"},
        {"london", "deal=MS cards=SH,JW,JS,IL JW >j13 ^n", ""},
    };

    (void)state;
    check_strokes(row, COUNT(row));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_token_print),
        cmocka_unit_test(test_token_parse),
        cmocka_unit_test(test_paths),
        cmocka_unit_test(test_strokes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
