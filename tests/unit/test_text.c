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

/* --- Refusals --- */

static const struct alibi_word things[] = {{"lamp", "a lamp"}, {NULL, NULL}};
static const struct alibi_refusal no_lamp =
    ALIBI_REFUSAL("test.lamp", "T-1.2", "on {place} is {*thing}, {Not} {} {*} {a b}", things);
static const struct alibi_refusal no_rule =
    ALIBI_REFUSAL("test.rule", NULL, "{a}{b}{c}{abcdefghijklmno}");

static void test_refuse(void **state)
{
    struct alibi_error err;
    char name[ALIBI_NAME_SIZE];

    (void)state;
    memset(&err, 0x5a, sizeof err);
    assert_int_equal(alibi_refuse(&err, ALIBI_BAD_MOVE, 7, &no_lamp, ALIBI_WITH("h9", "lamp")),
                     ALIBI_BAD_MOVE);
    assert_int_equal(err.status, ALIBI_BAD_MOVE);
    assert_int_equal(err.offset, 7);
    assert_string_equal(err.text, "T-1.2: on h9 is a lamp, {Not} {} {*} {a b}");
    assert_ptr_equal(err.refusal, &no_lamp);
    assert_string_equal(err.rule, "T-1.2");
    assert_int_equal(err.n_args, 2);
    assert_string_equal(err.arg[0], "h9");
    assert_string_equal(err.arg[1], "lamp");
    assert_true(alibi_refusal_arg(&no_lamp, 1, name));
    assert_string_equal(name, "thing");
    assert_false(alibi_refusal_arg(&no_lamp, 2, name));
    assert_true(alibi_refusal_arg(&no_rule, 3, name));
    assert_string_equal(name, "abcdefghijklmno");
    assert_int_equal(alibi_refuse(NULL, ALIBI_BAD_TEXT, 0, &no_lamp, NULL), ALIBI_BAD_TEXT);
    (void)alibi_fail(&err, ALIBI_NO_MEMORY, 0, "the disk is full");
    assert_null(err.refusal);
    assert_null(err.rule);
    assert_int_equal(err.n_args, 0);
}

/* A rule that the caller passes; arguments of any length. */
static void test_refuse_by(void **state)
{
    struct alibi_error err;
    char longest[400];

    (void)state;
    memset(longest, 'x', sizeof longest - 1);
    longest[sizeof longest - 1] = '\0';
    (void)alibi_refuse_by(
        &err, ALIBI_BAD_TEXT, 0, &no_rule, "T-3.4",
        ALIBI_WITH(alibi_number(0).text, "", alibi_number(SIZE_MAX).text, longest));
    assert_string_equal(err.rule, "T-3.4");
    assert_int_equal(err.n_args, 4);
    assert_string_equal(err.arg[0], "0");
    assert_string_equal(err.arg[1], "");
    assert_int_equal(strlen(err.arg[3]), ALIBI_ARG_SIZE - 1);
    assert_int_equal(strlen(err.text), sizeof err.text - 1);
    assert_memory_equal(err.text, "T-3.4: 0", 8);
    alibi_forbid(&err, &no_lamp, ALIBI_WITH("a", "b"));
    assert_int_equal(err.status, ALIBI_BAD_MOVE);
    assert_string_equal(err.text, "T-1.2: on a is b, {Not} {} {*} {a b}");
    alibi_forbid(&err, &no_lamp, ALIBI_WITH("lamp", "lamp"));
    assert_string_equal(err.text, "T-1.2: on lamp is a lamp, {Not} {} {*} {a b}");
}

/* "null.no-chance": words in small letters. */
static bool is_code(const char *code)
{
    size_t dots = 0;

    for (const char *c = code; *c; c++) {
        bool letter = (*c >= 'a' && *c <= 'z') || (*c >= '0' && *c <= '9');

        if (!letter && (c == code || !c[1] || (*c != '.' && *c != '-')))
            return false;
        dots += *c == '.';
    }
    return dots == 1;
}

/* A word has one meaning, whichever refusal uses it. */
static void check_word(const struct alibi_word *word, const struct alibi_refusal *const *list)
{
    for (; *list; list++)
        for (const struct alibi_word *w = (*list)->words; w && w->code; w++)
            CHECK(strcmp(w->code, word->code) != 0 || strcmp(w->english, word->english) == 0,
                  "%s: %s", (*list)->code, w->code);
}

/* The list is well formed, and each code comes only once in it and OTHER. */
static void check_list(const struct alibi_refusal *const *list,
                       const struct alibi_refusal *const *other)
{
    for (const struct alibi_refusal *const *r = list; *r; r++) {
        char name[ALIBI_NAME_SIZE];
        int times = 0;

        CHECK(is_code((*r)->code) && (*r)->english[0], "%s", (*r)->code);
        CHECK(!alibi_refusal_arg(*r, ALIBI_ARGS_MAX, name), "%s", (*r)->code);
        for (const struct alibi_refusal *const *s = list; *s; s++)
            times += strcmp((*r)->code, (*s)->code) == 0;
        for (const struct alibi_refusal *const *s = other; *s; s++)
            times += strcmp((*r)->code, (*s)->code) == 0;
        CHECK(times == 1, "%s", (*r)->code);
        CHECK(!strstr((*r)->english, "{*") == !(*r)->words, "%s", (*r)->code);
        for (const struct alibi_word *w = (*r)->words; w && w->code; w++) {
            CHECK(w->code[0] && !strchr(w->code, ' ') && w->english, "%s", (*r)->code);
            for (const struct alibi_game *const *g = alibi_games(); *g; g++)
                check_word(w, (*g)->refusals);
        }
    }
}

static void test_refusals(void **state)
{
    static const struct alibi_refusal *const none[] = {NULL};

    (void)state;
    check_list(alibi_refusals(), none);
    for (const struct alibi_game *const *g = alibi_games(); *g; g++) {
        size_t len = strlen((*g)->name);

        check_list((*g)->refusals, alibi_refusals());
        for (const struct alibi_refusal *const *r = (*g)->refusals; *r; r++)
            CHECK(strncmp((*r)->code, (*g)->name, len) == 0 && (*r)->code[len] == '.', "%s",
                  (*r)->code);
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

/* With every function: what fits is written, the rest is counted, nothing is written past the
 * buffer. */
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
        cmocka_unit_test(test_refuse),       cmocka_unit_test(test_refuse_by),
        cmocka_unit_test(test_refusals),     cmocka_unit_test(test_locate),
        cmocka_unit_test(test_text),         cmocka_unit_test(test_text_bytes),
        cmocka_unit_test(test_text_format),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
