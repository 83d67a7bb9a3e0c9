/* Challenges and sessions over time: what is good for a while, once, or for one browser. */
#include "database.h"

#include "account_data.h"
#include "account_sessions.h"
#include "challenge.h"
#include "ledgers.h"
#include "lottery.h"
#include "penalties.h"

static struct people people;
static struct lottery lottery;

enum { MINUTE = 60 * 1000 };
#define DAY (24 * 60 * (uint64_t)MINUTE)

static int open_people(void **state)
{
    struct alibi_error err = {.text = ""};
    const uint64_t seed = 1;

    (void)make_folder(state);
    assert_true(lottery_open(&lottery, &seed));
    people = (struct people){.lottery = &lottery, .now = 1000 * DAY};
    people.ledger = ledger_open(where, &err);
    CHECK(people.ledger, "%s", err.text);
    ledger_begin(people.ledger, LEDGER_WRITES);
    return 0;
}

static int close_people(void **state)
{
    ledger_undo(people.ledger);
    ledger_close(people.ledger);
    return remove_folder(state);
}

static struct petition browser(const char *name)
{
    return (struct petition){.has_browser = true, .browser = hash_of(name, strlen(name))};
}

/* --- Challenges --- */

static bool is_good(const struct petition *petition, enum purpose purpose, const char *subject,
                    const struct challenge *c)
{
    char text[CHALLENGE_SIZE];
    struct challenge again;

    base64_write(c->byte, sizeof c->byte, text);
    return challenge_read(&people, petition, purpose, subject, text, &again) &&
           memcmp(c, &again, sizeof again) == 0;
}

static void a_challenge_is_for_one_thing(void **state)
{
    struct petition ada = browser("ada"), eve = browser("eve"), signed_in = ada;
    struct challenge c = challenge_draw(&people, &ada, TO_SIGN_UP, "name");

    (void)state;
    signed_in.has_person = true;
    assert_true(is_good(&ada, TO_SIGN_UP, "name", &c));
    assert_true(is_good(&ada, TO_SIGN_UP, "name", &c)); /* it was not answered yet */
    assert_false(is_good(&eve, TO_SIGN_UP, "name", &c));
    assert_false(is_good(&signed_in, TO_SIGN_UP, "name", &c));
    assert_false(is_good(&ada, TO_SIGN_IN, "name", &c));
    assert_false(is_good(&ada, TO_SIGN_UP, "game", &c));
    for (size_t i = 0; i < 8 * sizeof c.byte; i++) {
        c.byte[i / 8] ^= (unsigned char)(1 << i % 8);
        CHECK(!is_good(&ada, TO_SIGN_UP, "name", &c), "bit %zu", i);
        c.byte[i / 8] ^= (unsigned char)(1 << i % 8);
    }
}

static void a_challenge_is_answered_once(void **state)
{
    struct petition ada = browser("ada");
    struct challenge one = challenge_draw(&people, &ada, TO_SIGN_IN, "");
    struct challenge two = challenge_draw(&people, &ada, TO_SIGN_IN, "");

    (void)state;
    assert_memory_not_equal(&one, &two, sizeof one);
    challenge_spend(&people, &one);
    assert_false(is_good(&ada, TO_SIGN_IN, "", &one));
    assert_true(is_good(&ada, TO_SIGN_IN, "", &two));
}

static void a_challenge_grows_old(void **state)
{
    static const struct {
        int64_t after;
        bool good;
    } row[] = {{0, true},
               {CHALLENGE_MS - 1, true},
               {CHALLENGE_MS, false},
               {(int64_t)DAY, false},
               {-MINUTE, true}, /* another server's clock */
               {-CHALLENGE_MS, false}};
    struct petition ada = browser("ada");
    struct challenge c = challenge_draw(&people, &ada, TO_SIGN_IN, "");
    uint64_t then = people.now;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        people.now = then + (uint64_t)row[i].after;
        CHECK(is_good(&ada, TO_SIGN_IN, "", &c) == row[i].good, "%lld",
              (long long)row[i].after);
    }
}

/* What was answered is forgotten when it would be too old anyway. */
static void answers_are_swept(void **state)
{
    struct petition ada = browser("ada");
    struct ledger_entry entry[10];
    const struct ledger_range used = {.prefix = "used/", .most = COUNT(entry)};

    (void)state;
    for (int i = 0; i < 5; i++) {
        struct challenge c = challenge_draw(&people, &ada, TO_SIGN_IN, "");

        challenge_spend(&people, &c);
    }
    assert_int_equal(ledger_list(people.ledger, &used, entry), 5);
    people.now += CHALLENGE_MS + 1;
    struct challenge last = challenge_draw(&people, &ada, TO_SIGN_IN, "");

    challenge_spend(&people, &last);
    assert_int_equal(ledger_list(people.ledger, &used, entry), 1);
}

