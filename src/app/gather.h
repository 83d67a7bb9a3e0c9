/* Records of many games in one answer: the people service says which, and they are read one
 * after the other. */
#ifndef APP_GATHER_H
#define APP_GATHER_H

#include "app.h"

enum { GATHERED_MAX = 20 }; /* records of an answer */

/* What is gathered for a visit. */
struct gathering {
    char id[GATHERED_MAX][ID_SIZE];
    size_t n, at;
    char *next; /* JSON: where the list goes on */
    size_t next_len;
    struct json_out out;
};

/* The people service has answered V with the ids; what V is answered comes of handle_records.
 */
void gather_begin(struct visit *v);

/* Frees what a visit has gathered that has not been answered. */
void gather_free(struct visit *v);

#endif
