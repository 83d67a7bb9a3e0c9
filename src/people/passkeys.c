#include "passkeys.h"

#include "account_data.h"
#include "account_sessions.h"
#include "journal.h"
#include "recovery_codes.h"

#include <stdio.h>
#include <string.h>

enum { SHORT_SIZE = 17 }; /* of a hash's first digits, by which its owner knows it */

/* A passkey as it is kept. */
struct kept {
    struct passkey passkey;
    char account[ID_SIZE];
    char about[ABOUT_SIZE];
    uint64_t since, used;
    bool copied; /* its count went back once: it signs nobody in any more */
};

static void hash_id(const unsigned char *id, size_t n, char out[DIGITS_SIZE])
{
    struct hash hash = hash_of(id, n);

    digits_print(&hash, out);
}

/* --- The ledger --- */

static void put(struct people *people, const char *hash, const struct kept *kept)
{
    char id[BASE64_SIZE(PASSKEY_ID_MAX)], key[BASE64_SIZE(PASSKEY_KEY_MAX)];
    const struct passkey *passkey = &kept->passkey;
    struct json_out out = {0};

    base64_write(passkey->id, passkey->id_len, id);
    base64_write(passkey->key, passkey->key_len, key);
    json_object(&out, NULL);
    json_text(&out, "account", kept->account);
    json_text(&out, "id", id);
    json_number(&out, "algorithm", passkey->algorithm);
    json_text(&out, "key", key);
    json_number(&out, "count", passkey->count);
    json_bool(&out, "synced", passkey->synced);
    json_bool(&out, "copied", kept->copied);
    json_text(&out, "about", kept->about);
    json_number(&out, "since", (int64_t)kept->since);
    json_number(&out, "used", (int64_t)kept->used);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("passkey/%s", hash).key, &out);
}

static enum passkey_algorithm read_algorithm(struct json value)
{
    static const enum passkey_algorithm known[] = {PASSKEY_ES256, PASSKEY_EDDSA, PASSKEY_RS256};
    char text[8];
    size_t n = json_length(value);

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
        (void)snprintf(text, sizeof text, "%d", known[i]);
        if (n == strlen(text) && memcmp(value.at, text, n) == 0)
            return known[i];
    }
    return PASSKEY_ES256;
}

/* The bytes of a member in base64; how many. */
static size_t read_bytes(struct json root, const char *name, unsigned char *out, size_t size)
{
    char text[BASE64_SIZE(PASSKEY_ID_MAX)];
    long n = json_read_text(json_member(root, name), text, sizeof text);

    n = n < 0 ? n : base64_read(text, (size_t)n, out, size);
    return n < 0 ? 0 : (size_t)n;
}

static bool get(struct people *people, const char *hash, struct kept *out)
{
    struct json root =
        ledger_json(ledger_get(people->ledger, ledger_key("passkey/%s", hash).key));
    struct passkey *passkey = &out->passkey;
    uint64_t count = 0;

    *out = (struct kept){.since = 0};
    if (!root.at)
        return false;
    passkey->id_len = read_bytes(root, "id", passkey->id, sizeof passkey->id);
    passkey->key_len = read_bytes(root, "key", passkey->key, sizeof passkey->key);
    passkey->algorithm = read_algorithm(json_member(root, "algorithm"));
    (void)json_read_number(json_member(root, "count"), &count);
    passkey->count = (uint32_t)count;
    passkey->synced = json_kind(json_member(root, "synced")) == JSON_TRUE;
    out->copied = json_kind(json_member(root, "copied")) == JSON_TRUE;
    (void)json_read_text(json_member(root, "about"), out->about, sizeof out->about);
    (void)json_read_number(json_member(root, "since"), &out->since);
    (void)json_read_number(json_member(root, "used"), &out->used);
    return json_read_text(json_member(root, "account"), out->account, sizeof out->account) > 0;
}