/* --- Sessions --- */

static const char id[ID_SIZE] = "abcdefghijkm";

/* A session of the account, whose credential goes into PETITION. */
static void begin(struct petition *petition, unsigned scopes, const char *passkey)
{
    char name[KEY_SIZE];

    ledger_put_text(people.ledger, "account/abcdefghijkm", "{\"name\":\"Ada\",\"bot\":false}");
    session_begin(&people, id, "browser", scopes, passkey, name);
    *petition = (struct petition){.has_person = true, .person.id = "abcdefghijkm"};
    petition->credential = (struct credential){true, hash_of(name, strlen(name))};
}

static bool is_somebody(const struct petition *petition)
{
    struct person person;
    bool unseen;

    return session_find(&people, &petition->credential.hash, &person, &unseen) &&
           strcmp(person.name, "Ada") == 0;
}

static bool is_fresh(struct petition *petition)
{
    bool fresh = petition_is_fresh(&people, petition);

    request_forget(&petition->r);
    return fresh;
}

static void a_proof_grows_old(void **state)
{
    struct petition ada, token;

    (void)state;
    begin(&ada, SCOPE_ALL | SCOPE_READ | SCOPE_PLAY, "");
    begin(&token, SCOPE_READ | SCOPE_PLAY, "");
    assert_true(is_fresh(&ada));
    assert_false(is_fresh(&token));
    people.now += 10 * MINUTE;
    assert_false(is_fresh(&ada));
    session_prove(&people, &ada.credential.hash);
    assert_true(is_fresh(&ada));
    assert_int_equal(session_tokens(&people, id), 1);
}

static void a_session_ends_unused(void **state)
{
    struct petition ada;
    struct person person;
    bool unseen;

    (void)state;
    begin(&ada, SCOPE_ALL, "");
    people.now += 365 * DAY;
    assert_true(session_find(&people, &ada.credential.hash, &person, &unseen));
    assert_true(unseen);
    session_see(&people, &ada.credential.hash);
    assert_true(session_find(&people, &ada.credential.hash, &person, &unseen));
    assert_false(unseen);
    people.now += 365 * DAY;
    assert_true(is_somebody(&ada));
    people.now += DAY;
    assert_false(is_somebody(&ada));
}

static void sessions_end_with_their_passkey(void **state)
{
    struct petition by_phone, by_key, again;

    (void)state;
    begin(&by_phone, SCOPE_ALL, "phone");
    begin(&again, SCOPE_ALL, "phone");
    begin(&by_key, SCOPE_ALL, "key");
    session_end_by(&people, id, "phone", &again.credential.hash);
    assert_false(is_somebody(&by_phone));
    assert_true(is_somebody(&by_key));
    assert_true(is_somebody(&again));
    session_end_by(&people, id, NULL, &by_key.credential.hash);
    assert_false(is_somebody(&again));
    assert_true(is_somebody(&by_key));
}

/* The browser that was not seen for the longest time makes room; no token does. */
static void the_oldest_makes_room(void **state)
{
    struct petition token, first, second, last;

    (void)state;
    begin(&token, SCOPE_READ, "");
    begin(&first, SCOPE_ALL, "");
    people.now += DAY;
    begin(&second, SCOPE_ALL, "");
    for (int i = 2; i < 50; i++)
        begin(&last, SCOPE_ALL, "");
    assert_true(is_somebody(&first));
    begin(&last, SCOPE_ALL, "");
    assert_false(is_somebody(&first));
    assert_true(is_somebody(&second));
    assert_true(is_somebody(&last));
    assert_true(is_somebody(&token));
}

/* --- Leaving --- */

static void penalties_end_with_the_account(void **state)
{
    (void)state;
    for (int i = 0; i < PENALTIES; i++) {
        penalty_set(&people, (enum penalty)i, id, 2, "why");
        penalty_set(&people, (enum penalty)i, "nopqrstuvwxy", 2, "why");
        assert_true(penalty_until(&people, (enum penalty)i, id) == people.now + 2 * DAY);
    }
    account_data_drop(&people, id);
    for (int i = 0; i < PENALTIES; i++) {
        assert_true(penalty_until(&people, (enum penalty)i, id) == 0);
        assert_true(penalty_until(&people, (enum penalty)i, "nopqrstuvwxy") > 0);
    }
}

#define TEST(function) cmocka_unit_test_setup_teardown(function, open_people, close_people)

int main(void)
{
    static const struct CMUnitTest tests[] = {
        TEST(a_challenge_is_for_one_thing),
        TEST(a_challenge_is_answered_once),
        TEST(a_challenge_grows_old),
        TEST(answers_are_swept),
        TEST(a_proof_grows_old),
        TEST(a_session_ends_unused),
        TEST(sessions_end_with_their_passkey),
        TEST(the_oldest_makes_room),
        TEST(penalties_end_with_the_account),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
