/* Rooms in memory, changes on their way to the disk, thoughts on their way back. */
#include "app.h"

#include "commitment.h"
#include "journal.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { REMOVE_MAX = 20, REMOVE_EVERY = 10 }; /* games at a time; seconds between two times */

/* What is to be done when a change has been written. */
struct pending {
    struct room *room;
    struct visit *visit;
    unsigned status;
    bool has_answer; /* else the events are the answer */
    struct json_out answer;
    enum alibi_viewer viewer;
};

static void free_parts(const struct app_parts *part)
{
    computer_free(part->computer);
    album_free(part->album);
    writer_free(part->writer);
}

void app_parts_free(const struct app_parts *parts)
{
    free_parts(parts);
    store_close(parts->store);
}

struct app *app_open(const struct app_options *options, const struct app_parts *parts,
                     struct alibi_error *err)
{
    struct app *app = calloc(1, sizeof *app);

    if (app) {
        app->options = *options;
        app->part = *parts;
        return app;
    }
    (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
    app_parts_free(parts);
    return NULL;
}

void app_close(struct app *app)
{
    if (!app)
        return;
    free_parts(&app->part);
    for (size_t i = 0; i < APP_BUCKETS; i++)
        while (app->bucket[i]) {
            struct room *room = app->bucket[i];

            app->bucket[i] = room->next;
            job_free(room->thought);
            room_free(room);
        }
    store_close(app->part.store);
    free(app);
}

/* --- Rooms --- */

/* Ids are random: their letters need no more mixing. */
static struct room **bucket_of(struct app *app, const char *id)
{
    unsigned n = 0;

    for (int i = 0; i < 4; i++)
        n = n * 32 + (unsigned char)id[i];
    return &app->bucket[n % APP_BUCKETS];
}

static bool is_idle(const struct room *room)
{
    return !room->busy && !room->table.thinking_ms && !room->thought && !room->hinting &&
           !room->waiting && !room->streams;
}

static void forget(struct app *app, struct room **at)
{
    struct room *room = *at;

    *at = room->next;
    room_free(room);
    app->n_rooms--;
}

/* Forgets the room that nobody has asked for for the longest time. */
static void make_space(struct app *app)
{
    struct room **oldest = NULL;

    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room **at = &app->bucket[i]; *at; at = &(*at)->next)
            if (is_idle(*at) && (!oldest || (*at)->used < (*oldest)->used))
                oldest = at;
    if (oldest)
        forget(app, oldest);
}

struct room *app_find(struct app *app, const char *id)
{
    struct room **bucket = bucket_of(app, id), *room = *bucket;

    while (room && strcmp(room->table.about.id, id) != 0)
        room = room->next;
    if (!room) {
        room = room_load(app->part.store, id);
        if (!room)
            return NULL;
        if (app->n_rooms >= APP_ROOMS_MAX)
            make_space(app);
        room->next = *bucket;
        *bucket = room;
        app->n_rooms++;
    }
    room->used = app->tick;
    return room->leaving ? NULL : room;
}

unsigned app_seats(const struct visit *v, const struct room *room)
{
    return table_seats_of(&room->table, v->has_guest ? &v->guest : NULL,
                          v->has_key ? &v->key : NULL);
}

struct room *app_room(struct app *app, struct visit *v)
{
    struct room *room = app_find(app, v->r.id);
    struct request *r = &v->r;

    r->seats = room ? app_seats(v, room) : 0;
    if (room && request_may_look(r, &room->table))
        return room;
    request_refuse(r, &request_no.no_game, ALIBI_WITH(r->id));
    return NULL;
}

void app_wait(struct room *room, struct visit *v)
{
    v->progress = VISIT_WAITING;
    v->next = room->waiting;
    room->waiting = v;
}

static void wake(struct app *app, struct visit *v)
{
    if (v->progress == VISIT_WAITING)
        v->progress = VISIT_FRESH;
    app->options.wake(v);
}

static uint32_t below(void *opening, uint64_t k, uint32_t n)
{
    return opening_below(opening, k, n);
}

struct chance app_chance(const struct app *app, struct opening *opening)
{
    return (struct chance){below, opening, app->options.script};
}

/* --- Thinking --- */

static void let_computer_think(struct app *app, struct room *room)
{
    enum alibi_seat seat = table_computer_to_act(&room->table);
    struct job *job;

    if (seat == ALIBI_NOBODY || room->busy || room->table.thinking_ms || room->thought ||
        app->stopping)
        return;
    job = job_new(room->table.session, seat, alibi_session_length(room->table.session));
    if (!job)
        return;
    (void)snprintf(job->game, sizeof job->game, "%s", room->table.about.id);
    (void)snprintf(job->player, sizeof job->player, "%s", room->table.about.player[seat]);
    job->seq = room->table.n_events;
    lottery_draw(&app->options.lottery, &job->seed, sizeof job->seed);
    room->table.thinking_ms = computer_ms(app->part.computer);
    stream_thinking(room);
    computer_ask(app->part.computer, job);
}

/* Plays what the computer has thought of, if the game still stands as it did. */
static void play_thought(struct app *app, struct room *room)
{
    struct job *job = room->thought;
    const char *token[ALIBI_SEQUENCE_MAX];
    struct chance chance = app_chance(app, &room->table.about.opening);
    struct change *change = NULL;
    struct alibi_error err = {.text = "out of memory"};
    size_t at = 0;

    room->thought = NULL;
    if (job->seq == room->table.n_events && room->table.about.status == TABLE_PLAYING) {
        for (int i = 0; i < job->n_answer; i++)
            token[i] = job->answer[i];
        change = change_new(&room->table);
        if (change && change_moves(change, &room->table, job->seat, token,
                                   (size_t)job->n_answer, &chance, &at, &err) == ALIBI_OK) {
            app_write(app, room, change, NULL, 0, NULL, alibi_viewer_of(job->seat));
        } else {
            journal("error", "thought", "%s", err.text);
            free(change);
        }
    }
    job_free(job);
}

