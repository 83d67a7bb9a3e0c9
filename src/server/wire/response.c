/* Responses with their headers. */
#include "asset.h"
#include "clock.h"
#include "http.h"
#include "pack.h"
#include "stream.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* web/tools/site.mjs has the same for web spaces. */
static const char page_policy[] =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; "
    "form-action 'none'; frame-ancestors 'none'";
/* What a worker may do is said by its own file: the engine is compiled there. */
static const char script_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; "
    "base-uri 'none'; frame-ancestors 'none'";
/* Data is nothing to run, load or embed. */
static const char data_policy[] = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

static const char *header(const struct exchange *x, const char *name)
{
    return MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, name);
}

static void add(struct MHD_Response *response, const char *name, const char *value)
{
    (void)MHD_add_response_header(response, name, value);
}

static void add_security(const struct exchange *x, struct MHD_Response *response,
                         const char *policy)
{
    static const char *const fixed[][2] = {
        {"X-Content-Type-Options", "nosniff"},
        {"Referrer-Policy", "no-referrer"},
        {"X-Frame-Options", "DENY"},
        {"Cross-Origin-Opener-Policy", "same-origin"},
        {"Cross-Origin-Resource-Policy", "same-origin"},
        {"Permissions-Policy", "camera=(), microphone=(), geolocation=()"},
    };

    for (size_t i = 0; i < sizeof fixed / sizeof fixed[0]; i++)
        add(response, fixed[i][0], fixed[i][1]);
    add(response, "Content-Security-Policy", policy);
    if (http_is_secure(x->http))
        add(response, "Strict-Transport-Security", "max-age=31536000; includeSubDomains");
}

static enum MHD_Result queue(struct exchange *x, unsigned status, struct MHD_Response *response)
{
    enum MHD_Result done;

    if (!response)
        return MHD_NO;
    x->v.r.status = status;
    x->answered = clock_seconds();
    add(response, "X-Request-Id", x->id);
    done = MHD_queue_response(x->connection, status, response);
    MHD_destroy_response(response);
    return done;
}

/* A cookie with that VALUE for so many seconds; for none it is taken away. */
static void add_cookie(const struct exchange *x, struct MHD_Response *response,
                       const char *name, const char *value, long seconds)
{
    bool secure = http_is_secure(x->http);
    char text[200];

    (void)snprintf(
        text, sizeof text, "%s%s=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%ld%s",
        secure ? "__Host-" : "", name, seconds ? value : "", seconds, secure ? "; Secure" : "");
    add(response, "Set-Cookie", text);
}

static void add_cookies(const struct exchange *x, struct MHD_Response *response)
{
    const long day = 86400, year = GUEST_DAYS * day;
    const struct visit *v = &x->v;

    if (v->cookie[0] || v->forgets)
        add_cookie(x, response, "alibi", v->cookie, v->forgets ? 0 : year);
    if (v->session[0] || v->signs_out)
        add_cookie(x, response, "alibi-session", v->session, v->session[0] ? year : 0);
    if (v->bench[0]) /* whoever has the link can come back by it */
        add_cookie(x, response, "alibi-bench", v->bench, day);
}

/* Packs the answer, if it may be and the client can unpack it. */
static bool pack_answer(struct exchange *x)
{
    struct request *r = &x->v.r;
    size_t len;
    char *packed;

    if (!pack_may(r->route, r->text_len) || !pack_accepts(header(x, "Accept-Encoding"), "gzip"))
        return false;
    packed = pack_gzip(r->text, r->text_len, false, &len);
    if (!packed)
        return false;
    free(r->text);
    r->text = packed;
    r->text_len = len;
    return true;
}

enum MHD_Result response_send(struct exchange *x)
{
    struct request *r = &x->v.r;
    bool may = pack_may(r->route, r->text_len), packed = pack_answer(x);
    struct MHD_Response *response =
        MHD_create_response_from_buffer(r->text_len, r->text, MHD_RESPMEM_MUST_FREE);

    if (!response)
        return MHD_NO;
    r->text = NULL;
    add(response, "Content-Type", r->type);
    if (may)
        add(response, "Vary", "Accept-Encoding");
    if (packed)
        add(response, "Content-Encoding", "gzip");
    add(response, "Cache-Control", "no-store");
    add_security(x, response, data_policy);
    if (r->status == 405)
        add(response, "Allow", r->allow);
    if (r->status == 429 || r->status == 503)
        add(response, "Retry-After", "1");
    if (r->status < 300)
        add_cookies(x, response);
    return queue(x, r->status, response);
}

/* --- The catalogue --- */

/* Makes it, once: it does not change while the server runs. */
static bool make_catalogue(struct exchange *x)
{
    struct catalogue *c = &x->http->catalogue;
    struct request *r = &x->v.r;
    unsigned char hash[8];
    char hex[2 * sizeof hash + 1];

    if (c->text)
        return true;
    app_handle(x->http->app, &x->v);
    if (r->status != 200)
        return false;
    c->gzip = pack_gzip(r->text, r->text_len, true, &c->gzip_len);
    if (!c->gzip)
        return false;
    c->text = r->text;
    c->len = r->text_len;
    r->text = NULL;
    (void)crypto_generichash(hash, sizeof hash, (unsigned char *)c->text, c->len, NULL, 0);
    (void)sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    (void)snprintf(c->tag, sizeof c->tag, "\"%s\"", hex);
    (void)snprintf(c->gzip_tag, sizeof c->gzip_tag, "\"%s-gzip\"", hex);
    return true;
}

