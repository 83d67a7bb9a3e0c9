/* What people write to each other, by the tables of ICU. */
#include "talk_text.h"

#include <stdint.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/utf8.h>

enum {
    MARKS_MAX = 2, /* on one letter */
    BLANK = 0x2800 /* a braille sign without dots: no space by its kind */
};

/* A line as it grows. */
struct line {
    UChar32 at[TALK_MOST];
    size_t n, marks; /* MARKS: on the last letter */
    bool space;      /* comes before the next letter */
    bool too_long;
};

static void add(struct line *line, UChar32 c)
{
    if (line->n == TALK_MOST)
        line->too_long = true;
    else
        line->at[line->n++] = c;
}

/* A mark is for the letter before it, if there is one. */
static void add_mark(struct line *line, UChar32 c)
{
    if (line->n > 0 && !line->space && line->marks++ < MARKS_MAX)
        add(line, c);
}

static void add_letter(struct line *line, UChar32 c)
{
    if (line->space && line->n > 0)
        add(line, ' ');
    line->space = false;
    line->marks = 0;
    add(line, c);
}

static void take(struct line *line, UChar32 c)
{
    switch (c == BLANK ? U_SPACE_SEPARATOR : u_charType(c)) {
    case U_SPACE_SEPARATOR:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
        line->space = true;
        break;
    case U_CONTROL_CHAR:
        line->space = line->space || (c >= '\t' && c <= '\r');
        break;
    case U_FORMAT_CHAR:
    case U_SURROGATE:
    case U_PRIVATE_USE_CHAR:
    case U_UNASSIGNED:
        break;
    case U_NON_SPACING_MARK:
    case U_ENCLOSING_MARK:
    case U_COMBINING_SPACING_MARK:
        if (!u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            add_mark(line, c);
        break;
    default:
        if (!u_hasBinaryProperty(c, UCHAR_DEFAULT_IGNORABLE_CODE_POINT))
            add_letter(line, c);
    }
}

/* --- Links --- */

/* As in ASCII, where other characters only look like it: wide letters, and what stops a
 * sentence elsewhere. */
static UChar32 plain(UChar32 c)
{
    if (c >= 0xFF01 && c <= 0xFF5E)
        c = c - 0xFF01 + '!';
    if (c == 0x3002 || c == 0xFF61 || c == 0x2024 || c == 0xFE52)
        c = '.';
    return u_tolower(c);
}

/* Whether there are letters on both sides of the dot at I, two or more behind it. */
static bool is_domain(const struct line *line, size_t i)
{
    return plain(line->at[i]) == '.' && i > 0 && i + 2 < line->n &&
           u_isalnum(line->at[i - 1]) && u_isalpha(line->at[i + 1]) &&
           u_isalpha(line->at[i + 2]);
}

static bool begins(const struct line *line, size_t i, const char *word)
{
    size_t n = 0;

    while (word[n] && i + n < line->n && plain(line->at[i + n]) == word[n])
        n++;
    return !word[n];
}

static bool has_link(const struct line *line)
{
    for (size_t i = 0; i < line->n; i++)
        if (is_domain(line, i) || begins(line, i, "://") || begins(line, i, "www."))
            return true;
    return false;
}

enum talk_flaw talk_text_read(const char *text, size_t len, char out[TALK_TEXT_SIZE])
{
    const uint8_t *byte = (const uint8_t *)text;
    struct line line = {.n = 0};
    size_t n = 0;

    for (size_t i = 0; i < len && !line.too_long;) {
        UChar32 c;

        U8_NEXT(byte, i, len, c);
        if (c >= 0)
            take(&line, c);
    }
    if (line.n == 0 || line.too_long)
        return TALK_LENGTH;
    for (size_t i = 0; i < line.n; i++) {
        uint32_t c = (uint32_t)line.at[i];

        U8_APPEND_UNSAFE((uint8_t *)out, n, c);
    }
    out[n] = '\0';
    return has_link(&line) ? TALK_LINK : TALK_GOOD;
}
