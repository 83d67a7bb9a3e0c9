/* Entering games, and playing once more. */
#include "new_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Browsers that are remembered: of a seat, and on the bench. */
enum { SEAT_HOLDERS_MAX = 16, BENCH_MAX = 1000 };

/* --- Entering --- */

static void answer_welcome(struct request *r, unsigned seats)
{
    struct json_out out = game_welcome(r->id, seats);

    json_end(&out);
    request_answer(r, 200, &out);
}

/* A rated game is between two accounts. */
static bool may_rate(const struct visit *v, const struct table_about *about,
                     enum alibi_seat seat)
{
    char other[ID_SIZE];

    (void)table_account(about, 1 - (int)seat, other);
    return !table_is_rated(about) || (v->has_person && strcmp(v->person.id, other) != 0);
}

/* Somebody takes SEAT, by a request with the digest DIGEST. */
static void take_seat(struct app *app, struct visit *v, struct room *room, enum alibi_seat seat,
                      const struct body_enter *body)
{
    struct change *change;
    struct json_out out;
    struct chance chance;
    struct hash hash, digest;
    char day[DATE_SIZE];

    if (!person_may_meet(v))
        return;
    if (!may_rate(v, &room->table.about, seat)) {
        request_refuse(&v->r, &request_no.rated, NULL);
        return;
    }
    if (table_is_rated(&room->table.about) && !person_may_rate(app, v))
        return;
    change = change_new(&room->table);
    if (!change) {
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    guest_make(app, v);
    out = game_welcome(v->r.id, v->r.seats | 1U << seat);
    game_draw_key(app, &hash, &out, "key");
    json_end(&out);
    app->options.today(day);
    change_take_seat(change, seat, v->has_guest ? &v->guest : NULL, &hash, day);
    digest = request_digest(v, v->r.body, v->r.len);
    request_remember(change, 'e', body->request, &digest);
    game_await(&change->about, body->mixes, 1U << seat);
    if (v->has_person)
        terms_add(change->about.terms, alibi_seat_name(seat), v->person.id);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    app_set_clocks(app, change, &room->table.about);
    app_write(app, room, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

/* The answer to the request that took SEAT was lost, and the key in it: there is a new one. */
static void take_again(struct app *app, struct visit *v, struct room *room,
                       enum alibi_seat seat)
{
    struct change *change = change_new(&room->table);
    struct json_out out;

    if (!change) {
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    change->quiet = true;
    out = game_welcome(v->r.id, v->r.seats | 1U << seat);
    game_draw_key(app, &change->about.key[seat], &out, "key");
    json_end(&out);
    app_write(app, room, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

/* How many hold SEAT, and who came last. */
static size_t count_holders(const struct table *table, int seat,
                            const struct table_holder **last)
{
    size_t n = 0;

    *last = NULL;
    for (size_t i = 0; i < table->n_holders; i++)
        if (table->holder[i].seat == seat) {
            *last = &table->holder[i];
            n++;
        }
    return n;
}

/* The guest may come back to SEAT without the key from now on. A seat is open in a few browsers
 * at a time: one more takes the place of the one that came last, so nobody with the link can
 * push out those who were there before. On a full bench one looks with the key itself. */
static void remember(struct app *app, struct visit *v, struct room *room, int seat,
                     const char *key)
{
    struct request *r = &v->r;
    const struct table_holder *last;
    struct change *change;
    struct json_out out;
    unsigned seats;
    char day[DATE_SIZE];
    size_t n = count_holders(&room->table, seat, &last);

    guest_make(app, v);
    seats = app_seats(v, room);
    if (seat == TABLE_SPECTATOR && n >= BENCH_MAX && v->has_guest)
        (void)snprintf(v->bench, sizeof v->bench, "%s", key);
    if (!v->has_guest || v->bench[0] || ((seats >> seat) & 1)) {
        answer_welcome(r, seats | 1U << seat);
        return;
    }
    change = change_new(&room->table);
    if (!change) {
        request_refuse(r, &request_no.memory, NULL);
        return;
    }
    change->only_events = true;
    if (n >= SEAT_HOLDERS_MAX && seat != TABLE_SPECTATOR)
        change_end(change, last, false);
    app->options.today(day);
    change_holder(change, seat, &v->guest, day);
    out = game_welcome(r->id, seats | 1U << seat);
    json_end(&out);
    app_write(app, room, change, v, 200, &out, ALIBI_AS_PUBLIC);
}

/* Which seat KEY opens, or the bench; -1 if none. */
static int seat_of_key(const struct table_about *about, const char *key)
{
    struct hash hash = hash_of(key, strlen(key));
    int found = -1;

    for (int seat = 0; seat < 3; seat++)
        if (hash_equal(&about->key[seat], &hash))
            found = seat;
    return found;
}

/* Whether SEAT can be taken: a game that was ended before it began keeps its open seats. */
static bool is_free(const struct table_about *about, int seat)
{
    return seat < TABLE_SPECTATOR && strcmp(about->player[seat], "open") == 0 &&
           about->status == TABLE_WAITING;
}

/* An invitation that was used opens nothing, but the one who used it comes by the same link
 * again. Whoever has no key that fits is told the same as if there were no game, and no later
 * while it is busy. */
static void enter_by_key(struct app *app, struct visit *v, struct room *room,
                         const struct body_enter *body)
{
    int seat = room ? seat_of_key(&room->table.about, body->key) : -1;
    struct request *r = &v->r;

    if (!room || (seat < 0 && !r->seats))
        request_refuse(r, &request_no.key, NULL);
    else if (room->busy)
        app_wait(room, v);
    else if (seat < 0)
        answer_welcome(r, r->seats);
    else if (is_free(&room->table.about, seat))
        take_seat(app, v, room, (enum alibi_seat)seat, body);
    else if (seat < TABLE_SPECTATOR && strcmp(room->table.about.player[seat], "open") == 0)
        request_refuse(r, &request_no.over, NULL);
    else
        remember(app, v, room, seat, body->key);
}

static void enter_by_seat(struct app *app, struct visit *v, struct room *room,
                          const struct body_enter *body)
{
    enum alibi_seat seat = body->seat;
    struct request *r = &v->r;

    if (!room || !request_may_look(r, &room->table))
        request_refuse(r, &request_no.no_game, ALIBI_WITH(r->id));
    else if (room->busy)
        app_wait(room, v);
    else if ((r->seats >> seat) & 1)
        remember(app, v, room, (int)seat, "");
    else if (!is_free(&room->table.about, (int)seat))
        request_refuse(r,
                       room->table.about.status == TABLE_OVER ? &request_no.over
                                                              : &request_no.seat_taken,
                       NULL);
    else if (!room->table.about.is_public)
        request_refuse(r, &request_no.seat_link, NULL);
    else if (people_may_sit(app, v, room, (int)seat))
        take_seat(app, v, room, seat, body);
}

/* The request that did it is answered again, if its sender still holds the seat. */
static void enter_again(struct app *app, struct visit *v, struct room *room,
                        const struct body_enter *body, const struct done_request *before)
{
    enum alibi_seat seat = ALIBI_NOBODY;

    if (room && before->seq < room->table.n_events)
        seat = room->table.event[before->seq].by;
    if (seat > ALIBI_DETECTIVE || (v->has_guest && !((v->r.seats >> seat) & 1)))
        enter_by_key(app, v, room, body);
    else if (room->busy)
        app_wait(room, v);
    else
        take_again(app, v, room, seat);
}

void handle_enter(struct app *app, struct visit *v)
{
    struct request *r = &v->r;
    struct done_request before;
    struct body_enter body;
    struct alibi_error err;
    struct hash digest = request_digest(v, r->body, r->len);
    enum repeated repeated = REPEATED_NOT;
    struct room *room;
    enum seek seek = app_seek(app, v, r->id, &room);

    if (seek == SEEK_LATER)
        return;
    if (seek == SEEK_FAILED || seek == SEEK_DAMAGED) {
        app_refuse_lost(v, seek);
        return;
    }
    if (seek == SEEK_NONE)
        room = NULL;
    r->seats = room ? app_seats(v, room) : 0;
    if (room && v->has_guest && table_seats_of(&room->table, &v->guest, NULL))
        guest_known(app, v);
    if (body_read_enter(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return;
    }
    if (!v->is_browser && !request_is_own(v, body.request))
        return;
    repeated = request_repeated(v, room, 'e', body.request, &digest, &before);
    if (repeated == REPEATED)
        enter_again(app, v, room, &body, &before);
    else if (repeated == REPEATED_NOT && body.key[0])
        enter_by_key(app, v, room, &body);
    else if (repeated == REPEATED_NOT)
        enter_by_seat(app, v, room, &body);
}

/* --- Once more --- */

static unsigned swapped(unsigned seats)
{
    return (seats & 1U) << 1 | (seats & 2U) >> 1 | (seats & ~3U);
}

/* Whether a rematch waits for the other of two people, too: a live clock runs for nobody who
 * has not come. */
static bool waits_for_both(const struct table_about *about, unsigned seats)
{
    return table_clock_terms(about).kind == CLOCK_LIVE && table_is_of_people(about) &&
           (seats & 3U) != 3U;
}

/* The same people and keys in the same seats, or in each other's. */
static struct change *once_more(struct app *app, const struct table *table,
                                const struct body_rematch *body, unsigned seats)
{
    const struct alibi_state *first = alibi_session_after(table->session, 0);
    struct table_about about = table->about;
    bool same = body->same_sides;
    struct alibi_state start;
    struct change *change;
    struct chance chance;

    /* A game that went on from another one is followed by a whole one. */
    alibi_setup(&start, first->game, first->option);
    game_begin_at(&about, &start);
    about.id[0] = '\0';
    about.request = (struct hash){{0}};
    game_draw(app, &about);
    game_await(&about, body->mixes, seats);
    game_await(&about, waits_for_both(&about, seats), ~seats);
    for (int seat = 0; seat < 2 && !same; seat++) {
        memcpy(about.player[seat], table->about.player[1 - seat], PLAYER_SIZE);
        about.key[seat] = table->about.key[1 - seat];
    }
    if (!same)
        terms_swap(about.terms);
    change = change_create(&about);
    if (!change)
        return NULL;
    memcpy(change->holders_of, table->about.id, ID_SIZE);
    change->swaps = !same;
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    app_set_clocks(app, change, NULL);
    return change;
}

/* Makes the other game, which belongs to an event of this one. */
static void make_rematch(struct app *app, struct visit *v, struct room *room,
                         const struct body_rematch *body, const struct hash *digest)
{
    struct change *change = change_new(&room->table);
    bool same = body->same_sides;
    unsigned seats = same ? v->r.seats : swapped(v->r.seats);
    struct change *other = once_more(app, &room->table, body, seats);
    struct json_out out;

    if (!change || !other) {
        free(change);
        free(other);
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    change_rematch(change, other->about.id);
    request_remember(change, 'r', body->request, digest);
    change->also = other;
    game_count(app, v, change);
    out = game_welcome(other->about.id, seats);
    json_end(&out);
    app_write(app, room, change, v, 201, &out, ALIBI_AS_PUBLIC);
}

/* The seat, of SEATS, for which the rematch waits and whose player comes without adding
 * anything to its chance; ALIBI_NOBODY if there is none. */
static enum alibi_seat coming(const struct table *table, const struct body_rematch *body,
                              unsigned seats)
{
    for (int seat = 0; seat < 2 && !body->mixes && table->about.status == TABLE_WAITING; seat++)
        if (((seats >> seat) & 1U) && table->about.opening.mix[seat] == MIX_AWAITED)
            return (enum alibi_seat)seat;
    return ALIBI_NOBODY;
}

/* The player of SEAT has come to the rematch, which may begin then. */
static void come(struct app *app, struct visit *v, struct room *room, enum alibi_seat seat,
                 struct json_out *out)
{
    struct change *change = change_new(&room->table);
    struct chance chance;

    if (!change) {
        free(out->text);
        request_refuse(&v->r, &request_no.memory, NULL);
        return;
    }
    change_come(change, seat);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    app_set_clocks(app, change, &room->table.about);
    app_write(app, room, change, v, 200, out, ALIBI_AS_PUBLIC);
}

/* Somebody has made it already, with whatever sides: STATUS says whether it was this request.
 * If it was the other one, this is their answer, and both are there. */
static void answer_rematch(struct app *app, struct visit *v, const char *id,
                           const struct body_rematch *body, unsigned status)
{
    enum alibi_seat seat = ALIBI_NOBODY;
    unsigned seats = 0;
    struct json_out out;
    struct room *other;
    enum seek seek = app_seek(app, v, id, &other);

    if (seek == SEEK_LATER)
        return;
    if (seek == SEEK_HERE) {
        seats = app_seats(v, other);
        seat = coming(&other->table, body, seats);
    }
    if (seat != ALIBI_NOBODY && other->busy) {
        app_wait(other, v);
        return;
    }
    out = game_welcome(id, seats);
    json_end(&out);
    if (seat != ALIBI_NOBODY)
        come(app, v, other, seat, &out);
    else
        request_answer(&v->r, status, &out);
}

static void rematch(struct app *app, struct visit *v, struct room *room,
                    const struct body_rematch *body)
{
    struct hash digest = request_digest(v, v->r.body, v->r.len);
    struct done_request before;
    enum repeated repeated = request_repeated(v, room, 'r', body->request, &digest, &before);
    const char *other = table_rematch(&room->table);

    if (repeated == REPEATED_REFUSED)
        return;
    if (other)
        answer_rematch(app, v, other, body, repeated == REPEATED ? 201 : 200);
    else if (people_may_meet(app, v, room) &&
             (!table_is_rated(&room->table.about) || person_may_rate(app, v)) &&
             game_is_allowed(app, v))
        make_rematch(app, v, room, body, &digest);
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
    } else if (room->table.about.status != TABLE_OVER || table_waits(&room->table.about)) {
        request_refuse(r, &request_no.not_over, NULL);
    } else if (table_is_rated(&room->table.about) && body.same_sides) {
        request_refuse(r, &request_no.rated_sides, NULL);
    } else if (room->busy) {
        app_wait(room, v);
    } else if ((!table_is_of_people(&room->table.about) || person_may_meet(v)) &&
               request_is_own(v, body.request)) {
        rematch(app, v, room, &body);
    }
}
