/* A game as one viewer has followed it: a view after every move, and the log in words. */
#include "story.h"

#include <alibi/kit/bits.h>
#include <alibi/watch.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *story_seat(enum alibi_seat seat)
{
    return seat == ALIBI_JACK ? "Jack" : seat == ALIBI_DETECTIVE ? "the Detective" : "chance";
}

void story_clear(struct story *story)
{
    free(story->frame);
    free(story->line);
    memset(story, 0, sizeof *story);
    story->viewer = ALIBI_AS_PUBLIC;
}

static struct story_line *add_line(struct story *story, enum alibi_seat seat, enum style style)
{
    struct story_line *line;

    if (story->n_lines == story->lines_cap) {
        size_t cap = story->lines_cap ? 2 * story->lines_cap : 64;
        struct story_line *grown = realloc(story->line, cap * sizeof *grown);

        if (!grown)
            return NULL;
        story->line = grown;
        story->lines_cap = cap;
    }
    line = &story->line[story->n_lines++];
    *line = (struct story_line){
        .frame = (uint16_t)story->n_frames, .seat = (uint8_t)seat, .style = (uint8_t)style};
    return line;
}

static bool add_frame(struct story *story, const struct alibi_view *view, enum alibi_seat actor,
                      bool called)
{
    struct story_frame *frame;

    if (story->n_frames == story->frames_cap) {
        size_t cap = story->frames_cap ? 2 * story->frames_cap : 64;
        struct story_frame *grown = realloc(story->frame, cap * sizeof *grown);

        if (!grown)
            return false;
        story->frame = grown;
        story->frames_cap = cap;
    }
    frame = &story->frame[story->n_frames++];
    *frame = (struct story_frame){.view = *view,
                                  .actor = (uint8_t)actor,
                                  .called = called,
                                  .lines = (uint16_t)story->n_lines};
    return true;
}

/* What the witnesses said, for people. */
static const char *answer_of(enum alibi_witness witness)
{
    return witness == ALIBI_VISIBLE ? "seen" : "not seen";
}

/* Adds what the viewer is told, seen BEFORE. */
static bool add_told(struct story *story, const struct alibi_view *before,
                     const struct alibi_told *told)
{
    const struct alibi_state *s = &before->seen;
    bool move = told->kind == ALIBI_TOLD_MOVE || told->kind == ALIBI_TOLD_HIDDEN;
    struct story_line *line =
        add_line(story, move && s->winner == ALIBI_NOBODY ? s->to_act : ALIBI_NOBODY,
                 move ? PLAIN : TITLE);
    struct alibi_text text;

    if (!line)
        return false;
    text = alibi_text_in(line->words, sizeof line->words);
    if (told->kind == ALIBI_TOLD_WITNESS) {
        alibi_text_format(&text, "Witnesses are called: Jack is %s", answer_of(told->witness));
    } else {
        alibi_told_describe(&text, before, told);
        if (move && s->winner == ALIBI_NOBODY)
            (void)snprintf(line->label, sizeof line->label, "%u.%u", s->round, s->slot);
    }
    return true;
}

/* --- From a session --- */

struct ear {
    struct story *story;
    const struct alibi_view *before;
    struct alibi_view over; /* the same, after the result was told */
    bool ended;
};

static int hear(void *who, const struct alibi_told *told, const struct alibi_state *before)
{
    struct ear *ear = who;

    (void)before;
    if (!add_told(ear->story, ear->ended ? &ear->over : ear->before, told))
        return ALIBI_NO_MEMORY;
    ear->ended = ear->ended || told->kind == ALIBI_TOLD_RESULT;
    return ALIBI_OK;
}

/* Nobody announces anything to a reader of the whole truth. */
static bool announce(struct story *story, const struct alibi_session *session, size_t i)
{
    struct story_line *line;

    if (story->viewer != ALIBI_AS_TRUTH || !alibi_session_called(session, i))
        return true;
    line = add_line(story, ALIBI_NOBODY, TITLE);
    if (line)
        (void)snprintf(line->words, sizeof line->words, "Witnesses are called: Jack is %s",
                       answer_of(alibi_session_after(session, i + 1)->witness));
    return line != NULL;
}

