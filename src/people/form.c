/* Reading forms. */
#include "form.h"

#include <string.h>

enum { MEMBERS_MAX = 16 };

static int read_field(const struct form_field *field, struct json value,
                      struct alibi_error *err)
{
    switch (field->kind) {
    case FORM_TEXT:
        if (json_read_text(value, field->out, field->size) >= 1)
            return ALIBI_OK;
        return request_reason(err, &request_no.text,
                              ALIBI_WITH(field->name, alibi_number(field->size - 1).text));
    case FORM_NUMBER:
        if (json_read_number(value, field->out))
            return ALIBI_OK;
        return request_reason(err, &request_no.whole, ALIBI_WITH(field->name));
    default:
        *(bool *)field->out = json_kind(value) == JSON_TRUE;
        if (json_kind(value) == JSON_TRUE || json_kind(value) == JSON_FALSE)
            return ALIBI_OK;
        return request_reason(err, &request_no.yes_or_no, ALIBI_WITH(field->name));
    }
}

static void leave_out(const struct form_field *field)
{
    if (field->kind == FORM_TEXT)
        *(char *)field->out = '\0';
    else if (field->kind == FORM_NUMBER)
        *(uint64_t *)field->out = 0;
    else
        *(bool *)field->out = false;
}

static int refuse_others(struct json root, const struct form_field *field, size_t n,
                         struct alibi_error *err)
{
    struct json value = {NULL};
    char own[JSON_NAME_SIZE];

    while ((value = json_next(root, value, own)).at) {
        size_t i = 0;

        while (i < n && strcmp(field[i].name, own) != 0)
            i++;
        if (i == n)
            return request_reason(err, &request_no.member, ALIBI_WITH(own));
    }
    return ALIBI_OK;
}

static int read_all(struct request *r, const struct form_field *field, size_t n,
                    struct alibi_error *err)
{
    struct json root;
    int status;

    if (json_parse(&root, r->len ? r->body : "", r->len, MEMBERS_MAX, err) != ALIBI_OK)
        return ALIBI_BAD_TEXT;
    if (json_kind(root) != JSON_OBJECT)
        return request_reason(err, &request_no.json, NULL);
    status = refuse_others(root, field, n, err);
    for (size_t i = 0; i < n && status == ALIBI_OK; i++) {
        struct json value = json_member(root, field[i].name);

        if (value.at || !field[i].may_miss)
            status = read_field(&field[i], value, err);
        else
            leave_out(&field[i]);
    }
    return status;
}

bool form_read(struct request *r, const struct form_field *field, size_t n)
{
    struct alibi_error err;

    if (read_all(r, field, n, &err) == ALIBI_OK)
        return true;
    request_error(r, 400, "bad-request", &err);
    return false;
}
