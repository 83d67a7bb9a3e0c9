/* Trying moves out, playing them, giving up. */
#include "answer.h"
#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool table_read_play(const struct table *table, struct request *r, unsigned parts,
                     struct body_play *play)
{
    struct alibi_error err;
    bool words;

    if (!request_words(r, &words)) /* before anything is changed */
        return false;
    if (body_read_play(play, parts, r->body, r->len, &err) != ALIBI_OK) {
        request_error(r, 400, "bad-request", &err);
        return false;
    }
    return request_player(r, table, play->as, &play->seat);
}

/* Whether the game is being played; false after a refusal. */
static bool is_going(const struct table *table, struct request *r)
{
    if (table->about.status == TABLE_PLAYING)
        return true;
    request_refuse(
        r, table->about.status == TABLE_OVER ? &request_no.over : &request_no.not_begun, NULL);
    return false;
}

bool table_is_turn(const struct table *table, struct request *r, const struct body_play *play,
                   uint64_t seq)
{
    if (!is_going(table, r))
        return false;
    if (seq != table->n_events)
        request_refuse(r, &request_no.seq, ALIBI_WITH(alibi_number(table->n_events).text));
    else if (alibi_session_state(table->session)->to_act != play->seat)
        request_refuse(r, &request_no.turn, ALIBI_WITH(alibi_seat_name(play->seat)));
    else
        return true;
    return false;
}

/* --- Trying out --- */

bool table_try(struct request *r, const char token_list[][ALIBI_TOKEN_MAX], size_t n,
               struct alibi_view *view, struct alibi_view *before, alibi_move *last)
{
    bool going = true;

    for (size_t i = 0; i < n; i++) {
        const char *token = token_list[i];
        struct alibi_error err;

        if (!going) {
            (void)request_reason(&err, &request_no.after_turn, NULL);
            request_illegal(r, &err, i);
            return false;
        }
        if (alibi_token_parse(last, &view->seen, token, strlen(token), &err) != ALIBI_OK) {
            request_illegal(r, &err, i);
            return false;
        }
        *before = *view;
        going = alibi_stage(view, *last);
    }
    return true;
}

/* What the tokens of PLAY lead to from NOW, the view of the seat to act after SEQ events. */
static void preview_from(struct request *r, const struct alibi_view *now, size_t seq,
                         const struct body_play *play)
{
    struct alibi_told told = {.kind = ALIBI_TOLD_MOVE};
    struct alibi_view before, view = *now;
    struct json_out out = {0};
    bool words;

    if (!table_try(r, play->token, play->n, &view, &before, &told.move) ||
        !request_words(r, &words))
        return;
    json_object(&out, NULL);
    json_number(&out, "seq", (int64_t)seq);
    json_bool(&out, "complete", view.seen.to_act != now->viewer);
    if (play->n > 0)
        answer_path(&out, &before, &told);
    answer_change(&out, now, &view);
    if (play->n > 0)
        answer_remarks(&out, "remarks", now, &view);
    if (words)
        answer_notes(&out, &view);
    answer_legal(&out, &view, words);
    json_end(&out);
    request_answer(r, 200, &out);
}

bool table_stage(const struct table *table, struct request *r, const struct body_play *play,
                 struct alibi_view *view, struct alibi_view *before, alibi_move *last)
{
    table_view_at(table, table->n_events, alibi_viewer_of(play->seat), view);
    return table_try(r, play->token, play->n, view, before, last);
}

void table_preview(const struct table *table, struct request *r)
{
    struct body_play play;
    struct alibi_view now;

    if (!table_read_play(table, r, BODY_SEQ | BODY_TOKENS, &play) ||
        !table_is_turn(table, r, &play, play.seq))
        return;
    table_view_at(table, table->n_events, alibi_viewer_of(play.seat), &now);
    preview_from(r, &now, table->n_events, &play);
}

bool table_preview_seat(struct request *r, const struct alibi_view *view, size_t seq)
{
    struct body_play play;
    struct alibi_error err;
    bool words;

    if (!request_words(r, &words) ||
        body_read_play(&play, BODY_SEQ | BODY_TOKENS, r->body, r->len, &err) != ALIBI_OK ||
        strcmp(play.as, alibi_viewer_name(view->viewer)) != 0 || play.seq != seq ||
        view->seen.to_act != view->viewer)
        return false;
    preview_from(r, view, seq, &play);
    return true;
}

/* --- Hints --- */

/* The tokens of the hint one by one, as far as they can be tried out: a card that is drawn, or
 * the end, stops them. VIEW becomes what they lead to. */
static bool add_tokens(struct json_out *out, const struct table_hint *hint,
                       struct alibi_view *view)
{
    struct alibi_told told = {.kind = ALIBI_TOLD_MOVE};
    bool going = true, last = false;

