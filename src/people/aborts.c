/* Who often aborts: a letter for each of the last games. */
#include "aborts.h"

#include <stdio.h>
#include <string.h>

enum { PLAYED = 'p', ABORTED = 'a' };

struct aborts {
    char games[ABORTS_GAMES + 1]; /* the oldest first */
    uint64_t at;                  /* of the last that was aborted */
};

static struct aborts find(struct people *people, const char *id)
{
    struct json kept =
        ledger_json(ledger_get(people->ledger, ledger_key("habit/%s/rated", id).key));
    struct aborts aborts = {"", 0};

    if (json_read_text(json_member(kept, "games"), aborts.games, sizeof aborts.games) < 0)
        aborts.games[0] = '\0';
    (void)json_read_number(json_member(kept, "at"), &aborts.at);
    return aborts;
}

void aborts_note(struct people *people, const char *id, bool aborted)
{
    struct aborts aborts = find(people, id);
    size_t n = strlen(aborts.games);
    struct json_out out = {0};

    if (n == ABORTS_GAMES)
        memmove(aborts.games, aborts.games + 1, n--);
    aborts.games[n] = aborted ? ABORTED : PLAYED;
    aborts.games[n + 1] = '\0';
    json_object(&out, NULL);
    json_text(&out, "games", aborts.games);
    json_number(&out, "at", (int64_t)(aborted ? people->now : aborts.at));
    json_end(&out);
    ledger_put(people->ledger, ledger_key("habit/%s/rated", id).key, &out);
}

static unsigned count_aborts(const struct aborts *aborts)
{
    unsigned n = 0;

    for (const char *c = aborts->games; *c; c++)
        n += *c == ABORTED;
    return n;
}

unsigned aborts_count(struct people *people, const char *id, unsigned *games)
{
    struct aborts aborts = find(people, id);

    *games = (unsigned)strlen(aborts.games);
    return count_aborts(&aborts);
}

uint64_t aborts_wait(struct people *people, const char *id)
{
    struct aborts aborts = find(people, id);
    unsigned n = count_aborts(&aborts);
    uint64_t until = aborts.at;

    if (n >= ABORTS_MAX)
        until += (uint64_t)ABORTS_WAIT_MS << (n - ABORTS_MAX);
    return until > people->now ? until - people->now : 0;
}

bool aborts_allow(struct people *people, struct petition *petition)
{
    uint64_t ms = petition->has_person ? aborts_wait(people, petition->person.id) : 0;

    if (ms)
        request_refuse(&petition->r, &request_no.aborts,
                       ALIBI_WITH(alibi_number((ms + 999) / 1000).text));
    return ms == 0;
}
