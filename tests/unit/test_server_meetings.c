/* Who meets whom: wishes that agree, are renewed and forgotten, challenges that run out,
 * limits, and those who have blocked each other. */
#include "database.h"

#include "ledgers.h"
#include "offers.h"
#include "pairing.h"

enum { PEOPLE = 12 };

static struct lottery lottery;
static struct hash key;
static struct people people = {.lottery = &lottery};

/* The account of person I: "aaaaaaaaaaaa", "bbbbbbbbbbbb". */
static const char *id_of(int i)
{
    static char id[ID_SIZE];

    memset(id, "abcdefghjkmn"[i], ID_SIZE - 1);
    return id;
}

static int open_people(void **state)
{
    struct alibi_error err = {.text = ""};

    (void)make_folder(state);
    people.ledger = ledger_open(where, &err);
    CHECK(people.ledger, "%s", err.text);
    people.now = 1000000;
    ledger_begin(people.ledger, LEDGER_WRITES);
    for (int i = 0; i < PEOPLE; i++)
        ledger_put_text(people.ledger, ledger_key("account/%s", id_of(i)).key,
                        "{\"name\":\"Ann\"}");
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return 0;
}

static int close_people(void **state)
{
    ledger_close(people.ledger);
    return remove_folder(state);
}

/* What person I asks; ID is in the path, or NULL. */
static struct petition *ask(int i, enum route route, const char *id, const char *body)
{
    struct petition *petition = calloc(1, sizeof *petition);

    assert_non_null(petition);
    petition->kind = PETITION_REQUEST;
    petition->key = &key;
    petition->r.route = route;
    petition->r.body = strdup(body);
    petition->r.len = strlen(body);
    (void)snprintf(petition->r.id, ID_SIZE, "%s", id ? id : "");
    petition->has_person = petition->has_guest = true;
    (void)snprintf(petition->person.id, ID_SIZE, "%s", id_of(i));
    petition->guest = account_guest(&key, id_of(i));
    people_answer(&people, petition);
    return petition;
}

/* The same, which is answered STATUS; whether the answer has WORDS. */
static bool says(int i, enum route route, const char *id, const char *body, unsigned status,
                 const char *words)
{
    struct petition *petition = ask(i, route, id, body);
    bool found = petition->r.text && strstr(petition->r.text, words);

    CHECK(petition->r.status == status, "%u: %s", petition->r.status, petition->r.text);
    petition_free(petition);
    return found;
}

/* Whether I's wish has led to a game by now. */
static bool wishes(int i, const char *body)
{
    return !says(i, ROUTE_PAIRING, NULL, body, 200, "null");
}

static const char any[] = "{\"ticket\":\"t\",\"game\":\"null\"}";
static const char as_jack[] = "{\"ticket\":\"t\",\"game\":\"null\",\"role\":\"jack\"}";

/* How many keys begin with PREFIX. */
static size_t count(const char *prefix)
{
    struct ledger_entry entry[100];
    size_t n;

    ledger_begin(people.ledger, LEDGER_READS);
    n = ledger_list(people.ledger, &(struct ledger_range){.prefix = prefix, .most = 100},
                    entry);
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    return n;
}

static void block(int i, int j)
{
    struct hash one = account_guest(&key, id_of(i)), two = account_guest(&key, id_of(j));
    char a[GUEST_SIZE], b[GUEST_SIZE];

    opening_hex(one.byte, a);
    opening_hex(two.byte, b);
    ledger_begin(people.ledger, LEDGER_WRITES);
    ledger_put_text(people.ledger, ledger_key("block/%s/%s", a, b).key, "{}");
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
}

/* A second has passed: how many games begin. */
static size_t look(void)
{
    struct petition petition = {.kind = PETITION_PAIR, .key = &key};

    people_answer(&people, &petition);
    assert_false(petition.failed);
    free(petition.pending);
    free(petition.told);
    return petition.n_pending;
}

/* --- Quick pairing --- */

static void wishes_meet_and_are_forgotten(void **state)
{
    (void)state;
    assert_false(wishes(0, any));
    people.now += 29000;
    assert_false(wishes(0, any)); /* renewed */
    people.now += 29000;
    assert_int_equal(count("wish/"), 1);
    assert_true(wishes(1, any));
    assert_int_equal(count("wish/"), 0);
    assert_int_equal(count("wisher/"), 0);
    assert_int_equal(count("commission/"), 1);
    /* One that nobody renews is nobody's. */
    assert_false(wishes(2, any));
    people.now += 31000;
    assert_false(wishes(3, any));
    assert_int_equal(count("wish/"), 2);
    assert_int_equal(look(), 0);
    assert_int_equal(count("wish/"), 1);
    assert_int_equal(count("wisher/"), 1);
}