static bool follow_move(struct story *story, const struct alibi_session *session, size_t i)
{
    const struct alibi_state *before = alibi_session_after(session, i);
    const struct alibi_state *after = alibi_session_after(session, i + 1);
    struct alibi_view was, is;
    struct ear ear = {.story = story, .before = &was};
    struct alibi_told told =
        alibi_told_move(before, alibi_session_move(session, i), story->viewer);

    alibi_view_of(&was, before, story->viewer);
    alibi_view_of(&is, after, story->viewer);
    ear.over = is;
    if (alibi_session_tell(session, i, story->viewer, hear, &ear) != ALIBI_OK ||
        !announce(story, session, i) ||
        !add_frame(story, &is, before->to_act, alibi_session_called(session, i)))
        return false;
    story->frame[story->n_frames - 1].known = told.kind == ALIBI_TOLD_MOVE;
    story->frame[story->n_frames - 1].move = told.kind == ALIBI_TOLD_MOVE ? told.move : 0;
    return true;
}

bool story_follow(struct story *story, const struct alibi_session *session,
                  enum alibi_viewer viewer)
{
    size_t n = alibi_session_length(session);
    struct alibi_view start;

    if (story->viewer != viewer || story->n_frames > n + 1) {
        story->n_frames = story->n_lines = 0;
        story->viewer = viewer;
    }
    if (story->n_frames == 0) {
        alibi_view_of(&start, alibi_session_after(session, 0), viewer);
        if (!add_frame(story, &start, ALIBI_NOBODY, false))
            return false;
    }
    while (story->n_frames <= n)
        if (!follow_move(story, session, story->n_frames - 1))
            return false;
    return true;
}

/* --- From a record --- */

static bool add_comment(struct story *story, const struct alibi_record *record, size_t i)
{
    const char *comment = alibi_record_comment(record, i);
    struct story_line *line;

    if (!comment)
        return true;
    line = add_line(story, ALIBI_NOBODY, FAINT);
    if (line)
        (void)snprintf(line->words, sizeof line->words, "{%s}", comment);
    return line != NULL;
}

static bool read_truth(struct story *story, const struct alibi_record *record)
{
    struct alibi_session *session;
    bool done = alibi_session_from_record(&session, record, NULL) == ALIBI_OK;

    if (!done)
        return false;
    story->viewer = ALIBI_AS_TRUTH;
    done = add_comment(story, record, 0) &&
           add_frame(story, &(struct alibi_view){ALIBI_AS_TRUTH, *alibi_record_start(record)},
                     ALIBI_NOBODY, false);
    for (size_t i = 0; done && i < alibi_record_length(record); i++) {
        done = follow_move(story, session, i) && add_comment(story, record, i + 1);
        if (done)
            story->frame[story->n_frames - 1].lines = (uint16_t)story->n_lines;
    }
    alibi_session_free(session);
    return done;
}

static bool read_redacted(struct story *story, const struct alibi_record *record)
{
    struct alibi_view view = {alibi_record_viewer(record), *alibi_record_start(record)};
    struct alibi_watch *watch;
    const struct alibi_told *first = NULL; /* of the frame being read */
    bool done = alibi_watch_new(&watch, &view) == ALIBI_OK, called = false;

    if (!done)
        return false;
    story->viewer = view.viewer;
    done = add_comment(story, record, 0) && add_frame(story, &view, ALIBI_NOBODY, false);
    for (size_t i = 0; done && i < alibi_record_length(record); i++) {
        const struct alibi_told *told = alibi_record_told(record, i);
        enum alibi_seat actor = view.seen.to_act;

        first = first ? first : told;
        called = called || told->kind == ALIBI_TOLD_WITNESS;
        done = add_told(story, &view, told) &&
               alibi_watch_hear(watch, told, NULL) == ALIBI_OK &&
               add_comment(story, record, i + 1);
        if (!done || !alibi_watch_settled(watch))
            continue;
        alibi_watch_view(watch, &view);
        done = add_frame(story, &view, actor, called);
        if (done && first->kind == ALIBI_TOLD_MOVE) {
            story->frame[story->n_frames - 1].known = true;
            story->frame[story->n_frames - 1].move = first->move;
        }
        first = NULL;
        called = false;
    }
    alibi_watch_free(watch);
    return done;
}

bool story_read(struct story *story, const struct alibi_record *record)
{
    story_clear(story);
    return alibi_record_viewer(record) == ALIBI_AS_TRUTH ? read_truth(story, record)
                                                         : read_redacted(story, record);
}

void story_tell(struct alibi_text *text, const struct story *story, enum alibi_seat seat,
                size_t from, size_t to)
{
    const char *between = "";

    for (size_t i = 0; i < story->n_lines; i++) {
        const struct story_line *line = &story->line[i];

        if (line->seat != seat || line->frame < from || line->frame > to)
            continue;
        alibi_text_format(text, "%s%s", between, line->words);
        between = "; ";
    }
}
