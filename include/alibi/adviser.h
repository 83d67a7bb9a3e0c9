/* An adviser: a player driven by lines of text, as docs/protocol.md says.
 *
 * `alibi player` reads lines for it from standard input. Like every player it knows what its
 * seat was told and nothing else. */
#ifndef ALIBI_ADVISER_H
#define ALIBI_ADVISER_H

#include <alibi/referee.h>

struct alibi_adviser;

/* An adviser that plays as the kind NAME (NULL: the strongest) unless a game says otherwise,
 * from SEED, with MEMORY bytes (0: the default). Free it with alibi_adviser_free. */
ALIBI_API int alibi_adviser_new(struct alibi_adviser **out, const char *name, uint64_t seed,
                                size_t memory, struct alibi_error *err);
ALIBI_API void alibi_adviser_free(struct alibi_adviser *adviser);

/* The player of the game that `new` began, for callers who think in slices; NULL before. */
ALIBI_API struct alibi_player *alibi_adviser_player(struct alibi_adviser *adviser);

/* Answers one line (without its newline) into REPLY, which ALIBI_REPLY_MAX bytes are enough
 * for. Returns false when the line was `quit`, which has no answer. */
ALIBI_API bool alibi_adviser_answer(struct alibi_adviser *adviser, const char *line, size_t len,
                                    struct alibi_text *reply);

#endif
