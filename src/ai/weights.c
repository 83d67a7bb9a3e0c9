/* The weights of the value function, a table for each game that has one. */
#include "value.h"

#include <string.h>

static const struct {
    const char *game;
    struct ai_weights weights;
} table[] = {
    {"london",
     {{
#include "weights/london.h"
     }}},
    {"newyork",
     {{
#include "weights/newyork.h"
     }}},
    {"pocket",
     {{
#include "weights/pocket.h"
     }}},
};

static const struct ai_weights none; /* every position is even */

const struct ai_weights *ai_weights_of(const struct alibi_game *game)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].game, game->name) == 0)
            return &table[i].weights;
    return &none;
}
