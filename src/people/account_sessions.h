/* Sessions: what browsers and programs show to be somebody. Each in the transaction of whoever
 * calls it. */
#ifndef PEOPLE_ACCOUNT_SESSIONS_H
#define PEOPLE_ACCOUNT_SESSIONS_H

#include "digits.h"
#include "people.h"

enum { SESSION_ABOUT_SIZE = 64 };

/* A new session of the account ID, in its browser's words or with the title of a token, begun
 * by the PASSKEY with that hash, or none; its secret name goes into NAME. */
void session_begin(struct people *people, const char *id, const char *about, unsigned scopes,
                   const char *passkey, char name[KEY_SIZE]);

/* Whose CREDENTIAL is; false if it is nobody's. UNSEEN: it is to be noted that it was seen
 * today. */
bool session_find(struct people *people, const struct hash *credential, struct person *out,
                  bool *unseen);
void session_see(struct people *people, const struct hash *credential);

/* Whoever shows CREDENTIAL has shown by a passkey that it is the owner; whether that was a
 * moment ago: false after a refusal. */
void session_prove(struct people *people, const struct hash *credential);
bool petition_is_fresh(struct people *people, struct petition *petition);

/* How many of an account's are tokens. */
size_t session_tokens(struct people *people, const char *id);

/* Ends that of CREDENTIAL; those that began by PASSKEY, or all if it is NULL, but that of
 * EXCEPT. */
void session_end_credential(struct people *people, const char *id,
                            const struct hash *credential);
void session_end_by(struct people *people, const char *id, const char *passkey,
                    const struct hash *except);

#endif
