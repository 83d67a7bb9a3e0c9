/* The library's refusals as constants: alibi_no.system_memory is the refusal with this name in
 * refusals.def. */
#ifndef CORE_REFUSALS_H
#define CORE_REFUSALS_H

#include <alibi/error.h>

#define REFUSAL(name, ...) struct alibi_refusal name;
struct alibi_no {
#include "refusals.def"
};
#undef REFUSAL

extern const struct alibi_no alibi_no;

#endif
