/* A session: one game in play, with its history, its seats and its chance.
 *
 * Front ends are thin over this: they ask what a seat sees and may do, and pass one token on.
 * alibi_session_state is the whole truth and is for referees only; what goes to a player or a
 * spectator comes from alibi_session_view, alibi_session_moves and the seat's record. */
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

/* How many moves were played, the I-th of them, counted from 0, and the state after the first
 * N: 0 for the start, the length for the state of now. */
ALIBI_API size_t alibi_session_length(const struct alibi_session *session);
ALIBI_API alibi_move alibi_session_move(const struct alibi_session *session, size_t i);
ALIBI_API const struct alibi_state *alibi_session_after(const struct alibi_session *session,
                                                        size_t n);

/* The turn in which the game stands after N moves: how many moves had been made when the player
 * to act began it, N itself at its start. */
ALIBI_API size_t alibi_session_turn(const struct alibi_session *session, size_t n);

/* Whether witnesses were called at the end of the I-th move. */
ALIBI_API bool alibi_session_called(const struct alibi_session *session, size_t i);

/* Plays a legal move, or the move that a token says. */
ALIBI_API int alibi_session_play(struct alibi_session *session, alibi_move m);
ALIBI_API int alibi_session_do(struct alibi_session *session, const char *token, size_t len,
                               struct alibi_error *err);

/* Takes back the last N moves, N at most the length. */
ALIBI_API void alibi_session_undo(struct alibi_session *session, size_t n);

/* How many of the last moves SEAT may take back: those of the turn that it has not finished,
 * and nothing before a draw, a reveal or another's move. */
ALIBI_API size_t alibi_session_retractable(const struct alibi_session *session,
                                           enum alibi_seat seat);

/* Chance: outcomes given as tokens with spaces between them come first, then those of the
 * seed. alibi_session_roll plays one; it is for positions in which chance is to act. */
ALIBI_API void alibi_session_seed(struct alibi_session *session, uint64_t seed);
ALIBI_API int alibi_session_script(struct alibi_session *session, const char *outcomes);
ALIBI_API int alibi_session_roll(struct alibi_session *session, struct alibi_error *err);

/* What VIEWER sees, and what SEAT may do: nothing unless it is to act. */
ALIBI_API void alibi_session_view(const struct alibi_session *session, enum alibi_viewer viewer,
                                  struct alibi_view *view);
ALIBI_API int alibi_session_moves(const struct alibi_session *session, enum alibi_seat seat,
                                  alibi_move out[ALIBI_MOVES_MAX]);

/* Tells VIEWER about the I-th move: HEAR gets the move as the viewer may read it, with the
 * state before it, then with NULL the announcements that follow: the witnesses' answer, the
 * result, what had been hidden. The truth needs no announcements. If HEAR returns anything but
 * ALIBI_OK, the telling ends and returns the same. */
typedef int alibi_hear(void *ear, const struct alibi_told *told,
                       const struct alibi_state *before);
ALIBI_API int alibi_session_tell(const struct alibi_session *session, size_t i,
                                 enum alibi_viewer viewer, alibi_hear *hear, void *ear);

/* The game so far as VIEWER's redacted history. */
ALIBI_API int alibi_session_record(const struct alibi_session *session,
                                   enum alibi_viewer viewer, struct alibi_record **out);

/* What VIEWER may know of WHOLE, a record of the whole truth, as a new record: its redacted
 * history, and of the tags those that say who played and when. */
ALIBI_API int alibi_session_redact(struct alibi_record **out, const struct alibi_record *whole,
                                   enum alibi_viewer viewer, struct alibi_error *err);

#endif
