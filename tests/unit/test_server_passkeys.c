/* Passkeys: answers of authenticators that are right, and wrong in each way; client data,
 * base64 and recovery codes. */
#include "unit.h"

#include "base64.h"
#include "passkeys.h"
#include "recovery.h"

static struct passkey_bytes bytes_of(const char *text)
{
    return (struct passkey_bytes){(const unsigned char *)text, strlen(text)};
}

static enum passkey_flaw registers(const char *said, const struct passkey_bytes *attestation,
                                   struct passkey *out)
{
    return passkey_register(out, &site, challenge,
                            &(struct passkey_answer){bytes_of(said), *attestation, {NULL, 0}});
}

static enum passkey_flaw signs(const struct passkey *passkey, const char *said,
                               const struct passkey_bytes *data,
                               const struct passkey_bytes *signature, uint32_t *count)
{
    return passkey_check(passkey, &site, challenge,
                         &(struct passkey_answer){bytes_of(said), *data, *signature}, count);
}

static struct passkey registered(const struct vector *v)
{
    struct passkey out;

    assert_int_equal(registers(created, &v->attestation, &out), PASSKEY_GOOD);
    return out;
}

static int begin(void **state)
{
    (void)state;
    passkey_begin();
    return 0;
}

static void every_algorithm(void **state)
{
    static const size_t key_len[] = {64, 32, 259};

    (void)state;
    assert_int_equal(COUNT(vector), 3);
    for (size_t i = 0; i < COUNT(vector); i++) {
        const struct vector *v = &vector[i];
        struct passkey passkey = registered(v);
        uint32_t count = 0;

        assert_int_equal(passkey.algorithm, v->algorithm);
        assert_int_equal(passkey.key_len, key_len[i]);
        assert_int_equal(passkey.id_len, 32);
        assert_int_equal(passkey.count, 0);
        assert_false(passkey.synced);
        assert_int_equal(signs(&passkey, got, &v->data, &v->signature, &count), PASSKEY_GOOD);
        assert_int_equal(count, 7);
    }
}

/* Another's passkey has not signed this. */
static void other_keys(void **state)
{
    uint32_t count;

    (void)state;
    for (size_t i = 0; i < COUNT(vector); i++)
        for (size_t j = 0; j < COUNT(vector); j++) {
            struct passkey passkey = registered(&vector[i]);
            enum passkey_flaw flaw =
                signs(&passkey, got, &vector[j].data, &vector[j].signature, &count);

            CHECK(flaw == (i == j ? PASSKEY_GOOD : PASSKEY_SIGNATURE), "%zu %zu: %s", i, j,
                  passkey_flaw_name(flaw));
        }
}

/* A count that does not grow: somebody has a copy. Those that always say 0 do not count. */
static void counts(void **state)
{
    static const struct {
        uint32_t known;
        enum passkey_flaw flaw;
    } row[] = {{0, PASSKEY_GOOD},
               {6, PASSKEY_GOOD},
               {7, PASSKEY_COPIED},
               {8, PASSKEY_COPIED},
               {UINT32_MAX, PASSKEY_COPIED}};
    struct passkey passkey = registered(&vector[0]);
    uint32_t count;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        passkey.count = row[i].known;
        CHECK(signs(&passkey, got, &vector[0].data, &vector[0].signature, &count) ==
                  row[i].flaw,
              "%u", row[i].known);
    }
}

/* One that was made for several devices signs as one that is for this only. */
static void syncing(void **state)
{
    struct passkey passkey = registered(&vector[0]);
    const struct vector *v = &vector[0];
    uint32_t count;

    (void)state;
    passkey.synced = true;
    assert_int_equal(signs(&passkey, got, &v->data, &v->signature, &count), PASSKEY_SYNCING);
    passkey.count = 8; /* nor does its count say anything */
    assert_int_equal(signs(&passkey, got, &v->data, &v->signature, &count), PASSKEY_SYNCING);
}

