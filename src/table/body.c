/* Reading bodies. */
#include "body.h"

#include "json_read.h"
#include "request_refusals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS_MAX = 12 }; /* no body has that many */

bool player_exists(const char *player)
{
    for (int i = 0; alibi_player_kind(i); i++)
        if (strcmp(alibi_player_kind(i)->name, player) == 0)
            return true;
    return false;
}

const char *player_strongest(void)
{
    int i = 0;

    while (alibi_player_kind(i + 1))
        i++;
    return alibi_player_kind(i)->name;
}

/* Reads a body's members into OUT, one of the structs of body.h. */
typedef int reader(void *out, struct json root, struct alibi_error *err);

static int read_with(reader *read, void *out, const char *text, size_t len,
                     struct alibi_error *err)
{
    struct json root;

    if (json_parse(&root, len ? text : "", len, MEMBERS_MAX, err) != ALIBI_OK)
        return ALIBI_BAD_TEXT;
    if (json_kind(root) != JSON_OBJECT)
        return request_reason(err, &request_no.json, NULL);
    return read(out, root, err);
}

/* Refuses members that are not among the N names. */
static int only(struct json root, const char *const *name, size_t n, struct alibi_error *err)
{
    struct json value = {NULL};
    char own[JSON_NAME_SIZE];

    while ((value = json_next(root, value, own)).at) {
        size_t i = 0;

        while (i < n && strcmp(name[i], own) != 0)
            i++;
        if (i == n)
            return request_reason(err, &request_no.member, ALIBI_WITH(own));
    }
    return ALIBI_OK;
}

/* A text of at most SIZE - 1 bytes; empty where it is left out and may be. */
static int text_of(struct json root, const char *key, bool must, char *out, size_t size,
                   struct alibi_error *err)
{
    struct json value = json_member(root, key);

    out[0] = '\0';
    if (!value.at && !must)
        return ALIBI_OK;
    if (json_read_text(value, out, size) < 1)
        return request_reason(err, &request_no.text,
                              ALIBI_WITH(key, alibi_number(size - 1).text));
    return ALIBI_OK;
}

static int number_of(struct json root, const char *key, uint64_t *out, struct alibi_error *err)
{
    if (!json_read_number(json_member(root, key), out))
        return request_reason(err, &request_no.whole, ALIBI_WITH(key));
    return ALIBI_OK;
}

/* The member `record`, which is to be freed, also after a failure. */
static int read_record(char **out, struct json root, struct alibi_error *err)
{
    struct json record = json_member(root, "record");

    if (json_kind(record) != JSON_TEXT)
        return request_reason(err, &request_no.record, NULL);
    *out = malloc(BODY_RECORD_SIZE);
    if (!*out)
        return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &request_no.memory.why, NULL);
    if (json_read_text(record, *out, BODY_RECORD_SIZE) < 0)
        return request_reason(err, &request_no.too_large,
                              ALIBI_WITH(alibi_number(BODY_RECORD_SIZE - 1).text));
    return ALIBI_OK;
}

