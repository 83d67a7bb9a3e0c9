/* What is counted and measured for /metrics. All of it has a fixed size: no client can make it
 * grow. */
#ifndef APP_METRICS_H
#define APP_METRICS_H

#include "histogram.h"
#include "request.h"

enum {
    METRIC_ROUTES = ROUTE_BAD_METHOD + 1,
    METRIC_CLASSES = 6, /* of a status: 200 is of class 2; 0 for requests without an answer */
    METRIC_REFUSALS = sizeof(struct request_no) / sizeof(struct request_refusal) + 1,
};

struct metrics {
    uint64_t requests, failures;
    uint64_t response[METRIC_CLASSES];
    uint64_t refusal[METRIC_REFUSALS]; /* as in request_refusals; the last one: by the rules */
    struct histogram answered[METRIC_ROUTES]; /* from the request's head to the answer */
    struct histogram thought; /* the time that a decision of the computer's got */
    struct histogram turn;    /* of the loop, without its waiting */
    uint64_t events;          /* of games, written */
    uint64_t flags;           /* that have fallen */
    uint64_t changes, changes_failed;
    uint64_t streams_opened;
    size_t streams, connections;
};

/* What only the program around the app knows. */
struct process_figures {
    double started;   /* seconds since 1970 */
    double processor; /* seconds of it, so far */
    uint64_t memory, files, files_max;
    bool has_folder;     /* the store is in one */
    uint64_t store_free; /* bytes left there */
    uint64_t log_lost;   /* lines of the log that nobody took in time */
};

/* A request is over; SECONDS passed before its answer was ready, if it has one. */
void metrics_request(struct metrics *m, const struct request *r, double seconds);

#endif
