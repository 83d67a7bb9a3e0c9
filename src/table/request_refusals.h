/* What is refused of a request itself, as constants: request_no.seat_taken is the refusal of
 * that name in request_refusals.def. What is against the rules, the games refuse. */
#ifndef TABLE_REQUEST_REFUSALS_H
#define TABLE_REQUEST_REFUSALS_H

#include <alibi/error.h>

struct request_refusal {
    unsigned status;  /* of HTTP */
    const char *code; /* of the error: docs/api.md, section 2 */
    struct alibi_refusal why;
};

#define REFUSAL(name, ...) struct request_refusal name;
struct request_no {
#include "request_refusals.def"
};
#undef REFUSAL

extern const struct request_no request_no;
extern const struct alibi_refusal *const request_refusals[]; /* up to a NULL */

/* Refuses what a request says. */
int request_reason(struct alibi_error *err, const struct request_refusal *no,
                   const char *const *with);

#endif
