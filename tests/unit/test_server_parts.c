/* The server's parts that need no network: fair deals, keys, routes, bodies, rates. */
#include "double.h"

#include "body.h"
#include "commitment.h"
#include "lottery.h"
#include "quota.h"
#include "rate.h"
#include "route.h"

#include <alibi/session.h>

static struct opening some_opening(unsigned char first)
{
    struct opening opening = {.mix = {MIX_NONE, MIX_NONE}};

    for (size_t i = 0; i < OPENING_BYTES; i++) {
        opening.secret[i] = (unsigned char)(first + i);
        opening.salt[i] = (unsigned char)(7 * i);
    }
    return opening;
}

/* --- Deals --- */

/* The numbers of docs/api.md, computed by another program (Python's hashlib.blake2b): they may
 * never change, or old games could not be verified. */
static void deals_are_as_documented(void **state)
{
    static const uint32_t expected[] = {9, 64, 49, 63, 64, 14, 7, 66};
    struct opening opening = some_opening(0);
    struct alibi_state start;
    char hex[COMMITMENT_SIZE];

    (void)state;
    alibi_setup(&start, alibi_game_find("null"), NULL);
    opening_commit(&opening, &start, hex);
    assert_string_equal(hex,
                        "08433470a1c42e32fa353b875fa651679df284a24800ae0f4466d38c056f2720");
    for (unsigned k = 0; k < COUNT(expected); k++)
        assert_int_equal(opening_below(&opening, k, 70), expected[k]);
}

/* The same with what the seats have added: one, the other, both. */
static void mixed_deals_are_as_documented(void **state)
{
    static const struct {
        enum mix jack, detective;
        uint32_t expected[8];
    } mixed[] = {
        {MIX_GIVEN, MIX_NONE, {49, 43, 23, 65, 10, 37, 46, 63}},
        {MIX_NONE, MIX_GIVEN, {4, 19, 52, 66, 57, 15, 31, 8}},
        {MIX_GIVEN, MIX_AWAITED, {49, 43, 23, 65, 10, 37, 46, 63}},
        {MIX_GIVEN, MIX_GIVEN, {26, 25, 30, 35, 64, 8, 32, 7}},
    };

    (void)state;
    for (unsigned i = 0; i < COUNT(mixed); i++) {
        struct opening opening = some_opening(0);

        memset(opening.entropy[0], 1, OPENING_BYTES);
        memset(opening.entropy[1], 2, OPENING_BYTES);
        opening.mix[0] = mixed[i].jack;
        opening.mix[1] = mixed[i].detective;
        for (unsigned k = 0; k < 8; k++)
            assert_int_equal(opening_below(&opening, k, 70), mixed[i].expected[k]);
    }
}

static void deals_cover_everything_evenly(void **state)
{
    struct opening opening = some_opening(3);
    unsigned count[9] = {0};

    (void)state;
    for (unsigned k = 0; k < 9000; k++)
        count[opening_below(&opening, k, 9)]++;
    for (unsigned i = 0; i < 9; i++)
        CHECK(count[i] > 850 && count[i] < 1150, "outcome %u came %u times", i, count[i]);
    for (unsigned k = 0; k < 64; k++) {
        assert_int_equal(opening_below(&opening, k, 1), 0);
        assert_true(opening_below(&opening, k, UINT32_MAX) < UINT32_MAX);
    }
}

static void commitments_bind_and_hide(void **state)
{
    struct opening opening = some_opening(0), other = some_opening(0);
    struct alibi_state one, two;
    char a[COMMITMENT_SIZE], b[COMMITMENT_SIZE];

    (void)state;
    alibi_setup(&one, alibi_games()[0], NULL);
    alibi_setup(&two, alibi_games()[1], NULL);
    opening_commit(&opening, &one, a);
    opening_commit(&opening, &two, b);
    assert_string_not_equal(a, b);
    other.salt[31] ^= 1;
    opening_commit(&other, &one, b);
    assert_string_not_equal(a, b);
    other = opening;
    other.secret[0] ^= 1;
    opening_commit(&other, &one, b);
    assert_string_not_equal(a, b);
}

/* A finished game of null dealt from DEAL, as a record with the tags. */
static struct alibi_record *dealt_record(const struct opening *opening)
{
    struct alibi_session *session;
    struct alibi_record *record;
    struct alibi_state start;
    char hex[COMMITMENT_SIZE];
    uint64_t k = 0;

