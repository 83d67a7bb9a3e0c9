/* What goes out, as JSON: made from views and redacted histories, never from a state.
 * docs/api.md describes every member.
 *
 * The functions return new values, NULL without memory. The seat ALIBI_CHANCE stands for the
 * whole truth, which callers ask for after the end only. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "room.h"

#include <alibi/watch.h>
#include <jansson.h>

json_t *answer_catalogue(const char *version);

/* "jack", "detective", "public" or, for ALIBI_CHANCE, "truth"; and back. */
const char *viewer_name(enum alibi_seat seat);
bool viewer_parse(enum alibi_seat *seat, const char *word);

/* Adds view, scene, lines, notes and witnesses of VIEW to OBJECT. False without memory. */
bool answer_position(json_t *object, const struct alibi_view *view);

/* The legal tokens of VIEW's seat with their words; empty when it is not to act. */
json_t *answer_legal(const struct alibi_view *view);

json_t *answer_reach(const struct alibi_view *view);

/* Event number SEQ (from 1) as SEAT may see it; those of FROM+1 to TO as an array. */
json_t *answer_event(const struct room *room, size_t seq, enum alibi_seat seat);
json_t *answer_events(const struct room *room, size_t from, size_t to, enum alibi_seat seat);

/* The answer to who has caused the events FROM+1 to TO. */
json_t *answer_played(const struct room *room, size_t from, size_t to, enum alibi_seat seat);

/* The game in a line of the lobby, for who holds SEATS. S is any position of it: its game and
 * options are used. */
json_t *answer_summary(const struct store_game *about, const struct alibi_state *s,
                       unsigned seats);

/* Seats, bit by bit, as a list of names. */
json_t *answer_seats(unsigned seats);

/* The whole state as SEAT saw it after AT events, with the history after SINCE. MS is how long
 * the computer thinks. */
json_t *answer_state(const struct room *room, unsigned seats, enum alibi_seat seat, size_t at,
                     size_t since, unsigned ms);

/* The record as SEAT may have it, with the commitment, opened after the end; free it. */
char *answer_record(const struct room *room, enum alibi_seat seat, size_t *len);

/* The options of a position, and who is to act: null for chance and nobody. */
json_t *answer_options(const struct alibi_state *s);
json_t *answer_to_act(const struct alibi_state *s);

/* {"winner":...,"why":...} of "jack:time"; null for an empty text. */
json_t *answer_result(const char *result);

/* One step of a history: the token, its words, its path if it has one, and room for
 * announcements; a token without that room; the words alone; the path, NULL if none. */
json_t *answer_step(const struct alibi_view *before, const char *token, size_t seq);
json_t *answer_words(const struct alibi_view *before, const char *token);
json_t *answer_told(const struct alibi_view *before, const char *token);
json_t *answer_path(const struct alibi_view *before, const char *token);

#endif
