/* A binary heap of rooms. */
#include "dues.h"

#include "room.h"

#include <stdlib.h>

static void set(struct dues *dues, size_t i, struct room *room)
{
    dues->heap[i] = room;
    room->due.at = i + 1;
}

/* Moves ROOM, which is to be somewhere above I, up to where it belongs. */
static void rise(struct dues *dues, size_t i, struct room *room)
{
    while (i > 0 && dues->heap[(i - 1) / 2]->due.when > room->due.when) {
        set(dues, i, dues->heap[(i - 1) / 2]);
        i = (i - 1) / 2;
    }
    set(dues, i, room);
}

static void sink(struct dues *dues, size_t i, struct room *room)
{
    for (size_t child; (child = 2 * i + 1) < dues->n; i = child) {
        if (child + 1 < dues->n &&
            dues->heap[child + 1]->due.when < dues->heap[child]->due.when)
            child++;
        if (dues->heap[child]->due.when >= room->due.when)
            break;
        set(dues, i, dues->heap[child]);
    }
    set(dues, i, room);
}

void dues_drop(struct dues *dues, struct room *room)
{
    struct room *last;
    size_t i = room->due.at;

    if (i-- == 0)
        return;
    dues->live -= room->due.live;
    last = dues->heap[--dues->n];
    room->due.at = 0;
    if (last == room)
        return;
    if (i > 0 && dues->heap[(i - 1) / 2]->due.when > last->due.when)
        rise(dues, i, last);
    else
        sink(dues, i, last);
}

bool dues_put(struct dues *dues, struct room *room, int64_t when, bool live)
{
    dues_drop(dues, room);
    if (dues->n == dues->cap) {
        size_t cap = dues->cap ? 2 * dues->cap : 16;
        struct room **grown = realloc(dues->heap, cap * sizeof(void *));

        if (!grown)
            return false;
        dues->heap = grown;
        dues->cap = cap;
    }
    room->due.when = when;
    room->due.live = live;
    dues->live += live;
    rise(dues, dues->n++, room);
    return true;
}

struct room *dues_first(const struct dues *dues)
{
    return dues->n ? dues->heap[0] : NULL;
}
