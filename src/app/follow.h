/* Following one's own games: a stream of the list, told again when something in it changes; and
 * of what else one is to hear: that an opponent was found, and challenges.
 *
 * Streams of this kind belong to no room. A change of a game marks the guests who hold seats in
 * it, here and by a call on the other nodes; those who follow get the list read again: at once,
 * and then at most once a second. What else there is the people service is asked for, when it
 * has said that there is something. */
#ifndef APP_FOLLOW_H
#define APP_FOLLOW_H

#include "kept.h"

struct app;
struct change;
struct errand;
struct petition;
struct room;
struct stream;
struct visit;

enum { FOLLOW_BUCKETS = 1024 };

struct followers {
    struct stream *bucket[FOLLOW_BUCKETS]; /* by the guest */
};

/* What such a stream has beside the others. */
struct followed {
    bool changed;             /* the list is to be read again, which was done */
    uint64_t read;            /* in this tick */
    char *list;               /* to be told, or NULL */
    bool called;              /* the people service is to be asked for news */
    char *news;               /* to be told, or NULL */
    bool has_news;            /* some were told */
    char person[ID_SIZE];     /* the account that follows, or empty */
    char tournament[ID_SIZE]; /* that is followed instead of games, or empty */
};

/* The list of GUEST has been read. */
void follow_take(struct app *app, const struct errand *errand);

/* CHANGE has been kept, by this node; ROOM is where, or NULL. */
void follow_changed(struct app *app, const struct room *room, const struct change *change);

/* The people service has something to say to GUEST; and what that is. */
void follow_call(struct app *app, const struct hash *guest);
void follow_news(struct app *app, struct petition *petition);

/* What another node has called out: "=", "@" for news of the people service, or "!" for a guest
 * who may be somebody else now, and the beginning of the guest's hash. Or anything may have
 * changed. */
void follow_hear(struct app *app, const char *word, size_t len);
void follow_all(struct app *app);

/* STREAM is told a copy of TEXT, at its PLACE in what is followed. */
void follow_tell(struct stream *stream, char **place, const char *text);

/* A session of GUEST may have ended: whoever follows anything as this one, here and on the
 * other nodes, comes back and shows again who it is. Or that of any account may have, unheard.
 */
void follow_doubt(struct app *app, const struct hash *guest);
void follow_doubt_all(struct app *app);

/* A second has passed; and the server stops. */
void follow_tick(struct app *app);
void follow_end(struct app *app);

#endif
