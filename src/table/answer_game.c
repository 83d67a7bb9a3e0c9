/* Games, their states and histories, as JSON. */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Events --- */

/* Writes down what a viewer is told of one move. */
struct ear {
    const struct table *table;
    struct alibi_view view; /* what was seen before it; after the result, what is seen then */
    size_t seq;
    struct json_out *out;
};

static int hear(void *arg, const struct alibi_told *told, const struct alibi_state *before)
{
    struct ear *ear = arg;

    if (before) {
        answer_step(ear->out, &ear->view, told, ear->seq);
        return ALIBI_OK;
    }
    answer_told(ear->out, &ear->view, told);
    if (told->kind == ALIBI_TOLD_RESULT)
        alibi_session_view(ear->table->session, ear->view.viewer, &ear->view);
    return ALIBI_OK;
}

/* The whole truth has no announcements, since they follow from it; a reader wants them. */
static void announce(struct ear *ear, size_t ply)
{
    const struct alibi_state *after = table_state_at(ear->table, ear->seq);
    struct alibi_told told;

    if (alibi_session_called(ear->table->session, ply)) {
        told = alibi_told_witness(after);
        (void)hear(ear, &told, NULL);
    }
    if (after->winner != ALIBI_NOBODY) {
        told = alibi_told_result(after);
        (void)hear(ear, &told, NULL);
    }
}

static void add_move(struct json_out *out, const struct table *table, size_t seq,
                     enum alibi_viewer viewer)
{
    size_t ply = table->event[seq - 1].ply;
    struct ear ear = {.table = table, .seq = seq, .out = out};

    table_view_at(table, seq - 1, viewer, &ear.view);
    (void)alibi_session_tell(table->session, ply, viewer, hear, &ear);
    if (viewer == ALIBI_AS_TRUTH)
        announce(&ear, ply);
    json_end(out); /* the list of what was told */
}

/* The members of an event as a history has it. */
static void add_event(struct json_out *out, const struct table *table, size_t seq,
                      enum alibi_viewer viewer)
{
    static const char *const kind[] = {
        [EVENT_MOVE] = "move",       [EVENT_SEAT] = "seat", [EVENT_RESIGN] = "resign",
        [EVENT_REMATCH] = "rematch", [EVENT_MIX] = "mix",   [EVENT_FLAG] = "flag",
        [EVENT_ABORT] = "abort",     [EVENT_LEFT] = "left"};
    const struct past_event *event = &table->event[seq - 1];

    if (event->kind == EVENT_MOVE) {
        add_move(out, table, seq, viewer);
        return;
    }
    json_number(out, "seq", (int64_t)seq);
    json_text(out, "kind", kind[event->kind]);
    if (event->kind == EVENT_SEAT || event->kind == EVENT_MIX)
        json_text(out, "seat", alibi_seat_name(event->by));
    if (event_ends(event->kind))
        json_text(out, "by", alibi_seat_name(event->by));
    if (event->kind == EVENT_REMATCH)
        json_text(out, "id", event->id);
}

void answer_history(struct json_out *out, const struct table *table, size_t from, size_t to,
                    enum alibi_viewer viewer)
{
    json_list(out, "history");
    for (size_t seq = from + 1; seq <= to; seq++) {
        json_object(out, NULL);
        add_event(out, table, seq, viewer);
        json_end(out);
    }
    json_end(out);
}

/* --- Games --- */

void answer_seats(struct json_out *out, unsigned seats)
{
    json_list(out, "you");
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++)
        if ((seats >> seat) & 1)
            json_text(out, NULL, alibi_seat_name((enum alibi_seat)seat));
    json_end(out);
}

void answer_result(struct json_out *out, const char *result)
{
    const char *colon = strchr(result, ':');

    if (!colon) {
        json_null(out, "result");
        return;
    }
    json_object(out, "result");
    if (strncmp(result, "nobody:", 7) == 0)
        json_null(out, "winner");
    else
        json_bytes(out, "winner", result, (size_t)(colon - result));
    json_text(out, "why", colon + 1);
    json_end(out);
}

/* What was agreed on for the clocks, if anything was. */
static void add_clock_terms(struct json_out *out, const struct table_about *about)
{
    size_t len;
    const char *clock = terms_find(about->terms, "clock", &len);

    if (clock)
        json_bytes(out, "clock", clock, len);
}

void answer_clock_members(struct json_out *out, const struct table *table)
{
    const struct table_about *about = &table->about;
    const struct clocks *clocks = &about->clocks;
    bool runs = about->to_act <= ALIBI_DETECTIVE && !clocks->paused;

    for (int seat = 0; seat < 2; seat++)
        json_number(out, alibi_seat_name((enum alibi_seat)seat),
                    clocks_left(clocks, seat, (int)about->to_act, table->time));
    json_text(out, "runs", runs ? alibi_seat_name(about->to_act) : NULL);
    json_bool(out, "paused", clocks->paused);
    json_list(out, "asks");
    for (int seat = 0; seat < 2; seat++)
        if ((clocks->wants >> seat) & 1U)
            json_text(out, NULL, alibi_seat_name((enum alibi_seat)seat));
    json_end(out);
}

