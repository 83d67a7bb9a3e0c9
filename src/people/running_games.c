/* Games that go on, one round after the other. */
#include "running_games.h"

#include <string.h>

enum { ASKED_AT_ONCE = 8, FORGOTTEN_DAYS = 100 }; /* no turn is as long */

static struct ledger_name key_of(const char *id)
{
    return ledger_key("playing/%s", id);
}

void running_game_begin(struct people *people, const char *id)
{
    struct json_out out = {0};

    if (ledger_get(people->ledger, ledger_key("result/%s", id).key) ||
        ledger_get(people->ledger, key_of(id).key))
        return;
    json_object(&out, NULL);
    json_number(&out, "at", (int64_t)people->now);
    json_end(&out);
    ledger_put(people->ledger, key_of(id).key, &out);
}

void running_game_end(struct people *people, const char *id)
{
    ledger_drop(people->ledger, key_of(id).key);
}

/* A game that has been put away has no end. */
static bool is_forgotten(const struct people *people, const char *value)
{
    static const uint64_t day = UINT64_C(24) * 3600 * 1000;
    uint64_t at = 0;

    (void)json_read_number(json_member(ledger_json(value), "at"), &at);
    return at + FORGOTTEN_DAYS * day < people->now;
}

void running_games_ask(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[ASKED_AT_ONCE];
    const struct ledger_range range = {.prefix = "playing/",
                                       .after = people->asked.key[0] ? people->asked.key : NULL,
                                       .most = ASKED_AT_ONCE};
    size_t n = ledger_list(people->ledger, &range, entry);

    people->asked.key[0] = '\0';
    for (size_t i = 0; i < n; i++) {
        if (is_forgotten(people, entry[i].value))
            ledger_drop(people->ledger, entry[i].key);
        else if (petition->n_missed < PETITION_PENDING)
            memcpy(petition->missed[petition->n_missed++], entry[i].key + strlen("playing/"),
                   ID_SIZE);
        if (n == ASKED_AT_ONCE)
            people->asked = ledger_key("%s", entry[i].key);
    }
}
