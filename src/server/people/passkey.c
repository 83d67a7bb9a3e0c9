/* Passkeys, verified by libfido2. */
#include "passkey.h"

#include "client_data.h"

#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>
#include <sodium.h>
#include <string.h>

_Static_assert((int)PASSKEY_ES256 == COSE_ES256 && (int)PASSKEY_EDDSA == COSE_EDDSA &&
                   (int)PASSKEY_RS256 == COSE_RS256,
               "the numbers are COSE's");

const char *passkey_flaw_name(enum passkey_flaw flaw)
{
    static const char *const names[] = {
        [PASSKEY_GOOD] = "good",           [PASSKEY_UNREADABLE] = "unreadable",
        [PASSKEY_PURPOSE] = "purpose",     [PASSKEY_STALE] = "challenge",
        [PASSKEY_ORIGIN] = "origin",       [PASSKEY_SITE] = "site",
        [PASSKEY_UNVERIFIED] = "user",     [PASSKEY_ATTESTED] = "attestation",
        [PASSKEY_ALGORITHM] = "algorithm", [PASSKEY_SIGNATURE] = "signature",
        [PASSKEY_SYNCING] = "backup",      [PASSKEY_COPIED] = "counter",
    };

    return names[flaw];
}

void passkey_begin(void)
{
    fido_init(0);
}

/* --- Authenticator data --- */

/* The hash of the site, flags, the count of signatures; then what a registration adds. */
enum { FLAGS_AT = 32, COUNT_AT = 33, HEAD = 37 };
enum {
    FLAG_PRESENT = 1,
    FLAG_VERIFIED = 4,
    FLAG_MAY_SYNC = 8,
    FLAG_SYNCED = 16,
    FLAG_KEY = 64,
    FLAG_EXTENDED = 128,
};

static enum passkey_flaw check_head(const struct passkey_bytes *data,
                                    const struct passkey_site *site)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    unsigned flags;

    if (data->n < HEAD)
        return PASSKEY_UNREADABLE;
    crypto_hash_sha256(hash, (const unsigned char *)site->id, strlen(site->id));
    if (memcmp(hash, data->at, sizeof hash) != 0)
        return PASSKEY_SITE;
    flags = data->at[FLAGS_AT];
    if (!(flags & FLAG_PRESENT) || !(flags & FLAG_VERIFIED))
        return PASSKEY_UNVERIFIED;
    return (flags & FLAG_SYNCED) && !(flags & FLAG_MAY_SYNC) ? PASSKEY_UNREADABLE
                                                             : PASSKEY_GOOD;
}

static bool may_sync(const unsigned char *data)
{
    return data[FLAGS_AT] & FLAG_MAY_SYNC;
}

static uint32_t read_count(const unsigned char *data)
{
    uint32_t count = 0;

    for (int i = COUNT_AT; i < HEAD; i++)
        count = count << 8 | data[i];
    return count;
}

/* --- Keys --- */

/* A key of whatever algorithm, as libfido2 has it: one of these. */
struct public_key {
    es256_pk_t *es256;
    eddsa_pk_t *eddsa;
    rs256_pk_t *rs256;
};

/* The key, for fido_assert_verify; NULL if it is none. To be closed in any case. */
static const void *open_key(const struct passkey *passkey, struct public_key *key)
{
    const unsigned char *at = passkey->key;
    size_t n = passkey->key_len;

    *key = (struct public_key){NULL, NULL, NULL};
    switch (passkey->algorithm) {
    case PASSKEY_ES256:
        key->es256 = es256_pk_new();
        return key->es256 && es256_pk_from_ptr(key->es256, at, n) == FIDO_OK ? key->es256
                                                                             : NULL;
    case PASSKEY_EDDSA:
        key->eddsa = eddsa_pk_new();
        return key->eddsa && eddsa_pk_from_ptr(key->eddsa, at, n) == FIDO_OK ? key->eddsa
                                                                             : NULL;
    case PASSKEY_RS256:
        key->rs256 = rs256_pk_new();
        return key->rs256 && rs256_pk_from_ptr(key->rs256, at, n) == FIDO_OK ? key->rs256
                                                                             : NULL;
    }
    return NULL;
}

static void close_key(struct public_key *key)
{
    es256_pk_free(&key->es256);
    eddsa_pk_free(&key->eddsa);
    rs256_pk_free(&key->rs256);
}

/* --- Registration --- */

