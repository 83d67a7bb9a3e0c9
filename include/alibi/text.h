/* Writes text into the caller's buffer, never past its end.
 *
 * `len` counts the bytes wanted, so everything fitted if `len < cap`. The text in the buffer
 * always ends with a NUL. */
#ifndef ALIBI_TEXT_H
#define ALIBI_TEXT_H

#include <alibi/error.h>
#include <stdbool.h>

struct alibi_text {
    char *buf;
    size_t cap; /* bytes of buf, at least 1 */
    size_t len; /* bytes wanted so far, without the NUL */
};

/* Starts an empty text in BUF. */
ALIBI_API struct alibi_text alibi_text_in(char *buf, size_t cap);

ALIBI_API void alibi_text_char(struct alibi_text *text, char c);
ALIBI_API void alibi_text_str(struct alibi_text *text, const char *s);
ALIBI_API void alibi_text_bytes(struct alibi_text *text, const char *s, size_t n);
ALIBI_API void alibi_text_format(struct alibi_text *text, const char *format, ...)
    ALIBI_PRINTF(2, 3);

#endif
