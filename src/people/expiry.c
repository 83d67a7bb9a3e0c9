/* Keeping for a while: keys by the time at which they are looked at. */
#include "expiry.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SWEPT = 50, TIME_DIGITS = 14 }; /* SWEPT: at a time */

void expiry_end(struct json_out *out, uint64_t until)
{
    json_number(out, "until", (int64_t)until);
    json_end(out);
}

static void look_at(struct people *people, const char *key, uint64_t when)
{
    ledger_put_text(people->ledger, ledger_key("until/%014" PRIu64 "/%s", when, key).key, "{}");
}

void expiry_put(struct people *people, const char *key, uint64_t until, struct json_out *value)
{
    if (!ledger_get(people->ledger, key))
        look_at(people, key, until);
    ledger_put(people->ledger, key, value);
}

/* What lasts longer by now is looked at again then. */
static void sweep(struct people *people, const char *key)
{
    struct json kept = ledger_json(ledger_get(people->ledger, key));
    uint64_t until = 0;

    (void)json_read_number(json_member(kept, "until"), &until);
    if (until > people->now)
        look_at(people, key, until);
    else
        ledger_drop(people->ledger, key);
}

void expiry_sweep(struct people *people)
{
    struct ledger_entry entry[SWEPT];
    const struct ledger_range range = {.prefix = "until/", .most = SWEPT};
    size_t n = ledger_list(people->ledger, &range, entry);

    for (size_t i = 0; i < n; i++) {
        const char *time = entry[i].key + strlen("until/");

        if (strtoull(time, NULL, 10) > people->now)
            return;
        sweep(people, time + TIME_DIGITS + 1);
        ledger_drop(people->ledger, entry[i].key);
    }
}
