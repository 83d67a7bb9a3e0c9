/* Filling an alibi_error, and finding the line of an offset. */
#include <alibi/error.h>
#include <stdarg.h>
#include <stdio.h>

int alibi_fail(struct alibi_error *err, enum alibi_status status, size_t offset,
               const char *format, ...)
{
    va_list args;

    if (err) {
        err->status = status;
        err->offset = offset;
        va_start(args, format);
        (void)vsnprintf(err->text, sizeof err->text, format, args);
        va_end(args);
    }
    return status;
}

void alibi_locate(const char *text, size_t offset, size_t *line, size_t *column)
{
    *line = 1;
    *column = 1;
    for (size_t i = 0; i < offset; i++) {
        if (text[i] == '\n') {
            ++*line;
            *column = 1;
        } else {
            ++*column;
        }
    }
}
