/* Positions to play on from. */
#include "onward.h"

#include "asking.h"

#include <alibi/session.h>
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

bool onward_start(struct request *r, const struct body_create *body,
                  const struct chance *chance, struct alibi_state *start)
{
    const char *jack = body->player[ALIBI_JACK], *detective = body->player[ALIBI_DETECTIVE];
    struct alibi_record *record;
    struct alibi_session *session;
    const struct alibi_state *s;
    bool fits;

    if (strcmp(jack, "open") == 0 || strcmp(detective, "open") == 0) {
        request_refuse(r, &request_no.from_seats, NULL);
        return false;
    }
    record = table_read_record(r, body->from);
    session = record ? whole_game(r, record) : NULL;
    if (!session)
        return false;
    s = alibi_session_after(session, 0);
    fits = s->game == body->game && memcmp(s->option, body->option, sizeof s->option) == 0;
    if (!fits) {
        request_refuse(r, &request_no.from_game, NULL);
    } else {
        fits = body->from_at <= alibi_session_length(session) &&
               can_begin(alibi_session_after(session, (size_t)body->from_at));
        if (fits)
            draw(start, alibi_session_after(session, (size_t)body->from_at),
                 eyes_of(jack, detective), chance);
        else
            request_refuse(r, &request_no.from_at, NULL);
    }
    alibi_session_free(session);
    return fits;
}
