/* Seconds since some moment in the past, never going back. */
#ifndef SERVER_CLOCK_H
#define SERVER_CLOCK_H

#include <time.h>

static inline double clock_seconds(void)
{
    struct timespec t;

    (void)clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

#endif
