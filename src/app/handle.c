/* Routes to handlers, and the handlers that change nothing. */
#include "answer.h"
#include "app.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void handle_catalogue(struct app *app, struct visit *v)
{
    struct json_out out = {0};

    answer_catalogue(&out, app->options.version);
    request_answer(&v->r, 200, &out);
}

/* --- Lists --- */

static void add_summary(void *out, const struct table_about *about, unsigned seats)
{
    struct alibi_state start;

    if (alibi_position_parse(&start, about->start, strlen(about->start), NULL) != ALIBI_OK)
        return;
    json_object(out, NULL);
    answer_summary(out, about, &start, seats);
    json_text(out, "changed", about->changed);
    json_text(out, "to_act",
              about->to_act <= ALIBI_DETECTIVE ? alibi_seat_name(about->to_act) : NULL);
    json_end(out);
}

static void begin_list(struct json_out *out)
{
    json_object(out, NULL);
    json_list(out, "games");
}

static void answer_list(struct request *r, struct json_out *out)
{
    json_end(out);
    json_end(out);
    request_answer(r, 200, out);
}

static void handle_lobby(struct app *app, struct visit *v)
{
    struct json_out out = {0};

    begin_list(&out);
    store_lobby(app->part.store, v->has_guest ? &v->guest : NULL, add_summary, &out);
    answer_list(&v->r, &out);
}

static void handle_mine(struct app *app, struct visit *v)
{
    struct json_out out = {0};

    begin_list(&out);
    if (v->has_guest)
        store_mine(app->part.store, &v->guest, add_summary, &out);
    answer_list(&v->r, &out);
}

/* --- What a table answers by itself --- */

static void handle_table(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);

    if (room)
        (void)table_answer(&room->table, &v->r);
}

/* The position as everybody sees it; how it ended is shown with the truth. */
static void handle_picture(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);

    if (room)
        album_show(app->part.album, &room->table, v);
}

static void handle_replay(struct app *app, struct visit *v)
{
    (void)app;
    table_replay(&v->r);
}

/* --- Streams --- */

/* After a break the reader sends the last number that it had; it overrides `since`. */
static void handle_events(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);
    struct request *r = &v->r;
    enum alibi_viewer viewer;
    size_t since;
    bool words;

    if (!room || !request_viewer(r, &room->table, r->as, &viewer) ||
        !request_number(r, v->last_event_id ? "Last-Event-ID" : "since",
                        v->last_event_id ? v->last_event_id : r->since, room->table.n_events, 0,
                        &since) ||
        !request_words(r, &words))
        return;
    v->stream = stream_new(room, viewer, since);
    if (!v->stream || app->stopping) {
        if (v->stream)
            stream_free(v->stream);
        v->stream = NULL;
        request_refuse(r, &request_no.streams, NULL);
        return;
    }
    v->stream->words = words;
    app->count.streams_opened++;
    v->progress = VISIT_STREAM;
}

/* --- The server itself --- */

static void handle_health(struct app *app, struct visit *v)
{
    char *text = malloc(sizeof "ok\n");

    (void)app;
    if (text)
        memcpy(text, "ok\n", sizeof "ok\n");
    request_text(&v->r, 200, "text/plain; charset=utf-8", text, strlen("ok\n"));
}

static void handle_metrics(struct app *app, struct visit *v)
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
                     c->streams, app->n_rooms, app->writing,
                     computer_waiting(app->part.computer));
    request_text(&v->r, 200, "text/plain; version=0.0.4; charset=utf-8", text, (size_t)n);
}

void app_handle(struct app *app, struct visit *v)
{
    static void (*const handler[ROUTES])(struct app *, struct visit *) = {
        [ROUTE_CATALOGUE] = handle_catalogue, [ROUTE_LOBBY] = handle_lobby,
        [ROUTE_GUEST] = handle_guest,         [ROUTE_MINE] = handle_mine,
        [ROUTE_CREATE] = handle_create,       [ROUTE_STATE] = handle_table,
        [ROUTE_EVENTS] = handle_events,       [ROUTE_ENTER] = handle_enter,
        [ROUTE_PREVIEW] = handle_table,       [ROUTE_MOVES] = handle_moves,
        [ROUTE_REACH] = handle_table,         [ROUTE_HINT] = handle_hint,
        [ROUTE_RESIGN] = handle_resign,       [ROUTE_REMATCH] = handle_rematch,
        [ROUTE_RECORD] = handle_table,        [ROUTE_REPLAY] = handle_replay,
        [ROUTE_HEALTH] = handle_health,       [ROUTE_METRICS] = handle_metrics,
        [ROUTE_PICTURE] = handle_picture,     [ROUTE_COURSE] = handle_course,
        [ROUTE_COACH] = handle_table,
    };

    if (app->stopping && route_is_post(v->r.route))
        request_refuse(&v->r, &request_no.stopping_first, NULL);
    else
        handler[v->r.route](app, v);
}
