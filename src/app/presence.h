/* Who is here: from which seats of a room somebody looks, by any node.
 *
 * A seat is here while a stream of one of its holders is open, and for a few seconds after
 * that, so that a page which is loaded again does not come and go. Nodes that share what is
 * kept call out to each other who is with them: at every change, and now and then again. What
 * was called is forgotten after a while, so a node that dies takes its people with it, and a
 * call that is lost is made up for by the next one. */
#ifndef APP_PRESENCE_H
#define APP_PRESENCE_H

#include "kept.h"

struct app;
struct room;
struct elsewhere;

enum {
    PRESENCE_GRACE = 5,   /* seconds for which a seat that was left is still here */
    PRESENCE_GONE = 120,  /* after which it was left for good, if somebody waits there */
    PRESENCE_CALL = 15,   /* seconds between two calls if nothing changes */
    PRESENCE_MEMORY = 40, /* seconds for which a call is believed */
    PRESENCE_BUCKETS = 1024,
    PRESENCE_MAX = 1 << 16, /* calls of others that are remembered */
    PRESENCE_NODE = 17,     /* bytes of a node's name, NUL included */
};

/* What others have called out: by game and node. */
struct crowd {
    struct elsewhere *bucket[PRESENCE_BUCKETS];
    size_t n;
    bool again; /* somebody wants to hear everything once more */
};

/* Of one room: what is known of it, and what was told. */
struct presence {
    uint64_t left[2];   /* one more than the tick in which the seat was last here, or 0 */
    uint64_t missed[2]; /* the same since which it was looked for in vain all the time, or 0 */
    uint64_t looked;    /* the tick of the last look */
    unsigned told;      /* the seats that are here as everybody was told */
    unsigned told_gone; /* and those that have been away for long */
    unsigned called, watching; /* seats and spectators of this node as the others were */
};

void crowd_clear(struct crowd *crowd);

/* Finds out who is in ROOM now, and tells its streams if that has changed. */
void presence_look(struct app *app, struct room *room);

/* A second has passed: for each room, and once for all of them. */
void presence_tick(struct app *app, struct room *room);
void presence_ticked(struct app *app);

/* Node FROM has called out a WORD of LEN bytes: "GAME:SEATS:WATCHING", or "?" to hear all; FROM
 * is
 * "?" itself where this node begins to listen. What makes no sense is nothing. */
void presence_hear(struct app *app, const char *from, const char *word, size_t len);

#endif
