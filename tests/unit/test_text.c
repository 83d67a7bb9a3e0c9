/* Errors and texts. */
#include "unit.h"

/* --- Errors --- */

static void test_fail_lengths(void **state)
{
    static const size_t length[] = {0, 1, 238, 239, 240, 241, 1000};
    char long_text[1001];

    (void)state;
    for (size_t i = 0; i < COUNT(length); i++) {
        struct alibi_error err;
        size_t fits = length[i] < 239 ? length[i] : 239;

        memset(long_text, 'x', length[i]);
        long_text[length[i]] = '\0';
        memset(&err, 0x5a, sizeof err);
        CHECK(alibi_fail(&err, ALIBI_BAD_MOVE, 7, "%s", long_text) == ALIBI_BAD_MOVE, "%zu",
              length[i]);
        CHECK(strlen(err.text) == fits && memcmp(err.text, long_text, fits) == 0, "%zu",
              length[i]);
        assert_int_equal(err.status, ALIBI_BAD_MOVE);
        assert_int_equal(err.offset, 7);
    }
}

static void test_fail_status(void **state)
{
    static const enum alibi_status status[] = {ALIBI_BAD_TEXT, ALIBI_BAD_MOVE,
                                               ALIBI_BAD_POSITION, ALIBI_NO_MEMORY};

    (void)state;
    for (size_t i = 0; i < COUNT(status); i++) {
        struct alibi_error err;

        assert_int_equal(alibi_fail(NULL, status[i], 1, "%d of %s", 3, "x"), status[i]);
        assert_int_equal(alibi_fail(&err, status[i], SIZE_MAX, "%d of %s", 3, "x"), status[i]);
        assert_int_equal(err.status, status[i]);
        assert_true(err.offset == SIZE_MAX);
        assert_string_equal(err.text, "3 of x");
    }
}

static void test_locate(void **state)
{
    static const struct {
        const char *text;
        size_t offset, line, column;
    } row[] = {
        {"", 0, 1, 1},          {"abc", 0, 1, 1},       {"abc", 2, 1, 3},
        {"abc", 3, 1, 4},       {"a\nb", 1, 1, 2},      {"a\nb", 2, 2, 1},
        {"a\nb", 3, 2, 2},      {"\n\n\n", 0, 1, 1},    {"\n\n\n", 2, 3, 1},
        {"\n\n\n", 3, 4, 1},    {"a\r\nb", 1, 1, 2},    {"a\r\nb", 2, 1, 3},
        {"a\r\nb", 3, 2, 1},    {"\tx", 1, 1, 2},       {"\xc3\xa9x", 2, 1, 3},
        {"a\n\nbc\n", 4, 3, 2}, {"a\n\nbc\n", 6, 4, 1},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        size_t line = 99, column = 99;

        alibi_locate(row[i].text, row[i].offset, &line, &column);
        CHECK(line == row[i].line && column == row[i].column, "row %zu: %zu:%zu", i, line,
              column);
    }
}

/* --- Texts --- */

static void add_char(struct alibi_text *text, const char *s)
{
    for (; *s; s++)
        alibi_text_char(text, *s);
}

static void add_str(struct alibi_text *text, const char *s)
{
    alibi_text_str(text, s);
}

static void add_bytes(struct alibi_text *text, const char *s)
{
    alibi_text_bytes(text, s, strlen(s));
}

static void add_format(struct alibi_text *text, const char *s)
{
    alibi_text_format(text, "%s", s);
}

/* Whatever function adds it: what fits is there, the rest is counted, nothing is written
 * beyond the buffer. */
static void test_text(void **state)
{
    static void (*const add[])(struct alibi_text *, const char *) = {add_char, add_str,
                                                                     add_bytes, add_format};
    static const struct {
        size_t cap;
        const char *first, *second, *wanted;
        size_t len;
    } row[] = {
        {1, "", "", "", 0},
        {1, "a", "", "", 1},
        {1, "abc", "def", "", 6},
        {2, "a", "", "a", 1},
        {2, "ab", "", "a", 2},
        {2, "", "ab", "a", 2},
        {4, "abc", "", "abc", 3},
        {4, "abc", "d", "abc", 4},
        {4, "ab", "c", "abc", 3},
        {4, "ab", "cd", "abc", 4},
        {4, "abcd", "e", "abc", 5},
        {4, "abcd", "", "abc", 4},
        {7, "abc", "def", "abcdef", 6},
        {6, "abc", "def", "abcde", 6},
        {8, "abc", "def", "abcdef", 6},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        for (size_t k = 0; k < COUNT(add); k++) {
            char buf[16];
            struct alibi_text text;

            memset(buf, '#', sizeof buf);
            text = alibi_text_in(buf, row[i].cap);
            CHECK(buf[0] == '\0' && text.len == 0 && text.cap == row[i].cap, "row %zu", i);
            add[k](&text, row[i].first);
            add[k](&text, row[i].second);
            CHECK(strcmp(buf, row[i].wanted) == 0, "row %zu: %s", i, buf);
            CHECK(text.len == row[i].len, "row %zu: %zu", i, text.len);
            for (size_t j = row[i].cap; j < sizeof buf; j++)
                CHECK(buf[j] == '#', "row %zu wrote past the end", i);
        }
    }
}

static void test_text_bytes(void **state)
{
    char buf[8];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    (void)state;
    alibi_text_bytes(&text, "a\0b\0c", 5);
    alibi_text_bytes(&text, "x", 0);
    assert_int_equal(text.len, 5);
    assert_memory_equal(buf, "a\0b\0c\0", 6);
}

/* The longest piece that alibi_text_format takes at once. */
static void test_text_format(void **state)
{
    char piece[512], buf[600];
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    (void)state;
    memset(piece, 'p', sizeof piece);
    piece[511] = '\0';
    alibi_text_format(&text, "%s", piece);
    assert_int_equal(text.len, 511);
    assert_string_equal(buf, piece);
    alibi_text_format(&text, "%d%c%05u%%", -3, '!', 42U);
    assert_string_equal(buf + 511, "-3!00042%");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fail_lengths), cmocka_unit_test(test_fail_status),
        cmocka_unit_test(test_locate),       cmocka_unit_test(test_text),
        cmocka_unit_test(test_text_bytes),   cmocka_unit_test(test_text_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
