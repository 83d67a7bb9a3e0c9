/* The lobby: public games that are not over. What everybody sees of it is read from the store
 * at most once in a while, and after a change here, however many ask. */
#ifndef APP_LOBBY_H
#define APP_LOBBY_H

#include "reader.h"

enum { LOBBY_TICKS = 2 }; /* seconds that it is shown as it was */

struct lobby {
    bool fresh;
    uint64_t tick; /* when it was read */
    size_t n;
    struct table_about game[LISTED_MAX];
};

/* It has been read. */
void lobby_take(struct lobby *lobby, const struct errand *errand, uint64_t tick);

/* CHANGE has been kept: the lobby may look different now. */
void lobby_changed(struct lobby *lobby, const struct change *change);

#endif
