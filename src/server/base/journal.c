/* Log lines. */
#include "journal_file.h"

#include "json_write.h"
#include "spool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

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

/* Ends the line and takes it, with its newline, to be freed. NULL without memory. */
static char *take(struct json_out *line, size_t *len)
{
    char *text, *whole;

    json_end(line);
    text = json_take(line, len);
    whole = text ? realloc(text, *len + 2) : NULL;
    if (!whole) {
        free(text);
        return NULL;
    }
    whole[(*len)++] = '\n';
    whole[*len] = '\0';
    return whole;
}

/* Sends the line whole, so that lines of several threads do not mix. */
static void end(struct json_out *line)
{
    size_t len;
    char *text = take(line, &len);

    if (text)
        spool_put(text, len);
    free(text);
}

static size_t say_dropped(char out[SPOOL_NOTICE_MAX], unsigned long dropped)
{
    struct json_out line = {0};
    char *text;
    size_t len;

    begin(&line, "warning", "dropped");
    json_number(&line, "lines", (int64_t)dropped);
    json_text(&line, "text", "nobody has read the log");
    text = take(&line, &len);
    if (!text || len > SPOOL_NOTICE_MAX)
        len = 0;
    else
        memcpy(out, text, len);
    free(text);
    return len;
}

void journal_open(void)
{
    (void)spool_open(STDERR_FILENO, say_dropped);
}

void journal_close(void)
{
    spool_close();
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

static void add_text(struct json_out *line, const char *name, const char *text)
{
    if (text)
        json_text(line, name, text);
}

void journal_request(const char *level, const char *event, const struct journal_request *r)
{
    struct json_out line = {0};
    char took[40];

    (void)snprintf(took, sizeof took, "%.3f", r->ms);
    begin(&line, level, event);
    json_text(&line, "request", r->id);
    json_text(&line, "method", r->method);
    json_text(&line, "route", r->route);
    json_number(&line, "status", r->status);
    json_raw(&line, "ms", took, strlen(took));
    add_text(&line, "network", r->network);
    add_text(&line, "game", r->game);
    add_text(&line, "refusal", r->refusal);
    if (r->left_out)
        json_number(&line, "left_out", r->left_out);
    end(&line);
}