/* Each bit of what was signed, and of the signature, turned around. */
static void every_bit_matters(void **state)
{
    struct passkey passkey = registered(&vector[0]);
    const struct vector *v = &vector[0];
    size_t n = v->data.n, m = v->signature.n;
    unsigned char copy[1000];
    uint32_t count;

    (void)state;
    memcpy(copy, v->data.at, n);
    memcpy(copy + n, v->signature.at, m);
    for (size_t bit = 0; bit < 8 * (n + m); bit++) {
        struct passkey_bytes data = {copy, n}, signature = {copy + n, m};

        copy[bit / 8] ^= (unsigned char)(1 << bit % 8);
        CHECK(signs(&passkey, got, &data, &signature, &count) != PASSKEY_GOOD, "bit %zu", bit);
        copy[bit / 8] ^= (unsigned char)(1 << bit % 8);
    }
}

/* Cut off anywhere, and with a byte too many. */
static void lengths(void **state)
{
    struct passkey passkey = registered(&vector[0]), out;
    const struct vector *v = &vector[0];
    unsigned char longer[1000] = {0};
    uint32_t count;

    (void)state;
    for (size_t n = 0; n <= v->data.n + 1; n++) {
        struct passkey_bytes data = {longer, n};

        memcpy(longer, v->data.at, v->data.n);
        CHECK(n == v->data.n ||
                  signs(&passkey, got, &data, &v->signature, &count) != PASSKEY_GOOD,
              "%zu", n);
    }
    memset(longer, 0, sizeof longer);
    memcpy(longer, v->attestation.at, v->attestation.n);
    for (size_t n = 0; n <= v->attestation.n + 1; n++) {
        struct passkey_bytes attestation = {longer, n};

        CHECK(n == v->attestation.n || registers(created, &attestation, &out) != PASSKEY_GOOD,
              "%zu", n);
    }
}

/* --- Flags --- */

enum { FLAGS = 30 + 2 - 2 + 32 }; /* where they are in the attestation object of ES256 */

static void flags(void **state)
{
    static const struct {
        unsigned char flags;
        enum passkey_flaw flaw;
    } row[] = {
        {0x45, PASSKEY_GOOD},       {0x4d, PASSKEY_GOOD},       {0x5d, PASSKEY_GOOD},
        {0x44, PASSKEY_UNVERIFIED}, {0x41, PASSKEY_UNVERIFIED}, {0x40, PASSKEY_UNVERIFIED},
        {0x55, PASSKEY_UNREADABLE}, /* in sync without being able to be */
        {0x05, PASSKEY_ALGORITHM},  /* no key at all */
    };
    unsigned char copy[1000];
    struct passkey_bytes attestation = {copy, vector[0].attestation.n};
    struct passkey out;

    (void)state;
    memcpy(copy, vector[0].attestation.at, attestation.n);
    assert_int_equal(copy[FLAGS], 0x45);
    for (size_t i = 0; i < COUNT(row); i++) {
        copy[FLAGS] = row[i].flags;
        CHECK(registers(created, &attestation, &out) == row[i].flaw, "flags %x", row[i].flags);
        CHECK(row[i].flaw != PASSKEY_GOOD || out.synced == !!(row[i].flags & 8), "flags %x",
              row[i].flags);
    }
}

/* A key that is no point of the curve, and an algorithm that nobody asked for. */
static void keys_that_are_none(void **state)
{
    unsigned char copy[1000];
    struct passkey_bytes attestation = {copy, vector[0].attestation.n};
    struct passkey out;

    (void)state;
    memcpy(copy, vector[0].attestation.at, attestation.n);
    copy[attestation.n - 1] ^= 1;
    assert_int_equal(registers(created, &attestation, &out), PASSKEY_UNREADABLE);
    memcpy(copy, vector[0].attestation.at, attestation.n);
    for (size_t i = FLAGS; i + 2 < attestation.n; i++)
        if (copy[i] == 0x03 && copy[i + 1] == 0x26 && copy[i + 2] == 0x20) {
            copy[i + 1] = 0x27; /* EdDSA, with the members of an ES256 key */
            break;
        }
    assert_int_equal(registers(created, &attestation, &out), PASSKEY_ALGORITHM);
}

/* An authenticator may say more than it was asked for, behind the key; nobody reads that. */
static void extensions(void **state)
{
    static const char more[] = "\xa1\x6b"
                               "credProtect\x02";
    unsigned char copy[1000];
    struct passkey_bytes attestation = {copy, vector[0].attestation.n + sizeof more - 1};
    struct passkey out, known = registered(&vector[0]);

    (void)state;
    memcpy(copy, vector[0].attestation.at, vector[0].attestation.n);
    memcpy(copy + vector[0].attestation.n, more, sizeof more - 1);
    copy[FLAGS - 33] = (unsigned char)(copy[FLAGS - 33] + sizeof more - 1);
    assert_int_equal(registers(created, &attestation, &out), PASSKEY_ALGORITHM);
    copy[FLAGS] |= 0x80;
    assert_int_equal(registers(created, &attestation, &out), PASSKEY_GOOD);
    assert_memory_equal(out.id, known.id, known.id_len);
    assert_memory_equal(out.key, known.key, known.key_len);
}