/* The authenticator data inside an attestation object whose format is "none". Such an object
 * has one form only: CTAP's canonical CBOR, a map of three, in this order. */
static enum passkey_flaw open_attestation(const struct passkey_bytes *object,
                                          struct passkey_bytes *data)
{
    static const unsigned char any[] = "\xa3\x63"
                                       "fmt";
    static const unsigned char none[] = "\xa3\x63"
                                        "fmt\x64none\x67"
                                        "attStmt\xa0\x68"
                                        "authData";
    size_t n = sizeof none - 1, head, len;
    const unsigned char *at = object->at;

    if (object->n < n + 3 || memcmp(at, any, sizeof any - 1) != 0)
        return PASSKEY_UNREADABLE;
    if (memcmp(at, none, n) != 0)
        return PASSKEY_ATTESTED;
    if (at[n] == 0x58) { /* a byte string with a length of one byte, or of two */
        head = 2;
        len = at[n + 1];
    } else {
        head = 3;
        len = (size_t)at[n + 1] << 8 | at[n + 2];
    }
    if ((at[n] != 0x58 && at[n] != 0x59) || object->n != n + head + len)
        return PASSKEY_UNREADABLE;
    *data = (struct passkey_bytes){at + n + head, len};
    return PASSKEY_GOOD;
}

/* Keys as COSE writes them, canonically: what is before a coordinate or number of N bytes, and
 * before a second one. libcbor believes any length that it reads and asks for so much memory,
 * so it gets nothing that does not look like one of these. */
static const struct form {
    enum passkey_algorithm algorithm;
    struct {
        const char *before;
        size_t n_before, n;
    } part[2];
} forms[] = {
    {PASSKEY_ES256,
     {{"\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20", 10, 32}, {"\x22\x58\x20", 3, 32}}},
    {PASSKEY_EDDSA, {{"\xa4\x01\x01\x03\x27\x20\x06\x21\x58\x20", 10, 32}, {"", 0, 0}}},
    {PASSKEY_RS256,
     {{"\xa4\x01\x03\x03\x39\x01\x00\x20\x59\x01\x00", 11, 256}, {"\x21\x43", 2, 3}}},
};

/* How long the key at AT, of N bytes at most, is in this form; 0 if it is not. */
static size_t measure_key(const struct form *form, const unsigned char *at, size_t n)
{
    size_t used = 0;

    for (int i = 0; i < 2; i++) {
        size_t before = form->part[i].n_before, len = before + form->part[i].n;

        if (n - used < len || memcmp(at + used, form->part[i].before, before) != 0)
            return 0;
        used += len;
    }
    return used;
}

enum { AAGUID = 16, DATA_MAX = HEAD + AAGUID + 2 + PASSKEY_ID_MAX + 300 };

/* Copies DATA without what follows its key, which is extensions that nobody has asked for;
 * which form the key has, or NULL. */
static const struct form *trim(const struct passkey_bytes *data, unsigned char out[DATA_MAX],
                               size_t *len)
{
    size_t id_at = HEAD + AAGUID + 2, key_at;

    if (data->n < id_at || !(data->at[FLAGS_AT] & FLAG_KEY))
        return NULL;
    key_at = id_at + ((size_t)data->at[id_at - 2] << 8 | data->at[id_at - 1]);
    if (key_at > id_at + PASSKEY_ID_MAX || key_at > data->n)
        return NULL;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        size_t n = measure_key(&forms[i], data->at + key_at, data->n - key_at);
        bool extended = data->at[FLAGS_AT] & FLAG_EXTENDED;

        if (n == 0 || extended != (key_at + n < data->n))
            continue;
        *len = key_at + n;
        memcpy(out, data->at, *len);
        out[FLAGS_AT] &= (unsigned char)~FLAG_EXTENDED;
        return &forms[i];
    }
    return NULL;
}

/* Copies the parts of what libfido2 has read. */
static enum passkey_flaw take_credential(const fido_cred_t *cred, struct passkey *out)
{
    size_t id_len = fido_cred_id_len(cred), key_len = fido_cred_pubkey_len(cred);
    struct public_key key;
    bool can_be_used;

    if (id_len == 0 || id_len > sizeof out->id || key_len == 0 || key_len > sizeof out->key)
        return PASSKEY_UNREADABLE;
    memcpy(out->id, fido_cred_id_ptr(cred), id_len);
    memcpy(out->key, fido_cred_pubkey_ptr(cred), key_len);
    out->id_len = id_len;
    out->key_len = key_len;
    can_be_used = open_key(out, &key) != NULL;
    close_key(&key);
    return can_be_used ? PASSKEY_GOOD : PASSKEY_UNREADABLE;
}

