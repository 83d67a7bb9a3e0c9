/* What the champion knows of each game: how many options to follow, and the weights of the
 * value function. */
#include "knowledge.h"

#include "cfr.h"

#include <string.h>

/* London and New York have hundreds of options in a turn, of which most divide the suspects
 * alike. In Pocket a turn is small enough to follow everything. */
#define BROAD                                                                                  \
    {                                                                                          \
        .all = 40, .many = 32, .alike = 4, .beam = 48, .judged = 400                           \
    }
#define NARROW                                                                                 \
    {                                                                                          \
        .all = 16, .many = 10, .alike = 3, .beam = 8, .judged = 40                             \
    }
#define WHOLE                                                                                  \
    {                                                                                          \
        .all = CFR_ACTIONS, .many = CFR_ACTIONS, .alike = CFR_ACTIONS, .beam = CFR_ACTIONS,    \
        .judged = CFR_ACTIONS                                                                  \
    }

static const struct {
    const char *game;
    struct ai_knowledge knowledge;
} table[] = {
    {"london",
     {BROAD,
      NARROW,
      NARROW,
      false,
      {{{
#include "weights/london_jack.h"
       }},
       {{
#include "weights/london_detective.h"
       }}}}},
    {"newyork",
     {BROAD,
      NARROW,
      NARROW,
      false,
      {{{
#include "weights/newyork_jack.h"
       }},
       {{
#include "weights/newyork_detective.h"
       }}}}},
    {"pocket",
     {WHOLE,
      WHOLE,
      {.all = 16, .many = 12, .alike = 3, .beam = CFR_ACTIONS, .judged = CFR_ACTIONS},
      true,
      {{{
#include "weights/pocket_jack.h"
       }},
       {{
#include "weights/pocket_detective.h"
       }}}}},
};

static const struct ai_knowledge none = {
    .root = WHOLE, .inner = WHOLE, .later = WHOLE}; /* all is even */

const struct ai_knowledge *ai_knowledge_of(const struct alibi_game *game)
{
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        if (strcmp(table[i].game, game->name) == 0)
            return &table[i].knowledge;
    return &none;
}
