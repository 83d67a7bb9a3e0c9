/* The words that tokens, JSON and messages use. */
#include <alibi/game.h>
#include <string.h>

const char *alibi_seat_name(enum alibi_seat seat)
{
    static const char *const name[] = {"jack", "detective", "chance", "none"};
    return name[seat];
}

bool alibi_player_seat_parse(enum alibi_seat *seat, const char *word, size_t len)
{
    for (int i = ALIBI_JACK; i <= ALIBI_DETECTIVE; i++) {
        const char *name = alibi_seat_name((enum alibi_seat)i);

        if (strlen(name) == len && memcmp(name, word, len) == 0) {
            *seat = (enum alibi_seat)i;
            return true;
        }
    }
    return false;
}

const struct alibi_word alibi_seat_words[] = {
    {"jack", "jack"}, {"detective", "detective"}, {"chance", "chance"}, {NULL, NULL}};

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

static const char *const viewer_name[] = {
    [ALIBI_AS_JACK] = "jack",
    [ALIBI_AS_DETECTIVE] = "detective",
    [ALIBI_AS_PUBLIC] = "public",
    [ALIBI_AS_TRUTH] = "truth",
};

const char *alibi_viewer_name(enum alibi_viewer viewer)
{
    return viewer_name[viewer];
}

bool alibi_viewer_parse(enum alibi_viewer *viewer, const char *word, size_t len)
{
    static const enum alibi_viewer asked[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                              ALIBI_AS_PUBLIC};

    for (size_t i = 0; i < sizeof asked / sizeof asked[0]; i++) {
        const char *name = viewer_name[asked[i]];

        if (strlen(name) == len && memcmp(name, word, len) == 0) {
            *viewer = asked[i];
            return true;
        }
    }
    return false;
}
