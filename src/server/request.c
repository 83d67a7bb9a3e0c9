/* Answers, and who is asking. */
#include "request.h"

#include "answer.h"

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

/* Whatever a request contained, what is said about it stays one line of plain text. */
static json_t *plain(const char *text)
{
    char line[400];

    (void)snprintf(line, sizeof line, "%s", text);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
            *c = '?';
    return json_string(line);
}

/* {"code":"london.exit-cordon","rule":"L-6.4","args":{"exit":"nw"}} */
static json_t *answer_refusal(const struct alibi_error *err)
{
    json_t *args = json_object();
    char name[ALIBI_NAME_SIZE];

    for (int i = 0; i < err->n_args && alibi_refusal_arg(err->refusal, i, name); i++)
        (void)json_object_set_new(args, name, plain(err->arg[i]));
    return json_pack("{s:s,s:s?,s:o}", "code", err->refusal->code, "rule", err->rule, "args",
                     args);
}

/* An error with the members of MORE, which it takes. */
static void answer_error(struct request *r, unsigned status, const char *code,
                         const char *reason, const struct alibi_error *err, json_t *more)
{
    json_t *error = json_pack("{s:s,s:o}", "code", code, "reason", plain(reason));

    if (err->refusal)
        (void)json_object_set_new(error, "refusal", answer_refusal(err));
    (void)json_object_update(error, more);
    json_decref(more);
    request_answer(r, status, json_pack("{s:o}", "error", error));
}

void request_error(struct request *r, unsigned status, const char *code,
                   const struct alibi_error *err)
{
    answer_error(r, status, code, err->text, err, NULL);
}

void request_refuse(struct request *r, const struct server_refusal *no, const char *const *with)
{
    struct alibi_error err;

    (void)server_refuse(&err, no, with);
    request_error(r, no->status, no->code, &err);
}

void request_illegal(struct request *r, const struct alibi_error *err, size_t at)
{
    answer_error(r, 422, "illegal", err->text, err, json_pack("{s:I}", "at", (json_int_t)at));
}

void request_unreadable(struct request *r, const struct alibi_error *err, size_t line,
                        size_t column)
{
    char reason[sizeof err->text + 60];

    (void)snprintf(reason, sizeof reason, "line %zu, column %zu: %s", line, column, err->text);
    answer_error(
        r, 422, "illegal", reason, err,
        json_pack("{s:I,s:I}", "line", (json_int_t)line, "column", (json_int_t)column));
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
        request_refuse(r, &server_no.viewer, NULL);
        return false;
    }
    if (*viewer == ALIBI_AS_PUBLIC || room->about.status == STORE_OVER)
        return true;
    if (*viewer == ALIBI_AS_TRUTH || !((held >> *viewer) & 1)) {
        request_refuse(r, &server_no.look, ALIBI_WITH(as));
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
    request_refuse(r, &server_no.seat_as, NULL);
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
        request_refuse(r, &server_no.number, ALIBI_WITH(name, alibi_number(most).text));
        return false;
    }
    *out = n;
    return true;
}
