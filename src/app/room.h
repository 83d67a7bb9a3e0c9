/* A room: a table in the server's memory, as the store has it, with those who follow the game
 * and those who wait for the disk. While a change is being written the room is busy, and
 * whoever wants to change it waits. */
#ifndef APP_ROOM_H
#define APP_ROOM_H

#include "computer.h"
#include "course.h"
#include "game_table.h"
#include "store.h"

struct stream; /* stream.h */
struct visit;  /* app.h */

struct room {
    struct room *next;  /* of the same bucket */
    struct table table; /* as on the disk */
    bool busy;          /* a change is being written */
    bool leaving;       /* the game is being removed, and is nobody's any more */
    struct job
        *thought;  /* the computer's move is found, and waits for the room not to be busy */
    bool hinting;  /* a hint is being thought about */
    bool judging;  /* a chance of the course is being thought about */
    size_t judged; /* chances of the course that have been found, and the Detective's */
    double chance[COURSE_MAX];
    struct visit *waiting; /* for the room not to be busy */
    struct stream *streams;
    uint64_t used; /* when it was last asked for, in ticks */
};

/* A room as it is stored under ID; NULL if there is none or it cannot be read. */
struct room *room_load(struct store *store, const char *id);
void room_free(struct room *room);

#endif
