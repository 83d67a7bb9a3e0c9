/* Walking through a ledger. */
#include "transfer_people.h"

#include "json_read.h"
#include "json_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 100 };

static const char mark[] = "ledger ";

/* A page of entries after AFTER, each copied, since the transaction ends here; how many, or -1.
 */
static long read_page(struct ledger *ledger, const char *after, struct ledger_entry *out)
{
    const struct ledger_range range = {.prefix = "", .after = after, .most = PAGE};
    struct ledger_entry entry[PAGE];
    size_t n;
    bool copied = true;

    ledger_begin(ledger, LEDGER_READS);
    n = ledger_list(ledger, &range, entry);
    for (size_t i = 0; i < n; i++) {
        out[i].key = strdup(entry[i].key);
        out[i].value = strdup(entry[i].value);
        copied = copied && out[i].key && out[i].value;
    }
    return ledger_end(ledger) == LEDGER_DONE && copied ? (long)n : -1;
}

static void free_page(struct ledger_entry *entry, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        free((char *)entry[i].key);
        free((char *)entry[i].value);
    }
}

/* One page after the other; false after filling ERR. */
static bool each_page(struct ledger *ledger, visit_entry *visit, void *arg,
                      struct alibi_error *err)
{
    char after[LEDGER_KEY_SIZE] = "";
    bool going = true;
    long n = PAGE;

    while (going && n == PAGE) {
        struct ledger_entry entry[PAGE] = {{NULL, NULL}};

        n = read_page(ledger, after, entry);
        for (long i = 0; i < n && going; i++)
            going = visit(arg, &entry[i], err);
        if (n > 0)
            (void)snprintf(after, sizeof after, "%s", entry[n - 1].key);
        free_page(entry, PAGE);
    }
    if (n < 0)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "what is kept of people cannot be read");
    return going && n >= 0;
}

bool people_each(const char *where, visit_entry *visit, void *arg, struct alibi_error *err)
{
    struct ledger *ledger = ledger_open(where, err);
    bool done = ledger && each_page(ledger, visit, arg, err);

    ledger_close(ledger);
    return done;
}

bool people_bring(struct ledger *to, const struct ledger_entry *entry, struct alibi_error *err)
{
    const char *there;

    ledger_begin(to, LEDGER_WRITES);
    there = ledger_get(to, entry->key);
    if (!there || strcmp(there, entry->value) != 0)
        ledger_put_text(to, entry->key, entry->value);
    if (ledger_end(to) == LEDGER_DONE)
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "what is kept of people cannot be written");
    return false;
}

char *entry_print(const struct ledger_entry *entry, size_t *len)
{
    struct json_out out = {0};
    char *text, *line;

    json_object(&out, NULL);
    json_text(&out, "key", entry->key);
    json_text(&out, "value", entry->value);
    json_end(&out);
    text = json_take(&out, len);
    line = text ? malloc(sizeof mark + *len) : NULL;
    if (line)
        *len = (size_t)sprintf(line, "%s%s", mark, text);
    free(text);
    return line;
}

bool entry_parse(struct ledger_entry *out, char *text)
{
    size_t n = sizeof mark - 1, len = strlen(text);
    struct json root;
    struct alibi_error err;
    char key[LEDGER_KEY_SIZE], *value = malloc(len + 1);
    bool done = value && strncmp(text, mark, n) == 0 &&
                json_parse(&root, text + n, len - n, 2, &err) == ALIBI_OK &&
                json_read_text(json_member(root, "key"), key, sizeof key) > 0 &&
                json_read_text(json_member(root, "value"), value, len + 1) > 0;

    if (done) { /* both are shorter than the text that they were in */
        size_t key_size = strlen(key) + 1;

        memcpy(text, key, key_size);
        memcpy(text + key_size, value, strlen(value) + 1);
        *out = (struct ledger_entry){text, text + key_size};
    }
    free(value);
    return done;
}
