/* The recovery codes of accounts: code/HASH has whose it is, and codes/ID/HASH is there for
 * each of an account's. */
#ifndef PEOPLE_RECOVERY_CODES_H
#define PEOPLE_RECOVERY_CODES_H

#include "people.h"

/* Draws new ones, which are written into OUT as a list; those before are good no more. */
void recovery_codes_draw(struct people *people, const char *id, struct json_out *out);

size_t recovery_codes_left(struct people *people, const char *id);

/* Uses the code that TEXT is: whose it was; false if it is none. */
bool recovery_codes_use(struct people *people, const char *text, char id[ID_SIZE]);

#endif
