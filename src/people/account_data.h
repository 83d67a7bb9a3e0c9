/* What belongs to an account, by subject: SUBJECT/ID/... are its keys. Subjects are listed here
 * once, so that an export leaves nothing out and a deletion leaves nothing behind, but for the
 * ratings by which games that go on are rated (standing_leave). Penalties and blocks, which
 * guests have too, are added; what is found by other keys expires by itself (docs/people.md,
 * Leaving). */
#ifndef PEOPLE_ACCOUNT_DATA_H
#define PEOPLE_ACCOUNT_DATA_H

#include "people.h"

/* What follows SUBJECT/ID/ in the keys of an account's, in order; how many, at most MOST. */
size_t account_data_list(struct people *people, const char *subject, const char *id,
                         struct ledger_entry *entry, size_t most);

/* Drops everything. */
void account_data_drop(struct people *people, const char *id);

#endif
