/* Records of whole games there and back, and records that were damaged. */
#include "records.h"

#include <alibi/rng.h>
#include <alibi/session.h>

static const enum alibi_viewer viewers[] = {ALIBI_AS_TRUTH, ALIBI_AS_JACK, ALIBI_AS_DETECTIVE,
                                            ALIBI_AS_PUBLIC};

/* Parsing and printing TEXT gives TEXT; a seat's finished game from the set-up completes to
 * WHOLE. */
static void check_round_trip(const char *text, const char *whole)
{
    struct alibi_record *record = parse(text), *complete = NULL;
    char *again = print(record);

    CHECK(strcmp(text, again) == 0, "printed:\n%s\nread:\n%s", again, text);
    free(again);
    if (alibi_record_complete(&complete, record, NULL) == ALIBI_OK) {
        again = print(complete);
        CHECK(strcmp(whole, again) == 0, "completed:\n%s\nexpected:\n%s", again, whole);
        free(again);
        alibi_record_free(complete);
    }
    alibi_record_free(record);
}

static void check_records(const struct alibi_session *session)
{
    char *whole = NULL;

    for (size_t i = 0; i < COUNT(viewers); i++) {
        struct alibi_record *record;
        char *text;

        assert_int_equal(alibi_session_record(session, viewers[i], &record), ALIBI_OK);
        text = print(record);
        if (!whole)
            whole = text;
        check_round_trip(text, whole);
        if (text != whole)
            free(text);
        alibi_record_free(record);
    }
    free(whole);
}

/* Games from START, random and cut short at any time. */
static void check_games(const struct alibi_state *start, uint64_t seed)
{
    struct alibi_session *session;
    struct alibi_rng rng;
    alibi_move m[ALIBI_MOVES_MAX];
    int n, stop;

    alibi_rng_seed(&rng, seed);
    stop = (int)alibi_rng_below(&rng, 100);
    assert_int_equal(alibi_session_new(&session, start), ALIBI_OK);
    check_records(session);
    for (int i = 0; i < stop && (n = start->game->moves(alibi_session_state(session), m)) > 0;
         i++)
        assert_int_equal(alibi_session_play(session, m[alibi_rng_below(&rng, (uint32_t)n)]),
                         ALIBI_OK);
    check_records(session);
    alibi_session_free(session);
}

/* From every good position, the set-ups among them: the record of every seat. */
static void check_positions(const struct alibi_game *game)
{
    size_t len;
    char *file = unit_file(game, "good_positions.txt", &len), *rest = file, *row;

    while (file && (row = unit_line(&rest))) {
        struct alibi_state s;

        if (!*row || *row == '#')
            continue;
        s = unit_position(row);
        for (uint64_t seed = 0; seed < 3 && !s.hides; seed++)
            check_games(&s, seed);
    }
    free(file);
}

static void test_round_trips(void **state)
{
    (void)state;
    for (const struct alibi_game *const *game = alibi_games(); *game; game++)
        check_positions(*game);
}

