/* What is kept for a while only: each value says until when, and until/TIME/KEY finds it then.
 * Whoever writes it again keeps it longer. */
#ifndef PEOPLE_EXPIRY_H
#define PEOPLE_EXPIRY_H

#include "people.h"

#define EXPIRY_DAY_MS (24ULL * 3600 * 1000) /* milliseconds */

/* Ends the object OUT, which is to be kept UNTIL then. */
void expiry_end(struct json_out *out, uint64_t until);

/* Writes it; where there was nothing, it is noted when to look for it. */
void expiry_put(struct people *people, const char *key, uint64_t until, struct json_out *value);

/* Drops some of what is too old. */
void expiry_sweep(struct people *people);

#endif
