/* Signing in: by a passkey, or by a recovery code; and showing once more that it is the same
 * person who has signed in. Whoever signs in gets a session whose name nobody has known before.
 */
#include "account_sessions.h"
#include "linked_accounts.h"
#include "passkeys.h"
#include "recovery_codes.h"

#include <string.h>

enum { CODE_SIZE = 40 };

static const struct purpose_name {
    const char *name;
    enum purpose purpose;
} purposes[] = {{"sign-in", TO_SIGN_IN}, {"confirm", TO_CONFIRM}, {"passkey", TO_ADD}};

void answer_challenge(struct people *people, struct petition *petition)
{
    const char *id = petition->has_person ? petition->person.id : NULL;
    char wanted[16];
    const struct form_field field[] = {{"for", FORM_TEXT, wanted, sizeof wanted, false}};
    struct challenge challenge;
    size_t i = 0, n = sizeof purposes / sizeof purposes[0];

    if (!form_read(&petition->r, field, 1))
        return;
    while (i < n && strcmp(purposes[i].name, wanted) != 0)
        i++;
    if (i == n) {
        request_refuse(&petition->r, &request_no.purpose, NULL);
        return;
    }
    if (purposes[i].purpose == TO_SIGN_IN)
        id = NULL;
    else if (!petition_is_signed(petition))
        return;
    /* No device makes a key that would then be refused. */
    if (purposes[i].purpose == TO_ADD && !passkeys_may_add(people, petition))
        return;
    challenge = challenge_draw(people, petition, purposes[i].purpose, id ? id : "");
    if (purposes[i].purpose == TO_ADD)
        ceremony_ask_create(people, petition, &challenge, id, petition->person.name);
    else
        ceremony_ask_get(people, petition, &challenge, id);
}

/* Reads an assertion with ABOUT beside it, if that is not NULL, and verifies it. */
static bool read_assertion(struct people *people, struct petition *petition,
                           enum purpose purpose, char about[ABOUT_SIZE], char id[ID_SIZE],
                           char hash[DIGITS_SIZE])
{
    struct ceremony c;
    struct form_field field[CEREMONY_GET_FIELDS + 1] = {
        [CEREMONY_GET_FIELDS] = {"about", FORM_TEXT, about, ABOUT_SIZE, true}};
    struct challenge challenge;

    ceremony_get_fields(&c, field);
    if (!form_read(&petition->r, field, CEREMONY_GET_FIELDS + 1))
        return false;
    if (!ceremony_decode(&c, false) ||
        !challenge_read(people, petition, purpose,
                        purpose == TO_CONFIRM ? petition->person.id : "", c.challenge,
                        &challenge)) {
        request_refuse(&petition->r, &request_no.ceremony, NULL);
        return false;
    }
    if (!passkeys_check(people, petition, &c, &challenge, id, hash))
        return false;
    challenge_spend(people, &challenge);
    return true;
}

/* What the asker was before, if anything, ends. */
void sign_in_as(struct people *people, struct petition *petition, const char *id,
                const char *about, const char *passkey)
{
    if (petition->has_person)
        session_end_credential(people, petition->person.id, &petition->credential.hash);
    session_begin(people, id, about, SCOPE_READ | SCOPE_PLAY | SCOPE_ALL, passkey,
                  petition->name);
    petition->stirs = true;
    petition->has_person = account_find(people, id, &petition->person);
    linked_accounts_note(people, petition);
}

void answer_sign_in(struct people *people, struct petition *petition)
{
    char about[ABOUT_SIZE], id[ID_SIZE], hash[DIGITS_SIZE];

    if (!read_assertion(people, petition, TO_SIGN_IN, about, id, hash))
        return;
    sign_in_as(people, petition, id, about, hash);
    answer_account(people, petition);
}

/* The last code is used, and no passkey works: without new codes nothing would open the
 * account after this session, nor show that it is its owner. */
static bool needs_codes(struct people *people, const char *id)
{
    return recovery_codes_left(people, id) == 0 && !passkeys_work(people, id, NULL);
}

void answer_recover(struct people *people, struct petition *petition)
{
    char code[CODE_SIZE], about[ABOUT_SIZE], id[ID_SIZE];
    const struct form_field field[] = {{"code", FORM_TEXT, code, sizeof code, false},
                                       {"about", FORM_TEXT, about, sizeof about, true}};
    struct json_out out = {0};

    if (!form_read(&petition->r, field, 2))
        return;
    if (!recovery_codes_use(people, code, id)) {
        request_refuse(&petition->r, &request_no.code, NULL);
        return;
    }
    sign_in_as(people, petition, id, about, "");
    json_object(&out, NULL);
    if (needs_codes(people, id))
        recovery_codes_draw(people, id, &out);
    account_print(people, petition, &out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

void answer_confirm(struct people *people, struct petition *petition)
{
    char about[ABOUT_SIZE], id[ID_SIZE], hash[DIGITS_SIZE];

    if (!petition_is_signed(petition) ||
        !read_assertion(people, petition, TO_CONFIRM, about, id, hash))
        return;
    if (strcmp(id, petition->person.id) != 0) {
        request_refuse(&petition->r, &request_no.sign_in, NULL);
        return;
    }
    session_prove(people, &petition->credential.hash);
    answer_account(people, petition);
}
