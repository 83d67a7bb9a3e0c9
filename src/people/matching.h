/* Maximum weight matching in a general graph: pairs of vertices, no vertex in two of them, with
 * the largest sum of weights. */
#ifndef PEOPLE_MATCHING_H
#define PEOPLE_MATCHING_H

#include <stdbool.h>
#include <stdint.h>

/* Weights are below this. */
#define MATCHING_WEIGHT_MAX (INT64_C(1) << 60)

/* Finds such a matching of N vertices, 1 to 1024. weight[u * N + v], the same as
 * weight[v * N + u], is the weight of an edge, 0 where there is none. mate[u] becomes the
 * partner of u, or -1. The same weights give the same matching. A matching has as many pairs as
 * possible if every weight is larger than the sum of the differences between them. False
 * without memory. */
bool matching_find(int n, const int64_t *weight, int *mate);

#endif
