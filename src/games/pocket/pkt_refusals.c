/* Pocket's refusals, from pkt_refusals.def: as constants and as a list. */
#include "pkt.h"

const struct alibi_word pkt_face_words[] = {
    {"alibi", "alibi"},   {"exchange", "exchange"}, {"holmes", "holmes"}, {"joker", "joker"},
    {"rotate", "rotate"}, {"toby", "toby"},         {"watson", "watson"}, {NULL, NULL},
};

#define REFUSAL(name, ...) .name = ALIBI_REFUSAL(__VA_ARGS__),
const struct pkt_no pkt_no = {
#include "pkt_refusals.def"
};
#undef REFUSAL

#define REFUSAL(name, ...) &pkt_no.name,
const struct alibi_refusal *const pkt_refusals[] = {
#include "pkt_refusals.def"
    NULL};
#undef REFUSAL
