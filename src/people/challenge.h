/* Challenges, which passkeys sign: good for some minutes, for one purpose, in one browser,
 * once.
 *
 * A challenge is the time, a random number, and a keyed hash of them with what it is for; so
 * none is kept until it has been answered, and a flood of them costs nothing. Those that were
 * answered are kept until they would be too old anyway. */
#ifndef PEOPLE_CHALLENGE_H
#define PEOPLE_CHALLENGE_H

#include "base64.h"
#include "passkey.h"
#include "people.h"

enum {
    CHALLENGE_MS = 5 * 60 * 1000,
    CHALLENGE_SIZE = BASE64_SIZE(PASSKEY_CHALLENGE),
};

enum purpose { TO_SIGN_UP = 1, TO_SIGN_IN, TO_CONFIRM, TO_ADD };

struct challenge {
    unsigned char byte[PASSKEY_CHALLENGE];
};

/* A challenge for whoever asks, about SUBJECT: a name's likeness, an account's id or nothing.
 */
struct challenge challenge_draw(struct people *people, const struct petition *petition,
                                enum purpose purpose, const char *subject);

/* Whether TEXT is such a challenge, not too old, and not answered yet. */
bool challenge_read(struct people *people, const struct petition *petition,
                    enum purpose purpose, const char *subject, const char *text,
                    struct challenge *out);

/* It has been answered. */
void challenge_spend(struct people *people, const struct challenge *challenge);

/* The id of the account that is made by answering it. */
void challenge_id(struct people *people, const struct challenge *challenge, char out[ID_SIZE]);

#endif
