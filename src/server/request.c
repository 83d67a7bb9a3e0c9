/* Answers, and who is asking. */
#include "request.h"

#include "answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void request_text(struct request *r, unsigned status, const char *type, char *text, size_t len)
{
    if (!text) {
        status = 503;
        type = "text/plain; charset=utf-8";
        len = 0;
    }
    free(r->text);
    r->status = status;
    r->type = type;
    r->text = text;
    r->text_len = len;
    r->progress = REQUEST_DONE;
}

void request_answer(struct request *r, unsigned status, json_t *json)
{
    char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

    json_decref(json);
    request_text(r, status, "application/json", text, text ? strlen(text) : 0);
}

/* Whatever a request contained, the reason stays one line of plain text. */
static void make_plain(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < 0x20 || (unsigned char)*text >= 0x7f)
            *text = '?';
}

void request_fail(struct request *r, unsigned status, const char *code, const char *format, ...)
{
    char reason[400];
    va_list args;

    va_start(args, format);
    (void)vsnprintf(reason, sizeof reason, format, args);
    va_end(args);
    make_plain(reason);
    request_answer(r, status,
                   json_pack("{s:{s:s,s:s}}", "error", "code", code, "reason", reason));
}

void request_illegal(struct request *r, const char *reason, size_t at)
{
    char plain[400];

    (void)snprintf(plain, sizeof plain, "%s", reason);
    make_plain(plain);
    request_answer(r, 422,
                   json_pack("{s:{s:s,s:s,s:I}}", "error", "code", "illegal", "reason", plain,
                             "at", (json_int_t)at));
}

void request_clear(struct request *r)
{
    free(r->body);
    free(r->text);
    r->body = r->text = NULL;
}

/* --- Who is asking --- */

unsigned request_seats(const struct request *r, const struct room *room)
{
    return room_seats_of(room, r->has_guest ? &r->guest : NULL, r->has_key ? &r->key : NULL);
}

bool request_may_look(const struct request *r, const struct room *room)
{
    return room->about.is_public || request_seats(r, room) != 0;
}

bool request_viewer(struct request *r, const struct room *room, const char *as,
                    enum alibi_viewer *viewer)
{
    unsigned seats = request_seats(r, room);
    unsigned held = seats & 3U;

    *viewer = ALIBI_AS_PUBLIC;
    if (!as || !*as) {
        if (held == 1 || held == 2)
            *viewer = held == 1 ? ALIBI_AS_JACK : ALIBI_AS_DETECTIVE;
        return true;
    }
    if (!viewer_parse(viewer, as)) {
        request_fail(r, 400, "bad-request", "expected jack, detective, public or truth as");
        return false;
    }
    if (*viewer == ALIBI_AS_PUBLIC || room->about.status == STORE_OVER)
        return true;
    if (*viewer == ALIBI_AS_TRUTH || !((held >> *viewer) & 1)) {
        request_fail(r, 403, "forbidden", "you may not look as %s", as);
        return false;
    }
    return true;
}

bool request_player(struct request *r, const struct room *room, const char *as,
                    enum alibi_seat *seat)
{
    enum alibi_viewer viewer;

    if (!request_viewer(r, room, as, &viewer))
        return false;
    if (viewer <= ALIBI_AS_DETECTIVE && ((request_seats(r, room) >> viewer) & 1)) {
        *seat = (enum alibi_seat)viewer;
        return true;
    }
    request_fail(r, 403, "forbidden", "expected a seat that you hold, as jack or detective");
    return false;
}

bool request_number(struct request *r, const char *name, const char *text, size_t most,
                    size_t otherwise, size_t *out)
{
    size_t n = 0;

    *out = otherwise;
    if (!text)
        return true;
    for (const char *c = text; *c; c++) {
        if (*c < '0' || *c > '9' || n > most || c - text > 9) {
            n = most + 1;
            break;
        }
        n = 10 * n + (size_t)(*c - '0');
    }
    if (!*text || n > most) {
        request_fail(r, 400, "bad-request", "expected %s, a number up to %zu", name, most);
        return false;
    }
    *out = n;
    return true;
}
