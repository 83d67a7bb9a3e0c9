/* What a player is to be told wherever they look: that they are called to a game, until when,
 * or that it has begun. It stays until the meeting is over. */
#include "matchup.h"
#include "secret.h"
#include "tournament.h"

#include <string.h>

enum { CALLS_MOST = 8 };

const struct fixture *meeting_next(const struct meeting *meeting)
{
    for (int i = 0; i < TOURNAMENT_GAMES; i++)
        if (meeting->fixture[i].state != FIXTURE_ENDED)
            return &meeting->fixture[i];
    return NULL;
}

static void put(struct people *people, const struct tournament *t,
                const struct meeting *meeting, const struct fixture *fixture, const char *key,
                const char *opponent)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "tournament", t->id);
    json_text(&out, "title", t->title);
    json_text(&out, "opponent", opponent);
    if (fixture->state == FIXTURE_PLAYED)
        json_text(&out, "game", fixture->id);
    else
        json_number(&out, "until", (int64_t)(meeting->called + 1000 * t->patience));
    json_end(&out);
    ledger_put(people->ledger, key, &out);
}

void tournament_call(struct people *people, struct petition *petition,
                     const struct tournament *t, const struct meeting *meeting,
                     const struct entry *const entry[2])
{
    const struct fixture *fixture = meeting_next(meeting);

    for (int side = 0; side < 2; side++) {
        struct ledger_name key = ledger_key("call/%s/%s", entry[side]->id, t->id);
        struct hash guest;

        if (!entry[side]->id[0])
            continue;
        if (fixture)
            put(people, t, meeting, fixture, key.key, entry[1 - side]->id);
        else
            ledger_drop(people->ledger, key.key);
        guest = account_guest(petition->key, entry[side]->id);
        matchup_tell(petition, &guest);
    }
}

/* One call, with the name that the opponent has now. */
static void print(struct people *people, const char *value, struct json_out *out)
{
    struct json kept = ledger_json(value), member = {NULL};
    char id[ID_SIZE], name[JSON_NAME_SIZE];
    struct person opponent;

    json_object(out, NULL);
    while ((member = json_next(kept, member, name)).at)
        if (strcmp(name, "opponent") != 0)
            json_raw(out, name, member.at, json_length(member));
    json_text(out, "opponent",
              json_read_text(json_member(kept, "opponent"), id, sizeof id) > 0 &&
                      account_find(people, id, &opponent)
                  ? opponent.name
                  : NULL);
    json_end(out);
}

void tournament_calls_print(struct people *people, const char *account, struct json_out *out)
{
    struct ledger_name prefix = ledger_key("call/%s/", account);
    const struct ledger_range range = {.prefix = prefix.key, .most = CALLS_MOST};
    struct ledger_entry entry[CALLS_MOST];
    size_t n = account[0] ? ledger_list(people->ledger, &range, entry) : 0;

    json_list(out, "called");
    for (size_t i = 0; i < n; i++)
        print(people, entry[i].value, out);
    json_end(out);
}
