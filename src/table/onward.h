/* Playing on from a position of a game that is over. Whoever has seen the end knows what was
 * hidden, so it is drawn once more, among the worlds that agree with what the person's seat
 * knew then; where two people share a device, with what was public. */
#ifndef TABLE_ONWARD_H
#define TABLE_ONWARD_H

#include "body.h"
#include "change.h"
#include "request.h"

/* The number of that decision of chance, which is none of the game's own. */
#define ONWARD_DECISION UINT64_MAX

/* Finds what the game of the request, whose body has a `from`, goes on from, or refuses it. A
 * record can take long to read. */
void onward_find(struct request *r);

/* Where the game of BODY, which goes on from S, begins. */
void onward_start(const struct body_create *body, const struct alibi_state *s,
                  const struct chance *chance, struct alibi_state *start);

/* Whether START has been drawn like that by CHANCE, for a game in which these two play. */
bool onward_is_drawn(const struct alibi_state *start, const char *jack, const char *detective,
                     const struct chance *chance);

#endif
