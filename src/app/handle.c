/* Routes to handlers, and the handlers that change nothing. */
#include "answer.h"
#include "app.h"
#include "stream.h"

#include <stdlib.h>
#include <string.h>

static void handle_catalogue(struct app *app, struct visit *v)
{
    struct json_out out = {0};

    answer_catalogue(&out, app->options.version);
    request_answer(&v->r, 200, &out);
}

/* --- What a table answers by itself --- */

static void handle_table(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);

    if (!room)
        return;
    if (v->r.route == ROUTE_STATE)
        presence_look(app, room);
    (void)table_answer(&room->table, &v->r);
}

/* The position as everybody sees it; how it ended is shown with the truth. */
static void handle_picture(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);

    if (room)
        album_show(app->part.album, &room->table, v);
}

/* A record can take long to read. */
static void handle_record(struct app *app, struct visit *v)
{
    scribe_ask(app->part.scribe, v);
}

/* --- Streams --- */

bool app_may_stream(struct app *app, struct visit *v)
{
    struct asker asker = app_asker(v);

    if (app->stopping)
        request_refuse(&v->r, &request_no.streams, NULL);
    else if (quota_take(&app->quota, QUOTA_STREAMS, &asker))
        return true;
    else
        request_refuse(&v->r, &request_no.quota_streams, NULL);
    return false;
}

bool app_stream(struct app *app, struct visit *v, struct stream *stream)
{
    struct asker asker = app_asker(v);

    if (!stream) {
        quota_give(&app->quota, QUOTA_STREAMS, &asker);
        request_refuse(&v->r, &request_no.streams, NULL);
        return false;
    }
    stream->quota = &app->quota;
    stream->asker = asker;
    stream->has_guest = v->has_guest;
    stream->guest = v->guest;
    stream->has_person = v->has_person;
    stream->has_key = v->has_key;
    stream->key = v->key;
    stream->turn = (unsigned)(app->metrics.streams_opened % STREAM_BEAT);
    app->metrics.streams_opened++;
    v->stream = stream;
    v->progress = VISIT_STREAM;
    return true;
}

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
        !request_words(r, &words) || !app_may_stream(app, v) ||
        !app_stream(app, v, stream_new(room, viewer, since)))
        return;
    v->stream->words = words;
    presence_look(app, room);
    v->stream->presence = room->table.attendance.known;
    v->stream->talk = room->talk.view[0] != NULL;
    talking_look(app, room);
}

/* --- The server itself --- */

static void answer_ok(struct request *r)
{
    char *text = malloc(sizeof "ok\n");

    if (text)
        memcpy(text, "ok\n", sizeof "ok\n");
    request_text(r, 200, "text/plain; charset=utf-8", text, strlen("ok\n"));
}

static void handle_life(struct app *app, struct visit *v)
{
    (void)app;
    answer_ok(&v->r);
}

/* Whether changes can be written: one is tried, unless one was written a moment ago. */
static void handle_health(struct app *app, struct visit *v)
{
    struct change *probe =
        app->proved + 1 < app->tick || !app->proved ? calloc(1, sizeof *probe) : NULL;

    if (!probe) {
        answer_ok(&v->r);
        return;
    }
    probe->probes = true;
    app_write(app, NULL, probe, v, 200, NULL, ALIBI_AS_PUBLIC);
}

void handle_probed(struct visit *v, const struct change *change)
{
    if (change->outcome == CHANGE_DONE)
        answer_ok(&v->r);
    else
        request_refuse(&v->r, &request_no.not_written, NULL);
}

