/* What every ledger does: entries come back in order, transactions are whole or nothing, and
 * one of them writes at a time. Usage: test_server_ledger [URL], a database of PostgreSQL
 * instead of one of SQLite. */
#include "database.h"

#include "json_write.h"
#include "ledgers.h"

#include <pthread.h>

static struct ledger *ledger;

static int open_ledger(void **state)
{
    struct alibi_error err = {.text = ""};

    if (where == folder) {
        (void)make_folder(state);
    } else {
        meddle("DROP SCHEMA public CASCADE; CREATE SCHEMA public");
        open_both();
    }
    ledger = ledger_open(where, &err);
    CHECK(ledger, "%s", err.text);
    return 0;
}

static int close_ledger(void **state)
{
    ledger_close(ledger);
    if (where == folder)
        return remove_folder(state);
    close_both();
    return 0;
}

static void put(const char *key, const char *value)
{
    ledger_put_text(ledger, key, value);
}

/* Whether the ledger, read in a transaction of its own, has VALUE (or NULL for nothing). */
static void check(const char *key, const char *value)
{
    const char *found;

    ledger_begin(ledger, LEDGER_READS);
    found = ledger_get(ledger, key);
    if (value)
        assert_string_equal(found, value);
    else
        assert_null(found);
    assert_int_equal(ledger_end(ledger), LEDGER_DONE);
}

static void entries_come_back(void **state)
{
    struct json_out out = {0};

    (void)state;
    ledger_begin(ledger, LEDGER_WRITES);
    put("a/1", "{\"n\":1}");
    json_object(&out, NULL);
    json_text(&out, "name", "Ann\xc3\xa9\xe2\x80\x99s \"x\"");
    json_end(&out);
    ledger_put(ledger, ledger_key("a/%d", 2).key, &out);
    assert_string_equal(ledger_get(ledger, "a/1"), "{\"n\":1}"); /* what it has put itself */
    assert_null(ledger_get(ledger, "a/3"));
    assert_int_equal(ledger_end(ledger), LEDGER_DONE);
    check("a/1", "{\"n\":1}");
    check("a/2", "{\"name\":\"Ann\xc3\xa9\xe2\x80\x99s \\\"x\\\"\"}");
    ledger_begin(ledger, LEDGER_WRITES);
    put("a/1", "2");
    ledger_drop(ledger, "a/2");
    ledger_drop(ledger, "never there");
    assert_int_equal(ledger_end(ledger), LEDGER_DONE);
    check("a/1", "2");
    check("a/2", NULL);
}

static void what_is_undone_never_was(void **state)
{
    (void)state;
    ledger_begin(ledger, LEDGER_WRITES);
    put("a/1", "1");
    assert_int_equal(ledger_end(ledger), LEDGER_DONE);
    ledger_begin(ledger, LEDGER_WRITES);
    put("a/1", "2");
    put("a/2", "2");
    ledger_undo(ledger);
    check("a/1", "1");
    check("a/2", NULL);
}

/* Lists what RANGE has and compares the keys with WANTED, written one behind the other. */
static void check_list(const char *wanted, struct ledger_range range)
{
    struct ledger_entry entry[10];
    char keys[200] = "";
    size_t n;

    ledger_begin(ledger, LEDGER_READS);
    n = ledger_list(ledger, &range, entry);
    for (size_t i = 0; i < n; i++) {
        strcat(keys, entry[i].key);
        strcat(keys, entry[i].value);
        strcat(keys, " ");
    }
    assert_int_equal(ledger_end(ledger), LEDGER_DONE);
    assert_string_equal(keys, wanted);
}

/* By bytes, whatever the language of the database: capitals, small letters, others. */
static void lists_are_in_order(void **state)
{
    static const char *const key[] = {"b/\xc3\xa4", "b/b", "b/B", "b/1", "b0", "a/z", "b/a/x"};

    (void)state;
    ledger_begin(ledger, LEDGER_WRITES);
    for (size_t i = 0; i < COUNT(key); i++)
        put(key[i], "0");
    assert_int_equal(ledger_end(ledger), LEDGER_DONE);
    check_list("b/10 b/B0 b/a/x0 b/b0 b/\xc3\xa4"
               "0 ",
               (struct ledger_range){.prefix = "b/", .most = 10});
    check_list("b/10 b/B0 ", (struct ledger_range){.prefix = "b/", .most = 2});
    check_list("b/b0 b/\xc3\xa4"
               "0 ",
               (struct ledger_range){.prefix = "b/", .after = "b/a/x", .most = 10});
    check_list("b/\xc3\xa4"
               "0 b/b0 b/a/x0 ",
               (struct ledger_range){.prefix = "b/", .backwards = true, .most = 3});
    check_list(
        "b/B0 b/10 ",
        (struct ledger_range){.prefix = "b/", .after = "b/a/x", .backwards = true, .most = 9});
    check_list("", (struct ledger_range){.prefix = "c/", .most = 9});
}

enum { THREADS = 4, ROUNDS = 50 };

/* Adds one to a number, again and again, by a connection of its own. */
static void *count(void *arg)
{
    struct alibi_error err;
    struct ledger *own = ledger_open(where, &err);
    long failed = own ? 0 : 1;

    (void)arg;
    for (int i = 0; i < ROUNDS && own; i++) {
        const char *value;
        char text[24];

        ledger_begin(own, LEDGER_WRITES);
        value = ledger_get(own, "n");
        (void)snprintf(text, sizeof text, "%ld", value ? strtol(value, NULL, 10) + 1 : 1);
        ledger_put_text(own, "n", text);
        failed += ledger_end(own) != LEDGER_DONE;
    }
    ledger_close(own);
    return (void *)failed;
}

/* None of what several count at once is lost. */
static void one_writes_at_a_time(void **state)
{
    pthread_t thread[THREADS];
    char text[20];

    (void)state;
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&thread[i], NULL, count, NULL), 0);
    for (int i = 0; i < THREADS; i++) {
        void *failed;

        assert_int_equal(pthread_join(thread[i], &failed), 0);
        assert_null(failed);
    }
    (void)snprintf(text, sizeof text, "%d", THREADS * ROUNDS);
    check("n", text);
}

/* After a failure nothing is found or written, and the end says so; the next one is fine. */
static void failures_are_told_at_the_end(void **state)
{
    (void)state;
    ledger_begin(ledger, LEDGER_READS);
    put("a/1", "1"); /* in SQLite a reader becomes a writer */
    ledger->failed = true;
    assert_null(ledger_get(ledger, "a/1"));
    assert_int_equal(ledger_end(ledger), LEDGER_FAILED);
    check("a/1", NULL);
    meddle("ALTER TABLE ledger RENAME TO gone");
    ledger_begin(ledger, LEDGER_WRITES);
    put("a/1", "1");
    assert_int_equal(ledger_end(ledger), LEDGER_FAILED);
    meddle("ALTER TABLE gone RENAME TO ledger");
    check("a/1", NULL);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(entries_come_back, open_ledger, close_ledger),
        cmocka_unit_test_setup_teardown(what_is_undone_never_was, open_ledger, close_ledger),
        cmocka_unit_test_setup_teardown(lists_are_in_order, open_ledger, close_ledger),
        cmocka_unit_test_setup_teardown(one_writes_at_a_time, open_ledger, close_ledger),
        cmocka_unit_test_setup_teardown(failures_are_told_at_the_end, open_ledger,
                                        close_ledger),
    };

    if (argc > 1)
        where = argv[1];
    return cmocka_run_group_tests(tests, NULL, NULL);
}