    json_list(out, "tokens");
    for (int i = 0; i < hint->n && going; i++) {
        const char *token = hint->token[i];

        if (alibi_token_parse(&told.move, &view->seen, token, strlen(token), NULL) != ALIBI_OK)
            break;
        answer_told(out, view, &told);
        last = answer_end(view, told.move) != NULL;
        going = alibi_stage(view, told.move);
    }
    json_end(out);
    return last;
}

void table_hinted(const struct table *table, struct request *r, const struct body_play *play,
                  const struct table_hint *hint)
{
    struct alibi_told told = {.kind = ALIBI_TOLD_MOVE};
    struct alibi_view view, before, now;
    struct json_out out = {0};
    alibi_move last;
    bool ends;

    if (!table_stage(table, r, play, &view, &before, &last))
        return;
    if (hint->n == 0 || alibi_token_parse(&told.move, &view.seen, hint->token[0],
                                          strlen(hint->token[0]), NULL) != ALIBI_OK) {
        request_refuse(r, &request_no.no_answer, NULL);
        return;
    }
    now = view;
    json_object(&out, NULL);
    answer_told_members(&out, &view, &told);
    ends = add_tokens(&out, hint, &view);
    json_bool(&out, "ends", ends);
    answer_remarks(&out, "remarks", &now, &view);
    json_object(&out, "chance");
    answer_chance(&out, "before", hint->before);
    answer_chance(&out, "after", hint->after);
    json_end(&out);
    json_end(&out);
    request_answer(r, 200, &out);
}

/* --- Playing --- */

struct change *table_moves(const struct table *table, struct request *r,
                           const struct body_play *play, const struct chance *chance)
{
    const char *token[BODY_TOKENS_MAX];
    struct alibi_error err;
    struct change *change;
    size_t at = 0;

    if (!table_is_turn(table, r, play, play->seq))
        return NULL;
    if (table->about.clocks.paused) {
        request_refuse(r, &request_no.paused, NULL);
        return NULL;
    }
    if (play->n == 0) {
        request_refuse(r, &request_no.no_token, NULL);
        return NULL;
    }
    for (size_t i = 0; i < play->n; i++)
        token[i] = play->token[i];
    change = change_new(table);
    if (!change) {
        request_refuse(r, &request_no.memory, NULL);
        return NULL;
    }
    if (change_moves(change, table, play->seat, token, play->n, chance, &at, &err) == ALIBI_OK)
        return change;
    free(change);
    request_illegal(r, &err, at);
    return NULL;
}

struct change *table_pause(const struct table *table, struct request *r,
                           const struct body_play *play)
{
    struct change *change;

    if (!is_going(table, r))
        return NULL;
    if (!table->about.clocks.on) {
        request_refuse(r, &request_no.no_clock, NULL);
        return NULL;
    }
    if (play->paused && !table_can_pause(&table->about)) {
        request_refuse(r, &request_no.no_pause, NULL);
        return NULL;
    }
    change = change_new(table);
    if (change)
        change_pause(change, play->seat, play->paused, table->time);
    else
        request_refuse(r, &request_no.memory, NULL);
    return change;
}

/* SEAT ends the game by an event of that KIND. */
static struct change *end_by(const struct table *table, struct request *r, enum event_kind kind,
                             enum alibi_seat seat)
{
    struct change *change = change_new(table);

    if (change)
        change_over(change, kind, seat);
    else
        request_refuse(r, &request_no.memory, NULL);
    return change;
}

struct change *table_resign(const struct table *table, struct request *r,
                            const struct body_play *play)
{
    return is_going(table, r) ? end_by(table, r, EVENT_RESIGN, play->seat) : NULL;
}

struct change *table_abort(const struct table *table, struct request *r,
                           const struct body_play *play)
{
    if (table_can_abort(&table->about))
        return end_by(table, r, EVENT_ABORT, play->seat);
    if (is_going(table, r))
        request_refuse(r, &request_no.no_abort, NULL);
    return NULL;
}

struct change *table_claim(const struct table *table, struct request *r,
                           const struct body_play *play)
{
    enum alibi_seat other = play->seat == ALIBI_JACK ? ALIBI_DETECTIVE : ALIBI_JACK;

    if (!is_going(table, r))
        return NULL;
    if (table->attendance.gone[other] && table_can_claim(&table->about, (int)play->seat))
        return end_by(table, r, EVENT_LEFT, other);
    request_refuse(r, &request_no.no_claim, NULL);
    return NULL;
}

void table_played(const struct table *table, struct request *r, size_t from, size_t to,
                  enum alibi_viewer viewer)
{
    struct json_out out = {0};
    bool words;

    if (!request_words(r, &words))
        return;
    json_object(&out, NULL);
    json_number(&out, "seq", (int64_t)to);
    answer_events(&out, table, from, to, viewer, words);
    answer_clocks(&out, table);
    json_end(&out);
    request_answer(r, 200, &out);
}
