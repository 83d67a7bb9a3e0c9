/* What goes out, as JSON: made from views and redacted histories, never from a state.
 * docs/api.md describes every member.
 *
 * Each function writes one member NAME, or one element where NAME is NULL. ALIBI_AS_TRUTH
 * is asked for after the end only. */
#ifndef TABLE_ANSWER_H
#define TABLE_ANSWER_H

#include "game_table.h"
#include "json_write.h"

#include <alibi/insight.h>
#include <alibi/told.h>

void answer_catalogue(struct json_out *out, const char *version);

/* A viewer by name, "truth" too; false for other words. */
bool viewer_parse(enum alibi_viewer *viewer, const char *word);

/* --- Positions --- */

/* The members view, scene, lines, notes, witnesses and insight of VIEW. */
void answer_position(struct json_out *out, const struct alibi_view *view);

/* What is different in NOW, of the same game: the members view, with those members of it that
 * have changed, and scene, with the places; lines, witnesses and insight if they have. */
void answer_change(struct json_out *out, const struct alibi_view *before,
                   const struct alibi_view *now);

/* The members scene and lines of S: every place on which there is more than its ground, which
 * the catalogue tells; or the places, and the lines, that are not as in BEFORE. */
void answer_scene(struct json_out *out, const struct alibi_state *s);
void answer_scene_change(struct json_out *out, const struct alibi_state *before,
                         const struct alibi_state *now);

/* The ground of every place where a game begins with the options of S, in the marks of SCENE.
 */
void ground_of(const struct alibi_state *s, const char *ground[ALIBI_PLACES_MAX],
               struct alibi_scene *scene);

/* The member insight: what VIEW's viewer can tell from it; or only if it is not as before. */
void answer_insight(struct json_out *out, const struct alibi_view *view);
void answer_insight_change(struct json_out *out, const struct alibi_view *before,
                           const struct alibi_view *now);

/* A list of remarks on what is different in AFTER, of the same viewer in the same turn. */
void answer_remarks(struct json_out *out, const char *name, const struct alibi_view *before,
                    const struct alibi_view *after);
void answer_remark_list(struct json_out *out, const char *name, const struct alibi_game *game,
                        const struct alibi_remark *remark, int n);

/* Characters as a list of their codes, in the order of the game's list. */
void answer_codes(struct json_out *out, const char *name, const struct alibi_game *game,
                  unsigned set);

/* A probability, of which a person reads two digits. */
void answer_chance(struct json_out *out, const char *name, double chance);

/* The lines to print beside VIEW. */
void answer_notes(struct json_out *out, const struct alibi_view *view);

/* How M of VIEW's seat ends the game at once: "accusation", "escape", or NULL if it does not.
 */
const char *answer_end(const struct alibi_view *view, alibi_move m);

/* The legal tokens with their paths and how they end the game, and if asked for in words: those
 * of whoever is to act, chance too, if VIEW hides nothing; or those of VIEW's seat, none when
 * it is not to act. */
void answer_moves(struct json_out *out, const struct alibi_view *view, bool words);
void answer_legal(struct json_out *out, const struct alibi_view *view, bool words);

void answer_reach(struct json_out *out, const struct alibi_view *view);

/* The options of a position, and who is to act: null for chance and nobody. */
void answer_options(struct json_out *out, const struct alibi_state *s);
void answer_to_act(struct json_out *out, const struct alibi_state *s);

/* A token as text. */
void answer_token(struct json_out *out, const char *name, const struct alibi_game *game,
                  const struct alibi_told *told);

/* One step of a history: its members, with an open list "told" for announcements at their end;
 * the members of a token that is told, and the token itself; its words; its path, if it has
 * one. */
void answer_step(struct json_out *out, const struct alibi_view *before,
                 const struct alibi_told *told, size_t seq);
void answer_told_members(struct json_out *out, const struct alibi_view *before,
                         const struct alibi_told *told);
void answer_told(struct json_out *out, const struct alibi_view *before,
                 const struct alibi_told *told);
void answer_words(struct json_out *out, const char *name, const struct alibi_view *before,
                  const struct alibi_told *told);
void answer_path(struct json_out *out, const struct alibi_view *before,
                 const struct alibi_told *told);

/* --- Games --- */

/* Event number SEQ (from 1) as VIEWER may see it, with all that it changed; those of FROM+1 to
 * TO as a list "events". With WORDS, what it changed has notes, and legal tokens are worded. A
 * list "history" of them tells no changes. */
void answer_event(struct json_out *out, const struct table *table, size_t seq,
                  enum alibi_viewer viewer, bool words);
void answer_events(struct json_out *out, const struct table *table, size_t from, size_t to,
                   enum alibi_viewer viewer, bool words);
void answer_history(struct json_out *out, const struct table *table, size_t from, size_t to,
                    enum alibi_viewer viewer);

/* The members of a game in a line of the lobby, for somebody who holds SEATS. S is any position
 * of it: its game and options are used. */
void answer_summary(struct json_out *out, const struct table_about *about,
                    const struct alibi_state *s, unsigned seats);

/* Seats, bit by bit, as a list "you" of names. */
void answer_seats(struct json_out *out, unsigned seats);

/* The members of the whole state as VIEWER saw it after AT events, with the history after
 * SINCE.
 */
void answer_state(struct json_out *out, const struct table *table, unsigned seats,
                  enum alibi_viewer viewer, size_t at, size_t since, bool words);

/* The members of the clocks as they stand at the table's time; the member clocks, if the game
 * has any. */
void answer_clock_members(struct json_out *out, const struct table *table);
void answer_clocks(struct json_out *out, const struct table *table);

/* {"winner":...,"why":...} of "jack:time"; null for an empty text. */
void answer_result(struct json_out *out, const char *result);

/* The record as VIEWER may have it, with the commitment, opened after the end; free it. */
char *answer_record(const struct table *table, enum alibi_viewer viewer, size_t *len);

#endif
