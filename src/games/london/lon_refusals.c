/* London's refusals, from lon_refusals.def: as constants and as a list. */
#include "lon.h"

#define REFUSAL(name, ...) .name = ALIBI_REFUSAL(__VA_ARGS__),
const struct lon_no lon_no = {
#include "lon_refusals.def"
};
#undef REFUSAL

#define REFUSAL(name, ...) &lon_no.name,
const struct alibi_refusal *const lon_refusals[] = {
#include "lon_refusals.def"
    NULL};
#undef REFUSAL
