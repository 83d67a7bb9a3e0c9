/* Playing and hints: the table answers; here it is written, remembered, and thought about. */
#include "answer.h"
#include "app.h"
#include "commitment.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HINTS_MAX = 64 }; /* thoughts that may wait before hints are refused */

/* The room and the body of somebody who wants to act; NULL after a refusal. */
static struct room *read_play(struct app *app, struct visit *v, unsigned parts,
                              struct body_play *play)
{
    struct room *room = app_room(app, v);

    return room && table_read_play(&room->table, &v->r, parts, play) ? room : NULL;
}

/* --- Playing --- */

/* What was asked, so that a repeated key can be told from a reused one. */
static struct hash digest_of(enum route route, const struct body_play *play)
{
    char text[64 + BODY_TOKENS_MAX * (ALIBI_TOKEN_MAX + 1)];
    struct alibi_text out = alibi_text_in(text, sizeof text);

    alibi_text_format(&out, "%d %d %llu", (int)route, (int)play->seat,
                      (unsigned long long)play->seq);
    for (size_t i = 0; i < play->n; i++)
        alibi_text_format(&out, " %s", play->token[i]);
    return hash_of(text, out.len);
}

/* The key of a request among those of the game: each seat has its own. */
static void name_request(char out[REQUEST_SIZE], const struct body_play *play)
{
    (void)snprintf(out, REQUEST_SIZE, "%c.%s", alibi_seat_name(play->seat)[0], play->key);
}

/* Answers a request that was done before; false if it was not. */
static bool answer_again(struct request *r, const struct room *room,
                         const struct body_play *play)
{
    struct hash digest = digest_of(r->route, play);
    const struct done_request *before;
    char name[REQUEST_SIZE];

    name_request(name, play);
    before = room_request(room, name);
    if (!before)
        return false;
    if (!hash_equal(&before->digest, &digest))
        request_refuse(r, &request_no.key_reused, NULL);
    else
        table_played(&room->table, r, (size_t)before->seq,
                     (size_t)(before->seq + before->count), alibi_viewer_of(play->seat));
    return true;
}

/* Has the change, unless it was refused, written under the request's key. */
static void write_play(struct app *app, struct visit *v, struct room *room,
                       struct change *change, const struct body_play *play)
{
    struct hash digest = digest_of(v->r.route, play);
    char name[REQUEST_SIZE];

    if (!change)
        return;
    name_request(name, play);
    change_request(change, name, &digest);
    app_write(app, room, change, v, 200, NULL, alibi_viewer_of(play->seat));
}

/* What the computer will think about a move counts for whoever has made it. False after a
 * refusal. */
static bool pay_thought(struct app *app, struct visit *v, struct room *room)
{
    if (table_is_of_people(&room->table.about) || room->paid)
        return true;
    room->payer = app_asker(v);
    room->paid = quota_take(&app->quota, QUOTA_THOUGHTS, &room->payer);
    if (!room->paid)
        request_refuse(&v->r, &request_no.quota_thoughts, NULL);
    return room->paid;
}

/* Sets the clocks by when the request arrived, however long it has waited since. False if the
 * time of SEAT was up by then: V waits until the game is over. */
static bool keep_time(struct app *app, struct visit *v, struct room *room,
                      struct change *change, enum alibi_seat seat)
{
    int64_t now = app_time(app, room->table.about.place);
    struct timing timing = {
        .now = now, .arrived = now - (app_real(app) - v->arrived), .used = -1};

    if (change_clocks(change, &room->table.about, &timing))
        return true;
    app_flag(app, room, seat);
    app_wait(room, v);
    return false;
}

void handle_moves(struct app *app, struct visit *v)
{
    struct body_play play;
    struct room *room = read_play(app, v, BODY_SEQ | BODY_TOKENS | BODY_KEY, &play);
    struct change *change;
    struct chance chance;

    if (room && room->busy) {
        app_wait(room, v);
    } else if (room && !answer_again(&v->r, room, &play)) {
        chance = app_chance(app, &room->table.about.opening);
        change = table_moves(&room->table, &v->r, &play, &chance);
        if (change &&
            (!keep_time(app, v, room, change, play.seat) || !pay_thought(app, v, room))) {
            free(change);
            change = NULL;
        }
        write_play(app, v, room, change, &play);
    }
}

/* Giving the game up, aborting it, claiming the win of one that was left. */
void handle_ending(struct app *app, struct visit *v)
{
    struct body_play play;
    struct room *room = read_play(app, v, BODY_KEY, &play);
    struct change *change;

    if (room && room->busy) {
        app_wait(room, v);
    } else if (room && !answer_again(&v->r, room, &play)) {
        presence_look(app, room);
        change = v->r.route == ROUTE_RESIGN  ? table_resign(&room->table, &v->r, &play)
                 : v->r.route == ROUTE_ABORT ? table_abort(&room->table, &v->r, &play)
                                             : table_claim(&room->table, &v->r, &play);
        if (change)
            app_set_clocks(app, change, &room->table.about);
        write_play(app, v, room, change, &play);
    }
}

