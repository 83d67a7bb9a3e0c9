/* Streams of events, as text/event-stream: what a viewer may see of a room, from some event on;
 * or the list of one's own games, see follow.h.
 *
 * A stream is a place in the room's history, not a buffer: what a slow reader has not fetched
 * yet costs nothing. */
#ifndef APP_STREAM_H
#define APP_STREAM_H

#include "room.h"

/* Seconds between two signs of life. Each stream has its own of these seconds, so that a server
 * with thousands of them is never busy with all at once. */
enum { STREAM_BEAT = 15 };

struct stream {
    struct stream *next; /* of the same list, which begins at FIRST */
    struct stream **first;
    struct room *room;         /* that it is of, */
    struct followed *followed; /* or NULL: then it is of these games, */
    bool lobby;                /* or of the lobby's */
    enum alibi_viewer viewer;
    bool has_guest, has_key; /* who reads it: */
    bool has_person;         /* the guest is an account */
    struct hash guest, key;
    struct quota *quota; /* in which it counts for ASKER, or NULL */
    struct asker asker;
    bool words; /* events have notes and worded tokens */
    size_t seq; /* the last event that was sent */
    bool greeted, beat, thinking, presence, talk, ending;
    bool clocks;      /* how they stand is to be told */
    unsigned hurried; /* a decision got so many milliseconds only, which is to be told; or 0 */
    unsigned turn;    /* the second in which it gives a sign of life */
    const char *out;  /* what is being sent, of LEN bytes, the first AT of which are gone */
    size_t len, at;
    struct parcel *parcel; /* that it is in, or NULL */
    char *own;             /* the same if no other stream has it, or NULL */
    bool asleep;           /* its reader found nothing and is to be woken */
    void *connection;
    void (*wake)(struct stream *stream);
};

/* A stream of ROOM for VIEWER after event SEQ; NULL without memory. Free it with stream_free.
 */
struct stream *stream_new(struct room *room, enum alibi_viewer viewer, size_t seq);

/* The same of somebody's games, in the list that begins at FIRST. */
struct stream *stream_follow(struct stream **first);
void stream_free(struct stream *stream);

/* The next bytes: how many, 0 if there is nothing now, -1 at the end. */
long stream_read(struct stream *stream, char *buf, size_t max);

/* Whoever reads it has something to read; and it may be time for a sign of life. */
void stream_wake(struct stream *stream);
void stream_beat(struct stream *stream, uint64_t tick);

/* What happened in a room: events, the clocks stand differently, the computer thinks, or had no
 * more than MS milliseconds for it, somebody comes or goes, something is said, time passes, the
 * server stops. */
void stream_events(struct room *room);
void stream_clocks(struct room *room);
void stream_thinking(struct room *room);
void stream_hurried(struct room *room, unsigned ms);
void stream_presence(struct room *room);

/* To whoever reads a view of the talk that has changed. */
void stream_talk(struct room *room, const bool changed[TALK_VIEWS]);
void stream_tick(struct room *room, uint64_t tick);
void stream_end(struct room *room);
void stream_end_if(struct room *room, bool (*is_over)(const struct stream *stream));

/* The same for those of the guests whose hashes begin with so many BYTES of GUEST's. */
void stream_end_of(struct room *room, const struct hash *guest, size_t bytes);

#endif
