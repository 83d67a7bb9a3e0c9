/* Moderation: who moderates, what was reported, what was done about it and by whom.
 *
 * moderator/ID is there for accounts that the operator has named. audit/TIME/DRAWN is one thing
 * that was done: these keys are written once, and never changed or dropped. */
#ifndef PEOPLE_MODERATION_H
#define PEOPLE_MODERATION_H

#include "people.h"

enum { WHO_SIZE = 65 };

bool moderator_is(struct people *people, const char *id);
void moderator_name(struct people *people, const char *id, bool is_one);

/* Something that is done. */
struct deed {
    const char *by;            /* an account, or "operator" */
    const char *action;        /* of the table in moderation.c */
    const char *who;           /* an account or a guest, or empty */
    const char *report;        /* that it is about, or empty */
    const char *game;          /* that counts or does not count, or NULL or empty */
    const char *tournament;    /* that is called off, or NULL or empty */
    struct petition *petition; /* by which it is done, or NULL */
    const char *why;           /* one line, as of talk_text_read(), or empty */
    uint64_t days;
};

/* Does and notes it; false if there is no such action, or no such rated game. */
bool deed_do(struct people *people, const struct deed *deed);

/* What is decided about its report is done to everybody whom that is about; false if there is
 * no such open report. */
bool report_decide(struct people *people, const struct deed *deed);

/* Notes it only. */
void deed_note(struct people *people, const struct deed *deed);

/* The last MOST things that were done, the newest first, as a list NAME. */
void deeds_print(struct people *people, struct json_out *out, const char *name, size_t most);

#endif
