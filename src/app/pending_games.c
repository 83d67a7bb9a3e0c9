/* Games that the people service has ordered, and what it is told of games: that they are there,
 * and that they are over. */
#include "pending_games.h"

#include "new_game.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMIND_EVERY = 5 }; /* seconds between two looks for what was forgotten */

/* --- Telling the people service --- */

struct petition *petition_new(struct app *app, enum petition_kind kind)
{
    struct petition *petition =
        app->part.people_service && !app->stopping ? calloc(1, sizeof *petition) : NULL;

    if (petition) {
        petition->kind = kind;
        petition->key = &app->options.key;
    }
    return petition;
}

bool petition_send(struct app *app, struct petition *petition)
{
    if (people_service_ask(app->part.people_service, petition))
        return true;
    petition_free(petition);
    return false;
}

/* What becomes of it is found out again, if need be. */
static void tell_people_service(struct app *app, enum petition_kind kind,
                                const struct game_result *result)
{
    struct petition *petition = petition_new(app, kind);

    if (!petition)
        return;
    if (result)
        petition->result = *result;
    (void)petition_send(app, petition);
}

void pending_game_made(struct app *app, const char *id)
{
    struct game_result result = {0};

    (void)snprintf(result.id, sizeof result.id, "%s", id);
    tell_people_service(app, PETITION_MADE, &result);
}

void result_tell(struct app *app, const struct room *room)
{
    struct game_result result;

    if (table_result(&room->table, &result))
        tell_people_service(app, PETITION_RESULT, &result);
}

void game_begun(struct app *app, const struct change *change)
{
    const struct table_about *about = &change->about;
    struct game_result result = {.aborted = false};
    bool begins = change->is_new || (change->n_events && (change->event[0].kind == EVENT_SEAT ||
                                                          change->event[0].kind == EVENT_MIX));
    bool one = table_account(about, 0, result.player[0].id);
    bool two = table_account(about, 1, result.player[1].id);

    if (!begins || about->status != TABLE_PLAYING || (!one && !two))
        return;
    memcpy(result.id, about->id, ID_SIZE);
    tell_people_service(app, PETITION_BEGUN, &result);
}

void guest_left(struct app *app, const struct hash *guest)
{
    struct petition *petition = petition_new(app, PETITION_LEFT);

    if (!petition)
        return;
    petition->guest = *guest;
    (void)petition_send(app, petition);
}

/* One question at a time, however slow the answers are. */
static void ask_due(struct app *app)
{
    struct petition *petition = app->asks_due ? NULL : petition_new(app, PETITION_DUE);

    if (petition)
        app->asks_due = petition_send(app, petition);
}

void pending_game_tick(struct app *app)
{
    if (app->tick % REMIND_EVERY == 1)
        tell_people_service(app, PETITION_REMIND, NULL);
    if (app->tick <= app->pairs_until)
        tell_people_service(app, PETITION_PAIR, NULL);
    ask_due(app);
}

/* The people service should know by now how the game ID has ended, if it has. */
static void look_for_end(struct app *app, const char *id)
{
    struct room *room = app_here(app, id);

    if (!room)
        app_fetch(app, id);
    else if (room->stale && !room->busy)
        app_renew(app, room, NULL);
    else
        result_tell(app, room);
}

void results_missed(struct app *app, const struct petition *petition)
{
    for (size_t i = 0; i < petition->n_missed && !app->stopping; i++)
        look_for_end(app, petition->missed[i]);
}

/* --- Making games --- */

/* The words of TERMS, and who has the seats. */
static void write_terms(const struct pending_game *pending, char out[TERMS_SIZE])
{
    memcpy(out, pending->terms, TERMS_SIZE);
    for (int seat = 0; seat < 2; seat++)
        if (pending->player[seat].id[0])
            terms_add(out, alibi_seat_name((enum alibi_seat)seat), pending->player[seat].id);
}

static void fill_about(struct app *app, const struct pending_game *pending,
                       const struct alibi_game *game, struct table_about *about)
{
    static const uint8_t usual[ALIBI_OPTIONS_MAX];
    struct alibi_state start;

    (void)snprintf(about->id, sizeof about->id, "%s", pending->id);
    game_draw(app, about);
    about->is_public = !pending->is_private;
    write_terms(pending, about->terms);
    alibi_setup(&start, game, usual);
    game_begin_at(about, &start);
    for (int seat = 0; seat < 2; seat++)
        (void)snprintf(about->player[seat], PLAYER_SIZE, "guest");
    for (int i = 0; i < 3; i++)
        game_draw_key(app, &about->key[i], NULL, NULL);
}

static void make(struct app *app, const struct pending_game *pending, struct visit *v)
{
    const struct alibi_game *game = alibi_game_find(pending->game);
    struct table_about about = {0};
    struct change *change;
    struct chance chance;

    if (!game || (app->options.now && !app_has_time(app))) /* it is tried again soon */
        return;
    fill_about(app, pending, game, &about);
    change = change_create(&about);
    if (!change)
        return;
    for (int seat = 0; seat < 2; seat++)
        change_holder(change, seat, &pending->player[seat].guest, about.created);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    writer_place(app->part.writer, change);
    app_set_clocks(app, change, NULL);
    change->told = v;
    if (v)
        v->orders++;
    app_write(app, NULL, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
}

void pending_game_take(struct app *app, const struct petition *petition)
{
    for (size_t i = 0; i < petition->n_pending && !app->stopping; i++)
        make(app, &petition->pending[i], petition->visit);
}
