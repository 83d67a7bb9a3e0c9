/* Rooms in memory, changes on their way to the disk, thoughts on their way back. */
#include "app.h"

#include "chain.h"
#include "commitment.h"
#include "journal.h"
#include "pending_games.h"
#include "stream.h"
#include "tournament_followers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HURRIED 0.5 /* of its time or less is worth telling */

enum {
    REMOVE_EVERY = 10, /* seconds between two looks for games to remove */
    BEATEN_MAX = 5,    /* attempts to make a game of which others say that it is there */
    SWEEP_EVERY = 60,  /* and for what counts no more */
    THINK_MS_MIN = 4,
    THINK_MS_MAX = 600000,
};

/* What is to be done when a change has been written. */
struct pending {
    struct room *room;
    struct visit *visit;
    unsigned status;
    bool unsure;     /* an earlier attempt may have been kept */
    bool has_answer; /* else the events are the answer */
    struct json_out answer;
    enum alibi_viewer viewer;
};

void app_parts_free(const struct app_parts *part)
{
    computer_free(part->computer);
    album_free(part->album);
    scribe_free(part->scribe);
    people_service_free(part->people_service);
    writer_free(part->writer);
    reader_free(part->reader);
}

struct app *app_open(const struct app_options *options, const struct app_parts *parts,
                     struct alibi_error *err)
{
    struct app *app = calloc(1, sizeof *app);

    if (app) {
        app->options = *options;
        app->quota.on = options->quotas;
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
    app_parts_free(&app->part);
    for (size_t i = 0; i < APP_BUCKETS; i++)
        while (app->bucket[i]) {
            struct room *room = app->bucket[i];

            app->bucket[i] = room->next;
            room_free(room);
        }
    for (size_t i = 0; i < PLACES_MAX; i++)
        free(app->deadlines[i].heap);
    crowd_clear(&app->crowd);
    quota_clear(&app->quota);
    credential_cache_clear(&app->credentials);
    free(app->lobby.text);
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

/* A move that was found during a pause is played after it. */
static bool is_kept(const struct room *room)
{
    return room->thought && room->table.about.clocks.paused &&
           room->thought->seq == room->table.n_events &&
           room->table.about.status == TABLE_PLAYING;
}

static bool is_idle(const struct room *room)
{
    return !room->busy && !room->table.thinking_ms && (!room->thought || is_kept(room)) &&
           !room->hinting && !room->waiting && !room->streams;
}

static void forget(struct app *app, struct room **at)
{
    struct room *room = *at;

    *at = room->next;
    app_drop_due(app, room);
    room_free(room);
    app->n_rooms--;
}

/* Forgets the room that nobody has asked for for the longest time, if there are many that
 * nobody follows; otherwise notes when there may be. Rooms that are followed do not count: they
 * would leave no place for others, and what was read would be forgotten before it is looked at.
 */
static void make_space(struct app *app)
{
    struct room **oldest = NULL;
    size_t idle = 0;

    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room **at = &app->bucket[i]; *at; at = &(*at)->next)
            if (is_idle(*at)) {
                idle++;
                if (!oldest || (*at)->used < (*oldest)->used)
                    oldest = at;
            }
    if (idle >= APP_ROOMS_MAX)
        forget(app, oldest);
    else
        app->rooms_unlooked = app->n_rooms + APP_ROOMS_MAX - idle;
}

struct room *app_here(struct app *app, const char *id)
{
    struct room *room = *bucket_of(app, id);