static enum passkey_flaw read_credential(const struct passkey_bytes *data, struct passkey *out)
{
    enum passkey_flaw flaw = PASSKEY_UNREADABLE;
    unsigned char trimmed[DATA_MAX];
    size_t len = 0;
    const struct form *form = trim(data, trimmed, &len);
    fido_cred_t *cred = form ? fido_cred_new() : NULL;

    if (!form)
        return PASSKEY_ALGORITHM;
    out->algorithm = form->algorithm;
    if (cred && fido_cred_set_type(cred, form->algorithm) == FIDO_OK &&
        fido_cred_set_authdata_raw(cred, trimmed, len) == FIDO_OK)
        flaw = take_credential(cred, out);
    fido_cred_free(&cred);
    return flaw;
}

enum passkey_flaw passkey_register(struct passkey *out, const struct passkey_site *site,
                                   const unsigned char challenge[PASSKEY_CHALLENGE],
                                   const struct passkey_answer *answer)
{
    struct passkey_bytes data = {NULL, 0};
    enum passkey_flaw flaw =
        client_data_check(&answer->client_data, "webauthn.create", challenge, site->origin);

    memset(out, 0, sizeof *out);
    if (flaw == PASSKEY_GOOD)
        flaw = open_attestation(&answer->data, &data);
    if (flaw == PASSKEY_GOOD)
        flaw = check_head(&data, site);
    if (flaw == PASSKEY_GOOD)
        flaw = read_credential(&data, out);
    if (flaw != PASSKEY_GOOD)
        return flaw;
    out->count = read_count(data.at);
    out->synced = may_sync(data.at);
    return PASSKEY_GOOD;
}

/* --- Assertion --- */

/* Makes what libfido2 verifies; false if it cannot be read. */
static bool fill_assertion(fido_assert_t *a, const struct passkey_site *site,
                           const struct passkey_answer *answer)
{
    const struct passkey_bytes *text = &answer->client_data, *data = &answer->data;

    return fido_assert_set_clientdata(a, text->at, text->n) == FIDO_OK &&
           fido_assert_set_rp(a, site->id) == FIDO_OK &&
           fido_assert_set_up(a, FIDO_OPT_TRUE) == FIDO_OK &&
           fido_assert_set_uv(a, FIDO_OPT_TRUE) == FIDO_OK &&
           fido_assert_set_count(a, 1) == FIDO_OK &&
           fido_assert_set_authdata_raw(a, 0, data->at, data->n) == FIDO_OK &&
           fido_assert_set_sig(a, 0, answer->signature.at, answer->signature.n) == FIDO_OK;
}

static enum passkey_flaw check_signature(const struct passkey *passkey,
                                         const struct passkey_site *site,
                                         const struct passkey_answer *answer)
{
    fido_assert_t *a = fido_assert_new();
    struct public_key key;
    const void *public = open_key(passkey, &key);
    bool good = a && public && fill_assertion(a, site, answer) &&
                fido_assert_verify(a, 0, passkey->algorithm, public) == FIDO_OK;

    close_key(&key);
    fido_assert_free(&a);
    return good ? PASSKEY_GOOD : PASSKEY_SIGNATURE;
}

enum passkey_flaw passkey_check(const struct passkey *passkey, const struct passkey_site *site,
                                const unsigned char challenge[PASSKEY_CHALLENGE],
                                const struct passkey_answer *answer, uint32_t *count)
{
    enum passkey_flaw flaw =
        client_data_check(&answer->client_data, "webauthn.get", challenge, site->origin);

    if (flaw == PASSKEY_GOOD)
        flaw = check_head(&answer->data, site);
    /* No key is made now, and no extension was asked for. */
    if (flaw == PASSKEY_GOOD && answer->data.n != HEAD)
        flaw = PASSKEY_UNREADABLE;
    if (flaw == PASSKEY_GOOD)
        flaw = check_signature(passkey, site, answer);
    if (flaw == PASSKEY_GOOD && may_sync(answer->data.at) != passkey->synced)
        flaw = PASSKEY_SYNCING;
    if (flaw != PASSKEY_GOOD)
        return flaw;
    *count = read_count(answer->data.at);
    return (*count == 0 && passkey->count == 0) || *count > passkey->count ? PASSKEY_GOOD
                                                                           : PASSKEY_COPIED;
}