/* "packed" instead of "none". */
static void attestations(void **state)
{
    static const char packed[] = "\xa3\x63"
                                 "fmt\x66packed\x67"
                                 "attStmt\xa0\x68"
                                 "authData\x58\x00";
    struct passkey_bytes attestation = {(const unsigned char *)packed, sizeof packed - 1};
    struct passkey out;

    (void)state;
    assert_int_equal(registers(created, &attestation, &out), PASSKEY_ATTESTED);
}

/* --- Client data --- */

#define DATA(type, challenge, origin, more)                                                    \
    "{\"type\":\"" type "\",\"challenge\":\"" challenge "\",\"origin\":\"" origin "\"" more "}"
#define CREATE  "webauthn.create"
#define ORIGIN  "https://play.example.org"
#define CROSS   ",\"crossOrigin\":"
#define NESTED5 "[[[[["

static void client_data(void **state)
{
    static const struct {
        const char *text;
        enum passkey_flaw flaw;
    } row[] = {
        {DATA(CREATE, CHALLENGE, ORIGIN, ""), PASSKEY_GOOD},
        {DATA(CREATE, CHALLENGE, ORIGIN, CROSS "false"), PASSKEY_GOOD},
        {DATA(CREATE, CHALLENGE, ORIGIN,
              ",\"other_keys_can_be_added_here\":\"do not compare\""),
         PASSKEY_GOOD},
        {DATA(CREATE, CHALLENGE, "https:\\/\\/play.example.org", ""), PASSKEY_GOOD},
        {DATA("webauthn.get", CHALLENGE, ORIGIN, ""), PASSKEY_PURPOSE},
        {DATA("WebAuthn.create", CHALLENGE, ORIGIN, ""), PASSKEY_PURPOSE},
        {DATA("webauthn.create ", CHALLENGE, ORIGIN, ""), PASSKEY_PURPOSE},
        {DATA("payment.get", CHALLENGE, ORIGIN, ""), PASSKEY_PURPOSE},
        {DATA(CREATE, CHALLENGE "=", ORIGIN, ""), PASSKEY_STALE},
        {DATA(CREATE, "", ORIGIN, ""), PASSKEY_STALE},
        {DATA(CREATE, "BAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8", ORIGIN, ""),
         PASSKEY_STALE},
        {DATA(CREATE, CHALLENGE, "http://play.example.org", ""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, "https://example.org", ""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, "https://evil.play.example.org", ""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, "https://play.example.org.evil.example", ""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, "https://play.example.org:444", ""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, "https://play.example.org/", ""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, "null", ""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, ORIGIN, CROSS "true"), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, ORIGIN, CROSS "null"), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, ORIGIN, CROSS "\"false\""), PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, ORIGIN, ",\"topOrigin\":\"https://evil.example\""),
         PASSKEY_ORIGIN},
        {DATA(CREATE, CHALLENGE, ORIGIN, ",\"origin\":\"" ORIGIN "\""), PASSKEY_UNREADABLE},
        {DATA(CREATE, CHALLENGE, ORIGIN, ",\"x\":" NESTED5 NESTED5 NESTED5 NESTED5),
         PASSKEY_UNREADABLE},
        {"[]", PASSKEY_UNREADABLE},
        {"{}", PASSKEY_PURPOSE},
        {"", PASSKEY_UNREADABLE},
        {"\xef\xbb\xbf" DATA(CREATE, CHALLENGE, ORIGIN, ""), PASSKEY_UNREADABLE},
        {DATA(CREATE, CHALLENGE, ORIGIN, "") "x", PASSKEY_UNREADABLE},
    };
    struct passkey out;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        enum passkey_flaw flaw = registers(row[i].text, &vector[0].attestation, &out);

        CHECK(flaw == row[i].flaw, "%s: %s", row[i].text, passkey_flaw_name(flaw));
    }
}

