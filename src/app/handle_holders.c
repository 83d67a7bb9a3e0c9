/* Who holds a seat: its browsers are listed and ended, its secret link is replaced; and a guest
 * leaves.
 *
 * Nobody is asked for a name here, so whoever has the link of a seat has the seat. To keep it
 * from the one to whom it belongs, somebody with a leaked link would have to end the browser
 * that took it: a browser ends those that came after it, and earlier ones only if they have not
 * been seen for a week. */
#include "answer.h"
#include "new_game.h"
#include "pending_games.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { UNSEEN_DAYS = 7 };

/* --- Being seen --- */

void holder_seen(struct app *app, struct visit *v, struct room *room)
{
    struct change *change = NULL;
    char day[DATE_SIZE];

    if (!app->options.has_browsers || !v->has_guest || room->busy || app->stopping)
        return;
    app->options.today(day);
    for (size_t i = 0; i < room->table.n_holders; i++) {
        const struct table_holder *holder = &room->table.holder[i];

        if (!hash_equal(&holder->guest, &v->guest) || strcmp(holder->seen, day) == 0)
            continue;
        if (!change)
            change = change_new(&room->table);
        if (!change)
            return;
        change_holder(change, holder->seat, &v->guest, day);
    }
    if (!change)
        return;
    change->only_events = change->quiet = true;
    app_write(app, room, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
}

/* --- Streams of those who are gone --- */

/* Whether the reader of STREAM may not see any more what it shows. */
static bool is_gone(const struct stream *stream)
{
    const struct table *table = &stream->room->table;
    unsigned seats = table_seats_of(table, stream->has_guest ? &stream->guest : NULL,
                                    stream->has_key ? &stream->key : NULL);

    if (table->about.status == TABLE_OVER)
        return false;
    if (stream->viewer <= ALIBI_AS_DETECTIVE)
        return !((seats >> stream->viewer) & 1);
    return !seats && !table->about.is_public;
}

void holder_streams(struct room *room)
{
    stream_end_if(room, is_gone);
}

/* --- Listing --- */

enum { NAME_BYTES = BODY_BROWSER_SIZE / 2 };

/* A name for a browser: another one in every game, so that nobody can be followed by it. */
static void name_browser(const struct table *table, const struct table_holder *holder,
                         char out[BODY_BROWSER_SIZE])
{
    unsigned char both[ID_SIZE + HASH_SIZE];
    struct hash hash;

    memcpy(both, table->about.id, ID_SIZE);
    memcpy(both + ID_SIZE, holder->guest.byte, HASH_SIZE);
    hash = hash_of(both, sizeof both);
    for (size_t i = 0; i < NAME_BYTES; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", hash.byte[i]);
}

static bool is_own(const struct visit *v, const struct table_holder *holder)
{
    return v->has_guest && hash_equal(&holder->guest, &v->guest);
}

/* Whether the visitor may end holder number I. */
static bool may_end(struct app *app, const struct visit *v, const struct table *table, size_t i)
{
    const struct table_holder *holder = &table->holder[i];
    char day[DATE_SIZE];

    app->options.today(day);
    for (size_t j = 0; j < table->n_holders; j++)
        if (table->holder[j].seat == holder->seat && is_own(v, &table->holder[j]))
            return j <= i || !holder->seen[0] || day_count(holder->seen, day) > UNSEEN_DAYS;
    return false;
}

/* The room and the seat of somebody who asks about it; NULL after a refusal. */
static struct room *find_seat(struct app *app, struct visit *v, const char *as,
                              enum alibi_seat *seat)
{
    struct room *room = app_room(app, v);

    return room && request_player(&v->r, &room->table, as, seat) ? room : NULL;
}

void handle_browsers(struct app *app, struct visit *v)
{
    enum alibi_seat seat;
    const struct room *room = find_seat(app, v, v->r.as, &seat);
    struct json_out out = {0};

    if (!room)
        return;
    json_object(&out, NULL);
    json_text(&out, "seat", alibi_seat_name(seat));
    json_list(&out, "browsers");
    for (size_t i = 0; i < room->table.n_holders; i++) {
        const struct table_holder *holder = &room->table.holder[i];
        char name[BODY_BROWSER_SIZE];

        if (holder->seat != (int)seat)
            continue;
        name_browser(&room->table, holder, name);
        json_object(&out, NULL);
        json_text(&out, "browser", name);
        json_text(&out, "since", holder->since[0] ? holder->since : NULL);
        json_text(&out, "seen", holder->seen[0] ? holder->seen : NULL);
        json_bool(&out, "this", is_own(v, holder));
        json_bool(&out, "may_end", may_end(app, v, &room->table, i));
        json_end(&out);
    }
    json_end(&out);
    json_end(&out);
    request_answer(&v->r, 200, &out);
}

/* --- Ending --- */

/* The holder of SEAT with that name; -1 if there is none. */
static long find_browser(const struct table *table, enum alibi_seat seat, const char *wanted)
{
    for (size_t i = 0; i < table->n_holders; i++) {
        char name[BODY_BROWSER_SIZE];

        name_browser(table, &table->holder[i], name);
        if (table->holder[i].seat == (int)seat && strcmp(name, wanted) == 0)
            return (long)i;
    }
    return -1;
}

/* Ends number I. */
static void end_browser(struct app *app, struct visit *v, struct room *room, size_t i)
{
    struct change *change = change_new(&room->table);
    struct json_out out = {0};

    if (!change) {
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    change->only_events = change->quiet = true;
    change_end(change, &room->table.holder[i], false);
    json_object(&out, NULL);
    json_end(&out);
    app_write(app, room, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

void handle_end(struct app *app, struct visit *v)
{
    struct request *r = &v->r;
    struct body_end body;
    struct alibi_error err;
    enum alibi_seat seat;
    struct room *room;
    long i;

    if (body_read_end(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    room = find_seat(app, v, body.as, &seat);
    if (!room)
        return;
    i = find_browser(&room->table, seat, body.browser);
    if (i < 0)
        request_refuse(r, &request_no.no_browser, NULL);
    else if (!may_end(app, v, &room->table, (size_t)i))
        request_refuse(r, &request_no.earlier, NULL);
    else if (room->busy)
        app_wait(room, v);
    else
        end_browser(app, v, room, (size_t)i);
}

/* --- The link --- */

void handle_link(struct app *app, struct visit *v)
{
    struct json_out out = {0};
    struct request *r = &v->r;
    struct body_end body;
    struct alibi_error err;
    enum alibi_seat seat;
    struct change *change;
    struct room *room;

    if (body_read_link(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    room = find_seat(app, v, body.as, &seat);
    if (!room)
        return;
    if (room->busy) {
        app_wait(room, v);
        return;
    }
    change = change_new(&room->table);
    if (!change) {
        request_refuse(r, &request_no.memory, NULL);
        return;
    }
    change->quiet = true;
    json_object(&out, NULL);
    game_draw_key(app, &change->about.key[seat], &out, "key");
    json_end(&out);
    app_write(app, room, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

/* --- Guests --- */

static void answer_empty(struct request *r)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_end(&out);
    request_answer(r, 200, &out);
}

/* A browser asks for its cookie before it uses an invitation: were the answer to that lost, the
 * seat would be taken, and by nobody who could come back to it. */
void handle_guest(struct app *app, struct visit *v)
{
    struct request *r = &v->r;
    struct alibi_error err;

    if (body_read_empty(r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    guest_make(app, v);
    answer_empty(r);
}

void handle_session(struct app *app, struct visit *v)
{
    struct json_out out = {0};

    (void)app;
    json_object(&out, NULL);
    json_bool(&out, "guest", v->has_guest);
    json_number(&out, "days", GUEST_DAYS);
    json_end(&out);
    request_answer(&v->r, 200, &out);
}

/* The guest holds nothing any more, anywhere, and the browser forgets its cookie. */
void handle_leave(struct app *app, struct visit *v)
{
    struct request *r = &v->r;
    struct json_out out = {0};
    struct change *change;
    struct alibi_error err;

    if (!app->options.has_browsers) {
        request_refuse(r, &request_no.no_page, NULL);
        return;
    }
    if (body_read_empty(r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    if (v->has_person) { /* the browser's own guest is not who asks */
        request_refuse(r, &request_no.signed_in, NULL);
        return;
    }
    if (!v->has_guest) {
        answer_empty(r);
        return;
    }
    change = calloc(1, sizeof *change);
    if (!change) {
        request_refuse(r, &request_no.memory, NULL);
        return;
    }
    change->leaves = true;
    change->gone.guest = v->guest;
    v->forgets = true;
    guest_left(app, &v->guest);
    json_object(&out, NULL);
    json_end(&out);
    app_write(app, NULL, change, v, 200, &out, ALIBI_AS_PUBLIC);
}