static void thought_done(struct app *app, struct job *job)
{
    struct room *room = app_find(app, job->game);

    if (job->context) {
        struct visit *v = job->context;

        if (room)
            room->hinting = false;
        handle_hinted(app, v, job);
        wake(app, v);
        job_free(job);
        return;
    }
    if (job->point) {
        if (room)
            course_judged(app, room, job);
        job_free(job);
        return;
    }
    if (!room || app->stopping || job->n_answer == 0) {
        if (!app->stopping)
            journal("error", "thought", "the player %s has no answer", job->player);
        if (room)
            room->table.thinking_ms = 0;
        job_free(job);
        return;
    }
    room->table.thinking_ms = 0;
    room->thought = job;
    if (!room->busy)
        play_thought(app, room);
}

/* --- Writing --- */

void app_write(struct app *app, struct room *room, struct change *change, struct visit *v,
               unsigned status, struct json_out *answer, enum alibi_viewer viewer)
{
    struct pending *pending = calloc(1, sizeof *pending);

    if (!pending) {
        if (v)
            request_refuse(&v->r, &request_no.memory, NULL);
        if (answer)
            free(answer->text);
        free(change);
        return;
    }
    *pending = (struct pending){.room = room, .visit = v, .status = status, .viewer = viewer};
    pending->has_answer = answer != NULL;
    if (answer)
        pending->answer = *answer;
    change->context = pending;
    if (room)
        room->busy = true;
    if (v)
        v->progress = VISIT_WAITING;
    app->writing++;
    writer_submit(app->part.writer, change);
}

static void wake_waiting(struct app *app, struct room *room)
{
    struct visit *v = room->waiting;

    room->waiting = NULL;
    while (v) {
        struct visit *next = v->next;

        wake(app, v);
        v = next;
    }
}

static void answer_written(struct pending *p, const struct change *change)
{
    struct request *r = &p->visit->r;
    size_t first = (size_t)change->seq, last = first + change->n_events;

    if (!change->done)
        request_refuse(r, &request_no.not_written, NULL);
    else if (p->has_answer)
        request_answer(r, p->status, &p->answer);
    else
        table_played(&p->room->table, r, first, last, p->viewer);
}

/* A change has been tried. What is on the disk must get into the room: without the memory for
 * that there is no honest way to go on. */
static void settle(struct app *app, const struct change *change)
{
    struct pending *p = change->context;
    struct room *room = p->room;

    if (room) {
        room->busy = false;
        if (change->done && !table_apply(&room->table, change))
            abort();
    } else if (change->done) {
        room = app_find(app, change->about.id);
    }
    app->count.moves += change->done ? change->n_events : 0;
    if (p->visit) {
        answer_written(p, change);
        wake(app, p->visit);
    }
    if (room && change->done)
        stream_events(room);
    if (room && room->thought)
        play_thought(app, room);
    if (room && !room->busy) {
        if (change->done)
            let_computer_think(app, room); /* else in a second, see app_tick */
        wake_waiting(app, room);
    }
}

/* Forgets a room whose game was to be removed. app_find has let nobody in since; if the game
 * could not be removed, the next request loads it again. */
static void leave(struct app *app, struct room *room)
{
    struct room **at = bucket_of(app, room->table.about.id);

    while (*at != room)
        at = &(*at)->next;
    forget(app, at);
}

static void change_done(struct app *app, struct change *change)
{
    struct pending *p = change->context;

    app->writing--;
    if (change->removes)
        leave(app, p->room);
    else
        settle(app, change);
    free(p->answer.text);
    free(p);
    free(change->also);
    free(change);
}

void app_collect(struct app *app)
{
    struct change *change;
    struct visit *v;
    struct job *job;

    for (change = writer_collect(app->part.writer); change;) {
        struct change *next = change->next;

        change_done(app, change);
        change = next;
    }
    for (job = computer_collect(app->part.computer); job;) {
        struct job *next = job->next;

        thought_done(app, job);
        job = next;
    }
    while ((v = album_collect(app->part.album)))
        wake(app, v);
}

/* --- Time --- */

bool app_remove(struct app *app, const char *id)
{
    struct room *room = app_find(app, id);
    struct change *change = room && is_idle(room) ? change_new(&room->table) : NULL;

    if (!change)
        return false;
    change->removes = true;
    app_write(app, room, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
    room->leaving = room->busy;
    return room->leaving;
}

/* Has games removed in which nothing has happened for long, but none that is in use. */
static void remove_old(struct app *app)
{
    char id[REMOVE_MAX][ID_SIZE];
    size_t n = store_old(app->part.store, app->options.keep_days, id, REMOVE_MAX);

    for (size_t i = 0; i < n; i++)
        (void)app_remove(app, id[i]);
}

void app_tick(struct app *app)
{
    app->tick++;
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next) {
            if (app->tick % STREAM_BEAT == 0)
                stream_beat(room);
            /* The server has been restarted, or a move of the computer's was not written. */
            let_computer_think(app, room);
        }
    if (app->options.keep_days > 0 && app->tick % REMOVE_EVERY == 1 && !app->stopping)
        remove_old(app);
}

int app_timeout(struct app *app, int most)
{
    return computer_timeout(app->part.computer, most);
}

void app_stop(struct app *app)
{
    app->stopping = true;
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next)
            stream_end(room);
}
