/* Sessions: session/CREDENTIAL has whose it is, and sessions/ID/CREDENTIAL is there for each of
 * an account's. What is kept is the hash of a session's name: a copy of it signs nobody in. A
 * session with all scopes is a browser's, any other a program's. */
#include "account_sessions.h"

#include "account_data.h"
#include "form.h"

#include <stdio.h>
#include <string.h>

enum {
    SHORT_SIZE = 17, /* of a credential's first digits, by which its owner knows it */
    SESSIONS_MAX = 100,
    BROWSERS_MAX = 50, /* of one account; the one that was not seen for longest makes room */
};

#define DAY_MS     (24ULL * 3600 * 1000)
#define SESSION_MS (366ULL * DAY_MS) /* after it was last seen it is over */
#define FRESH_MS   (10ULL * 60 * 1000)

struct session {
    char account[ID_SIZE];
    char about[SESSION_ABOUT_SIZE];
    uint64_t scopes;
    char passkey[DIGITS_SIZE]; /* the hash of the one by which it began, or empty */
    uint64_t since, seen;      /* milliseconds since 1970; seen to a day */
    uint64_t proved;           /* when its owner last showed that it is the same person */
};

/* --- The ledger --- */

static void put(struct people *people, const char *credential, const struct session *session)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "account", session->account);
    json_text(&out, "about", session->about);
    json_number(&out, "scopes", (int64_t)session->scopes);
    json_text(&out, "passkey", session->passkey);
    json_number(&out, "since", (int64_t)session->since);
    json_number(&out, "seen", (int64_t)session->seen);
    json_number(&out, "proved", (int64_t)session->proved);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("session/%s", credential).key, &out);
}

static bool get(struct people *people, const char *credential, struct session *out)
{
    struct json root =
        ledger_json(ledger_get(people->ledger, ledger_key("session/%s", credential).key));

    *out = (struct session){.scopes = 0};
    (void)json_read_text(json_member(root, "about"), out->about, sizeof out->about);
    (void)json_read_text(json_member(root, "passkey"), out->passkey, sizeof out->passkey);
    (void)json_read_number(json_member(root, "scopes"), &out->scopes);
    (void)json_read_number(json_member(root, "since"), &out->since);
    (void)json_read_number(json_member(root, "seen"), &out->seen);
    (void)json_read_number(json_member(root, "proved"), &out->proved);
    return json_read_text(json_member(root, "account"), out->account, sizeof out->account) > 0;
}

static bool get_by(struct people *people, const struct hash *credential,
                   char digits[DIGITS_SIZE], struct session *out)
{
    digits_print(credential, digits);
    return get(people, digits, out);
}

static size_t list(struct people *people, const char *id,
                   struct ledger_entry entry[SESSIONS_MAX])
{
    return account_data_list(people, "sessions", id, entry, SESSIONS_MAX);
}

static void drop(struct people *people, const char *id, const char *credential)
{
    ledger_drop(people->ledger, ledger_key("session/%s", credential).key);
    ledger_drop(people->ledger, ledger_key("sessions/%s/%s", id, credential).key);
}

/* --- Beginning --- */

static void make_room(struct people *people, const char *id)
{
    struct ledger_entry entry[SESSIONS_MAX];
    size_t n = list(people, id, entry), browsers = 0;
    const char *oldest = NULL;
    uint64_t seen = UINT64_MAX;

    for (size_t i = 0; i < n; i++) {
        struct session session;

        if (!get(people, entry[i].key, &session) || !(session.scopes & SCOPE_ALL))
            continue;
        browsers++;
        if (session.seen < seen) {
            seen = session.seen;
            oldest = entry[i].key;
        }
    }
    if (browsers >= BROWSERS_MAX && oldest)
        drop(people, id, oldest);
}

void session_begin(struct people *people, const char *id, const char *about, unsigned scopes,
                   const char *passkey, char name[KEY_SIZE])
{
    struct session session = {
        .scopes = scopes, .since = people->now, .seen = people->now, .proved = people->now};
    char credential[DIGITS_SIZE];
    struct hash hash;

    make_room(people, id);
    key_draw(people->lottery, name);
    hash = hash_of(name, KEY_SIZE - 1);
    digits_print(&hash, credential);
    (void)snprintf(session.account, sizeof session.account, "%s", id);
    (void)snprintf(session.about, sizeof session.about, "%s", about);
    (void)snprintf(session.passkey, sizeof session.passkey, "%s", passkey);
    put(people, credential, &session);
    ledger_put_text(people->ledger, ledger_key("sessions/%s/%s", id, credential).key, "{}");
}

/* --- Who --- */

bool session_find(struct people *people, const struct hash *credential, struct person *out,
                  bool *unseen)
{
    char digits[DIGITS_SIZE];
    struct session session;

    if (!get_by(people, credential, digits, &session) ||
        people->now >= session.seen + SESSION_MS || !account_find(people, session.account, out))
        return false;
    out->scopes = (unsigned)session.scopes;
    *unseen = people->now >= session.seen + DAY_MS;
    return true;
}

