/* Follows a game from one viewer's redacted history and nothing else.
 *
 * A watch keeps every world, that is, every whole state that agrees with what the viewer has
 * been told. A hidden card multiplies the worlds, an announcement rules some out. Together they
 * are the viewer's exact knowledge; what they have in common is the viewer's view. Redacted
 * records are read through a watch, and the tests use it to prove that a view depends on the
 * redacted history alone. */
#ifndef ALIBI_WATCH_H
#define ALIBI_WATCH_H

#include <alibi/told.h>

struct alibi_watch;

/* Begins to watch from START. Free it with alibi_watch_free. */
ALIBI_API int alibi_watch_new(struct alibi_watch **out, const struct alibi_view *start);
ALIBI_API void alibi_watch_free(struct alibi_watch *watch);

/* A copy, to try out what could be told next. */
ALIBI_API int alibi_watch_copy(struct alibi_watch **out, const struct alibi_watch *watch);

/* Tells the viewer something, as a value or as its token: "SH", "deal=?", "witness=visible",
 * "over=jack:time" and, after the end, the moves that had been hidden. Anything that cannot
 * come next is refused and changes nothing. */
ALIBI_API int alibi_watch_hear(struct alibi_watch *watch, const struct alibi_told *told,
                               struct alibi_error *err);
ALIBI_API int alibi_watch_see(struct alibi_watch *watch, const char *token, size_t len,
                              struct alibi_error *err);

/* Whether the history may stop here: no announcement is due. */
ALIBI_API bool alibi_watch_settled(const struct alibi_watch *watch);

/* Every move that the viewer could be told next, open or hidden, whoever is to act; returns how
 * many. None if something else must be told first, or the game is over. */
ALIBI_API int alibi_watch_moves(const struct alibi_watch *watch,
                                struct alibi_told out[ALIBI_MOVES_MAX]);

/* What the viewer sees now; the watch must be settled. */
ALIBI_API void alibi_watch_view(const struct alibi_watch *watch, struct alibi_view *view);

/* The N worlds, all different; borrowed until something is told. */
ALIBI_API const struct alibi_state *alibi_watch_worlds(const struct alibi_watch *watch,
                                                       size_t *n);

/* The probability that each character is Jack, if all worlds are equally likely. */
ALIBI_API void alibi_watch_belief(const struct alibi_watch *watch,
                                  double belief[ALIBI_CHARACTERS_MAX]);

#endif
