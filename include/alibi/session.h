/* A session: one game in play, with its history and its source of chance.
 *
 * A front end asks what a viewer sees and which moves a seat has, and plays one token after
 * another. alibi_session_state is the whole truth and for referees only; players and spectators
 * get alibi_session_view, alibi_session_moves and their own record. */
#ifndef ALIBI_SESSION_H
#define ALIBI_SESSION_H

#include <alibi/game.h>
#include <alibi/record.h>

struct alibi_session;

/* Begins a game at START, or replays a record of the whole truth. Free with
 * alibi_session_free. */
ALIBI_API int alibi_session_new(struct alibi_session **out, const struct alibi_state *start);
ALIBI_API int alibi_session_from_record(struct alibi_session **out,
                                        const struct alibi_record *record,
                                        struct alibi_error *err);
ALIBI_API void alibi_session_free(struct alibi_session *session);

ALIBI_API const struct alibi_state *alibi_session_state(const struct alibi_session *session);

/* The number of moves played; the I-th move, counted from 0; and the state after the first N
 * moves: N = 0 is the start, N = length the current state. */
ALIBI_API size_t alibi_session_length(const struct alibi_session *session);
ALIBI_API alibi_move alibi_session_move(const struct alibi_session *session, size_t i);
ALIBI_API const struct alibi_state *alibi_session_after(const struct alibi_session *session,
                                                        size_t n);

/* Where the turn began to which the state after N moves belongs: the number of moves before the
 * turn's first one. It is N itself if the turn begins there. */
ALIBI_API size_t alibi_session_turn(const struct alibi_session *session, size_t n);

/* Whether witnesses were called at the end of the I-th move. */
ALIBI_API bool alibi_session_called(const struct alibi_session *session, size_t i);

/* Plays a legal move, given as a value or as its token. */
ALIBI_API int alibi_session_play(struct alibi_session *session, alibi_move m);
ALIBI_API int alibi_session_do(struct alibi_session *session, const char *token, size_t len,
                               struct alibi_error *err);

/* Takes back the last N moves, N at most the length. */
ALIBI_API void alibi_session_undo(struct alibi_session *session, size_t n);

/* How many of the last moves SEAT may take back: those of its unfinished turn, back to the last
 * draw, reveal or move of another seat. */
ALIBI_API size_t alibi_session_retractable(const struct alibi_session *session,
                                           enum alibi_seat seat);

/* Chance. alibi_session_roll plays one outcome when chance is to act: first the outcomes of the
 * script, tokens with spaces between them, then outcomes drawn from the seed. */
ALIBI_API void alibi_session_seed(struct alibi_session *session, uint64_t seed);
ALIBI_API int alibi_session_script(struct alibi_session *session, const char *outcomes);
ALIBI_API int alibi_session_roll(struct alibi_session *session, struct alibi_error *err);

/* What VIEWER sees; and the legal moves of SEAT, none unless it is to act. */
ALIBI_API void alibi_session_view(const struct alibi_session *session, enum alibi_viewer viewer,
                                  struct alibi_view *view);
ALIBI_API int alibi_session_moves(const struct alibi_session *session, enum alibi_seat seat,
                                  alibi_move out[ALIBI_MOVES_MAX]);

/* Tells VIEWER about the I-th move. HEAR is called with the move as the viewer may read it and
 * the state before it; then, with NULL for the state, for each announcement that follows: the
 * witnesses' answer, the result, the moves that had been hidden. ALIBI_AS_TRUTH gets no
 * announcements. If HEAR returns anything but ALIBI_OK, telling stops and returns that status.
 */
typedef int alibi_hear(void *ear, const struct alibi_told *told,
                       const struct alibi_state *before);
ALIBI_API int alibi_session_tell(const struct alibi_session *session, size_t i,
                                 enum alibi_viewer viewer, alibi_hear *hear, void *ear);

/* The record of the game so far, as VIEWER was told it. */
ALIBI_API int alibi_session_record(const struct alibi_session *session,
                                   enum alibi_viewer viewer, struct alibi_record **out);

/* Redacts WHOLE, a record of the whole truth, for VIEWER. Of the tags, the new record keeps
 * those that say who played and when. */
ALIBI_API int alibi_session_redact(struct alibi_record **out, const struct alibi_record *whole,
                                   enum alibi_viewer viewer, struct alibi_error *err);

#endif
