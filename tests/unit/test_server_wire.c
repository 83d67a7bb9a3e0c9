/* What the wire reads: addresses, whom proxies name, settings; and what clients have open. */
#include "unit.h"

#include "clients.h"
#include "settings.h"

#include <sodium.h>
#include <string.h>

static struct address address(const char *text)
{
    struct address a;

    CHECK(address_parse(&a, text, strlen(text)), "%s is an address", text);
    return a;
}

static bool equal(struct address a, struct address b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static void addresses_are_read(void **state)
{
    static const char *const same[][2] = {
        {"192.0.2.1", "192.0.2.1:80"},          {"192.0.2.1", "::ffff:192.0.2.1"},
        {"192.0.2.1", "[::ffff:c000:201]:443"}, {"2001:db8::1", "[2001:db8::1]"},
        {"2001:db8::1", "[2001:DB8:0::1]:1"},
    };
    static const char *const bad[] = {
        "",
        "unknown",
        "192.0.2",
        "192.0.2.1:",
        "192.0.2.1:80x",
        "192.0.2.1 ",
        "192.0.2.1:1:2",
        "[192.0.2.1]",
        "[2001:db8::1",
        "[2001:db8::1]x",
        "[::1]:",
        "_hidden",
        "localhost",
        "\"192.0.2.1\"",
        "192.0.2.1:123456",
        "01.2.3.4.5",
        "[]",
        "::1]:80",
        "2001:db8::1::2",
    };
    struct address a;

    (void)state;
    for (size_t i = 0; i < COUNT(same); i++)
        CHECK(equal(address(same[i][0]), address(same[i][1])), "%s", same[i][1]);
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!address_parse(&a, bad[i], strlen(bad[i])), "%s", bad[i]);
    assert_false(address_parse(&a, "192.0.2.1\0", 10));
    a = address("127.3.2.1");
    assert_true(address_is_loopback(&a));
    a = address("::1");
    assert_true(address_is_loopback(&a));
    a = address("::2");
    assert_false(address_is_loopback(&a));
}

/* An IPv6 client is its /64; an IPv4 client is its address. */
static void clients_are_told_apart(void **state)
{
    static const struct {
        const char *one, *other;
        bool same;
    } rows[] = {
        {"2001:db8::1", "2001:db8::ffff:1", true},
        {"2001:db8::1", "2001:db8:0:1::1", false},
        {"192.0.2.1", "192.0.2.2", false},
        {"192.0.2.1", "::ffff:192.0.2.1", true},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address one = address(rows[i].one), other = address(rows[i].other);

        CHECK(equal(address_client(&one), address_client(&other)) == rows[i].same, "%s %s",
              rows[i].one, rows[i].other);
    }
}

static void networks_are_read(void **state)
{
    static const struct {
        const char *network, *address;
        bool holds;
    } rows[] = {
        {"10.0.0.0/8", "10.255.0.1", true},         {"10.0.0.0/8", "11.0.0.1", false},
        {"10.1.2.3/8", "10.255.0.1", true},         {"192.0.2.1", "192.0.2.1", true},
        {"192.0.2.1", "192.0.2.0", false},          {"192.0.2.0/31", "192.0.2.1", true},
        {"192.0.2.0/31", "192.0.2.2", false},       {"0.0.0.0/0", "203.0.113.7", true},
        {"0.0.0.0/0", "2001:db8::1", false},        {"::/0", "203.0.113.7", true},
        {"2001:db8::/33", "2001:db8:7fff::", true}, {"2001:db8::/33", "2001:db8:8000::", false},
    };
    static const char *const bad[] = {"",        "/8",          "10.0.0.0/",   "10.0.0.0/33",
                                      "::1/129", "10.0.0.0/-1", "10.0.0.0/8 ", "10.0.0.0/0008",
                                      "here",    "10.0.0.0/8/8"};
    struct network n;

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct address a = address(rows[i].address);

        CHECK(network_parse(&n, rows[i].network, strlen(rows[i].network)), "%s",
              rows[i].network);
        CHECK(network_holds(&n, &a) == rows[i].holds, "%s %s", rows[i].network,
              rows[i].address);
    }
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(!network_parse(&n, bad[i], strlen(bad[i])), "%s", bad[i]);
}

