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

/* --- Addresses --- */

/* The bytes of the peer's address that tell clients apart: an IPv6 client has a whole /64. */
static size_t address_of(struct exchange *x, unsigned char out[16], bool *loopback)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(x->connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
    const struct sockaddr *address = info ? info->client_addr : NULL;

    *loopback = false;
    if (address && address->sa_family == AF_INET) {
        memcpy(out, &((const struct sockaddr_in *)address)->sin_addr, 4);
        *loopback = out[0] == 127;
        return 4;
    }
    if (address && address->sa_family == AF_INET6) {
        const struct in6_addr *in6 = &((const struct sockaddr_in6 *)address)->sin6_addr;

        memcpy(out, in6, 16);
        *loopback = IN6_IS_ADDR_LOOPBACK(in6) || (IN6_IS_ADDR_V4MAPPED(in6) && out[12] == 127);
        if (IN6_IS_ADDR_V4MAPPED(in6)) {
            memmove(out, out + 12, 4);
            return 4;
        }
        return 8;
    }
    return 0;
}

/* What a request costs, in tokens of the client's bucket. A person with many tabs stays far
 * below the limit; files of a page are in memory and cost almost nothing. */
static double cost_of(enum route route)
{
    switch (route) {
    case ROUTE_CREATE:
    case ROUTE_HINT:
    case ROUTE_LOBBY:
    case ROUTE_MINE:
    case ROUTE_PICTURE:
        return 5;
    case ROUTE_REPLAY:
        return 2;
    case ROUTE_PAGE:
        return 0.1;
    default:
        return 1;
    }
}

/* The same of the last address that a proxy NAMED; 0 if that is none. */
static size_t address_named(const char *named, unsigned char out[16])
{
    const char *last = strrchr(named, ',');

    last = last ? last + 1 : named;
    last += strspn(last, " ");
    if (inet_pton(AF_INET, last, out) == 1)
        return 4;
    return inet_pton(AF_INET6, last, out) == 1 ? 8 : 0;
}

/* Behind a proxy on the same machine, the client is the last address that the proxy names. */
static bool check_rate(struct exchange *x)
{
    struct http *http = x->http;
    unsigned char address[16];
    bool loopback, allowed;
    size_t n = address_of(x, address, &loopback);
    const char *named = header(x, "X-Forwarded-For");

    if (http->options->origin && loopback && named)
        n = address_named(named, address);
    allowed = rate_allow(&http->rate, address, n, cost_of(x->v.r.route), http->now);
    if (!allowed)
        request_refuse(&x->v.r, &request_no.too_many, NULL);
    if (allowed && x->v.r.route == ROUTE_METRICS && (!loopback || named)) {
        request_refuse(&x->v.r, &request_no.no_page, NULL);
        return false;
    }
    return allowed;
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

static bool check_host(struct exchange *x)
{
    const char *host = header(x, "Host");

    if (x->http->options->origin || (host && is_plain_host(host)))
        return true;
    request_refuse(&x->v.r, &request_no.host, NULL);
    return false;
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
    if (origin ? strcmp(origin, own) == 0 : !x->v.has_guest)
        return true;
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

    if (cookie && key_is_shaped(cookie, strlen(cookie))) {
        x->v.guest = hash_of(cookie, strlen(cookie));
        x->v.has_guest = true;
    }
}

static bool read_key(struct exchange *x)
{
    const char *text = header(x, "Authorization");

    if (!text)
        return true;
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
    if (r->route == ROUTE_BAD_METHOD) {
        request_refuse(r, &request_no.method, ALIBI_WITH(r->allow));
        return false;
    }
    r->as = query(x, "as");
    r->at = query(x, "at");
    r->since = query(x, "since");
    r->words = query(x, "words");
    x->v.last_event_id = header(x, "Last-Event-ID");
    read_guest(x);
    if (!read_key(x))
        return false;
    return !route_is_post(r->route) || (check_origin(x) && check_type(x) && check_length(x));
}
