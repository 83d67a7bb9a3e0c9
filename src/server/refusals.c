/* The server's refusals, from refusals.def: as constants and as a list. */
#include "refusals.h"

#include <alibi/game.h>

static const struct alibi_word viewer_words[] = {{"jack", "jack"},
                                                 {"detective", "detective"},
                                                 {"public", "public"},
                                                 {"truth", "truth"},
                                                 {NULL, NULL}};

#define REFUSAL(name, status, error, code, ...)                                                \
    .name = {status, error, ALIBI_REFUSAL(code, NULL, __VA_ARGS__)},
const struct server_no server_no = {
#include "refusals.def"
};
#undef REFUSAL

#define REFUSAL(name, ...) &server_no.name.why,
const struct alibi_refusal *const server_refusals[] = {
#include "refusals.def"
    NULL};
#undef REFUSAL

int server_refuse(struct alibi_error *err, const struct server_refusal *no,
                  const char *const *with)
{
    return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &no->why, with);
}
