/* Blocks: whom somebody does not want to meet any more. block/A/B is that A has blocked B, both
 * as guests, which accounts are too; so they hold without an account. Those who have blocked
 * each other, or one the other, are not paired, and do not hear each other. */
#ifndef PEOPLE_BLOCKS_H
#define PEOPLE_BLOCKS_H

#include "digits.h"
#include "people.h"

enum { BLOCKS_MAX = 500 }; /* of one guest */

/* Whether somebody at SEAT has blocked GUEST. */
bool blocks_any(struct people *people, const struct occupants *seat, const struct hash *guest);

/* Refuses that those of PETITION's seating play with each other: one of them has blocked
 * the other, or the one who is not asking is banned. */
void blocks_check_seats(struct people *people, struct petition *petition);

/* The next of GUEST's, for export; and all of them, for deletion. */
void blocks_export(struct people *people, struct json_out *out, const struct hash *guest);
void blocks_drop(struct people *people, const struct hash *guest);

#endif
