/* Lists of games: the lobby, and those of a guest. */
#include "answer.h"
#include "pending_games.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What whoever is to act has left, while that clock runs and is a person's; else -1. */
static int64_t left_of(struct app *app, const struct table_about *about)
{
    const struct clocks *clocks = &about->clocks;
    int seat = (int)about->to_act;

    if (!table_due(about) || clocks->paused || about->place >= PLACES_MAX ||
        !app->pulse[about->place].known)
        return -1;
    return clocks_left(clocks, seat, seat, app_time(app, about->place));
}

static void add_summary(struct json_out *out, const struct table_about *about, unsigned seats,
                        int64_t left)
{
    struct alibi_state start;

    if (alibi_position_parse(&start, about->start, strlen(about->start), NULL) != ALIBI_OK)
        return;
    json_object(out, NULL);
    answer_summary(out, about, &start, seats);
    json_text(out, "changed", about->changed);
    json_text(out, "to_act",
              about->to_act <= ALIBI_DETECTIVE ? alibi_seat_name(about->to_act) : NULL);
    if (left >= 0)
        json_number(out, "left", left);
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

static void add_mine(struct app *app, struct json_out *out, const struct errand *errand)
{
    begin_list(out);
    for (size_t i = 0; i < errand->n; i++)
        add_summary(out, &errand->listed[i].about, errand->listed[i].seats,
                    left_of(app, &errand->listed[i].about));
}

char *list_games(struct app *app, const struct errand *errand)
{
    struct json_out out = {0};
    size_t len;

    add_mine(app, &out, errand);
    json_end(&out);
    json_end(&out);
    return json_take(&out, &len);
}

static void list_mine(struct app *app, struct visit *v, const struct errand *errand)
{
    struct json_out out = {0};

    add_mine(app, &out, errand);
    if (errand->n > 0)
        guest_known(app, v);
    answer_list(&v->r, &out);
}

/* Has the list of the guest's games read, for V. */
static void read_mine(struct app *app, struct visit *v)
{
    struct errand what = {.kind = ERRAND_MINE, .has_guest = true, .guest = v->guest};

    if (!app_read(app, &what, v))
        request_refuse(&v->r, &request_no.memory, NULL);
}

void handle_mine(struct app *app, struct visit *v)
{
    static const struct errand none;

    if (v->has_guest)
        read_mine(app, v);
    else
        list_mine(app, v, &none);
}

/* --- The lobby --- */

void lobby_changed(struct lobby *lobby, const struct change *change)
{
    if (change->about.is_public && !change->only_events)
        lobby->fresh = false;
    if (change->also)
        lobby_changed(lobby, change->also);
}

/* The accounts that sit in the games. */
static void list_seated(const struct lobby *lobby, struct petition *petition)
{
    petition->seated = calloc(2 * lobby->n + 1, sizeof *petition->seated);
    for (size_t i = 0; i < 2 * lobby->n && petition->seated; i++) {
        struct seated *seated = &petition->seated[petition->n_seated];
        const struct table_about *about = &lobby->game[i / 2];
        struct alibi_state start;

        if (!table_account(about, (int)(i % 2), seated->id) ||
            alibi_position_parse(&start, about->start, strlen(about->start), NULL) != ALIBI_OK)
            continue;
        seated->seat = i % 2;
        (void)snprintf(seated->game, sizeof seated->game, "%s", start.game->name);
        petition->n_seated++;
    }
}

/* Asks the people service who these people are, for those who follow. */
static void lobby_tell(struct app *app)
{
    struct petition *petition;

    if (!app->lobby.streams || app->lobby.asking || !app->part.people_service)
        return;
    petition = petition_new(app, PETITION_LOBBY);
    if (!petition)
        return;
    list_seated(&app->lobby, petition);
    app->lobby.asking = petition_send(app, petition);
}

void lobby_take(struct app *app, const struct errand *errand)
{
    struct lobby *lobby = &app->lobby;

    if (errand->found != FOUND)
        return;
    lobby->n = errand->n;
    for (size_t i = 0; i < errand->n; i++)
        lobby->game[i] = errand->listed[i].about;
    lobby->tick = app->tick;
    lobby->fresh = true;
    lobby_tell(app);
}

/* HELD are the guest's games, whose seats are told. */
static void list_lobby(const struct lobby *lobby, struct visit *v, const struct errand *held)
{
    struct json_out out = {0};

    begin_list(&out);
    for (size_t i = 0; i < lobby->n; i++) {
        unsigned seats = 0;

        for (size_t k = 0; k < held->n; k++)
            if (strcmp(held->listed[k].about.id, lobby->game[i].id) == 0)
                seats = held->listed[k].seats;
        add_summary(&out, &lobby->game[i], seats, -1);
    }
    answer_list(&v->r, &out);
}

void handle_lobby(struct app *app, struct visit *v)
{
    static const struct errand none;
    const struct lobby *lobby = &app->lobby;

    if (!v->listed && (!lobby->fresh || app->tick >= lobby->tick + LOBBY_TICKS))
        app_read_lobby(app, v);
    else if (v->has_guest && lobby->n > 0)
        read_mine(app, v);
    else
        list_lobby(lobby, v, &none);
}

/* --- Following the lobby --- */

/* The lobby for all alike: whose the seats are that somebody holds is theirs to know. */
static char *write_lobby(const struct lobby *lobby, const char *people)
{
    struct json_out out = {0};
    size_t len;

    begin_list(&out);
    for (size_t i = 0; i < lobby->n; i++)
        add_summary(&out, &lobby->game[i], 0, -1);
    json_end(&out);
    json_raw(&out, "about", people, strlen(people));
    json_end(&out);
    return json_take(&out, &len);
}

void lobby_told(struct app *app, const struct petition *petition)
{
    struct lobby *lobby = &app->lobby;
    char *text =
        petition->text && !petition->failed ? write_lobby(lobby, petition->text) : NULL;
    bool is_same = text && lobby->text && strcmp(text, lobby->text) == 0;

    lobby->asking = false;
    if (!text)
        return;
    free(lobby->text);
    lobby->text = text;
    for (struct stream *s = lobby->streams; s; s = s->next)
        if (!is_same || !s->followed->has_news) {
            s->followed->has_news = true;
            follow_tell(s, &s->followed->list, text);
        }
}

void lobby_tick(struct app *app)
{
    const struct lobby *lobby = &app->lobby;

    for (struct stream *s = lobby->streams; s; s = s->next)
        stream_beat(s, app->tick);
    if (lobby->streams && !app->stopping &&
        (!lobby->fresh || app->tick >= lobby->tick + LOBBY_TICKS))
        app_read_lobby(app, NULL);
}

void lobby_end(struct app *app)
{
    for (struct stream *s = app->lobby.streams; s; s = s->next) {
        s->ending = true;
        stream_wake(s);
    }
}

void handle_lobby_follow(struct app *app, struct visit *v)
{
    struct stream *stream;

    if (!app->options.has_browsers || !app->part.people_service) {
        request_refuse(&v->r, &request_no.no_page, NULL);
        return;
    }
    if (!app_may_stream(app, v))
        return;
    stream = stream_follow(&app->lobby.streams);
    if (!app_stream(app, v, stream))
        return;
    stream->lobby = true;
    if (app->lobby.fresh && app->tick < app->lobby.tick + LOBBY_TICKS)
        lobby_tell(app);
    else
        app_read_lobby(app, NULL);
}

/* --- The featured game --- */

/* Whether somebody who comes by would like to look on. */
static bool is_worth_it(const struct table_about *about)
{
    struct alibi_state start;

    return about->is_public && about->status == TABLE_PLAYING &&
           alibi_position_parse(&start, about->start, strlen(about->start), NULL) == ALIBI_OK &&
           !start.game->unlisted;
}

/* How much: first those who are strong, then people, then what others look on at. */
static unsigned long worth(struct app *app, const struct table_about *about)
{
    size_t len;
    const char *strength = terms_find(about->terms, "strength", &len);
    struct room *room = app_here(app, about->id);

    return (strength ? strtoul(strength, NULL, 10) + 1 : 0) * 10000000 +
           (table_is_of_people(about) ? 1000000 : 0) +
           (room ? room->table.attendance.watching : 0);
}

void handle_featured(struct app *app, struct visit *v)
{
    const struct lobby *lobby = &app->lobby;
    const struct table_about *best = NULL;
    unsigned long most = 0;
    struct json_out out = {0};

    if (!v->listed && (!lobby->fresh || app->tick >= lobby->tick + LOBBY_TICKS)) {
        app_read_lobby(app, v);
        return;
    }
    for (size_t i = 0; i < lobby->n; i++)
        if (is_worth_it(&lobby->game[i]) && (!best || worth(app, &lobby->game[i]) > most)) {
            best = &lobby->game[i];
            most = worth(app, best);
        }
    json_object(&out, NULL);
    json_list(&out, "games");
    if (best)
        add_summary(&out, best, 0, -1);
    answer_list(&v->r, &out);
}

void handle_listed(struct app *app, struct visit *v, const struct errand *errand)
{
    v->listed = true;
    if (errand->found != FOUND)
        request_refuse(&v->r, &request_no.unreadable, NULL);
    else if (v->r.route == ROUTE_MINE)
        list_mine(app, v, errand);
    else if (errand->kind == ERRAND_MINE)
        list_lobby(&app->lobby, v, errand);
    /* else the lobby has been read, and V is handled afresh */
}
