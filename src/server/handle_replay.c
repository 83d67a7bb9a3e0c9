/* Records that a person brings: read, shown at any point, not stored. */
#include "answer.h"
#include "app.h"
#include "body.h"

#include <alibi/watch.h>
#include <stdlib.h>
#include <string.h>

/* A record as a list of what one viewer was told, and the view at some point. */
struct story {
    struct alibi_view view; /* what is seen after the tokens so far */
    size_t at, seq;         /* where to stop; how many moves there were so far */
    json_t *history;
};

/* Another token: a step, or an announcement that belongs to the last one. */
static void tell(struct story *story, const struct alibi_view *before, const char *token,
                 bool announcement)
{
    json_t *last = json_array_get(story->history, json_array_size(story->history) - 1);

    if (announcement)
        (void)json_array_append_new(json_object_get(last, "told"), answer_told(before, token));
    else
        (void)json_array_append_new(story->history, answer_step(before, token, ++story->seq));
}

/* Whether TOKEN belongs to the move before it: what is announced, and what is revealed after
 * the end, of which OVER keeps track. The other tokens are the same for every viewer. */
static bool is_announcement(const char *token, bool *over)
{
    *over = *over || strncmp(token, "over=", 5) == 0;
    return *over || strncmp(token, "witness=", 8) == 0;
}

static size_t count_moves(const struct alibi_record *record)
{
    bool over = false;
    size_t n = 0;

    for (size_t i = 0; i < alibi_record_length(record); i++)
        n += !is_announcement(alibi_record_token(record, i), &over);
    return n;
}

/* A seat's record, through the eyes of that seat. */
static bool follow(struct story *story, const struct alibi_record *record)
{
    struct alibi_watch *watch;
    size_t n = alibi_record_length(record);
    bool over = false;

    story->view = (struct alibi_view){alibi_record_seat(record), *alibi_record_start(record)};
    if (alibi_watch_new(&watch, &story->view) != ALIBI_OK)
        return false;
    for (size_t i = 0; i < n; i++) {
        const char *token = alibi_record_token(record, i);
        bool announcement = is_announcement(token, &over);

        /* What is announced after a move is shown with it. */
        if (story->seq >= story->at && !announcement)
            break;
        tell(story, &story->view, token, announcement);
        (void)alibi_watch_see(watch, token, strlen(token), NULL);
        if (alibi_watch_settled(watch))
            alibi_watch_view(watch, &story->view);
    }
    alibi_watch_free(watch);
    return true;
}

/* The record of SEAT of a whole one. */
static struct alibi_record *narrow(const struct alibi_record *whole, enum alibi_seat seat)
{
    struct alibi_session *session;
    struct alibi_record *seen = NULL;

    if (alibi_session_from_record(&session, whole, NULL) != ALIBI_OK)
        return NULL;
    if (alibi_session_record(session, seat, &seen) != ALIBI_OK)
        seen = NULL;
    alibi_session_free(session);
    return seen;
}

/* A record of the whole truth, everything shown. */
static bool show_all(struct story *story, const struct alibi_record *record)
{
    size_t n = alibi_record_length(record);

    story->view = (struct alibi_view){ALIBI_NOBODY, *alibi_record_start(record)};
    for (size_t i = 0; i < n && story->seq < story->at; i++) {
        struct alibi_state *s = &story->view.seen;
        const char *token = alibi_record_token(record, i);
        struct alibi_view before = story->view;
        alibi_move m;

        if (alibi_token_parse(&m, s, token, strlen(token), NULL) != ALIBI_OK)
            return false;
        tell(story, &before, token, false);
        if (s->game->apply(s, m))
            tell(story, &before,
                 s->witness == ALIBI_VISIBLE ? "witness=visible" : "witness=invisible", true);
    }
    return true;
}

static void answer_story(struct request *r, const struct alibi_record *record,
                         const struct body_replay *body, const char *as)
{
    size_t n = count_moves(record);
    bool whole = alibi_record_seat(record) == ALIBI_CHANCE;
    struct story story = {.at = body->has_at ? body->at : n, .history = json_array()};
    char result[60] = "";
    struct alibi_text text = alibi_text_in(result, sizeof result);
    json_t *answer;

    if (story.at > n) {
        json_decref(story.history);
        request_fail(r, 400, "bad-request", "expected at, a number up to %zu", n);
        return;
    }
    if (!(whole ? show_all(&story, record) : follow(&story, record))) {
        json_decref(story.history);
        request_fail(r, 503, "busy", "out of memory");
        return;
    }
    if (story.view.seen.winner != ALIBI_NOBODY)
        alibi_result_print(&text, &story.view.seen);
    answer =
        json_pack("{s:s,s:o,s:s,s:I,s:I,s:o,s:o,s:o}", "game", alibi_record_game(record)->name,
                  "options", answer_options(&story.view.seen), "as", as, "seq", (json_int_t)n,
                  "at", (json_int_t)story.seq, "to_act", answer_to_act(&story.view.seen),
                  "history", story.history, "result", answer_result(result));
    (void)answer_position(answer, &story.view);
    (void)json_object_set_new(answer, "legal", json_array());
    request_answer(r, 200, answer);
}

/* Chooses through whose eyes RECORD is shown, and shows it. */
static void show(struct request *r, const struct alibi_record *record,
                 const struct body_replay *body)
{
    enum alibi_seat own = alibi_record_seat(record), seat = own;
    struct alibi_record *seen;

    if (body->as[0] && !viewer_parse(&seat, body->as)) {
        request_fail(r, 400, "bad-request", "expected jack, detective, public or truth as");
        return;
    }
    if (seat == own) {
        answer_story(r, record, body, viewer_name(seat));
        return;
    }
    seen = own == ALIBI_CHANCE ? narrow(record, seat) : NULL;
    if (own != ALIBI_CHANCE)
        request_fail(r, 422, "illegal", "this record is what %s saw, and shows no more",
                     viewer_name(own));
    else if (!seen)
        request_fail(r, 503, "busy", "out of memory");
    else
        answer_story(r, seen, body, viewer_name(seat));
    alibi_record_free(seen);
}

void handle_replay(struct app *app, struct request *r)
{
    struct body_replay body;
    struct alibi_record *record;
    struct alibi_error err;
    size_t line, column;

    (void)app;
    if (body_read_replay(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_fail(r, 400, "bad-request", "%s", err.text);
    } else if (alibi_record_parse(&record, body.record, strlen(body.record), &err) !=
               ALIBI_OK) {
        alibi_locate(body.record, err.offset, &line, &column);
        request_fail(r, 422, "illegal", "line %zu, column %zu: %s", line, column, err.text);
    } else {
        show(r, record, &body);
        alibi_record_free(record);
    }
    free(body.record);
}