/* Keeps a new one; false if it is somebody's already. */
static bool add(struct people *people, const char *id, const struct passkey *passkey,
                const char *about, char hash[DIGITS_SIZE])
{
    struct kept kept = {.passkey = *passkey, .since = people->now, .used = people->now}, other;

    hash_id(passkey->id, passkey->id_len, hash);
    if (get(people, hash, &other))
        return false;
    (void)snprintf(kept.account, sizeof kept.account, "%s", id);
    (void)snprintf(kept.about, sizeof kept.about, "%s", about);
    put(people, hash, &kept);
    ledger_put_text(people->ledger, ledger_key("passkeys/%s/%s", id, hash).key, "{}");
    return true;
}

size_t passkeys_list(struct people *people, const char *id,
                     struct ledger_entry entry[PASSKEYS_MAX])
{
    return account_data_list(people, "passkeys", id, entry, PASSKEYS_MAX);
}

static bool works(struct people *people, const char *hash)
{
    struct kept kept;

    return get(people, hash, &kept) && !kept.copied;
}

bool passkeys_work(struct people *people, const char *id, const char *except)
{
    struct ledger_entry entry[PASSKEYS_MAX];
    size_t n = passkeys_list(people, id, entry);

    for (size_t i = 0; i < n; i++)
        if ((!except || strcmp(entry[i].key, except) != 0) && works(people, entry[i].key))
            return true;
    return false;
}

bool passkeys_id(struct people *people, const char *hash, char out[BASE64_SIZE(PASSKEY_ID_MAX)])
{
    struct kept kept;

    if (!get(people, hash, &kept))
        return false;
    base64_write(kept.passkey.id, kept.passkey.id_len, out);
    return true;
}

/* --- Signatures --- */

static void refuse_copied(struct people *people, struct petition *petition, const char *hash,
                          struct kept *kept)
{
    if (!kept->copied)
        journal("warn", "passkey", "the counter of a passkey went back: somebody has a copy");
    kept->copied = true;
    put(people, hash, kept);
    request_refuse(&petition->r, &request_no.copied, NULL);
}

bool passkeys_check(struct people *people, struct petition *petition, const struct ceremony *c,
                    const struct challenge *challenge, char id[ID_SIZE], char hash[DIGITS_SIZE])
{
    char host[PETITION_ORIGIN_SIZE];
    struct passkey_site site;
    enum passkey_flaw flaw;
    struct kept kept;
    uint32_t count;

    if (!ceremony_site(petition, host, &site))
        return false;
    hash_id(c->passkey.at, c->passkey.n, hash);
    if (!get(people, hash, &kept) || !ceremony_is_for(c, kept.account)) {
        request_refuse(&petition->r, &request_no.sign_in, NULL);
        return false;
    }
    flaw = passkey_check(&kept.passkey, &site, challenge->byte, &c->answer, &count);
    if (flaw == PASSKEY_COPIED || (flaw == PASSKEY_GOOD && kept.copied)) {
        refuse_copied(people, petition, hash, &kept);
        return false;
    }
    if (flaw != PASSKEY_GOOD) {
        journal("info", "passkey", "an answer was refused: %s", passkey_flaw_name(flaw));
        request_refuse(&petition->r, &request_no.sign_in, NULL);
        return false;
    }
    kept.passkey.count = count;
    kept.used = people->now;
    put(people, hash, &kept);
    (void)snprintf(id, ID_SIZE, "%s", kept.account);
    return true;
}

/* --- Requests --- */

static void print_passkey(struct people *people, const char *hash, struct json_out *out)
{
    struct kept kept;

    if (!get(people, hash, &kept))
        return;
    json_object(out, NULL);
    json_bytes(out, "passkey", hash, SHORT_SIZE - 1);
    json_text(out, "about", kept.about);
    json_number(out, "since", (int64_t)kept.since);
    json_number(out, "used", (int64_t)kept.used);
    json_bool(out, "synced", kept.passkey.synced);
    json_bool(out, "copied", kept.copied);
    json_end(out);
}

