/* Traces: which accounts come from the same browser or the same network.
 *
 * trace/HASH/ID is there for a month after the account ID was seen there; HASH is a keyed hash
 * of the browser's guest or of the network, whose key does not leave the ledger. pair/A/B says
 * that two accounts have met at such a place, which only moderators are told. It proves
 * nothing: families and schools share networks. */
#ifndef PEOPLE_TRACES_H
#define PEOPLE_TRACES_H

#include "people.h"

enum { TRACE_DAYS = 30, TRACE_CROWD = 8 /* accounts; a place with more says nothing */ };

/* Whoever asks is seen where it comes from. */
void traces_note(struct people *people, const struct petition *petition);

/* What accounts A and B share. */
struct sharing {
    bool browser, network;
    uint64_t games, rated; /* that they have played with each other */
};
struct sharing traces_between(struct people *people, const char *a, const char *b);

/* A and B have played with each other. */
void traces_met(struct people *people, const char *a, const char *b, bool rated);

/* Pairs of accounts that share something and have played each other, as a list NAME. */
void traces_print(struct people *people, struct json_out *out, const char *name);

#endif