void session_see(struct people *people, const struct hash *credential)
{
    char digits[DIGITS_SIZE];
    struct session session;

    if (!get_by(people, credential, digits, &session))
        return;
    session.seen = people->now;
    put(people, digits, &session);
}

void session_prove(struct people *people, const struct hash *credential)
{
    char digits[DIGITS_SIZE];
    struct session session;

    if (!get_by(people, credential, digits, &session))
        return;
    session.proved = people->now;
    put(people, digits, &session);
}

bool petition_is_fresh(struct people *people, struct petition *petition)
{
    char digits[DIGITS_SIZE];
    struct session session;

    if (!petition_is_signed(petition))
        return false;
    if (get_by(people, &petition->credential.hash, digits, &session) &&
        (session.scopes & SCOPE_ALL) && people->now < session.proved + FRESH_MS)
        return true;
    request_refuse(&petition->r, &request_no.not_fresh, NULL);
    return false;
}

size_t session_tokens(struct people *people, const char *id)
{
    struct ledger_entry entry[SESSIONS_MAX];
    size_t n = list(people, id, entry), tokens = 0;
    struct session session;

    for (size_t i = 0; i < n; i++)
        tokens += get(people, entry[i].key, &session) && !(session.scopes & SCOPE_ALL);
    return tokens;
}

/* --- Ending --- */

void session_end_credential(struct people *people, const char *id,
                            const struct hash *credential)
{
    char digits[DIGITS_SIZE];

    digits_print(credential, digits);
    drop(people, id, digits);
}

void session_end_by(struct people *people, const char *id, const char *passkey,
                    const struct hash *except)
{
    struct ledger_entry entry[SESSIONS_MAX];
    size_t n = list(people, id, entry);
    char own[DIGITS_SIZE];
    struct session session;

    digits_print(except, own);
    for (size_t i = 0; i < n; i++)
        if (strcmp(entry[i].key, own) != 0 &&
            (!passkey ||
             (get(people, entry[i].key, &session) && strcmp(session.passkey, passkey) == 0)))
            drop(people, id, entry[i].key);
}

/* The session that its owner knows by DIGITS; false if there is none. */
static bool end_one(struct people *people, const char *id, const char *digits)
{
    struct ledger_entry entry[SESSIONS_MAX];
    size_t n = list(people, id, entry);

    for (size_t i = 0; i < n; i++)
        if (strncmp(entry[i].key, digits, SHORT_SIZE - 1) == 0) {
            drop(people, id, entry[i].key);
            return true;
        }
    return false;
}

/* --- Requests --- */

static void print_session(struct people *people, const char *credential, bool is_this,
                          struct json_out *out)
{
    struct session session;

    if (!get(people, credential, &session))
        return;
    json_object(out, NULL);
    json_bytes(out, "session", credential, SHORT_SIZE - 1);
    json_text(out, "about", session.about);
    json_number(out, "since", (int64_t)session.since);
    json_number(out, "seen", (int64_t)session.seen);
    json_bool(out, "this", is_this);
    json_bool(out, "token", !(session.scopes & SCOPE_ALL));
    json_bool(out, "read", session.scopes & SCOPE_READ);
    json_bool(out, "play", session.scopes & SCOPE_PLAY);
    json_end(out);
}

void answer_sessions(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[SESSIONS_MAX];
    struct json_out out = {0};
    char own[DIGITS_SIZE];
    size_t n;

    if (!petition_is_signed(petition))
        return;
    n = list(people, petition->person.id, entry);
    digits_print(&petition->credential.hash, own);
    json_object(&out, NULL);
    json_list(&out, "sessions");
    for (size_t i = 0; i < n; i++)
        print_session(people, entry[i].key, strcmp(entry[i].key, own) == 0, &out);
    json_end(&out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* One of them, or all others, or none said: the asker signs out. */
void answer_session_end(struct people *people, struct petition *petition)
{
    struct request *r = &petition->r;
    struct json_out out = {0};
    char wanted[SHORT_SIZE], own[DIGITS_SIZE];
    bool others;
    const struct form_field field[] = {
        {"session", FORM_TEXT, wanted, sizeof wanted, true},
        {"others", FORM_BOOL, &others, sizeof others, true},
    };

    if (!form_read(r, field, 2) || !petition_is_signed(petition))
        return;
    digits_print(&petition->credential.hash, own);
    own[SHORT_SIZE - 1] = '\0';
    if (others) {
        session_end_by(people, petition->person.id, NULL, &petition->credential.hash);
    } else if (!end_one(people, petition->person.id, wanted[0] ? wanted : own)) {
        request_refuse(r, &request_no.no_session, NULL);
        return;
    }
    petition->stirs = true;
    petition->signs_out = !others && (!wanted[0] || strcmp(wanted, own) == 0);
    json_object(&out, NULL);
    json_end(&out);
    request_answer(r, 200, &out);
}
