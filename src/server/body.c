/* Reading bodies. */
#include "body.h"

#include "computer.h"
#include "refusals.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An object without doubled members; NULL after filling ERR. */
static json_t *load(const char *text, size_t len, struct alibi_error *err)
{
    json_error_t why;
    json_t *root = json_loadb(len ? text : "", len, JSON_REJECT_DUPLICATES, &why);

    if (json_is_object(root))
        return root;
    if (root)
        (void)server_refuse(err, &server_no.json, NULL);
    else
        (void)server_refuse(err, &server_no.json_syntax, ALIBI_WITH(why.text));
    json_decref(root);
    return NULL;
}

/* Reads a body's members into OUT, one of the structs of body.h. */
typedef int reader(void *out, const json_t *root, struct alibi_error *err);

static int read_with(reader *read, void *out, const char *text, size_t len,
                     struct alibi_error *err)
{
    json_t *root = load(text, len, err);
    int status = root ? read(out, root, err) : ALIBI_BAD_TEXT;

    json_decref(root);
    return status;
}

/* Refuses members that are not among the N names. */
static int only(const json_t *root, const char *const *name, size_t n, struct alibi_error *err)
{
    const char *key;
    json_t *value;

    json_object_foreach((json_t *)root, key, value)
    {
        size_t i = 0;

        while (i < n && strcmp(name[i], key) != 0)
            i++;
        if (i == n) {
            char some[61]; /* a key can be as long as the body */

            (void)snprintf(some, sizeof some, "%s", key);
            return server_refuse(err, &server_no.member, ALIBI_WITH(some));
        }
    }
    return ALIBI_OK;
}

/* A text of at most SIZE - 1 bytes; empty where it is left out and may be. */
static int text_of(const json_t *root, const char *key, bool must, char *out, size_t size,
                   struct alibi_error *err)
{
    const json_t *value = json_object_get(root, key);

    out[0] = '\0';
    if (!value && !must)
        return ALIBI_OK;
    if (!json_is_string(value) || json_string_length(value) == 0 ||
        json_string_length(value) >= size)
        return server_refuse(err, &server_no.text,
                             ALIBI_WITH(key, alibi_number(size - 1).text));
    memcpy(out, json_string_value(value), json_string_length(value) + 1);
    return ALIBI_OK;
}

static int number_of(const json_t *root, const char *key, uint64_t *out,
                     struct alibi_error *err)
{
    const json_t *value = json_object_get(root, key);

    if (!json_is_integer(value) || json_integer_value(value) < 0)
        return server_refuse(err, &server_no.whole, ALIBI_WITH(key));
    *out = (uint64_t)json_integer_value(value);
    return ALIBI_OK;
}

/* --- Making a game --- */

static int read_options(struct body_create *out, const json_t *options, struct alibi_error *err)
{
    const char *key;
    json_t *value;

    if (!options)
        return ALIBI_OK;
    if (!json_is_object(options))
        return server_refuse(err, &server_no.options, NULL);
    json_object_foreach((json_t *)options, key, value)
    {
        char text[100];

        if (!json_is_string(value) || (size_t)snprintf(text, sizeof text, "%s=%s", key,
                                                       json_string_value(value)) >= sizeof text)
            return server_refuse(err, &server_no.option_text, NULL);
        if (alibi_option_parse(out->option, out->game, text, strlen(text), err) != ALIBI_OK)
            return ALIBI_BAD_TEXT;
    }
    return ALIBI_OK;
}

static bool is_person(const char *name)
{
    return strcmp(name, "me") == 0 || strcmp(name, "open") == 0;
}

static int read_seats(struct body_create *out, const json_t *seats, struct alibi_error *err)
{
    static const char *const known[] = {"jack", "detective"};
    int people = 0;

    if (!json_is_object(seats) || only(seats, known, 2, NULL) != ALIBI_OK)
        return server_refuse(err, &server_no.seats, NULL);
    for (int i = 0; i < 2; i++) {
        int status = text_of(seats, known[i], true, out->player[i], PLAYER_SIZE, err);

        if (status != ALIBI_OK)
            return status;
        if (!is_person(out->player[i]) && !player_exists(out->player[i]))
            return server_refuse(err, &server_no.player, ALIBI_WITH(known[i]));
        people += is_person(out->player[i]);
    }
    return people ? ALIBI_OK : server_refuse(err, &server_no.person, NULL);
}

static int read_create(void *to, const json_t *root, struct alibi_error *err)
{
    struct body_create *out = to;
    static const char *const known[] = {"game", "options", "seats", "public"};
    const json_t *is_public = json_object_get(root, "public");
    char name[20];
    int status = only(root, known, 4, err);

    if (status == ALIBI_OK)
        status = text_of(root, "game", true, name, sizeof name, err);
    if (status != ALIBI_OK)
        return status;
    out->game = alibi_game_find(name);
    if (!out->game)
        return server_refuse(err, &server_no.game, ALIBI_WITH(name));
    if (is_public && !json_is_boolean(is_public))
        return server_refuse(err, &server_no.is_public, NULL);
    out->is_public = json_is_true(is_public);
    status = read_options(out, json_object_get(root, "options"), err);
    return status == ALIBI_OK ? read_seats(out, json_object_get(root, "seats"), err) : status;
}

