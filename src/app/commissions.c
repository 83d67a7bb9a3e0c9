/* Games that the office has ordered, and what it is told of games: that they are there, and
 * that they are over. */
#include "commissions.h"

#include "making.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMIND_EVERY = 5 }; /* seconds between two looks for what was forgotten */

/* --- Telling the office --- */

struct petition *petition_new(struct app *app, enum petition_kind kind)
{
    struct petition *petition =
        app->part.office && !app->stopping ? calloc(1, sizeof *petition) : NULL;

    if (petition) {
        petition->kind = kind;
        petition->key = &app->options.key;
    }
    return petition;
}

bool petition_send(struct app *app, struct petition *petition)
{
    if (office_ask(app->part.office, petition))
        return true;
    petition_free(petition);
    return false;
}

/* What becomes of it is found out again, if need be. */
static void tell_office(struct app *app, enum petition_kind kind,
                        const struct game_result *result)
{
    struct petition *petition = petition_new(app, kind);

    if (!petition)
        return;
    if (result)
        petition->result = *result;
    (void)petition_send(app, petition);
}

void commission_made(struct app *app, const char *id)
{
    struct game_result result = {0};

    (void)snprintf(result.id, sizeof result.id, "%s", id);
    tell_office(app, PETITION_MADE, &result);
}

void result_tell(struct app *app, const struct room *room)
{
    struct game_result result;

    if (table_result(&room->table, &result))
        tell_office(app, PETITION_RESULT, &result);
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
    tell_office(app, PETITION_BEGUN, &result);
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

void commission_tick(struct app *app)
{
    if (app->tick % REMIND_EVERY == 1)
        tell_office(app, PETITION_REMIND, NULL);
    if (app->tick <= app->pairs_until)
        tell_office(app, PETITION_PAIR, NULL);
    ask_due(app);
}

/* The office should know by now how the game ID has ended, if it has. */
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
static void write_terms(const struct commission *commission, char out[TERMS_SIZE])
{
    memcpy(out, commission->terms, TERMS_SIZE);
    for (int seat = 0; seat < 2; seat++)
        if (commission->player[seat].id[0])
            terms_add(out, alibi_seat_name((enum alibi_seat)seat), commission->player[seat].id);
}

static void fill_about(struct app *app, const struct commission *commission,
                       const struct alibi_game *game, struct table_about *about)
{
    static const uint8_t usual[ALIBI_OPTIONS_MAX];
    struct alibi_state start;

    (void)snprintf(about->id, sizeof about->id, "%s", commission->id);
    game_draw(app, about);
    about->is_public = !commission->is_private;
    write_terms(commission, about->terms);
    alibi_setup(&start, game, usual);
    game_begin_at(about, &start);
    for (int seat = 0; seat < 2; seat++)
        (void)snprintf(about->player[seat], PLAYER_SIZE, "guest");
    for (int i = 0; i < 3; i++)
        game_draw_key(app, &about->key[i], NULL, NULL);
}

static void make(struct app *app, const struct commission *commission, struct visit *v)
{
    const struct alibi_game *game = alibi_game_find(commission->game);
    struct table_about about = {0};
    struct change *change;
    struct chance chance;

    if (!game || (app->options.now && !app_has_time(app))) /* it is tried again soon */
        return;
    fill_about(app, commission, game, &about);
    change = change_create(&about);
    if (!change)
        return;
    for (int seat = 0; seat < 2; seat++)
        change_holder(change, seat, &commission->player[seat].guest, about.created);
    chance = app_chance(app, &change->about.opening);
    change_begin(change, &chance);
    writer_place(app->part.writer, change);
    app_set_clocks(app, change, NULL);
    change->told = v;
    if (v)
        v->orders++;
    app_write(app, NULL, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
}

void commission_take(struct app *app, const struct petition *petition)
{
    for (size_t i = 0; i < petition->n_commissions && !app->stopping; i++)
        make(app, &petition->commission[i], petition->visit);
}
