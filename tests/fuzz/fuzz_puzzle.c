/* Puzzles: an accepted one, printed and parsed again, is the same, and knows its answer. */
#include "fuzz.h"

#include <alibi/puzzle.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char first[4 * ALIBI_LINE_MAX], second[4 * ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(first, sizeof first);
    struct alibi_puzzle puzzle;
    struct alibi_error err = {.text = ""};
    size_t end;

    if (alibi_puzzle_parse(&puzzle, (const char *)data, size, &end, &err) != ALIBI_OK) {
        PROMISE(err.text[0] && !strchr(err.text, '\n') && err.offset <= size);
        return 0;
    }
    PROMISE(end <= size);
    PROMISE(alibi_puzzle_is_answer(&puzzle, puzzle.answer.move, puzzle.answer.n));
    PROMISE(alibi_puzzle_print(&text, &puzzle) == ALIBI_OK);
    PROMISE(alibi_puzzle_parse(&puzzle, first, text.len, &end, &err) == ALIBI_OK);
    text = alibi_text_in(second, sizeof second);
    PROMISE(alibi_puzzle_print(&text, &puzzle) == ALIBI_OK);
    PROMISE(strcmp(first, second) == 0);
    return 0;
}
