/* The moves of a game as consecutive numbers, for programs that learn.
 *
 * An *action* is the number of a move among all moves that some position of the game has. The
 * players' come first, 0 to alibi_actions_players - 1, then the outcomes of chance; each part
 * is in the byte order of its tokens. So whatever a game's `moves` lists is ascending as
 * actions too, and a row of alibi_actions_players numbers can say something about every move
 * that a player ever has. */
#ifndef ALIBI_ACTIONS_H
#define ALIBI_ACTIONS_H

#include <alibi/game.h>

struct alibi_actions;

/* Numbers the moves of GAME. Free it with alibi_actions_free. */
ALIBI_API int alibi_actions_new(struct alibi_actions **out, const struct alibi_game *game);
ALIBI_API void alibi_actions_free(struct alibi_actions *actions);

/* How many actions the players have, and how many there are with the outcomes of chance. */
ALIBI_API int32_t alibi_actions_players(const struct alibi_actions *actions);
ALIBI_API int32_t alibi_actions_all(const struct alibi_actions *actions);

/* The move of ACTION, which is one of those; and the action of a move, -1 for a number that is
 * no move of the game. */
ALIBI_API alibi_move alibi_actions_move(const struct alibi_actions *actions, int32_t action);
ALIBI_API int32_t alibi_actions_find(const struct alibi_actions *actions, alibi_move m);

#endif
