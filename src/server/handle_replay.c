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

/* Told something more: a step, or an announcement that belongs to the last one. */
static void tell(struct story *story, const struct alibi_view *before,
                 const struct alibi_told *told, bool announcement)
{
    json_t *last = json_array_get(story->history, json_array_size(story->history) - 1);

    if (announcement)
        (void)json_array_append_new(json_object_get(last, "told"), answer_told(before, told));
    else
        (void)json_array_append_new(story->history, answer_step(before, told, ++story->seq));
}

/* Whether TOLD belongs to the move before it: what is announced, and what is revealed after
 * the end, of which OVER keeps track. The moves are as many for every viewer. */
static bool is_announcement(const struct alibi_told *told, bool *over)
{
    *over = *over || told->kind == ALIBI_TOLD_RESULT;
    return *over || told->kind == ALIBI_TOLD_WITNESS;
}

static size_t count_moves(const struct alibi_record *record)
{
    bool over = false;
    size_t n = 0;

    for (size_t i = 0; i < alibi_record_length(record); i++)
        n += !is_announcement(alibi_record_told(record, i), &over);
    return n;
}

/* A viewer's record, through the same eyes. */
static bool follow(struct story *story, const struct alibi_record *record)
{
    struct alibi_watch *watch;
    size_t n = alibi_record_length(record);
    bool over = false;

    story->view = (struct alibi_view){alibi_record_viewer(record), *alibi_record_start(record)};
    if (alibi_watch_new(&watch, &story->view) != ALIBI_OK)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct alibi_told *told = alibi_record_told(record, i);
        bool announcement = is_announcement(told, &over);

        /* What is announced after a move is shown with it. */
        if (story->seq >= story->at && !announcement)
            break;
        tell(story, &story->view, told, announcement);
        (void)alibi_watch_hear(watch, told, NULL);
        if (alibi_watch_settled(watch))
            alibi_watch_view(watch, &story->view);
    }
    alibi_watch_free(watch);
    return true;
}

/* The record of VIEWER of a whole one. */
static struct alibi_record *narrow(const struct alibi_record *whole, enum alibi_viewer viewer)
{
    struct alibi_session *session;
    struct alibi_record *seen = NULL;

    if (alibi_session_from_record(&session, whole, NULL) != ALIBI_OK)
        return NULL;
    if (alibi_session_record(session, viewer, &seen) != ALIBI_OK)
        seen = NULL;
    alibi_session_free(session);
    return seen;
}

/* A record of the whole truth, everything shown. */
static void show_all(struct story *story, const struct alibi_record *record)
{
    size_t n = alibi_record_length(record);

    story->view = (struct alibi_view){ALIBI_AS_TRUTH, *alibi_record_start(record)};
    for (size_t i = 0; i < n && story->seq < story->at; i++) {
        struct alibi_state *s = &story->view.seen;
        const struct alibi_told *told = alibi_record_told(record, i);
        struct alibi_view before = story->view;

        tell(story, &before, told, false);
        if (s->game->apply(s, told->move)) {
            const struct alibi_told witness = alibi_told_witness(s);

            tell(story, &before, &witness, true);
        }
    }
}

static void answer_story(struct request *r, const struct alibi_record *record,
                         const struct body_replay *body, const char *as)
{
    size_t n = count_moves(record);
    bool whole = alibi_record_viewer(record) == ALIBI_AS_TRUTH;
    struct story story = {.at = body->has_at ? body->at : n, .history = json_array()};
    char result[60] = "";
    struct alibi_text text = alibi_text_in(result, sizeof result);
    json_t *answer;

    if (story.at > n) {
        json_decref(story.history);
        request_refuse(r, &server_no.number, ALIBI_WITH("at", alibi_number(n).text));
        return;
    }
    if (whole) {
        show_all(&story, record);
    } else if (!follow(&story, record)) {
        json_decref(story.history);
        request_refuse(r, &server_no.memory, NULL);
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
    enum alibi_viewer own = alibi_record_viewer(record), viewer = own;
    struct alibi_record *seen;

    if (body->as[0] && !viewer_parse(&viewer, body->as)) {
        request_refuse(r, &server_no.viewer, NULL);
        return;
    }
    if (viewer == own) {
        answer_story(r, record, body, alibi_viewer_name(viewer));
        return;
    }
    seen = own == ALIBI_AS_TRUTH ? narrow(record, viewer) : NULL;
    if (own != ALIBI_AS_TRUTH)
        request_refuse(r, &server_no.record_view, ALIBI_WITH(alibi_viewer_name(own)));
    else if (!seen)
        request_refuse(r, &server_no.memory, NULL);
    else
        answer_story(r, seen, body, alibi_viewer_name(viewer));
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
        request_error(r, 400, "bad-request", &err);
    } else if (alibi_record_parse(&record, body.record, strlen(body.record), &err) !=
               ALIBI_OK) {
        alibi_locate(body.record, err.offset, &line, &column);
        request_unreadable(r, &err, line, column);
    } else {
        show(r, record, &body);
        alibi_record_free(record);
    }
    free(body.record);
}
