/* HTTP by libmicrohttpd: from its connections to requests, and back.
 *
 * It runs in the caller's thread: whenever its epoll descriptor is readable, http_run. A
 * request that waits suspends its connection; so does a stream that has nothing to say. */
#ifndef SERVER_HTTP_H
#define SERVER_HTTP_H

#include "app.h"
#include "clients.h"
#include "rate.h"
#include "server.h"

#include <microhttpd.h>

enum { HTTP_HOST_SIZE = 300, REQUEST_ID_SIZE = 65 };

/* What report.c remembers. */
struct report {
    unsigned char key[16]; /* of the names that it gives to games */
    long second; /* of the last security event, how many it has had, and those since */
    unsigned told, left_out; /* that were not told */
};

/* The answer of ROUTE_CATALOGUE, in both forms; NULL before somebody has asked for it. */
struct catalogue {
    char *text, *gzip;
    size_t len, gzip_len;
    char tag[20], gzip_tag[24];
};

struct http {
    const struct server_options *options;
    struct app *app;
    struct MHD_Daemon *daemon;
    struct settings settings; /* as they are now */
    struct rate rate;
    struct clients clients;
    struct wire *wires;       /* the connections */
    struct exchange *waiting; /* requests whose connection is suspended */
    size_t active;            /* requests that are not completed */
    double now;               /* seconds */
    struct report report;
    struct catalogue catalogue;
    int hangups; /* readable when a reader of a stream has hung up */
};

/* A connection: from where, and when it must have sent a whole request. */
struct wire {
    struct wire *next, **link;
    int fd;
    struct address peer;
    struct client *client; /* whose it is; NULL if it is a proxy's */
    double deadline;       /* 0 while a request is being answered */
};

/* A request on its connection. */
struct exchange {
    struct visit v;
    struct http *http;
    struct MHD_Connection *connection;
    struct wire *wire;
    struct client *client; /* for whom it is counted, or NULL */
    const char *method;
    char id[REQUEST_ID_SIZE]; /* a proxy's, or drawn */
    double begun, answered;   /* 0: it never was */
    struct address who;       /* the client, as far as clients are told apart */
    bool by_proxy;            /* what it says of the client is a proxy's word, which we take */
    bool too_large;
    struct exchange *next, **link; /* of those that wait */
};

/* Serves what comes in at the listening socket; false if it cannot. */
bool http_open(struct http *http, const struct server_options *options,
               const struct settings *settings, struct app *app, int listener);

/* Other settings, from now on. */
void http_set(struct http *http, const struct settings *settings);
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

enum {
    CLIENT_MAX = 128
}; /* connections, or requests by proxies, that one client may have open
    */

/* Whether those who ask from PEER ask for others. */
bool gate_is_proxy(const struct http *http, const struct address *peer);

/* Fills who is asking from the headers and checks them. False after a refusal. */
bool gate_check(struct exchange *x, const char *path);

/* --- report.c: what is told of a request --- */

void report_open(struct report *report);

/* Gives the request its id. */
void report_begin(struct exchange *x);

/* The request is over: it is counted, and told to the log. */
void report_end(struct exchange *x);

/* --- card.c: what is shown of a page where somebody shares its link --- */

struct asset;

/* Whether the game of PATH has to be read first: the exchange waits for it. */
bool card_waits(struct exchange *x, const char *path);

/* The page with its card, to be freed, and its length; NULL if PATH is to be sent as it is. */
char *card_page(struct exchange *x, const struct asset *page, const char *path, size_t *len);

/* --- hangup.c: readers of streams who hang up --- */

bool hangup_open(struct http *http);
void hangup_close(struct http *http);

/* The stream of X begins, and ends. */
void hangup_watch(struct exchange *x);
void hangup_forget(struct exchange *x);

/* Ends the streams of those who have hung up. */
void hangup_heed(struct http *http);

/* --- response.c: what goes back --- */

enum MHD_Result response_send(struct exchange *x);
enum MHD_Result response_stream(struct exchange *x);
enum MHD_Result response_catalogue(struct exchange *x);
enum MHD_Result response_page(struct exchange *x, const char *path);

/* Whether the server is reached by https. */
bool http_is_secure(const struct http *http);

#endif
