/* Making games. */
#include "answer.h"
#include "blake2b.h"
#include "new_game.h"
#include "onward.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A request with a key of its own makes one game, whose name follows from both: if it comes
 * again, that game is there. */
static void name_game(const struct app *app, const struct visit *v, const char *request,
                      char id[ID_SIZE])
{
    static const char label[] = "alibi game";
    static const struct hash nobody;
    unsigned char digest[ID_BYTES];
    struct blake2b hash;

    blake2b_begin(&hash, sizeof digest, app->options.key.byte, HASH_SIZE);
    blake2b_add(&hash, label, sizeof label - 1);
    blake2b_add(&hash, v->has_guest ? v->guest.byte : nobody.byte, HASH_SIZE);
    blake2b_add(&hash, request, strlen(request));
    blake2b_end(&hash, digest);
    id_print(digest, id);
}

/* Fills in everything about a new game but its keys. */
static void fill_game(struct app *app, struct visit *v, const struct body_create *body,
                      struct table_about *about)
{
    struct alibi_state start;
    struct chance chance;

    game_draw(app, about);
    about->is_public = body->is_public;
    about->hints = body->hints;
    if (body->clock[0])
        terms_add(about->terms, "clock", body->clock);
    if (body->rated)
        terms_add(about->terms, "rated", NULL);
    about->request = request_digest(v, v->r.body, v->r.len);
    chance = app_chance(app, &about->opening);
    if (body->from)
        onward_start(body, v->r.from, &chance, &start);
    else
        alibi_setup(&start, body->game, body->option);
    game_begin_at(about, &start);
    for (int seat = 0; seat < 2; seat++) {
        const char *name = body->player[seat];

        (void)snprintf(about->player[seat], PLAYER_SIZE, "%s",
                       strcmp(name, "me") == 0 ? "guest" : name);
        if (strcmp(name, "me") == 0 && v->has_person)
            terms_add(about->terms, alibi_seat_name((enum alibi_seat)seat), v->person.id);
    }
}

/* New keys, and the answer that tells those that the maker is to know: of the seats called
 * "me", of open ones, and of the bench. */
static struct json_out answer_keys(struct app *app, const struct body_create *body,
                                   struct table_about *about, unsigned seats)
{
    struct json_out out = game_welcome(about->id, seats);

    json_object(&out, "keys");
    for (int seat = 0; seat < 2; seat++) {
        bool mine = strcmp(body->player[seat], "me") == 0;
        bool open = strcmp(about->player[seat], "open") == 0;
        bool taken = strcmp(body->player[seat], "open") == 0 && !open;

        if (!taken)
            game_draw_key(app, &about->key[seat], mine || open ? &out : NULL,
                          alibi_seat_name((enum alibi_seat)seat));
    }
    game_draw_key(app, &about->key[TABLE_SPECTATOR], &out, "spectator");
    json_end(&out);
    json_end(&out);
    return out;
}

static unsigned seats_of_maker(const struct body_create *body)
{
    unsigned seats = 0;

    for (int seat = 0; seat < 2; seat++)
        if (strcmp(body->player[seat], "me") == 0)
            seats |= 1U << seat;
    return seats;
}

/* Gives the maker of a game the seats called "me", or if there is none a place on the bench. */
static void hold_seats(const struct visit *v, struct change *change, unsigned seats)
{
    if (!seats)
        seats = 1U << TABLE_SPECTATOR;
    for (int seat = 0; seat < 3 && v->has_guest; seat++)
        if ((seats >> seat) & 1)
            change_holder(change, seat, &v->guest, change->about.created);
}

static void make_game(struct app *app, struct visit *v, const struct body_create *body,
                      const char *id)
{
    struct table_about about = {0};
    struct change *change;
    struct json_out out;
    struct chance chance;

    (void)snprintf(about.id, sizeof about.id, "%s", id);
    fill_game(app, v, body, &about);
    game_await(&about, body->mixes, seats_of_maker(body));
    out = answer_keys(app, body, &about, seats_of_maker(body));
    change = change_create(&about);
    if (!change) {
        request_refuse(&v->r, &request_no.memory, NULL);
        free(out.text);
        return;
    }
    hold_seats(v, change, seats_of_maker(body));
    game_count(app, v, change);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    writer_place(app->part.writer, change);
    app_set_clocks(app, change, NULL);
    app_write(app, NULL, change, v, 201, &out, ALIBI_AS_PUBLIC);
}

