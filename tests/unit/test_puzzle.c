/* Puzzles: every one that is shipped reads and prints the same, knows its answer from other
 * turns, and is worth more with it; text that is no puzzle is refused. And what a player says
 * of one turn alone. */
#include "unit.h"

#include "puzzle/turns.h"

#include <alibi/puzzle.h>

enum { MEMORY = 4 << 20, NODES = 3000, SAMPLE = 40 };

/* Calls LOOK with every puzzle of every game that has some, or with every STEP-th. */
static void for_each(size_t step, void (*look)(const struct alibi_puzzle *puzzle,
                                               const char *text, size_t len))
{
    for (const struct alibi_game *const *game = alibi_games(); *game; game++) {
        char name[100];
        size_t len, at = 0, end, i = 0;
        char *text;

        (void)snprintf(name, sizeof name, "../../../puzzles/%s.puzzles", (*game)->name);
        text = unit_file(*game, name, &len);
        for (; text && at < len; at += end, i++) {
            struct alibi_puzzle puzzle;
            struct alibi_error err;

            CHECK(alibi_puzzle_parse(&puzzle, text + at, len - at, &end, &err) == ALIBI_OK,
                  "%s, puzzle %zu: %s", (*game)->name, i + 1, err.text);
            assert_ptr_equal(puzzle.view.seen.game, *game);
            if (i % step == 0)
                look(&puzzle, text + at, end);
        }
        if (text)
            CHECK(i >= 300, "%s has only %zu puzzles", (*game)->name, i);
        free(text);
    }
}

/* --- As text --- */

static void check_trip(const struct alibi_puzzle *puzzle, const char *text, size_t len)
{
    char again[2 * ALIBI_LINE_MAX];
    struct alibi_text out = alibi_text_in(again, sizeof again);

    assert_int_equal(alibi_puzzle_print(&out, puzzle), ALIBI_OK);
    CHECK(out.len == len && memcmp(again, text, len) == 0, "%s", puzzle->id);
}

static void test_trips(void **state)
{
    (void)state;
    for_each(1, check_trip);
}

/* The text of a puzzle with one tag replaced is refused, and the error is at that tag. */
static void check_damage(const struct alibi_puzzle *puzzle, const char *text, size_t len)
{
    static const struct {
        const char *tag, *with;
    } row[] = {
        {"Theme", "[Theme \"winning\"]"}, {"Rating", "[Rating \"9999\"]"},
        {"Rating", "[Rating \"1e3\"]"},   {"Value", "[Value \"1.2\"]"},
        {"Value", "[Value \"\"]"},        {"Next", "[Next \"0.9999\"]"},
        {"Answer", "[Answer \"\"]"},      {"Answer", "[Answer \"xyz\"]"},
        {"Puzzle", "[Puzzle \"\"]"},
    };
    char damaged[2 * ALIBI_LINE_MAX], name[40];

    for (size_t i = 0; i < COUNT(row); i++) {
        struct alibi_puzzle out = *puzzle;
        struct alibi_error err;
        const char *tag, *end;
        size_t at, next;

        (void)snprintf(name, sizeof name, "[%s ", row[i].tag);
        tag = strstr(text, name);
        end = strchr(tag, '\n');
        at = (size_t)(tag - text);
        if (strcmp(row[i].with, "[Next \"0.9999\"]") == 0 && puzzle->value > 0.9998)
            continue;
        (void)snprintf(damaged, sizeof damaged, "%.*s%s%.*s", (int)at, text, row[i].with,
                       (int)(len - (size_t)(end - text)), end);
        CHECK(alibi_puzzle_parse(&out, damaged, strlen(damaged), &next, &err) == ALIBI_BAD_TEXT,
              "%s: %s", puzzle->id, row[i].with);
        CHECK(err.offset == at + 1 && strstr(err.text, row[i].tag), "%s: %s at %zu: %s",
              puzzle->id, row[i].with, err.offset, err.text);
        CHECK(strcmp(out.id, puzzle->id) == 0 && out.theme == puzzle->theme &&
                  out.rating == puzzle->rating && out.answer.n == puzzle->answer.n,
              "%s has changed", puzzle->id);
    }
}

static void test_damage(void **state)
{
    (void)state;
    for_each(SAMPLE, check_damage);
}

/* --- Answers --- */

/* The idea is told from the others by who is played and who is in sight, or by the end. */
static void check_answers(const struct alibi_puzzle *puzzle, const char *text, size_t len)
{
    const struct alibi_choice *answer = &puzzle->answer;
    struct turns turns;
    struct turn best;
    size_t right = 0;

    (void)text;
    (void)len;
    CHECK(alibi_theme_of(&puzzle->view, answer) == puzzle->theme, "%s: theme", puzzle->id);
    assert_true(pzl_turns_find(&turns, &puzzle->view));
    assert_true(pzl_turns_play(&turns, answer->move, answer->n, &best));
    for (size_t i = 0; i < turns.n; i++) {
        const struct turn *turn = &turns.turn[i];
        bool is_answer = alibi_puzzle_is_answer(puzzle, turn->choice.move, turn->choice.n);

        right += is_answer;
        if (is_answer && turn->ends == ALIBI_WHY_NONE)
            CHECK(turn->seen == best.seen && turn->active == best.active, "%s", puzzle->id);
        if (is_answer && turn->ends != ALIBI_WHY_NONE)
            CHECK(turn->ends == best.ends && turn->chance == best.chance, "%s", puzzle->id);
    }
    CHECK(right > 0 && right < turns.n, "%s: %zu of %zu are right", puzzle->id, right, turns.n);
    assert_false(alibi_puzzle_is_answer(puzzle, answer->move, 0));
    if (answer->n > 1)
        assert_false(alibi_puzzle_is_answer(puzzle, answer->move, answer->n - 1));
    pzl_turns_free(&turns);
}

