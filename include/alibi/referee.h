/* The referee: a game driven by lines of text; docs/protocol.md describes them.
 *
 * `alibi referee` reads the lines from standard input, the browser's bridge passes them in
 * memory; the answers are the same to the byte. */
#ifndef ALIBI_REFEREE_H
#define ALIBI_REFEREE_H

#include <alibi/game.h>

enum {
    ALIBI_COMMAND_MAX = 65536, /* bytes of the longest line that is read */
    ALIBI_REPLY_MAX = 65536,   /* bytes of the longest answer, NUL included */
};

struct alibi_referee;

/* A referee of GAME with these options (NULL: the defaults), ready to play. Free with
 * alibi_referee_free. */
ALIBI_API int alibi_referee_new(struct alibi_referee **out, const struct alibi_game *game,
                                const uint8_t *option);
ALIBI_API void alibi_referee_free(struct alibi_referee *referee);

/* Answers one line (without its newline) into REPLY, also without the last newline. Returns
 * false when the line was `quit`, which has no answer. */
ALIBI_API bool alibi_referee_answer(struct alibi_referee *referee, const char *line, size_t len,
                                    struct alibi_text *reply);

#endif