/* Who handles which route. */
static void (*const handler[ROUTES])(struct app *, struct visit *) = {
    [ROUTE_CATALOGUE] = handle_catalogue,
    [ROUTE_LOBBY] = handle_lobby,
    [ROUTE_GUEST] = handle_guest,
    [ROUTE_MINE] = handle_mine,
    [ROUTE_CREATE] = handle_create,
    [ROUTE_STATE] = handle_table,
    [ROUTE_EVENTS] = handle_events,
    [ROUTE_FOLLOW] = handle_follow,
    [ROUTE_LOBBY_FOLLOW] = handle_lobby_follow,
    [ROUTE_ENTER] = handle_enter,
    [ROUTE_PREVIEW] = handle_table,
    [ROUTE_MOVES] = handle_moves,
    [ROUTE_REACH] = handle_table,
    [ROUTE_HINT] = handle_hint,
    [ROUTE_RESIGN] = handle_ending,
    [ROUTE_ABORT] = handle_ending,
    [ROUTE_CLAIM] = handle_ending,
    [ROUTE_REMATCH] = handle_rematch,
    [ROUTE_PAUSE] = handle_pause,
    [ROUTE_RECORD] = handle_table,
    [ROUTE_REPLAY] = handle_record,
    [ROUTE_LIFE] = handle_life,
    [ROUTE_HEALTH] = handle_health,
    [ROUTE_METRICS] = handle_metrics,
    [ROUTE_PICTURE] = handle_picture,
    [ROUTE_COURSE] = handle_course,
    [ROUTE_COACH] = handle_table,
    [ROUTE_STUDY] = handle_record,
    [ROUTE_SESSION] = handle_session,
    [ROUTE_LEAVE] = handle_leave,
    [ROUTE_BROWSERS] = handle_browsers,
    [ROUTE_END] = handle_end,
    [ROUTE_LINK] = handle_link,
    [ROUTE_ENTROPY] = handle_entropy,
    [ROUTE_ACCOUNT] = handle_people,
    [ROUTE_SESSIONS] = handle_people,
    [ROUTE_SESSION_END] = handle_people,
    [ROUTE_NAME] = handle_trying,
    [ROUTE_SIGN_UP] = handle_people,
    [ROUTE_CHALLENGE] = handle_challenge,
    [ROUTE_SIGN_IN] = handle_people,
    [ROUTE_RECOVER] = handle_trying,
    [ROUTE_CONFIRM] = handle_people,
    [ROUTE_PASSKEYS] = handle_people,
    [ROUTE_PASSKEY_ADD] = handle_people,
    [ROUTE_PASSKEY_END] = handle_people,
    [ROUTE_CODES] = handle_people,
    [ROUTE_TOKEN] = handle_people,
    [ROUTE_EXPORT] = handle_people,
    [ROUTE_TAKE_ALONG] = handle_take_along,
    [ROUTE_DELETE] = handle_people,
    [ROUTE_PROFILE] = handle_people,
    [ROUTE_PLAYED] = handle_people,
    [ROUTE_CURVES] = handle_people,
    [ROUTE_PEOPLE] = handle_people,
    [ROUTE_RECORDS] = handle_records,
    [ROUTE_LADDER] = handle_people,
    [ROUTE_PAIRING] = handle_pairing,
    [ROUTE_DAY] = handle_people,
    [ROUTE_FEATURED] = handle_featured,
    [ROUTE_PAIRING_LEAVE] = handle_people,
    [ROUTE_OFFERS] = handle_people,
    [ROUTE_OFFER] = handle_offer,
    [ROUTE_OFFER_ACCEPT] = handle_people,
    [ROUTE_OFFER_END] = handle_people,
    [ROUTE_TOURNAMENTS] = handle_people,
    [ROUTE_TOURNAMENT_NEW] = handle_tournament_new,
    [ROUTE_TOURNAMENT] = handle_people,
    [ROUTE_MEETINGS] = handle_people,
    [ROUTE_TOURNAMENT_JOIN] = handle_people,
    [ROUTE_TOURNAMENT_WITHDRAW] = handle_people,
    [ROUTE_TOURNAMENT_READY] = handle_people,
    [ROUTE_TOURNAMENT_CANCEL] = handle_people,
    [ROUTE_TOURNAMENT_EVENTS] = handle_tournament_events,
    [ROUTE_TALK] = handle_at_table,
    [ROUTE_SAY] = handle_at_table,
    [ROUTE_BLOCK_SEAT] = handle_at_table,
    [ROUTE_BLOCK_PERSON] = handle_talkative,
    [ROUTE_BLOCKS] = handle_people,
    [ROUTE_UNBLOCK] = handle_people,
    [ROUTE_REPORT] = handle_at_table,
    [ROUTE_REPORT_PERSON] = handle_talkative,
    [ROUTE_MODERATION] = handle_people,
    [ROUTE_MODERATE] = handle_people,
};

void app_handle(struct app *app, struct visit *v)
{
    if (!v->arrived)
        v->arrived = app_real(app);
    /* The catalogue is the same for all, and whoever sends it cannot wait. */
    if (app->stopping && route_is_post(v->r.route))
        request_refuse(&v->r, &request_no.stopping_first, NULL);
    else if (v->r.route == ROUTE_CATALOGUE || (person_known(app, v) && person_may(v)))
        handler[v->r.route](app, v);
}
