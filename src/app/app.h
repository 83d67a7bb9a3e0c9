/* The server's work, free of HTTP's wire: rooms, requests, what is written and what is thought.
 * All of it runs in one thread; the writer and the computer have theirs. */
#ifndef APP_H
#define APP_H

#include "album.h"
#include "asking.h"
#include "room.h"
#include "secret.h"
#include "writer.h"

/* What is counted for /metrics. */
struct counters {
    uint64_t requests, failures, moves, streams_opened;
    size_t streams;
};

enum progress {
    VISIT_FRESH,   /* to be handled, perhaps not for the first time; or answered */
    VISIT_WAITING, /* for the disk, the computer or a room that is busy */
    VISIT_STREAM,  /* the answer is a stream of events */
};

/* A request with what the server knows of its sender, while it is being answered. */
struct visit {
    struct request r;
    const char *last_event_id; /* or NULL */
    bool has_guest, has_key;
    struct hash guest, key;
    bool is_browser; /* it can keep a cookie */

    enum progress progress;
    char cookie[KEY_SIZE]; /* to be set, or empty */
    struct stream *stream;
    struct visit *next; /* of those who wait for the same room */
    void *connection;   /* http.c's own */
};

struct app_options {
    const char *version;
    unsigned keep_days; /* after the last change of a game; 0: for ever */
    struct lottery lottery;
    const char *script; /* for tests: outcomes that every deal begins with, or NULL */
    void (*today)(char out[DATE_SIZE]);
    void (*wake)(struct visit *v); /* one that waited is to be handled again */
};

/* What it works with, made by whoever opens it: each does its work beside the app's, and has it
 * fetched by app_collect. */
struct app_parts {
    struct store *store;
    struct writer *writer;
    struct computer *computer;
    struct album *album;
};

enum { APP_BUCKETS = 1024, APP_ROOMS_MAX = 2048 };

struct app {
    struct app_options options;
    struct app_parts part;
    bool stopping;  /* no more changes are begun */
    size_t writing; /* changes at the writer */
    uint64_t tick;  /* seconds since the start */
    struct room *bucket[APP_BUCKETS];
    size_t n_rooms;
    struct counters count;
};

/* Frees the parts that could be made; the others are NULL. */
void app_parts_free(const struct app_parts *parts);

/* Takes over the parts, which it frees in the end, or at once if it cannot be opened: NULL
 * after filling ERR. */
struct app *app_open(const struct app_options *options, const struct app_parts *parts,
                     struct alibi_error *err);

/* No request may be waiting any more. */
void app_close(struct app *app);

/* Handles a visit that is VISIT_FRESH: answers it, or lets it wait. */
void app_handle(struct app *app, struct visit *v);

/* Takes up what the writer and the computer have done. */
void app_collect(struct app *app);

/* Milliseconds until there is something to take up even if nothing wakes it, at most MOST. */
int app_timeout(struct app *app, int most);

/* A second has passed: streams are kept open, the computer goes on where it had to stop, old
 * games are removed. */
void app_tick(struct app *app);

/* Has the game ID removed; false if it is in use, or there is none. */
bool app_remove(struct app *app, const char *id);

/* Ends every stream and begins no more changes. */
void app_stop(struct app *app);

/* --- For the handlers --- */

/* The room of the game that is asked for, and the seats in it that the visitor holds; NULL
 * after a refusal. */
struct room *app_room(struct app *app, struct visit *v);
struct room *app_find(struct app *app, const char *id);

/* Which seats of ROOM the visitor holds. */
unsigned app_seats(const struct visit *v, const struct room *room);

/* V waits until ROOM is not busy; it is handled afresh then. */
void app_wait(struct room *room, struct visit *v);

/* The chance of a game with this opening. */
struct chance app_chance(const struct app *app, struct opening *opening);

/* Has CHANGE written. When that is done, V (which may be NULL) is answered STATUS with ANSWER,
 * or where that is NULL with the change's events as VIEWER sees them. Takes CHANGE, and ANSWER,
 * which is a JSON text. ROOM is NULL for a new game. */
void app_write(struct app *app, struct room *room, struct change *change, struct visit *v,
               unsigned status, struct json_out *answer, enum alibi_viewer viewer);

/* A chance of the course of ROOM has been found: the next is asked for. */
void course_judged(struct app *app, struct room *room, const struct job *job);

/* The handlers, by what they are about. */
void handle_guest(struct app *app, struct visit *v);
void handle_create(struct app *app, struct visit *v);
void handle_enter(struct app *app, struct visit *v);
void handle_rematch(struct app *app, struct visit *v);
void handle_moves(struct app *app, struct visit *v);
void handle_hint(struct app *app, struct visit *v);
void handle_hinted(struct app *app, struct visit *v, const struct job *job);
void handle_course(struct app *app, struct visit *v);
void handle_resign(struct app *app, struct visit *v);

#endif
