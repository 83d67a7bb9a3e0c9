/* What the tests of the line protocols share: conversations as tables. */
#ifndef TALK_H
#define TALK_H

#include "unit.h"

struct exchange {
    const char *line, *answer; /* an answer that ends with "..." is only a beginning */
};

static inline bool is_answer(const char *got, const char *wanted)
{
    size_t n = strlen(wanted);

    if (n >= 3 && strcmp(wanted + n - 3, "...") == 0)
        return strncmp(got, wanted, n - 3) == 0;
    return strcmp(got, wanted) == 0;
}

#endif
