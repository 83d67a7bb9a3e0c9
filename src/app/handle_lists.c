/* Lists of games: the lobby, and those of a guest. */
#include "answer.h"
#include "app.h"

#include <string.h>

static void add_summary(struct json_out *out, const struct table_about *about, unsigned seats)
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

static void add_mine(struct json_out *out, const struct errand *errand)
{
    begin_list(out);
    for (size_t i = 0; i < errand->n; i++)
        add_summary(out, &errand->listed[i].about, errand->listed[i].seats);
}

char *list_games(const struct errand *errand)
{
    struct json_out out = {0};
    size_t len;

    add_mine(&out, errand);
    json_end(&out);
    json_end(&out);
    return json_take(&out, &len);
}

static void list_mine(struct app *app, struct visit *v, const struct errand *errand)
{
    struct json_out out = {0};

    add_mine(&out, errand);
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

void lobby_take(struct lobby *lobby, const struct errand *errand, uint64_t tick)
{
    if (errand->found != FOUND)
        return;
    lobby->n = errand->n;
    for (size_t i = 0; i < errand->n; i++)
        lobby->game[i] = errand->listed[i].about;
    lobby->tick = tick;
    lobby->fresh = true;
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
        add_summary(&out, &lobby->game[i], seats);
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
