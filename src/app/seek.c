/* Rooms of games that may have to be read first, and lists. */
#include "chain.h"
#include "journal.h"
#include "pending_games.h"
#include "stream.h"
#include "tournament_followers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Seconds that are left to another node to let the computer think, after which it may be dead.
 */
enum { THEIR_TICKS = 10 };

void errand_free(struct errand *errand)
{
    if (!errand)
        return;
    kept_game_free(errand->game);
    free(errand->listed);
    free(errand);
}

struct listed *errand_list(struct errand *errand)
{
    if (!errand->listed)
        errand->listed = calloc(LISTED_MAX, sizeof *errand->listed);
    if (!errand->listed || errand->n == LISTED_MAX)
        return NULL;
    return &errand->listed[errand->n++];
}

void errand_verify(struct errand *errand)
{
    struct kept_game *game = errand->game;
    bool lost = errand->found == FOUND_NONE && !game->about.id[0] && game->n_events > 0;

    if (lost || (errand->found == FOUND && !chain_verify(game)))
        errand->found = FOUND_DAMAGED;
}

/* --- Asking --- */

static void wait_for(struct errand *errand, struct visit *v)
{
    v->progress = VISIT_WAITING;
    v->next = errand->waiting;
    errand->waiting = v;
}

bool app_read(struct app *app, const struct errand *what, struct visit *v)
{
    struct errand *errand = malloc(sizeof *errand);

    if (!errand)
        return false;
    *errand = *what;
    errand->under_way = app->errands;
    app->errands = errand;
    if (v)
        wait_for(errand, v);
    reader_ask(app->part.reader, errand);
    return true;
}

/* An errand of that KIND, for the game ID if that is one, that is under way; NULL if there is
 * none. */
static struct errand *find_errand(const struct app *app, enum errand_kind kind, const char *id)
{
    struct errand *errand = app->errands;

    while (errand && (errand->kind != kind || strcmp(errand->id, id) != 0))
        errand = errand->under_way;
    return errand;
}

void app_read_lobby(struct app *app, struct visit *v)
{
    struct errand *errand = find_errand(app, ERRAND_LOBBY, "");

    if (errand && v)
        wait_for(errand, v);
    if (!errand && !app_read(app, &(struct errand){.kind = ERRAND_LOBBY}, v) && v)
        request_refuse(&v->r, &request_no.memory, NULL);
}

/* Has the game read, if it is not as in ROOM, which may be NULL; V, which may be NULL, waits
 * for it. */
static bool read_game(struct app *app, const char *id, const struct room *room, struct visit *v)
{
    struct errand what = {.kind = ERRAND_GAME};
    struct errand *errand = find_errand(app, ERRAND_GAME, id);

    if (errand && v)
        wait_for(errand, v);
    if (errand)
        return true;
    (void)snprintf(what.id, sizeof what.id, "%s", id);
    if (room) {
        what.has_known = !room->stale;
        what.known = room->table.about.epoch;
        what.claim = room->unsure;
        what.has_place = true;
        what.place = room->table.about.place;
    }
    return app_read(app, &what, v);
}

void app_fetch(struct app *app, const char *id)
{
    if (!app_here(app, id))
        (void)read_game(app, id, NULL, NULL);
}

bool app_is_reading(const struct app *app, const struct room *room)
{
    return find_errand(app, ERRAND_GAME, room->table.about.id) != NULL;
}

enum seek app_seek(struct app *app, struct visit *v, const char *id, struct room **room)
{
    *room = app_here(app, id);
    if (*room && !(*room)->stale && (v->checked || !app->options.is_shared))
        return (*room)->leaving ? SEEK_NONE : SEEK_HERE;
    if (v->lost != FOUND)
        return v->lost == FOUND_NONE     ? SEEK_NONE
               : v->lost == FOUND_FAILED ? SEEK_FAILED
                                         : SEEK_DAMAGED;
    return read_game(app, id, *room, v) ? SEEK_LATER : SEEK_FAILED;
}

void app_renew(struct app *app, struct room *room, struct visit *v)
{
    room->stale = true;
    if (!read_game(app, room->table.about.id, room, v) && v)
        request_refuse(&v->r, &request_no.memory, NULL);
}

/* --- What comes back --- */

/* What was read of a game whose room is here already. A change that is being written meanwhile
 * is sure to find out that the game is another one. */
