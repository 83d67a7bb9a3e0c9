/* Variations in records: what is accepted, refused, and found by walking. */
#include "records.h"

#include <alibi/rng.h>
#include <alibi/session.h>

#define R "[Result \"*\"]\n\n"

static void test_accepted(void **state)
{
    static const struct {
        const char *text, *printed;
    } row[] = {
        /* in the place of a token; the line goes on after it */
        {N "deal=AA(deal=BB)", N R "deal=AA (deal=BB)\n"},
        {N "deal=AA (deal=BB 1.1 flip:AA) flip:CC",
         N R "deal=AA (deal=BB 1.1 flip:AA)\n1.1 flip:CC\n"},
        {N "deal=AA flip:AA(flip:BB)(flip:CC)flip:BB",
         N R "deal=AA\n1.1 flip:AA (1.1 flip:BB) (1.1 flip:CC)\n1.2 flip:BB\n"},
        /* within a turn there is no label; after the end there is one to go back to */
        {N "deal=AA 1.1 alibi alibi=BB (alibi=CC flip:AA) flip:BB",
         N R "deal=AA\n1.1 alibi alibi=BB (alibi=CC 1.2 flip:AA)\n1.2 flip:BB\n"},
        {N "deal=AA !AA (!BB) (flip:AA flip:BB)",
         N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 !AA (1.1 !BB) (1.1 flip:AA 1.2 "
           "flip:BB)\n"},
        /* nested; in the place of a variation's first token is beside that variation */
        {N "deal=AA flip:AA (flip:BB flip:AA (flip:CC (flip:BB)) flip:CC)",
         N R "deal=AA\n1.1 flip:AA (1.1 flip:BB 1.2 flip:AA (1.2 flip:CC) (1.2 flip:BB) 2.1 "
             "flip:CC)\n"},
        {N "deal=AA (deal=BB (deal=CC) flip:AA) flip:BB",
         N R "deal=AA (deal=BB 1.1 flip:AA) (deal=CC)\n1.1 flip:BB\n"},
        /* a comment belongs to the last token of its line */
        {N "{w}deal=AA{a}(deal=BB{b}){c}flip:AA",
         N R "{w}\ndeal=AA {a c} (deal=BB {b})\n1.1 flip:AA\n"},
        {N "{(} deal=AA {)} (deal=BB {( )})", N R "{(}\ndeal=AA {)} (deal=BB {( )})\n"},
        /* what a viewer could have been told */
        {V("public") "deal=? flip:BB flip:AA witness=visible (witness=invisible flip:BB)",
         V("public") R "deal=?\n1.1 flip:BB\n1.2 flip:AA witness=visible (witness=invisible "
                       "2.1 flip:BB)\n"},
        {V("detective") "deal=? !AA (!BB over=detective:arrest deal=BB) over=detective:arrest "
                        "(over=jack:wrong-accusation deal=CC) deal=AA",
         V("detective") "[Result \"detective:arrest\"]\n\ndeal=?\n1.1 !AA (1.1 !BB "
                        "over=detective:arrest deal=BB) over=detective:arrest "
                        "(over=jack:wrong-accusation deal=CC) deal=AA\n"},
        /* from a position */
        {N AT_2_1("AA", "-", "CC") "flip:AA (flip:CC)",
         N "[Result \"*\"]\n" AT_2_1("AA", "-", "CC") "\n2.1 flip:AA (2.1 flip:CC)\n"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_record *record = parse(row[i].text);
        char *text = print(record);

        CHECK(strcmp(text, row[i].printed) == 0, "printed:\n%s\nexpected:\n%s", text,
              row[i].printed);
        alibi_record_free(record);
        record = parse(text);
        free(text);
        text = print(record);
        CHECK(strcmp(text, row[i].printed) == 0, "printed again:\n%s", text);
        alibi_record_free(record);
        free(text);
    }
}

static void test_refused(void **state)
{
    static const struct refused row[] = {
        {N "(deal=AA)", ALIBI_BAD_TEXT, 2, 1, "expected a token before the variation"},
        {N "{x}(deal=AA)", ALIBI_BAD_TEXT, 2, 4, "expected a token before the variation"},
        {N "deal=AA ((deal=BB))", ALIBI_BAD_TEXT, 2, 10, "expected a token before"},
        {N "deal=AA 1.1 (deal=BB)", ALIBI_BAD_TEXT, 2, 13, "expected a token after the label"},
        {N "deal=AA ()", ALIBI_BAD_TEXT, 2, 10, "expected a token at the beginning"},
        {N "deal=AA ({x} deal=BB)", ALIBI_BAD_TEXT, 2, 10, "expected a token at the beg"},
        {N "deal=AA flip:AA (1.1)", ALIBI_BAD_TEXT, 2, 21, "expected a token after the label"},
        {N "deal=AA (deal=BB", ALIBI_BAD_TEXT, 2, 17, "expected ) to end"},
        {N "deal=AA (deal=BB (deal=CC)\n", ALIBI_BAD_TEXT, 3, 1, "expected ) to end"},
        {N "deal=AA )", ALIBI_BAD_TEXT, 2, 9, "expected a ( before"},
        {N "deal=AA (deal=BB)) flip:AA", ALIBI_BAD_TEXT, 2, 18, "expected a ( before"},
        {N ")", ALIBI_BAD_TEXT, 2, 1, "expected a ( before"},
        /* tokens and labels are checked where they stand */
        {N "deal=AA (flip:AA)", ALIBI_BAD_MOVE, 2, 10, "Z-1.1: "},
        {N "deal=AA flip:AA (deal=BB)", ALIBI_BAD_MOVE, 2, 18, "Z-"},
        {N "deal=AA flip:AA (1.2 flip:BB)", ALIBI_BAD_MOVE, 2, 18, "expected a label at"},
        {N "deal=AA alibi alibi=BB (1.1 alibi=CC)", ALIBI_BAD_MOVE, 2, 25, "expected a label"},
        {N "deal=AA flip:AA (flip:BB) deal=BB", ALIBI_BAD_MOVE, 2, 27, "Z-"},
        /* what is announced is announced in variations, too */
        {V("public") "deal=? flip:BB (flip:AA flip:AA) flip:AA witness=visible", ALIBI_BAD_TEXT,
         3, 32, "expected an announcement"},
        {V("public") "deal=? (deal=AA)", ALIBI_BAD_MOVE, 3, 9, ""},
        {N "deal=AA flip:AA (flip:BB witness=visible)", ALIBI_BAD_TEXT, 2, 26,
         "expected a token of null"},
    };

    (void)state;
    check_refused(row, COUNT(row));
}

/* Depth and size have limits. */
static void test_limits(void **state)
{
    static char text[200000];
    struct alibi_error err;
    size_t len = 0, last = 0;

    (void)state;
    len += (size_t)snprintf(text, sizeof text, N "deal=AA");
    for (int i = 0; i < ALIBI_VARIATIONS_DEEP; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, " (deal=BB");
    memset(text + len, ')', ALIBI_VARIATIONS_DEEP);
    text[len + ALIBI_VARIATIONS_DEEP] = '\0';
    alibi_record_free(parse(text));
    last = len + 1;
    len += (size_t)snprintf(text + len, sizeof text - len, " (deal=BB");
    assert_int_equal(refuse(text, len, &err), ALIBI_BAD_TEXT);
    assert_int_equal(err.offset, last);
    assert_non_null(strstr(err.text, "at most 15 others"));

    len = (size_t)snprintf(text, sizeof text, N "deal=AA");
    for (int i = 0; i < ALIBI_VARIATIONS_LONG; i++)
        len += (size_t)snprintf(text + len, sizeof text - len, " (deal=BB)");
    alibi_record_free(parse(text));
    last = len + 2;
    len += (size_t)snprintf(text + len, sizeof text - len, " (deal=BB)");
    assert_int_equal(refuse(text, len, &err), ALIBI_BAD_TEXT);
    assert_int_equal(err.offset, last);
    assert_non_null(strstr(err.text, "at most 5000 tokens"));
}

/* Readers of the main line do not meet the variations; walking finds them. */
static void test_walk(void **state)
{
    struct alibi_record *record =
        parse(N "deal=AA flip:AA {main} (flip:BB {one} flip:CC (flip:BB)) (flip:CC) flip:BB");
    const struct alibi_line *main = alibi_record_line(record), *one, *two;

    (void)state;
    assert_int_equal(alibi_record_length(record), 3);
    assert_string_equal(alibi_record_token(record, 2), "flip:BB");
    assert_string_equal(alibi_record_comment(record, 2), "main");
    assert_int_equal(alibi_line_length(main), 3);
    assert_null(alibi_line_variation(main, 0));
    assert_null(alibi_line_next(main));
    one = alibi_line_variation(main, 1);
    assert_int_equal(alibi_line_length(one), 2);
    assert_string_equal(alibi_line_token(one, 0), "flip:BB");
    assert_string_equal(alibi_line_comment(one, 0), "one");
    assert_null(alibi_line_comment(one, 1));
    assert_int_equal(alibi_line_told(one, 1)->kind, ALIBI_TOLD_MOVE);
    assert_string_equal(alibi_line_token(alibi_line_variation(one, 1), 0), "flip:BB");
    two = alibi_line_next(one);
    assert_string_equal(alibi_line_token(two, 0), "flip:CC");
    assert_null(alibi_line_next(two));
    alibi_record_free(record);
}

/* A redacted record has no variations, nor has one that was completed. */
static void test_dropped(void **state)
{
    struct alibi_record *record = parse(N "deal=AA (deal=BB) !AA (!BB {x})"), *seen, *whole;
    struct alibi_session *session;
    char *text;

    (void)state;
    assert_int_equal(alibi_session_from_record(&session, record, NULL), ALIBI_OK);
    assert_int_equal(alibi_session_record(session, ALIBI_AS_PUBLIC, &seen), ALIBI_OK);
    text = print(seen);
    assert_null(strchr(text, '('));
    assert_null(strchr(text, '{'));
    free(text);
    alibi_record_free(seen);
    alibi_session_free(session);
    alibi_record_free(record);
    record = parse(V("public") "deal=? !AA (!BB over=detective:arrest deal=BB) "
                               "over=detective:arrest deal=AA");
    assert_int_equal(alibi_record_complete(&whole, record, NULL), ALIBI_OK);
    text = print(whole);
    assert_string_equal(text, N "[Result \"detective:arrest\"]\n\ndeal=AA\n1.1 !AA\n");
    free(text);
    alibi_record_free(whole);
    alibi_record_free(record);
}

/* --- Every game --- */

static const enum alibi_viewer viewers[] = {ALIBI_AS_TRUTH, ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                            ALIBI_AS_PUBLIC};

static void play_on(struct alibi_session *session, struct alibi_rng *rng, uint32_t most)
{
    alibi_move m[ALIBI_MOVES_MAX];

    for (uint32_t i = 1 + alibi_rng_below(rng, most); i > 0; i--) {
        const struct alibi_state *s = alibi_session_state(session);
        int n = s->game->moves(s, m);

        if (n == 0)
            return;
        assert_int_equal(alibi_session_play(session, m[alibi_rng_below(rng, (uint32_t)n)]),
                         ALIBI_OK);
    }
}

/* The tokens that VIEWER is told of SESSION, from number FROM on, each after a space. */
static void append(struct alibi_text *text, const struct alibi_session *session,
                   enum alibi_viewer viewer, size_t from)
{
    struct alibi_record *record;

    assert_int_equal(alibi_session_record(session, viewer, &record), ALIBI_OK);
    for (size_t i = from; i < alibi_record_length(record); i++)
        alibi_text_format(text, " %s", alibi_record_token(record, i));
    alibi_record_free(record);
}

static size_t told(const struct alibi_session *session, enum alibi_viewer viewer)
{
    struct alibi_record *record;
    size_t n;

    assert_int_equal(alibi_session_record(session, viewer, &record), ALIBI_OK);
    n = alibi_record_length(record);
    alibi_record_free(record);
    return n;
}

/* The tags of a record, up to the empty line. */
static void print_tags(struct alibi_text *text, const struct alibi_session *session,
                       enum alibi_viewer viewer)
{
    struct alibi_record *record;
    char *whole;

    assert_int_equal(alibi_session_record(session, viewer, &record), ALIBI_OK);
    whole = print(record);
    alibi_text_bytes(text, whole, (size_t)(strstr(whole, "\n\n") - whole) + 1);
    free(whole);
    alibi_record_free(record);
}

/* Two games that begin alike: the second becomes a variation of the first. */
static void check_varied(const struct alibi_game *game, uint64_t seed, enum alibi_viewer viewer)
{
    static char text[100000];
    struct alibi_text out = alibi_text_in(text, sizeof text);
    struct alibi_session *one, *other;
    struct alibi_record *record, *plain;
    struct alibi_state setup;
    struct alibi_rng rng;
    size_t common;
    char *printed, *bare;

    alibi_setup(&setup, game, NULL);
    alibi_rng_seed(&rng, seed);
    assert_int_equal(alibi_session_new(&one, &setup), ALIBI_OK);
    assert_int_equal(alibi_session_new(&other, &setup), ALIBI_OK);
    play_on(one, &rng, 60);
    for (size_t i = 0; i < alibi_session_length(one); i++)
        assert_int_equal(alibi_session_play(other, alibi_session_move(one, i)), ALIBI_OK);
    common = told(one, viewer);
    play_on(one, &rng, 40);
    play_on(other, &rng, 40);
    if (told(one, viewer) > common && told(other, viewer) > common &&
        alibi_session_state(one)->winner == ALIBI_NOBODY) {
        print_tags(&out, one, viewer);
        assert_int_equal(alibi_session_record(one, viewer, &plain), ALIBI_OK);
        for (size_t i = 0; i < alibi_record_length(plain); i++) {
            alibi_text_format(&out, " %s", alibi_record_token(plain, i));
            if (i == common) {
                alibi_text_str(&out, " (");
                append(&out, other, viewer, common);
                alibi_text_str(&out, " {so}) {or so}");
            }
        }
        record = parse(text);
        printed = print(record);
        assert_non_null(strchr(printed, '('));
        alibi_record_free(record);
        record = parse(printed);
        bare = print(record);
        assert_string_equal(printed, bare);
        assert_int_equal(alibi_record_length(record), alibi_record_length(plain));
        free(bare);
        free(printed);
        alibi_record_free(record);
        alibi_record_free(plain);
    }
    alibi_session_free(one);
    alibi_session_free(other);
}

static void test_games(void **state)
{
    (void)state;
    for (const struct alibi_game *const *g = alibi_games(); *g; g++)
        for (size_t v = 0; v < COUNT(viewers); v++)
            for (uint64_t seed = 0; seed < 40; seed++)
                check_varied(*g, seed, viewers[v]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted), cmocka_unit_test(test_refused),
        cmocka_unit_test(test_limits),   cmocka_unit_test(test_walk),
        cmocka_unit_test(test_dropped),  cmocka_unit_test(test_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
