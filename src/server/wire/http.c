/* Connections and requests, from their beginning to their end. */
#include "http.h"

#include "clock.h"
#include "gather.h"
#include "stream.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    CONNECTIONS_MAX = 16384,
    SILENCE_MAX = 30, /* seconds without a byte while something is due */
    ASKING_MAX = 30,  /* seconds for a whole request */
    CONNECTION_MEMORY = 12 << 10,
};

/* --- Waiting --- */

static void suspend(struct exchange *x)
{
    x->next = x->http->waiting;
    x->link = &x->http->waiting;
    if (x->next)
        x->next->link = &x->next;
    x->http->waiting = x;
    MHD_suspend_connection(x->connection);
}

void http_wake(struct visit *v)
{
    struct exchange *x = v->connection;

    *x->link = x->next;
    if (x->next)
        x->next->link = x->link;
    x->link = NULL;
    MHD_resume_connection(x->connection);
}

/* --- A request --- */

static struct exchange *begin(struct http *http, struct MHD_Connection *connection,
                              const char *method)
{
    struct exchange *x = calloc(1, sizeof *x);
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    if (!x)
        return NULL;
    http->active++;
    x->http = http;
    x->connection = connection;
    x->wire = info ? info->socket_context : NULL;
    x->v.connection = x;
    x->method = method;
    http->now = x->begun = clock_seconds();
    return x;
}

/* Takes a piece of the body; what is too long is not kept. */
static bool take(struct exchange *x, const char *data, size_t n)
{
    struct request *r = &x->v.r;

    if (x->too_large || r->len + n > route_body_max(r->route)) {
        x->too_large = true;
        return true;
    }
    if (r->len + n > r->cap) {
        size_t cap = r->len + n < 1024 ? 1024 : 2 * (r->len + n);
        char *grown = realloc(r->body, cap);

        if (!grown)
            return false;
        r->body = grown;
        r->cap = cap;
    }
    memcpy(r->body + r->len, data, n);
    r->len += n;
    return true;
}

/* The whole request is there, or it may be handled again. */
static enum MHD_Result go_on(struct exchange *x, const char *path)
{
    struct request *r = &x->v.r;

    if (x->wire)
        x->wire->deadline = 0;
    if (!r->status && r->route == ROUTE_PAGE) {
        if (!card_waits(x, path))
            return response_page(x, path);
        suspend(x);
        return MHD_YES;
    }
    if (!r->status && r->route == ROUTE_CATALOGUE)
        return response_catalogue(x);
    if (!r->status && x->too_large)
        request_refuse(r, &request_no.too_large,
                       ALIBI_WITH(alibi_number(route_body_max(r->route)).text));
    if (!r->status)
        app_handle(x->http->app, &x->v);
    if (r->status)
        return response_send(x);
    if (x->v.progress == VISIT_STREAM) {
        x->http->app->metrics.streams++;
        hangup_watch(x);
        return response_stream(x);
    }
    suspend(x);
    return MHD_YES;
}

static enum MHD_Result handle(void *cls, struct MHD_Connection *connection, const char *path,
                              const char *method, const char *version, const char *data,
                              size_t *size, void **context)
{
    struct exchange *x = *context;

    (void)version;
    if (!x) {
        x = begin(cls, connection, method);
        *context = x;
        if (!x)
            return MHD_NO;
        if (gate_check(x, path))
            return MHD_YES;
        return response_send(
            x); /* before the body is read: the connection is closed after it */
    }
    if (*size > 0) {
        bool taken = take(x, data, *size);

        *size = 0;
        return taken ? MHD_YES : MHD_NO;
    }
    return go_on(x, path);
}

static void completed(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_RequestTerminationCode code)
{
    struct http *http = cls;
    struct exchange *x = *context;

    (void)connection;
    (void)code;
    if (!x)
        return;
    http->active--;
    report_end(x);
    if (x->v.stream) {
        http->app->metrics.streams--;
        hangup_forget(x);
        stream_free(x->v.stream);
    }
    if (x->client) {
        x->client->requests--;
        x->client->streams -= route_is_stream(x->v.r.route);
        clients_drop(&http->clients, x->client);
    }
    if (x->wire)
        x->wire->deadline = clock_seconds() + ASKING_MAX;
    request_clear(&x->v.r);
    gather_free(&x->v);
    free(x);
    *context = NULL;
}

/* --- A connection --- */

/* One client must leave connections to others. Those of a proxy are many clients', whose
 * requests are counted instead. */
static enum MHD_Result let_in(void *cls, const struct sockaddr *from, socklen_t size)
{
    struct http *http = cls;
    struct address peer, who;
    const struct client *client;

    (void)size;
    if (http->settings.rate <= 0 || !address_of(&peer, from) || gate_is_proxy(http, &peer))
        return MHD_YES;
    who = address_client(&peer);
    client = clients_find(&http->clients, &who);
    return client && client->connections >= CLIENT_MAX ? MHD_NO : MHD_YES;
}