    alibi_setup(&start, alibi_game_find("null"), NULL);
    assert_int_equal(alibi_session_new(&session, &start), ALIBI_OK);
    while (alibi_session_state(session)->winner == ALIBI_NOBODY) {
        const struct alibi_state *s = alibi_session_state(session);
        alibi_move m[ALIBI_MOVES_MAX];
        int n = s->game->moves(s, m);

        (void)alibi_session_play(
            session, s->to_act == ALIBI_CHANCE ? opening_outcome(opening, k++, s) : m[n - 1]);
    }
    assert_int_equal(alibi_session_record(session, ALIBI_AS_TRUTH, &record), ALIBI_OK);
    opening_commit(opening, &start, hex);
    assert_int_equal(alibi_record_tag(record, "Commitment", hex, NULL), ALIBI_OK);
    opening_hex(opening->secret, hex);
    assert_int_equal(alibi_record_tag(record, "Secret", hex, NULL), ALIBI_OK);
    opening_hex(opening->salt, hex);
    assert_int_equal(alibi_record_tag(record, "Salt", hex, NULL), ALIBI_OK);
    alibi_session_free(session);
    return record;
}

/* What was added belongs to the deal: left out, changed or badly written it does not verify. */
static void records_with_entropy_are_verified(void **state)
{
    struct opening opening = some_opening(40), plain = some_opening(40);
    struct alibi_record *record;
    struct alibi_error err;
    char hex[COMMITMENT_SIZE];
    size_t n;

    (void)state;
    for (unsigned char i = 1; opening.mix[1] == MIX_NONE; i++) {
        memset(opening.entropy[1], i, OPENING_BYTES);
        opening.mix[1] = MIX_GIVEN;
        if (opening_below(&opening, 0, 3) == opening_below(&plain, 0, 3))
            opening.mix[1] = MIX_NONE; /* look for one that deals something else */
    }
    record = dealt_record(&opening);
    assert_int_equal(commitment_verify(record, &n, &err), ALIBI_BAD_MOVE);
    opening_hex(opening.entropy[1], hex);
    assert_int_equal(alibi_record_tag(record, opening_tag[1], hex, NULL), ALIBI_OK);
    assert_int_equal(commitment_verify(record, &n, &err), ALIBI_OK);
    assert_int_equal(alibi_record_tag(record, opening_tag[0], "0123", NULL), ALIBI_OK);
    assert_int_equal(commitment_verify(record, &n, &err), ALIBI_BAD_TEXT);
    assert_non_null(strstr(err.text, "EntropyJack"));
    alibi_record_free(record);
}

static void records_are_verified(void **state)
{
    struct opening opening = some_opening(40), other = some_opening(41);
    struct alibi_record *record = dealt_record(&opening);
    struct alibi_error err;
    struct alibi_state start;
    char hex[COMMITMENT_SIZE];
    size_t n;

    (void)state;
    assert_int_equal(commitment_verify(record, &n, &err), ALIBI_OK);
    assert_true(n >= 1);
    assert_int_equal(alibi_record_tag(record, "Secret", "abc", NULL), ALIBI_OK);
    assert_int_equal(commitment_verify(record, &n, &err), ALIBI_BAD_TEXT);
    opening_hex(other.secret, hex);
    assert_int_equal(alibi_record_tag(record, "Secret", hex, NULL), ALIBI_OK);
    assert_int_equal(commitment_verify(record, &n, &err), ALIBI_BAD_POSITION);
    /* A commitment that fits, but cards that the secret does not opening. */
    for (unsigned char i = 0; i < 200; i++) {
        other = some_opening(i);
        alibi_setup(&start, alibi_game_find("null"), NULL);
        opening_commit(&other, &start, hex);
        (void)alibi_record_tag(record, "Commitment", hex, NULL);
        opening_hex(other.secret, hex);
        (void)alibi_record_tag(record, "Secret", hex, NULL);
        if (opening_below(&other, 0, 3) != opening_below(&opening, 0, 3))
            break;
    }
    assert_int_equal(commitment_verify(record, &n, &err), ALIBI_BAD_MOVE);
    assert_non_null(strstr(err.text, "outcome 1"));
    alibi_record_free(record);
}

static void hex_is_strict(void **state)
{
    static const char good[] =
        "00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff";
    unsigned char bytes[OPENING_BYTES];
    char text[COMMITMENT_SIZE];

    (void)state;
    assert_true(opening_unhex(bytes, good));
    opening_hex(bytes, text);
    assert_string_equal(text, good);
    assert_false(opening_unhex(bytes, NULL));
    assert_false(opening_unhex(bytes, good + 1));
    (void)snprintf(text, sizeof text, "%s", good);
    text[10] = 'g';
    assert_false(opening_unhex(bytes, text));
}

/* --- Keys --- */