int body_read_create(struct body_create *out, const char *text, size_t len,
                     struct alibi_error *err)
{
    *out = (struct body_create){0};
    return read_with(read_create, out, text, len, err);
}

/* --- Entering --- */

static int read_enter(void *to, const json_t *root, struct alibi_error *err)
{
    struct body_enter *out = to;
    static const char *const known[] = {"key", "seat"};
    char seat[BODY_AS_SIZE];
    int status = only(root, known, 2, err);

    if (status == ALIBI_OK && json_object_size(root) != 1)
        return server_refuse(err, &server_no.key_or_seat, NULL);
    if (status == ALIBI_OK && json_object_get(root, "key")) {
        status = text_of(root, "key", true, out->key, sizeof out->key, err);
        if (status == ALIBI_OK && !key_is_shaped(out->key, strlen(out->key)))
            status = server_refuse(err, &server_no.key_length, NULL);
        return status;
    }
    if (status == ALIBI_OK)
        status = text_of(root, "seat", true, seat, sizeof seat, err);
    if (status == ALIBI_OK && !alibi_player_seat_parse(&out->seat, seat, strlen(seat)))
        status = server_refuse(err, &server_no.seat, NULL);
    return status;
}

int body_read_enter(struct body_enter *out, const char *text, size_t len,
                    struct alibi_error *err)
{
    *out = (struct body_enter){0};
    return read_with(read_enter, out, text, len, err);
}

/* --- Playing --- */

static int read_tokens(struct body_play *out, const json_t *list, struct alibi_error *err)
{
    size_t i;
    json_t *value;

    if (!json_is_array(list) || json_array_size(list) > BODY_TOKENS_MAX)
        return server_refuse(err, &server_no.tokens,
                             ALIBI_WITH(alibi_number(BODY_TOKENS_MAX).text));
    json_array_foreach(list, i, value)
    {
        if (!json_is_string(value) || json_string_length(value) >= ALIBI_TOKEN_MAX)
            return server_refuse(err, &server_no.token_length,
                                 ALIBI_WITH(alibi_number(ALIBI_TOKEN_MAX - 1).text));
        memcpy(out->token[out->n++], json_string_value(value), json_string_length(value) + 1);
    }
    return ALIBI_OK;
}

static bool is_request_key(const char *key)
{
    return key[strspn(key,
                      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")] ==
           '\0';
}

static int read_play(void *to, const json_t *root, struct alibi_error *err)
{
    struct body_play *out = to;
    unsigned parts = out->parts;
    const char *known[5] = {"as"};
    size_t n = 1;
    int status;

    if (parts & BODY_SEQ)
        known[n++] = "seq";
    if (parts & (BODY_TOKENS | BODY_MAY_TOKENS))
        known[n++] = "tokens";
    if (parts & BODY_KEY)
        known[n++] = "key";
    if (parts & BODY_LEVEL)
        known[n++] = "level";
    status = only(root, known, n, err);
    if (status == ALIBI_OK)
        status = text_of(root, "as", false, out->as, sizeof out->as, err);
    if (status == ALIBI_OK && (parts & BODY_SEQ))
        status = number_of(root, "seq", &out->seq, err);
    if (status == ALIBI_OK && ((parts & BODY_TOKENS) || json_object_get(root, "tokens")))
        status = read_tokens(out, json_object_get(root, "tokens"), err);
    if (status == ALIBI_OK && (parts & BODY_KEY))
        status = text_of(root, "key", true, out->key, sizeof out->key, err);
    if (status == ALIBI_OK && !is_request_key(out->key))
        status = server_refuse(err, &server_no.request_key, NULL);
    if (status == ALIBI_OK && (parts & BODY_LEVEL))
        status = text_of(root, "level", false, out->level, sizeof out->level, err);
    return status;
}

int body_read_play(struct body_play *out, unsigned parts, const char *text, size_t len,
                   struct alibi_error *err)
{
    *out = (struct body_play){.parts = parts};
    return read_with(read_play, out, text, len, err);
}

/* --- Replaying, and nothing --- */

static int read_replay(void *to, const json_t *root, struct alibi_error *err)
{
    struct body_replay *out = to;
    static const char *const known[] = {"record", "at", "as"};
    const json_t *record = json_object_get(root, "record");
    int status = only(root, known, 3, err);

    if (status == ALIBI_OK)
        status = text_of(root, "as", false, out->as, sizeof out->as, err);
    if (status == ALIBI_OK && json_object_get(root, "at")) {
        status = number_of(root, "at", &out->at, err);
        out->has_at = true;
    }
    if (status != ALIBI_OK)
        return status;
    if (!json_is_string(record))
        return server_refuse(err, &server_no.record, NULL);
    out->record = strdup(json_string_value(record));
    return out->record ? ALIBI_OK
                       : alibi_refuse(err, ALIBI_NO_MEMORY, 0, &server_no.memory.why, NULL);
}

int body_read_replay(struct body_replay *out, const char *text, size_t len,
                     struct alibi_error *err)
{
    *out = (struct body_replay){0};
    return read_with(read_replay, out, text, len, err);
}

static int read_nothing(void *to, const json_t *root, struct alibi_error *err)
{
    (void)to;
    return only(root, NULL, 0, err);
}

int body_read_empty(const char *text, size_t len, struct alibi_error *err)
{
    return read_with(read_nothing, NULL, text, len, err);
}
