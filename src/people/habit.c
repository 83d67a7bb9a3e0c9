/* Who often aborts: a letter for each of the last games. */
#include "habit.h"

#include <stdio.h>
#include <string.h>

enum { PLAYED = 'p', ABORTED = 'a' };

struct habit {
    char games[HABIT_GAMES + 1]; /* the oldest first */
    uint64_t at;                 /* of the last that was aborted */
};

static struct habit find(struct people *people, const char *id)
{
    struct json kept =
        ledger_json(ledger_get(people->ledger, ledger_key("habit/%s/rated", id).key));
    struct habit habit = {"", 0};

    if (json_read_text(json_member(kept, "games"), habit.games, sizeof habit.games) < 0)
        habit.games[0] = '\0';
    (void)json_read_number(json_member(kept, "at"), &habit.at);
    return habit;
}

void habit_note(struct people *people, const char *id, bool aborted)
{
    struct habit habit = find(people, id);
    size_t n = strlen(habit.games);
    struct json_out out = {0};

    if (n == HABIT_GAMES)
        memmove(habit.games, habit.games + 1, n--);
    habit.games[n] = aborted ? ABORTED : PLAYED;
    habit.games[n + 1] = '\0';
    json_object(&out, NULL);
    json_text(&out, "games", habit.games);
    json_number(&out, "at", (int64_t)(aborted ? people->now : habit.at));
    json_end(&out);
    ledger_put(people->ledger, ledger_key("habit/%s/rated", id).key, &out);
}

static unsigned count_aborts(const struct habit *habit)
{
    unsigned n = 0;

    for (const char *c = habit->games; *c; c++)
        n += *c == ABORTED;
    return n;
}

unsigned habit_aborts(struct people *people, const char *id, unsigned *games)
{
    struct habit habit = find(people, id);

    *games = (unsigned)strlen(habit.games);
    return count_aborts(&habit);
}

uint64_t habit_wait(struct people *people, const char *id)
{
    struct habit habit = find(people, id);
    uint64_t until = habit.at + HABIT_WAIT_MS;

    return count_aborts(&habit) >= HABIT_ABORTS && until > people->now ? until - people->now
                                                                       : 0;
}