    while (room && strcmp(room->table.about.id, id) != 0)
        room = room->next;
    if (room)
        room->used = app->tick;
    return room;
}

void app_add(struct app *app, struct room *room)
{
    struct room **bucket = bucket_of(app, room->table.about.id);

    if (app->n_rooms >= APP_ROOMS_MAX && app->n_rooms >= app->rooms_unlooked)
        make_space(app);
    room->used = app->tick;
    room->next = *bucket;
    *bucket = room;
    app->n_rooms++;
    app_set_due(app, room);
}

bool app_is_public(struct app *app, const char *id)
{
    const struct room *room = app_here(app, id);

    return room && room->table.about.is_public;
}

unsigned app_seats(const struct visit *v, const struct room *room)
{
    return table_seats_of(&room->table, v->has_guest ? &v->guest : NULL,
                          v->has_key ? &v->key : NULL);
}

void app_refuse_lost(struct visit *v, enum seek seek)
{
    if (seek == SEEK_NONE)
        request_refuse(&v->r, &request_no.no_game, ALIBI_WITH(v->r.id));
    else if (seek == SEEK_FAILED)
        request_refuse(&v->r, &request_no.unreadable, NULL);
    else if (seek == SEEK_DAMAGED)
        request_refuse(&v->r, &request_no.damaged, ALIBI_WITH(v->r.id));
}

struct room *app_room(struct app *app, struct visit *v)
{
    struct room *room;
    enum seek seek = app_seek(app, v, v->r.id, &room);