/* A wish that is there already changes nothing, so it needs no key of its own. */
void handle_pause(struct app *app, struct visit *v)
{
    struct body_play play;
    struct room *room = read_play(app, v, BODY_PAUSED, &play);
    struct change *change;

    if (room && room->busy) {
        app_wait(room, v);
        return;
    }
    change = room ? table_pause(&room->table, &v->r, &play) : NULL;
    if (change)
        app_write(app, room, change, v, 200, NULL, alibi_viewer_of(play.seat));
}

/* --- Entropy --- */

/* What a seat adds to the chance of the game, once: the commitment is known by then, and
 * nothing is dealt before. */
void handle_entropy(struct app *app, struct visit *v)
{
    unsigned char entropy[OPENING_BYTES];
    struct body_play play;
    struct room *room = read_play(app, v, BODY_ENTROPY, &play);
    struct request *r = &v->r;
    const struct opening *opening;
    struct change *change;
    struct chance chance;

    if (!room)
        return;
    opening = &room->table.about.opening;
    if (!opening_unhex(entropy, play.entropy)) {
        request_refuse(r, &request_no.entropy, NULL);
    } else if (room->busy) {
        app_wait(room, v);
    } else if (opening->mix[play.seat] == MIX_GIVEN &&
               memcmp(entropy, opening->entropy[play.seat], sizeof entropy) == 0) {
        table_played(&room->table, r, room->table.n_events, room->table.n_events,
                     alibi_viewer_of(play.seat));
    } else if (opening->mix[play.seat] != MIX_AWAITED ||
               room->table.about.status != TABLE_WAITING) {
        request_refuse(r, &request_no.not_awaited, NULL);
    } else if (!(change = change_new(&room->table))) {
        request_refuse(r, &request_no.memory, NULL);
    } else {
        change_mix(change, play.seat, entropy);
        chance = app_chance(app, &change->about.opening);
        change_begin(change, &chance);
        app_set_clocks(app, change, &room->table.about);
        app_write(app, room, change, v, 200, NULL, alibi_viewer_of(play.seat));
    }
}

/* --- Hints --- */

/* The computer is asked in the seat's place: it is told what the seat was told. */
static struct job *ask(struct app *app, struct room *room, const struct body_play *play)
{
    struct job *job =
        job_new(room->table.session, play->seat, alibi_session_length(room->table.session));
    bool told = job != NULL;

    for (size_t i = 0; i < play->n && told; i++)
        told = job_tell(job, play->token[i]);
    if (!told) {
        job_free(job);
        return NULL;
    }
    (void)snprintf(job->game, sizeof job->game, "%s", room->table.about.id);
    (void)snprintf(job->player, sizeof job->player, "%s",
                   play->level[0] ? play->level : player_strongest());
    job->seq = room->table.n_events;
    lottery_draw(&app->options.lottery, &job->seed, sizeof job->seed);
    return job;
}

void handle_hint(struct app *app, struct visit *v)
{
    struct body_play play;
    struct room *room = read_play(app, v, BODY_MAY_TOKENS | BODY_LEVEL, &play);
    struct request *r = &v->r;
    struct asker asker = app_asker(v);
    struct alibi_view view, before;
    alibi_move last;
    struct job *job;

    if (!room || !table_is_turn(&room->table, r, &play, room->table.n_events) ||
        !table_stage(&room->table, r, &play, &view, &before, &last))
        return;
    if (!table_has_hints(&room->table.about)) {
        request_refuse(r, &request_no.no_hints, NULL);
        return;
    }
    if (view.seen.to_act != play.seat) {
        request_refuse(r, &request_no.turn_complete, NULL);
        return;
    }
    if (play.level[0] && !player_exists(play.level)) {
        request_refuse(r, &request_no.level, NULL);
        return;
    }
    if (room->hinting || computer_waiting(app->part.computer) >= HINTS_MAX) {
        request_refuse(r, &request_no.thinking, NULL);
        return;
    }
    if (!quota_take(&app->quota, QUOTA_THOUGHTS, &asker)) {
        request_refuse(r, &request_no.quota_thoughts, NULL);
        return;
    }
    job = ask(app, room, &play);
    if (!job) {
        quota_give(&app->quota, QUOTA_THOUGHTS, &asker);
        request_refuse(r, &request_no.memory, NULL);
        return;
    }
    job->context = v;
    room->hinting = true;
    v->progress = VISIT_WAITING;
    computer_ask(app->part.computer, job);
}

void handle_hinted(struct app *app, struct visit *v, const struct job *job)
{
    struct body_play play;
    struct room *room = read_play(app, v, BODY_MAY_TOKENS | BODY_LEVEL, &play);
    struct request *r = &v->r;
    struct table_hint hint = {job->n_answer, job->answer, job->before, job->after};

    if (!room || !table_is_turn(&room->table, r, &play, job->seq))
        return;
    if (job->n_answer == 0)
        request_refuse(r, &request_no.no_answer, NULL);
    else
        table_hinted(&room->table, r, &play, &hint);
}
