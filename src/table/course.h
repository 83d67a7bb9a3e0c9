/* The course of a game that is over, round by round: how many suspects the Detective had, what
 * the witnesses said, and who was likely to win. The chances take thinking: the owner of a
 * table has them judged one by one, each in the Detective's place at the first decision of a
 * round. */
#ifndef TABLE_COURSE_H
#define TABLE_COURSE_H

#include "request.h"

enum { COURSE_MAX = 16 }; /* rounds; no game has as many */

/* The beginning of a round, and the Detective's first decision in it. */
struct course_point {
    size_t seq;   /* events before the first decision of all */
    size_t plies; /* moves before that of the Detective, */
    bool decided; /* who had something to decide */
    uint8_t round;
};

/* The rounds of TABLE that somebody has played in; returns how many. */
size_t course_points(const struct table *table, struct course_point out[COURSE_MAX]);

/* 200 with the course, or a refusal while the game goes on. CHANCE has the Detective's chances
 * for the first DONE points, below 0 where nobody could tell. GOING: more are to come. */
void table_course(const struct table *table, struct request *r, const double *chance,
                  size_t done, bool going);

#endif
