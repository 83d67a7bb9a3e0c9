/* A line that commands: words with spaces between them, eaten from the left. For the protocols
 * of docs/protocol.md. */
#ifndef CORE_COMMAND_H
#define CORE_COMMAND_H

#include <alibi/text.h>
#include <stdint.h>

/* A piece of a line: what is left of it, or one word. */
struct alibi_words {
    const char *text;
    size_t len;
};

/* The next word, or none (len 0). */
struct alibi_words alibi_words_next(struct alibi_words *line);

/* Whether no word follows. */
bool alibi_words_end(struct alibi_words line);

bool alibi_words_are(struct alibi_words word, const char *text);

/* A word of the form KEY=value: true with VALUE set to what follows. */
bool alibi_words_have(struct alibi_words word, const char *key, struct alibi_words *value);

/* A word of decimal digits; false for any other, and for numbers above MOST. */
bool alibi_words_number(struct alibi_words word, uint64_t most, uint64_t *out);

/* The command that a line of LEN bytes consists of, without the CR before its end; false with
 * an error in REPLY if it is too long. */
bool alibi_command_begin(struct alibi_words *line, const char *text, size_t len,
                         struct alibi_text *reply);

/* The answer "error: WHAT". */
void alibi_command_error(struct alibi_text *reply, const char *what);

#endif