static bool is_request_key(const char *key)
{
    return key[strspn(key,
                      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")] ==
           '\0';
}

/* A member that is true or false, and false if it is left out. */
static int bool_of(struct json root, const char *key, bool *out, struct alibi_error *err)
{
    struct json value = json_member(root, key);

    *out = value.at && json_kind(value) == JSON_TRUE;
    if (value.at && !*out && json_kind(value) != JSON_FALSE)
        return request_reason(err, &request_no.yes_or_no, ALIBI_WITH(key));
    return ALIBI_OK;
}

/* The same, and it must be there. */
static int must_bool_of(struct json root, const char *key, bool *out, struct alibi_error *err)
{
    if (!json_member(root, key).at)
        return request_reason(err, &request_no.yes_or_no, ALIBI_WITH(key));
    return bool_of(root, key, out, err);
}

/* The members `request` and `mix`, if they are there. */
static int read_request(struct json root, char out[BODY_KEY_SIZE], bool *mixes,
                        struct alibi_error *err)
{
    int status = text_of(root, "request", false, out, BODY_KEY_SIZE, err);

    if (status == ALIBI_OK && !is_request_key(out))
        return request_reason(err, &request_no.request_key, ALIBI_WITH("request"));
    return status == ALIBI_OK ? bool_of(root, "mix", mixes, err) : status;
}

/* --- Making a game --- */

static int read_options(struct body_create *out, struct json options, struct alibi_error *err)
{
    struct json value = {NULL};
    char name[JSON_NAME_SIZE], chosen[40], text[sizeof name + sizeof chosen];

    if (!options.at)
        return ALIBI_OK;
    if (json_kind(options) != JSON_OBJECT)
        return request_reason(err, &request_no.options, NULL);
    while ((value = json_next(options, value, name)).at) {
        if (json_read_text(value, chosen, sizeof chosen) < 0)
            return request_reason(err, &request_no.option_text, NULL);
        (void)snprintf(text, sizeof text, "%s=%s", name, chosen);
        if (alibi_option_parse(out->option, out->game, text, strlen(text), err) != ALIBI_OK)
            return ALIBI_BAD_TEXT;
    }
    return ALIBI_OK;
}

static bool is_person(const char *name)
{
    return strcmp(name, "me") == 0 || strcmp(name, "open") == 0;
}

static int read_seats(struct body_create *out, struct json seats, struct alibi_error *err)
{
    static const char *const known[] = {"jack", "detective"};
    int people = 0;

    if (json_kind(seats) != JSON_OBJECT || only(seats, known, 2, NULL) != ALIBI_OK)
        return request_reason(err, &request_no.seats, NULL);
    for (int i = 0; i < 2; i++) {
        int status = text_of(seats, known[i], true, out->player[i], PLAYER_SIZE, err);

        if (status != ALIBI_OK)
            return status;
        if (!is_person(out->player[i]) && !player_exists(out->player[i]))
            return request_reason(err, &request_no.player, ALIBI_WITH(known[i]));
        people += is_person(out->player[i]);
    }
    return people ? ALIBI_OK : request_reason(err, &request_no.person, NULL);
}

/* Where the game goes on from, if it does. */
static int read_from(struct body_create *out, struct json from, struct alibi_error *err)
{
    static const char *const known[] = {"record", "at"};

    if (!from.at)
        return ALIBI_OK;
    if (json_kind(from) != JSON_OBJECT || only(from, known, 2, NULL) != ALIBI_OK ||
        !json_read_number(json_member(from, "at"), &out->from_at))
        return request_reason(err, &request_no.from, NULL);
    return read_record(&out->from, from, err);
}

/* How long people may think, if that is agreed on. */
static int read_clock(struct body_create *out, struct json clock, struct alibi_error *err)
{
    struct clock_terms terms;

    if (!clock.at)
        return ALIBI_OK;
    if (json_read_text(clock, out->clock, sizeof out->clock) < 1 ||
        !clock_terms_parse(&terms, out->clock, strlen(out->clock)))
        return request_reason(err, &request_no.clock, NULL);
    return ALIBI_OK;
}

static int read_create(void *to, struct json root, struct alibi_error *err)
{
    struct body_create *out = to;
    static const char *const known[] = {"game", "options", "seats", "public", "hints",
                                        "from", "request", "mix",   "clock",  "rated"};
    char name[20];
    int status = only(root, known, sizeof known / sizeof known[0], err);

    if (status == ALIBI_OK)
        status = text_of(root, "game", true, name, sizeof name, err);
    if (status != ALIBI_OK)
        return status;
    out->game = alibi_game_find(name);
    if (!out->game)
        return request_reason(err, &request_no.game, ALIBI_WITH(name));
    status = bool_of(root, "public", &out->is_public, err);
    if (status == ALIBI_OK)
        status = bool_of(root, "hints", &out->hints, err);
    if (status == ALIBI_OK)
        status = read_options(out, json_member(root, "options"), err);
    if (status == ALIBI_OK)
        status = read_seats(out, json_member(root, "seats"), err);
    if (status == ALIBI_OK)
        status = read_request(root, out->request, &out->mixes, err);
    if (status == ALIBI_OK)
        status = read_clock(out, json_member(root, "clock"), err);
    if (status == ALIBI_OK)
        status = bool_of(root, "rated", &out->rated, err);
    return status == ALIBI_OK ? read_from(out, json_member(root, "from"), err) : status;
}

int body_read_create(struct body_create *out, const char *text, size_t len,
                     struct alibi_error *err)
{
    *out = (struct body_create){0};
    return read_with(read_create, out, text, len, err);
}

/* --- Entering --- */

static int read_enter(void *to, struct json root, struct alibi_error *err)
{
    struct body_enter *out = to;
    static const char *const known[] = {"key", "seat", "request", "mix"};
    char seat[BODY_AS_SIZE];
    int status = only(root, known, 4, err);

    if (status == ALIBI_OK)
        status = read_request(root, out->request, &out->mixes, err);
    if (status == ALIBI_OK && !json_member(root, "key").at == !json_member(root, "seat").at)
        return request_reason(err, &request_no.key_or_seat, NULL);
    if (status == ALIBI_OK && json_member(root, "key").at) {
        status = text_of(root, "key", true, out->key, sizeof out->key, err);
        if (status == ALIBI_OK && !key_is_shaped(out->key, strlen(out->key)))
            status = request_reason(err, &request_no.key_length, NULL);
        return status;
    }
    if (status == ALIBI_OK)
        status = text_of(root, "seat", true, seat, sizeof seat, err);
    if (status == ALIBI_OK && !alibi_player_seat_parse(&out->seat, seat, strlen(seat)))
        status = request_reason(err, &request_no.seat, NULL);
    return status;
}

int body_read_enter(struct body_enter *out, const char *text, size_t len,
                    struct alibi_error *err)
{
    *out = (struct body_enter){0};
    return read_with(read_enter, out, text, len, err);
}

/* --- Playing --- */

static int read_tokens(char token[BODY_TOKENS_MAX][ALIBI_TOKEN_MAX], size_t *n,
                       struct json list, struct alibi_error *err)
{
    struct json value = {NULL};

    if (json_kind(list) != JSON_LIST)
        return request_reason(err, &request_no.tokens,
                              ALIBI_WITH(alibi_number(BODY_TOKENS_MAX).text));
    while ((value = json_next(list, value, NULL)).at) {
        if (*n == BODY_TOKENS_MAX)
            return request_reason(err, &request_no.tokens,
                                  ALIBI_WITH(alibi_number(BODY_TOKENS_MAX).text));
        if (json_read_text(value, token[(*n)++], ALIBI_TOKEN_MAX) < 0)
            return request_reason(err, &request_no.token_length,
                                  ALIBI_WITH(alibi_number(ALIBI_TOKEN_MAX - 1).text));
    }
    return ALIBI_OK;
}

static int read_play(void *to, struct json root, struct alibi_error *err)
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
    if (parts & BODY_ENTROPY)
        known[n++] = "entropy";
    if (parts & BODY_PAUSED)
        known[n++] = "paused";
    status = only(root, known, n, err);
    if (status == ALIBI_OK)
        status = text_of(root, "as", false, out->as, sizeof out->as, err);
    if (status == ALIBI_OK && (parts & BODY_SEQ))
        status = number_of(root, "seq", &out->seq, err);
    if (status == ALIBI_OK && ((parts & BODY_TOKENS) || json_member(root, "tokens").at))
        status = read_tokens(out->token, &out->n, json_member(root, "tokens"), err);
    if (status == ALIBI_OK && (parts & BODY_KEY))
        status = text_of(root, "key", true, out->key, sizeof out->key, err);
    if (status == ALIBI_OK && !is_request_key(out->key))
        status = request_reason(err, &request_no.request_key, ALIBI_WITH("key"));
    if (status == ALIBI_OK && (parts & BODY_LEVEL))
        status = text_of(root, "level", false, out->level, sizeof out->level, err);
    if (status == ALIBI_OK && (parts & BODY_ENTROPY))
        status = text_of(root, "entropy", true, out->entropy, sizeof out->entropy, err);
    if (status == ALIBI_OK && (parts & BODY_PAUSED))
        status = must_bool_of(root, "paused", &out->paused, err);
    return status;
}

int body_read_play(struct body_play *out, unsigned parts, const char *text, size_t len,
                   struct alibi_error *err)
{
    *out = (struct body_play){.parts = parts};
    return read_with(read_play, out, text, len, err);
}

/* --- Replaying, and nothing --- */

static int read_study(void *to, struct json root, struct alibi_error *err)
{
    struct body_replay *out = to;
    static const char *const known[] = {"record"};
    int status = only(root, known, 1, err);

    return status == ALIBI_OK ? read_record(&out->record, root, err) : status;
}

int body_read_study(struct body_replay *out, const char *text, size_t len,
                    struct alibi_error *err)
{
    *out = (struct body_replay){0};
    return read_with(read_study, out, text, len, err);
}

static int read_replay(void *to, struct json root, struct alibi_error *err)
{
    struct body_replay *out = to;
    static const char *const known[] = {"record", "at", "as", "tokens"};
    int status = only(root, known, 4, err);

    if (status == ALIBI_OK)
        status = text_of(root, "as", false, out->as, sizeof out->as, err);
    if (status == ALIBI_OK && json_member(root, "tokens").at) {
        status = read_tokens(out->token, &out->n, json_member(root, "tokens"), err);
        out->tries = true;
    }
    if (status == ALIBI_OK && json_member(root, "at").at) {
        status = number_of(root, "at", &out->at, err);
        out->has_at = true;
    }
    return status == ALIBI_OK ? read_record(&out->record, root, err) : status;
}

int body_read_replay(struct body_replay *out, const char *text, size_t len,
                     struct alibi_error *err)
{
    *out = (struct body_replay){0};
    return read_with(read_replay, out, text, len, err);
}

static int read_rematch(void *to, struct json root, struct alibi_error *err)
{
    struct body_rematch *out = to;
    static const char *const known[] = {"sides", "request", "mix"};
    char sides[BODY_AS_SIZE];
    int status = only(root, known, 3, err);

    if (status == ALIBI_OK)
        status = read_request(root, out->request, &out->mixes, err);
    if (status == ALIBI_OK)
        status = text_of(root, "sides", false, sides, sizeof sides, err);
    if (status != ALIBI_OK)
        return status;
    out->same_sides = strcmp(sides, "same") == 0;
    if (sides[0] && !out->same_sides && strcmp(sides, "swapped") != 0)
        return request_reason(err, &request_no.sides, NULL);
    return ALIBI_OK;
}

int body_read_rematch(struct body_rematch *out, const char *text, size_t len,
                      struct alibi_error *err)
{
    *out = (struct body_rematch){0};
    return read_with(read_rematch, out, text, len, err);
}

static int read_end(void *to, struct json root, struct alibi_error *err)
{
    struct body_end *out = to;
    static const char *const known[] = {"as", "browser"};
    int status = only(root, known, 2, err);

    if (status == ALIBI_OK)
        status = text_of(root, "as", false, out->as, sizeof out->as, err);
    return status == ALIBI_OK
               ? text_of(root, "browser", true, out->browser, sizeof out->browser, err)
               : status;
}

int body_read_end(struct body_end *out, const char *text, size_t len, struct alibi_error *err)
{
    *out = (struct body_end){0};
    return read_with(read_end, out, text, len, err);
}

static int read_link(void *to, struct json root, struct alibi_error *err)
{
    struct body_end *out = to;
    static const char *const known[] = {"as"};
    int status = only(root, known, 1, err);

    return status == ALIBI_OK ? text_of(root, "as", false, out->as, sizeof out->as, err)
                              : status;
}

int body_read_link(struct body_end *out, const char *text, size_t len, struct alibi_error *err)
{
    *out = (struct body_end){0};
    return read_with(read_link, out, text, len, err);
}

static int read_nothing(void *to, struct json root, struct alibi_error *err)
{
    (void)to;
    return only(root, NULL, 0, err);
}

int body_read_empty(const char *text, size_t len, struct alibi_error *err)
{
    return read_with(read_nothing, NULL, text, len, err);
}
