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
    PAIR_SIZE = 2 * ID_SIZE,
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

static bool read_pair(struct people *people, const char *a, const char *b, struct sharing *out)
{
    const char *value = ledger_get(people->ledger, ledger_key("pair/%s/%s", a, b).key);
    struct json kept = ledger_json(value);

    *out = (struct sharing){json_kind(json_member(kept, "browser")) == JSON_TRUE,
                            json_kind(json_member(kept, "network")) == JSON_TRUE, 0, 0};
    (void)json_read_number(json_member(kept, "games"), &out->games);
    (void)json_read_number(json_member(kept, "rated"), &out->rated);
    return value != NULL;
}

struct sharing linked_accounts_between(struct people *people, const char *a, const char *b)
{
    struct sharing sharing;

    (void)read_pair(people, a, b, &sharing);
    return sharing;
}

static void put_pair(struct people *people, const char *a, const char *b,
                     const struct sharing *sharing)
{
    uint64_t until = people->now + EXPIRY_DAY_MS * LINKED_ACCOUNTS_DAYS;
    struct json_out out = {0};

    json_object(&out, NULL);
    json_bool(&out, "browser", sharing->browser);
    json_bool(&out, "network", sharing->network);
    json_number(&out, "games", (int64_t)sharing->games);
    json_number(&out, "rated", (int64_t)sharing->rated);
    expiry_end(&out, until);
    expiry_put(people, ledger_key("pair/%s/%s", a, b).key, until, &out);
}

/* A and B share a place of that KIND. */
static void share(struct people *people, const char *a, const char *b, const char *kind)
{
    struct sharing sharing;

    if (!read_pair(people, a, b, &sharing)) {
        struct encounters met = encounters_between(people, a, b);

        sharing.games = met.games; /* that were over when they became a pair */
        sharing.rated = met.rated;
    }
    sharing.browser = sharing.browser || strcmp(kind, "browser") == 0;
    sharing.network = sharing.network || strcmp(kind, "network") == 0;
    put_pair(people, a, b, &sharing);
    put_pair(people, b, a, &sharing);
}

void linked_accounts_met(struct people *people, const char *a, const char *b, bool rated)
{
    struct sharing sharing;

    if (!read_pair(people, a, b, &sharing))
        return;
    sharing.games++;
    sharing.rated += rated;
    put_pair(people, a, b, &sharing);
    put_pair(people, b, a, &sharing);
}

/* The account ID is at a place; whoever else was there makes a pair with it. */
static void note(struct people *people, const char *id, const char *kind,
                 const struct hash *place)
{
    uint64_t until = people->now + EXPIRY_DAY_MS * LINKED_ACCOUNTS_DAYS;
    struct ledger_entry entry[LINKED_ACCOUNTS_CROWD + 1];
    struct ledger_name prefix;
    struct json_out out = {0};
    char digits[DIGITS_SIZE];
    size_t n;

    hash_place(people, kind, place, digits);
    prefix = ledger_key("trace/%s/", digits);
    json_object(&out, NULL);
    expiry_end(&out, until);
    expiry_put(people, ledger_key("%s%s", prefix.key, id).key, until, &out);
    n = ledger_list(
        people->ledger,
        &(struct ledger_range){.prefix = prefix.key, .most = LINKED_ACCOUNTS_CROWD + 1}, entry);
    for (size_t i = 0; i < n && n <= LINKED_ACCOUNTS_CROWD; i++) {
        const char *other = entry[i].key + strlen(prefix.key);

        if (strcmp(other, id) != 0)
            share(people, id, other, kind);
    }
}

void linked_accounts_note(struct people *people, const struct petition *petition)
{
    const char *id = petition->person.id;

    if (!petition->has_person)
        return;
    if (petition->has_browser)
        note(people, id, "browser", &petition->browser);
    if (petition->has_network)
        note(people, id, "network", &petition->network);
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

/* KEY: pair/A/B, of which each is there twice. Whether it was printed. */
static bool print_pair(struct people *people, struct json_out *out, const char *key)
{
    char a[ID_SIZE], b[ID_SIZE];
    struct sharing sharing;

    memcpy(a, key + strlen("pair/"), ID_SIZE - 1);
    memcpy(b, key + strlen("pair/") + ID_SIZE, ID_SIZE - 1);
    a[ID_SIZE - 1] = b[ID_SIZE - 1] = '\0';
    if (strcmp(a, b) > 0 || !read_pair(people, a, b, &sharing) || sharing.games == 0)
        return false;
    json_object(out, NULL);
    print_account(people, out, "one", a);
    print_account(people, out, "other", b);
    json_bool(out, "browser", sharing.browser);
    json_bool(out, "network", sharing.network);
    json_number(out, "games", (int64_t)sharing.games);
    json_number(out, "rated", (int64_t)sharing.rated);
    json_end(out);
    return true;
}

void linked_accounts_print(struct people *people, struct json_out *out, const char *name)
{
    struct ledger_entry entry[AT_ONCE];
    struct ledger_range range = {.prefix = "pair/", .most = AT_ONCE};
    size_t n = AT_ONCE, printed = 0;

    json_list(out, name);
    for (int page = 0; page < PAGES_MAX && n == AT_ONCE && printed < PAIRS_MAX; page++) {
        n = ledger_list(people->ledger, &range, entry);
        for (size_t i = 0; i < n && printed < PAIRS_MAX; i++)
            printed += strlen(entry[i].key) == strlen("pair/") + PAIR_SIZE - 1 &&
                       print_pair(people, out, entry[i].key);
        if (n > 0)
            range.after = entry[n - 1].key;
    }
    json_end(out);
}
