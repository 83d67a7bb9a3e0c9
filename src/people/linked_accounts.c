/* Two accounts at one place. */
#include "linked_accounts.h"

#include "blake2b.h"
#include "conduct.h"
#include "digits.h"
#include "expiry.h"
#include "ledger_secret.h"

#include <stdlib.h>
#include <string.h>

enum {
    PAIRS_MAX = 100, /* of a list */
    AT_ONCE = 100,
    PAGES_MAX = 100, /* of pairs that are looked at for it */
};

/* --- Noting --- */

static void hash_place(struct people *people, const char *kind, const struct hash *place,
                       char out[DIGITS_SIZE])
{
    struct hash key = ledger_secret(people, "secret/trace"), digest;
    struct blake2b hash;

    blake2b_begin(&hash, sizeof digest.byte, key.byte, sizeof key.byte);
    blake2b_add(&hash, kind, strlen(kind));
    blake2b_add(&hash, place->byte, sizeof place->byte);
    blake2b_end(&hash, digest.byte);
    digits_print(&digest, out);
}

/* One of the two accounts may have been deleted, and its side of the pair with it. */
static const char *find_pair(struct people *people, const char *a, const char *b)
{
    const char *value = ledger_get(people->ledger, ledger_key("pair/%s/%s", a, b).key);

    return value ? value : ledger_get(people->ledger, ledger_key("pair/%s/%s", b, a).key);
}

static bool read_pair(struct people *people, const char *a, const char *b, struct sharing *out)
{
    const char *value = find_pair(people, a, b);
    struct json kept = ledger_json(value);

    *out = (struct sharing){.browser = json_kind(json_member(kept, "browser")) == JSON_TRUE,
                            .network = json_kind(json_member(kept, "network")) == JSON_TRUE};
    (void)json_read_number(json_member(kept, "games"), &out->games);
    (void)json_read_number(json_member(kept, "rated"), &out->rated);
    (void)json_read_number(json_member(kept, "until"), &out->until);
    return value != NULL;
}

struct sharing linked_accounts_between(struct people *people, const char *a, const char *b)
{
    struct sharing sharing;

    (void)read_pair(people, a, b, &sharing);
    return sharing;
}

static void put_half(struct people *people, const char *a, const char *b,
                     const struct sharing *sharing)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_bool(&out, "browser", sharing->browser);
    json_bool(&out, "network", sharing->network);
    json_number(&out, "games", (int64_t)sharing->games);
    json_number(&out, "rated", (int64_t)sharing->rated);
    expiry_end(&out, sharing->until);
    expiry_put(people, ledger_key("pair/%s/%s", a, b).key, sharing->until, &out);
}

/* Those who have played are listed apart: however many accounts somebody makes, the pairs that
 * matter are found. */
static void put_pair(struct people *people, const char *a, const char *b,
                     struct sharing *sharing)
{
    bool in_order = strcmp(a, b) < 0;
    struct json_out out = {0};

    sharing->until = people->now + EXPIRY_DAY_MS * LINKED_ACCOUNTS_DAYS;
    put_half(people, a, b, sharing);
    put_half(people, b, a, sharing);
    if (!sharing->games)
        return;
    json_object(&out, NULL);
    expiry_end(&out, sharing->until);
    expiry_put(people, ledger_key("met/%s/%s", in_order ? a : b, in_order ? b : a).key,
               sharing->until, &out);
}

/* Whether today's look at the place would tell nothing new: whoever waits for an opponent is
 * seen again and again. */
static bool is_known(const struct people *people, const struct sharing *sharing, bool browser)
{
    return (browser ? sharing->browser : sharing->network) &&
           sharing->until > people->now + EXPIRY_DAY_MS * (LINKED_ACCOUNTS_DAYS - 1);
}

/* A and B share a browser, or else a network. */
static void share(struct people *people, const char *a, const char *b, bool browser)
{
    struct sharing sharing;

    if (!read_pair(people, a, b, &sharing)) {
        struct encounters met = encounters_between(people, a, b);

        sharing.games = met.games; /* that were over when they became a pair */
        sharing.rated = met.rated;
    } else if (is_known(people, &sharing, browser)) {
        return;
    }
    sharing.browser = sharing.browser || browser;
    sharing.network = sharing.network || !browser;
    put_pair(people, a, b, &sharing);
}

void linked_accounts_met(struct people *people, const char *a, const char *b, bool rated)
{
    struct sharing sharing;

    if (!read_pair(people, a, b, &sharing))
        return;
    sharing.games++;
    sharing.rated += rated;
    put_pair(people, a, b, &sharing);
}

/* The account ID is at a place; whoever else was there makes a pair with it. Many come from one
 * network; a browser with many accounts is somebody's own. */
static void note(struct people *people, const char *id, bool browser, const struct hash *place)
{
    uint64_t until = people->now + EXPIRY_DAY_MS * LINKED_ACCOUNTS_DAYS;
    struct ledger_entry entry[LINKED_ACCOUNTS_MOST + 1];
    size_t n, most = browser ? LINKED_ACCOUNTS_MOST : LINKED_ACCOUNTS_CROWD;
    struct ledger_name prefix;
    struct json_out out = {0};
    char digits[DIGITS_SIZE];

    hash_place(people, browser ? "browser" : "network", place, digits);
    prefix = ledger_key("trace/%s/", digits);
    json_object(&out, NULL);
    expiry_end(&out, until);
    expiry_put(people, ledger_key("%s%s", prefix.key, id).key, until, &out);
    n = ledger_list(people->ledger,
                    &(struct ledger_range){.prefix = prefix.key, .most = most + 1}, entry);
    if (n > most && !browser)
        return;
    for (size_t i = 0; i < n; i++) {
        const char *other = entry[i].key + strlen(prefix.key);

        if (strcmp(other, id) != 0)
            share(people, id, other, browser);
    }
}

