/* Trying moves out, playing them, hints, giving up. */
#include "answer.h"
#include "app.h"
#include "body.h"
#include "plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { HINTS_MAX = 64 }; /* thoughts that may wait before hints are refused */

/* The room, the body and the seat of who wants to act; NULL after a refusal. */
static struct room *read_play(struct app *app, struct request *r, unsigned parts,
                              struct body_play *body, enum alibi_seat *seat)
{
    struct room *room = app_room(app, r);
    struct alibi_error err;

    if (!room)
        return NULL;
    if (body_read_play(body, parts, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return NULL;
    }
    return request_player(r, room, body->as, seat) ? room : NULL;
}

/* Whether it is the turn of SEAT, who knows of SEQ events; false after a refusal. */
static bool check_turn(struct request *r, const struct room *room, enum alibi_seat seat,
                       uint64_t seq)
{
    if (room->about.status != STORE_PLAYING)
        request_refuse(
            r, room->about.status == STORE_OVER ? &server_no.over : &server_no.not_begun, NULL);
    else if (seq != room->n_events)
        request_refuse(r, &server_no.seq, ALIBI_WITH(alibi_number(room->n_events).text));
    else if (alibi_session_state(room->session)->to_act != seat)
        request_refuse(r, &server_no.turn, ALIBI_WITH(alibi_seat_name(seat)));
    else
        return true;
    return false;
}

/* --- Trying out --- */

/* Stages the tokens of BODY in VIEW, putting their words and the path of the last one into
 * ANSWER unless that is NULL; false after a refusal. */
static bool stage(struct request *r, const struct body_play *body, struct alibi_view *view,
                  json_t *answer)
{
    bool going = true;

    for (size_t i = 0; i < body->n; i++) {
        const char *token = body->token[i];
        struct alibi_told told = {.kind = ALIBI_TOLD_MOVE};
        struct alibi_error err;

        if (!going) {
            (void)server_refuse(&err, &server_no.after_turn, NULL);
            request_illegal(r, &err, i);
            return false;
        }
        if (alibi_token_parse(&told.move, &view->seen, token, strlen(token), &err) !=
            ALIBI_OK) {
            request_illegal(r, &err, i);
            return false;
        }
        if (answer)
            (void)json_array_append_new(json_object_get(answer, "words"),
                                        answer_words(view, &told));
        if (answer && i + 1 == body->n)
            (void)json_object_set_new(answer, "path", answer_path(view, &told));
        going = alibi_stage(view, told.move);
    }
    return true;
}

static json_t *tokens_of(const struct body_play *body)
{
    json_t *list = json_array();

    for (size_t i = 0; i < body->n; i++)
        (void)json_array_append_new(list, json_string(body->token[i]));
    return list;
}

void handle_preview(struct app *app, struct request *r)
{
    struct body_play body;
    enum alibi_seat seat;
    struct room *room = read_play(app, r, BODY_SEQ | BODY_TOKENS, &body, &seat);
    struct alibi_view view;
    json_t *answer;

    if (!room || !check_turn(r, room, seat, body.seq))
        return;
    room_view_at(room, room->n_events, alibi_viewer_of(seat), &view);
    answer = json_pack("{s:I,s:o,s:[]}", "seq", (json_int_t)room->n_events, "tokens",
                       tokens_of(&body), "words");
    if (!stage(r, &body, &view, answer)) {
        json_decref(answer);
        return;
    }
    (void)json_object_set_new(answer, "complete", json_boolean(view.seen.to_act != seat));
    (void)answer_position(answer, &view);
    (void)json_object_set_new(answer, "legal", answer_legal(&view));
    request_answer(r, 200, answer);
}

/* --- Playing --- */

/* What was asked, so that a repeated key can be told from a reused one. */
static struct hash digest_of(enum route route, enum alibi_seat seat,
                             const struct body_play *body)
{
    char text[64 + BODY_TOKENS_MAX * (ALIBI_TOKEN_MAX + 1)];
    struct alibi_text out = alibi_text_in(text, sizeof text);

    alibi_text_format(&out, "%d %d %llu", (int)route, (int)seat, (unsigned long long)body->seq);
    for (size_t i = 0; i < body->n; i++)
        alibi_text_format(&out, " %s", body->token[i]);
    return hash_of(text, out.len);
}

/* The key of a request among those of the game: each seat has its own. */
static void name_request(char out[REQUEST_SIZE], enum alibi_seat seat,
                         const struct body_play *body)
{
    (void)snprintf(out, REQUEST_SIZE, "%c.%s", alibi_seat_name(seat)[0], body->key);
}

/* Answers a request that was done before; false if it was not. */
static bool answer_again(struct app *app, struct request *r, const struct room *room,
                         enum alibi_seat seat, const struct body_play *body,
                         const struct hash *digest)
{
    struct store_request before;
    char name[REQUEST_SIZE];

    name_request(name, seat, body);
    if (!store_request(app->store, room->about.id, name, &before))
        return false;
    if (!hash_equal(&before.digest, digest))
        request_refuse(r, &server_no.key_reused, NULL);
    else
        request_answer(
            r, 200,
            answer_played(room, before.seq, before.seq + before.count, alibi_viewer_of(seat)));
    return true;
}

/* Has the plan written under the request's key. */
static void write_play(struct app *app, struct request *r, struct room *room,
                       struct store_change *plan, const struct body_play *body,
                       const struct hash *digest, enum alibi_seat seat)
{
    char name[REQUEST_SIZE];

    name_request(name, seat, body);
    plan_request(plan, name, digest);
    app_write(app, room, plan, r, 200, NULL, alibi_viewer_of(seat));
}

void handle_moves(struct app *app, struct request *r)
{
    struct body_play body;
    enum alibi_seat seat;
    struct room *room = read_play(app, r, BODY_SEQ | BODY_TOKENS | BODY_KEY, &body, &seat);
    const char *token[BODY_TOKENS_MAX];
    struct store_change *plan;
    struct alibi_error err;
    struct hash digest;
    size_t at = 0;

    if (!room)
        return;
    if (room->busy) {
        app_wait(room, r);
        return;
    }
    digest = digest_of(r->route, seat, &body);
    if (answer_again(app, r, room, seat, &body, &digest) ||
        !check_turn(r, room, seat, body.seq))
        return;
    if (body.n == 0) {
        request_refuse(r, &server_no.no_token, NULL);
        return;
    }
    for (size_t i = 0; i < body.n; i++)
        token[i] = body.token[i];
    plan = plan_new(room);
    if (!plan) {
        request_refuse(r, &server_no.memory, NULL);
    } else if (plan_moves(plan, room, seat, token, body.n, app->options.script, &at, &err) ==
               ALIBI_OK) {
        write_play(app, r, room, plan, &body, &digest, seat);
    } else {
        free(plan);
        request_illegal(r, &err, at);
    }
}

void handle_resign(struct app *app, struct request *r)
{
    struct body_play body;
    enum alibi_seat seat;
    struct room *room = read_play(app, r, BODY_KEY, &body, &seat);
    struct store_change *plan;
    struct hash digest;

    if (!room)
        return;
    if (room->busy) {
        app_wait(room, r);
        return;
    }
    digest = digest_of(r->route, seat, &body);
    if (answer_again(app, r, room, seat, &body, &digest))
        return;
    if (room->about.status != STORE_PLAYING) {
        request_refuse(
            r, room->about.status == STORE_OVER ? &server_no.over : &server_no.not_begun, NULL);
        return;
    }
    plan = plan_new(room);
    if (!plan) {
        request_refuse(r, &server_no.memory, NULL);
        return;
    }
    plan_resign(plan, seat);
    write_play(app, r, room, plan, &body, &digest, seat);
}

/* --- Hints --- */

/* The computer is asked in the seat's place: it is told what the seat was told. */
static struct job *ask(struct app *app, struct room *room, enum alibi_seat seat,
                       const struct body_play *body)
{
    struct job *job = job_new(room->session, seat);
    bool told = job != NULL;

    for (size_t i = 0; i < body->n && told; i++)
        told = job_tell(job, body->token[i]);
    if (!told) {
        job_free(job);
        return NULL;
    }
    (void)snprintf(job->game, sizeof job->game, "%s", room->about.id);
    (void)snprintf(job->player, sizeof job->player, "%s",
                   body->level[0] ? body->level : player_strongest());
    job->seq = room->n_events;
    lottery_draw(&app->lottery, &job->seed, sizeof job->seed);
    return job;
}

void handle_hint(struct app *app, struct request *r)
{
    struct body_play body;
    enum alibi_seat seat;
    struct room *room = read_play(app, r, BODY_MAY_TOKENS | BODY_LEVEL, &body, &seat);
    struct alibi_view view;
    struct job *job;

    if (!room || !check_turn(r, room, seat, room->n_events))
        return;
    room_view_at(room, room->n_events, alibi_viewer_of(seat), &view);
    if (!stage(r, &body, &view, NULL))
        return;
    if (view.seen.to_act != seat) {
        request_refuse(r, &server_no.turn_complete, NULL);
        return;
    }
    if (body.level[0] && !player_exists(body.level)) {
        request_refuse(r, &server_no.level, NULL);
        return;
    }
    if (room->hinting || computer_waiting(app->computer) >= HINTS_MAX) {
        request_refuse(r, &server_no.thinking, NULL);
        return;
    }
    job = ask(app, room, seat, &body);
    if (!job) {
        request_refuse(r, &server_no.memory, NULL);
        return;
    }
    job->context = r;
    room->hinting = true;
    r->progress = REQUEST_WAITING;
    computer_ask(app->computer, job);
}

void handle_hinted(struct app *app, struct request *r, const struct job *job)
{
    struct body_play body;
    enum alibi_seat seat;
    struct room *room = read_play(app, r, BODY_MAY_TOKENS | BODY_LEVEL, &body, &seat);
    struct alibi_told told;
    struct alibi_view view;

    if (!room || !check_turn(r, room, seat, job->seq))
        return;
    if (job->n_answer == 0) {
        request_refuse(r, &server_no.no_answer, NULL);
        return;
    }
    room_view_at(room, room->n_events, alibi_viewer_of(seat), &view);
    (void)alibi_told_parse(&told, view.seen.game, job->answer[0], strlen(job->answer[0]), NULL);
    if (stage(r, &body, &view, NULL))
        request_answer(r, 200, answer_told(&view, &told));
}
