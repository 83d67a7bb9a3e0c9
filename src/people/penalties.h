/* Penalties: ban/WHO and mute/WHO, until they are over. WHO is an account, or for somebody
 * without one the guest. Whoever is banned may look, read and export, and not play with others;
 * whoever is muted may play and says nothing. The ban of an account covers the browser in which
 * it was seen last, so that signing out does not end it; it is lifted with it. */
#ifndef PEOPLE_PENALTIES_H
#define PEOPLE_PENALTIES_H

#include "people.h"

enum penalty { PENALTY_BAN, PENALTY_MUTE, PENALTIES };
extern const char *const penalty_name[PENALTIES];

enum { PENALTY_DAYS_MAX = 3650 };

/* When it is over: milliseconds since 1970, or 0 if there is none. */
uint64_t penalty_until(struct people *people, enum penalty penalty, const char *who);

/* Whether whoever asks may play with others, or also talk: false after a refusal. */
bool penalty_allows(struct people *people, struct petition *petition, enum penalty penalty);

/* Until when PETITION's person is banned, in words, goes into that: as it is, or as the browser
 * is in which it is signed in. */
void penalty_tell(struct people *people, struct petition *petition);

/* For so many DAYS, for that REASON; 0 days end it. */
void penalty_set(struct people *people, enum penalty penalty, const char *who, uint64_t days,
                 const char *reason);

/* Those of the account ID as the member "penalties", for export; why is for moderators, as it
 * may be about others, too. And the end of all of them, for deletion. */
void penalties_export(struct people *people, struct json_out *out, const char *id);
void penalties_drop(struct people *people, const char *id);

/* The minute, as 2026-11-18 20:00 UTC. */
const char *penalty_time(uint64_t ms, char out[BANNED_SIZE]);

#endif
