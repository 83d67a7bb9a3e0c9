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
    {.face = {"level1", "sees a few of its possibilities, and takes the best of them"},
     .method = &ai_greedy,
     .ideas = 2},
    {.face = {"level2", "sees more of them"}, .method = &ai_greedy, .ideas = 5},
    {.face = {"level3", "sees most of what matters"}, .method = &ai_greedy, .ideas = 16},
    {.face = {"level4", "sees everything, one activation ahead"}, .method = &ai_greedy},
    {.face = {"level5", "searches a little"},
     .method = &ai_champion,
     .budget = {.nodes = 3000},
     .ideas = 16},
    {.face = {"level6", "the champion, with all its time"},
     .method = &ai_champion,
     .budget = {.ms = 1000}},
    {.face = {NULL, NULL}},
};

const struct alibi_player_kind *alibi_player_kind(int i)
{
    return ai_kinds[i].face.name ? &ai_kinds[i].face : NULL;
}
