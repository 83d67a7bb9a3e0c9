/* Position lines: which are refused, where and why; accepted ones print back the same.
 *
 * bad_positions.txt and good_positions.txt of each game have the lines. In addition every good
 * line is damaged in every small way. */
#include "double.h"

#include <alibi/rng.h>

/* --- Lines that are refused --- */

struct bad {
    size_t column;
    const char *reason, *line;
};

/* "column | reason | line" */
static struct bad split(char *row)
{
    char *reason = strstr(row, " | "), *line = reason ? strstr(reason + 3, " | ") : NULL;
    struct bad bad;

    CHECK(line, "no position in: %s", row);
    *reason = *line = '\0';
    bad.column = strtoul(row, NULL, 10);
    bad.reason = reason + 3;
    bad.line = line + 3;
    return bad;
}

/* Parsing LEN bytes of LINE fails and leaves the state untouched; ERR says why. */
static void check_refused(const char *line, size_t len, struct alibi_error *err)
{
    struct alibi_state s, before;
    int status;

    memset(&s, 0x5a, sizeof s);
    before = s;
    *err = (struct alibi_error){.text = ""};
    status = alibi_position_parse(&s, line, len, err);
    CHECK(status == ALIBI_BAD_TEXT || status == ALIBI_BAD_POSITION, "%d for %.*s", status,
          (int)len, line);
    CHECK(status == (int)err->status, "%.*s", (int)len, line);
    CHECK(memcmp(&s, &before, sizeof s) == 0, "the state was changed by %.*s", (int)len, line);
    CHECK(err->offset <= len && err->text[0] && !strchr(err->text, '\n'), "%.*s", (int)len,
          line);
    CHECK(alibi_position_parse(&s, line, len, NULL) == status, "%.*s", (int)len, line);
    CHECK(memcmp(&s, &before, sizeof s) == 0, "the state was changed by %.*s", (int)len, line);
}

/* Checks the lines of a game's bad_positions.txt; returns how many. */
static int check_bad_lines(const struct alibi_game *game)
{
    size_t len;
    char *file = unit_file(game, "bad_positions.txt", &len), *rest = file, *row;
    int n = 0;

    while (file && (row = unit_line(&rest))) {
        struct alibi_error err;
        struct bad bad;

        if (!*row || *row == '#')
            continue;
        bad = split(row);
        check_refused(bad.line, strlen(bad.line), &err);
        CHECK(err.offset + 1 == bad.column, "column %zu, not %zu: %s\n  %s", err.offset + 1,
              bad.column, err.text, bad.line);
        CHECK(strncmp(err.text, bad.reason, strlen(bad.reason)) == 0, "%s, not %s\n  %s",
              err.text, bad.reason, bad.line);
        n++;
    }
    free(file);
    return n;
}

static void test_bad_lines(void **state)
{
    int n = 0;

    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        n += check_bad_lines(*game);
    assert_true(n > 400);
}

/* Names that no game has: similar to each game's own, and others. */
static void test_bad_names(void **state)
{
    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++) {
        const char *const form[] = {"%sx", "\"%s\"", " %s", "?%s", "%s2 round=1"};

        for (size_t i = 0; i < COUNT(form); i++) {
            char line[80];
            struct alibi_error err;

            (void)snprintf(line, sizeof line, form[i], (*game)->name);
            check_refused(line, strlen(line), &err);
            CHECK(err.offset == 0 && strncmp(err.text, "expected the name of a game", 27) == 0,
                  "%s: %s", line, err.text);
        }
    }
}

/* --- Lines that are accepted --- */

/* Calls CHECK_LINE with every good line of GAME; returns how many. */
static int for_good_lines_of(const struct alibi_game *game,
                             void (*check_line)(const char *line))
{
    size_t len;
    char *file = unit_file(game, "good_positions.txt", &len), *rest = file, *row;
    int n = 0;

    while (file && (row = unit_line(&rest))) {
        if (!*row || *row == '#')
            continue;
        check_line(row);
        n++;
    }
    free(file);
    return n;
}

static void for_good_lines(void (*check_line)(const char *line))
{
    int n = 0;

    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        n += for_good_lines_of(*game, check_line);
    assert_true(n > 50);
}

