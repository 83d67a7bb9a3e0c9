/* The test player: what it has been told, what it believes, and what it plays. */
#ifndef OUTSIDE_MIND_H
#define OUTSIDE_MIND_H

#include <alibi/rng.h>
#include <alibi/watch.h>

#include "search.h"

enum {
    MIND_READ = 16, /* actions of Jack's in a game: two in a turn */
};

/* An action of Jack's that has been seen and not yet thought about. */
struct sight {
    struct alibi_state world; /* before it: one that the player held possible */
    alibi_move move;
};

struct mind {
    enum alibi_seat seat;
    struct alibi_watch *watch;
    struct alibi_rng rng;
    struct judge judge;
    struct search search;
    float belief[LANES]; /* who is Jack, as far as Jack's actions tell the public */
    int n_read;
    struct sight read[MIND_READ];
};

/* A mind for SEAT at the start of a game; mind_free frees it. False if memory runs out. */
bool mind_init(struct mind *mind, enum alibi_seat seat, uint64_t seed);
void mind_free(struct mind *mind);

/* It is told a token. */
int mind_see(struct mind *mind, const char *token, size_t len, struct alibi_error *err);

bool mind_is_on_turn(const struct mind *mind);

/* The action that it plays. It thinks for as long as it has nodes and until DEADLINE of
 * search_now, but always looks at the whole turn. */
alibi_move mind_choose(struct mind *mind, uint64_t nodes, double deadline);

#endif
