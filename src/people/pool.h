/* Quick pairing: people wait with a wish, and those whose wishes agree are paired: by ratings
 * that are close, the longer somebody has waited the less close, and so that nobody is Jack
 * more often than Detective for long. */
#ifndef PEOPLE_POOL_H
#define PEOPLE_POOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum pool_role { POOL_JACK, POOL_DETECTIVE };

struct pool_wish {
    uint64_t person; /* nobody is paired with themselves */
    int game;        /* game, clock and rated must be the same; the numbers are the caller's */
    int clock;
    bool rated;
    bool accepts[2];  /* roles */
    double rating[2]; /* by role */
    int jack_more;    /* games as Jack less games as Detective */
    unsigned lot;  /* drawn for this wish: where either role is as good, those of both decide */
    int64_t since; /* the time in ms */
};

/* Two wishes, by their places in the list. */
struct pool_pair {
    size_t jack, detective;
};

/* Whether two people may be paired: not if one has blocked the other. */
typedef bool pool_may(const void *context, const struct pool_wish *a,
                      const struct pool_wish *b);

/* How far apart Jack's rating as Jack and the Detective's as Detective may be for somebody who
 * has waited for so long; infinite in the end. */
double pool_range(int64_t waited_ms);

/* Pairs whom it can of N wishes; writes at most N / 2 pairs. Roles are swapped, if both accept
 * that, for who was Jack more often to be the Detective; for that the ratings may be further
 * apart. No two of those who are left fit within the range of the one who has waited longer,
 * and whoever has waited longest is served first: so everybody with a partner that fits gets
 * one in the end. The same wishes and time give the same pairs. False without memory. */
bool pool_pair(const struct pool_wish *wish, size_t n, int64_t now, pool_may *may,
               const void *context, struct pool_pair *pair, size_t *count);

#endif
