/* What is said at a table, on its way between the people service, which keeps it, and the
 * room's streams. Nodes that share what is kept call out that something was said: whoever has
 * readers there asks its own people service then. */
#ifndef APP_TALKING_H
#define APP_TALKING_H

#include "people_service.h"

struct app;
struct room;

/* Of one room. */
struct talking {
    char *view[TALK_VIEWS]; /* what was said, as JSON; or NULLs: it is not known */
    bool stale;             /* there is more by now */
    uint64_t asked; /* one more than the tick in which the people service was asked, or 0 */
};

void talking_clear(struct talking *talking);

/* Has what was said in ROOM found out, if somebody there can talk and somebody reads. */
void talking_look(struct app *app, struct room *room);

/* The people service has told it. */
void talking_take(struct app *app, struct petition *petition);

/* What another node has called out: "~" and a game. Or any call may have been missed. */
void talking_hear(struct app *app, const char *word, size_t len);
void talking_all(struct app *app);

#endif
