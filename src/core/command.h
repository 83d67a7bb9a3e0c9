/* The lines of the protocols in docs/protocol.md: words with spaces between them, taken one by
 * one from the left. */
#ifndef CORE_COMMAND_H
#define CORE_COMMAND_H

#include <alibi/text.h>
#include <stdint.h>

/* A piece of a line: the rest of it, or one word. */
struct alibi_words {
    const char *text;
    size_t len;
};

/* Takes the next word off LINE; its length is 0 if there is none. */
struct alibi_words alibi_words_next(struct alibi_words *line);

/* Whether LINE has no word left. */
bool alibi_words_end(struct alibi_words line);

bool alibi_words_are(struct alibi_words word, const char *text);

/* Whether WORD has the form KEY=value; if so, sets VALUE. */
bool alibi_words_have(struct alibi_words word, const char *key, struct alibi_words *value);

/* Reads a word of decimal digits; false for any other word, and for numbers above MOST. */
bool alibi_words_number(struct alibi_words word, uint64_t most, uint64_t *out);

/* Makes a command of a line of LEN bytes, without a CR at its end; false, with an error in
 * REPLY, if the line is too long. */
bool alibi_command_begin(struct alibi_words *line, const char *text, size_t len,
                         struct alibi_text *reply);

/* The answer "error: WHAT". */
void alibi_command_error(struct alibi_text *reply, const char *what);

#endif
