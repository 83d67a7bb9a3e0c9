/* Stepping through a story: forward, back, by itself. */
#ifndef SCREEN_REEL_H
#define SCREEN_REEL_H

#include "desk.h"

struct reel {
    size_t at; /* the frame */
    bool playing;
    long next; /* when the next frame comes */
};

extern const struct desk_key reel_keys[];
extern const int n_reel_keys;

/* Handles a key; false if it was not for the reel. */
bool reel_key(struct reel *reel, struct key key, const struct story *story, long now);

/* Goes on by itself; how long the next call may wait. */
int reel_tick(struct reel *reel, const struct story *story, long now);

/* Puts the frame on the desk, with what led to it in words. */
void reel_show(struct desk *desk, const struct reel *reel);

#endif
