/* Keys for keyed hashes, which all servers that share the ledger have in common. */
#ifndef PEOPLE_LEDGER_SECRET_H
#define PEOPLE_LEDGER_SECRET_H

#include "people.h"

/* The one at NAME; the first who needs it draws it. */
struct hash ledger_secret(struct people *people, const char *name);

#endif
