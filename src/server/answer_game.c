/* Games, their states and histories, as JSON. */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Events --- */

/* Collects what a viewer is told of one move. */
struct ear {
    const struct room *room;
    struct alibi_view view; /* what was seen before it; after the result, what is seen then */
    size_t seq;
    json_t *event;
};

static int hear(void *arg, const struct alibi_told *told, const struct alibi_state *before)
{
    struct ear *ear = arg;

    if (before) {
        ear->event = answer_step(&ear->view, told, ear->seq);
        return ALIBI_OK;
    }
    (void)json_array_append_new(json_object_get(ear->event, "told"),
                                answer_told(&ear->view, told));
    if (told->kind == ALIBI_TOLD_RESULT)
        alibi_session_view(ear->room->session, ear->view.viewer, &ear->view);
    return ALIBI_OK;
}

/* The whole truth has no announcements, since they follow from it; a reader wants them. */
static void announce(struct ear *ear, size_t ply)
{
    const struct alibi_state *after = room_state_at(ear->room, ear->seq, NULL);
    const struct alibi_told witness = alibi_told_witness(after);
    const struct alibi_told result = alibi_told_result(after);

    if (alibi_session_called(ear->room->session, ply))
        (void)hear(ear, &witness, NULL);
    if (after->winner != ALIBI_NOBODY)
        (void)hear(ear, &result, NULL);
}

static json_t *move_event(const struct room *room, size_t seq, enum alibi_viewer viewer)
{
    size_t ply = room->event[seq - 1].ply;
    struct ear ear = {.room = room, .seq = seq};

    room_view_at(room, seq - 1, viewer, &ear.view);
    (void)alibi_session_tell(room->session, ply, viewer, hear, &ear);
    if (viewer == ALIBI_AS_TRUTH)
        announce(&ear, ply);
    return ear.event;
}

json_t *answer_event(const struct room *room, size_t seq, enum alibi_viewer viewer)
{
    const struct room_event *event = &room->event[seq - 1];
    json_int_t number = (json_int_t)seq;

    switch (event->kind) {
    case STORE_MOVE:
        return move_event(room, seq, viewer);
    case STORE_SEAT:
        return json_pack("{s:I,s:s,s:s}", "seq", number, "kind", "seat", "seat",
                         alibi_seat_name(event->by));
    case STORE_RESIGN:
        return json_pack("{s:I,s:s,s:s}", "seq", number, "kind", "resign", "by",
                         alibi_seat_name(event->by));
    case STORE_REMATCH:
        return json_pack("{s:I,s:s,s:s}", "seq", number, "kind", "rematch", "id", event->id);
    }
    return NULL;
}

json_t *answer_events(const struct room *room, size_t from, size_t to, enum alibi_viewer viewer)
{
    json_t *list = json_array();

    for (size_t seq = from + 1; seq <= to; seq++)
        (void)json_array_append_new(list, answer_event(room, seq, viewer));
    return list;
}

json_t *answer_played(const struct room *room, size_t from, size_t to, enum alibi_viewer viewer)
{
    return json_pack("{s:I,s:o}", "seq", (json_int_t)to, "events",
                     answer_events(room, from, to, viewer));
}

/* --- Games --- */

json_t *answer_seats(unsigned seats)
{
    json_t *list = json_array();

    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++)
        if ((seats >> seat) & 1)
            (void)json_array_append_new(list,
                                        json_string(alibi_seat_name((enum alibi_seat)seat)));
    return list;
}

json_t *answer_result(const char *result)
{
    const char *colon = strchr(result, ':');

    if (!colon)
        return json_null();
    return json_pack("{s:s%,s:s}", "winner", result, (size_t)(colon - result), "why",
                     colon + 1);
}

json_t *answer_options(const struct alibi_state *s)
{
    const struct alibi_game *game = s->game;
    json_t *options = json_object();

    for (int i = 0; i < game->n_options; i++)
        (void)json_object_set_new(options, game->option[i].name,
                                  json_string(game->option[i].values[s->option[i]]));
    return options;
}

json_t *answer_to_act(const struct alibi_state *s)
{
    return s->to_act <= ALIBI_DETECTIVE ? json_string(alibi_seat_name(s->to_act)) : json_null();
}