void answer_clocks(struct json_out *out, const struct table *table)
{
    if (!table->about.clocks.on)
        return;
    json_object(out, "clocks");
    answer_clock_members(out, table);
    json_end(out);
}

static void add_status(struct json_out *out, enum table_status status)
{
    static const char *const name[] = {
        [TABLE_WAITING] = "waiting", [TABLE_PLAYING] = "playing", [TABLE_OVER] = "over"};

    json_text(out, "status", name[status]);
}

/* Which accounts play, and whether for their ratings; nothing is said of guests. */
static void add_accounts(struct json_out *out, const struct table_about *about)
{
    char id[2][ID_SIZE];
    bool one = table_account(about, ALIBI_JACK, id[0]);
    bool two = table_account(about, ALIBI_DETECTIVE, id[1]);

    if (table_is_rated(about))
        json_bool(out, "rated", true);
    if (!one && !two)
        return;
    json_object(out, "accounts");
    json_text(out, "jack", one ? id[0] : NULL);
    json_text(out, "detective", two ? id[1] : NULL);
    json_end(out);
}

void answer_summary(struct json_out *out, const struct table_about *about,
                    const struct alibi_state *s, unsigned seats)
{
    json_text(out, "id", about->id);
    json_text(out, "game", s->game->name);
    answer_options(out, s);
    add_status(out, about->status);
    json_object(out, "seats");
    json_text(out, "jack", about->player[ALIBI_JACK]);
    json_text(out, "detective", about->player[ALIBI_DETECTIVE]);
    json_end(out);
    answer_seats(out, seats);
    json_bool(out, "public", about->is_public);
    json_bool(out, "hints", table_has_hints(about));
    answer_result(out, about->result);
    add_clock_terms(out, about);
    add_accounts(out, about);
}

/* Whether the game was over by one of the first SEQ events that is no move. */
static bool was_ended(const struct table *table, size_t seq)
{
    for (size_t i = 0; i < seq; i++)
        if (event_ends(table->event[i].kind))
            return true;
    return false;
}

/* What the status was after the first SEQ events: a game waits until its last seat is taken,
 * and has added what it wanted to add. */
static enum table_status status_at(const struct table *table, size_t seq)
{
    if (table_state_at(table, seq)->winner != ALIBI_NOBODY || was_ended(table, seq))
        return TABLE_OVER;
    for (size_t i = seq; i < table->n_events; i++)
        if (table->event[i].kind == EVENT_SEAT || table->event[i].kind == EVENT_MIX)
            return TABLE_WAITING;
    return table_waits(&table->about) ? TABLE_WAITING : TABLE_PLAYING;
}

/* Who was to act then: nobody where the game waited or was over. */
static void add_to_act(struct json_out *out, const struct table *table, size_t seq)
{
    if (status_at(table, seq) == TABLE_PLAYING)
        answer_to_act(out, table_state_at(table, seq));
    else
        json_null(out, "to_act");
}

/* From whom the game waits for what is to be added to its chance. */
static void add_awaits(struct json_out *out, const struct table *table)
{
    json_list(out, "awaits");
    for (int seat = 0; seat < 2 && table->about.status == TABLE_WAITING; seat++)
        if (table->about.opening.mix[seat] == MIX_AWAITED)
            json_text(out, NULL, alibi_seat_name((enum alibi_seat)seat));
    json_end(out);
}

/* What the commitment was to, once the game is over, and what the players have added. */
static void add_opening(struct json_out *out, const struct table *table)
{
    const struct opening *opening = &table->about.opening;
    char hex[COMMITMENT_SIZE];

    if (table->about.status != TABLE_OVER || !table->commitment[0]) {
        json_null(out, "opening");
        return;
    }
    json_object(out, "opening");
    opening_hex(table->about.opening.secret, hex);
    json_text(out, "secret", hex);
    opening_hex(table->about.opening.salt, hex);
    json_text(out, "salt", hex);
    json_object(out, "entropy");
    for (int seat = 0; seat < 2; seat++) {
        opening_hex(opening->entropy[seat], hex);
        json_text(out, alibi_seat_name((enum alibi_seat)seat),
                  opening->mix[seat] == MIX_GIVEN ? hex : NULL);
    }
    json_end(out);
    json_end(out);
}

/* A game may have been given up while the computer thinks. */
static void add_thinking(struct json_out *out, const struct table *table, size_t at)
{
    enum alibi_seat seat = table_computer_to_act(table);

    if (!table->thinking_ms || at < table->n_events || seat == ALIBI_NOBODY) {
        json_null(out, "thinking");
        return;
    }
    json_object(out, "thinking");
    json_text(out, "seat", alibi_seat_name(seat));
    json_number(out, "ms", table->thinking_ms);
    json_end(out);
}