static void renew(struct app *app, struct room *room, struct errand *errand)
{
    if (room->busy)
        return;
    if (errand->found == FOUND && !room_renew(room, errand->game))
        errand->found = FOUND_DAMAGED;
    if (errand->found == FOUND) {
        app_set_due(app, room);
        app_stamp(app, room);
        stream_clocks(room);
        room->theirs = app->tick + THEIR_TICKS;
        stream_events(room);
        app_settled(app, room);
        result_tell(app, room); /* whoever has ended it may have failed to */
    } else if (errand->found == FOUND_NONE) {
        room->leaving = true;
        stream_end(room);
    }
}

static void take_game(struct app *app, struct errand *errand)
{
    struct room *room = app_here(app, errand->id);

    if (errand->found == FOUND && errand->game->about.place < PLACES_MAX &&
        errand->game->about.clocks.on)
        pulse_learn(&app->pulse[errand->game->about.place], errand->game->time, app_real(app));
    if (room) {
        renew(app, room, errand);
    } else if (errand->found == FOUND) {
        room = room_of(errand->game);
        if (room)
            app_add(app, room);
        else
            errand->found = FOUND_DAMAGED;
        if (room)
            result_tell(app, room); /* in case nobody could before */
    }
    if (errand->found == FOUND_DAMAGED)
        journal("error", "damaged", "a game is not as it was written: store check names it");
}

/* Games that are old, but none that is in use, are removed. */
static void remove_listed(struct app *app, const struct errand *errand)
{
    size_t n = 0;

    for (size_t i = 0; i < errand->n && !app->stopping; i++)
        n += app_remove(app, errand->listed[i].about.id, errand->listed[i].about.place);
    if (n)
        journal("info", "removing", "%zu games that were put away, or are from now on", n);
}

/* V has waited for the game. */
static void note_found(struct app *app, struct visit *v, const struct errand *errand)
{
    const struct room *room = app_here(app, errand->id);
    bool found = errand->found == FOUND || errand->found == FOUND_SAME;

    v->lost = found ? FOUND : errand->found;
    v->checked = found && room && !room->stale;
}

static void take(struct app *app, struct errand *errand)
{
    if (errand->kind == ERRAND_GAME)
        take_game(app, errand);
    else if (errand->kind == ERRAND_OLD)
        remove_listed(app, errand);
    else if (errand->kind == ERRAND_DUE)
        app_take_due(app, errand);
    else if (errand->kind == ERRAND_MINE)
        follow_take(app, errand);
    else if (errand->kind == ERRAND_LOBBY)
        lobby_take(app, errand);
    for (struct visit *v = errand->waiting, *next; v; v = next) {
        next = v->next;
        if (errand->kind == ERRAND_GAME)
            note_found(app, v, errand);
        else
            handle_listed(app, v, errand);
        app_wake(app, v);
    }
}

/* Somebody else has changed the game of ROOM. Where nobody follows, it is read when somebody
 * asks for it. */
static void hear_of(struct app *app, struct room *room)
{
    if (room->streams)
        app_renew(app, room, NULL);
    else
        room->stale = true;
}

void app_take_news(struct app *app)
{
    char id[ID_SIZE];

    while (reader_news(app->part.reader, id)) {
        struct room *room = id[0] ? app_here(app, id) : NULL;

        if (room)
            hear_of(app, room);
        for (size_t i = 0; i < APP_BUCKETS && !id[0]; i++)
            for (room = app->bucket[i]; room; room = room->next)
                hear_of(app, room);
    }
}

void app_hear_call(struct app *app, const char *call)
{
    char from[PRESENCE_NODE];
    size_t len = strcspn(call, " ");

    (void)snprintf(from, sizeof from, "%.*s", (int)len, call);
    for (const char *word = call + len; *word; word += len) {
        word += strspn(word, " ");
        len = strcspn(word, " ");
        presence_hear(app, from, word, len);
        follow_hear(app, word, len);
        tournament_followers_hear(app, word, len);
        talking_hear(app, word, len);
    }
}

void app_take_calls(struct app *app)
{
    char *call;

    while ((call = reader_hear(app->part.reader))) {
        app_hear_call(app, call);
        free(call);
    }
}

void app_take_read(struct app *app)
{
    for (struct errand *errand = reader_collect(app->part.reader), *next; errand;
         errand = next) {
        struct errand **at = &app->errands;

        next = errand->next;
        while (*at != errand)
            at = &(*at)->under_way;
        *at = errand->under_way;
        take(app, errand);
        errand_free(errand);
    }
}
