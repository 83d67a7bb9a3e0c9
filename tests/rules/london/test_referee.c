/* A whole game of London with the referee. */
#include "referees.h"

/* The game of docs/protocol.md. */
static void test_worked_example(void **state)
{
    static const struct exchange talk[] = {
        {NULL, "london"},
        {"do deal=MS deal=SH", "error 2: L-3.1: ..."},
        {"undo", "ok"},
        {"do deal=MS cards=SH,JW,JS,IL", "ok"},
        {"legal", "IL JS JW SH"},
        {"do SH >g10 alibi=JB JW >e4",
         "error 5: L-4.1: e4 is out of reach: JW has 3 movement points"},
        {"legal",
         ">a6 >b11 >b3 >b5 >c10 >c12 >c6 >d9 >f1 >f15 >g12 >g14 >g16 >g2 >g8 >h11 >h17 "
         ">i10 >i12 >i14 >j13 >j9 >k12 >k6 >k8 >l13 >l15 >l7 >m12"},
        {"do >j13 ^nw JS lamp:c4>f3 >f7", "ok"},
        {"undo 2", "ok"},
        {"do >f7 lamp:c4>f3 IL", "ok"},
        {"legal", "!JS !SH >b11 >b5 >c10 >c12 >c14 >d13 >d5 >d9 >e12 >e14 >e4 >e6 >e8 >f1 >f15 "
                  ">g6 >g8 >h17 >k8 >l13 cordon:ne>nw cordon:ne>se cordon:sw>nw cordon:sw>se"},
        {"do cordon:ne>nw >c10", "ok"},
        {"do MS >k6 SG call:JW>l13", "ok"},
        {"legal", "call:IL>d9 call:JB>j9 call:JS>g6 call:JS>g8 call:JW>m12 call:MS>l7 "
                  "call:SH>h11 call:WG>f1"},
        {"do ^s", "error 1: L-5.13: ..."},
        {"do call:MS>l7", "ok"},
        {"legal", "^n ^ne ^nw ^s ^se ^sw"},
        {"do ^nw", "ok"},
        {"perft 1", "17"},
        {"perft 2", "26"},
        {"do !MS", "ok"},
        {"legal", ""},
        {"record", "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n"
                   "[Result \"detective:arrest\"]\n\ndeal=MS cards=SH,JW,JS,IL\n"
                   "1.1 SH >g10 alibi=JB\n1.2 JW >j13 ^nw\n1.3 JS >f7 lamp:c4>f3\n"
                   "1.4 IL cordon:ne>nw >c10\n2.1 MS >k6\n"
                   "2.2 SG call:JW>l13 call:MS>l7 ^nw !MS\n."},
    };

    (void)state;
    check_talk(talk, COUNT(talk));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_worked_example),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
