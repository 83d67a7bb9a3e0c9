/* The words that tokens, JSON and messages use. */
#include <alibi/game.h>
#include <string.h>

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

void alibi_result_print(struct alibi_text *text, const struct alibi_state *s)
{
    alibi_text_format(text, "%s:%s", alibi_seat_name((enum alibi_seat)s->winner),
                      alibi_why_name((enum alibi_why)s->why));
}

const char *alibi_viewer_name(enum alibi_seat seat)
{
    return seat == ALIBI_NOBODY ? "public" : alibi_seat_name(seat);
}

bool alibi_viewer_parse(enum alibi_seat *seat, const char *word, size_t len)
{
    static const enum alibi_seat viewer[] = {ALIBI_JACK, ALIBI_DETECTIVE, ALIBI_NOBODY};

    for (size_t i = 0; i < sizeof viewer / sizeof viewer[0]; i++) {
        const char *name = alibi_viewer_name(viewer[i]);

        if (strlen(name) == len && memcmp(name, word, len) == 0) {
            *seat = viewer[i];
            return true;
        }
    }
    return false;
}
