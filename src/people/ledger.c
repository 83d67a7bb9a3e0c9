/* The ledger, whatever database it is in. */
#include "ledger.h"

#include "json_write.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct ledger_text {
    struct ledger_text *next;
    char text[];
};

struct ledger_name ledger_key(const char *format, ...)
{
    struct ledger_name name;
    va_list args;
    int n;

    va_start(args, format);
    n = vsnprintf(name.key, sizeof name.key, format, args);
    va_end(args);
    if (n < 0 || n >= LEDGER_KEY_SIZE)
        abort(); /* two people would share a key */
    return name;
}

const char *ledger_copy(struct ledger *ledger, const char *text)
{
    size_t size = strlen(text) + 1;
    struct ledger_text *copy = malloc(sizeof *copy + size);

    if (!copy)
        return NULL;
    memcpy(copy->text, text, size);
    copy->next = ledger->texts;
    ledger->texts = copy;
    return copy->text;
}

static void forget_texts(struct ledger *ledger)
{
    while (ledger->texts) {
        struct ledger_text *text = ledger->texts;

        ledger->texts = text->next;
        free(text);
    }
}

void ledger_begin(struct ledger *ledger, enum ledger_way way)
{
    ledger->failed = !ledger->kind->begin(ledger, way);
}

void ledger_undo(struct ledger *ledger)
{
    ledger->kind->undo(ledger);
    forget_texts(ledger);
}

enum ledger_end ledger_end(struct ledger *ledger)
{
    enum ledger_end end = LEDGER_FAILED;

    if (ledger->failed)
        ledger->kind->undo(ledger);
    else
        end = ledger->kind->end(ledger);
    forget_texts(ledger);
    return end;
}

const char *ledger_get(struct ledger *ledger, const char *key)
{
    const char *value = ledger->failed ? NULL : ledger->kind->get(ledger, key);

    ledger->failed = !value;
    return value && value[0] ? value : NULL;
}

void ledger_put_text(struct ledger *ledger, const char *key, const char *value)
{
    ledger->failed = ledger->failed || !ledger->kind->put(ledger, key, value);
}

void ledger_put(struct ledger *ledger, const char *key, struct json_out *value)
{
    size_t len;
    char *text = json_take(value, &len);

    if (text)
        ledger_put_text(ledger, key, text);
    else
        ledger->failed = true;
    free(text);
}

void ledger_drop(struct ledger *ledger, const char *key)
{
    ledger->failed = ledger->failed || !ledger->kind->drop(ledger, key);
}

size_t ledger_list(struct ledger *ledger, const struct ledger_range *range,
                   struct ledger_entry *out)
{
    struct ledger_name end = ledger_key("%s", range->prefix);
    const char *first = range->prefix, *last = end.key;
    long n;

    if (end.key[0])
        end.key[strlen(end.key) - 1]++; /* a prefix ends in a slash */
    else
        last = "\xf4\x8f\xbf\xbf"; /* the last character of all */
    if (range->after && range->backwards)
        last = range->after;
    else if (range->after)
        first = range->after;
    n = ledger->failed
            ? -1
            : ledger->kind->list(ledger, first, last, range->backwards, range->most, out);
    ledger->failed = n < 0;
    return n < 0 ? 0 : (size_t)n;
}

void ledger_close(struct ledger *ledger)
{
    if (ledger)
        ledger->kind->close(ledger);
}
