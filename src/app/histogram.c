/* Times by their size. */
#include "histogram.h"

const double histogram_bound[HISTOGRAM_BOUNDS] = {0.0001, 0.00025, 0.0005, 0.001, 0.0025,
                                                  0.005,  0.01,    0.025,  0.05,  0.1,
                                                  0.25,   0.5,     1,      2.5,   10};

void histogram_add(struct histogram *h, double seconds)
{
    int i = 0;

    while (i < HISTOGRAM_BOUNDS && seconds > histogram_bound[i])
        i++;
    h->count[i]++;
    h->sum += seconds;
}
