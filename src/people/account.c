/* Accounts: account/ID has who it is, name/HASH by the hash of a name's likeness who has that.
 * The key of a name stays when its account is deleted: nobody else gets the name. */
#include "account_data.h"
#include "account_name.h"
#include "account_sessions.h"
#include "blocks.h"
#include "moderation.h"
#include "pairing.h"
#include "passkeys.h"
#include "penalties.h"
#include "recovery_codes.h"
#include "tournament.h"

#include <stdio.h>
#include <string.h>

static struct json find(struct people *people, const char *id)
{
    return ledger_json(ledger_get(people->ledger, ledger_key("account/%s", id).key));
}

bool account_find(struct people *people, const char *id, struct person *out)
{
    struct json account = find(people, id);

    *out = (struct person){0};
    (void)snprintf(out->id, sizeof out->id, "%s", id);
    out->is_bot = json_kind(json_member(account, "bot")) == JSON_TRUE;
    return json_read_text(json_member(account, "name"), out->name, sizeof out->name) > 0;
}

/* What moderators have to do with it, if anything. */
static void print_standing(struct people *people, const char *id, struct json_out *out)
{
    static const char *const name[PENALTIES] = {"banned", "muted"};

    if (moderator_is(people, id))
        json_bool(out, "moderator", true);
    for (int i = 0; i < PENALTIES; i++) {
        uint64_t until = penalty_until(people, (enum penalty)i, id);

        if (until)
            json_number(out, name[i], (int64_t)until);
    }
}

void account_print(struct people *people, const struct petition *petition, struct json_out *out)
{
    const struct person *person = &petition->person;
    struct ledger_entry entry[PASSKEYS_MAX];

    if (!petition->has_person) {
        json_null(out, "account");
        return;
    }
    json_object(out, "account");
    json_text(out, "id", person->id);
    json_text(out, "name", person->name);
    json_bool(out, "bot", person->is_bot);
    json_number(out, "passkeys", (int64_t)passkeys_list(people, person->id, entry));
    json_number(out, "codes", (int64_t)recovery_codes_left(people, person->id));
    print_standing(people, person->id, out);
    json_end(out);
}