/* The test without a search lets no theme slip through: not the puzzle's, nor that of any other
 * turn; and a seat has only themes of its own. */
static void check_possible(const struct alibi_puzzle *puzzle, const char *text, size_t len)
{
    bool jack = puzzle->view.viewer == ALIBI_AS_JACK;
    struct turns turns;

    (void)text;
    (void)len;
    CHECK(alibi_theme_may_be(&puzzle->view, puzzle->theme), "%s", puzzle->id);
    for (enum alibi_theme theme = 0; theme < ALIBI_THEMES; theme++)
        if (theme != ALIBI_THEME_ALIBI && (theme > ALIBI_THEME_ALIBI) != jack)
            CHECK(!alibi_theme_may_be(&puzzle->view, theme), "%s: %s", puzzle->id,
                  alibi_theme_name(theme));
    assert_true(pzl_turns_find(&turns, &puzzle->view));
    for (size_t i = 0; i < turns.n; i += 1 + turns.n / 10) {
        enum alibi_theme theme = alibi_theme_of(&puzzle->view, &turns.turn[i].choice);

        CHECK(alibi_theme_may_be(&puzzle->view, theme), "%s: %s", puzzle->id,
              alibi_theme_name(theme));
    }
    pzl_turns_free(&turns);
}

static void test_possible(void **state)
{
    (void)state;
    for_each(SAMPLE / 4, check_possible);
}

static void test_answers(void **state)
{
    (void)state;
    for_each(SAMPLE / 8, check_answers);
}

/* --- One turn alone --- */

/* What a player makes of TURN, thinking in steps of STEP nodes. */
static double value_of(const struct alibi_view *view, const struct alibi_choice *turn,
                       uint64_t step)
{
    struct alibi_budget budget = {.nodes = NODES};
    struct alibi_player *player;
    struct alibi_thought thought;

    assert_int_equal(alibi_player_new(&player, "champion", view, 1, MEMORY, NULL), ALIBI_OK);
    assert_int_equal(alibi_player_consider(player, turn->move, turn->n, NULL), ALIBI_OK);
    alibi_player_begin(player, &budget);
    while (alibi_player_step(player, step))
        ;
    alibi_player_end(player, &thought);
    assert_int_equal(thought.n_choices, 1);
    assert_memory_equal(thought.choice[0].move, turn->move,
                        thought.choice[0].n * sizeof turn->move[0]);
    alibi_player_free(player);
    return thought.value;
}

static void check_value(const struct alibi_puzzle *puzzle, const char *text, size_t len)
{
    double best = value_of(&puzzle->view, &puzzle->answer, UINT64_MAX);
    struct turns turns;

    (void)text;
    (void)len;
    CHECK(best == value_of(&puzzle->view, &puzzle->answer, 100), "%s: steps", puzzle->id);
    CHECK(best > puzzle->next, "%s: %f, not above %f", puzzle->id, best, puzzle->next);
    assert_true(pzl_turns_find(&turns, &puzzle->view));
    for (size_t i = 0; i < turns.n; i += 1 + turns.n / 10) {
        const struct alibi_choice *turn = &turns.turn[i].choice;

        if (!alibi_puzzle_is_answer(puzzle, turn->move, turn->n))
            CHECK(value_of(&puzzle->view, turn, UINT64_MAX) < puzzle->value, "%s: turn %zu",
                  puzzle->id, i);
    }
    pzl_turns_free(&turns);
}

static void test_values(void **state)
{
    (void)state;
    for_each(SAMPLE, check_value);
}

static void check_refusals(const struct alibi_puzzle *puzzle, const char *text, size_t len)
{
    struct alibi_choice answer = puzzle->answer;
    struct alibi_player *player;
    struct alibi_thought thought;
    struct alibi_error err;

    (void)text;
    (void)len;
    assert_int_equal(alibi_player_new(&player, "greedy", &puzzle->view, 1, MEMORY, NULL),
                     ALIBI_OK);
    assert_int_equal(alibi_player_consider(player, answer.move, answer.n, &err),
                     ALIBI_BAD_TEXT);
    alibi_player_free(player);
    assert_int_equal(alibi_player_new(&player, "champion", &puzzle->view, 1, MEMORY, NULL),
                     ALIBI_OK);
    assert_int_equal(alibi_player_consider(player, answer.move, 0, &err), ALIBI_BAD_MOVE);
    if (answer.n > 1)
        assert_int_equal(alibi_player_consider(player, answer.move, answer.n - 1, &err),
                         ALIBI_BAD_MOVE);
    answer.move[answer.n - 1] = UINT32_MAX;
    assert_int_equal(alibi_player_consider(player, answer.move, answer.n, &err),
                     ALIBI_BAD_MOVE);
    assert_int_equal(err.offset, (size_t)answer.n - 1);
    /* A refusal has changed nothing: it considers everything. */
    alibi_player_think(player, &(struct alibi_budget){.nodes = NODES}, &thought);
    assert_true(thought.n_choices > 1);
    alibi_player_free(player);
}

static void test_refusals(void **state)
{
    (void)state;
    for_each(SAMPLE, check_refusals);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_trips),    cmocka_unit_test(test_damage),
        cmocka_unit_test(test_answers),  cmocka_unit_test(test_values),
        cmocka_unit_test(test_refusals), cmocka_unit_test(test_possible),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