    if (seek == SEEK_HERE) {
        app_stamp(app, room);
        v->r.seats = app_seats(v, room);
        if (v->has_guest && table_seats_of(&room->table, &v->guest, NULL))
            guest_known(app, v);
        if (request_may_look(&v->r, &room->table)) {
            holder_seen(app, v, room);
            return room;
        }
        seek = SEEK_NONE;
    }
    app_refuse_lost(v, seek);
    return NULL;
}

void app_wait(struct room *room, struct visit *v)
{
    v->progress = VISIT_WAITING;
    v->next = room->waiting;
    room->waiting = v;
}

void app_wake(struct app *app, struct visit *v)
{
    if (v->progress == VISIT_WAITING)
        v->progress = VISIT_FRESH;
    app->options.wake(v);
}

void app_tell(struct app *app, struct visit *v)
{
    if (v && --v->orders == 0)
        app_wake(app, v);
}

static uint32_t below(void *opening, uint64_t k, uint32_t n)
{
    return opening_below(opening, k, n);
}

struct chance app_chance(const struct app *app, struct opening *opening)
{
    return (struct chance){below, opening, app->options.script};
}

struct asker app_asker(const struct visit *v)
{
    return (struct asker){v->has_guest, v->has_network, v->guest, v->network};
}

/* --- Thinking --- */

/* A thought that counted for whoever has moved is over. */
static void give_thought(struct app *app, struct room *room)
{
    if (!room->paid || room->table.thinking_ms || (room->thought && !is_kept(room)))
        return;
    room->paid = false;
    quota_give(&app->quota, QUOTA_THOUGHTS, &room->payer);
}

/* What a decision may cost the computer's SEAT, which has a clock like others: a turn takes it
 * about one and a half times that. 0: as long as usual. */
static unsigned time_to_think(struct app *app, struct room *room, enum alibi_seat seat)
{
    const struct table_about *about = &room->table.about;
    struct clock_terms terms = table_clock_terms(about);
    int64_t ms;

    if (!about->clocks.on)
        return 0;
    app_stamp(app, room);
    ms = about->clocks.left[seat] / TURNS_AHEAD + terms.more / 2;
    return ms < THINK_MS_MAX ? ms > THINK_MS_MIN ? (unsigned)ms : THINK_MS_MIN : THINK_MS_MAX;
}

static void let_computer_think(struct app *app, struct room *room)
{
    enum alibi_seat seat = table_computer_to_act(&room->table);
    struct job *job;

    if (seat == ALIBI_NOBODY || room->table.about.clocks.paused || room->busy || room->stale ||
        room->table.thinking_ms || room->thought || app->stopping || app->tick < room->theirs)
        return;
    job = job_new(room->table.session, seat, alibi_session_length(room->table.session));
    if (!job)
        return;
    (void)snprintf(job->game, sizeof job->game, "%s", room->table.about.id);
    (void)snprintf(job->player, sizeof job->player, "%s", room->table.about.player[seat]);
    job->seq = room->table.n_events;
    lottery_draw(&app->options.lottery, &job->seed, sizeof job->seed);
    job->most_ms = time_to_think(app, room, seat);
    room->table.thinking_ms = job_ms(job, computer_ms(app->part.computer));
    stream_thinking(room);
    computer_ask(app->part.computer, job);
}

/* What JOB has cost: where only others know that, at most the time that it was given, and at
 * most what has passed: a quarter to begin with, all of it for the first decision and a quarter
 * for each other (thinking.h). */
static int64_t spent_on(const struct job *job, int64_t passed)
{
    int64_t given = (int64_t)(job->got_ms / 4 * (4 + job->n_answer));

    return job->spent_ms >= 0 ? (int64_t)job->spent_ms : given < passed ? given : passed;
}

/* What it has thought counts on its clock; how long it has waited for a thread does not. */
static void write_thought(struct app *app, struct room *room, struct change *change,
                          const struct job *job)
{
    int64_t now = app_time(app, room->table.about.place);
    int64_t passed = now - room->table.about.clocks.since;
    struct timing timing = {.now = now, .used = spent_on(job, passed > 0 ? passed : 0)};

    if (change_clocks(change, &room->table.about, &timing)) {
        app_write(app, room, change, NULL, 0, NULL, alibi_viewer_of(job->seat));
        return;
    }
    free(change);
    app_flag(app, room, job->seat);
}

/* Plays what the computer has thought of, if the game still stands as it did; not yet during a
 * pause. */
static void play_thought(struct app *app, struct room *room)
{
    struct job *job = room->thought;
    const char *token[ALIBI_SEQUENCE_MAX];
    struct chance chance = app_chance(app, &room->table.about.opening);
    struct change *change = NULL;
    struct alibi_error err = {.text = "out of memory"};
    size_t at = 0;

    if (is_kept(room)) {
        give_thought(app, room);
        return;
    }
    room->thought = NULL;
    if (job->seq == room->table.n_events && room->table.about.status == TABLE_PLAYING) {
        for (int i = 0; i < job->n_answer; i++)
            token[i] = job->answer[i];
        change = change_new(&room->table);
        if (change && change_moves(change, &room->table, job->seat, token,
                                   (size_t)job->n_answer, &chance, &at, &err) == ALIBI_OK) {
            write_thought(app, room, change, job);
        } else {
            journal("error", "thought", "%s", err.text);
            free(change);
        }
    }
    job_free(job);
}

/* What a decision really got is told: where many think at once it is less than was promised.
 * How much that is depends on the others, not on what the seat knows. */
static void tell_time(struct app *app, struct room *room, const struct job *job)
{
    if (job->got_ms <= 0)
        return; /* nobody has measured it */
    histogram_add(&app->metrics.thought, job->got_ms / 1000);
    if (job->context || job->point || !room ||
        job->got_ms > HURRIED * job_ms(job, computer_ms(app->part.computer)))
        return;
    room->hurried = job->seat;
    stream_hurried(room, (unsigned)job->got_ms + 1);
}

static void thought_done(struct app *app, struct job *job)
{
    struct room *room = app_here(app, job->game);

    tell_time(app, room, job);
    if (job->context) {
        struct visit *v = job->context;

        struct asker asker = app_asker(v);

        if (room)
            room->hinting = false;
        quota_give(&app->quota, QUOTA_THOUGHTS, &asker);
        v->progress = VISIT_FRESH;
        handle_hinted(app, v, job);
        if (v->progress == VISIT_FRESH) /* else it waits for the game to be read again */
            app_wake(app, v);
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
        if (room) {
            room->table.thinking_ms = 0;
            give_thought(app, room);
        }
        job_free(job);
        return;
    }
    room->table.thinking_ms = 0;
    room->thought = job;
    if (!room->busy && !room->stale)
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
        app_tell(app, change->told);
        free(change);
        return;
    }
    *pending = (struct pending){.room = room, .visit = v, .status = status, .viewer = viewer};
    pending->has_answer = answer != NULL;
    if (answer)
        pending->answer = *answer;
    change->context = pending;
    if (room || change->is_new)
        chain_change(change, room ? &room->sum : NULL);
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

