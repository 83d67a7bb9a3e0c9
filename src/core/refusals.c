/* The library's refusals, from refusals.def: as constants and as a list. */
#include "refusals.h"

#include <alibi/kit/reader.h>

#define REFUSAL(name, ...) .name = ALIBI_REFUSAL(__VA_ARGS__),
const struct alibi_no alibi_no = {
#include "refusals.def"
};
#undef REFUSAL

const struct alibi_refusal alibi_no_character =
    ALIBI_REFUSAL("text.character", NULL, "expected the two letters of a character");

const struct alibi_refusal *const *alibi_refusals(void)
{
#define REFUSAL(name, ...) &alibi_no.name,
    static const struct alibi_refusal *const all[] = {&alibi_no_character,
#include "refusals.def"
                                                      NULL};
#undef REFUSAL

    return all;
}
