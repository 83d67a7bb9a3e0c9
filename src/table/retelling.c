/* Records that a person brings: read, shown at any point, not kept. */
#include "answer.h"
#include "asking.h"

#include <alibi/watch.h>
#include <stdlib.h>
#include <string.h>

/* A record as a list of what one viewer was told, and the view at some point. */
struct story {
    struct alibi_view view; /* what is seen after the tokens so far */
    uint64_t at;            /* where to stop */
    size_t seq;             /* how many moves there were so far */
    struct json_out history;
    struct alibi_watch *watch; /* of a seat's record, as far as it was followed; else NULL */
    bool own;                  /* the record is as it was brought, not redacted for the story */
};

/* Ends the list of what was told after the last step, and the step. */
static void end_step(struct story *story)
{
    if (story->seq > 0) {
        json_end(&story->history);
        json_end(&story->history);
    }
}

/* Told something more: a step, or an announcement that belongs to the last one. */
static void tell(struct story *story, const struct alibi_view *before,
                 const struct alibi_told *told, bool announcement)
{
    if (announcement) {
        answer_told(&story->history, before, told);
        return;
    }
    end_step(story);
    json_object(&story->history, NULL);
    answer_step(&story->history, before, told, ++story->seq);
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
    size_t n = alibi_record_length(record);
    bool over = false;

    story->view = (struct alibi_view){alibi_record_viewer(record), *alibi_record_start(record)};
    if (alibi_watch_new(&story->watch, &story->view) != ALIBI_OK)
        return false;
    for (size_t i = 0; i < n; i++) {
        const struct alibi_told *told = alibi_record_told(record, i);
        bool announcement = is_announcement(told, &over);

        /* What is announced after a move is shown with it. */
        if (story->seq >= story->at && !announcement)
            break;
        tell(story, &story->view, told, announcement);
        (void)alibi_watch_hear(story->watch, told, NULL);
        if (alibi_watch_settled(story->watch))
            alibi_watch_view(story->watch, &story->view);
    }
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

/* After what was TOLD, what must be announced before the game can go on: nothing, or the answer
 * of the witnesses, of which there may be two. True if the game can go on at all, as far as the
 * viewer knows. */
static bool add_then(struct json_out *out, const struct alibi_watch *watch,
                     const struct alibi_told *told)
{
    struct alibi_watch *after = NULL, *answered;
    bool open = alibi_watch_copy(&after, watch) == ALIBI_OK &&
                alibi_watch_hear(after, told, NULL) == ALIBI_OK;
    bool settled = open && alibi_watch_settled(after), going = settled;

    json_list(out, "then");
    for (int answer = ALIBI_VISIBLE; open && !settled && answer <= ALIBI_INVISIBLE; answer++) {
        const struct alibi_told witness = {.kind = ALIBI_TOLD_WITNESS,
                                           .witness = (enum alibi_witness)answer};

        if (alibi_watch_copy(&answered, after) != ALIBI_OK)
            break;
        if (alibi_watch_hear(answered, &witness, NULL) == ALIBI_OK &&
            alibi_watch_settled(answered)) {
            answer_token(out, NULL, alibi_watch_worlds(answered, &(size_t){0})->game, &witness);
            going = true;
        }
        alibi_watch_free(answered);
    }
    json_end(out);
    alibi_watch_free(after);
    return going;
}

/* What the viewer of a seat's record could be told next, whoever is to act. The end of the game
 * cannot be told, because nobody knows what it would reveal. */
static void add_next(struct json_out *out, const struct story *story, bool words)
{
    struct alibi_told told[ALIBI_MOVES_MAX];
    int n = alibi_watch_moves(story->watch, told);

    json_list(out, "legal");
    for (int i = 0; i < n; i++) {
        struct json_out entry = {0};
        bool going;
        size_t len;
        char *text;

        json_object(&entry, NULL);
        answer_token(&entry, "token", story->view.seen.game, &told[i]);
        if (words)
            answer_words(&entry, "words", &story->view, &told[i]);
        answer_path(&entry, &story->view, &told[i]);
        going = add_then(&entry, story->watch, &told[i]);
        json_end(&entry);
        text = json_take(&entry, &len);
        if (text && going)
            json_raw(out, NULL, text, len);
        out->failed = out->failed || !text;
        free(text);
    }
    json_end(out);
}

/* What can be done there: by the viewer, if to act, as a preview of a game tells it. To those
 * who see everything, what anybody can do, and chance too; in a seat's own RECORD, what the
 * seat could be told. */
static void add_trial(struct json_out *out, const struct story *story,
                      const struct alibi_view *now, const struct alibi_view *before,
                      const struct alibi_told *last, bool any, bool words)
{
    const struct alibi_view *view = &story->view;
    char line[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);

    alibi_position_print(&text, &view->seen);
    json_text(out, "position", line);
    json_bool(out, "complete", any && view->seen.to_act != view->viewer);
    if (any) {
        answer_path(out, before, last);
        answer_remarks(out, "remarks", now, view);
    } else {
        answer_reach(out, view);
    }
    if (view->viewer == ALIBI_AS_TRUTH)
        answer_moves(out, view, words);
    else if (any || !story->own)
        answer_legal(out, view, words);
    else
        add_next(out, story, words);
}

/* Tries the body's tokens out where the story stops. False after a refusal. */
static bool try_out(struct request *r, struct story *story, const struct body_replay *body,
                    struct alibi_view *before, alibi_move *last)
{
    if (body->n > 0 && story->view.seen.to_act != story->view.viewer) {
        request_refuse(r, &request_no.turn, ALIBI_WITH(alibi_viewer_name(story->view.viewer)));
        return false;
    }
    return table_try(r, body->token, body->n, &story->view, before, last);
}

/* The answer, once the story has been followed to where it stops. */
static void answer_story(struct request *r, struct story *story,
                         const struct alibi_record *record, const struct body_replay *body,
                         const char *as)
{
    struct alibi_told last = {.kind = ALIBI_TOLD_MOVE};
    struct alibi_view now = story->view, before;
    struct json_out out = {0};
    char result[60] = "", *history;
    struct alibi_text text = alibi_text_in(result, sizeof result);
    size_t len;
    bool words;

    if (!request_words(r, &words)) {
        free(story->history.text);
        return;
    }
    end_step(story);
    json_end(&story->history);
    history = json_take(&story->history, &len);
    if (!history) {
        request_refuse(r, &request_no.memory, NULL);
        return;
    }
    if (!try_out(r, story, body, &before, &last.move)) {
        free(history);
        return;
    }
    if (story->view.seen.winner != ALIBI_NOBODY)
        alibi_result_print(&text, &story->view.seen);
    json_object(&out, NULL);
    json_text(&out, "game", alibi_record_game(record)->name);
    answer_options(&out, &story->view.seen);
    json_text(&out, "as", as);
    json_number(&out, "seq", (int64_t)count_moves(record));
    json_number(&out, "at", (int64_t)story->seq);
    answer_to_act(&out, &story->view.seen);
    json_raw(&out, "history", history, len);
    free(history);
    answer_result(&out, result);
    answer_position(&out, &story->view);
    if (body->tries) {
        add_trial(&out, story, &now, &before, &last, body->n > 0, words);
    } else {
        json_list(&out, "legal");
        json_end(&out);
    }
    json_end(&out);
    request_answer(r, 200, &out);
}

static void tell_story(struct request *r, const struct alibi_record *record,
                       const struct body_replay *body, const char *as, bool own)
{
    size_t n = count_moves(record);
    bool whole = alibi_record_viewer(record) == ALIBI_AS_TRUTH;
    struct story story = {.at = body->has_at ? body->at : n, .own = own};

    if (story.at > n) {
        request_refuse(r, &request_no.number, ALIBI_WITH("at", alibi_number(n).text));
        return;
    }
    json_list(&story.history, NULL);
    if (whole) {
        show_all(&story, record);
    } else if (!follow(&story, record)) {
        free(story.history.text);
        request_refuse(r, &request_no.memory, NULL);
        return;
    }
    answer_story(r, &story, record, body, as);
    alibi_watch_free(story.watch);
}

/* Chooses through whose eyes RECORD is shown, and shows it. */
static void show(struct request *r, const struct alibi_record *record,
                 const struct body_replay *body)
{
    enum alibi_viewer own = alibi_record_viewer(record), viewer = own;
    struct alibi_record *seen;

    if (body->as[0] && !viewer_parse(&viewer, body->as)) {
        request_refuse(r, &request_no.viewer, NULL);
        return;
    }
    if (viewer == own) {
        tell_story(r, record, body, alibi_viewer_name(viewer), true);
        return;
    }
    seen = own == ALIBI_AS_TRUTH ? narrow(record, viewer) : NULL;
    if (own != ALIBI_AS_TRUTH)
        request_refuse(r, &request_no.record_view, ALIBI_WITH(alibi_viewer_name(own)));
    else if (!seen)
        request_refuse(r, &request_no.memory, NULL);
    else
        tell_story(r, seen, body, alibi_viewer_name(viewer), false);
    alibi_record_free(seen);
}

struct alibi_record *table_read_record(struct request *r, const char *text)
{
    struct alibi_record *record;
    struct alibi_error err;
    size_t line, column;

    if (alibi_record_parse(&record, text, strlen(text), &err) == ALIBI_OK)
        return record;
    alibi_locate(text, err.offset, &line, &column);
    request_unreadable(r, &err, line, column);
    return NULL;
}

void table_replay(struct request *r)
{
    struct body_replay body;
    struct alibi_record *record;
    struct alibi_error err;

    if (body_read_replay(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
    } else if ((record = table_read_record(r, body.record))) {
        show(r, record, &body);
        alibi_record_free(record);
    }
    free(body.record);
}
