/* The rules for names of accounts: so that they can be read, and nobody looks like somebody
 * else.
 *
 * A name is 3 to 20 letters and digits of one script, with single hyphens or underscores
 * between them, in Unicode's normal form KC. Two names that look alike have the same likeness,
 * by the table of confusables of Unicode's UTS 39, whatever their case and script; only one of
 * them is given. */
#ifndef PEOPLE_ACCOUNT_NAME_H
#define PEOPLE_ACCOUNT_NAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
    NAME_LEAST = 3,
    NAME_MOST = 20,
    NAME_SIZE = 4 * NAME_MOST + 1, /* bytes of UTF-8, NUL included */
    LIKENESS_SIZE = 512,
};

struct account_name {
    char text[NAME_SIZE];
    char likeness[LIKENESS_SIZE];
};

enum name_flaw {
    NAME_GOOD,
    NAME_LENGTH,
    NAME_LETTERS,  /* something else than letters, digits and what may be between them */
    NAME_SCRIPTS,  /* of several scripts, or of one that is not written any more */
    NAME_RESERVED, /* for the house and for the computer */
    NAME_RUDE,
};

/* The tables; NULL if they cannot be had. Threads may share them. */
struct name_rules;
struct name_rules *name_rules_open(void);
void name_rules_close(struct name_rules *rules);

enum name_flaw name_read(const struct name_rules *rules, const char *text, size_t len,
                         struct account_name *out);

#endif