        app_wake(app, v);
        v = next;
    }
}

static void answer_written(struct pending *p, const struct change *change)
{
    struct request *r = &p->visit->r;
    size_t first = (size_t)change->seq, last = first + change->n_events;

    if (change->outcome == CHANGE_TOO_MANY)
        request_refuse(r, &request_no.quota_games, NULL);
    else if (change->outcome != CHANGE_DONE)
        request_refuse(r,
                       p->unsure || change->outcome == CHANGE_UNSURE ? &request_no.unsure
                                                                     : &request_no.not_written,
                       NULL);
    else if (p->has_answer)
        request_answer(r, p->status, &p->answer);
    else
        table_played(&p->room->table, r, first, last, p->viewer);
}

/* A guest is no holder any more, wherever that was, or its heir is. */
static void forget_guest(struct app *app, const struct change *change)
{
    const struct hash *guest = &change->gone.guest;

    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next) {
            if (change->has_heir)
                table_replace_guest(&room->table, guest, &change->heir);
            else
                table_remove_guest(&room->table, guest);
            holder_streams(room);
        }
}

/* The room is not busy any more. After a failure the computer thinks again in a second only,
 * see app_tick. */
static void go_on(struct app *app, struct room *room, bool think)
{
    if (room->thought)
        play_thought(app, room);
    if (room->busy)
        return;
    if (think)
        let_computer_think(app, room);
    give_thought(app, room);
    wake_waiting(app, room);
}

void app_settled(struct app *app, struct room *room)
{
    go_on(app, room, true);
}

/* What is on the disk must get into the room: without the memory for that there is no honest
 * way to go on. A new game may also be read when somebody asks for it. */
static struct room *keep(struct app *app, struct room *room, const struct change *change)
{
    app->metrics.events += change->n_events;
    app->metrics.flags += change->n_events > 0 && change->event[0].kind == EVENT_FLAG;
    if (!room) {
        room = room_begun(change);
        if (room)
            app_add(app, room);
    } else if (!room_apply(room, change)) {
        abort();
    } else {
        app_set_due(app, room);
    }
    return room;
}

/* A change has been tried. If the game is not as the room has it, or nobody knows, it is read
 * again; who asked is then handled afresh, and may find that it has been done. */
