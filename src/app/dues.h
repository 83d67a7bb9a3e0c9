/* Rooms in the order in which something is due in them: a heap, in which each room knows its
 * place. */
#ifndef APP_DUES_H
#define APP_DUES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct room; /* room.h */

struct dues {
    struct room **heap;
    size_t n, cap;
    size_t live; /* rooms in it whose seconds count */
};

/* What a room remembers of it. */
struct due {
    size_t at; /* in the heap, counted from 1; 0: it is not there */
    unsigned place;
    bool live;
    int64_t when;
};

/* ROOM is due at the time WHEN; false without memory. It may be there already. */
bool dues_put(struct dues *dues, struct room *room, int64_t when, bool live);
void dues_drop(struct dues *dues, struct room *room);

/* The room that is due first, or NULL. */
struct room *dues_first(const struct dues *dues);

#endif
