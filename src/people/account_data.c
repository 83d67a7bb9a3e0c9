#include "account_data.h"

#include "blocks.h"
#include "ladders.h"
#include "penalties.h"

#include <string.h>

enum { AT_ONCE = 100 };

static void leave_standing(struct people *people, const char *id, const char *key)
{
    ladder_leave(people, id, key);
    standing_leave(people, id, key);
}

static const struct {
    const char *name;     /* in the export, and as the first word of the keys */
    const char *leads_to; /* the last word leads to this key, which has the value; or NULL */
    bool is_secret;       /* nothing that its owner could use; not exported */
    /* What else is dropped with the key ID/WORD, or NULL. */
    void (*leave)(struct people *people, const char *id, const char *word);
} subject[] = {
    /* clang-format off */
    {"passkeys", "passkey", false, NULL},
    {"sessions", "session", false, NULL},
    {"codes", "code", true, NULL},
    {"offers", "offer", false, NULL},
    {"habit", NULL, false, NULL},
    {"entered", NULL, false, NULL},
    {"organised", NULL, false, NULL},
    {"call", NULL, false, NULL},
    {"standing", NULL, false, leave_standing},
    {"played", NULL, false, NULL},
    {"curve", NULL, false, NULL},
    {"days", NULL, false, day_leave},
    {"pair", NULL, true, NULL},
    {"browser", NULL, true, NULL},
    /* clang-format on */
};
enum { SUBJECTS = sizeof subject / sizeof subject[0] };

/* The next keys of an account after AFTER, which may be NULL. */
static size_t list_after(struct people *people, const char *name, const char *id,
                         const char *after, struct ledger_entry *entry, size_t most)
{
    struct ledger_name prefix = ledger_key("%s/%s/", name, id);

    return ledger_list(
        people->ledger,
        &(struct ledger_range){.prefix = prefix.key, .after = after, .most = most}, entry);
}

/* What follows the second slash. */
static const char *last_word(const char *key)
{
    return strchr(strchr(key, '/') + 1, '/') + 1;
}

size_t account_data_list(struct people *people, const char *name, const char *id,
                         struct ledger_entry *entry, size_t most)
{
    size_t n = list_after(people, name, id, NULL, entry, most);

    for (size_t i = 0; i < n; i++)
        entry[i].key = last_word(entry[i].key);
    return n;
}

static void drop_subject(struct people *people, size_t i, const char *id)
{
    struct ledger_entry entry[AT_ONCE];
    size_t n;

    while ((n = list_after(people, subject[i].name, id, NULL, entry, AT_ONCE)) > 0)
        for (size_t k = 0; k < n; k++) {
            if (subject[i].leads_to)
                ledger_drop(
                    people->ledger,
                    ledger_key("%s/%s", subject[i].leads_to, last_word(entry[k].key)).key);
            if (subject[i].leave)
                subject[i].leave(people, id, last_word(entry[k].key));
            ledger_drop(people->ledger, entry[k].key);
        }
}

void account_data_drop(struct people *people, const char *id)
{
    for (size_t i = 0; i < SUBJECTS; i++)
        drop_subject(people, i, id);
    penalties_drop(people, id);
}

/* --- Export --- */

/* VALUE, with the word that its key has for it. */
static void print_value(struct json_out *out, const char *word, const char *value)
{
    struct json object = ledger_json(value), member = {NULL};
    char name[JSON_NAME_SIZE];

    json_object(out, NULL);
    json_text(out, "key", word);
    while ((member = json_next(object, member, name)).at)
        json_raw(out, name, member.at, json_length(member));
    json_end(out);
}

static void export_subject(struct people *people, struct json_out *out, size_t i,
                           const char *id)
{
    struct ledger_entry entry[AT_ONCE];
    const char *after = NULL;
    size_t n;

    json_list(out, subject[i].name);
    while ((n = list_after(people, subject[i].name, id, after, entry, AT_ONCE)) > 0) {
        for (size_t k = 0; k < n; k++) {
            const char *value = entry[k].value;

            if (subject[i].leads_to)
                value = ledger_get(
                    people->ledger,
                    ledger_key("%s/%s", subject[i].leads_to, last_word(entry[k].key)).key);
            if (value && subject[i].leads_to)
                json_raw(out, NULL, value, strlen(value));
            else if (value)
                print_value(out, last_word(entry[k].key), value);
        }
        after = entry[n - 1].key;
    }
    json_end(out);
}

/* All that is kept of the asker, but for games, which have a list of their own. */
void answer_export(struct people *people, struct petition *petition)
{
    const char *id = petition->person.id, *account;
    struct json_out out = {0};

    if (!petition_is_signed(petition))
        return;
    account = ledger_get(people->ledger, ledger_key("account/%s", id).key);
    json_object(&out, NULL);
    json_text(&out, "id", id);
    if (account)
        json_raw(&out, "account", account, strlen(account));
    for (size_t i = 0; i < SUBJECTS; i++)
        if (!subject[i].is_secret)
            export_subject(people, &out, i, id);
    penalties_export(people, &out, id);
    blocks_export(people, &out, &petition->guest);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