static void keys_are_shaped(void **state)
{
    struct lottery lottery, again;
    uint64_t seed = 5;
    char key[KEY_SIZE], other[KEY_SIZE], id[ID_SIZE];

    (void)state;
    assert_true(lottery_open(&lottery, NULL));
    for (int i = 0; i < 1000; i++) {
        key_draw(&lottery, key);
        id_draw(&lottery, id);
        assert_true(key_is_shaped(key, strlen(key)));
        assert_true(id_is_shaped(id, strlen(id)));
    }
    assert_false(key_is_shaped(key, 21));
    assert_false(id_is_shaped("aaaaaaaaaaa!", 12));
    assert_false(id_is_shaped("aaaaaaaaaaaA", 12));
    assert_false(id_is_shaped("aaaaaa\0aaaaa", 12));
    assert_true(lottery_open(&lottery, &seed));
    assert_true(lottery_open(&again, &seed));
    key_draw(&lottery, key);
    key_draw(&again, other);
    assert_string_equal(key, other);
    key_draw(&again, other);
    assert_string_not_equal(key, other);
}

/* --- Routes --- */

static void routes_are_found(void **state)
{
    static const struct {
        const char *method, *path;
        enum route route;
        const char *id, *allow;
    } rows[] = {
        {"GET", "/api/games/abcdefghijkm", ROUTE_STATE, "abcdefghijkm", NULL},
        {"HEAD", "/api/lobby", ROUTE_LOBBY, "", NULL},
        {"HEAD", "/api/games/abcdefghijkm/events", ROUTE_BAD_METHOD, NULL, "GET"},
        {"GET", "/api/games", ROUTE_MINE, "", NULL},
        {"POST", "/api/games", ROUTE_CREATE, "", NULL},
        {"POST", "/api/games/abcdefghijkm/moves", ROUTE_MOVES, "abcdefghijkm", NULL},
        {"GET", "/api/games/abcdefghijkm/moves", ROUTE_BAD_METHOD, NULL, "POST"},
        {"PUT", "/api/games", ROUTE_BAD_METHOD, NULL, "GET, POST"},
        {"DELETE", "/anything", ROUTE_BAD_METHOD, NULL, "GET"},
        {"GET", "/api/games/abcdefghijkl", ROUTE_PAGE, NULL, NULL}, /* no letter l */
        {"GET", "/api/games/abcdefghijkmn", ROUTE_PAGE, NULL, NULL},
        {"GET", "/api/games/abcdefghijkm/", ROUTE_PAGE, NULL, NULL},
        {"GET", "/api/games/abcdefghijkm/moves/", ROUTE_PAGE, NULL, NULL},
        {"GET", "/", ROUTE_PAGE, NULL, NULL},
        {"GET", "", ROUTE_PAGE, NULL, NULL},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        char id[ID_SIZE];
        const char *allow;

        CHECK(route_find(rows[i].method, rows[i].path, id, &allow) == rows[i].route, "%s %s",
              rows[i].method, rows[i].path);
        if (rows[i].id)
            assert_string_equal(id, rows[i].id);
        if (rows[i].allow)
            assert_string_equal(allow, rows[i].allow);
    }
}

/* --- Bodies --- */

