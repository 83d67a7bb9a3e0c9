/* The JSON of requests and answers: what is parsed, what is refused and where, and that written
 * JSON parses back. */
#include "unit.h"

#include "json_read.h"
#include "json_write.h"

enum { MEMBERS_MAX = 20 };

/* Parses a copy of TEXT of exactly its length, so that sanitizers notice reads past its end. */
static int parse(const char *text, size_t len, struct alibi_error *err)
{
    char *copy = malloc(len ? len : 1);
    struct json root;
    int status;

    assert_non_null(copy);
    memcpy(copy, text, len);
    status = json_parse(&root, copy, len, MEMBERS_MAX, err);
    free(copy);
    return status;
}

static void good_texts_are_accepted(void **state)
{
    static const char *const rows[] = {
        "{}",
        "[]",
        " [ ] \n",
        "0",
        "-0",
        "-0.5e+10",
        "1E-2",
        "\"\"",
        "true",
        "false",
        "null",
        "{\"a\":{\"a\":[{\"a\":1},{\"a\":2}]},\"b\":\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"}",
        "\"\\u0041\\ud83d\\ude00\xc3\xa9\xf0\x9f\x98\x80\"",
        "[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]",
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct alibi_error err = {.text = ""};

        CHECK(parse(rows[i], strlen(rows[i]), &err) == ALIBI_OK, "%s: %s", rows[i], err.text);
    }
}

static void bad_texts_are_refused(void **state)
{
    static const struct {
        const char *text;
        size_t offset;
    } rows[] = {
        {"", 0},
        {"{", 1},
        {"[1,]", 3},
        {"[1 2]", 3},
        {"{\"a\"}", 4},
        {"{\"a\":1,}", 7},
        {"{\"a\":1 \"b\":2}", 7},
        {"{\"a\":1,\"b\":2,\"a\":3}", 13},
        {"{\"a\":1,\"\\u0061\":3}", 7},
        {"{\"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa\":1}", 1},
        {"[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]", 16},
        {"1 1", 2},
        {"01", 1},
        {"+1", 0},
        {"1.", 2},
        {"1e", 2},
        {"-", 1},
        {"nul", 0},
        {"True", 0},
        {"\"a", 2},
        {"\"\n\"", 1},
        {"\"\\x\"", 2},
        {"\"\\", 2},
        {"\"\\u12\"", 3},
        {"\"\\u0000\"", 3},
        {"\"\\ud800\"", 3},
        {"\"\\ud800\\u0041\"", 3},
        {"\"\\udc00\"", 3},
        {"\"\x80\"", 1},
        {"\"\xc0\xaf\"", 1},         /* written longer than it is */
        {"\"\xed\xa0\x80\"", 1},     /* half of a pair */
        {"\"\xf4\x90\x80\x80\"", 1}, /* beyond the last character */
        {"\"\xe2\x82", 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(rows); i++) {
        struct alibi_error err = {.text = ""};

        CHECK(parse(rows[i].text, strlen(rows[i].text), &err) == ALIBI_BAD_TEXT, "%s",
              rows[i].text);
        CHECK(*err.text, "%s has a reason", rows[i].text);
        CHECK(err.offset == rows[i].offset, "%s: byte %zu", rows[i].text, err.offset);
    }
}

static void objects_have_so_many_members(void **state)
{
    char text[600] = "{";
    size_t n = 1;

    (void)state;
    for (int i = 0; i < MEMBERS_MAX; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, "%s\"m%d\":%d", i ? "," : "", i, i);
    text[n] = '}';
    assert_int_equal(parse(text, n + 1, NULL), ALIBI_OK);
    (void)snprintf(text + n, sizeof text - n, ",\"one\":1}");
    assert_int_equal(parse(text, strlen(text), NULL), ALIBI_BAD_TEXT);
}

static void values_are_found(void **state)
{
    static const char text[] =
        " { \"a\" : [1, {\"b\":\"}\"}, \"]\\\"\", -2.5e3 ,true],\"c\":null,"
        "\"d\":{\"e\":\"\\u00e9\\n\"}, \"f\":9007199254740992 ,"
        "\"g\":9007199254740993,\"h\":1.0,\"i\":false}";
    static const enum json_kind kinds[] = {JSON_NUMBER, JSON_OBJECT, JSON_TEXT, JSON_NUMBER,
                                           JSON_TRUE};
    struct json root, list, value = {NULL};
    char out[10], name[JSON_NAME_SIZE];
    uint64_t number;
    size_t n = 0;

    (void)state;
    assert_int_equal(json_parse(&root, text, strlen(text), MEMBERS_MAX, NULL), ALIBI_OK);
    list = json_member(root, "a");
    for (value = json_next(list, value, NULL); value.at; value = json_next(list, value, NULL))
        assert_int_equal(json_kind(value), kinds[n++]);
    assert_int_equal(n, COUNT(kinds));
    assert_int_equal(json_kind(json_member(root, "c")), JSON_NULL);
    assert_int_equal(json_kind(json_member(root, "z")), JSON_NONE);
    assert_int_equal(json_kind(json_member(list, "a")), JSON_NONE);
    value = json_member(json_member(root, "d"), "e");
    assert_int_equal(json_read_text(value, out, sizeof out), 3);
    assert_string_equal(out, "\xc3\xa9\n");
    assert_int_equal(json_read_text(value, out, 3), -1);
    assert_int_equal(json_read_text(list, out, sizeof out), -1);
    assert_true(json_read_number(json_member(root, "f"), &number));
    assert_true(number == (uint64_t)1 << 53);
    for (const char *bad = "aghi"; *bad; bad++) {
        const char key[2] = {*bad, '\0'};

        assert_false(json_read_number(json_member(root, key), &number));
    }
    value.at = NULL;
    assert_non_null((value = json_next(root, value, name)).at);
    assert_string_equal(name, "a");
}

static void what_is_written_is_read(void **state)
{
    struct json_out out = {0};
    struct json root;
    char *text, read[40];
    size_t len;

    (void)state;
    json_object(&out, NULL);
    json_text(&out, "plain", "a \"quote\" \\ \t\x01 \xc3\xa9");
    json_list(&out, "list");
    json_number(&out, NULL, -7);
    json_bool(&out, NULL, true);
    json_null(&out, NULL);
    json_list(&out, NULL);
    json_end(&out);
    json_object(&out, NULL);
    json_end(&out);
    json_end(&out);
    json_text(&out, "none", NULL);
    json_raw(&out, "raw", "[1,2]", 5);
    json_bytes(&out, "bytes", "abc", 2);
    json_end(&out);
    text = json_take(&out, &len);
    assert_string_equal(text, "{\"plain\":\"a \\\"quote\\\" \\\\ \\u0009\\u0001 \xc3\xa9\","
                              "\"list\":[-7,true,null,[],{}],\"none\":null,\"raw\":[1,2],"
                              "\"bytes\":\"ab\"}");
    assert_int_equal(len, strlen(text));
    assert_int_equal(json_parse(&root, text, len, MEMBERS_MAX, NULL), ALIBI_OK);
    assert_true(json_read_text(json_member(root, "plain"), read, sizeof read) > 0);
    assert_string_equal(read, "a \"quote\" \\ \t\x01 \xc3\xa9");
    assert_null(out.text);
    free(text);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_texts_are_accepted),      cmocka_unit_test(bad_texts_are_refused),
        cmocka_unit_test(objects_have_so_many_members), cmocka_unit_test(values_are_found),
        cmocka_unit_test(what_is_written_is_read),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