/* Each is good for its own ceremony, site and challenge, and for no other. */
static void other_ceremonies(void **state)
{
    static const struct passkey_site other = {"other.example.org", "https://play.example.org"};
    const struct vector *v = &vector[0];
    struct passkey passkey = registered(v), out;
    struct passkey_answer answer = {bytes_of(got), v->data, v->signature};
    unsigned char later[PASSKEY_CHALLENGE] = {0};
    uint32_t count;

    (void)state;
    assert_int_equal(signs(&passkey, created, &v->data, &v->signature, &count),
                     PASSKEY_PURPOSE);
    assert_int_equal(registers(got, &v->attestation, &out), PASSKEY_PURPOSE);
    assert_int_equal(passkey_check(&passkey, &other, challenge, &answer, &count), PASSKEY_SITE);
    assert_int_equal(passkey_check(&passkey, &site, later, &answer, &count), PASSKEY_STALE);
}

/* --- Texts --- */

static void base64(void **state)
{
    static const struct {
        const char *text, *bytes;
        long n;
    } row[] = {
        {"", "", 0},           {"AA", "\0", 1},  {"-_8", "\xfb\xff", 2}, {"Zm9v", "foo", 3},
        {"Zm9vYg", "foob", 4}, {"A", "", -1},    {"AAAAA", "", -1},      {"AB", "", -1},
        {"AAB", "", -1},       {"AA==", "", -1}, {"+/8", "", -1},        {"A A", "", -1},
        {"AA\n", "", -1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        unsigned char out[4];
        char text[BASE64_SIZE(4)];
        long n = base64_read(row[i].text, strlen(row[i].text), out, sizeof out);

        CHECK(n == row[i].n, "%s", row[i].text);
        if (n < 0)
            continue;
        CHECK(memcmp(out, row[i].bytes, (size_t)n) == 0, "%s", row[i].text);
        base64_write(out, (size_t)n, text);
        assert_string_equal(text, row[i].text);
    }
    assert_int_equal(base64_read("Zm9vYg", 6, (unsigned char[3]){0}, 3), -1);
    assert_int_equal(base64_read("A\0AA", 4, (unsigned char[3]){0}, 3), -1);
}

static void recovery_codes(void **state)
{
    static const struct {
        const char *text;
        bool good;
    } row[] = {
        {"abcd-efgh-ijkm-npqr", true},
        {"ABCD EFGH IJKM NPQR", true},
        {"abcdefghijkmnpqr", true},
        {" abcd-efgh-ijkm--npqr ", true},
        {"abcd-efgh-ijkm-npq", false},
        {"abcd-efgh-ijkm-npqrs", false},
        {"abcd-efgh-ijkm-npql", false},
        {"abcd-efgh-ijkm-npq0", false},
        {"", false},
        {"abcd_efgh_ijkm_npqr", false},
    };
    unsigned char bytes[RECOVERY_BYTES] = {0}, again[RECOVERY_BYTES];
    char text[RECOVERY_SIZE];

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        CHECK(recovery_read(row[i].text, strlen(row[i].text), bytes) == row[i].good, "%s",
              row[i].text);
        if (!row[i].good)
            continue;
        recovery_print(bytes, text);
        assert_string_equal(text, "abcd-efgh-ijkm-npqr");
    }
    for (size_t bit = 0; bit < 8 * RECOVERY_BYTES; bit++) {
        memset(bytes, 0, sizeof bytes);
        bytes[bit / 8] = (unsigned char)(1 << bit % 8);
        recovery_print(bytes, text);
        assert_true(recovery_read(text, strlen(text), again));
        assert_memory_equal(bytes, again, sizeof bytes);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_algorithm),
        cmocka_unit_test(other_keys),
        cmocka_unit_test(counts),
        cmocka_unit_test(syncing),
        cmocka_unit_test(every_bit_matters),
        cmocka_unit_test(lengths),
        cmocka_unit_test(flags),
        cmocka_unit_test(keys_that_are_none),
        cmocka_unit_test(attestations),
        cmocka_unit_test(extensions),
        cmocka_unit_test(client_data),
        cmocka_unit_test(other_ceremonies),
        cmocka_unit_test(base64),
        cmocka_unit_test(recovery_codes),
    };

    return cmocka_run_group_tests(tests, begin, NULL);
}
