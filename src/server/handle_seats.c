/* Making games, entering them, and playing once more. */
#include "answer.h"
#include "app.h"
#include "body.h"
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Who are remembered in a game: a person may come to a seat with many browsers. */
enum { HOLDERS_MAX = 1000 };

/* A browser that has no cookie gets one, now that there is something to remember. */
static void make_guest(struct app *app, struct request *r)
{
    if (r->has_guest || !r->is_browser)
        return;
    key_draw(&app->lottery, r->cookie);
    r->guest = hash_of(r->cookie, strlen(r->cookie));
    r->has_guest = true;
}

/* A browser asks for its cookie before it uses an invitation: were the answer to that lost, the
 * seat would be taken, and by nobody who could come back to it. */
void handle_guest(struct app *app, struct request *r)
{
    struct alibi_error err;

    if (body_read_empty(r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    make_guest(app, r);
    request_answer(r, 200, json_object());
}

static void today(const struct app *app, char out[STORE_DATE_SIZE])
{
    time_t now = app->lottery.fixed ? 0 : time(NULL);
    struct tm utc;

    if (!gmtime_r(&now, &utc) || !strftime(out, STORE_DATE_SIZE, "%Y-%m-%d", &utc))
        out[0] = '\0';
}

/* A name, a day and a secret for a new game. */
static void draw_game(struct app *app, struct store_game *about)
{
    id_draw(&app->lottery, about->id);
    today(app, about->created);
    lottery_draw(&app->lottery, &about->deal, sizeof about->deal);
    about->status = STORE_WAITING;
    about->result[0] = '\0';
}

/* A new key: its text into the answer, its hash into the game. */
static void draw_key(struct app *app, struct hash *hash, json_t *keys, const char *name)
{
    char key[KEY_SIZE];

    key_draw(&app->lottery, key);
    *hash = hash_of(key, strlen(key));
    if (keys)
        (void)json_object_set_new(keys, name, json_string(key));
}

/* --- Making --- */

static void fill_game(struct app *app, const struct body_create *body, struct store_game *about,
                      json_t *keys)
{
    struct alibi_text line = alibi_text_in(about->start, sizeof about->start);
    struct alibi_state start;

    memset(about, 0, sizeof *about);
    draw_game(app, about);
    about->is_public = body->is_public;
    alibi_setup(&start, body->game, body->option);
    alibi_position_print(&line, &start);
    for (int seat = 0; seat < 2; seat++) {
        const char *name = body->player[seat];
        bool computer = strcmp(name, "me") != 0 && strcmp(name, "open") != 0;

        (void)snprintf(about->player[seat], PLAYER_SIZE, "%s",
                       strcmp(name, "me") == 0 ? "guest" : name);
        draw_key(app, &about->key[seat], computer ? NULL : keys,
                 alibi_seat_name((enum alibi_seat)seat));
    }
    draw_key(app, &about->key[STORE_SPECTATOR], keys, "spectator");
}

void handle_create(struct app *app, struct request *r)
{
    json_t *keys = json_object();
    struct body_create body;
    struct store_game about;
    struct store_change *plan;
    struct alibi_error err;
    unsigned seats = 0;

    if (body_read_create(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        json_decref(keys);
        return;
    }
    make_guest(app, r);
    fill_game(app, &body, &about, keys);
    plan = plan_create(&about);
    if (!plan) {
        request_refuse(r, &server_no.memory, NULL);
        json_decref(keys);
        return;
    }
    for (int seat = 0; seat < 2; seat++) {
        if (strcmp(about.player[seat], "guest") != 0)
            continue;
        seats |= 1U << seat;
        if (r->has_guest)
            plan_holder(plan, seat, &r->guest);
    }
    if (!seats && r->has_guest)
        plan_holder(plan, STORE_SPECTATOR, &r->guest); /* who invites two others may watch */
    plan_begin(plan, app->options.script);
    app_write(
        app, NULL, plan, r, 201,
        json_pack("{s:s,s:o,s:o}", "id", about.id, "you", answer_seats(seats), "keys", keys),
        ALIBI_AS_PUBLIC);
}

/* --- Entering --- */

/* What is said to who is in, with these SEATS. */
static json_t *welcome(const struct request *r, unsigned seats)
{
    return json_pack("{s:s,s:o}", "id", r->id, "you", answer_seats(seats));
}

static void take_seat(struct app *app, struct request *r, struct room *room,
                      enum alibi_seat seat)
{
    struct store_change *plan = plan_new(room);
    json_t *answer;
    struct hash hash;

    if (!plan) {
        request_refuse(r, &server_no.memory, NULL);
        return;
    }
    make_guest(app, r);
    answer = welcome(r, request_seats(r, room) | 1U << seat);
    draw_key(app, &hash, answer, "key");
    plan_take_seat(plan, seat, r->has_guest ? &r->guest : NULL, &hash);
    plan_begin(plan, app->options.script);
    app_write(app, room, plan, r, 200, answer, ALIBI_AS_PUBLIC);
}

/* The guest may come back to SEAT without the key from now on. */
static void remember(struct app *app, struct request *r, struct room *room, int seat)
{
    struct store_change *plan;
    unsigned seats;

    make_guest(app, r);
    seats = request_seats(r, room);
    if (!r->has_guest || ((seats >> seat) & 1)) {
        request_answer(r, 200, welcome(r, seats | 1U << seat));
        return;
    }
    if (room->n_holders >= HOLDERS_MAX) {
        request_refuse(r, &server_no.full, NULL);
        return;
    }
    plan = plan_new(room);
    if (!plan) {
        request_refuse(r, &server_no.memory, NULL);
        return;
    }
    plan_holder(plan, seat, &r->guest);
    app_write(app, room, plan, r, 200, welcome(r, seats | 1U << seat), ALIBI_AS_PUBLIC);
}

/* An invitation that was used opens nothing, but who used it comes by the same link again. */
static void enter_by_key(struct app *app, struct request *r, struct room *room, const char *key)
{
    struct hash hash = hash_of(key, strlen(key));
    unsigned seats = request_seats(r, room);

    for (int seat = 0; seat < 3; seat++) {
        if (!hash_equal(&room->about.key[seat], &hash))
            continue;
        if (seat < 2 && strcmp(room->about.player[seat], "open") == 0)
            take_seat(app, r, room, (enum alibi_seat)seat);
        else
            remember(app, r, room, seat);
        return;
    }
    if (seats)
        request_answer(r, 200, welcome(r, seats));
    else
        request_refuse(r, &server_no.key, NULL);
}

static void enter_by_seat(struct app *app, struct request *r, struct room *room,
                          enum alibi_seat seat)
{
    if (!request_may_look(r, room))
        request_refuse(r, &server_no.no_game, ALIBI_WITH(r->id));
    else if ((request_seats(r, room) >> seat) & 1)
        remember(app, r, room, (int)seat);
    else if (strcmp(room->about.player[seat], "open") != 0)
        request_refuse(r, &server_no.seat_taken, NULL);
    else if (!room->about.is_public)
        request_refuse(r, &server_no.seat_link, NULL);
    else
        take_seat(app, r, room, seat);
}

void handle_enter(struct app *app, struct request *r)
{
    struct room *room = app_find(app, r->id);
    struct body_enter body;
    struct alibi_error err;

    if (body_read_enter(&body, r->body, r->len, &err) != ALIBI_OK)
        request_error(r, 400, "bad-request", &err);
    else if (!room)
        request_refuse(r, &server_no.no_game, ALIBI_WITH(r->id));
    else if (room->busy)
        app_wait(room, r);
    else if (body.key[0])
        enter_by_key(app, r, room, body.key);
    else
        enter_by_seat(app, r, room, body.seat);
}

/* --- Once more --- */

/* The other game that the room already has, or NULL. */
static const char *rematch_of(const struct room *room)
{
    for (size_t i = 0; i < room->n_events; i++)
        if (room->event[i].kind == STORE_REMATCH)
            return room->event[i].id;
    return NULL;
}

static unsigned swapped(unsigned seats)
{
    return (seats & 1U) << 1 | (seats & 2U) >> 1 | (seats & ~3U);
}

/* Those who hold seats, or sit on the bench as far as there is room, in each other's places. */
static void swap_holders(struct store_change *plan, const struct room *room, bool bench)
{
    for (size_t i = 0; i < room->n_holders && plan->n_holders < STORE_HOLDERS_MAX; i++) {
        int seat = room->holder[i].seat;

        if ((seat == STORE_SPECTATOR) == bench)
            plan_holder(plan, bench ? seat : 1 - seat, &room->holder[i].guest);
    }
}

/* The same people and keys in each other's seats. */
static struct store_change *plan_swapped(struct app *app, const struct room *room)
{
    struct store_game about = room->about;
    struct store_change *plan;

    draw_game(app, &about);
    for (int seat = 0; seat < 2; seat++) {
        memcpy(about.player[seat], room->about.player[1 - seat], PLAYER_SIZE);
        about.key[seat] = room->about.key[1 - seat];
    }
    plan = plan_create(&about);
    if (!plan)
        return NULL;
    swap_holders(plan, room, false);
    swap_holders(plan, room, true);
    plan_begin(plan, app->options.script);
    return plan;
}

void handle_rematch(struct app *app, struct request *r)
{
    struct room *room = app_room(app, r);
    struct store_change *plan, *other;
    struct alibi_error err;
    unsigned seats;

    if (!room)
        return;
    seats = request_seats(r, room);
    if (body_read_empty(r->body, r->len, &err) != ALIBI_OK)
        request_error(r, 400, "bad-request", &err);
    else if (!(seats & 3U))
        request_refuse(r, &server_no.seat_held, NULL);
    else if (room->about.status != STORE_OVER)
        request_refuse(r, &server_no.not_over, NULL);
    else if (room->busy)
        app_wait(room, r);
    else if (rematch_of(room))
        request_answer(r, 200,
                       json_pack("{s:s,s:o}", "id", rematch_of(room), "you",
                                 answer_seats(swapped(seats))));
    else {
        plan = plan_new(room);
        other = plan_swapped(app, room);
        if (!plan || !other) {
            free(plan);
            free(other);
            request_refuse(r, &server_no.memory, NULL);
            return;
        }
        plan_rematch(plan, other->game.id);
        plan->also = other;
        app_write(
            app, room, plan, r, 201,
            json_pack("{s:s,s:o}", "id", other->game.id, "you", answer_seats(swapped(seats))),
            ALIBI_AS_PUBLIC);
    }
}
