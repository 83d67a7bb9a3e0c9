/* Bounded text building. */
#include <alibi/text.h>
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct alibi_text alibi_text_in(char *buf, size_t cap)
{
    assert(cap > 0);
    buf[0] = '\0';
    return (struct alibi_text){buf, cap, 0};
}

void alibi_text_bytes(struct alibi_text *text, const char *s, size_t n)
{
    if (text->len + 1 < text->cap) {
        size_t room = text->cap - text->len - 1;
        size_t fits = n < room ? n : room;

        memcpy(text->buf + text->len, s, fits);
        text->buf[text->len + fits] = '\0';
    }
    text->len += n;
}

void alibi_text_char(struct alibi_text *text, char c)
{
    alibi_text_bytes(text, &c, 1);
}

void alibi_text_str(struct alibi_text *text, const char *s)
{
    alibi_text_bytes(text, s, strlen(s));
}

void alibi_text_format(struct alibi_text *text, const char *format, ...)
{
    size_t room = text->len + 1 < text->cap ? text->cap - text->len : 0;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(room ? text->buf + text->len : NULL, room, format, args);
    va_end(args);
    assert(n >= 0);
    text->len += (size_t)n;
}