/* Whether S prints as LINE. */
static bool prints_as(const struct alibi_state *s, const char *line, size_t len)
{
    char again[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(again, sizeof again);

    alibi_position_print(&text, s);
    return text.len == len && memcmp(again, line, len) == 0;
}

/* Plays S to its end at random; every position on the way is good, too. */
static void play_on(struct alibi_state s, const char *line)
{
    struct alibi_rng rng;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    alibi_rng_seed(&rng, 1);
    while ((n = s.game->moves(&s, m)) > 0) {
        char printed[ALIBI_LINE_MAX];
        struct alibi_text text = alibi_text_in(printed, sizeof printed);
        struct alibi_state back;

        s.game->apply(&s, m[alibi_rng_below(&rng, (uint32_t)n)]);
        alibi_position_print(&text, &s);
        back = unit_position(printed);
        CHECK(memcmp(&back, &s, sizeof s) == 0, "%s after %s", printed, line);
    }
    CHECK(s.winner != ALIBI_NOBODY, "no move after %s", line);
}

static void check_good(const char *line)
{
    struct alibi_state s = unit_position(line);

    CHECK(prints_as(&s, line, strlen(line)), "%s", line);
    if (!s.hides)
        play_on(s, line);
}

static void test_good_lines(void **state)
{
    (void)state;
    for_good_lines(check_good);
}

/* The line hides exactly what the state hides. */
static void test_hidden(void **state)
{
    static const struct {
        const char *jack, *drew, *detective;
        uint8_t hides, identity, drawn[2];
        uint16_t alibis[2];
    } row[] = {
        {"AA", "-", "-", 0, 0, {0, 0}, {0, 0}},
        {"AA", "-", "BB", 0, 0, {0, 1}, {0, 2}},
        {"CC", "-", "?0", 2, 2, {0, 0}, {0, 0}},
        {"CC", "-", "?1", 2, 2, {0, 1}, {0, 0}},
        {"?", "?0", "-", 1, ALIBI_NO_ONE, {0, 0}, {0, 0}},
        {"?", "?0", "AA", 1, ALIBI_NO_ONE, {0, 1}, {0, 1}},
        {"?", "?0", "?0", 3, ALIBI_NO_ONE, {0, 0}, {0, 0}},
        {"?", "?0", "?1", 3, ALIBI_NO_ONE, {0, 1}, {0, 0}},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        char line[300];
        struct alibi_state s;

        (void)snprintf(line, sizeof line,
                       "null round=2 slot=1 witness=visible suspects=AA,BB,CC jack=%s "
                       "jack-drew=%s detective-drew=%s result=- lit=AA drawing=no",
                       row[i].jack, row[i].drew, row[i].detective);
        s = unit_position(line);
        CHECK(s.hides == row[i].hides && s.identity == row[i].identity, "row %zu", i);
        CHECK(memcmp(s.drawn, row[i].drawn, sizeof s.drawn) == 0, "row %zu", i);
        CHECK(memcmp(s.alibis, row[i].alibis, sizeof s.alibis) == 0, "row %zu", i);
        CHECK(prints_as(&s, line, strlen(line)), "row %zu", i);
    }
}

/* --- Damage --- */

/* LINE of LEN bytes is refused, or it is another position in its only spelling. */
static void check_damaged(const char *line, size_t len)
{
    struct alibi_error err = {.text = ""};
    struct alibi_state s;

    if (alibi_position_parse(&s, line, len, &err) == ALIBI_OK)
        CHECK(prints_as(&s, line, len), "another spelling: %.*s", (int)len, line);
    else
        CHECK(err.offset <= len && err.text[0], "%.*s", (int)len, line);
}

static void check_truncated(const char *line)
{
    struct alibi_error err;

    for (size_t len = 0; len < strlen(line); len++) {
        /* A copy of exactly this length, so that sanitizers notice reads past its end. */
        char *copy = malloc(len ? len : 1);

        assert_non_null(copy);
        memcpy(copy, line, len);
        check_refused(copy, len, &err);
        free(copy);
    }
}

static void test_truncated(void **state)
{
    (void)state;
    for_good_lines(check_truncated);
}

/* Every byte replaced by every byte that positions use, and some that they do not. */
static void check_changed(const char *line)
{
    static const char other[] = "0123456789abcdeghijklmnoprstuvwABGHIJLMSW =,-?:+"
                                "xXzZ.;|\t\n\r\x7f\x80\xff"; /* and the NUL that ends it */
    static size_t turn; /* alternate halves of them, because there are many lines */
    size_t len = strlen(line);
    char copy[ALIBI_LINE_MAX];

    turn++;
    memcpy(copy, line, len + 1);
    for (size_t i = 0; i < len; i++) {
        for (size_t k = (turn + i) % 2; k < sizeof other; k += 2) {
            copy[i] = other[k];
            check_damaged(copy, len);
        }
        copy[i] = line[i];
    }
}

static void test_changed(void **state)
{
    (void)state;
    for_good_lines(check_changed);
}

/* Every byte removed, doubled, or exchanged with the next. */
static void check_shifted(const char *line)
{
    size_t len = strlen(line);
    char copy[ALIBI_LINE_MAX];

    for (size_t i = 0; i < len; i++) {
        memcpy(copy, line, i);
        memcpy(copy + i, line + i + 1, len - i);
        check_damaged(copy, len - 1);
        memcpy(copy, line, i + 1);
        memcpy(copy + i + 1, line + i, len - i + 1);
        check_damaged(copy, len + 1);
        if (i + 1 < len) {
            memcpy(copy, line, len + 1);
            copy[i] = line[i + 1];
            copy[i + 1] = line[i];
            check_damaged(copy, len);
        }
    }
}

static void test_shifted(void **state)
{
    (void)state;
    for_good_lines(check_shifted);
}

/* The fields of LINE, its game among them, as pieces that begin after a space. */
static int split_fields(char *line, char *field[40])
{
    int n = 0;

    for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) {
        assert_true(n < 40);
        field[n++] = word;
    }
    return n;
}

