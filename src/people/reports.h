/* Reports: what somebody at a table tells the moderators of the other, with what was said
 * there. report/ID is open, closed/ID decided; ID is the game's with the seat of whoever
 * reports, so one who sends it again changes it. */
#ifndef PEOPLE_REPORTS_H
#define PEOPLE_REPORTS_H

#include "moderation.h"

enum {
    REPORT_SIZE = ID_SIZE + 2, /* GAME-j or GAME-d, with NUL */
    REPORT_DAYS = 180,         /* that it is kept for */
    REPORTS_MAX = 200,         /* of a list */
};

/* The open ones, as a list NAME; one, open or closed: false if there is none. */
void reports_print(struct people *people, struct json_out *out, const char *name);
bool report_print(struct people *people, struct json_out *out, const char *report);

/* Whom a report is about: an account, or browsers. */
struct report_target {
    size_t n;
    char who[SEATING_BROWSERS][WHO_SIZE];
};
bool report_target(struct people *people, const char *report, struct report_target *out);

/* It is decided. */
void report_close(struct people *people, const char *report);

#endif
