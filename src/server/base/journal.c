/* Log lines. */
#include "journal.h"

#include "json_write.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void stamp(char out[32])
{
    time_t now = time(NULL);
    struct tm utc;

    if (!gmtime_r(&now, &utc) || !strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &utc))
        out[0] = '\0';
}

/* A line begins with when, how bad, what. */
static void begin(struct json_out *line, const char *level, const char *event)
{
    char when[32];

    stamp(when);
    json_object(line, NULL);
    json_text(line, "time", when);
    json_text(line, "level", level);
    json_text(line, "event", event);
}

/* Writes the line whole, so that lines of several threads do not mix. */
static void end(struct json_out *line)
{
    size_t len;
    char *text;

    json_end(line);
    text = json_take(line, &len);
    if (text)
        (void)fprintf(stderr, "%s\n", text);
    free(text);
}

void journal(const char *level, const char *event, const char *format, ...)
{
    struct json_out line = {0};
    char text[600];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(text, sizeof text, format, args);
    va_end(args);
    begin(&line, level, event);
    json_text(&line, "text", text);
    end(&line);
}

void journal_request(const char *method, const char *route, unsigned status, double ms)
{
    struct json_out line = {0};
    char took[40];

    (void)snprintf(took, sizeof took, "%.3f", ms);
    begin(&line, "info", "request");
    json_text(&line, "method", method);
    json_text(&line, "route", route);
    json_number(&line, "status", status);
    json_raw(&line, "ms", took, strlen(took));
    end(&line);
}
