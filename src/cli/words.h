/* What a player typed, found among his moves. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <alibi/game.h>

/* Finds the moves that TEXT may mean: a token, a number from the list (from 1), or words of the
 * token or its description in their order, abbreviated as one likes. An accusation wants its
 * token or number. Puts them into FOUND and returns how
 * many: 1 is an answer, more are a question. */
int cli_match(const struct alibi_state *s, const alibi_move *moves, int n, const char *text,
              alibi_move found[ALIBI_MOVES_MAX]);

#endif
