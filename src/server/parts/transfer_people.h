/* What is kept of people, when a store is copied, written to a file or brought back. */
#ifndef SERVER_TRANSFER_PEOPLE_H
#define SERVER_TRANSFER_PEOPLE_H

#include "ledgers.h"

/* What is done with an entry; false after filling ERR to stop. */
typedef bool visit_entry(void *arg, const struct ledger_entry *entry, struct alibi_error *err);

/* Hands every entry of the store WHERE to VISIT; false after filling ERR. */
bool people_each(const char *where, visit_entry *visit, void *arg, struct alibi_error *err);

/* Writes an entry, over one that is there. */
bool people_bring(struct ledger *to, const struct ledger_entry *entry, struct alibi_error *err);

/* An entry as a text on one line, to be freed, NULL without memory; and the entry of such a
 * text, which is taken apart: false if it is none. */
char *entry_print(const struct ledger_entry *entry, size_t *len);
bool entry_parse(struct ledger_entry *out, char *text);

#endif
