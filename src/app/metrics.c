/* Counting requests. */
#include "metrics.h"

/* Where a refusal is counted. */
static size_t place_of(const struct alibi_refusal *refusal)
{
    size_t i = 0;

    while (request_refusals[i] && request_refusals[i] != refusal)
        i++;
    return i;
}

void metrics_request(struct metrics *m, const struct request *r, double seconds)
{
    unsigned class = r->status / 100;

    m->requests++;
    m->failures += r->status >= 500;
    m->response[class < METRIC_CLASSES ? class : 0]++;
    if (r->refusal)
        m->refusal[place_of(r->refusal)]++;
    if (r->status)
        histogram_add(&m->answered[r->route], seconds);
}
