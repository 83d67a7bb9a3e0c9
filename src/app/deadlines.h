/* Rooms in the order in which something is due in them: a heap, in which each room knows its
 * place. */
#ifndef APP_DEADLINES_H
#define APP_DEADLINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct room; /* room.h */

struct deadlines {
    struct room **heap;
    size_t n, cap;
    size_t live; /* rooms in it whose seconds count */
};

/* What a room remembers of it. */
struct deadline {
    size_t at; /* in the heap, counted from 1; 0: it is not there */
    unsigned place;
    bool live;
    int64_t when;
};

/* ROOM is due at the time WHEN; false without memory. It may be there already. */
bool deadlines_put(struct deadlines *deadlines, struct room *room, int64_t when, bool live);
void deadlines_drop(struct deadlines *deadlines, struct room *room);

/* The room that is due first, or NULL. */
struct room *deadlines_first(const struct deadlines *deadlines);

#endif
