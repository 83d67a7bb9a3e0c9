/* The refusals of requests, from request_refusals.def: as constants and as a list. */
#include "request_refusals.h"

#include <alibi/game.h>

static const struct alibi_word viewer_words[] = {{"jack", "jack"},
                                                 {"detective", "detective"},
                                                 {"public", "public"},
                                                 {"truth", "truth"},
                                                 {NULL, NULL}};

#define REFUSAL(name, status, error, code, ...)                                                \
    .name = {status, error, ALIBI_REFUSAL(code, NULL, __VA_ARGS__)},
const struct request_no request_no = {
#include "request_refusals.def"
};
#undef REFUSAL

#define REFUSAL(name, ...) &request_no.name.why,
const struct alibi_refusal *const request_refusals[] = {
#include "request_refusals.def"
    NULL};
#undef REFUSAL

int request_reason(struct alibi_error *err, const struct request_refusal *no,
                   const char *const *with)
{
    return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &no->why, with);
}
