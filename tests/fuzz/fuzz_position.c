/* Position lines: an accepted line prints back the same and can be played on; a refused one has
 * a reason with an offset inside the line. */
#include "fuzz.h"

#include <string.h>

/* Plays the first, then the last move a few times, and makes all views. */
static void play_on(struct alibi_state s)
{
    static const enum alibi_viewer viewer[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                               ALIBI_AS_PUBLIC};
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    for (int i = 0; i < 8 && (n = s.game->moves(&s, m)) > 0; i++) {
        for (int k = 0; k < 3; k++) {
            struct alibi_view view;
            struct alibi_state deal;

            s.game->observe(&view, &s, viewer[k]);
            PROMISE(s.game->deals(&view) > 0);
            s.game->deal(&deal, &view, s.game->deals(&view) - 1);
        }
        s.game->apply(&s, m[i & 1 ? n - 1 : 0]);
    }
    PROMISE((s.game->moves(&s, m) == 0) == (s.winner != ALIBI_NOBODY));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *line = (const char *)data;
    struct alibi_state s;
    struct alibi_error err = {.text = ""};
    char again[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(again, sizeof again);

    if (alibi_position_parse(&s, line, size, &err) != ALIBI_OK) {
        PROMISE(err.text[0] && !strchr(err.text, '\n') && err.offset <= size);
        return 0;
    }
    alibi_position_print(&text, &s);
    PROMISE(text.len == size && memcmp(again, line, size) == 0);
    text = alibi_text_in(again, sizeof again);
    alibi_json_print(&text, &s);
    PROMISE(text.len < text.cap);
    if (!s.hides)
        play_on(s);
    return 0;
}
