/* The moves of a game as consecutive numbers, for programs that learn.
 *
 * An *action* is the index of a move among all moves that occur in any position of the game.
 * The moves of the players come first, 0 to alibi_actions_players - 1, then the outcomes of
 * chance; both parts are sorted by token. So the actions of a position's `moves` are ascending,
 * and a row of alibi_actions_players numbers covers every move that a player can ever have. */
#ifndef ALIBI_ACTIONS_H
#define ALIBI_ACTIONS_H

#include <alibi/game.h>

struct alibi_actions;

/* Numbers the moves of GAME. Free it with alibi_actions_free. */
ALIBI_API int alibi_actions_new(struct alibi_actions **out, const struct alibi_game *game);
ALIBI_API void alibi_actions_free(struct alibi_actions *actions);

/* The number of actions of the players, and of all actions, outcomes of chance included. */
ALIBI_API int32_t alibi_actions_players(const struct alibi_actions *actions);
ALIBI_API int32_t alibi_actions_all(const struct alibi_actions *actions);

/* The move of ACTION, which must exist; and the action of a move, -1 if the game has no such
 * move. */
ALIBI_API alibi_move alibi_actions_move(const struct alibi_actions *actions, int32_t action);
ALIBI_API int32_t alibi_actions_find(const struct alibi_actions *actions, alibi_move m);

#endif
