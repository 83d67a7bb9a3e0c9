/* A room: a table in the server's memory, as it is kept, with those who follow the game and
 * those who wait for the disk. While a change is being written the room is busy, and whoever
 * wants to change it waits. */
#ifndef APP_ROOM_H
#define APP_ROOM_H

#include "computer.h"
#include "course.h"
#include "deadlines.h"
#include "game_table.h"
#include "kept_game.h"
#include "parcel.h"
#include "presence.h"
#include "quota.h"
#include "talking.h"

struct stream; /* stream.h */
struct visit;  /* app.h */

struct room {
    struct room *next;  /* of the same bucket */
    struct table table; /* as on the disk */
    struct hash sum;    /* of its events: see chain.h */
    bool busy;          /* a change is being written */
    bool leaving;       /* the game is being removed, and is nobody's any more */
    bool stale;         /* somebody else has changed the game: it is to be read again */
    uint64_t theirs; /* until this tick whoever has changed it last lets the computer think */
    bool unsure;     /* and nobody knows whether the last change was written */
    struct job *thought; /* the computer's move is found, and waits for the room not to be busy,
                          * or for the end of a pause */
    bool paid;           /* the thought that follows a move counts for PAYER */
    struct asker payer;
    enum alibi_seat hurried; /* whose last decision got less than its time */
    bool hinting;            /* a hint is being thought about */
    bool judging;            /* a chance of the course is being thought about */
    size_t judged; /* chances of the course that have been found, and the Detective's */
    double chance[COURSE_MAX];
    struct deadline deadline; /* by the clocks */
    struct visit *waiting;    /* for the room not to be busy */
    struct stream *streams;
    struct parcel *parcels; /* what the streams have lately sent */
    struct presence presence;
    struct talking talk;
    uint64_t used; /* when it was last asked for, in ticks */
    size_t n_requests, requests_cap;
    struct done_request *request; /* that have been done, by their order */
};

/* A room for a game as it was kept, or as the first change of a new one has made it; NULL if
 * that makes no sense, or without memory. */
struct room *room_of(const struct kept_game *game);
struct room *room_begun(const struct change *change);
void room_free(struct room *room);

/* The room becomes what the game is now, with everybody in it; false if it makes no sense. */
bool room_renew(struct room *room, const struct kept_game *game);

/* What has been kept gets into the room; false without memory. */
bool room_apply(struct room *room, const struct change *change);

/* The request of that key, if it was done before; else NULL. */
const struct done_request *room_request(const struct room *room, const char *key);

#endif
