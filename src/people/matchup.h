/* Whom people meet: what leads somebody to a game with somebody else, and how they hear of it.
 */
#ifndef PEOPLE_MATCHUP_H
#define PEOPLE_MATCHUP_H

#include "commitment.h"
#include "pending_game.h"

enum {
    GUEST_SIZE = COMMITMENT_SIZE, /* of a guest's hash in hexadecimal digits, NUL included */
    TICKET_SIZE = 33,
};

/* What somebody wants to play, or is asked to. */
struct matchup_terms {
    char game[PLAYER_SIZE], clock[CLOCK_TEXT_SIZE];
    char role[16]; /* "any", "jack", "detective" */
    bool rated, is_private;
};

/* Whether the terms of a request make sense, an empty role meaning any; false after a refusal.
 */
bool matchup_check(struct petition *petition, struct matchup_terms *terms);

/* One who is to play, and the ticket by which they know it. */
struct matchup_side {
    char guest[GUEST_SIZE];
    char id[ID_SIZE]; /* of the account, or empty */
    char ticket[TICKET_SIZE];
};

/* Those two play a game, which is ordered. */
void matchup_begin(struct people *people, struct petition *petition,
                   const struct matchup_terms *terms, const struct matchup_side *jack,
                   const struct matchup_side *detective);

/* To which game the TICKET of GUEST has led: */
enum met {
    MET_NOBODY,
    MET_SOON, /* it is being made */
    MET,      /* it is there */
};
enum met matchup_find(struct people *people, const char *guest, const char *ticket,
                      char game[ID_SIZE]);

/* The game of the last meeting of GUEST, if it is there and was lately, as a member. */
void matchup_print(struct people *people, const char *guest, struct json_out *out);

/* Whether one of two guests has blocked the other. */
bool matchup_is_blocked(struct people *people, const char *one, const char *two);

/* GUEST is to hear that something has changed. */
void matchup_tell(struct petition *petition, const struct hash *guest);

#endif
