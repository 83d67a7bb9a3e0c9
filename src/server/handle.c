/* From routes to handlers, and the handlers of what is only looked at. */
#include "answer.h"
#include "app.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void handle_catalogue(struct app *app, struct request *r)
{
    request_answer(r, 200, answer_catalogue(app->options.version));
}

static void add_summary(void *list, const struct store_game *about, unsigned seats)
{
    struct alibi_state start;

    if (alibi_position_parse(&start, about->start, strlen(about->start), NULL) == ALIBI_OK)
        (void)json_array_append_new(list, answer_summary(about, &start, seats));
}

static void handle_lobby(struct app *app, struct request *r)
{
    json_t *list = json_array();

    store_lobby(app->store, r->has_guest ? &r->guest : NULL, add_summary, list);
    request_answer(r, 200, json_pack("{s:o}", "games", list));
}

static void handle_mine(struct app *app, struct request *r)
{
    json_t *list = json_array();

    if (r->has_guest)
        store_mine(app->store, &r->guest, add_summary, list);
    request_answer(r, 200, json_pack("{s:o}", "games", list));
}

static void handle_state(struct app *app, struct request *r)
{
    struct room *room = app_room(app, r);
    enum alibi_viewer viewer;
    size_t at, since;

    if (!room || !request_viewer(r, room, r->as, &viewer) ||
        !request_number(r, "at", r->at, room->n_events, room->n_events, &at) ||
        !request_number(r, "since", r->since, room->n_events, 0, &since))
        return;
    request_answer(r, 200,
                   answer_state(room, request_seats(r, room), viewer, at,
                                since < at ? since : at, computer_ms(app->computer)));
}

static void handle_reach(struct app *app, struct request *r)
{
    struct room *room = app_room(app, r);
    enum alibi_viewer viewer;
    struct alibi_view view;

    if (!room || !request_viewer(r, room, r->as, &viewer))
        return;
    if (viewer == ALIBI_AS_TRUTH)
        viewer = ALIBI_AS_PUBLIC;
    room_view_at(room, room->n_events, viewer, &view);
    request_answer(r, 200, answer_reach(&view));
}

static void handle_record(struct app *app, struct request *r)
{
    struct room *room = app_room(app, r);
    enum alibi_viewer viewer;
    size_t len = 0;
    char *text;

    if (!room || !request_viewer(r, room, r->as, &viewer))
        return;
    text = answer_record(room, viewer, &len);
    request_text(r, 200, "text/plain; charset=utf-8", text, len);
}

/* A reader who comes back says what it had last; that counts more than the address. */
static void handle_events(struct app *app, struct request *r)
{
    struct room *room = app_room(app, r);
    enum alibi_viewer viewer;
    size_t since;

    if (!room || !request_viewer(r, room, r->as, &viewer) ||
        !request_number(r, r->last_event_id ? "Last-Event-ID" : "since",
                        r->last_event_id ? r->last_event_id : r->since, room->n_events, 0,
                        &since))
        return;
    r->stream = stream_new(room, viewer, since, computer_ms(app->computer));
    if (!r->stream || app->stopping) {
        if (r->stream)
            stream_free(r->stream);
        r->stream = NULL;
        request_refuse(r, &server_no.streams, NULL);
        return;
    }
    app->count.streams_opened++;
    r->progress = REQUEST_STREAM;
}

static void handle_health(struct app *app, struct request *r)
{
    (void)app;
    request_text(r, 200, "text/plain; charset=utf-8", strdup("ok\n"), 3);
}

static void handle_metrics(struct app *app, struct request *r)
{
    const struct counters *c = &app->count;
    char *text = malloc(2000);
    int n = 0;

    if (text)
        n = snprintf(text, 2000,
                     "# TYPE alibi_requests_total counter\nalibi_requests_total %llu\n"
                     "# TYPE alibi_failures_total counter\nalibi_failures_total %llu\n"
                     "# TYPE alibi_events_written_total counter\n"
                     "alibi_events_written_total %llu\n"
                     "# TYPE alibi_streams_opened_total counter\n"
                     "alibi_streams_opened_total %llu\n"
                     "# TYPE alibi_streams gauge\nalibi_streams %zu\n"
                     "# TYPE alibi_rooms gauge\nalibi_rooms %zu\n"
                     "# TYPE alibi_changes_waiting gauge\nalibi_changes_waiting %zu\n"
                     "# TYPE alibi_thoughts_waiting gauge\nalibi_thoughts_waiting %zu\n",
                     (unsigned long long)c->requests, (unsigned long long)c->failures,
                     (unsigned long long)c->moves, (unsigned long long)c->streams_opened,
                     c->streams, app->n_rooms, app->writing, computer_waiting(app->computer));
    request_text(r, 200, "text/plain; version=0.0.4; charset=utf-8", text, (size_t)n);
}

void app_handle(struct app *app, struct request *r)
{
    static void (*const handler[ROUTES])(struct app *, struct request *) = {
        [ROUTE_CATALOGUE] = handle_catalogue, [ROUTE_LOBBY] = handle_lobby,
        [ROUTE_GUEST] = handle_guest,         [ROUTE_MINE] = handle_mine,
        [ROUTE_CREATE] = handle_create,       [ROUTE_STATE] = handle_state,
        [ROUTE_EVENTS] = handle_events,       [ROUTE_ENTER] = handle_enter,
        [ROUTE_PREVIEW] = handle_preview,     [ROUTE_MOVES] = handle_moves,
        [ROUTE_REACH] = handle_reach,         [ROUTE_HINT] = handle_hint,
        [ROUTE_RESIGN] = handle_resign,       [ROUTE_REMATCH] = handle_rematch,
        [ROUTE_RECORD] = handle_record,       [ROUTE_REPLAY] = handle_replay,
        [ROUTE_HEALTH] = handle_health,       [ROUTE_METRICS] = handle_metrics,
    };

    if (app->stopping && route_is_post(r->route))
        request_refuse(r, &server_no.stopping_first, NULL);
    else
        handler[r->route](app, r);
}
