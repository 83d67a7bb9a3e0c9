/* A record with all its variations and comments, for whoever wants to go about in it: a list of
 * steps, each with the number of the step that it follows. */
#include "answer.h"
#include "asking.h"

#include <alibi/watch.h>
#include <stdlib.h>
#include <string.h>

/* How it stands at some point of a line, by the record's viewer. */
struct place {
    struct alibi_view view;    /* what was seen last, when nothing was due */
    struct alibi_watch *watch; /* of a seat's record, else NULL */
    size_t seq;                /* how many moves there were */
    int64_t after;             /* the number of the step before; -1 at the beginning */
};

/* The steps as they are written down. */
struct telling {
    struct json_out out;
    int64_t n;
};

static bool copy_place(struct place *to, const struct place *from)
{
    *to = *from;
    to->watch = NULL;
    return !from->watch || alibi_watch_copy(&to->watch, from->watch) == ALIBI_OK;
}

/* Goes on by what was TOLD; true, and the answer in WITNESS, if witnesses were called and the
 * record does not say so itself. */
static bool go_on(struct place *at, const struct alibi_told *told, struct alibi_told *witness)
{
    struct alibi_state *s = &at->view.seen;

    if (at->watch) {
        (void)alibi_watch_hear(at->watch, told, NULL);
        if (alibi_watch_settled(at->watch))
            alibi_watch_view(at->watch, &at->view);
        return false;
    }
    if (!s->game->apply(s, told->move))
        return false;
    *witness = alibi_told_witness(s);
    return true;
}

static bool tell_line(struct telling *to, const struct alibi_line *line, struct place *at);

/* The lines that come in the place of token I. */
static bool tell_variations(struct telling *to, const struct alibi_line *line, size_t i,
                            const struct place *before)
{
    const struct alibi_line *other = alibi_line_variation(line, i);
    bool told = true;

    for (; other && told; other = alibi_line_next(other)) {
        struct place at;

        told = copy_place(&at, before) && tell_line(to, other, &at);
        alibi_watch_free(at.watch);
    }
    return told;
}

/* Whether TOLD belongs to the move before it. */
static bool is_announced(const struct place *at, const struct alibi_told *told)
{
    return told->kind == ALIBI_TOLD_WITNESS || told->kind == ALIBI_TOLD_RESULT ||
           (at->watch && !alibi_watch_settled(at->watch));
}

/* Token I of LINE: a step as a history has it, or an announcement. */
static void tell_step(struct telling *to, const struct alibi_line *line, size_t i,
                      struct place *at)
{
    const struct alibi_told *told = alibi_line_told(line, i);
    const struct alibi_view before = at->view;
    struct json_out *out = &to->out;
    struct alibi_told witness;

    json_object(out, NULL);
    json_number(out, "after", at->after);
    if (is_announced(at, told)) {
        answer_told_members(out, &at->view, told);
        (void)go_on(at, told, &witness);
    } else {
        answer_step(out, &at->view, told, ++at->seq);
        if (go_on(at, told, &witness))
            answer_told(out, &before, &witness);
        json_end(out);
    }
    if (alibi_line_comment(line, i))
        json_text(out, "comment", alibi_line_comment(line, i));
    json_end(out);
    at->after = to->n++;
}

static bool tell_line(struct telling *to, const struct alibi_line *line, struct place *at)
{
    bool done = true;

    for (size_t i = 0; i < alibi_line_length(line) && done; i++) {
        struct place before;

        done = copy_place(&before, at);
        tell_step(to, line, i, at);
        done = done && tell_variations(to, line, i, &before);
        alibi_watch_free(before.watch);
    }
    return done;
}

/* The record in its canonical layout. */
static bool add_text(struct json_out *out, const struct alibi_record *record)
{
    size_t len;
    char *text = alibi_record_text(record, &len);

    if (text)
        json_bytes(out, "record", text, len);
    free(text);
    return text;
}

static void answer_study(struct request *r, const struct alibi_record *record)
{
    enum alibi_viewer viewer = alibi_record_viewer(record);
    struct place at = {.view = {viewer, *alibi_record_start(record)}, .after = -1};
    struct json_out out = {0};
    struct telling to = {0};
    char *text;
    size_t len;
    bool done;

    json_object(&out, NULL);
    json_text(&out, "game", alibi_record_game(record)->name);
    answer_options(&out, alibi_record_start(record));
    json_text(&out, "as", alibi_viewer_name(viewer));
    json_text(&out, "comment", alibi_record_comment(record, 0));
    done = viewer == ALIBI_AS_TRUTH || alibi_watch_new(&at.watch, &at.view) == ALIBI_OK;
    json_list(&to.out, NULL);
    done = done && add_text(&out, record) && tell_line(&to, alibi_record_line(record), &at);
    json_end(&to.out);
    alibi_watch_free(at.watch);
    text = json_take(&to.out, &len);
    if (done && text)
        json_raw(&out, "steps", text, len);
    else
        out.failed = true;
    free(text);
    json_end(&out);
    request_answer(r, 200, &out);
}

void table_study(struct request *r)
{
    struct body_replay body;
    struct alibi_record *record;
    struct alibi_error err;

    if (body_read_study(&body, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
    } else if ((record = table_read_record(r, body.record))) {
        answer_study(r, record);
        alibi_record_free(record);
    }
    free(body.record);
}