/* Joins the fields in the order of INDEX and expects a refusal. */
static void check_order(char *const field[40], const int *index, int n)
{
    char line[2 * ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);
    struct alibi_error err;

    for (int i = 0; i < n; i++) {
        alibi_text_str(&text, i ? " " : "");
        alibi_text_str(&text, field[index[i]]);
    }
    assert_true(text.len < text.cap);
    check_refused(line, text.len, &err);
}

/* Every field removed, doubled, and exchanged with every other. */
static void check_fields(const char *line)
{
    char copy[ALIBI_LINE_MAX], *field[40];
    int n, index[41];

    memcpy(copy, line, strlen(line) + 1);
    n = split_fields(copy, field);
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < n; k++)
            index[k] = k < i ? k : k + 1;
        check_order(field, index, n - 1);
        for (int k = 0; k <= n; k++)
            index[k] = k <= i ? k : k - 1;
        check_order(field, index, n + 1);
        for (int j = 0; j < i; j++) {
            for (int k = 0; k < n; k++)
                index[k] = k == i ? j : k == j ? i : k;
            check_order(field, index, n);
        }
    }
}

static void test_fields(void **state)
{
    (void)state;
    for_good_lines(check_fields);
}

/* --- Every game that is built in --- */

/* The same damage to some of the positions and views of a random game. */
static void check_game(const struct alibi_game *game, uint64_t seed)
{
    static const enum alibi_viewer viewer[] = {ALIBI_AS_TRUTH, ALIBI_AS_JACK,
                                               ALIBI_AS_DETECTIVE, ALIBI_AS_PUBLIC};
    struct alibi_rng rng;
    struct alibi_state s;
    alibi_move m[ALIBI_MOVES_MAX];
    int n;

    alibi_rng_seed(&rng, seed);
    alibi_setup(&s, game, NULL);
    for (unsigned ply = 0; (n = game->moves(&s, m)) > 0; ply++) {
        struct alibi_view view;
        char line[ALIBI_LINE_MAX];
        struct alibi_text text = alibi_text_in(line, sizeof line);

        alibi_view_of(&view, &s, viewer[ply % 4]);
        alibi_position_print(&text, &view.seen);
        if (alibi_rng_below(&rng, 16) == 0) {
            check_truncated(line);
            check_shifted(line);
            check_fields(line);
        }
        game->apply(&s, m[alibi_rng_below(&rng, (uint32_t)n)]);
    }
}

