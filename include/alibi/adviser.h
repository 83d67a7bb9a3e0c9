/* An adviser: a player driven by lines of text, the player protocol of docs/protocol.md.
 *
 * `alibi player` connects it to standard input and output. Like every player it knows what its
 * seat was told and nothing else. */
#ifndef ALIBI_ADVISER_H
#define ALIBI_ADVISER_H

#include <alibi/referee.h>

struct alibi_adviser;

/* Makes an adviser. NAME (NULL: the strongest kind), SEED and MEMORY in bytes (0: the default)
 * hold for every game whose `new` does not set them. Free it with alibi_adviser_free. */
ALIBI_API int alibi_adviser_new(struct alibi_adviser **out, const char *name, uint64_t seed,
                                size_t memory, struct alibi_error *err);
ALIBI_API void alibi_adviser_free(struct alibi_adviser *adviser);

/* From the next `new` on, N threads search together (alibi_player_threads), unless it says
 * otherwise. */
ALIBI_API int alibi_adviser_threads(struct alibi_adviser *adviser, int n,
                                    struct alibi_error *err);

/* The player of the current game, for callers that think in slices; NULL before `new`. */
ALIBI_API struct alibi_player *alibi_adviser_player(struct alibi_adviser *adviser);

/* Answers one line (without its newline) into REPLY; ALIBI_REPLY_MAX bytes are enough. Returns
 * false for `quit`, which has no answer. */
ALIBI_API bool alibi_adviser_answer(struct alibi_adviser *adviser, const char *line, size_t len,
                                    struct alibi_text *reply);

#endif