/* Counts a connection for the client that has made it. */
static void count_connection(struct http *http, struct wire *wire,
                             struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    struct address who;

    if (!info || !address_of(&wire->peer, info->client_addr) ||
        gate_is_proxy(http, &wire->peer))
        return;
    who = address_client(&wire->peer);
    wire->client = clients_get(&http->clients, &who);
    if (wire->client)
        wire->client->connections++;
}

static void disconnected(struct http *http, struct wire *wire)
{
    *wire->link = wire->next;
    if (wire->next)
        wire->next->link = wire->link;
    if (wire->client) {
        wire->client->connections--;
        clients_drop(&http->clients, wire->client);
    }
    http->app->metrics.connections--;
    free(wire);
}

static void connected(void *cls, struct MHD_Connection *connection, void **context,
                      enum MHD_ConnectionNotificationCode code)
{
    struct http *http = cls;
    struct wire *wire = *context;
    const union MHD_ConnectionInfo *info;
    unsigned lost =
        1000 * SILENCE_MAX; /* who does not even acknowledge is not there any more */

    if (code == MHD_CONNECTION_NOTIFY_CLOSED) {
        if (wire)
            disconnected(http, wire);
        *context = NULL;
        return;
    }
    info = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    wire = calloc(1, sizeof *wire);
    if (!wire || !info) {
        free(wire);
        return;
    }
    wire->fd = info->connect_fd;
    wire->deadline = clock_seconds() + ASKING_MAX;
    (void)setsockopt(wire->fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &lost, sizeof lost);
    wire->link = &http->wires;
    wire->next = http->wires;
    if (wire->next)
        wire->next->link = &wire->next;
    http->wires = wire;
    http->app->metrics.connections++;
    *context = wire;
    count_connection(http, wire, connection);
}

/* Shuts connections that have not sent a whole request in time; libmicrohttpd then sees the end
 * of the connection. */
void http_tick(struct http *http)
{
    double now = clock_seconds();

    for (struct wire *wire = http->wires; wire; wire = wire->next)
        if (wire->deadline > 0 && wire->deadline < now)
            (void)shutdown(wire->fd, SHUT_RDWR);
}

/* --- The daemon --- */

/* No route needs escapes; escaped paths get 404. */
static size_t keep_escapes(void *cls, struct MHD_Connection *connection, char *text)
{
    (void)cls;
    (void)connection;
    return strlen(text);
}

/* libmicrohttpd logs every client that disconnects, and may quote what the client sent. */
static void ignore_log(void *cls, const char *format, va_list args)
{
    (void)cls;
    (void)format;
    (void)args;
}

void http_set(struct http *http, const struct settings *settings)
{
    http->settings = *settings;
    http->rate.per_second = settings->rate;
    http->rate.burst = 4 * settings->rate;
}

bool http_open(struct http *http, const struct server_options *options,
               const struct settings *settings, struct app *app, int listener)
{
    memset(http, 0, sizeof *http);
    http->options = options;
    http->app = app;
    report_open(&http->report);
    rate_init(&http->rate, 0, 0);
    http_set(http, settings);
    clients_init(&http->clients);
    http->daemon = MHD_start_daemon(
        MHD_USE_EPOLL | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG, 0, let_in, http, handle,
        http, MHD_OPTION_EXTERNAL_LOGGER, ignore_log, NULL, MHD_OPTION_LISTEN_SOCKET, listener,
        MHD_OPTION_CONNECTION_LIMIT, (unsigned)CONNECTIONS_MAX, MHD_OPTION_CONNECTION_TIMEOUT,
        (unsigned)SILENCE_MAX, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_CONNECTION_MEMORY_INCREMENT, (size_t)1024, MHD_OPTION_NOTIFY_COMPLETED,
        completed, http, MHD_OPTION_NOTIFY_CONNECTION, connected, http,
        MHD_OPTION_UNESCAPE_CALLBACK, keep_escapes, NULL, MHD_OPTION_STRICT_FOR_CLIENT, 1,
        MHD_OPTION_END);
    return hangup_open(http) && http->daemon != NULL;
}

int http_epoll(const struct http *http)
{
    return MHD_get_daemon_info(http->daemon, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
}

int http_timeout(const struct http *http, int most)
{
    MHD_UNSIGNED_LONG_LONG ms;

    if (MHD_get_timeout(http->daemon, &ms) != MHD_YES || ms > (MHD_UNSIGNED_LONG_LONG)most)
        return most;
    return (int)ms;
}

void http_run(struct http *http)
{
    hangup_heed(http);
    (void)MHD_run(http->daemon);
}

void http_stop(struct http *http)
{
    MHD_socket listener = MHD_quiesce_daemon(http->daemon);

    if (listener != MHD_INVALID_SOCKET)
        (void)close(listener);
}

void http_close(struct http *http)
{
    while (http->waiting) {
        struct visit *v = &http->waiting->v;

        request_refuse(&v->r, &request_no.stopping, NULL);
        http_wake(v);
    }
    http_run(http);
    MHD_stop_daemon(http->daemon);
    hangup_close(http);
    clients_clear(&http->clients);
    free(http->catalogue.text);
    free(http->catalogue.gzip);
}
