/* What is known of London. */
#include "knowledge.h"
#include "london_weights.h" /* one set for both seats: it was as good as one for each */

const struct ai_knowledge ai_knowledge_london = {
    /* Hundreds of activations, most of which split the suspects alike. Set by hand. */
    .root = {.all = 40, .keep = 32, .per_split = 4, .beam = 48, .evaluated = 400},
    .inner = {.all = 16, .keep = 10, .per_split = 3, .beam = 8, .evaluated = 40},
    .later = {.all = 16, .keep = 10, .per_split = 3, .beam = 8, .evaluated = 40},
    /* By matches: docs/strength.md. */
    .reading = 1000,
    .exposure = {0.5F, 1},
    .weights = {&weights, &weights},
    .odds = {{.shift = -0.01, .scale = 0.94}, {.shift = -0.12, .scale = 0.43}},
    /* Spaced by matches: docs/strength.md. */
    .level = {{.method = &ai_greedy, .overlooks = 0.75F, .hesitates = 0.15F},
              {.method = &ai_greedy, .overlooks = 0.65F, .hesitates = 0.07F},
              {.method = &ai_greedy, .overlooks = 0.3F, .hesitates = 0.04F},
              {.method = &ai_greedy},
              {.method = &ai_champion, .max_nodes = 1000},
              {.method = &ai_champion, .ms = 1000}},
};
