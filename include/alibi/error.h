/* Errors: what a function that can be given bad input says about it.
 *
 * A function returns ALIBI_OK (0) or a negative status and, where the caller passed an
 * alibi_error, fills it with one line for a person: lower case, saying what was expected.
 * Bad input is answered this way; a bug of ours asserts. */
#ifndef ALIBI_ERROR_H
#define ALIBI_ERROR_H

#include <stddef.h>

#if defined(__GNUC__)
#define ALIBI_API               __attribute__((visibility("default")))
#define ALIBI_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define ALIBI_API
#define ALIBI_PRINTF(fmt, args)
#endif

enum alibi_status {
    ALIBI_OK = 0,
    ALIBI_BAD_TEXT = -1,     /* the text does not follow the grammar */
    ALIBI_BAD_MOVE = -2,     /* well written, but the rules forbid it here */
    ALIBI_BAD_POSITION = -3, /* well written, but no game can stand like this */
    ALIBI_NO_MEMORY = -4,
};

struct alibi_error {
    enum alibi_status status;
    size_t offset;  /* byte of the input at which it went wrong */
    char text[240]; /* one line, no newline */
};

/* Fills ERR (which may be NULL) and returns STATUS, so that a parser can say
 * `return alibi_fail(err, ALIBI_BAD_TEXT, at, "expected a round, 0 to 8");`. */
ALIBI_API int alibi_fail(struct alibi_error *err, enum alibi_status status, size_t offset,
                         const char *format, ...) ALIBI_PRINTF(4, 5);

/* Line and column, both from 1, of byte OFFSET of TEXT. */
ALIBI_API void alibi_locate(const char *text, size_t offset, size_t *line, size_t *column);

#endif
