/* Reports: what somebody at a table tells the moderators of the other, with what was said
 * there; or what anybody tells them of an account's name. report/ID is open, closed/ID decided;
 * ID is the game's with the seat of whoever reports, or the account's, so one who sends it
 * again changes it. reported/TIME/ID has the open ones in the order in which they came. */
#ifndef PEOPLE_REPORTS_H
#define PEOPLE_REPORTS_H

#include "moderation.h"

enum {
    REPORT_SIZE = ID_SIZE + 2, /* GAME-j, GAME-d or ACCOUNT-n, with NUL */
    REPORT_DAYS = 180,         /* that it is kept for */
    REPORT_TIME = 14,          /* digits of a time */
    REPORT_AFTER_SIZE = REPORT_TIME + 1 + REPORT_SIZE,
};

/* Open ones, at most MOST, those that came first first, as a list NAME: after AFTER, if that is
 * not empty, which then is where the list goes on, or empty. */
void reports_print(struct people *people, struct json_out *out, const char *name, size_t most,
                   struct ledger_name *after);

/* AFTER as text, "TIME-ID", and back; false if it is none. */
void reports_after_print(const struct ledger_name *after, char out[REPORT_AFTER_SIZE]);
bool reports_after_read(const char *text, struct ledger_name *after);

/* One, open or closed: false if there is none. */
bool report_print(struct people *people, struct json_out *out, const char *report);

/* Whom a report is about: an account, or browsers. */
struct report_target {
    size_t n;
    char who[SEATING_BROWSERS][WHO_SIZE];
};
bool report_target(struct people *people, const char *report, struct report_target *out);

/* Whether whoever asks is one of the two in a report: by the account, or by the browser, which
 * is the same person's as a guest. */
bool report_is_of(struct people *people, const char *report, const struct petition *petition);

/* It is decided. */
void report_close(struct people *people, const char *report);

#endif
