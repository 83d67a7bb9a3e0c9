/* What somebody's games say about how they play, for moderators: it is added up from standings
 * and the list of games, so nothing more is kept. */
#ifndef PEOPLE_CONDUCT_H
#define PEOPLE_CONDUCT_H

#include "people.h"

/* Of the last games of A: those with B, those of them that are rated, and those A has won. */
struct encounters {
    uint64_t games, rated, won;
};
struct encounters encounters_between(struct people *people, const char *a, const char *b);

/* What has come of the game ID, as a member; null while it goes on, or of guests. */
void conduct_print_result(struct people *people, struct json_out *out, const char *id);

/* How the account WHO has played so far, and its rating in the ROLE and kind of the game ID if
 * that is over, as a member. */
void conduct_print(struct people *people, struct json_out *out, const char *who, const char *id,
                   const char *role);

#endif
