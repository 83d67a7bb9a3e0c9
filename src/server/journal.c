/* Log lines. */
#include "journal.h"

#include <jansson.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

/* Writes a line whole, so that lines of several threads do not mix. */
static void write_line(json_t *line)
{
    char *text = line ? json_dumps(line, JSON_COMPACT | JSON_REAL_PRECISION(5)) : NULL;

    if (text)
        (void)fprintf(stderr, "%s\n", text);
    free(text);
    json_decref(line);
}

static void stamp(char out[32])
{
    time_t now = time(NULL);
    struct tm utc;

    if (!gmtime_r(&now, &utc) || !strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &utc))
        out[0] = '\0';
}

void journal(const char *level, const char *event, const char *format, ...)
{
    char text[600], when[32];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    stamp(when);
    write_line(json_pack("{s:s,s:s,s:s,s:s*}", "time", when, "level", level, "event", event,
                         "text", text));
}

void journal_request(const char *method, const char *route, unsigned status, double ms)
{
    char when[32];

    stamp(when);
    write_line(json_pack("{s:s,s:s,s:s,s:s,s:s,s:i,s:f}", "time", when, "level", "info",
                         "event", "request", "method", method, "route", route, "status",
                         (int)status, "ms", ms));
}
