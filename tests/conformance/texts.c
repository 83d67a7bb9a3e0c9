/* Positions, records and scenes: everything parses back to what was printed. */
#include "conformance.h"

#include <stdlib.h>
#include <string.h>

static void check_position(struct play *p, const struct alibi_state *s)
{
    char line[ALIBI_LINE_MAX], again[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);
    struct alibi_text text2 = alibi_text_in(again, sizeof again);
    struct alibi_state back;
    struct alibi_error err = {.text = ""};

    alibi_position_print(&text, s);
    CHECK(p, text.len < text.cap && !strchr(line, '\n') && !strchr(line, '"'));
    CHECK(p, alibi_position_parse(&back, line, text.len, &err) == ALIBI_OK);
    CHECK(p, memcmp(&back, s, sizeof back) == 0);
    alibi_position_print(&text2, &back);
    CHECK(p, strcmp(line, again) == 0);
}

static void check_scene(struct play *p, const struct alibi_state *s)
{
    static struct alibi_scene scene;
    char buf[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    p->game->scene(&scene, s);
    CHECK(p, scene.n > 0 && scene.n <= ALIBI_MARKS_MAX);
    for (int i = 0; i < scene.n; i++)
        CHECK(p, scene.mark[i].place < p->game->n_places && scene.mark[i].symbol[0]);
    CHECK(p, scene.n_strokes <= ALIBI_STROKES_MAX);
    for (int i = 0; i < scene.n_strokes; i++)
        CHECK(p, scene.stroke[i].from < p->game->n_places &&
                     scene.stroke[i].to < p->game->n_places && scene.stroke[i].symbol[0]);
    p->game->notes(&text, s);
    CHECK(p, text.len < text.cap);
    text = alibi_text_in(buf, sizeof buf);
    alibi_json_print(&text, s);
    CHECK(p, text.len < text.cap && buf[0] == '{' && buf[text.len - 1] == '}');
}

static const enum alibi_viewer viewers[] = {ALIBI_AS_JACK, ALIBI_AS_DETECTIVE, ALIBI_AS_PUBLIC};

void check_text(struct play *p)
{
    const struct alibi_state *s = alibi_session_state(p->session);
    check_position(p, s);
    check_fields(p, s);
    for (int i = 0; i < 3; i++) {
        struct alibi_view view;

        alibi_session_view(p->session, viewers[i], &view);
        check_position(p, &view.seen);
        check_fields(p, &view.seen);
        check_scene(p, &view.seen);
    }
}

/* The record of VIEWER parses back to the same bytes; a redacted one completes to the whole. */
static void check_record(struct play *p, const struct alibi_session *session,
                         enum alibi_viewer viewer, const char *whole)
{
    struct alibi_record *record, *back = NULL, *complete = NULL;
    struct alibi_error err = {.text = ""};
    char *text, *again;

    if (alibi_session_record(session, viewer, &record) != ALIBI_OK)
        abort();
    text = alibi_record_text(record, NULL);
    CHECK(p, alibi_record_parse(&back, text, strlen(text), &err) == ALIBI_OK);
    if (back) {
        again = alibi_record_text(back, NULL);
        CHECK(p, strcmp(text, again) == 0);
        free(again);
    }
    if (whole) {
        CHECK(p, alibi_record_complete(&complete, record, &err) == ALIBI_OK);
        if (complete) {
            again = alibi_record_text(complete, NULL);
            CHECK(p, strcmp(whole, again) == 0);
            free(again);
        }
    }
    free(text);
    alibi_record_free(record);
    alibi_record_free(back);
    alibi_record_free(complete);
}

/* The finished game: all its records, its replay, and undo to the beginning and back. */
void check_end(struct play *p)
{
    const struct alibi_state end = *alibi_session_state(p->session);
    struct alibi_session *replay = NULL;
    struct alibi_record *record;
    struct alibi_error err;
    char *whole;

    CHECK(p, end.winner <= ALIBI_DETECTIVE && end.why != ALIBI_WHY_NONE);
    CHECK(p, end.to_act == ALIBI_NOBODY);
    if (alibi_session_record(p->session, ALIBI_AS_TRUTH, &record) != ALIBI_OK)
        abort();
    whole = alibi_record_text(record, NULL);
    check_record(p, p->session, ALIBI_AS_TRUTH, NULL);
    check_record(p, p->session, ALIBI_AS_JACK, whole);
    check_record(p, p->session, ALIBI_AS_DETECTIVE, whole);
    check_record(p, p->session, ALIBI_AS_PUBLIC, whole);
    CHECK(p, alibi_session_from_record(&replay, record, &err) == ALIBI_OK);
    CHECK(p, memcmp(alibi_session_state(replay), &end, sizeof end) == 0);
    alibi_session_undo(replay, alibi_session_length(replay));
    CHECK(p, memcmp(alibi_session_state(replay), alibi_session_after(p->session, 0),
                    sizeof end) == 0);
    alibi_session_free(replay);
    alibi_record_free(record);
    free(whole);
}

/* A game that begins here, in mid-game: its records have the position, and parse back too. */
void check_middle(struct play *p)
{
    struct alibi_session *session;
    const struct alibi_state *s;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    if (alibi_session_new(&session, alibi_session_state(p->session)) != ALIBI_OK)
        abort();
    s = alibi_session_state(session);
    for (int i = 0; i < 40 && (n = p->game->moves(s, m)) > 0; i++)
        if (alibi_session_play(session, m[alibi_rng_below(&p->rng, (uint32_t)n)]) != ALIBI_OK)
            abort();
    check_record(p, session, ALIBI_AS_TRUTH, NULL);
    for (size_t i = 0; i < sizeof viewers / sizeof viewers[0]; i++)
        check_record(p, session, viewers[i], NULL);
    alibi_session_free(session);
}
