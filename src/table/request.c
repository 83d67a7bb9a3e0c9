/* Answers, and who is asking. */
#include "request.h"

#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- What is asked --- */

const char *const query_name[QUERIES] = {"game",  "role",    "opponent", "result",
                                         "rated", "against", "ids",      "after"};

/* Puts VALUE, in which a plus stands for a space, where the member NAME of a query belongs. The
 * first of several counts. */
static void set_query(struct request *r, const char *name, char *value)
{
    const struct {
        const char *name;
        const char **at;
    } known[] = {{"as", &r->as}, {"at", &r->at}, {"since", &r->since}, {"words", &r->words}};

    for (char *plus = value; (plus = strchr(plus, '+'));)
        *plus = ' ';
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strcmp(name, known[i].name) == 0 && !*known[i].at)
            *known[i].at = value;
}

/* Cuts TEXT at the first CUT; what is behind it, or NULL. */
static char *cut_at(char *text, char cut)
{
    char *at = strchr(text, cut);

    if (at)
        *at++ = '\0';
    return at;
}

void request_line(struct request *r, char *line)
{
    char nothing[] = "", *path = cut_at(line, ' '), *query;

    if (!path)
        path = nothing;
    query = cut_at(path, '?');
    r->route = route_find(line, path, r->id, &r->allow);
    while (query) {
        char *next = cut_at(query, '&'), *value = cut_at(query, '=');

        if (value)
            set_query(r, query, value);
        query = next;
    }
}

/* --- Answers --- */

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
}

void request_answer(struct request *r, unsigned status, struct json_out *json)
{
    size_t len;
    char *text = json_take(json, &len);

    request_text(r, status, "application/json", text, len);
}

/* Whatever a request contained, what is said about it stays one line of plain text. */
static void add_plain(struct json_out *out, const char *name, const char *text)
{
    char line[400];

    (void)snprintf(line, sizeof line, "%s", text);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
            *c = '?';
    json_text(out, name, line);
}

/* {"code":"london.exit-cordon","rule":"L-6.4","args":{"exit":"nw"}} */
static void add_refusal(struct json_out *out, const struct alibi_error *err)
{
    char name[ALIBI_NAME_SIZE];

    json_object(out, "refusal");
    json_text(out, "code", err->refusal->code);
    json_text(out, "rule", err->rule);
    json_object(out, "args");
    for (int i = 0; i < err->n_args && alibi_refusal_arg(err->refusal, i, name); i++)
        add_plain(out, name, err->arg[i]);
    json_end(out);
    json_end(out);
}

/* An error, to which members may be added until end_error. */
static void begin_error(struct json_out *out, const char *code, const char *reason,
                        const struct alibi_error *err)
{
    json_object(out, NULL);
    json_object(out, "error");
    json_text(out, "code", code);
    add_plain(out, "reason", reason);
    if (err->refusal)
        add_refusal(out, err);
}

static void end_error(struct request *r, unsigned status, struct json_out *out,
                      const struct alibi_error *err)
{
    r->refusal = err->refusal;
    json_end(out);
    json_end(out);
    request_answer(r, status, out);
}

void request_error(struct request *r, unsigned status, const char *code,
                   const struct alibi_error *err)
{
    struct json_out out = {0};

    begin_error(&out, code, err->text, err);
    end_error(r, status, &out, err);
}

void request_refuse(struct request *r, const struct request_refusal *no,
                    const char *const *with)
{
    struct alibi_error err;

    (void)request_reason(&err, no, with);
    request_error(r, no->status, no->code, &err);
}

void request_illegal(struct request *r, const struct alibi_error *err, size_t at)
{
    struct json_out out = {0};

    begin_error(&out, "illegal", err->text, err);
    json_number(&out, "at", (int64_t)at);
    end_error(r, 422, &out, err);
}

void request_unreadable(struct request *r, const struct alibi_error *err, size_t line,
                        size_t column)
{
    char reason[sizeof err->text + 60];
    struct json_out out = {0};

    (void)snprintf(reason, sizeof reason, "line %zu, column %zu: %s", line, column, err->text);
    begin_error(&out, "illegal", reason, err);
    json_number(&out, "line", (int64_t)line);
    json_number(&out, "column", (int64_t)column);
    end_error(r, 422, &out, err);
}

void request_forget(struct request *r)
{
    free(r->text);
    r->text = NULL;
    r->text_len = 0;
    r->status = 0;
    r->refusal = NULL;
}

void request_take(struct request *r, struct request *from)
{
    request_forget(r);
    r->status = from->status;
    r->text = from->text;
    r->text_len = from->text_len;
    r->type = from->type;
    r->allow = from->allow;
    r->refusal = from->refusal;
    from->text = NULL;
}

void request_clear(struct request *r)
{
    free(r->body);
    free(r->text);
    free(r->from);
    r->body = r->text = NULL;
    r->from = NULL;
}

/* --- Who is asking --- */

bool request_may_look(const struct request *r, const struct table *table)
{
    /* What is over may be shown to anybody: whoever has the link got it from a player. */
    return table->about.is_public || r->seats != 0 || table->about.status == TABLE_OVER;
}

bool request_viewer(struct request *r, const struct table *table, const char *as,
                    enum alibi_viewer *viewer)
{
    unsigned held = r->seats & 3U;

    *viewer = ALIBI_AS_PUBLIC;
    if (!as || !*as) {
        if (held == 1 || held == 2)
            *viewer = held == 1 ? ALIBI_AS_JACK : ALIBI_AS_DETECTIVE;
        return true;
    }
    if (!viewer_parse(viewer, as)) {
        request_refuse(r, &request_no.viewer, NULL);
        return false;
    }
    if (*viewer == ALIBI_AS_PUBLIC || table->about.status == TABLE_OVER)
        return true;
    if (*viewer == ALIBI_AS_TRUTH || !((held >> *viewer) & 1)) {
        request_refuse(r, &request_no.look, ALIBI_WITH(as));
        return false;
    }
    return true;
}

bool request_player(struct request *r, const struct table *table, const char *as,
                    enum alibi_seat *seat)
{
    enum alibi_viewer viewer;

    if (!request_viewer(r, table, as, &viewer))
        return false;
    if (viewer <= ALIBI_AS_DETECTIVE && ((r->seats >> viewer) & 1)) {
        *seat = (enum alibi_seat)viewer;
        return true;
    }
    request_refuse(r, &request_no.seat_as, NULL);
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
        request_refuse(r, &request_no.number, ALIBI_WITH(name, alibi_number(most).text));
        return false;
    }
    *out = n;
    return true;
}

bool request_words(struct request *r, bool *words)
{
    size_t n;
    bool fine = request_number(r, "words", r->words, 1, 0, &n);

    *words = fine && n == 1;
    return fine;
}
