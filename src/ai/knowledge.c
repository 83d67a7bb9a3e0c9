/* The knowledge of a game, or the default. */
#include "knowledge.h"

#include <string.h>

static const struct ai_weights even; /* all 0: every position has the value 0.5 */

/* For a game of which nothing is known. The levels are London's. */
static const struct ai_knowledge unknown_game = {
    .root = AI_BREADTH_ALL,
    .inner = AI_BREADTH_ALL,
    .later = AI_BREADTH_ALL,
    .weights = {&even, &even},
    .level = {{.method = &ai_greedy, .overlooks = 0.7F, .hesitates = 0.12F},
              {.method = &ai_greedy, .overlooks = 0.65F, .hesitates = 0.07F},
              {.method = &ai_greedy, .overlooks = 0.35F, .hesitates = 0.045F},
              {.method = &ai_greedy},
              {.method = &ai_champion, .max_nodes = 1000},
              {.method = &ai_champion, .ms = 1000}},
};

const struct ai_knowledge *ai_knowledge_of(const struct alibi_game *game)
{
    const struct ai_knowledge_entry *entry = ai_knowledge_found;

    while (entry->game && strcmp(entry->game, game->name) != 0)
        entry++;
    return entry->game ? entry->knowledge : &unknown_game;
}
