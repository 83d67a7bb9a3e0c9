/* Who is at a table now: from which seats somebody looks, and how many look on. It follows from
 * streams that are open alone, so it tells nothing of the game. */
#ifndef TABLE_ATTENDANCE_H
#define TABLE_ATTENDANCE_H

#include <stdbool.h>

struct attendance {
    bool known; /* where nobody comes from elsewhere there is nothing to tell */
    bool here[2];
    long away[2];      /* seconds since the seat was left; -1: nobody remembers when */
    bool gone[2];      /* it has been away for so long that the other may claim the win */
    unsigned watching; /* streams of those who hold no seat */
};

struct json_out;
struct table;

/* The member NAME, or the only value where NAME is NULL. */
void answer_presence(struct json_out *out, const char *name, const struct table *table);

#endif
