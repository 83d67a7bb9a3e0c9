/* Traces: which accounts come from the same browser or the same network.
 *
 * trace/HASH/ID is there for a month after the account ID was seen there; HASH is a keyed hash
 * of the browser's guest or of the network, whose key does not leave the ledger. pair/A/B says
 * that two accounts have met at such a place, which only moderators are told; met/A/B, once for
 * the two, that they have played each other. browser/ID/last is where an account was seen last,
 * for its ban. It proves nothing: families and schools share
 * networks. */
#ifndef PEOPLE_LINKED_ACCOUNTS_H
#define PEOPLE_LINKED_ACCOUNTS_H

#include "digits.h"
#include "people.h"

enum {
    LINKED_ACCOUNTS_DAYS = 30,
    LINKED_ACCOUNTS_CROWD = 8, /* accounts; a network with more says nothing */
    LINKED_ACCOUNTS_MOST = 64, /* others at one browser, with each of whom it makes a pair */
};

/* Whoever asks is seen where it comes from. */
void linked_accounts_note(struct people *people, const struct petition *petition);

/* The guest of the browser in which the account ID was seen last, within those days; false if
 * that is not known. */
bool linked_accounts_browser(struct people *people, const char *id, char guest[DIGITS_SIZE]);

/* What accounts A and B share. */
struct sharing {
    bool browser, network;
    uint64_t games, rated; /* that they have played with each other */
    uint64_t until;        /* milliseconds since 1970 */
};
struct sharing linked_accounts_between(struct people *people, const char *a, const char *b);

/* A and B have played with each other. */
void linked_accounts_met(struct people *people, const char *a, const char *b, bool rated);

/* Pairs of accounts that share something and have played each other, those with most rated
 * games first, as a list NAME. */
void linked_accounts_print(struct people *people, struct json_out *out, const char *name);

#endif
