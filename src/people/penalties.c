/* Whether somebody is banned or muted. */
#include "penalties.h"

#include "digits.h"
#include "expiry.h"
#include "linked_accounts.h"

#include <stdio.h>
#include <string.h>

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

static bool read_text(struct people *people, struct ledger_name key, const char *name,
                      char out[DIGITS_SIZE])
{
    struct json kept = ledger_json(ledger_get(people->ledger, key.key));

    return json_read_text(json_member(kept, name), out, DIGITS_SIZE) > 0;
}

struct verdict {
    uint64_t until;
    const char *reason;
    const char *browser; /* that the ban covers, or empty */
    const char *account; /* whose ban this browser's is, or empty */
};

static void put(struct people *people, enum penalty penalty, const char *who,
                const struct verdict *verdict)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "reason", verdict->reason);
    json_number(&out, "since", (int64_t)people->now);
    if (verdict->browser[0])
        json_text(&out, "browser", verdict->browser);
    if (verdict->account[0])
        json_text(&out, "account", verdict->account);
    expiry_end(&out, verdict->until);
    expiry_put(people, key_of(penalty, who).key, verdict->until, &out);
}

/* The browser that the account's ban covered is banned no more; one that is banned by itself,
 * or with another account, is. */
static void uncover(struct people *people, const char *account)
{
    char browser[DIGITS_SIZE], of[DIGITS_SIZE];

    if (read_text(people, key_of(PENALTY_BAN, account), "browser", browser) &&
        read_text(people, key_of(PENALTY_BAN, browser), "account", of) &&
        strcmp(of, account) == 0)
        ledger_drop(people->ledger, key_of(PENALTY_BAN, browser).key);
}

/* Bans the browser in which the account was seen last, too, and says which; "" if none is known
 * or it is banned for longer already. */
static void cover(struct people *people, const char *account, const struct verdict *verdict,
                  char browser[DIGITS_SIZE])
{
    const struct verdict its = {verdict->until, verdict->reason, "", account};

    if (linked_accounts_browser(people, account, browser) &&
        penalty_until(people, PENALTY_BAN, browser) < verdict->until)
        put(people, PENALTY_BAN, browser, &its);
    else
        browser[0] = '\0';
}

void penalty_set(struct people *people, enum penalty penalty, const char *who, uint64_t days,
                 const char *reason)
{
    struct verdict verdict = {people->now + days * EXPIRY_DAY_MS, reason, "", ""};
    char browser[DIGITS_SIZE] = "";

    if (penalty == PENALTY_BAN)
        uncover(people, who);
    if (days == 0) {
        ledger_drop(people->ledger, key_of(penalty, who).key);
        return;
    }
    if (penalty == PENALTY_BAN)
        cover(people, who, &verdict, browser);
    verdict.browser = browser;
    put(people, penalty, who, &verdict);
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

void penalty_tell(struct people *people, struct petition *petition)
{
    uint64_t until = until_of(people, petition, PENALTY_BAN);

    if (until)
        (void)penalty_time(until, petition->person.banned);
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
