/* JSON, byte by byte. */
#include "json_write.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(struct json_out *out, const char *bytes, size_t n)
{
    if (out->len + n > out->cap && !out->failed) {
        size_t cap = 2 * (out->len + n) + 256;
        char *grown = realloc(out->text, cap);

        out->failed = !grown;
        if (grown) {
            out->text = grown;
            out->cap = cap;
        }
    }
    if (out->failed)
        return;
    memcpy(out->text + out->len, bytes, n);
    out->len += n;
}

/* TEXT in quotes. Quotes, backslashes and control characters are the ones to escape. */
static void put_quoted(struct json_out *out, const char *text, size_t n)
{
    size_t from = 0;

    put(out, "\"", 1);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)text[i];
        char escape[8];

        if (c >= 0x20 && c != '"' && c != '\\')
            continue;
        put(out, text + from, i - from);
        from = i + 1;
        if (c == '"' || c == '\\')
            (void)snprintf(escape, sizeof escape, "\\%c", c);
        else
            (void)snprintf(escape, sizeof escape, "\\u%04x", c);
        put(out, escape, strlen(escape));
    }
    put(out, text + from, n - from);
    put(out, "\"", 1);
}

/* What stands before a value: a comma unless it is the first, and its name. */
static void begin(struct json_out *out, const char *name)
{
    if (out->failed)
        return;
    if (out->len && out->text[out->len - 1] != '{' && out->text[out->len - 1] != '[')
        put(out, ",", 1);
    assert(out->len == 0 || (name == NULL) == (out->lists & 1));
    if (name) {
        put_quoted(out, name, strlen(name));
        put(out, ":", 1);
    }
}

static void open(struct json_out *out, const char *name, bool list)
{
    begin(out, name);
    assert(!(out->lists >> 31));
    /* The bit above the outermost bracket marks how deep it is. */
    out->lists = (out->lists ? out->lists : 1) << 1 | list;
    put(out, list ? "[" : "{", 1);
}

void json_object(struct json_out *out, const char *name)
{
    open(out, name, false);
}

void json_list(struct json_out *out, const char *name)
{
    open(out, name, true);
}

void json_end(struct json_out *out)
{
    assert(out->lists > 1);
    put(out, out->lists & 1 ? "]" : "}", 1);
    out->lists >>= 1;
}

void json_bytes(struct json_out *out, const char *name, const char *text, size_t n)
{
    begin(out, name);
    put_quoted(out, text, n);
}

void json_text(struct json_out *out, const char *name, const char *text)
{
    if (text)
        json_bytes(out, name, text, strlen(text));
    else
        json_null(out, name);
}

void json_raw(struct json_out *out, const char *name, const char *value, size_t n)
{
    begin(out, name);
    put(out, value, n);
}

void json_number(struct json_out *out, const char *name, int64_t number)
{
    char text[24];

    (void)snprintf(text, sizeof text, "%" PRId64, number);
    json_raw(out, name, text, strlen(text));
}

void json_bool(struct json_out *out, const char *name, bool value)
{
    json_raw(out, name, value ? "true" : "false", value ? 4 : 5);
}

void json_null(struct json_out *out, const char *name)
{
    json_raw(out, name, "null", 4);
}

char *json_take(struct json_out *out, size_t *len)
{
    char *text;

    assert(out->lists <= 1);
    put(out, "", 1);
    text = out->text;
    if (out->failed) {
        free(text);
        text = NULL;
    }
    *len = text ? out->len - 1 : 0;
    *out = (struct json_out){0};
    return text;
}
