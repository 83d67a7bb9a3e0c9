/* What is told of a request when it is over: figures, a line of the log, security events.
 *
 * The log holds neither a whole address nor the id of a game that is not public. An id opens
 * nothing by itself, but it is what a link to a private game consists of, and logs are read by
 * more people than games are. Such a game gets another name, by a key that is forgotten with
 * the process: its lines can be found together, the game cannot. */
#include "http.h"
#include "journal.h"

#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { SECURITY_MAX = 20 }; /* events told in a second: an attack must not fill the disk */

void report_open(struct report *report)
{
    memset(report, 0, sizeof *report);
    randombytes_buf(report->key, sizeof report->key);
}

/* Letters, digits, dot, dash and underscore: nothing that means something in a log. */
static bool is_id(const char *text)
{
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
    size_t n = strspn(text, letters);

    return n > 0 && n < REQUEST_ID_SIZE && !text[n];
}

/* A proxy that we believe may have given it one, by which its own log is searched. The
 * lottery's numbers are for games only. */
void report_begin(struct exchange *x)
{
    const char *given =
        MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, "X-Request-Id");
    unsigned char drawn[16];

    if (x->by_proxy && given && is_id(given)) {
        (void)snprintf(x->id, sizeof x->id, "%s", given);
        return;
    }
    randombytes_buf(drawn, sizeof drawn);
    (void)sodium_bin2hex(x->id, sizeof x->id, drawn, sizeof drawn);
}

/* The id of a public game, another name for any other. */
static const char *game_of(const struct exchange *x, char out[ID_SIZE + 20])
{
    const char *id = x->v.r.id;
    unsigned char name[crypto_shorthash_BYTES];

    if (!id[0])
        return NULL;
    if (app_is_public(x->http->app, id))
        return id;
    (void)crypto_shorthash(name, (const unsigned char *)id, strlen(id), x->http->report.key);
    out[0] = '~';
    (void)sodium_bin2hex(out + 1, ID_SIZE + 19, name, sizeof name);
    return out;
}

/* Whether this may be somebody who tries what is not theirs: whatever is forbidden or too much,
 * but for what people do who know no better. */
static bool is_security(const struct request *r)
{
    const struct alibi_refusal *const harmless[] = {
        &request_no.coach.why, &request_no.no_hints.why, &request_no.thinking.why};

    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (r->refusal == harmless[i])
            return false;
    return r->status == 403 || r->status == 429 || r->refusal == &request_no.header_twice.why ||
           (r->route == ROUTE_METRICS && r->refusal); /* from elsewhere */
}

/* Whether this second may have another one. */
static bool may_tell(struct report *report, long second)
{
    if (report->second != second) {
        report->second = second;
        report->told = 0;
    }
    if (report->told >= SECURITY_MAX) {
        report->left_out++;
        return false;
    }
    report->told++;
    return true;
}

void report_end(struct exchange *x)
{
    struct http *http = x->http;
    const struct request *r = &x->v.r;
    char network[NETWORK_TEXT], game[ID_SIZE + 20];
    struct journal_request line = {
        .id = x->id,
        .method = route_is_post(r->route) ? "POST" : "GET",
        .route = route_name(r->route),
        .network = address_network(&x->who, network),
        .game = game_of(x, game),
        .refusal = r->refusal ? r->refusal->code : NULL,
        .status = r->status,
        .ms = x->answered > 0 ? (x->answered - x->begun) * 1000 : 0,
    };

    metrics_request(&http->app->metrics, r, x->answered - x->begun);
    if (is_security(r) && may_tell(&http->report, (long)http->now)) {
        line.left_out = http->report.left_out;
        http->report.left_out = 0;
        journal_request("warning", "security", &line);
    } else if (!http->settings.quiet) {
        journal_request("info", "request", &line);
    }
}
