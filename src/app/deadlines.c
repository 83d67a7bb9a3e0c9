/* A binary heap of rooms. */
#include "deadlines.h"

#include "room.h"

#include <stdlib.h>

static void set(struct deadlines *deadlines, size_t i, struct room *room)
{
    deadlines->heap[i] = room;
    room->deadline.at = i + 1;
}

/* Moves ROOM, which is to be somewhere above I, up to where it belongs. */
static void rise(struct deadlines *deadlines, size_t i, struct room *room)
{
    while (i > 0 && deadlines->heap[(i - 1) / 2]->deadline.when > room->deadline.when) {
        set(deadlines, i, deadlines->heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    set(deadlines, i, room);
}

static void sink(struct deadlines *deadlines, size_t i, struct room *room)
{
    for (size_t child; (child = 2 * i + 1) < deadlines->n; i = child) {
        if (child + 1 < deadlines->n &&
            deadlines->heap[child + 1]->deadline.when < deadlines->heap[child]->deadline.when)
            child++;
        if (deadlines->heap[child]->deadline.when >= room->deadline.when)
            break;
        set(deadlines, i, deadlines->heap[child]);
    }
    set(deadlines, i, room);
}

void deadlines_drop(struct deadlines *deadlines, struct room *room)
{
    struct room *last;
    size_t i = room->deadline.at;

    if (i-- == 0)
        return;
    deadlines->live -= room->deadline.live;
    last = deadlines->heap[--deadlines->n];
    room->deadline.at = 0;
    if (last == room)
        return;
    if (i > 0 && deadlines->heap[(i - 1) / 2]->deadline.when > last->deadline.when)
        rise(deadlines, i, last);
    else
        sink(deadlines, i, last);
}

bool deadlines_put(struct deadlines *deadlines, struct room *room, int64_t when, bool live)
{
    deadlines_drop(deadlines, room);
    if (deadlines->n == deadlines->cap) {
        size_t cap = deadlines->cap ? 2 * deadlines->cap : 16;
        struct room **grown = realloc(deadlines->heap, cap * sizeof(void *));

        if (!grown)
            return false;
        deadlines->heap = grown;
        deadlines->cap = cap;
    }
    room->deadline.when = when;
    room->deadline.live = live;
    deadlines->live += live;
    rise(deadlines, deadlines->n++, room);
    return true;
}

struct room *deadlines_first(const struct deadlines *deadlines)
{
    return deadlines->n ? deadlines->heap[0] : NULL;
}
