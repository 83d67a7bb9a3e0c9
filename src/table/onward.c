/* Positions to play on from. */
#include "onward.h"

#include "asking.h"

#include <alibi/session.h>
#include <stdlib.h>
#include <string.h>

/* A world of those that VIEWER cannot tell from S. */
static void draw(struct alibi_state *out, const struct alibi_state *s, enum alibi_viewer viewer,
                 const struct chance *chance)
{
    const struct alibi_game *game = s->game;
    struct alibi_view view;

    game->observe(&view, s, viewer);
    game->deal(out, &view, chance->below(chance->source, ONWARD_DECISION, game->deals(&view)));
}

/* Whether somebody is to act in S, and its line holds all of it and can be kept. */
static bool can_begin(const struct alibi_state *s)
{
    char line[START_SIZE];
    struct alibi_text text = alibi_text_in(line, sizeof line);
    struct alibi_state again;

    if (s->to_act > ALIBI_DETECTIVE || s->winner != ALIBI_NOBODY || s->round == 0)
        return false;
    alibi_position_print(&text, s);
    return text.len < sizeof line &&
           alibi_position_parse(&again, line, text.len, NULL) == ALIBI_OK &&
           memcmp(&again, s, sizeof again) == 0;
}

/* Through whose eyes the position is looked at: the one person's, or the public's. Who wishes
 * for a game is "me" there, and "guest" in the game. */
static enum alibi_viewer eyes_of(const char *jack, const char *detective)
{
    if (strcmp(jack, "me") != 0 && player_is_computer(jack))
        return ALIBI_AS_DETECTIVE;
    if (strcmp(detective, "me") != 0 && player_is_computer(detective))
        return ALIBI_AS_JACK;
    return ALIBI_AS_PUBLIC;
}

bool onward_is_drawn(const struct alibi_state *start, const char *jack, const char *detective,
                     const struct chance *chance)
{
    struct alibi_state s;

    if (!can_begin(start))
        return false;
    draw(&s, start, eyes_of(jack, detective), chance);
    return memcmp(&s, start, sizeof s) == 0;
}

/* The whole game of RECORD, which is freed; NULL after a refusal. */
static struct alibi_session *whole_game(struct request *r, struct alibi_record *record)
{
    struct alibi_session *session = NULL;
    struct alibi_record *whole = NULL;
    bool all = alibi_record_viewer(record) == ALIBI_AS_TRUTH;

    if (alibi_record_is_of_people(record) ||
        (!all && alibi_record_complete(&whole, record, NULL) != ALIBI_OK))
        request_refuse(r, &request_no.from_view, NULL);
    else if (alibi_session_from_record(&session, whole ? whole : record, NULL) != ALIBI_OK)
        request_refuse(r, &request_no.memory, NULL);
    alibi_record_free(whole);
    alibi_record_free(record);
    return session;
}

/* What the whole game of BODY's record was at the moment that BODY names, as the request's
 * own; or a refusal. */
static void find_moment(struct request *r, const struct body_create *body,
                        const struct alibi_session *session)
{
    const struct alibi_state *s = alibi_session_after(session, 0);

    if (s->game != body->game || memcmp(s->option, body->option, sizeof s->option) != 0) {
        request_refuse(r, &request_no.from_game, NULL);
        return;
    }
    if (body->from_at > alibi_session_length(session) ||
        !can_begin(alibi_session_after(session, (size_t)body->from_at))) {
        request_refuse(r, &request_no.from_at, NULL);
        return;
    }
    r->from = malloc(sizeof *r->from);
    if (r->from)
        *r->from = *alibi_session_after(session, (size_t)body->from_at);
    else
        request_refuse(r, &request_no.memory, NULL);
}

static void find(struct request *r, const struct body_create *body)
{
    struct alibi_record *record;
    struct alibi_session *session;

    if (strcmp(body->player[ALIBI_JACK], "open") == 0 ||
        strcmp(body->player[ALIBI_DETECTIVE], "open") == 0) {
        request_refuse(r, &request_no.from_seats, NULL);
        return;
    }
    record = table_read_record(r, body->from);
    session = record ? whole_game(r, record) : NULL;
    if (session)
        find_moment(r, body, session);
    alibi_session_free(session);
}

void onward_find(struct request *r)
{
    struct body_create body;
    struct alibi_error err;

    if (body_read_create(&body, r->body, r->len, &err) != ALIBI_OK)
        request_error(r, 400, "bad-request", &err);
    else
        find(r, &body);
    free(body.from);
}

void onward_start(const struct body_create *body, const struct alibi_state *s,
                  const struct chance *chance, struct alibi_state *start)
{
    draw(start, s, eyes_of(body->player[ALIBI_JACK], body->player[ALIBI_DETECTIVE]), chance);
}