void answer_account(struct people *people, struct petition *petition)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    account_print(people, petition, &out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* --- Names --- */

static struct ledger_name key_of_name(const struct account_name *name)
{
    struct hash hash = hash_of(name->likeness, strlen(name->likeness));
    char digits[DIGITS_SIZE];

    digits_print(&hash, digits);
    return ledger_key("name/%s", digits);
}

bool account_named(struct people *people, const char *text, struct person *out)
{
    struct account_name name;
    struct json owner;
    char id[ID_SIZE];

    if (name_read(people->names, text, strlen(text), &name) != NAME_GOOD)
        return false;
    owner = ledger_json(ledger_get(people->ledger, key_of_name(&name).key));
    return json_read_text(json_member(owner, "account"), id, sizeof id) > 0 &&
           account_find(people, id, out);
}

static const struct request_refusal *refusal_of(enum name_flaw flaw)
{
    switch (flaw) {
    case NAME_LENGTH:
        return &request_no.name_length;
    case NAME_LETTERS:
        return &request_no.name_letters;
    case NAME_SCRIPTS:
        return &request_no.name_scripts;
    case NAME_RESERVED:
        return &request_no.name_reserved;
    default:
        return &request_no.name_rude;
    }
}

/* Reads a name that somebody could have; false after a refusal. */
static bool read_name(struct people *people, struct petition *petition, const char *text,
                      struct account_name *out)
{
    enum name_flaw flaw = name_read(people->names, text, strlen(text), out);

    if (flaw == NAME_LENGTH)
        request_refuse(&petition->r, &request_no.name_length,
                       ALIBI_WITH(alibi_number(NAME_LEAST).text, alibi_number(NAME_MOST).text));
    else if (flaw != NAME_GOOD)
        request_refuse(&petition->r, refusal_of(flaw), NULL);
    return flaw == NAME_GOOD;
}

/* Whether nobody has the name; false after a refusal. */
static bool is_free(struct people *people, struct petition *petition,
                    const struct account_name *name)
{
    if (!ledger_get(people->ledger, key_of_name(name).key))
        return true;
    request_refuse(&petition->r, &request_no.name_taken, NULL);
    return false;
}

/* --- Making one --- */

static bool is_signed_out(struct petition *petition)
{
    if (petition->has_person)
        request_refuse(&petition->r, &request_no.signed_in, NULL);
    return !petition->has_person;
}

/* A name is asked for: the challenge is for that one. */
void answer_name(struct people *people, struct petition *petition)
{
    char text[NAME_SIZE], id[ID_SIZE];
    const struct form_field field[] = {{"name", FORM_TEXT, text, sizeof text, false}};
    struct account_name name;
    struct challenge challenge;

    if (!form_read(&petition->r, field, 1) || !is_signed_out(petition) ||
        !read_name(people, petition, text, &name) || !is_free(people, petition, &name))
        return;
    challenge = challenge_draw(people, petition, TO_SIGN_UP, name.text);
    challenge_id(people, &challenge, id);
    ceremony_ask_create(people, petition, &challenge, id, name.text);
}

static void put_account(struct people *people, const char *id, const struct account_name *name,
                        bool is_bot)
{
    struct json_out account = {0}, owner = {0};

    json_object(&account, NULL);
    json_text(&account, "name", name->text);
    json_bool(&account, "bot", is_bot);
    json_number(&account, "since", (int64_t)people->now);
    json_end(&account);
    ledger_put(people->ledger, ledger_key("account/%s", id).key, &account);
    json_object(&owner, NULL);
    json_text(&owner, "account", id);
    json_end(&owner);
    ledger_put(people->ledger, key_of_name(name).key, &owner);
}

static void answer_made(struct people *people, struct petition *petition)
{
    const struct person *person = &petition->person;
    struct json_out out = {0};

    json_object(&out, NULL);
    json_object(&out, "account");
    json_text(&out, "id", person->id);
    json_text(&out, "name", person->name);
    json_bool(&out, "bot", person->is_bot);
    json_end(&out);
    recovery_codes_draw(people, person->id, &out);
    json_end(&out);
    request_answer(&petition->r, 201, &out);
}

void answer_sign_up(struct people *people, struct petition *petition)
{
    struct ceremony c;
    char text[NAME_SIZE], about[ABOUT_SIZE], id[ID_SIZE], hash[DIGITS_SIZE];
    bool is_bot;
    struct form_field field[CEREMONY_CREATE_FIELDS + 3] = {
        [CEREMONY_CREATE_FIELDS] = {"name", FORM_TEXT, text, sizeof text, false},
        {"about", FORM_TEXT, about, sizeof about, true},
        {"bot", FORM_BOOL, &is_bot, sizeof is_bot, true}};
    struct account_name name;
    struct challenge challenge;

    ceremony_create_fields(&c, field);
    if (!form_read(&petition->r, field, CEREMONY_CREATE_FIELDS + 3) ||
        !is_signed_out(petition) || !read_name(people, petition, text, &name))
        return;
    if (!challenge_read(people, petition, TO_SIGN_UP, name.text, c.challenge, &challenge)) {
        request_refuse(&petition->r, &request_no.ceremony, NULL);
        return;
    }
    /* Only to whoever has the challenge for it, of which one may ask for so many: else this
     * request would tell of any name whether somebody has it. */
    if (!is_free(people, petition, &name))
        return;
    challenge_id(people, &challenge, id);
    if (!passkeys_register(people, petition, &c, &challenge, id, about, hash))
        return;
    put_account(people, id, &name, is_bot);
    sign_in_as(people, petition, id, about, hash);
    answer_made(people, petition);
}

/* --- Leaving --- */

/* What is kept of the account goes, but for its id, which games may have, and for the name. */
void answer_delete(struct people *people, struct petition *petition)
{
    const char *id = petition->person.id;
    char typed[NAME_SIZE];
    const struct form_field field[] = {{"name", FORM_TEXT, typed, sizeof typed, false}};
    struct json_out out = {0}, stone = {0};

    if (!form_read(&petition->r, field, 1) || !petition_is_fresh(people, petition))
        return;
    if (strcmp(typed, petition->person.name) != 0) {
        request_refuse(&petition->r, &request_no.name_typed, NULL);
        return;
    }
    tournament_forget(people, petition, id);
    account_data_drop(people, id);
    pairing_forget(people, &petition->guest);
    blocks_drop(people, &petition->guest);
    moderator_name(people, id, false);
    json_object(&stone, NULL);
    json_bool(&stone, "deleted", true);
    json_end(&stone);
    ledger_put(people->ledger, ledger_key("account/%s", id).key, &stone);
    petition->leaves = petition->signs_out = petition->stirs = true;
    json_object(&out, NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}