void answer_passkeys(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[PASSKEYS_MAX];
    struct json_out out = {0};
    size_t n;

    if (!petition_is_signed(petition))
        return;
    n = passkeys_list(people, petition->person.id, entry);
    json_object(&out, NULL);
    json_list(&out, "passkeys");
    for (size_t i = 0; i < n; i++)
        print_passkey(people, entry[i].key, &out);
    json_end(&out);
    json_number(&out, "codes", (int64_t)recovery_codes_left(people, petition->person.id));
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

bool passkeys_may_add(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[PASSKEYS_MAX];

    if (!petition_is_fresh(people, petition))
        return false;
    if (passkeys_list(people, petition->person.id, entry) < PASSKEYS_MAX)
        return true;
    request_refuse(&petition->r, &request_no.most_passkeys,
                   ALIBI_WITH(alibi_number(PASSKEYS_MAX).text));
    return false;
}

bool passkeys_register(struct people *people, struct petition *petition, struct ceremony *c,
                       const struct challenge *challenge, const char *id, const char *about,
                       char hash[DIGITS_SIZE])
{
    char host[PETITION_ORIGIN_SIZE];
    struct passkey_site site;
    struct passkey passkey;
    enum passkey_flaw flaw = PASSKEY_UNREADABLE;

    if (!ceremony_site(petition, host, &site))
        return false;
    if (ceremony_decode(c, true))
        flaw = passkey_register(&passkey, &site, challenge->byte, &c->answer);
    if (flaw != PASSKEY_GOOD) {
        journal("info", "passkey", "a registration was refused: %s", passkey_flaw_name(flaw));
        request_refuse(&petition->r, &request_no.ceremony, NULL);
        return false;
    }
    if (!add(people, id, &passkey, about, hash)) {
        request_refuse(&petition->r, &request_no.passkey_known, NULL);
        return false;
    }
    challenge_spend(people, challenge);
    return true;
}

void answer_passkey_add(struct people *people, struct petition *petition)
{
    struct ceremony c;
    char about[ABOUT_SIZE], hash[DIGITS_SIZE];
    struct form_field field[CEREMONY_CREATE_FIELDS + 1] = {
        [CEREMONY_CREATE_FIELDS] = {"about", FORM_TEXT, about, sizeof about, true}};
    struct challenge challenge;

    ceremony_create_fields(&c, field);
    if (!form_read(&petition->r, field, CEREMONY_CREATE_FIELDS + 1) ||
        !passkeys_may_add(people, petition))
        return;
    if (!challenge_read(people, petition, TO_ADD, petition->person.id, c.challenge,
                        &challenge)) {
        request_refuse(&petition->r, &request_no.ceremony, NULL);
        return;
    }
    if (passkeys_register(people, petition, &c, &challenge, petition->person.id, about, hash))
        answer_passkeys(people, petition);
}

/* Whether nothing would open the account without this one. */
static bool is_needed(struct people *people, const char *id, const char *hash)
{
    return works(people, hash) && !passkeys_work(people, id, hash) &&
           recovery_codes_left(people, id) == 0;
}

void answer_passkey_end(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[PASSKEYS_MAX];
    const char *id = petition->person.id;
    char wanted[SHORT_SIZE];
    const struct form_field field[] = {{"passkey", FORM_TEXT, wanted, sizeof wanted, false}};
    size_t n, i = 0;

    if (!form_read(&petition->r, field, 1) || !petition_is_fresh(people, petition))
        return;
    n = passkeys_list(people, id, entry);
    while (i < n && strncmp(entry[i].key, wanted, SHORT_SIZE - 1) != 0)
        i++;
    if (i == n) {
        request_refuse(&petition->r, &request_no.no_passkey, NULL);
        return;
    }
    if (is_needed(people, id, entry[i].key)) {
        request_refuse(&petition->r, &request_no.last_passkey, NULL);
        return;
    }
    ledger_drop(people->ledger, ledger_key("passkey/%s", entry[i].key).key);
    ledger_drop(people->ledger, ledger_key("passkeys/%s/%s", id, entry[i].key).key);
    /* Whoever has found the device is signed out with it. */
    session_end_by(people, id, entry[i].key, &petition->credential.hash);
    petition->stirs = true;
    answer_passkeys(people, petition);
}
