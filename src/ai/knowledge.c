/* What the champion knows of each game: how many options to follow, and the weights of the
 * value function. */
#include "knowledge.h"

#include "cfr.h"

#include <string.h>

/* London and New York have hundreds of options in a turn, of which most divide the suspects
 * alike. In Pocket a turn is small enough to follow everything. */
#define BROAD                                                                                  \
    {                                                                                          \
        .all = 40, .keep = 32, .per_split = 4, .beam = 48, .evaluated = 400                    \
    }
#define NARROW                                                                                 \
    {                                                                                          \
        .all = 16, .keep = 10, .per_split = 3, .beam = 8, .evaluated = 40                      \
    }
#define WHOLE                                                                                  \
    {                                                                                          \
        .all = CFR_ACTIONS, .keep = CFR_ACTIONS, .per_split = CFR_ACTIONS,                     \
        .beam = CFR_ACTIONS, .evaluated = CFR_ACTIONS                                          \
    }

/* London's two seats learned together. */
static const struct ai_weights london = {{
#include "weights/london.h"
}};

static const struct ai_weights newyork_jack = {{
#include "weights/newyork_jack.h"
}};

static const struct ai_weights newyork_detective = {{
#include "weights/newyork_detective.h"
}};

static const struct ai_weights pocket_jack = {{
#include "weights/pocket_jack.h"
}};

static const struct ai_weights pocket_detective = {{
#include "weights/pocket_detective.h"
}};

static const struct ai_weights even; /* every position is */

static const struct {
    const char *game;
    struct ai_knowledge knowledge;
} table[] = {
    {"london", {BROAD, NARROW, NARROW, false, {&london, &london}}},
    {"newyork", {BROAD, NARROW, NARROW, false, {&newyork_jack, &newyork_detective}}},
    {"pocket",
     {WHOLE,
      WHOLE,
      {.all = 16, .keep = 12, .per_split = 3, .beam = CFR_ACTIONS, .evaluated = CFR_ACTIONS},
      true,
      {&pocket_jack, &pocket_detective}}},
};

static const struct ai_knowledge none = {WHOLE, WHOLE, WHOLE, false, {&even, &even}};

const struct ai_knowledge *ai_knowledge_of(const struct alibi_game *game)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].game, game->name) == 0)
            return &table[i].knowledge;
    return &none;
}