static void settle(struct app *app, const struct change *change)
{
    struct pending *p = change->context;
    struct room *room = p->room;
    bool done = change->outcome == CHANGE_DONE;

    if (room)
        room->busy = false;
    if (done && change->leaves)
        forget_guest(app, change);
    else if (done)
        room = keep(app, room, change);
    if (change->is_new && !p->visit &&
        (done || change->outcome == CHANGE_CONFLICT)) /* by the people service's order */
        pending_game_made(app, change->about.id);
    if (change->is_new && change->outcome == CHANGE_CONFLICT && p->visit) {
        p->visit->lost = FOUND;               /* somebody else has made it: there is one now */
        if (++p->visit->beaten == BEATEN_MAX) /* and it was removed again each time */
            answer_written(p, change);
        app_wake(app, p->visit);
        return;
    }
    if (room && (change->outcome == CHANGE_CONFLICT || change->outcome == CHANGE_UNSURE)) {
        room->unsure = change->outcome == CHANGE_UNSURE;
        app_renew(app, room, p->visit);
        return;
    }
    if (done) {
        lobby_changed(&app->lobby, change);
        follow_changed(app, room, change);
    }
    if (room)
        app_stamp(app, room);
    if (p->visit) {
        answer_written(p, change);
        app_wake(app, p->visit);
    }
    if (room && done) {
        stream_events(room);
        stream_clocks(room);
    }
    if (room && done)
        game_begun(app, change);
    if (done && change->also)
        game_begun(app, change->also);
    if (room && done && room->table.about.status == TABLE_OVER && change->n_events)
        result_tell(app, room);
    if (room && done && !change->n_events)
        holder_streams(room);
    if (room && room->stale)
        app_renew(app, room, NULL);
    else if (room)
        go_on(app, room, done);
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

/* A new game of which nobody knows whether it was written is written once more: that its id is
 * there already is then what was wanted. */
static bool try_again(struct app *app, struct change *change)
{
    struct pending *p = change->context;

    if (change->outcome != CHANGE_UNSURE || !change->is_new || app->stopping)
        return false;
    p->unsure = true;
    change->again = true;
    app->writing++;
    writer_submit(app->part.writer, change);
    return true;
}

static void change_done(struct app *app, struct change *change)
{
    struct pending *p = change->context;

    app->writing--;
    if (try_again(app, change))
        return;
    app->metrics.changes += change->outcome == CHANGE_DONE && !change->marks;
    app->metrics.changes_failed +=
        change->outcome != CHANGE_DONE && change->outcome != CHANGE_TOO_MANY;
    if (change->outcome == CHANGE_DONE && !change->sweeps)
        app->proved = app->tick;
    if (change->probes) {
        handle_probed(p->visit, change);
        app_wake(app, p->visit);
    } else if (change->marks) {
        app_marked(app, change, p->visit);
    } else if (!change->removes && !change->sweeps) {
        settle(app, change);
    } else if (p->room) {
        leave(app, p->room);
    }
    app_tell(app, change->told);
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

    app_take_news(app);
    app_take_calls(app);
    app_take_read(app);
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
    app_fall(app);
    while ((v = album_collect(app->part.album)))
        app_wake(app, v);
    while ((v = scribe_collect(app->part.scribe)))
        app_wake(app, v);
    app_take_petitions(app);
}

/* --- Time --- */

bool app_remove(struct app *app, const char *id, unsigned place)
{
    struct room *room = app_here(app, id);
    struct change *change = !room || is_idle(room) ? calloc(1, sizeof *change) : NULL;

    if (!change)
        return false;
    change->removes = true;
    change->about.place = place;
    (void)snprintf(change->about.id, ID_SIZE, "%s", id);
    if (room)
        room->leaving = true;
    app_write(app, room, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
    return true;
}

/* What the store has counted is forgotten there. */
static void sweep_counts(struct app *app)
{
    struct change *change = calloc(1, sizeof *change);

    if (!change)
        return;
    change->sweeps = true;
    app_write(app, NULL, change, NULL, 0, NULL, ALIBI_AS_PUBLIC);
}

void app_tick(struct app *app)
{
    app->tick++;
    app->rooms_unlooked = 0; /* people have stopped to follow games */
    quota_tick(&app->quota);
    app_mark(app);
    pending_game_tick(app);
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next) {
            app_stamp(app, room);
            stream_tick(room, app->tick);
            presence_tick(app, room);
            talking_look(app, room);
            /* The server has been restarted, or a move of the computer's was not written. */
            let_computer_think(app, room);
            if (room->stale && room->streams && !room->busy)
                app_renew(app, room, NULL); /* it could not be read when that was heard */
        }
    presence_ticked(app);
    follow_tick(app);
    lobby_tick(app);
    tournament_followers_tick(app);
    if (app->options.counts_together && app->quota.on && app->tick % SWEEP_EVERY == 1 &&
        !app->stopping)
        sweep_counts(app);
    if (app->options.keep_days > 0 && app->tick % REMOVE_EVERY == 1 && !app->stopping)
        (void)app_read(
            app, &(struct errand){.kind = ERRAND_OLD, .days = app->options.keep_days}, NULL);
}

int app_timeout(struct app *app, int most)
{
    return computer_timeout(app->part.computer, app_until_fall(app, most));
}

void app_stop(struct app *app)
{
    app->stopping = true;
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next)
            stream_end(room);
    follow_end(app);
    lobby_end(app);
    tournament_followers_end(app);
}
