/* A request and its answer, free of HTTP's wire: what app.c handles and http.c carries. */
#ifndef SERVER_REQUEST_H
#define SERVER_REQUEST_H

#include "refusals.h"
#include "room.h"
#include "route.h"

#include <jansson.h>

enum progress {
    REQUEST_FRESH,   /* to be handled, perhaps not for the first time */
    REQUEST_WAITING, /* for the disk, the computer or a room that is busy */
    REQUEST_DONE,    /* the answer is there */
    REQUEST_STREAM,  /* the answer is a stream of events */
};

struct request {
    /* What is asked, and by whom. */
    enum route route;
    char id[ID_SIZE];
    const char *as, *at, *since; /* of the query, or NULL */
    const char *last_event_id;   /* or NULL */
    bool has_guest, has_key;
    struct hash guest, key;
    bool is_browser; /* it can keep a cookie */
    char *body;
    size_t len, cap;

    /* The answer. */
    enum progress progress;
    unsigned status;
    char *text;
    size_t text_len;
    const char *type;
    const char *allow;     /* for 405 */
    char cookie[KEY_SIZE]; /* to be set, or empty */
    struct stream *stream;
    struct request *next; /* of those who wait for the same room */
    void *connection;     /* http.c's own */
};

/* The answers. Each may be given once. */
void request_answer(struct request *r, unsigned status, json_t *json); /* takes JSON */
void request_text(struct request *r, unsigned status, const char *type, char *text,
                  size_t len); /* takes TEXT */

/* Refusals: one of the server's own with its arguments, or NULL; one of a reader's. */
void request_refuse(struct request *r, const struct server_refusal *no,
                    const char *const *with);
void request_error(struct request *r, unsigned status, const char *code,
                   const struct alibi_error *err);

/* 422 with the number of the bad token; with the place in a record that cannot be read. */
void request_illegal(struct request *r, const struct alibi_error *err, size_t at);
void request_unreadable(struct request *r, const struct alibi_error *err, size_t line,
                        size_t column);

/* Frees what the request owns. */
void request_clear(struct request *r);

/* Which seats of ROOM the asker holds. */
unsigned request_seats(const struct request *r, const struct room *room);

/* Whether he may look at the game at all. */
bool request_may_look(const struct request *r, const struct room *room);

/* Through whose eyes: AS if that is said (NULL or empty: it is not). False after a refusal. */
bool request_viewer(struct request *r, const struct room *room, const char *as,
                    enum alibi_viewer *viewer);

/* The same for who wants to act: a seat that he holds. */
bool request_player(struct request *r, const struct room *room, const char *as,
                    enum alibi_seat *seat);

/* A number of the query; OTHERWISE if it is not there. False after a refusal. */
bool request_number(struct request *r, const char *name, const char *text, size_t most,
                    size_t otherwise, size_t *out);

#endif
