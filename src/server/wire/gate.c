/* Checks of a request before its body is read: rate, headers, and the sender's cookie or key.
 */
#include "http.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *header(struct exchange *x, const char *name)
{
    return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

bool http_is_secure(const struct http *http)
{
    return http->options->origin && strncmp(http->options->origin, "https://", 8) == 0;
}

/* --- Who is counted --- */

static struct forwarded believed(const struct http *http)
{
    return (struct forwarded){.proxy = http->settings.proxy, .n = http->settings.n_proxies};
}

bool gate_is_proxy(const struct http *http, const struct address *peer)
{
    const struct forwarded f = believed(http);

    return forwarded_is_proxy(&f, peer);
}

static enum MHD_Result hear_forwarded(void *f, enum MHD_ValueKind kind, const char *name,
                                      const char *value)
{
    (void)kind;
    if (strcasecmp(name, "X-Forwarded-For") == 0 && value)
        forwarded_hear(f, value);
    return MHD_YES;
}

/* The client: the peer, or whom a proxy names. */
static struct address client_of(struct exchange *x)
{
    static const struct address nowhere;
    struct forwarded f = believed(x->http);

    f.client = x->wire ? x->wire->peer : nowhere;
    x->by_proxy = x->wire && forwarded_is_proxy(&f, &x->wire->peer);
    if (x->by_proxy) {
        (void)MHD_get_connection_values(x->connection, MHD_HEADER_KIND, hear_forwarded, &f);
        if (!f.named)
            f.client = x->wire->peer;
    }
    return address_client(&f.client);
}

/* What a request costs, in tokens of the client's bucket. A person with many tabs stays far
 * below the limit; files of a page are in memory and cost almost nothing. */
static double cost_of(enum route route)
{
    switch (route) {
    case ROUTE_CREATE:
    case ROUTE_HINT:
    case ROUTE_FOLLOW:
    case ROUTE_LOBBY:
    case ROUTE_MINE:
    case ROUTE_PICTURE:
        return 5;
    case ROUTE_REPLAY:
    case ROUTE_STUDY:
        return 2;
    case ROUTE_PAGE:
        return 0.1;
    default:
        return 1;
    }
}

/* Counts the request for its client, whom it must leave room for others; the connections of a
 * client that comes by itself are counted already. */
static bool check_open(struct exchange *x, const struct address *who)
{
    const struct settings *settings = &x->http->settings;
    struct client *client = clients_get(&x->http->clients, who);
    bool stream = route_is_stream(x->v.r.route);

    x->client = client;
    if (!client)
        return true;
    client->requests++;
    client->streams += stream;
    return settings->rate <= 0 || (client->requests <= CLIENT_MAX &&
                                   (!stream || client->streams <= settings->streams));
}

static bool check_rate(struct exchange *x)
{
    struct http *http = x->http;
    bool open;

    x->who = client_of(x);
    x->v.network = hash_of(&x->who, sizeof x->who);
    x->v.has_network = true;
    report_begin(x);
    open = check_open(x, &x->who);
    if (open &&
        rate_allow(&http->rate, &x->who, sizeof x->who, cost_of(x->v.r.route), http->now))
        return true;
    request_refuse(&x->v.r, &request_no.too_many, NULL);
    return false;
}

/* --- Where the request ends --- */

struct tally {
    unsigned seen; /* bits of headers */
    bool twice;
};

static enum MHD_Result count_header(void *cls, enum MHD_ValueKind kind, const char *name,
                                    const char *value)
{
    static const struct {
        const char *name;
        unsigned bit; /* the first two say the same thing, so only one of them may come */
    } once[] = {{"Content-Length", 1}, {"Transfer-Encoding", 1},
                {"Content-Type", 2},   {"Host", 4},
                {"Origin", 8},         {"Authorization", 16}};
    struct tally *tally = cls;

    (void)kind;
    (void)value;
    for (size_t i = 0; i < sizeof once / sizeof once[0]; i++)
        if (strcasecmp(name, once[i].name) == 0) {
            tally->twice = tally->twice || (tally->seen & once[i].bit);
            tally->seen |= once[i].bit;
        }
    return MHD_YES;
}

/* Of two that differ a proxy might have believed the other one: what it took for one request
 * would be two here. */
static bool check_once(struct exchange *x)
{
    struct tally tally = {0, false};

    (void)MHD_get_connection_values(x->connection, MHD_HEADER_KIND, count_header, &tally);
    if (tally.twice)
        request_refuse(&x->v.r, &request_no.header_twice, NULL);
    return !tally.twice;
}

/* --- Where the request comes from --- */

/* Whether HOST, without its port, is localhost or a number: a name could be somebody else's,
 * made to point here. */
static bool is_plain_host(const char *host)
{
    char name[HTTP_HOST_SIZE];
    unsigned char number[16];
    const char *colon = strrchr(host, ':');
    size_t n = strlen(host);

    if (host[0] == '[') {
        const char *end = strchr(host, ']');

        if (!end || end - host >= (long)sizeof name)
            return false;
        (void)snprintf(name, sizeof name, "%.*s", (int)(end - host - 1), host + 1);
        return inet_pton(AF_INET6, name, number) == 1;
    }
    if (colon)
        n = (size_t)(colon - host);
    if (n >= sizeof name)
        return false;
    (void)snprintf(name, sizeof name, "%.*s", (int)n, host);
    return strcasecmp(name, "localhost") == 0 || inet_pton(AF_INET, name, number) == 1;
}

/* Whether HOST is that of ORIGIN; the port that belongs to the scheme may be left out. */
static bool is_own_host(const char *origin, const char *host)
{
    const char *own = origin ? strstr(origin, "://") + 3 : "";
    const char *usual = origin && strncmp(origin, "https", 5) == 0 ? ":443" : ":80";
    size_t n = strlen(own), m = strlen(host), k = strlen(usual);

    if (n > k && strcmp(own + n - k, usual) == 0)
        n -= k;
    if (m > k && strcmp(host + m - k, usual) == 0)
        m -= k;
    return n > 0 && n == m && strncasecmp(own, host, n) == 0;
}

static bool check_host(struct exchange *x)
{
    const char *host = header(x, "Host");

    if (host && (is_plain_host(host) || is_own_host(x->http->options->origin, host)))
        return true;
    request_refuse(&x->v.r, &request_no.host, NULL);
    return false;
}

static bool is_local(struct exchange *x)
{
    struct sockaddr_storage own;
    socklen_t size = sizeof own;
    struct address here;

    return x->wire && address_is_loopback(&x->wire->peer) &&
           getsockname(x->wire->fd, (struct sockaddr *)&own, &size) == 0 &&
           address_of(&here, (struct sockaddr *)&own) && address_is_loopback(&here);
}

/* How the server fares is told to the machine itself only: at an address of its own, by its own
 * name or number, and not to those for whom a proxy asks. */
static bool check_inside(struct exchange *x)
{
    static const char *const proxied[] = {"X-Forwarded-For", "Forwarded", "X-Real-IP", "Via"};
    bool inside = is_local(x) && is_plain_host(header(x, "Host"));

    for (size_t i = 0; i < sizeof proxied / sizeof proxied[0]; i++)
        inside = inside && !header(x, proxied[i]);
    if (!inside)
        request_refuse(&x->v.r, &request_no.no_page, NULL);
    return inside;
}

/* A browser names the page that asks, and only pages of this server may change anything. */
static bool check_origin(struct exchange *x)
{
    const char *origin = header(x, "Origin"), *host = header(x, "Host");
    char own[HTTP_HOST_SIZE + 10];

    if (x->http->options->origin)
        (void)snprintf(own, sizeof own, "%s", x->http->options->origin);
    else
        (void)snprintf(own, sizeof own, "http://%.*s", HTTP_HOST_SIZE, host ? host : "");
    x->v.is_browser = origin != NULL;
    if (origin ? strcmp(origin, own) == 0 : !x->v.has_cookie) {
        x->v.origin = origin;
        return true;
    }
    request_refuse(&x->v.r, &request_no.origin, NULL);
    return false;
}

static bool check_type(struct exchange *x)
{
    static const char json[] = "application/json";
    const char *type = header(x, "Content-Type");
    size_t n = sizeof json - 1;

    if (type && strncasecmp(type, json, n) == 0 &&
        (!type[n] || type[n] == ';' || type[n] == ' '))
        return true;
    request_refuse(&x->v.r, &request_no.content_type, NULL);
    return false;
}

static bool check_length(struct exchange *x)
{
    const char *text = header(x, "Content-Length");
    size_t most = route_body_max(x->v.r.route), n = 0;

    for (const char *c = text ? text : ""; *c >= '0' && *c <= '9' && n <= most; c++)
        n = 10 * n + (size_t)(*c - '0');
    if (n <= most)
        return true;
    request_refuse(&x->v.r, &request_no.too_large, ALIBI_WITH(alibi_number(most).text));
    return false;
}

/* --- Who sends it --- */

static void read_guest(struct exchange *x)
{
    const char *cookie = MHD_lookup_connection_value(
        x->connection, MHD_COOKIE_KIND, http_is_secure(x->http) ? "__Host-alibi" : "alibi");

    if (cookie)
        guest_read(x->http->app, &x->v, cookie);
}

static void read_session(struct exchange *x)
{
    const char *cookie = MHD_lookup_connection_value(
        x->connection, MHD_COOKIE_KIND,
        http_is_secure(x->http) ? "__Host-alibi-session" : "alibi-session");

    if (cookie && !x->v.has_token)
        session_read(x->http->app, &x->v, cookie);
}

/* A spectator for whom there was no room on the bench shows the key by a cookie. */
static void read_bench(struct exchange *x)
{
    const char *cookie = MHD_lookup_connection_value(
        x->connection, MHD_COOKIE_KIND,
        http_is_secure(x->http) ? "__Host-alibi-bench" : "alibi-bench");

    if (cookie && !x->v.has_key && key_is_shaped(cookie, strlen(cookie))) {
        x->v.key = hash_of(cookie, strlen(cookie));
        x->v.has_key = x->v.has_cookie = true;
    }
}

/* A key opens a seat; a token, which begins with these letters, is an account's. */
static bool read_key(struct exchange *x)
{
    static const char mark[] = "alibi_";
    const char *text = header(x, "Authorization");
    size_t n = sizeof mark - 1;

    if (!text)
        return true;
    if (strncasecmp(text, "Bearer ", 7) == 0 && strncmp(text + 7, mark, n) == 0 &&
        key_is_shaped(text + 7 + n, strlen(text + 7 + n))) {
        credential_show(&x->v, text + 7 + n, KEY_SIZE - 1);
        x->v.has_token = true;
        return true;
    }
    if (strncasecmp(text, "Bearer ", 7) != 0 || !key_is_shaped(text + 7, strlen(text + 7))) {
        request_refuse(&x->v.r, &request_no.bearer, NULL);
        return false;
    }
    x->v.key = hash_of(text + 7, strlen(text + 7));
    x->v.has_key = true;
    return true;
}

static const char *query(struct exchange *x, const char *name)
{
    return MHD_lookup_connection_value(x->connection, MHD_GET_ARGUMENT_KIND, name);
}

bool gate_check(struct exchange *x, const char *path)
{
    struct request *r = &x->v.r;

    r->route = route_find(x->method, path, r->id, &r->allow);
    if (!check_rate(x) || !check_once(x) || !check_host(x))
        return false;
    if (r->route == ROUTE_METRICS && !check_inside(x))
        return false;
    if (r->route == ROUTE_BAD_METHOD) {
        request_refuse(r, &request_no.method, ALIBI_WITH(r->allow));
        return false;
    }
    r->as = query(x, "as");
    r->at = query(x, "at");
    r->since = query(x, "since");
    r->words = query(x, "words");
    for (int i = 0; i < QUERIES; i++)
        r->query[i] = query(x, query_name[i]);
    x->v.last_event_id = header(x, "Last-Event-ID");
    read_guest(x);
    if (!read_key(x))
        return false;
    read_session(x);
    read_bench(x);
    return !route_is_post(r->route) || (check_origin(x) && check_type(x) && check_length(x));
}
