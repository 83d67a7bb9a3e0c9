/* Following one's own games: a stream of the list, told again when something in it changes.
 *
 * Streams of this kind belong to no room. A change of a game marks the guests who hold seats in
 * it, here and by a call on the other nodes; those who follow get the list read again, at most
 * once a second. */
#ifndef APP_FOLLOW_H
#define APP_FOLLOW_H

#include "kept.h"

struct app;
struct change;
struct errand;
struct room;
struct stream;
struct visit;

enum { FOLLOW_BUCKETS = 1024 };

struct followers {
    struct stream *bucket[FOLLOW_BUCKETS]; /* by the guest */
};

/* What such a stream has beside the others. */
struct followed {
    bool changed; /* the list is to be read again */
    char *list;   /* to be told, or NULL */
};

/* The list of GUEST has been read. */
void follow_take(struct app *app, const struct errand *errand);

/* CHANGE has been kept, by this node; ROOM is where, or NULL. */
void follow_changed(struct app *app, const struct room *room, const struct change *change);

/* What another node has called out: "=" and the beginning of a guest's hash. Or anything may
 * have changed. */
void follow_hear(struct app *app, const char *word, size_t len);
void follow_all(struct app *app);

/* GUEST may be somebody else now: who follows as this one comes back. */
void follow_end_of(struct app *app, const struct hash *guest);

/* A second has passed; and the server stops. */
void follow_tick(struct app *app);
void follow_end(struct app *app);

#endif
