/* Challenges by name. (A challenge that a passkey signs is another thing: challenge.h.) */
#ifndef PEOPLE_OFFERS_H
#define PEOPLE_OFFERS_H

#include "people.h"

/* Those that are open, from and to the account ID, as a member; none of an empty ID. */
void offers_print(struct people *people, const char *id, struct json_out *out);

/* WHO, if that is an account, challenges nobody any more and is challenged by nobody. */
void offers_withdraw(struct people *people, const char *who);

#endif
