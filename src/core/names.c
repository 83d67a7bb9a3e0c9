/* The words that tokens, JSON and messages use. */
#include <alibi/game.h>

const char *alibi_seat_name(enum alibi_seat seat)
{
    static const char *const name[] = {"jack", "detective", "chance", "none"};
    return name[seat];
}

const char *alibi_witness_name(enum alibi_witness witness)
{
    return witness == ALIBI_VISIBLE ? "visible" : "invisible";
}

const char *alibi_why_name(enum alibi_why why)
{
    static const char *const name[] = {
        [ALIBI_WHY_NONE] = "none",
        [ALIBI_ARREST] = "arrest",
        [ALIBI_WRONG_ACCUSATION] = "wrong-accusation",
        [ALIBI_ESCAPE] = "escape",
        [ALIBI_TIME] = "time",
        [ALIBI_SUSPECTS] = "suspects",
        [ALIBI_HOURGLASSES] = "hourglasses",
        [ALIBI_UNSEEN] = "unseen",
    };
    return name[why];
}