static void meetings_are_forgotten_after_a_day(void **state)
{
    (void)state;
    assert_false(wishes(0, any));
    assert_true(wishes(1, any));
    assert_int_equal(count("paired/"), 2);
    people.now += UINT64_C(25) * 3600000;
    assert_false(wishes(2, any));
    assert_true(wishes(3, any));
    assert_int_equal(count("paired/"), 2);
    assert_int_equal(count("parted/"), 2);
}

static void who_is_blocked_is_not_met(void **state)
{
    (void)state;
    block(0, 1);
    assert_false(wishes(0, any));
    assert_false(wishes(1, any));
    people.now += 1000;
    assert_int_equal(look(), 0);
    assert_true(wishes(2, any)); /* the one who has waited longest is served */
    assert_int_equal(count("wish/"), 1);
}

static void two_of_one_role_wait(void **state)
{
    (void)state;
    assert_false(wishes(0, as_jack));
    assert_false(wishes(1, as_jack));
    assert_int_equal(look(), 0);
    /* Another wish of the same guest takes the place of the first. */
    assert_true(wishes(1, "{\"ticket\":\"u\",\"game\":\"null\",\"role\":\"detective\"}"));
    assert_int_equal(count("wish/"), 0);
}

/* --- Challenges --- */

static unsigned challenges(int from, int to, const char *clock)
{
    char body[200];
    struct petition *petition;
    unsigned status;

    (void)snprintf(body, sizeof body, "{\"to\":\"%s\",\"game\":\"null\"%s}", id_of(to), clock);
    petition = ask(from, ROUTE_OFFER, NULL, body);
    status = petition->r.status;
    petition_free(petition);
    return status;
}

static void challenges_run_out(void **state)
{
    (void)state;
    assert_int_equal(challenges(0, 1, ",\"clock\":\"300+5\""), 200);
    assert_int_equal(challenges(0, 2, ",\"clock\":\"3d\""), 200);
    assert_true(says(1, ROUTE_OFFERS, NULL, "", 200, "300+5"));
    people.now += 11 * 60000;
    assert_false(says(1, ROUTE_OFFERS, NULL, "", 200, "300+5"));
    assert_true(says(2, ROUTE_OFFERS, NULL, "", 200, "3d"));
    people.now += UINT64_C(24) * 3600000;
    assert_false(says(2, ROUTE_OFFERS, NULL, "", 200, "3d"));
    assert_int_equal(challenges(0, 3, ""), 200); /* and those that are over are swept */
    assert_int_equal(count("offer/"), 1);
    assert_int_equal(count("offers/"), 2);
}

static void challenges_have_limits(void **state)
{
    (void)state;
    for (int i = 1; i <= 10; i++)
        assert_int_equal(challenges(0, i, ""), 200);
    assert_int_equal(challenges(0, 11, ""), 429);
    assert_int_equal(challenges(0, 10, ""), 200);                  /* the same */
    assert_int_equal(challenges(0, 10, ",\"clock\":\"3d\""), 200); /* instead of it */
    assert_int_equal(count("offer/"), 10);
}

static void who_is_blocked_cannot_challenge(void **state)
{
    struct ledger_entry entry;
    char id[ID_SIZE];

    (void)state;
    assert_int_equal(challenges(0, 1, ""), 200);
    ledger_begin(people.ledger, LEDGER_READS);
    assert_int_equal(ledger_list(people.ledger,
                                 &(struct ledger_range){.prefix = "offer/", .most = 1}, &entry),
                     1);
    (void)snprintf(id, sizeof id, "%s", entry.key + strlen("offer/"));
    assert_int_equal(ledger_end(people.ledger), LEDGER_DONE);
    block(1, 0);
    (void)says(1, ROUTE_OFFER_ACCEPT, id, "{}", 404, "");
    assert_int_equal(challenges(0, 1, ",\"clock\":\"3d\""), 403);
    assert_int_equal(challenges(1, 0, ""), 403); /* nor the other way */
    assert_int_equal(count("commission/"), 0);
}

#define CASE(test) cmocka_unit_test_setup_teardown(test, open_people, close_people)

int main(void)
{
    const struct CMUnitTest tests[] = {
        CASE(wishes_meet_and_are_forgotten),
        CASE(meetings_are_forgotten_after_a_day),
        CASE(who_is_blocked_is_not_met),
        CASE(two_of_one_role_wait),
        CASE(challenges_run_out),
        CASE(challenges_have_limits),
        CASE(who_is_blocked_cannot_challenge),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
