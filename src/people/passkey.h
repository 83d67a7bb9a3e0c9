/* Passkeys (WebAuthn): what an authenticator answers, and whether it may be believed.
 *
 * The server draws a challenge; the browser has an authenticator sign it for this site, after
 * it has made sure of its user. A registration brings the public key. Its attestation, which
 * would tell the maker of the device, is not asked for: only "none" is accepted, so nobody can
 * be followed by it. All of it is functions of bytes; whoever calls them keeps the passkey, and
 * sees to it that a challenge is used once. */
#ifndef PEOPLE_PASSKEY_H
#define PEOPLE_PASSKEY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PASSKEY_CHALLENGE = 32, /* bytes */
    PASSKEY_ID_MAX = 1023,
    PASSKEY_KEY_MAX = 259, /* RS256: modulus and exponent */
};

/* COSE's numbers for the algorithms that are accepted. */
enum passkey_algorithm { PASSKEY_ES256 = -7, PASSKEY_EDDSA = -8, PASSKEY_RS256 = -257 };

struct passkey {
    unsigned char id[PASSKEY_ID_MAX];
    size_t id_len;
    enum passkey_algorithm algorithm;
    unsigned char key[PASSKEY_KEY_MAX];
    size_t key_len;
    uint32_t count; /* of signatures; 0 from those that do not count */
    bool synced;    /* its owner's other devices may have it, too; that never changes */
};

/* For whom an answer must be made: "play.example.org", "https://play.example.org". */
struct passkey_site {
    const char *id, *origin;
};

struct passkey_bytes {
    const unsigned char *at;
    size_t n;
};

struct passkey_answer {
    struct passkey_bytes client_data;
    struct passkey_bytes data; /* attestation object, or authenticator data of an assertion */
    struct passkey_bytes signature; /* of an assertion */
};

enum passkey_flaw {
    PASSKEY_GOOD,
    PASSKEY_UNREADABLE, /* no client data, no authenticator data, no key that could be used */
    PASSKEY_PURPOSE,    /* made for the other ceremony */
    PASSKEY_STALE,      /* another challenge */
    PASSKEY_ORIGIN,     /* another page, or one inside another */
    PASSKEY_SITE,       /* another site */
    PASSKEY_UNVERIFIED, /* nobody was there, or the authenticator did not ask who */
    PASSKEY_ATTESTED,   /* an attestation that was not asked for */
    PASSKEY_ALGORITHM,
    PASSKEY_SIGNATURE,
    PASSKEY_SYNCING, /* it says that it may be in sync, or not, other than when it was made */
    PASSKEY_COPIED,  /* the count of signatures went back: there are two of it */
};

/* A word for logs. */
const char *passkey_flaw_name(enum passkey_flaw flaw);

/* Once, before the others. */
void passkey_begin(void);

/* Reads the passkey that ANSWER registers. */
enum passkey_flaw passkey_register(struct passkey *out, const struct passkey_site *site,
                                   const unsigned char challenge[PASSKEY_CHALLENGE],
                                   const struct passkey_answer *answer);

/* Whether PASSKEY has signed ANSWER; then COUNT is what it counts to now. */
enum passkey_flaw passkey_check(const struct passkey *passkey, const struct passkey_site *site,
                                const unsigned char challenge[PASSKEY_CHALLENGE],
                                const struct passkey_answer *answer, uint32_t *count);

#endif
