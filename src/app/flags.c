/* Clocks that run: the time is marked, flags fall, pauses end. Games that are not in memory are
 * looked up in the store before something is due in them. */
#include "answer.h"
#include "app.h"
#include "stream.h"

#include <stdlib.h>

enum {
    LOOK_EVERY = 10,       /* seconds between two looks for games in which something is due */
    LOOK_AHEAD_MS = 25000, /* they are read so long before */
    AGAIN_MS = 250,        /* a room that is busy is looked at again */
    /* Where others write, too, a move that has arrived in time elsewhere comes first. */
    GRACE_MS = 500,
};

int64_t app_real(const struct app *app)
{
    return app->options.now ? app->options.now() : 0;
}

int64_t app_time(struct app *app, unsigned place)
{
    return pulse_time(&app->pulse[place], app_real(app));
}

void app_stamp(struct app *app, struct room *room)
{
    if (room->table.about.clocks.on)
        room->table.time = app_time(app, room->table.about.place);
}

void app_set_clocks(struct app *app, struct change *change, const struct table_about *before)
{
    struct timing timing = {.now = app_time(app, change->about.place)};

    (void)change_clocks(change, before, &timing);
}

/* --- What is due --- */

/* Where nothing is due the clocks may run all the same: those of the computer's seat. */
void app_set_due(struct app *app, struct room *room)
{
    const struct table_about *about = &room->table.about;
    int64_t due = table_due(about);
    bool live;

    app_drop_due(app, room);
    if (!about->clocks.on || about->status != TABLE_PLAYING || about->place >= PLACES_MAX)
        return;
    live = !about->clocks.paused && table_clock_terms(about).kind == CLOCK_LIVE;
    room->deadline.place = about->place;
    (void)deadlines_put(&app->deadlines[about->place], room, due ? due : INT64_MAX, live);
    if (live)
        app->pulse[about->place].brisk = true; /* from now on, and not from the next mark */
}

void app_drop_due(struct app *app, struct room *room)
{
    deadlines_drop(&app->deadlines[room->deadline.place], room);
}

/* It is looked at again in MS milliseconds. */
static void put_off(struct app *app, struct room *room, int64_t ms)
{
    unsigned place = room->deadline.place;

    (void)deadlines_put(&app->deadlines[place], room, app_time(app, place) + ms,
                        room->deadline.live);
}

/* --- Flags --- */

void app_flag(struct app *app, struct room *room, enum alibi_seat seat)
{
    struct timing timing = {.now = app_time(app, room->table.about.place)};
    struct change *change = change_new(&room->table);

    if (!change)
        return;
    change_over(change,
                (room->table.about.clocks.begins >> seat) & 1U ? EVENT_ABORT : EVENT_FLAG,
                seat);
    (void)change_clocks(change, &room->table.about, &timing);
    app_write(app, room, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
}

/* A pause has lasted long enough. */
static void end_pause(struct app *app, struct room *room)
{
    struct change *change = change_new(&room->table);

    if (!change)
        return;
    change_turn_clocks(change, app_time(app, room->table.about.place));
    app_write(app, room, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
}

/* Whoever has arrived before is handled first. */
static void fall(struct app *app, struct room *room)
{
    put_off(app, room, AGAIN_MS);
    if (room->busy || room->waiting || room->leaving || app_is_reading(app, room))
        return;
    if (room->stale)
        app_renew(app, room, NULL);
    else if (room->table.about.clocks.paused)
        end_pause(app, room);
    else
        app_flag(app, room, room->table.about.to_act);
}

void app_fall(struct app *app)
{
    int64_t grace = app->options.is_shared ? GRACE_MS : 0;

    for (unsigned place = 0; place < app->options.n_places && !app->stopping; place++) {
        const struct deadlines *deadlines = &app->deadlines[place];
        struct room *room;

        while ((room = deadlines_first(deadlines)) &&
               room->deadline.when <= app_time(app, place) - grace)
            fall(app, room);
    }
}

int app_until_fall(struct app *app, int most)
{
    for (unsigned place = 0; place < app->options.n_places; place++) {
        const struct room *room = deadlines_first(&app->deadlines[place]);
        int64_t ms = room ? room->deadline.when - app_time(app, place) : most;

        if (ms < most)
            most = ms > 0 ? (int)ms + 1 : 1;
    }
    return most;
}

/* --- The time --- */

static void mark(struct app *app, unsigned place, bool brisk, struct visit *v)
{
    struct change *change = calloc(1, sizeof *change);

    if (!change && v)
        request_refuse(&v->r, &request_no.memory, NULL);
    if (!change)
        return;
    change->marks = true;
    change->brisk = brisk;
    change->about.place = place;
    change->time = pulse_mark(&app->pulse[place], brisk, app_real(app));
    app_write(app, NULL, change, v, 0, NULL, ALIBI_AS_PUBLIC);
}

bool app_has_time(const struct app *app)
{
    for (unsigned place = 0; place < app->options.n_places; place++)
        if (!app->pulse[place].known)
            return false;
    return true;
}

bool app_knows_time(struct app *app, struct visit *v)
{
    if (!app->options.now) {
        request_refuse(&v->r, &request_no.clock_here, NULL);
        return false;
    }
    for (unsigned place = 0; place < app->options.n_places; place++)
        if (!app->pulse[place].known) {
            mark(app, place, false, v);
            return false;
        }
    return true;
}

/* All who watch a clock are told how it stands. */
static void tell_clocks(struct app *app, unsigned place)
{
    for (size_t i = 0; i < app->deadlines[place].n; i++) {
        struct room *room = app->deadlines[place].heap[i];

        app_stamp(app, room);
        stream_clocks(room);
    }
}

void app_marked(struct app *app, const struct change *change, struct visit *v)
{
    unsigned place = change->about.place;
    struct pulse *pulse = &app->pulse[place];

    if (change->outcome != CHANGE_DONE)
        pulse_failed(pulse);
    else if (pulse_marked(pulse, change->time, app_real(app)))
        tell_clocks(app, place);
    if (!v)
        return;
    if (change->outcome != CHANGE_DONE)
        request_refuse(&v->r, &request_no.not_written, NULL);
    app_wake(app, v);
}

/* Marks the time where clocks run, and once at the beginning, to know it. */
void app_mark(struct app *app)
{
    bool look = app->tick % LOOK_EVERY == 1;

    if (!app->options.now || app->stopping)
        return;
    for (unsigned place = 0; place < app->options.n_places; place++) {
        const struct pulse *pulse = &app->pulse[place];
        bool brisk = app->deadlines[place].live > 0;
        bool runs = app->clocks_run || app->deadlines[place].n > 0;

        if (!pulse->marking && (brisk || pulse->brisk || !pulse->known || (runs && look)))
            mark(app, place, brisk, NULL);
    }
    if (look)
        (void)app_read(app, &(struct errand){.kind = ERRAND_DUE}, NULL);
}

void app_take_due(struct app *app, const struct errand *errand)
{
    app->clocks_run = errand->n > 0;
    for (size_t i = 0; i < errand->n; i++) {
        const struct table_about *about = &errand->listed[i].about;

        if (about->place < PLACES_MAX && app->pulse[about->place].known &&
            table_due(about) <= app_time(app, about->place) + LOOK_AHEAD_MS)
            app_fetch(app, about->id);
    }
}
