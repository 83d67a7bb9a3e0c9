/* The exact best response to a policy: a walk through the whole game, for small games.
 *
 * It checks what the reader of a large game can only approach: no opponent who knows the policy
 * wins more often than this. */
#ifndef MATCH_BEST_RESPONSE_H
#define MATCH_BEST_RESPONSE_H

#include "posterior.h"

enum match_walk { MATCH_WALKED, MATCH_TOO_LARGE, MATCH_WALK_FAILED };

/* The probability with which the viewer of START, a position before the deal, wins if he plays
 * best against an opponent who plays by POLICY. The walk gives up after MOST positions. */
enum match_walk match_best_response(double *value, const struct alibi_view *start,
                                    match_policy *policy, void *context, uint64_t most);

#endif
