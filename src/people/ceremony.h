/* The ceremonies of WebAuthn: what a browser is asked for, and what it answers. */
#ifndef PEOPLE_CEREMONY_H
#define PEOPLE_CEREMONY_H

#include "challenge.h"
#include "form.h"

enum {
    CEREMONY_DATA_MAX = 2048, /* bytes of each part of an answer */
    CEREMONY_TEXT_SIZE = BASE64_SIZE(CEREMONY_DATA_MAX),
    ABOUT_SIZE = 64,               /* of what a device is called, NUL included */
    HANDLE_SIZE = BASE64_SIZE(64), /* of what browsers call the handle of a user */
};

/* An answer as the body has it, and its bytes. */
struct ceremony {
    char challenge[CHALLENGE_SIZE];
    char text[4][CEREMONY_TEXT_SIZE];
    char handle[HANDLE_SIZE]; /* whose passkey it is, as the device has it; or empty */
    unsigned char bytes[4][CEREMONY_DATA_MAX];
    struct passkey_answer answer;
    struct passkey_bytes passkey; /* the id of the one that has signed */
};

/* The fields of a registration, or of an assertion, in a form; how many. */
enum { CEREMONY_CREATE_FIELDS = 3, CEREMONY_GET_FIELDS = 6 };
void ceremony_create_fields(struct ceremony *c, struct form_field *field);
void ceremony_get_fields(struct ceremony *c, struct form_field *field);

/* Whether the answer is for the account ID, as far as the device says for whom it is. */
bool ceremony_is_for(const struct ceremony *c, const char *id);

/* Reads the bytes of what the form has; false if they are none. */
bool ceremony_decode(struct ceremony *c, bool creates);

/* The site that an answer must be for; false after a refusal, of programs that are no browser.
 */
bool ceremony_site(struct petition *petition, char id[PETITION_ORIGIN_SIZE],
                   struct passkey_site *out);

/* Answers with what navigator.credentials is to be called with: for a new passkey of the
 * account ID; for one of those that the account has, or any if ID is NULL. */
void ceremony_ask_create(struct people *people, struct petition *petition,
                         const struct challenge *challenge, const char *id, const char *name);
void ceremony_ask_get(struct people *people, struct petition *petition,
                      const struct challenge *challenge, const char *id);

#endif