void answer_state(struct json_out *out, const struct table *table, unsigned seats,
                  enum alibi_viewer viewer, size_t at, size_t since, bool words)
{
    bool live = at == table->n_events && table->about.status == TABLE_PLAYING;
    struct alibi_view view;

    table_view_at(table, at, viewer, &view);
    answer_summary(out, &table->about, alibi_session_state(table->session), seats);
    json_bool(out, "onward", alibi_session_after(table->session, 0)->round > 0);
    json_text(out, "as", alibi_viewer_name(viewer));
    json_number(out, "seq", (int64_t)table->n_events);
    json_number(out, "at", (int64_t)at);
    add_to_act(out, table, at);
    add_thinking(out, table, at);
    answer_presence(out, "presence", table);
    answer_position(out, &view);
    if (live) {
        answer_legal(out, &view, words);
    } else {
        json_list(out, "legal");
        json_end(out);
    }
    answer_history(out, table, since, at, viewer);
    add_awaits(out, table);
    json_text(out, "commitment", table->commitment[0] ? table->commitment : NULL);
    add_opening(out, table);
    answer_clocks(out, table);
}

/* --- Events with what they changed --- */

/* How it stands after event number SEQ: what that has changed, and what is to be known then.
 * The newest event also tells what the viewer may do. */
static void add_after(struct json_out *out, const struct table *table, size_t seq,
                      enum alibi_viewer viewer, bool words)
{
    enum table_status status = status_at(table, seq);
    struct alibi_view before, now;

    table_view_at(table, seq - 1, viewer, &before);
    table_view_at(table, seq, viewer, &now);
    json_object(out, "after");
    add_status(out, status);
    add_to_act(out, table, seq);
    if (status == TABLE_OVER) {
        answer_result(out, table->about.result);
        add_opening(out, table);
    }
    answer_change(out, &before, &now);
    if (words)
        answer_notes(out, &now);
    if (status == TABLE_PLAYING && seq == table->n_events && now.seen.to_act == viewer)
        answer_legal(out, &now, words);
    json_end(out);
}

void answer_event(struct json_out *out, const struct table *table, size_t seq,
                  enum alibi_viewer viewer, bool words)
{
    json_object(out, NULL);
    add_event(out, table, seq, viewer);
    add_after(out, table, seq, viewer, words);
    json_end(out);
}

void answer_events(struct json_out *out, const struct table *table, size_t from, size_t to,
                   enum alibi_viewer viewer, bool words)
{
    json_list(out, "events");
    for (size_t seq = from + 1; seq <= to; seq++)
        answer_event(out, table, seq, viewer, words);
    json_end(out);
}

/* --- Records --- */

static void add_entropy(struct alibi_record *record, const struct opening *opening)
{
    char hex[COMMITMENT_SIZE];

    for (int seat = 0; seat < 2; seat++)
        if (opening->mix[seat] == MIX_GIVEN) {
            opening_hex(opening->entropy[seat], hex);
            (void)alibi_record_tag(record, opening_tag[seat], hex, NULL);
        }
}

static void add_tags(const struct table *table, struct alibi_record *record)
{
    const struct table_about *about = &table->about;
    bool fair = table->commitment[0];
    char hex[COMMITMENT_SIZE], clock[CLOCK_TEXT_SIZE];
    size_t len;
    const char *agreed = terms_find(about->terms, "clock", &len);

    (void)alibi_record_tag(record, "Date", about->created, NULL);
    (void)alibi_record_tag(record, "Jack", about->player[ALIBI_JACK], NULL);
    (void)alibi_record_tag(record, "Detective", about->player[ALIBI_DETECTIVE], NULL);
    if (agreed) {
        (void)snprintf(clock, sizeof clock, "%.*s", (int)len, agreed);
        (void)alibi_record_tag(record, "Clock", clock, NULL);
    }
    if (fair)
        (void)alibi_record_tag(record, "Commitment", table->commitment, NULL);
    if (fair && about->status == TABLE_OVER) {
        opening_hex(about->opening.secret, hex);
        (void)alibi_record_tag(record, "Secret", hex, NULL);
        opening_hex(about->opening.salt, hex);
        (void)alibi_record_tag(record, "Salt", hex, NULL);
        add_entropy(record, &about->opening);
    }
    if (was_ended(table, table->n_events))
        (void)alibi_record_tag(record, "Ended", about->result, NULL);
    if (about->status != TABLE_OVER && (table_is_of_people(about) || table_is_rated(about)))
        (void)alibi_record_tag(record, "Running", "people", NULL);
}

char *answer_record(const struct table *table, enum alibi_viewer viewer, size_t *len)
{
    struct alibi_record *record;
    char *text;

    if (alibi_session_record(table->session, viewer, &record) != ALIBI_OK)
        return NULL;
    add_tags(table, record);
    text = alibi_record_text(record, len);
    alibi_record_free(record);
    return text;
}
