/* Whether somebody is banned or muted. */
#include "penalties.h"

#include "digits.h"
#include "expiry.h"

#include <stdio.h>

const char *const penalty_name[PENALTIES] = {"ban", "mute"};

static struct ledger_name key_of(enum penalty penalty, const char *who)
{
    return ledger_key("%s/%s", penalty_name[penalty], who);
}

uint64_t penalty_until(struct people *people, enum penalty penalty, const char *who)
{
    struct json kept = ledger_json(ledger_get(people->ledger, key_of(penalty, who).key));
    uint64_t until = 0;

    (void)json_read_number(json_member(kept, "until"), &until);
    return until > people->now ? until : 0;
}

void penalty_set(struct people *people, enum penalty penalty, const char *who, uint64_t days,
                 const char *reason)
{
    uint64_t until = people->now + days * EXPIRY_DAY_MS;
    struct json_out out = {0};

    if (days == 0) {
        ledger_drop(people->ledger, key_of(penalty, who).key);
        return;
    }
    json_object(&out, NULL);
    json_text(&out, "reason", reason);
    json_number(&out, "since", (int64_t)people->now);
    expiry_end(&out, until);
    expiry_put(people, key_of(penalty, who).key, until, &out);
}

void penalties_export(struct people *people, struct json_out *out, const char *id)
{
    json_list(out, "penalties");
    for (int i = 0; i < PENALTIES; i++) {
        struct json kept =
            ledger_json(ledger_get(people->ledger, key_of((enum penalty)i, id).key));
        uint64_t since = 0, until = penalty_until(people, (enum penalty)i, id);

        if (!until)
            continue;
        (void)json_read_number(json_member(kept, "since"), &since);
        json_object(out, NULL);
        json_text(out, "penalty", penalty_name[i]);
        json_number(out, "since", (int64_t)since);
        json_number(out, "until", (int64_t)until);
        json_end(out);
    }
    json_end(out);
}

void penalties_drop(struct people *people, const char *id)
{
    for (int i = 0; i < PENALTIES; i++)
        ledger_drop(people->ledger, key_of((enum penalty)i, id).key);
}

/* The latest of the account and of the guests that the asker is. */
static uint64_t until_of(struct people *people, const struct petition *petition,
                         enum penalty penalty)
{
    const struct hash *guest[2] = {petition->has_guest ? &petition->guest : NULL,
                                   petition->has_browser ? &petition->browser : NULL};
    uint64_t until =
        petition->has_person ? penalty_until(people, penalty, petition->person.id) : 0;

    for (int i = 0; i < 2; i++) {
        char digits[DIGITS_SIZE];
        uint64_t other;

        if (!guest[i])
            continue;
        digits_print(guest[i], digits);
        other = penalty_until(people, penalty, digits);
        until = other > until ? other : until;
    }
    return until;
}

bool penalty_allows(struct people *people, struct petition *petition, enum penalty penalty)
{
    uint64_t banned = until_of(people, petition, PENALTY_BAN);
    uint64_t muted = penalty == PENALTY_MUTE ? until_of(people, petition, PENALTY_MUTE) : 0;
    char time[BANNED_SIZE];

    if (banned)
        request_refuse(&petition->r, &request_no.banned,
                       ALIBI_WITH(penalty_time(banned, time)));
    else if (muted)
        request_refuse(&petition->r, &request_no.muted, ALIBI_WITH(penalty_time(muted, time)));
    return !banned && !muted;
}

/* Years begin in March, so that a leap day is the last of its year. */
const char *penalty_time(uint64_t ms, char out[BANNED_SIZE])
{
    enum { CENTURIES4 = 146097, TO_MARCH = 719468 };
    unsigned long minute = (unsigned long)(ms / 60000 % 1440);
    unsigned long day = (unsigned long)(ms / EXPIRY_DAY_MS) + TO_MARCH;
    unsigned long era = day / CENTURIES4, of_era = day % CENTURIES4;
    unsigned long year = (of_era - of_era / 1460 + of_era / 36524 - of_era / 146096) / 365;
    unsigned long of_year = of_era - (365 * year + year / 4 - year / 100);
    unsigned long m = (5 * of_year + 2) / 153;

    year += era * 400 + (m >= 10);
    (void)snprintf(out, BANNED_SIZE, "%04u-%02u-%02u %02u:%02u UTC", (unsigned)year % 10000,
                   (unsigned)(m < 10 ? m + 3 : m - 9) % 100,
                   (unsigned)(of_year - (153 * m + 2) / 5 + 1) % 100, (unsigned)(minute / 60),
                   (unsigned)(minute % 60));
    return out;
}
