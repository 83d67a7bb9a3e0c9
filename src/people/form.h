/* Forms: the body of a request as a table of its members. What is not in the table is refused.
 */
#ifndef PEOPLE_FORM_H
#define PEOPLE_FORM_H

#include "json_read.h"
#include "request.h"

enum form_kind {
    FORM_TEXT,   /* char[size]: from 1 to size - 1 bytes; empty if it is left out */
    FORM_NUMBER, /* uint64_t; 0 if it is left out */
    FORM_BOOL,   /* bool; false if it is left out */
};

struct form_field {
    const char *name;
    enum form_kind kind;
    void *out;
    unsigned size; /* of OUT, in bytes */
    bool may_miss;
};

/* Fills the fields from the body of R; false after a refusal. */
bool form_read(struct request *r, const struct form_field *field, size_t n);

#endif