json_t *answer_summary(const struct store_game *about, const struct alibi_state *s,
                       unsigned seats)
{
    static const char *const status[] = {"waiting", "playing", "over"};

    return json_pack("{s:s,s:s,s:o,s:s,s:{s:s,s:s},s:o,s:b,s:o}", "id", about->id, "game",
                     s->game->name, "options", answer_options(s), "status",
                     status[about->status], "seats", "jack", about->player[ALIBI_JACK],
                     "detective", about->player[ALIBI_DETECTIVE], "you", answer_seats(seats),
                     "public", (int)about->is_public, "result", answer_result(about->result));
}

/* The same after AT events of the room: nobody where the game waits or was given up. */
static json_t *to_act_of(const struct room *room, const struct alibi_state *s)
{
    if (room->about.status == STORE_WAITING ||
        (room->about.status == STORE_OVER && s == alibi_session_state(room->session)))
        return json_null();
    return answer_to_act(s);
}

static json_t *opening_of(const struct room *room)
{
    char secret[DEAL_HEX], salt[DEAL_HEX];

    if (room->about.status != STORE_OVER)
        return json_null();
    deal_hex(room->about.deal.secret, secret);
    deal_hex(room->about.deal.salt, salt);
    return json_pack("{s:s,s:s}", "secret", secret, "salt", salt);
}

/* A game may have been given up while the computer thinks. */
static json_t *thinking_of(const struct room *room, size_t at, unsigned ms)
{
    enum alibi_seat seat = room_computer_to_act(room);

    if (!room->thinking || at < room->n_events || seat == ALIBI_NOBODY)
        return json_null();
    return json_pack("{s:s,s:i}", "seat", alibi_seat_name(seat), "ms", (int)ms);
}

json_t *answer_state(const struct room *room, unsigned seats, enum alibi_viewer viewer,
                     size_t at, size_t since, unsigned ms)
{
    bool live = at == room->n_events && room->about.status == STORE_PLAYING;
    json_t *state = answer_summary(&room->about, alibi_session_state(room->session), seats);
    struct alibi_view view;

    room_view_at(room, at, viewer, &view);
    (void)json_object_set_new(state, "as", json_string(alibi_viewer_name(viewer)));
    (void)json_object_set_new(state, "seq", json_integer((json_int_t)room->n_events));
    (void)json_object_set_new(state, "at", json_integer((json_int_t)at));
    (void)json_object_set_new(state, "to_act", to_act_of(room, room_state_at(room, at, NULL)));
    (void)json_object_set_new(state, "thinking", thinking_of(room, at, ms));
    if (!answer_position(state, &view)) {
        json_decref(state);
        return NULL;
    }
    (void)json_object_set_new(state, "legal", live ? answer_legal(&view) : json_array());
    (void)json_object_set_new(state, "history", answer_events(room, since, at, viewer));
    (void)json_object_set_new(state, "commitment", json_string(room->commitment));
    (void)json_object_set_new(state, "opening", opening_of(room));
    return state;
}

/* --- Records --- */

static void add_tags(const struct room *room, struct alibi_record *record)
{
    const struct store_game *about = &room->about;
    char hex[DEAL_HEX];

    (void)alibi_record_tag(record, "Date", about->created, NULL);
    (void)alibi_record_tag(record, "Jack", about->player[ALIBI_JACK], NULL);
    (void)alibi_record_tag(record, "Detective", about->player[ALIBI_DETECTIVE], NULL);
    (void)alibi_record_tag(record, "Commitment", room->commitment, NULL);
    if (about->status != STORE_OVER)
        return;
    deal_hex(about->deal.secret, hex);
    (void)alibi_record_tag(record, "Secret", hex, NULL);
    deal_hex(about->deal.salt, hex);
    (void)alibi_record_tag(record, "Salt", hex, NULL);
    if (strstr(about->result, ":resignation"))
        (void)alibi_record_tag(record, "Ended", about->result, NULL);
}

char *answer_record(const struct room *room, enum alibi_viewer viewer, size_t *len)
{
    struct alibi_record *record;
    char *text;

    if (alibi_session_record(room->session, viewer, &record) != ALIBI_OK)
        return NULL;
    add_tags(room, record);
    text = alibi_record_text(record, len);
    alibi_record_free(record);
    return text;
}
