/* What people send to be somebody: the first byte says what the rest is taken for. A name that
 * is accepted reads as itself; texts of bytes have one form only; and bytes that nobody has
 * signed sign nobody in. */
#include "fuzz.h"

#include "account_name.h"
#include "base64.h"
#include "recovery.h"
#include "talk_text.h"

#include "../unit/passkeys.h"

#include <string.h>

static struct name_rules *rules;

static void check_name(const char *text, size_t len)
{
    struct account_name name, again;

    if (name_read(rules, text, len, &name) != NAME_GOOD)
        return;
    PROMISE(strlen(name.text) >= NAME_LEAST && name.likeness[0]);
    PROMISE(name_read(rules, name.text, strlen(name.text), &again) == NAME_GOOD);
    PROMISE(strcmp(name.text, again.text) == 0);
    PROMISE(strcmp(name.likeness, again.likeness) == 0);
    PROMISE(!strpbrk(name.text, "<>&\"'/\\ .:;%"));
}

/* What is left of a text is left as it is. */
static void check_talk(const char *text, size_t len)
{
    char out[TALK_TEXT_SIZE], again[TALK_TEXT_SIZE];

    if (talk_text_read(text, len, out) != TALK_GOOD)
        return;
    PROMISE(out[0] && out[0] != ' ' && out[strlen(out) - 1] != ' ' && !strstr(out, "  "));
    PROMISE(!strpbrk(out, "\t\n\r\x7f") && !strstr(out, "://"));
    PROMISE(talk_text_read(out, strlen(out), again) == TALK_GOOD);
    PROMISE(strcmp(out, again) == 0);
}

static void check_base64(const char *text, size_t len)
{
    unsigned char bytes[1000];
    char again[BASE64_SIZE(sizeof bytes)];
    long n = base64_read(text, len, bytes, sizeof bytes);

    if (n < 0)
        return;
    base64_write(bytes, (size_t)n, again);
    PROMISE(strlen(again) == len && memcmp(again, text, len) == 0);
}

static void check_recovery(const char *text, size_t len)
{
    unsigned char bytes[RECOVERY_BYTES], again[RECOVERY_BYTES];
    char printed[RECOVERY_SIZE];

    if (!recovery_read(text, len, bytes))
        return;
    recovery_print(bytes, printed);
    PROMISE(strlen(printed) == RECOVERY_SIZE - 1);
    PROMISE(recovery_read(printed, RECOVERY_SIZE - 1, again));
    PROMISE(memcmp(bytes, again, sizeof bytes) == 0);
}

/* The rest as client data, as an attestation object. */
static void check_registration(const struct passkey_bytes *rest, bool as_data)
{
    struct passkey_bytes said = {(const unsigned char *)created, sizeof created - 1};
    struct passkey_answer answer = {
        as_data ? *rest : said, as_data ? vector[0].attestation : *rest, {NULL, 0}};
    struct passkey out;

    if (passkey_register(&out, &site, challenge, &answer) == PASSKEY_GOOD)
        PROMISE(out.id_len > 0 && out.id_len <= PASSKEY_ID_MAX && out.key_len > 0);
}

/* The rest as authenticator data, as a signature. */
static void check_assertion(const struct passkey_bytes *rest, bool as_data)
{
    struct passkey_bytes said = {(const unsigned char *)created, sizeof created - 1};
    struct passkey_answer enrolled = {said, vector[0].attestation, {NULL, 0}};
    struct passkey_answer answer = {{(const unsigned char *)got, sizeof got - 1},
                                    as_data ? *rest : vector[0].data,
                                    as_data ? vector[0].signature : *rest};
    const struct passkey_bytes *own = as_data ? &vector[0].data : &vector[0].signature;
    struct passkey passkey;
    uint32_t count;

    PROMISE(passkey_register(&passkey, &site, challenge, &enrolled) == PASSKEY_GOOD);
    if (passkey_check(&passkey, &site, challenge, &answer, &count) == PASSKEY_GOOD)
        PROMISE(rest->n == own->n && memcmp(rest->at, own->at, own->n) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct passkey_bytes rest = {data + 1, size - 1};

    if (!rules) {
        passkey_begin();
        rules = name_rules_open();
        PROMISE(rules);
    }
    if (size == 0)
        return 0;
    switch (data[0]) {
    case 'n':
        check_name((const char *)rest.at, rest.n);
        break;
    case 't':
        check_talk((const char *)rest.at, rest.n);
        break;
    case 'b':
        check_base64((const char *)rest.at, rest.n);
        break;
    case 'r':
        check_recovery((const char *)rest.at, rest.n);
        break;
    case 'c':
    case 'o':
        check_registration(&rest, data[0] == 'c');
        break;
    case 'd':
    case 's':
        check_assertion(&rest, data[0] == 'd');
        break;
    }
    return 0;
}
