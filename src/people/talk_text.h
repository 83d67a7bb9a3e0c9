/* The rules for what people write to each other: one line that shows what it says.
 *
 * What cannot be seen, turns the direction of writing or is no letter of Unicode's is left out;
 * all white space is a single space; no letter has more than two marks. What looks like a link
 * is refused. A text that was accepted is accepted again as it is. */
#ifndef PEOPLE_TALK_TEXT_H
#define PEOPLE_TALK_TEXT_H

#include <stdbool.h>
#include <stddef.h>

enum {
    TALK_MOST = 140,                   /* characters of a line */
    TALK_TEXT_SIZE = 4 * TALK_MOST + 1 /* bytes of UTF-8, NUL included */
};

enum talk_flaw {
    TALK_GOOD,
    TALK_LENGTH, /* nothing is left of it, or too much */
    TALK_LINK,
};

/* OUT has what is left of it, unless the length is wrong. */
enum talk_flaw talk_text_read(const char *text, size_t len, char out[TALK_TEXT_SIZE]);

#endif