static void bodies_are_read_strictly(void **state)
{
    static const struct {
        const char *text;
        unsigned parts;
        int status;
    } rows[] = {
        {"{\"seq\":3,\"tokens\":[\"SH\"],\"key\":\"k\"}", BODY_SEQ | BODY_TOKENS | BODY_KEY, 0},
        {"{\"as\":\"jack\"}", BODY_MAY_TOKENS, 0},
        {"{\"tokens\":[]}", BODY_MAY_TOKENS | BODY_LEVEL, 0},
        {"{\"level\":\"random\"}", BODY_MAY_TOKENS | BODY_LEVEL, 0},
        {"{\"level\":\"random\"}", BODY_MAY_TOKENS, -1},
        {"{\"seq\":3}", BODY_SEQ | BODY_TOKENS, -1},
        {"{\"seq\":3,\"seq\":3,\"tokens\":[]}", BODY_SEQ | BODY_TOKENS, -1},
        {"{\"key\":\"a.b\"}", BODY_KEY, -1},
        {"{\"key\":\"\"}", BODY_KEY, -1},
        {"{\"as\":\"a name that is too long\"}", 0, -1},
        {"{} {}", 0, -1},
        {"", 0, -1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct body_play body;
        struct alibi_error err = {.text = ""};
        int status =
            body_read_play(&body, rows[i].parts, rows[i].text, strlen(rows[i].text), &err);

        CHECK(status == rows[i].status, "%s: %s", rows[i].text, err.text);
        CHECK(status == 0 || *err.text, "%s has a reason", rows[i].text);
    }
}

static void games_to_make_are_read(void **state)
{
    static const char text[] = "{\"game\":\"double\",\"options\":{\"weather\":\"cold\"},"
                               "\"seats\":{\"jack\":\"open\",\"detective\":\"me\"},"
                               "\"public\":true}";
    struct body_create body;
    struct alibi_error err = {.text = ""};

    (void)state;
    assert_int_equal(body_read_create(&body, text, strlen(text), NULL), ALIBI_OK);
    assert_string_equal(body.game->name, "double");
    assert_int_equal(body.option[0], 1);
    assert_string_equal(body.player[ALIBI_JACK], "open");
    assert_true(body.is_public);
    assert_int_equal(body_read_empty("{}", 2, NULL), ALIBI_OK);
    assert_int_equal(body_read_empty(NULL, 0, &err), ALIBI_BAD_TEXT);
    CHECK(strstr(err.text, "byte 0"), "%s", err.text);
    assert_int_equal(body_read_empty("{\"a\":1}", 7, NULL), ALIBI_BAD_TEXT);
}

/* --- Rates --- */

static void rates_are_limited(void **state)
{
    static struct rate rate;
    int allowed = 0;

    (void)state;
    rate_init(&rate, 10, 20);
    for (int i = 0; i < 100; i++)
        allowed += rate_allow(&rate, "a", 1, 1, 1000.0);
    assert_int_equal(allowed, 20);
    assert_true(rate_allow(&rate, "b", 1, 20, 1000.0));
    assert_false(rate_allow(&rate, "a", 1, 1, 1000.05));
    assert_true(rate_allow(&rate, "a", 1, 1, 1000.2));
    assert_false(rate_allow(&rate, "a", 1, 5, 1000.3));
    assert_true(rate_allow(&rate, "a", 1, 5, 1001.0));
    rate_init(&rate, 0, 0);
    assert_true(rate_allow(&rate, "a", 1, 1e9, 0));
}

/* Games leak away within the hour, streams count until they are given back, and guests of one
 * network share what it has. */
static void quotas_are_kept(void **state)
{
    static struct quota quota;
    struct asker one = {.has_guest = true, .has_network = true, .network = hash_of("net", 3)};
    struct asker two = one, nobody = {0};

    (void)state;
    one.guest = hash_of("one", 3);
    two.guest = hash_of("two", 3);
    assert_true(quota_take(&quota, QUOTA_GAMES, &one)); /* nothing counts while it is off */
    quota.on = true;
    for (int i = 0; i < QUOTA_GUEST_GAMES; i++)
        assert_true(quota_take(&quota, QUOTA_GAMES, &one));
    assert_false(quota_take(&quota, QUOTA_GAMES, &one));
    assert_true(quota_take(&quota, QUOTA_GAMES, &two));
    for (int i = 0; i <= 3600 / QUOTA_GUEST_GAMES; i++)
        quota_tick(&quota);
    assert_true(quota_take(&quota, QUOTA_GAMES, &one));
    assert_false(quota_take(&quota, QUOTA_GAMES, &one));

    for (int i = 0; i < QUOTA_NETWORK_STREAMS; i++) {
        struct asker many = one;

        many.guest = hash_of(&i, sizeof i);
        assert_true(quota_take(&quota, QUOTA_STREAMS, &many));
    }
    assert_false(quota_take(&quota, QUOTA_STREAMS, &one));
    assert_true(quota_take(&quota, QUOTA_STREAMS, &nobody));
    quota_give(&quota, QUOTA_STREAMS, &two);
    assert_true(quota_take(&quota, QUOTA_STREAMS, &one));
    assert_false(quota_take(&quota, QUOTA_STREAMS, &one));
    for (int i = 0; i < 2 * 3600; i++)
        quota_tick(&quota);
    assert_false(quota_take(&quota, QUOTA_STREAMS, &two)); /* what is held is not forgotten */
    quota_clear(&quota);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(deals_are_as_documented),
        cmocka_unit_test(mixed_deals_are_as_documented),
        cmocka_unit_test(deals_cover_everything_evenly),
        cmocka_unit_test(commitments_bind_and_hide),
        cmocka_unit_test(records_are_verified),
        cmocka_unit_test(records_with_entropy_are_verified),
        cmocka_unit_test(hex_is_strict),
        cmocka_unit_test(keys_are_shaped),
        cmocka_unit_test(routes_are_found),
        cmocka_unit_test(bodies_are_read_strictly),
        cmocka_unit_test(games_to_make_are_read),
        cmocka_unit_test(rates_are_limited),
        cmocka_unit_test(quotas_are_kept),
    };

    return cmocka_run_group_tests(tests, unit_add_double, NULL);
}