/* The answer to the same request was lost, and the keys in it: there are new ones. */
static void make_again(struct app *app, struct visit *v, struct room *room,
                       const struct body_create *body)
{
    struct hash digest = request_digest(v, v->r.body, v->r.len);
    struct change *change;
    struct json_out out;

    v->r.seats = app_seats(v, room);
    if (!hash_equal(&digest, &room->table.about.request)) {
        request_refuse(&v->r, &request_no.key_reused, NULL);
        return;
    }
    if (v->has_guest && !v->r.seats) {
        request_refuse(&v->r, &request_no.no_game, ALIBI_WITH(room->table.about.id));
        return;
    }
    if (room->busy) {
        app_wait(room, v);
        return;
    }
    change = change_new(&room->table);
    if (!change) {
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    change->quiet = true;
    out = answer_keys(app, body, &change->about, seats_of_maker(body));
    app_write(app, room, change, v, 201, &out, ALIBI_AS_PUBLIC);
}

/* Whether it is known where the game begins. If it goes on from a record, that is read first:
 * beside the app, for which V waits, or at once; false after a refusal, too. */
static bool find_start(struct app *app, struct visit *v, const struct body_create *body)
{
    if (body->from && !v->r.from)
        scribe_ask(app->part.scribe, v);
    return !body->from || v->r.from;
}

/* Whether the computer's players are levels, whose strength was measured, and have all the time
 * that they had then: at the beginning, and still after more turns than a game has. */
static bool levels_have_time(const struct app *app, const struct body_create *body)
{
    int64_t ms = computer_ms(app->part.computer), left;
    struct clock_terms terms;

    (void)clock_terms_parse(&terms, body->clock, strlen(body->clock));
    left = terms.base - TURNS_AHEAD * ms * 3 / 2;
    for (int seat = 0; seat < 2; seat++)
        if (player_exists(body->player[seat]) &&
            (strncmp(body->player[seat], "level", 5) != 0 ||
             (left > 0 ? left : 0) / TURNS_AHEAD + terms.more / 2 < ms))
            return false;
    return true;
}

/* Whether the game may be rated, if it is to be; false after a refusal. Nobody plays a rated
 * game against themselves. */
static bool may_rate(const struct app *app, struct visit *v, const struct body_create *body)
{
    static const uint8_t usual[ALIBI_OPTIONS_MAX];
    bool both = strcmp(body->player[0], "me") == 0 && strcmp(body->player[1], "me") == 0;

    if (!body->rated)
        return true;
    if (!v->has_person || !body->clock[0] || body->hints || body->from || both ||
        memcmp(body->option, usual, sizeof usual) != 0)
        request_refuse(&v->r, &request_no.rated, NULL);
    else if (!levels_have_time(app, body))
        request_refuse(&v->r, &request_no.rated_level, NULL);
    else
        return true;
    return false;
}

static bool invites(const struct body_create *body)
{
    return strcmp(body->player[0], "open") == 0 || strcmp(body->player[1], "open") == 0;
}

static void create(struct app *app, struct visit *v, const struct body_create *body)
{
    enum seek seek = SEEK_NONE;
    struct room *room;
    char id[ID_SIZE] = "";

    guest_make(app, v);
    if (!request_is_own(v, body->request))
        return;
    if (invites(body) && !person_may_meet(v))
        return;
    if (!may_rate(app, v, body) || (body->clock[0] && !app_knows_time(app, v)))
        return;
    if (body->request[0]) {
        name_game(app, v, body->request, id);
        seek = app_seek(app, v, id, &room);
    }
    if (seek == SEEK_HERE)
        make_again(app, v, room, body);
    else if (seek != SEEK_NONE)
        app_refuse_lost(v, seek);
    else if (find_start(app, v, body) && (!body->rated || person_may_rate(app, v)) &&
             game_is_allowed(app, v))
        make_game(app, v, body, id);
}

void handle_create(struct app *app, struct visit *v)
{
    struct request *r = &v->r;
    struct body_create body;
    struct alibi_error err;

    if (body_read_create(&body, r->body, r->len, &err) == ALIBI_OK)
        create(app, v, &body);
    else
        request_error(r, 400, "bad-request", &err);
    free(body.from);
}
