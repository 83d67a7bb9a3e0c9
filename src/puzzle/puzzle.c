/* Puzzles as text: a record that begins at a Position, with tags for the rest. */
#include "turns.h"

#include "core/refusals.h"

#include <alibi/puzzle.h>
#include <alibi/record.h>
#include <stdlib.h>
#include <string.h>

/* --- Reading --- */

/* The offset of KEY's tag in TEXT, for errors; 0 if it has none. */
static size_t find_tag(const char *text, size_t len, const char *key)
{
    size_t n = strlen(key);

    for (size_t i = 0; i + n + 1 < len; i++)
        if (text[i] == '[' && memcmp(text + i + 1, key, n) == 0 && text[i + 1 + n] == ' ')
            return i + 1;
    return 0;
}

/* A number from 0 to MOST with digits only, or with a point and digits. */
static bool read_number(const char *text, double most, double *out)
{
    if (!text || strlen(text) > 8 || strspn(text, "0123456789.") != strlen(text) || !*text)
        return false;
    *out = strtod(text, NULL);
    return *out <= most;
}

/* Reads the tokens of the answer, a whole turn in the puzzle's view. */
static bool read_answer(struct alibi_puzzle *puzzle, const char *text)
{
    const struct alibi_game *game = puzzle->view.seen.game;
    struct alibi_choice *answer = &puzzle->answer;

    while (text && *text && answer->n < ALIBI_SEQUENCE_MAX) {
        size_t len = strcspn(text, " ");

        if (game->parse(&answer->move[answer->n], text, len, NULL) != ALIBI_OK)
            return false;
        answer->n++;
        text += len;
        text += *text == ' ';
    }
    return text && !*text && alibi_puzzle_is_answer(puzzle, answer->move, answer->n);
}

/* Fills PUZZLE from the tags of RECORD; returns the key of the first that is wrong, or NULL. */
static const char *read_tags(struct alibi_puzzle *puzzle, const struct alibi_record *record)
{
    const char *id = alibi_record_tag_get(record, "Puzzle");
    const char *theme = alibi_record_tag_get(record, "Theme");
    double rating;

    if (!id || strlen(id) >= sizeof puzzle->id || !*id)
        return "Puzzle";
    memcpy(puzzle->id, id, strlen(id) + 1);
    puzzle->theme = theme ? alibi_theme_find(theme) : ALIBI_THEMES;
    if (puzzle->theme == ALIBI_THEMES)
        return "Theme";
    if (!read_number(alibi_record_tag_get(record, "Rating"), ALIBI_PUZZLE_RATING_MAX, &rating))
        return "Rating";
    puzzle->rating = (int)rating;
    if (!read_number(alibi_record_tag_get(record, "Value"), 1, &puzzle->value))
        return "Value";
    if (!read_number(alibi_record_tag_get(record, "Next"), puzzle->value, &puzzle->next))
        return "Next";
    return read_answer(puzzle, alibi_record_tag_get(record, "Answer")) ? NULL : "Answer";
}

int alibi_puzzle_parse(struct alibi_puzzle *out, const char *text, size_t len, size_t *end,
                       struct alibi_error *err)
{
    struct alibi_puzzle puzzle = {.rating = 0};
    struct alibi_record *record;
    const char *wrong;
    int status;

    *end = alibi_record_end(text, len);
    status = alibi_record_parse(&record, text, *end, err);
    if (status != ALIBI_OK)
        return status;
    puzzle.view = (struct alibi_view){alibi_record_viewer(record), *alibi_record_start(record)};
    wrong = alibi_record_length(record) == 0 && puzzle.view.seen.to_act == puzzle.view.viewer
                ? read_tags(&puzzle, record)
                : "Position";
    if (wrong)
        status = alibi_refuse(err, ALIBI_BAD_TEXT, find_tag(text, *end, wrong),
                              &alibi_no.puzzle_tag, ALIBI_WITH(wrong));
    else
        *out = puzzle;
    alibi_record_free(record);
    return status;
}

/* --- Writing --- */

static int set_number(struct alibi_record *record, const char *key, const char *format,
                      double number)
{
    char digits[40];
    struct alibi_text text = alibi_text_in(digits, sizeof digits);

    alibi_text_format(&text, format, number); /* NOLINT: the formats are below */
    return alibi_record_tag(record, key, digits, NULL);
}

static int set_tags(struct alibi_record *record, const struct alibi_puzzle *puzzle)
{
    char answer[ALIBI_SEQUENCE_MAX * ALIBI_TOKEN_MAX];
    struct alibi_text text = alibi_text_in(answer, sizeof answer);
    int status = alibi_record_tag(record, "Puzzle", puzzle->id, NULL);

    for (int i = 0; i < puzzle->answer.n; i++) {
        alibi_text_str(&text, i ? " " : "");
        puzzle->view.seen.game->print(&text, puzzle->answer.move[i]);
    }
    if (status == ALIBI_OK)
        status = alibi_record_tag(record, "Theme", alibi_theme_name(puzzle->theme), NULL);
    if (status == ALIBI_OK)
        status = set_number(record, "Rating", "%.0f", puzzle->rating);
    if (status == ALIBI_OK)
        status = set_number(record, "Value", "%.4f", puzzle->value);
    if (status == ALIBI_OK)
        status = set_number(record, "Next", "%.4f", puzzle->next);
    return status == ALIBI_OK ? alibi_record_tag(record, "Answer", answer, NULL) : status;
}

int alibi_puzzle_print(struct alibi_text *text, const struct alibi_puzzle *puzzle)
{
    struct alibi_record *record;
    int status = alibi_record_new(&record, &puzzle->view.seen, puzzle->view.viewer);

    if (status != ALIBI_OK)
        return status;
    status = set_tags(record, puzzle);
    if (status == ALIBI_OK)
        alibi_record_print(text, record);
    alibi_record_free(record);
    return status;
}

/* --- Answers --- */

bool alibi_puzzle_is_answer(const struct alibi_puzzle *puzzle, const alibi_move *move, int n)
{
    struct turns turns = {.view = puzzle->view};
    struct turn answer, tried;

    puzzle->view.seen.game->deal(&turns.world, &puzzle->view, 0);
    return pzl_turns_play(&turns, puzzle->answer.move, puzzle->answer.n, &answer) &&
           pzl_turns_play(&turns, move, n, &tried) && pzl_turn_is_alike(&answer, &tried);
}
