/* The passkeys of accounts: passkey/HASH has one by the hash of its id, and passkeys/ID/HASH is
 * there for each of an account's. */
#ifndef PEOPLE_PASSKEYS_H
#define PEOPLE_PASSKEYS_H

#include "ceremony.h"
#include "digits.h"

enum { PASSKEYS_MAX = 20 }; /* of one account */

/* Reads and keeps the new one that C registers for the account ID, and spends the challenge;
 * its hash goes out. False after a refusal. */
bool passkeys_register(struct people *people, struct petition *petition, struct ceremony *c,
                       const struct challenge *challenge, const char *id, const char *about,
                       char hash[DIGITS_SIZE]);

/* The hashes of an account's, as digits; how many. */
size_t passkeys_list(struct people *people, const char *id,
                     struct ledger_entry entry[PASSKEYS_MAX]);

/* Whether the account has one that signs in, besides EXCEPT, which is a hash or NULL: one that
 * was copied does not. */
bool passkeys_work(struct people *people, const char *id, const char *except);

/* The id of the passkey with that hash, in base64; false if there is none. */
bool passkeys_id(struct people *people, const char *hash,
                 char out[BASE64_SIZE(PASSKEY_ID_MAX)]);

/* Whether the passkey that C names, whose owner's ID goes out with its hash, has signed: then
 * its count is kept. Otherwise R is refused, and one that was copied is marked. */
bool passkeys_check(struct people *people, struct petition *petition, const struct ceremony *c,
                    const struct challenge *challenge, char id[ID_SIZE],
                    char hash[DIGITS_SIZE]);

/* Whether the asker, who must have shown a passkey a moment ago, may add one more; false after
 * a refusal. */
bool passkeys_may_add(struct people *people, struct petition *petition);

#endif
