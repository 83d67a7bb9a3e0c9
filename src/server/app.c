/* Rooms in memory, changes on their way to the disk, thoughts on their way back. */
#include "app.h"

#include "answer.h"
#include "journal.h"
#include "plan.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { REMOVE_MAX = 20, REMOVE_EVERY = 10 }; /* games at a time; seconds between two times */

/* What is to be done when a change has been written. */
struct pending {
    struct room *room;
    struct request *request;
    unsigned status;
    json_t *answer;
    enum alibi_viewer viewer;
};

struct app *app_open(const struct app_options *options, struct alibi_error *err)
{
    struct app *app = calloc(1, sizeof *app);

    if (!app)
        return NULL;
    app->options = *options;
    app->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (app->wake_fd < 0 || !lottery_open(&app->lottery, options->seed)) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "libsodium or eventfd cannot be used");
        app_close(app);
        return NULL;
    }
    app->store = store_open(options->folder, err);
    if (app->store) {
        app->writer = writer_new(app->store, app->wake_fd);
        app->computer = computer_new(options->threads, options->think_ms, app->wake_fd);
        if (app->writer && app->computer)
            return app;
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "threads cannot be started");
    }
    app_close(app);
    return NULL;
}

void app_close(struct app *app)
{
    if (!app)
        return;
    computer_free(app->computer);
    writer_free(app->writer);
    for (size_t i = 0; i < APP_BUCKETS; i++)
        while (app->bucket[i]) {
            struct room *room = app->bucket[i];

            app->bucket[i] = room->next;
            job_free(room->thought);
            room_free(room);
        }
    store_close(app->store);
    if (app->wake_fd >= 0)
        (void)close(app->wake_fd);
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
    return !room->busy && !room->thinking && !room->thought && !room->hinting &&
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

    while (room && strcmp(room->about.id, id) != 0)
        room = room->next;
    if (!room) {
        room = room_load(app->store, id);
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

struct room *app_room(struct app *app, struct request *r)
{
    struct room *room = app_find(app, r->id);

    if (room && request_may_look(r, room))
        return room;
    request_refuse(r, &server_no.no_game, ALIBI_WITH(r->id));
    return NULL;
}

void app_wait(struct room *room, struct request *r)
{
    r->progress = REQUEST_WAITING;
    r->next = room->waiting;
    room->waiting = r;
}

static void wake(struct app *app, struct request *r)
{
    if (r->progress == REQUEST_WAITING)
        r->progress = REQUEST_FRESH;
    app->options.wake(r);
}

/* --- Thinking --- */

static void let_computer_think(struct app *app, struct room *room)
{
    enum alibi_seat seat = room_computer_to_act(room);
    struct job *job;

    if (seat == ALIBI_NOBODY || room->busy || room->thinking || room->thought || app->stopping)
        return;
    job = job_new(room->session, seat);
    if (!job)
        return;
    (void)snprintf(job->game, sizeof job->game, "%s", room->about.id);
    (void)snprintf(job->player, sizeof job->player, "%s", room->about.player[seat]);
    job->seq = room->n_events;
    lottery_draw(&app->lottery, &job->seed, sizeof job->seed);
    room->thinking = true;
    stream_thinking(room);
    computer_ask(app->computer, job);
}

/* Plays what the computer has thought of, if the game still stands as it did. */
static void play_thought(struct app *app, struct room *room)
{
    struct job *job = room->thought;
    const char *token[ALIBI_SEQUENCE_MAX];
    struct store_change *plan = NULL;
    struct alibi_error err = {.text = "out of memory"};
    size_t at = 0;

    room->thought = NULL;
    if (job->seq == room->n_events && room->about.status == STORE_PLAYING) {
        for (int i = 0; i < job->n_answer; i++)
            token[i] = job->answer[i];
        plan = plan_new(room);
        if (plan && plan_moves(plan, room, job->seat, token, (size_t)job->n_answer,
                               app->options.script, &at, &err) == ALIBI_OK) {
            app_write(app, room, plan, NULL, 0, NULL, alibi_viewer_of(job->seat));
        } else {
            journal("error", "thought", "%s", err.text);
            free(plan);
        }
    }
    job_free(job);
}

static void thought_done(struct app *app, struct job *job)
{
    struct room *room = app_find(app, job->game);

    if (job->context) {
        struct request *r = job->context;

        if (room)
            room->hinting = false;
        handle_hinted(app, r, job);
        app->options.wake(r);
        job_free(job);
        return;
    }
    if (!room || app->stopping || job->n_answer == 0) {
        if (!app->stopping)
            journal("error", "thought", "the player %s has no answer", job->player);
        if (room)
            room->thinking = false;
        job_free(job);
        return;
    }
    room->thinking = false;
    room->thought = job;
    if (!room->busy)
        play_thought(app, room);
}

/* --- Writing --- */

void app_write(struct app *app, struct room *room, struct store_change *plan, struct request *r,
               unsigned status, json_t *answer, enum alibi_viewer viewer)
{
    struct pending *pending = calloc(1, sizeof *pending);

    if (!pending) {
        if (r)
            request_refuse(r, &server_no.memory, NULL);
        json_decref(answer);
        free(plan);
        return;
    }
    *pending = (struct pending){room, r, status, answer, viewer};
    plan->context = pending;
    if (room)
        room->busy = true;
    if (r)
        r->progress = REQUEST_WAITING;
    app->writing++;
    writer_submit(app->writer, plan);
}

static void wake_waiting(struct app *app, struct room *room)
{
    struct request *r = room->waiting;

    room->waiting = NULL;
    while (r) {
        struct request *next = r->next;

        wake(app, r);
        r = next;
    }
}

static void answer_written(const struct pending *p, const struct store_change *change)
{
    size_t last = change->seq + change->n_events;

    if (!change->done)
        request_refuse(p->request, &server_no.not_written, NULL);
    else if (p->answer)
        request_answer(p->request, p->status, json_incref(p->answer));
    else
        request_answer(p->request, p->status,
                       answer_played(p->room, change->seq, last, p->viewer));
}

/* A change has been tried. What is on the disk must get into the room: without the memory for
 * that there is no honest way to go on. */
static void settle(struct app *app, const struct store_change *change)
{
    const struct pending *p = change->context;
    struct room *room = p->room;

    if (room) {
        room->busy = false;
        if (change->done && !room_apply(room, change))
            abort();
    } else if (change->done) {
        room = app_find(app, change->game.id);
    }
    app->count.moves += change->done ? change->n_events : 0;
    if (p->request) {
        answer_written(p, change);
        wake(app, p->request);
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

/* Nobody has been let into a room that was leaving: if the game is there still, it is loaded
 * anew. */
static void leave(struct app *app, struct room *room)
{
    struct room **at = bucket_of(app, room->about.id);

    while (*at != room)
        at = &(*at)->next;
    forget(app, at);
}

static void change_done(struct app *app, struct store_change *change)
{
    struct pending *p = change->context;

    app->writing--;
    if (change->removes)
        leave(app, p->room);
    else
        settle(app, change);
    json_decref(p->answer);
    free(p);
    free(change->also);
    free(change);
}

void app_collect(struct app *app)
{
    struct store_change *change;
    struct job *job;
    uint64_t n;

    (void)!read(app->wake_fd, &n, sizeof n);
    for (change = writer_collect(app->writer); change;) {
        struct store_change *next = change->next;

        change_done(app, change);
        change = next;
    }
    for (job = computer_collect(app->computer); job;) {
        struct job *next = job->next;

        thought_done(app, job);
        job = next;
    }
}

/* --- Time --- */

/* Has games removed in which nothing has happened for long, but none that is in use. */
static void remove_old(struct app *app)
{
    char id[REMOVE_MAX][ID_SIZE];
    size_t n = store_old(app->store, app->options.keep_days, id, REMOVE_MAX);

    for (size_t i = 0; i < n; i++) {
        struct room *room = app_find(app, id[i]);
        struct store_change *plan = room && is_idle(room) ? plan_new(room) : NULL;

        if (!plan)
            continue;
        plan->removes = true;
        app_write(app, room, plan, NULL, 0, NULL, ALIBI_AS_PUBLIC);
        room->leaving = room->busy;
    }
}

void app_tick(struct app *app)
{
    app->tick++;
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next) {
            if (app->tick % STREAM_BEAT == 0)
                stream_beat(room);
            /* The server was started anew, or a move of the computer's was not written. */
            let_computer_think(app, room);
        }
    if (app->options.keep_days > 0 && app->tick % REMOVE_EVERY == 1 && !app->stopping)
        remove_old(app);
}

int app_timeout(struct app *app, int most)
{
    return computer_timeout(app->computer, most);
}

void app_stop(struct app *app)
{
    app->stopping = true;
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next)
            stream_end(room);
}
