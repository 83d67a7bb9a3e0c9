/* The course of a game that is over, round by round: how many suspects the Detective had, what
 * the witnesses said, and who was likely to win. The chances take thinking: the owner of a
 * table has them judged one by one, in the place of whoever opened the round. */
#ifndef TABLE_COURSE_H
#define TABLE_COURSE_H

#include "request.h"

enum { COURSE_MAX = 16 }; /* rounds; no game has as many */

/* The first decision of a round. */
struct course_point {
    uint8_t round;
    enum alibi_seat seat; /* whose it was */
    size_t seq, plies;    /* events and moves before it */
};

/* The rounds of TABLE that somebody has played in; returns how many. */
size_t course_points(const struct table *table, struct course_point out[COURSE_MAX]);

/* 200 with the course, or a refusal while the game goes on. CHANCE has the Detective's chances
 * for the first DONE points, below 0 where nobody could tell. GOING: more are to come. */
void table_course(const struct table *table, struct request *r, const double *chance,
                  size_t done, bool going);

#endif
