/* Gathering: V comes back for each game that is not here yet, with what it has so far. */
#include "gather.h"

#include "answer.h"
#include "json_read.h"

#include <stdlib.h>
#include <string.h>

static char *copy(struct json value, size_t *len)
{
    char *out;

    *len = json_length(value);
    out = malloc(*len);
    if (out)
        memcpy(out, value.at, *len);
    return out;
}

void gather_begin(struct visit *v)
{
    struct gathering *gathering = calloc(1, sizeof *gathering);
    struct json root = {NULL}, id = {NULL};
    struct alibi_error err;

    if (gathering && json_parse(&root, v->r.text, v->r.text_len, 4, &err) == ALIBI_OK) {
        while ((id = json_next(json_member(root, "records"), id, NULL)).at &&
               gathering->n < GATHERED_MAX)
            (void)json_read_text(id, gathering->id[gathering->n++], ID_SIZE);
        gathering->next = copy(json_member(root, "next"), &gathering->next_len);
    }
    request_forget(&v->r);
    v->gathering = gathering;
    if (gathering && gathering->next) {
        json_object(&gathering->out, NULL);
        json_list(&gathering->out, "records");
        return;
    }
    gather_free(v);
    request_refuse(&v->r, &request_no.memory, NULL);
}

void gather_free(struct visit *v)
{
    if (!v->gathering)
        return;
    free(v->gathering->next);
    free(v->gathering->out.text);
    free(v->gathering);
    v->gathering = NULL;
}

/* The whole truth of a game: everybody may have it who knows the address. */
static void add(struct json_out *out, const struct table *table)
{
    size_t len;
    char *text = answer_record(table, ALIBI_AS_TRUTH, &len);

    if (text && table->about.status == TABLE_OVER) {
        json_object(out, NULL);
        json_text(out, "id", table->about.id);
        json_bytes(out, "record", text, len);
        json_end(out);
    }
    free(text);
}

static void answer(struct visit *v)
{
    struct gathering *gathering = v->gathering;

    json_end(&gathering->out);
    json_raw(&gathering->out, "next", gathering->next, gathering->next_len);
    json_end(&gathering->out);
    request_answer(&v->r, 200, &gathering->out);
    gather_free(v);
}

/* Games that were removed meanwhile are left out. */
static void gather(struct app *app, struct visit *v)
{
    struct gathering *gathering = v->gathering;

    for (; gathering->at < gathering->n; gathering->at++) {
        struct room *room;
        enum seek seek = app_seek(app, v, gathering->id[gathering->at], &room);

        if (seek == SEEK_LATER)
            return;
        if (seek == SEEK_HERE)
            add(&gathering->out, &room->table);
        if (seek == SEEK_FAILED) {
            gather_free(v);
            app_refuse_lost(v, seek);
            return;
        }
        v->checked = false;
        v->lost = FOUND;
    }
    answer(v);
}

void handle_records(struct app *app, struct visit *v)
{
    struct asker asker = app_asker(v);

    if (v->gathering)
        gather(app, v);
    else if (quota_take(&app->quota, QUOTA_RECORDS, &asker))
        handle_people(app, v);
    else
        request_refuse(&v->r, &request_no.quota_records, NULL);
}
