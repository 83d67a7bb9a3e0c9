/* The players that can be asked for by name. */
#include "mind.h"

const struct ai_kind ai_kinds[] = {
    {.face = {"random", "any legal move"}, .method = &ai_random},
    {.face = {"greedy", "the best activation by rules of thumb"}, .method = &ai_greedy},
    {.face = {"ismcts", "information-set Monte Carlo tree search"},
     .method = &ai_ismcts,
     .budget = {.ms = 1000}},
    {.face = {"champion", "searches the round as a game of hidden information"},
     .method = &ai_champion,
     .budget = {.ms = 1000}},
    {.face = {NULL, NULL}},
};

const struct alibi_player_kind *alibi_player_kind(int i)
{
    return ai_kinds[i].face.name ? &ai_kinds[i].face : NULL;
}
