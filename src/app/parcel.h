/* Events as text, each made once for all streams that send it to viewers of the same kind. */
#ifndef APP_PARCEL_H
#define APP_PARCEL_H

#include "game_table.h"

struct parcel {
    struct parcel *next; /* of those that a room keeps */
    unsigned users;      /* streams that send it, and the room */
    size_t seq;          /* the event's number */
    size_t of; /* events that there were when it was made: the newest one tells more */
    enum alibi_viewer viewer;
    bool words;
    bool old; /* it has been kept for a while */
    size_t len;
    char text[];
};

/* Event SEQ of TABLE, as answer_event tells it, from those that are KEPT, or to be kept there
 * unless that is NULL.
 * It belongs to the caller too, until parcel_drop. NULL without memory. */
struct parcel *parcel_get(struct parcel **kept, const struct table *table, size_t seq,
                          enum alibi_viewer viewer, bool words);
void parcel_drop(struct parcel *parcel);

/* Stops keeping those that were kept when this was last called, so that who calls it every
 * second keeps what is sent to many at about the same time, and nothing else. */
void parcels_age(struct parcel **kept);
void parcels_clear(struct parcel **kept);

#endif