static struct ledger_name last_of(const char *id)
{
    return ledger_key("browser/%s/last", id);
}

bool linked_accounts_browser(struct people *people, const char *id, char guest[DIGITS_SIZE])
{
    struct json kept = ledger_json(ledger_get(people->ledger, last_of(id).key));

    return json_read_text(json_member(kept, "guest"), guest, DIGITS_SIZE) > 0;
}

/* Once a day, or when it is another one. */
static void note_last(struct people *people, const char *id, const struct hash *browser)
{
    uint64_t until = people->now + EXPIRY_DAY_MS * LINKED_ACCOUNTS_DAYS, before = 0;
    struct json kept = ledger_json(ledger_get(people->ledger, last_of(id).key));
    char guest[DIGITS_SIZE], last[DIGITS_SIZE] = "";
    struct json_out out = {0};

    digits_print(browser, guest);
    (void)json_read_text(json_member(kept, "guest"), last, sizeof last);
    (void)json_read_number(json_member(kept, "until"), &before);
    if (strcmp(guest, last) == 0 && before + EXPIRY_DAY_MS > until)
        return;
    json_object(&out, NULL);
    json_text(&out, "guest", guest);
    expiry_end(&out, until);
    expiry_put(people, last_of(id).key, until, &out);
}

void linked_accounts_note(struct people *people, const struct petition *petition)
{
    const char *id = petition->person.id;

    if (!petition->has_person)
        return;
    if (petition->has_browser) {
        note(people, id, true, &petition->browser);
        note_last(people, id, &petition->browser);
    }
    if (petition->has_network)
        note(people, id, false, &petition->network);
}

/* --- Listing --- */

static void print_account(struct people *people, struct json_out *out, const char *name,
                          const char *id)
{
    struct person person;
    bool there = account_find(people, id, &person);

    json_object(out, name);
    json_text(out, "id", id);
    json_text(out, "name", there ? person.name : NULL);
    json_bool(out, "bot", person.is_bot);
    json_end(out);
}

struct pair {
    char a[ID_SIZE], b[ID_SIZE];
    struct sharing sharing;
};

static void print_pair(struct people *people, struct json_out *out, const struct pair *pair)
{
    json_object(out, NULL);
    print_account(people, out, "one", pair->a);
    print_account(people, out, "other", pair->b);
    json_bool(out, "browser", pair->sharing.browser);
    json_bool(out, "network", pair->sharing.network);
    json_number(out, "games", (int64_t)pair->sharing.games);
    json_number(out, "rated", (int64_t)pair->sharing.rated);
    json_end(out);
}

/* KEY: met/A/B. Whether what is kept of the two is there. */
static bool read_met(struct people *people, const char *key, struct pair *out)
{
    memcpy(out->a, key + strlen("met/"), ID_SIZE - 1);
    memcpy(out->b, key + strlen("met/") + ID_SIZE, ID_SIZE - 1);
    out->a[ID_SIZE - 1] = out->b[ID_SIZE - 1] = '\0';
    return read_pair(people, out->a, out->b, &out->sharing);
}

static bool comes_before(const struct sharing *a, const struct sharing *b)
{
    return a->rated != b->rated ? a->rated > b->rated : a->games > b->games;
}

/* NEW goes to where it belongs among the N first ones; how many they are then. */
static size_t insert(struct pair first[PAIRS_MAX], size_t n, const struct pair *new)
{
    size_t at = n;

    while (at > 0 && comes_before(&new->sharing, &first[at - 1].sharing))
        at--;
    if (at == PAIRS_MAX)
        return n;
    n += n < PAIRS_MAX;
    memmove(&first[at + 1], &first[at], (n - 1 - at) * sizeof first[0]);
    first[at] = *new;
    return n;
}

static size_t list_first(struct people *people, struct pair first[PAIRS_MAX])
{
    struct ledger_entry entry[AT_ONCE];
    struct ledger_range range = {.prefix = "met/", .most = AT_ONCE};
    size_t n = AT_ONCE, found = 0;

    for (int page = 0; page < PAGES_MAX && n == AT_ONCE; page++) {
        n = ledger_list(people->ledger, &range, entry);
        for (size_t i = 0; i < n; i++) {
            struct pair pair;

            if (read_met(people, entry[i].key, &pair))
                found = insert(first, found, &pair);
        }
        if (n > 0)
            range.after = entry[n - 1].key;
    }
    return found;
}

void linked_accounts_print(struct people *people, struct json_out *out, const char *name)
{
    struct pair *first = calloc(PAIRS_MAX, sizeof *first);
    size_t n = first ? list_first(people, first) : 0;

    json_list(out, name);
    for (size_t i = 0; i < n; i++)
        print_pair(people, out, &first[i]);
    json_end(out);
    free(first);
}
