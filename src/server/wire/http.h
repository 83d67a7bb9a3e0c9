/* HTTP by libmicrohttpd: from its connections to requests, and back.
 *
 * It runs in the caller's thread: whenever its epoll descriptor is readable, http_run. A
 * request that waits suspends its connection; so does a stream that has nothing to say. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "app.h"
#include "rate.h"
#include "server.h"

#include <microhttpd.h>

enum { HTTP_HOST_SIZE = 300 };

struct http {
    const struct server_options *options;
    struct app *app;
    struct MHD_Daemon *daemon;
    struct rate rate;
    struct wire *wires;       /* the connections */
    struct exchange *waiting; /* requests whose connection is suspended */
    size_t active;            /* requests that are not completed */
    double now;               /* seconds */
};

/* A connection: when it must have sent a whole request. */
struct wire {
    struct wire *next, **link;
    int fd;
    double deadline; /* 0 while a request is being answered */
};

/* A request on its connection. */
struct exchange {
    struct visit v;
    struct http *http;
    struct MHD_Connection *connection;
    struct wire *wire;
    const char *method;
    double begun;
    bool too_large;
    struct exchange *next, **link; /* of those that wait */
};

/* Serves what comes in at the listening socket; false if it cannot. */
bool http_open(struct http *http, const struct server_options *options, struct app *app,
               int listener);
int http_epoll(const struct http *http);

/* Milliseconds until it wants to run again, at most MOST. */
int http_timeout(const struct http *http, int most);
void http_run(struct http *http);

/* Closes connections that take too long to ask. */
void http_tick(struct http *http);

/* Takes no more connections; then, when nothing waits or the time is up, closes. */
void http_stop(struct http *http);
void http_close(struct http *http);

/* For app_options and streams. */
void http_wake(struct visit *v);

/* --- gate.c: whether and as whom a request gets in --- */

/* Fills who is asking from the headers and checks them. False after a refusal. */
bool gate_check(struct exchange *x, const char *path);

/* --- card.c: what is shown of a page where somebody shares its link --- */

struct asset;

/* The page with its card, to be freed, and its length; NULL if PATH is to be sent as it is. */
char *card_page(struct exchange *x, const struct asset *page, const char *path, size_t *len);

/* --- response.c: what goes back --- */

enum MHD_Result response_send(struct exchange *x);
enum MHD_Result response_stream(struct exchange *x);
enum MHD_Result response_page(struct exchange *x, const char *path);

/* Whether the server is reached by https. */
bool http_is_secure(const struct http *http);

#endif