enum MHD_Result response_catalogue(struct exchange *x)
{
    const struct catalogue *c = &x->http->catalogue;
    bool packed = pack_accepts(header(x, "Accept-Encoding"), "gzip"), same;
    const char *known = header(x, "If-None-Match"), *tag = packed ? c->gzip_tag : c->tag;
    struct MHD_Response *response;

    if (!make_catalogue(x))
        return response_send(x);
    same = known && strcmp(known, tag) == 0;
    response =
        MHD_create_response_from_buffer(same     ? 0
                                        : packed ? c->gzip_len
                                                 : c->len,
                                        packed ? c->gzip : c->text, MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    add(response, "Content-Type", "application/json");
    add(response, "Cache-Control", "no-cache");
    add(response, "ETag", tag);
    add(response, "Vary", "Accept-Encoding");
    if (packed && !same)
        add(response, "Content-Encoding", "gzip");
    add_security(x, response, data_policy);
    return queue(x, same ? 304 : 200, response);
}

/* --- Streams --- */

static ssize_t read_stream(void *arg, uint64_t pos, char *buf, size_t max)
{
    struct exchange *x = arg;
    struct stream *stream = x->v.stream;
    long n = stream_read(stream, buf, max);

    (void)pos;
    if (n < 0)
        return MHD_CONTENT_READER_END_OF_STREAM;
    if (n == 0) {
        stream->asleep = true;
        MHD_suspend_connection(x->connection);
    }
    return n;
}

static void wake_stream(struct stream *stream)
{
    MHD_resume_connection(stream->connection);
}

enum MHD_Result response_stream(struct exchange *x)
{
    enum { BLOCK = 256 }; /* for HTTP/1.0 only: chunks are made where the connection has room */
    struct MHD_Response *response =
        MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK, read_stream, x, NULL);

    if (!response)
        return MHD_NO;
    x->v.stream->connection = x->connection;
    x->v.stream->wake = wake_stream;
    add(response, "Content-Type", "text/event-stream");
    add(response, "Cache-Control", "no-store");
    add(response, "X-Accel-Buffering", "no");
    add_security(x, response, data_policy);
    return queue(x, 200, response);
}

/* --- Pages --- */

/* The file as the client can unpack it, and the name of that coding; NULL for none. */
static const struct asset *pack(const struct exchange *x, const struct asset *asset,
                                const char **coding)
{
    static const char *const codings[][2] = {{"br", ".br"}, {"gzip", ".gz"}};
    const char *lists = header(x, "Accept-Encoding");

    for (size_t i = 0; i < 2; i++) {
        const struct asset *packed =
            pack_accepts(lists, codings[i][0]) ? asset_packed(asset, codings[i][1]) : NULL;

        *coding = packed ? codings[i][0] : NULL;
        if (packed)
            return packed;
    }
    return asset;
}

/* A page that was made for this request. */
static enum MHD_Result send_card(struct exchange *x, char *text, size_t len)
{
    struct MHD_Response *response =
        MHD_create_response_from_buffer(len, text, MHD_RESPMEM_MUST_FREE);

    if (!response) {
        free(text);
        return MHD_NO;
    }
    add(response, "Content-Type", "text/html; charset=utf-8");
    add(response, "Cache-Control", "no-cache");
    add_security(x, response, page_policy);
    return queue(x, 200, response);
}

enum MHD_Result response_page(struct exchange *x, const char *path)
{
    const struct asset *asset = asset_find(path), *sent;
    const char *known = header(x, "If-None-Match");
    const char *coding = NULL;
    char *card;
    size_t card_len;
    bool same, lost;
    struct MHD_Response *response;

    if (!asset) {
        request_refuse(&x->v.r, &request_no.no_page, NULL);
        return response_send(x);
    }
    card = card_page(x, asset, path, &card_len);
    if (card)
        return send_card(x, card, card_len);
    sent = pack(x, asset, &coding);
    lost = strcmp(asset->path, "/index.html") == 0 && !asset_is_page(path) &&
           strcmp(path, asset->path) != 0;
    same = known && !lost && strcmp(known, sent->etag) == 0;
    response = MHD_create_response_from_buffer(same ? 0 : sent->len, (void *)sent->data,
                                               MHD_RESPMEM_PERSISTENT);
    if (!response)
        return MHD_NO;
    add(response, "Content-Type", asset_type(asset));
    add(response, "ETag", sent->etag);
    add(response, "Vary", "Accept-Encoding");
    if (coding && !same)
        add(response, "Content-Encoding", coding);
    add(response, "Cache-Control",
        asset_is_fixed(asset) ? "public, max-age=31536000, immutable" : "no-cache");
    add_security(x, response, asset_is_script(asset) ? script_policy : page_policy);
    return queue(x, same ? 304 : lost ? 404 : 200, response);
}