static const char *const sample[] = {
    N "deal=AA {a} 1.1 alibi alibi=CC 1.2 flip:BB 2.1 flip:AA {b} 2.2 alibi alibi=BB",
    V("detective") "deal=? 1.1 alibi alibi=CC 1.2 flip:BB witness=visible 2.1 flip:AA 2.2 !AA "
                   "over=detective:arrest deal=AA",
    N
    "[Date \"\\\"x\\\"\"]\n[Result \"jack:time\"]\n\n{whole}\ndeal=AA {a}\n1.1 alibi alibi=CC\n"
    "1.2 flip:BB\n2.1 flip:AA {b\nc}\n2.2 alibi alibi=BB\n",
    V("public") "[Result \"jack:time\"]\n\ndeal=?\n1.1 alibi alibi=?\n1.2 flip:BB "
                "witness=visible\n"
                "2.1 flip:AA\n2.2 alibi alibi=? witness=invisible over=jack:time deal=AA "
                "alibi=CC "
                "alibi=BB\n",
    V("jack") "[Result \"jack:time\"]\n" AT_2_1("AA", "-",
                                                "?1") "\n2.1 flip:AA\n2.2 alibi alibi=? "
                                                      "witness=invisible over=jack:time "
                                                      "alibi=CC alibi=BB\n",
    "[Game \"london\"]\n[Edition \"2016\"]\n[Whistle \"direct\"]\n[View \"public\"]\n"
    "[Result \"detective:arrest\"]\n\ndeal=? cards=SH,JW,JS,IL\n1.1 SH >g10 alibi=?\n"
    "1.2 JW >j13 ^nw\n1.3 JS lamp:c4>f3 >f7\n1.4 IL cordon:ne>nw >c10 witness=invisible\n"
    "2.1 MS >k6\n2.2 SG call:JW>l13 call:MS>l7 ^nw !MS over=detective:arrest deal=MS "
    "alibi=JB\n",
};

/* LEN bytes of TEXT are refused inside the text, or print to what reads as the same. */
static void check_damaged(const char *text, size_t len)
{
    struct alibi_record *record = NULL;
    struct alibi_error err = {.text = ""};
    char *printed;

    if (alibi_record_parse(&record, text, len, &err) != ALIBI_OK) {
        CHECK(err.offset <= len && err.text[0] && !strchr(err.text, '\n'), "%.*s", (int)len,
              text);
        return;
    }
    printed = print(record);
    alibi_record_free(record);
    record = parse(printed);
    free(printed);
    alibi_record_free(record);
}

/* The tokens of PART are the first ones of WHOLE. */
static void check_prefix(const struct alibi_record *part, const struct alibi_record *whole)
{
    CHECK(alibi_record_length(part) <= alibi_record_length(whole), "%zu tokens",
          alibi_record_length(part));
    for (size_t i = 0; i < alibi_record_length(part); i++)
        assert_string_equal(alibi_record_token(part, i), alibi_record_token(whole, i));
}

/* Without a Result an unfinished game remains of most of what is cut off. */
static void check_truncated(const char *text)
{
    struct alibi_record *whole = parse(text);
    int unfinished = 0;

    for (size_t len = 0; len < strlen(text); len++) {
        /* A copy of just this length, so that reading past its end is seen. */
        char *copy = malloc(len ? len : 1);
        struct alibi_record *part = NULL;

        assert_non_null(copy);
        memcpy(copy, text, len);
        check_damaged(copy, len);
        if (alibi_record_parse(&part, copy, len, NULL) == ALIBI_OK) {
            check_prefix(part, whole);
            unfinished++;
        }
        alibi_record_free(part);
        free(copy);
    }
    CHECK(unfinished > 1, "%s", text);
    alibi_record_free(whole);
}

static void test_truncated(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT(sample); i++)
        check_truncated(sample[i]);
}

static void test_changed(void **state)
{
    static const char other[] = " \n\r\t[]{}\"\\?=:.1>!aAX~\x7f\x80\xff"; /* and a NUL */

    (void)state;
    for (size_t i = 0; i < COUNT(sample); i++) {
        size_t len = strlen(sample[i]);
        /* Following a game of London takes its time. */
        size_t step = strstr(sample[i], "london") ? 9 : 1;
        char *copy = malloc(len + 2);

        assert_non_null(copy);
        for (size_t at = 0; at < len; at++) {
            memcpy(copy, sample[i], len + 1);
            for (size_t k = at % step; k < sizeof other; k += step) {
                copy[at] = other[k];
                check_damaged(copy, len);
            }
            memcpy(copy + at, sample[i] + at + 1, len - at);
            check_damaged(copy, len - 1);
            memcpy(copy, sample[i], at + 1);
            memcpy(copy + at + 1, sample[i] + at, len - at);
            check_damaged(copy, len + 1);
        }
        free(copy);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
