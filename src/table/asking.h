/* What can be asked of a table: each function answers the request, or refuses it. What changes
 * the game is answered by a change instead, which the table's owner keeps, applies, and then
 * answers by table_played. docs/api.md describes the requests. */
#ifndef TABLE_ASKING_H
#define TABLE_ASKING_H

#include "body.h"
#include "change.h"
#include "request.h"

/* --- What changes nothing --- */

/* Answers what can be answered by looking: a state, a preview, reach, a record, a
 * course without chances. False for other
 * routes. */
bool table_answer(const struct table *table, struct request *r);

/* --- Playing --- */

/* Reads a body that has these PARTS, and finds out who wants to act. False after a refusal. */
bool table_read_play(const struct table *table, struct request *r, unsigned parts,
                     struct body_play *play);

/* Whether the player, who knows of SEQ events, is to act; false after a refusal. */
bool table_is_turn(const struct table *table, struct request *r, const struct body_play *play,
                   uint64_t seq);

/* What the player sees after trying the tokens out, and where there are some, before the last
 * and which that is. False after a refusal. */
bool table_stage(const struct table *table, struct request *r, const struct body_play *play,
                 struct alibi_view *view, struct alibi_view *before, alibi_move *last);

/* The same from VIEW, which belongs to the seat to act. */
bool table_try(struct request *r, const char token_list[][ALIBI_TOKEN_MAX], size_t n,
               struct alibi_view *view, struct alibi_view *before, alibi_move *last);

/* What the tokens of the body would lead to, as an answer. */
void table_preview(const struct table *table, struct request *r);

/* The change that moves or resigning make; NULL after a refusal. */
struct change *table_moves(const struct table *table, struct request *r,
                           const struct body_play *play, const struct chance *chance);
struct change *table_resign(const struct table *table, struct request *r,
                            const struct body_play *play);

/* The same for a game in which not both have moved yet, and for one that the other has left. */
struct change *table_abort(const struct table *table, struct request *r,
                           const struct body_play *play);
struct change *table_claim(const struct table *table, struct request *r,
                           const struct body_play *play);

/* The change that a wish to pause, or to go on, makes; NULL after a refusal. */
struct change *table_pause(const struct table *table, struct request *r,
                           const struct body_play *play);

/* 200 with the events FROM+1 to TO, which a request has made, as VIEWER sees them. */
void table_played(const struct table *table, struct request *r, size_t from, size_t to,
                  enum alibi_viewer viewer);

/* The events after the number `since` of the query, answered as those of a move: what a stream
 * tells, at once. */
void table_events(const struct table *table, struct request *r);

/* --- Hints --- */

/* What a player of the computer's would do in the seat's place: the tokens to the end of the
 * turn, or as far as chance lets one see, and its chance to win as things stand and by them. */
struct table_hint {
    int n;
    const char (*token)[ALIBI_TOKEN_MAX];
    double before, after;
};

/* 200 with the hint for the seat that has staged the tokens of PLAY. */
void table_hinted(const struct table *table, struct request *r, const struct body_play *play,
                  const struct table_hint *hint);

/* What the last turn of the seat has allowed or achieved: coach.c. */
void table_coach(const struct table *table, struct request *r);

/* --- Without a table --- */

/* What can be answered from VIEW, a seat's after SEQ events, in the bytes of the table: a
 * preview, reach. False for all else, and for what the table would refuse without looking at
 * the tokens: that is the table's to say. */
bool table_answer_seat(struct request *r, const struct alibi_view *view, size_t seq);
bool table_preview_seat(struct request *r, const struct alibi_view *view, size_t seq);

/* A record that a person brings: read, shown at any point, not kept. */
void table_replay(struct request *r);

/* The same with all its variations and comments, as a tree: study.c. */
void table_study(struct request *r);

/* The record that TEXT is, to be freed; NULL after a refusal. */
struct alibi_record *table_read_record(struct request *r, const char *text);

#endif
