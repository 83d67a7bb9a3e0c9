/* Following a game from one viewer's redacted history, knowing nothing else.
 *
 * A watch keeps every full state that agrees with what the seat has been told: a hidden card
 * multiplies them, an announcement thins them out. What all of them show alike is the seat's
 * view; together they are its exact knowledge. Public records are read through this, and the
 * tests use it to prove that a view depends on the redacted history alone. */
#ifndef ALIBI_WATCH_H
#define ALIBI_WATCH_H

#include <alibi/told.h>

struct alibi_watch;

/* Begins to watch from START. Free it with alibi_watch_free. */
ALIBI_API int alibi_watch_new(struct alibi_watch **out, const struct alibi_view *start);
ALIBI_API void alibi_watch_free(struct alibi_watch *watch);

/* Another that has seen the same, to try out what could come. */
ALIBI_API int alibi_watch_copy(struct alibi_watch **out, const struct alibi_watch *watch);

/* The viewer is told something, as a value or as its token: "SH", "deal=?", "witness=visible",
 * "over=jack:time" and, after the end, what had been hidden. Anything that cannot come here is
 * refused and changes nothing. */
ALIBI_API int alibi_watch_hear(struct alibi_watch *watch, const struct alibi_told *told,
                               struct alibi_error *err);
ALIBI_API int alibi_watch_see(struct alibi_watch *watch, const char *token, size_t len,
                              struct alibi_error *err);

/* Whether the history may stop here: no announcement is due. */
ALIBI_API bool alibi_watch_settled(const struct alibi_watch *watch);

/* What the seat sees now; the watch must be settled. */
ALIBI_API void alibi_watch_view(const struct alibi_watch *watch, struct alibi_view *view);

/* The states that the seat cannot tell apart, each different; borrowed until the next call. */
ALIBI_API const struct alibi_state *alibi_watch_worlds(const struct alibi_watch *watch,
                                                       size_t *n);

/* The chance of each character to be Jack, all those states being equally likely. */
ALIBI_API void alibi_watch_belief(const struct alibi_watch *watch,
                                  double belief[ALIBI_CHARACTERS_MAX]);

#endif
