/* Records are read beside the loop: whoever asks waits, and gets what the table would answer.
 */
#include "unit.h"

#include "server_parts.h"

#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { MANY = 64 };

static const char record[] =
    "{\"record\":\"[Game \\\"null\\\"]\\n[Result \\\"*\\\"]\\n\\ndeal=AA\\n\"}";

#define ONWARD(at)                                                                             \
    "{\"game\":\"null\",\"seats\":{\"jack\":\"random\",\"detective\":\"me\"},\"from\":{"       \
    "\"record\":\"[Game \\\"null\\\"]\\n[Jack \\\"random\\\"]\\n[Detective \\\"random\\\"]\\n" \
    "[Result \\\"jack:wrong-accusation\\\"]\\n\\ndeal=CC\\n1.1 !AA\\n\",\"at\":" at "}}"

static const char onward[] = ONWARD("1"), too_far[] = ONWARD("2");

static int wake;
static struct scribe *scribe;

static int open_scribe(void **state)
{
    (void)state;
    wake = eventfd(0, EFD_NONBLOCK);
    scribe = scribe_new(wake);
    return scribe ? 0 : -1;
}

static int close_scribe(void **state)
{
    (void)state;
    scribe_free(scribe);
    return close(wake);
}

static struct visit ask(enum route route, const char *body, const char *words)
{
    struct visit v = {.r = {.route = route, .words = words, .len = strlen(body)}};

    v.r.body = strdup(body);
    assert_non_null(v.r.body);
    return v;
}

static struct visit *next_answered(void)
{
    struct visit *v;

    while (!(v = scribe_collect(scribe))) {
        struct pollfd ready = {.fd = wake, .events = POLLIN};
        uint64_t n;

        (void)poll(&ready, 1, 1000);
        (void)!read(wake, &n, sizeof n);
    }
    return v;
}

static void answers_are_the_tables(void **state)
{
    static const struct {
        enum route route;
        const char *body, *words;
        unsigned status;
    } rows[] = {
        {ROUTE_REPLAY, record, NULL, 200},
        {ROUTE_REPLAY, record, "1", 200},
        {ROUTE_STUDY, record, NULL, 200},
        {ROUTE_REPLAY, "{}", NULL, 400},
        {ROUTE_REPLAY, record, "2", 400},
        {ROUTE_REPLAY, record, "1234567890123456789", 400},
        {ROUTE_STUDY, "{\"record\":\"x\"}", NULL, 422},
        {ROUTE_CREATE, too_far, NULL, 422},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct visit v = ask(rows[i].route, rows[i].body, rows[i].words), w = v;

        w.r.body = strdup(rows[i].body);
        scribe_answer(&w.r);
        scribe_ask(scribe, &v);
        assert_int_equal(v.progress, VISIT_WAITING); /* nobody has read it yet */
        assert_int_equal(v.r.status, 0);
        assert_ptr_equal(next_answered(), &v);
        CHECK(v.r.status == rows[i].status, "row %zu: %u", i, v.r.status);
        assert_int_equal(v.r.status, w.r.status);
        assert_int_equal(v.r.text_len, w.r.text_len);
        assert_memory_equal(v.r.text, w.r.text, w.r.text_len);
        assert_ptr_equal(v.r.words, rows[i].words);
        request_clear(&v.r);
        request_clear(&w.r);
    }
}

/* A new game that goes on from a record is not made by the scribe: it finds the position. */
static void positions_are_found(void **state)
{
    struct visit v = ask(ROUTE_CREATE, onward, NULL), w = v;

    (void)state;
    w.r.body = strdup(onward);
    scribe_answer(&w.r);
    scribe_ask(scribe, &v);
    assert_int_equal(v.progress, VISIT_WAITING);
    assert_null(v.r.from); /* nobody has read it yet */
    assert_ptr_equal(next_answered(), &v);
    assert_int_equal(v.r.status, 0);
    assert_non_null(v.r.from);
    assert_memory_equal(v.r.from, w.r.from, sizeof *v.r.from);
    assert_string_equal(v.r.body, onward); /* for whoever makes the game then */
    request_clear(&v.r);
    request_clear(&w.r);
}

static void some_wait_and_more_are_refused(void **state)
{
    struct visit v[MANY + 1];

    (void)state;
    for (int i = 0; i <= MANY; i++) {
        v[i] = ask(ROUTE_REPLAY, record, NULL);
        scribe_ask(scribe, &v[i]);
        assert_int_equal(v[i].r.status, i < MANY ? 0 : 429);
    }
    for (int i = 0; i < MANY; i++) {
        assert_ptr_equal(next_answered(), &v[i]); /* in the order in which they came */
        assert_int_equal(v[i].r.status, 200);
    }
    for (int i = 0; i <= MANY; i++)
        request_clear(&v[i].r);
}

/* Whoever waits can go: the scribe has what it reads. */
static void nobody_has_to_stay(void **state)
{
    (void)state;
    for (int i = 0; i < MANY; i++) {
        struct visit v =
            i % 2 ? ask(ROUTE_STUDY, record, "1") : ask(ROUTE_CREATE, onward, NULL);

        scribe_ask(scribe, &v);
        request_clear(&v.r);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(answers_are_the_tables, open_scribe, close_scribe),
        cmocka_unit_test_setup_teardown(positions_are_found, open_scribe, close_scribe),
        cmocka_unit_test_setup_teardown(some_wait_and_more_are_refused, open_scribe,
                                        close_scribe),
        cmocka_unit_test_setup_teardown(nobody_has_to_stay, open_scribe, close_scribe),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
