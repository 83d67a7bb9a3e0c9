/* Finding the move that a player typed. */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <alibi/game.h>

/* Finds the moves that TEXT fits: a token, a number in the list (from 1), or words of the token
 * or its description in their order, which may be abbreviated. An accusation needs its token or
 * number. Puts the moves into FOUND and returns how many. */
int cli_match(const struct alibi_state *s, const alibi_move *moves, int n, const char *text,
              alibi_move found[ALIBI_MOVES_MAX]);

#endif
