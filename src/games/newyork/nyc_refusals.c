/* New York's refusals, from nyc_refusals.def: as constants and as a list. */
#include "nyc.h"

const struct alibi_word nyc_things[] = {
    {"building", "a building"},
    {"exit", "a way out"},
    {"gaslamp", "a gaslamp"},
    {"site", "a building site"},
    {"investigation", "an Investigation tile"},
    {"character", "a character"},
    {"informant", "the Informant"},
    {"metro", "a metro entrance"},
    {"park", "a park"},
    {NULL, NULL},
};

#define REFUSAL(name, ...) .name = ALIBI_REFUSAL(__VA_ARGS__),
const struct nyc_no nyc_no = {
#include "nyc_refusals.def"
};
#undef REFUSAL

#define REFUSAL(name, ...) &nyc_no.name,
const struct alibi_refusal *const nyc_refusals[] = {
#include "nyc_refusals.def"
    NULL};
#undef REFUSAL
