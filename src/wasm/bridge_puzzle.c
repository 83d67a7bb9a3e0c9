/* The bridge's puzzles: whether a turn has the idea of the answer. */
#include "bridge.h"

#include <alibi/puzzle.h>
#include <string.h>

static const struct alibi_refusal no_line =
    ALIBI_REFUSAL("bridge.puzzle", NULL, "expected a line with a turn, and a puzzle behind it");

int bridge_puzzle_is_answer(size_t len)
{
    const char *text = bridge_input(),
               *line = bridge_fits(len) ? memchr(text, '\n', len) : NULL;
    alibi_move move[ALIBI_SEQUENCE_MAX];
    struct alibi_puzzle puzzle;
    size_t first, end;
    int n;

    if (!line)
        return bridge_fits(len) ? bridge_refuse(ALIBI_BAD_TEXT, &no_line) : BRIDGE_REFUSED;
    first = (size_t)(line - text) + 1;
    if (alibi_puzzle_parse(&puzzle, line + 1, len - first, &end, bridge_failure()) != ALIBI_OK)
        return BRIDGE_REFUSED;
    n = bridge_read_turn(move, puzzle.view.seen.game, first - 1);
    return n < 0 ? BRIDGE_REFUSED : alibi_puzzle_is_answer(&puzzle, move, n);
}
