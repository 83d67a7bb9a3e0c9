#include "ceremony.h"

#include "passkeys.h"

#include <stdio.h>
#include <string.h>

/* --- Answers --- */

void ceremony_create_fields(struct ceremony *c, struct form_field *field)
{
    *field++ =
        (struct form_field){"challenge", FORM_TEXT, c->challenge, sizeof c->challenge, false};
    *field++ =
        (struct form_field){"client_data", FORM_TEXT, c->text[0], sizeof c->text[0], false};
    *field++ =
        (struct form_field){"attestation", FORM_TEXT, c->text[1], sizeof c->text[1], false};
}

void ceremony_get_fields(struct ceremony *c, struct form_field *field)
{
    ceremony_create_fields(c, field);
    field[2].name = "authenticator_data";
    field[3] =
        (struct form_field){"signature", FORM_TEXT, c->text[2], sizeof c->text[2], false};
    field[4] = (struct form_field){"passkey", FORM_TEXT, c->text[3], sizeof c->text[3], false};
    field[5] = (struct form_field){"user_handle", FORM_TEXT, c->handle, sizeof c->handle, true};
}

/* A passkey is made for an account's id, which its device keeps. */
static void print_handle(const char *id, char out[HANDLE_SIZE])
{
    base64_write((const unsigned char *)id, ID_SIZE - 1, out);
}

bool ceremony_is_for(const struct ceremony *c, const char *id)
{
    char handle[HANDLE_SIZE];

    print_handle(id, handle);
    return !c->handle[0] || strcmp(c->handle, handle) == 0;
}

bool ceremony_decode(struct ceremony *c, bool creates)
{
    struct passkey_bytes *part[] = {&c->answer.client_data, &c->answer.data,
                                    &c->answer.signature, &c->passkey};

    c->answer = (struct passkey_answer){{NULL, 0}, {NULL, 0}, {NULL, 0}};
    for (int i = 0; i < (creates ? 2 : 4); i++) {
        long n = base64_read(c->text[i], strlen(c->text[i]), c->bytes[i], CEREMONY_DATA_MAX);

        if (n < 0)
            return false;
        *part[i] = (struct passkey_bytes){c->bytes[i], (size_t)n};
    }
    return true;
}

bool ceremony_site(struct petition *petition, char id[PETITION_ORIGIN_SIZE],
                   struct passkey_site *out)
{
    const char *host = strstr(petition->origin, "://");

    if (!host) {
        request_refuse(&petition->r, &request_no.no_passkeys, NULL);
        return false;
    }
    host += 3;
    (void)snprintf(id, PETITION_ORIGIN_SIZE, "%.*s", (int)strcspn(host, ":"), host);
    *out = (struct passkey_site){id, petition->origin};
    return true;
}

/* --- Questions --- */

static void print_challenge(struct json_out *out, const struct challenge *challenge)
{
    char text[CHALLENGE_SIZE];

    base64_write(challenge->byte, sizeof challenge->byte, text);
    json_text(out, "challenge", text);
    json_number(out, "timeout", CHALLENGE_MS);
}

/* The passkeys that the account has, as a list of what browsers call descriptors. */
static void print_passkeys(struct people *people, struct json_out *out, const char *name,
                           const char *id)
{
    struct ledger_entry entry[PASSKEYS_MAX];
    size_t n = id ? passkeys_list(people, id, entry) : 0;

    json_list(out, name);
    for (size_t i = 0; i < n; i++) {
        char text[BASE64_SIZE(PASSKEY_ID_MAX)];

        if (!passkeys_id(people, entry[i].key, text))
            continue;
        json_object(out, NULL);
        json_text(out, "type", "public-key");
        json_text(out, "id", text);
        json_end(out);
    }
    json_end(out);
}

static void print_algorithms(struct json_out *out)
{
    static const enum passkey_algorithm accepted[] = {PASSKEY_EDDSA, PASSKEY_ES256,
                                                      PASSKEY_RS256};

    json_list(out, "pubKeyCredParams");
    for (size_t i = 0; i < sizeof accepted / sizeof accepted[0]; i++) {
        json_object(out, NULL);
        json_text(out, "type", "public-key");
        json_number(out, "alg", accepted[i]);
        json_end(out);
    }
    json_end(out);
}

static void print_user(struct json_out *out, const char *id, const char *name)
{
    char handle[HANDLE_SIZE];

    print_handle(id, handle);
    json_object(out, "user");
    json_text(out, "id", handle);
    json_text(out, "name", name);
    json_text(out, "displayName", name);
    json_end(out);
}

void ceremony_ask_create(struct people *people, struct petition *petition,
                         const struct challenge *challenge, const char *id, const char *name)
{
    char host[PETITION_ORIGIN_SIZE];
    struct passkey_site site;
    struct json_out out = {0};

    if (!ceremony_site(petition, host, &site))
        return;
    json_object(&out, NULL);
    print_challenge(&out, challenge);
    json_object(&out, "rp");
    json_text(&out, "id", site.id);
    json_text(&out, "name", "Alibi");
    json_end(&out);
    print_user(&out, id, name);
    print_algorithms(&out);
    print_passkeys(people, &out, "excludeCredentials", id);
    /* It can be found without a name, and asks who is there. */
    json_object(&out, "authenticatorSelection");
    json_text(&out, "residentKey", "required");
    json_bool(&out, "requireResidentKey", true);
    json_text(&out, "userVerification", "required");
    json_end(&out);
    json_text(&out, "attestation", "none");
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

void ceremony_ask_get(struct people *people, struct petition *petition,
                      const struct challenge *challenge, const char *id)
{
    char host[PETITION_ORIGIN_SIZE];
    struct passkey_site site;
    struct json_out out = {0};

    if (!ceremony_site(petition, host, &site))
        return;
    json_object(&out, NULL);
    print_challenge(&out, challenge);
    json_text(&out, "rpId", site.id);
    json_text(&out, "userVerification", "required");
    print_passkeys(people, &out, "allowCredentials", id);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
