/* Making games, entering them, and playing once more. */
#include "answer.h"
#include "app.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Guests remembered in a game; a person may open a seat in many browsers. */
enum { HOLDERS_MAX = 1000 };

/* A browser that has no cookie gets one, now that there is something to remember. */
static void make_guest(struct app *app, struct visit *v)
{
    if (v->has_guest || !v->is_browser)
        return;
    key_draw(&app->options.lottery, v->cookie);
    v->guest = hash_of(v->cookie, strlen(v->cookie));
    v->has_guest = true;
}

/* A browser asks for its cookie before it uses an invitation: were the answer to that lost, the
 * seat would be taken, and by nobody who could come back to it. */
void handle_guest(struct app *app, struct visit *v)
{
    struct request *r = &v->r;
    struct json_out out = {0};
    struct alibi_error err;

    if (body_read_empty(r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    make_guest(app, v);
    json_object(&out, NULL);
    json_end(&out);
    request_answer(r, 200, &out);
}

/* A name, a day and a secret for a new game. */
static void draw_game(struct app *app, struct table_about *about)
{
    id_draw(&app->options.lottery, about->id);
    app->options.today(about->created);
    lottery_draw(&app->options.lottery, &about->opening, sizeof about->opening);
    about->status = TABLE_WAITING;
    about->to_act = ALIBI_NOBODY;
    about->result[0] = '\0';
}

/* A new key: its text into the answer, unless that is NULL, its hash into the game. */
static void draw_key(struct app *app, struct hash *hash, struct json_out *out, const char *name)
{
    char key[KEY_SIZE];

    key_draw(&app->options.lottery, key);
    *hash = hash_of(key, strlen(key));
    if (out)
        json_text(out, name, key);
}

/* --- Making --- */

/* Fills in everything about a new game, and writes its keys down. */
static void fill_game(struct app *app, const struct body_create *body,
                      struct table_about *about, struct json_out *keys)
{
    struct alibi_text line = alibi_text_in(about->start, sizeof about->start);
    struct alibi_state start;

    memset(about, 0, sizeof *about);
    draw_game(app, about);
    about->is_public = body->is_public;
    about->hints = body->hints;
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
    draw_key(app, &about->key[TABLE_SPECTATOR], keys, "spectator");
}

/* Gives the maker of a game the seats called "me", or if there is none a place on the bench. */
static unsigned hold_seats(const struct visit *v, struct change *change)
{
    unsigned seats = 0;

    for (int seat = 0; seat < 2; seat++) {
        if (strcmp(change->about.player[seat], "guest") != 0)
            continue;
        seats |= 1U << seat;
        if (v->has_guest)
            change_holder(change, seat, &v->guest);
    }
    if (!seats && v->has_guest)
        change_holder(change, TABLE_SPECTATOR, &v->guest);
    return seats;
}

void handle_create(struct app *app, struct visit *v)
{
    struct request *r = &v->r;
    struct json_out keys = {0}, out = {0};
    struct body_create body;
    struct table_about about;
    struct change *change;
    struct chance chance;
    struct alibi_error err;

    if (body_read_create(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    make_guest(app, v);
    json_object(&keys, NULL);
    fill_game(app, &body, &about, &keys);
    json_end(&keys);
    change = change_create(&about);
    if (!change) {
        request_refuse(r, &request_no.memory, NULL);
        free(keys.text);
        return;
    }
    json_object(&out, NULL);
    json_text(&out, "id", about.id);
    answer_seats(&out, hold_seats(v, change));
    out.failed = out.failed || keys.failed;
    json_raw(&out, "keys", keys.text, keys.len);
    json_end(&out);
    free(keys.text);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    app_write(app, NULL, change, v, 201, &out, ALIBI_AS_PUBLIC);
}

/* --- Entering --- */

/* What is said to somebody who is in, with these SEATS; another member may follow. */
static struct json_out welcome(const char *id, unsigned seats)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "id", id);
    answer_seats(&out, seats);
    return out;
}

static void answer_welcome(struct request *r, unsigned seats)
{
    struct json_out out = welcome(r->id, seats);

    json_end(&out);
    request_answer(r, 200, &out);
}

static void take_seat(struct app *app, struct visit *v, struct room *room, enum alibi_seat seat)
{
    struct change *change = change_new(&room->table);
    struct json_out out;
    struct chance chance;
    struct hash hash;

    if (!change) {
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    make_guest(app, v);
    out = welcome(v->r.id, v->r.seats | 1U << seat);
    draw_key(app, &hash, &out, "key");
    json_end(&out);
    change_take_seat(change, seat, v->has_guest ? &v->guest : NULL, &hash);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    app_write(app, room, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

/* The guest may come back to SEAT without the key from now on. */
static void remember(struct app *app, struct visit *v, struct room *room, int seat)
{
    struct request *r = &v->r;
    struct change *change;
    struct json_out out;
    unsigned seats;

    make_guest(app, v);
    seats = app_seats(v, room);
    if (!v->has_guest || ((seats >> seat) & 1)) {
        answer_welcome(r, seats | 1U << seat);
        return;
    }
    if (room->table.n_holders >= HOLDERS_MAX) {
        request_refuse(r, &request_no.full, NULL);
        return;
    }
    change = change_new(&room->table);
    if (!change) {
        request_refuse(r, &request_no.memory, NULL);
        return;
    }
    change_holder(change, seat, &v->guest);
    out = welcome(r->id, seats | 1U << seat);
    json_end(&out);
    app_write(app, room, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

/* An invitation that was used opens nothing, but the one who used it comes by the same link
 * again. */
static void enter_by_key(struct app *app, struct visit *v, struct room *room, const char *key)
{
    const struct table_about *about = &room->table.about;
    struct hash hash = hash_of(key, strlen(key));
    struct request *r = &v->r;

    for (int seat = 0; seat < 3; seat++) {
        if (!hash_equal(&about->key[seat], &hash))
            continue;
        if (seat < 2 && strcmp(about->player[seat], "open") == 0)
            take_seat(app, v, room, (enum alibi_seat)seat);
        else
            remember(app, v, room, seat);
        return;
    }
    if (r->seats)
        answer_welcome(r, r->seats);
    else
        request_refuse(r, &request_no.key, NULL);
}

static void enter_by_seat(struct app *app, struct visit *v, struct room *room,
                          enum alibi_seat seat)
{
    struct request *r = &v->r;

    if (!request_may_look(r, &room->table))
        request_refuse(r, &request_no.no_game, ALIBI_WITH(r->id));
    else if ((r->seats >> seat) & 1)
        remember(app, v, room, (int)seat);
    else if (strcmp(room->table.about.player[seat], "open") != 0)
        request_refuse(r, &request_no.seat_taken, NULL);
    else if (!room->table.about.is_public)
        request_refuse(r, &request_no.seat_link, NULL);
    else
        take_seat(app, v, room, seat);
}

void handle_enter(struct app *app, struct visit *v)
{
    struct room *room = app_find(app, v->r.id);
    struct request *r = &v->r;
    struct body_enter body;
    struct alibi_error err;

    r->seats = room ? app_seats(v, room) : 0;
    if (body_read_enter(&body, r->body, r->len, &err) != ALIBI_OK)
        request_error(r, 400, "bad-request", &err);
    else if (!room)
        request_refuse(r, &request_no.no_game, ALIBI_WITH(r->id));
    else if (room->busy)
        app_wait(room, v);
    else if (body.key[0])
        enter_by_key(app, v, room, body.key);
    else
        enter_by_seat(app, v, room, body.seat);
}

/* --- Once more --- */

static unsigned swapped(unsigned seats)
{
    return (seats & 1U) << 1 | (seats & 2U) >> 1 | (seats & ~3U);
}

/* Those who hold seats, or sit on the bench as far as there is room: in the same places, or in
 * each other's. */
static void seat_holders(struct change *change, const struct table *table, bool same,
                         bool bench)
{
    for (size_t i = 0; i < table->n_holders && change->n_holders < CHANGE_HOLDERS_MAX; i++) {
        int seat = table->holder[i].seat;

        if ((seat == TABLE_SPECTATOR) == bench)
            change_holder(change, bench || same ? seat : 1 - seat, &table->holder[i].guest);
    }
}

/* The same people and keys in the same seats, or in each other's. */
static struct change *once_more(struct app *app, const struct table *table, bool same)
{
    struct table_about about = table->about;
    struct change *change;
    struct chance chance;

    draw_game(app, &about);
    for (int seat = 0; seat < 2 && !same; seat++) {
        memcpy(about.player[seat], table->about.player[1 - seat], PLAYER_SIZE);
        about.key[seat] = table->about.key[1 - seat];
    }
    change = change_create(&about);
    if (!change)
        return NULL;
    seat_holders(change, table, same, false);
    seat_holders(change, table, same, true);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    return change;
}

/* Makes the other game, which belongs to an event of this one. */
static void make_rematch(struct app *app, struct visit *v, struct room *room, bool same)
{
    struct change *change = change_new(&room->table);
    struct change *other = once_more(app, &room->table, same);
    struct json_out out;

    if (!change || !other) {
        free(change);
        free(other);
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    change_rematch(change, other->about.id);
    change->also = other;
    out = welcome(other->about.id, same ? v->r.seats : swapped(v->r.seats));
    json_end(&out);
    app_write(app, room, change, v, 201, &out, ALIBI_AS_PUBLIC);
}

/* Somebody has made it already, with whatever sides. */
static void answer_rematch(struct app *app, struct visit *v, const char *id)
{
    const struct room *other = app_find(app, id);
    struct json_out out = welcome(id, other ? app_seats(v, other) : 0);

    json_end(&out);
    request_answer(&v->r, 200, &out);
}

void handle_rematch(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);
    struct request *r = &v->r;
    struct body_rematch body;
    struct alibi_error err;

    if (!room)
        return;
    if (body_read_rematch(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
    } else if (!(r->seats & 3U)) {
        request_refuse(r, &request_no.seat_held, NULL);
    } else if (room->table.about.status != TABLE_OVER) {
        request_refuse(r, &request_no.not_over, NULL);
    } else if (room->busy) {
        app_wait(room, v);
    } else if (table_rematch(&room->table)) {
        answer_rematch(app, v, table_rematch(&room->table));
    } else {
        make_rematch(app, v, room, body.same_sides);
    }
}