static void test_all_games(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (uint64_t seed = 0; seed < 10; seed++)
            check_game(*g, seed);
}

/* --- Garbage --- */

static void test_rubbish(void **state)
{
    static const struct {
        const char *bytes;
        size_t len, column;
        const char *reason;
    } row[] = {
        {"", 0, 1, "expected the name of a game"},
        {"\0", 1, 1, "expected the name of a game"},
        {"\0null", 5, 1, "expected the name of a game"},
        {"null\0", 5, 1, "expected the name of a game"},
        {"null\n", 5, 1, "expected the name of a game"},
        {"null\t", 5, 1, "expected the name of a game"},
        {"null", 4, 5, "expected a space and round="},
        {"null ", 5, 6, "expected round="},
        {"null round=\0", 12, 12, "expected a round, 0 to 8"},
        {"null round=1\0", 13, 13, "expected a space and slot="},
        {"null round=1\n", 13, 13, "expected a space and slot="},
        {"null\xc2\xa0round=1", 13, 1, "expected the name of a game"},
        {"\xef\xbb\xbfnull round=1", 15, 1, "expected the name of a game"},
        {"\xff\xfe\xfd", 3, 1, "expected the name of a game"},
        {"double\r", 7, 1, "expected the name of a game"},
        {"double weather=mild\0lantern=bright", 34, 20, "expected a space and lantern="},
    };
    struct alibi_error err;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        check_refused(row[i].bytes, row[i].len, &err);
        CHECK(err.offset + 1 == row[i].column && strcmp(err.text, row[i].reason) == 0,
              "row %zu: column %zu: %s", i, err.offset + 1, err.text);
    }
}

/* A good line with a long tail, and a million equal bytes. */
static void test_long(void **state)
{
    enum { LONG = 1 << 20 };
    static const char good[] = "null round=0 slot=1 witness=visible suspects=AA,BB,CC jack=- "
                               "jack-drew=- detective-drew=- result=- lit=AA drawing=no";
    char *line = malloc(LONG);
    struct alibi_error err;

    (void)state;
    assert_non_null(line);
    for (int c = 0; c < 256; c++) {
        memset(line, c, LONG);
        check_refused(line, LONG, &err);
        assert_int_equal(err.offset, 0);
        memcpy(line, good, sizeof good - 1);
        check_refused(line, LONG, &err);
        assert_int_equal(err.offset, sizeof good - 1);
    }
    memset(line, '0', LONG);
    memcpy(line, "null round=", 11);
    check_refused(line, LONG, &err);
    assert_string_equal(err.text, "expected a round, 0 to 8");
    for (size_t i = 45; i + 3 <= LONG; i += 3)
        memcpy(line + i, "AA,", 3);
    memcpy(line, good, 45);
    check_refused(line, LONG, &err);
    assert_string_equal(err.text, "expected the characters in order, each once");
    free(line);
}

/* Random bytes, half of them from the alphabet of positions. */
static void test_random(void **state)
{
    static const char alphabet[] = "londnul =,-?:+0123456789ABCJSWMG";
    struct alibi_rng rng;
    char line[400];

    (void)state;
    alibi_rng_seed(&rng, 1888);
    for (int i = 0; i < 20000; i++) {
        size_t len = alibi_rng_below(&rng, sizeof line);

        for (size_t k = 0; k < len; k++)
            line[k] = i & 1 ? alphabet[alibi_rng_below(&rng, sizeof alphabet - 1)]
                            : (char)alibi_rng_below(&rng, 256);
        if (i % 4 == 3 && len > 11)
            memcpy(line, "null round=", 11);
        check_damaged(line, len);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_bad_lines),  cmocka_unit_test(test_bad_names),
        cmocka_unit_test(test_good_lines), cmocka_unit_test(test_hidden),
        cmocka_unit_test(test_truncated),  cmocka_unit_test(test_changed),
        cmocka_unit_test(test_shifted),    cmocka_unit_test(test_fields),
        cmocka_unit_test(test_all_games),  cmocka_unit_test(test_rubbish),
        cmocka_unit_test(test_long),       cmocka_unit_test(test_random),
    };
    return cmocka_run_group_tests(tests, unit_add_double, NULL);
}
