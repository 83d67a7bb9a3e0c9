/* Quick pairing, beside its requests. */
#ifndef PEOPLE_PAIRING_H
#define PEOPLE_PAIRING_H

#include "matchup.h"

/* Pairs those who fit by now, in transactions of its own. */
enum ledger_end pairing_look(struct people *people, struct petition *petition);

/* GUEST, who is going away for good, waits for nobody any more. */
void pairing_forget(struct people *people, const struct hash *guest);

/* WHO, an account or the digits of a guest, is paired with nobody any more. */
void pairing_withdraw(struct people *people, const char *who);

/* How many wait for what, as a member. */
void pairing_print(struct people *people, struct json_out *out);

#endif
