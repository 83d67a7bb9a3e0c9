/* A histogram of times: how many were at most this long, for a fixed list of bounds. */
#ifndef APP_HISTOGRAM_H
#define APP_HISTOGRAM_H

#include <stdint.h>

enum { HISTOGRAM_BOUNDS = 15 };

extern const double histogram_bound[HISTOGRAM_BOUNDS]; /* seconds, ascending */

struct histogram {
    uint64_t count[HISTOGRAM_BOUNDS + 1]; /* each in one place only; the last is for the rest */
    double sum;                           /* seconds */
};

void histogram_add(struct histogram *h, double seconds);

#endif
