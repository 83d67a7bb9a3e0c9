/* What the server itself refuses, as constants: server_no.seat_taken is the refusal of that
 * name in refusals.def. What is against the rules, the games refuse. */
#ifndef SERVER_REFUSALS_H
#define SERVER_REFUSALS_H

#include <alibi/error.h>

struct server_refusal {
    unsigned status;  /* of HTTP */
    const char *code; /* of the error: docs/api.md, section 2 */
    struct alibi_refusal why;
};

#define REFUSAL(name, ...) struct server_refusal name;
struct server_no {
#include "refusals.def"
};
#undef REFUSAL

extern const struct server_no server_no;
extern const struct alibi_refusal *const server_refusals[]; /* up to a NULL */

/* Refuses what a request says. */
int server_refuse(struct alibi_error *err, const struct server_refusal *no,
                  const char *const *with);

#endif
