/* What goes out, as JSON: made from views and redacted histories, never from a state.
 * docs/api.md describes every member.
 *
 * The functions return new values, NULL without memory. ALIBI_AS_TRUTH is asked for after
 * the end only. */
#ifndef SERVER_ANSWER_H
#define SERVER_ANSWER_H

#include "room.h"

#include <alibi/watch.h>
#include <jansson.h>

json_t *answer_catalogue(const char *version);

/* A viewer by name, "truth" too; false for other words. */
bool viewer_parse(enum alibi_viewer *viewer, const char *word);

/* Adds view, scene, lines, notes and witnesses of VIEW to OBJECT. False without memory. */
bool answer_position(json_t *object, const struct alibi_view *view);

/* The legal tokens of VIEW's seat with their words; empty when it is not to act. */
json_t *answer_legal(const struct alibi_view *view);

json_t *answer_reach(const struct alibi_view *view);

/* Event number SEQ (from 1) as VIEWER may see it; those of FROM+1 to TO as an array. */
json_t *answer_event(const struct room *room, size_t seq, enum alibi_viewer viewer);
json_t *answer_events(const struct room *room, size_t from, size_t to,
                      enum alibi_viewer viewer);

/* Response to the request that made the events FROM+1 to TO. */
json_t *answer_played(const struct room *room, size_t from, size_t to,
                      enum alibi_viewer viewer);

/* The game in a line of the lobby, for who holds SEATS. S is any position of it: its game and
 * options are used. */
json_t *answer_summary(const struct store_game *about, const struct alibi_state *s,
                       unsigned seats);

/* Seats, bit by bit, as a list of names. */
json_t *answer_seats(unsigned seats);

/* The whole state as VIEWER saw it after AT events, with the history after SINCE. MS is how
 * long the computer thinks. */
json_t *answer_state(const struct room *room, unsigned seats, enum alibi_viewer viewer,
                     size_t at, size_t since, unsigned ms);

/* The record as VIEWER may have it, with the commitment, opened after the end; free it. */
char *answer_record(const struct room *room, enum alibi_viewer viewer, size_t *len);

/* The options of a position, and who is to act: null for chance and nobody. */
json_t *answer_options(const struct alibi_state *s);
json_t *answer_to_act(const struct alibi_state *s);

/* {"winner":...,"why":...} of "jack:time"; null for an empty text. */
json_t *answer_result(const char *result);

/* One step of a history: the token, its words, its path if it has one, and room for
 * announcements; a token without that room; the words alone; the path, NULL if none. */
json_t *answer_step(const struct alibi_view *before, const struct alibi_told *told, size_t seq);
json_t *answer_words(const struct alibi_view *before, const struct alibi_told *told);
json_t *answer_told(const struct alibi_view *before, const struct alibi_told *told);
json_t *answer_path(const struct alibi_view *before, const struct alibi_told *told);

#endif