/* Lines of X-Forwarded-For, and whom they name where 10.0.0.0/8 is proxies'. */
static void proxies_are_believed(void **state)
{
    static const struct {
        const char *line[2];
        const char *client; /* NULL: nobody is named */
    } rows[] = {
        {{"203.0.113.7", NULL}, "203.0.113.7"},
        {{"198.51.100.1, 203.0.113.7:4711", NULL}, "203.0.113.7"},
        {{"198.51.100.1", "203.0.113.7"}, "203.0.113.7"},
        {{"203.0.113.7, 10.0.0.2", NULL}, "203.0.113.7"},
        {{"203.0.113.7", "10.0.0.2,10.0.0.3"}, "203.0.113.7"},
        {{"10.0.0.9,10.0.0.2", NULL}, "10.0.0.9"},
        {{"203.0.113.7, unknown, 10.0.0.2", NULL}, "10.0.0.2"},
        {{"203.0.113.7, unknown", NULL}, NULL},
        {{"[2001:db8::7]:99 ,\t10.0.0.2", NULL}, "2001:db8::7"},
        {{"::ffff:203.0.113.7", NULL}, "203.0.113.7"},
        {{" , ,", NULL}, NULL},
        {{"", NULL}, NULL},
    };
    struct network proxies;

    (void)state;
    assert_true(network_parse(&proxies, "10.0.0.0/8", 10));
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct forwarded f = {.proxy = &proxies, .n = 1};

        for (int k = 0; k < 2 && rows[i].line[k]; k++)
            forwarded_hear(&f, rows[i].line[k]);
        CHECK(f.named == (rows[i].client != NULL), "%s", rows[i].line[0]);
        if (f.named)
            CHECK(equal(f.client, address(rows[i].client)), "%s", rows[i].line[0]);
    }
}

/* --- Settings --- */

static bool read_text(struct settings *s, const char *text, struct alibi_error *err)
{
    return settings_read(s, text, strlen(text), err);
}

static void settings_are_read(void **state)
{
    struct settings s = {.rate = 50, .streams = 100, .keep_days = 365, .n_proxies = 2}, before;
    struct alibi_error err;

    (void)state;
    assert_true(read_text(&s, "# limits\n\n  rate\t20 \r\nquiet yes\nkeep 0", &err));
    assert_true(s.rate == 20 && s.streams == 100 && s.keep_days == 0 && s.quiet);
    assert_int_equal(s.n_proxies, 2);
    assert_true(
        read_text(&s, "proxy 10.0.0.0/8\nproxy ::1\nproxy 192.0.2.1\nquiet no\n", &err));
    assert_true(s.n_proxies == 3 && !s.quiet);
    assert_true(read_text(&s, "", &err));
    before = s;
    assert_false(read_text(&s, "rate 1\nstreams 2\nquiet maybe\n", &err));
    assert_non_null(strstr(err.text, "line 3: expected rate N"));
    assert_memory_equal(&s, &before, sizeof s);
    assert_false(read_text(&s, "proxy here", &err));
    assert_non_null(strstr(err.text, "line 1: expected a proxy"));
    assert_false(read_text(&s, "rate", &err));
    assert_false(read_text(&s, "rate 10000000", &err));
    assert_false(read_text(&s, "rate -1", &err));
    assert_false(settings_load(&s, "/nowhere/settings", &err));
    assert_string_equal(err.text, "/nowhere/settings: No such file or directory");
}

/* --- What clients have open --- */

static void clients_are_counted(void **state)
{
    static struct clients clients;
    struct address one = address("192.0.2.1"), other = address("192.0.2.2");
    struct client *client;

    (void)state;
    assert_true(sodium_init() >= 0);
    clients_init(&clients);
    assert_null(clients_find(&clients, &one));
    client = clients_get(&clients, &one);
    assert_non_null(client);
    client->requests = 1;
    assert_ptr_equal(clients_get(&clients, &one), client);
    assert_null(clients_find(&clients, &other));
    clients_drop(&clients, client); /* it has something open */
    assert_ptr_equal(clients_find(&clients, &one), client);
    client->requests = 0;
    clients_drop(&clients, client);
    assert_null(clients_find(&clients, &one));
    for (unsigned char i = 0; i < 255; i++) {
        one.byte[0] = i;
        assert_non_null(clients_get(&clients, &one));
    }
    clients_clear(&clients);
    assert_null(clients_find(&clients, &one));
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_read), cmocka_unit_test(clients_are_told_apart),
        cmocka_unit_test(networks_are_read),  cmocka_unit_test(proxies_are_believed),
        cmocka_unit_test(settings_are_read),  cmocka_unit_test(clients_are_counted),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
