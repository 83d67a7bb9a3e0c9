/* Parses records: tags first, then tokens, labels and comments.
 *
 * The game is replayed while it is read, so a record that parses is a legal game: a record of
 * the whole truth as a state, a redacted one as a watch. The tags are read twice: first for the
 * game, its options, viewer and start; then, when the record exists, for the free tags. */
#include "core/refusals.h"
#include "record_data.h"

#include <alibi/watch.h>
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = ALIBI_LINE_MAX };

/* The text, and the game as far as it has been read so far. */
struct reading {
    const char *text;
    size_t len, at;
    struct alibi_error *err;
    struct alibi_record *record;
    struct alibi_state now;    /* if the record is the whole truth */
    struct alibi_watch *watch; /* if the record is redacted, else NULL */
    bool label_waits;          /* a label was read, and no token since */
    char result[32];           /* the Result tag, or empty */
    size_t result_at;
};

static int fail(struct reading *in, size_t at, enum alibi_status status,
                const struct alibi_refusal *what)
{
    return alibi_refuse(in->err, status, at, what, NULL);
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static void skip_space(struct reading *in)
{
    while (in->at < in->len && is_space(in->text[in->at]))
        in->at++;
}

/* --- Tags --- */

struct tag {
    char key[41], value[VALUE_MAX];
    size_t at, value_at; /* offsets of the key, and of the value inside its quotes */
};

/* Reads the quoted value, with \" and \\ unescaped. */
static int read_value(struct reading *in, struct tag *tag)
{
    size_t n = 0;

    tag->value_at = in->at + 1;
    for (in->at++; in->at < in->len && in->text[in->at] != '"'; in->at++) {
        char c = in->text[in->at];

        if (c == '\\' && in->at + 1 < in->len)
            c = in->text[++in->at];
        if (iscntrl((unsigned char)c) || n + 1 == sizeof tag->value)
            return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_value);
        tag->value[n++] = c;
    }
    tag->value[n] = '\0';
    if (in->len - in->at < 2 || in->text[in->at + 1] != ']')
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_value_end);
    in->at += 2;
    return ALIBI_OK;
}

/* [Key "value"] */
static int read_tag(struct reading *in, struct tag *tag)
{
    size_t n = 0;

    tag->at = ++in->at;
    while (in->at < in->len && isalnum((unsigned char)in->text[in->at]) &&
           n + 1 < sizeof tag->key)
        tag->key[n++] = in->text[in->at++];
    tag->key[n] = '\0';
    if (n == 0 || in->len - in->at < 2 || memcmp(in->text + in->at, " \"", 2) != 0)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_tag);
    in->at++;
    return read_value(in, tag);
}

/* What the tags say about the start of the game. */
struct opening {
    const struct alibi_game *game;
    uint8_t option[ALIBI_OPTIONS_MAX];
    bool option_given[ALIBI_OPTIONS_MAX];
    enum alibi_viewer viewer;
    struct alibi_state position;
    bool has_position;
};

static int open_view(struct reading *in, struct opening *o, const struct tag *tag)
{
    if (alibi_viewer_parse(&o->viewer, tag->value, strlen(tag->value)))
        return ALIBI_OK;
    return fail(in, tag->at, ALIBI_BAD_TEXT, &alibi_no.record_view);
}

/* Reads TAG as an option; returns 1 if it is not one. */
static int open_option(struct reading *in, struct opening *o, const struct tag *tag)
{
    for (int i = 0; i < o->game->n_options; i++) {
        const char *name = o->game->option[i].name;
        char pair[sizeof tag->value + 24];
        struct alibi_text text = alibi_text_in(pair, sizeof pair);

        if (tolower((unsigned char)tag->key[0]) != name[0] ||
            isupper((unsigned char)tag->key[0]) == 0 || strcmp(tag->key + 1, name + 1) != 0)
            continue;
        alibi_text_str(&text, name);
        alibi_text_char(&text, '=');
        alibi_text_str(&text, tag->value);
        if (o->option_given[i])
            return fail(in, tag->at, ALIBI_BAD_TEXT, &alibi_no.record_tag_twice);
        o->option_given[i] = true;
        if (alibi_option_parse(o->option, o->game, pair, strlen(pair), in->err) != ALIBI_OK) {
            if (in->err)
                in->err->offset = tag->at;
            return ALIBI_BAD_TEXT;
        }
        return ALIBI_OK;
    }
    return 1;
}

static int open_position(struct reading *in, struct opening *o, const struct tag *tag)
{
    int status = alibi_position_parse(&o->position, tag->value, strlen(tag->value), in->err);

    if (status != ALIBI_OK) {
        /* Find the byte of the text: an escaped byte of the value is two there. */
        size_t at = tag->value_at;

        for (size_t i = 0; in->err && i < in->err->offset; i++)
            at += in->text[at] == '\\' ? 2 : 1;
        if (in->err)
            in->err->offset = at;
        return status;
    }
    if (o->position.game != o->game)
        return fail(in, tag->at, ALIBI_BAD_TEXT, &alibi_no.record_other_game);
    o->has_position = true;
    return ALIBI_OK;
}

static int open_game(struct reading *in, struct opening *o)
{
    struct tag tag;
    int status;

    skip_space(in);
    if (in->at == in->len || in->text[in->at] != '[')
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_first);
    status = read_tag(in, &tag);
    if (status != ALIBI_OK)
        return status;
    if (strcmp(tag.key, "Game") != 0)
        return fail(in, tag.at, ALIBI_BAD_TEXT, &alibi_no.record_game_first);
    o->game = alibi_game_find(tag.value);
    if (!o->game)
        return fail(in, tag.at, ALIBI_BAD_TEXT, &alibi_no.text_game);
    return ALIBI_OK;
}

/* Begins the record at the Position tag, or at the set-up. */
static int begin(struct reading *in, const struct opening *o)
{
    struct alibi_view view = {.viewer = o->viewer};
    int status;

    if (o->has_position) {
        if (memcmp(o->option, o->position.option, sizeof o->option) != 0)
            return fail(in, 0, ALIBI_BAD_TEXT, &alibi_no.record_position_tags);
        if (o->viewer == ALIBI_AS_TRUTH && o->position.hides)
            return fail(in, 0, ALIBI_BAD_TEXT, &alibi_no.record_position_hidden);
        if (o->viewer != ALIBI_AS_TRUTH) {
            struct alibi_state world;

            view.seen = o->position;
            o->game->deal(&world, &view, 0);
            o->game->observe(&view, &world, o->viewer);
            if (memcmp(&view.seen, &o->position, sizeof view.seen) != 0)
                return fail(in, 0, ALIBI_BAD_TEXT, &alibi_no.record_position_view);
        }
        view.seen = o->position;
    } else {
        alibi_setup(&in->now, o->game, o->option);
        view.seen = in->now;
        if (o->viewer != ALIBI_AS_TRUTH)
            o->game->observe(&view, &in->now, o->viewer);
    }
    in->now = view.seen;
    status = alibi_record_new(&in->record, &view.seen, o->viewer);
    if (status == ALIBI_OK && o->viewer != ALIBI_AS_TRUTH)
        status = alibi_watch_new(&in->watch, &view);
    return status == ALIBI_OK ? status : fail(in, 0, ALIBI_NO_MEMORY, &alibi_no.system_memory);
}

/* Reads a tag of the format itself into O; returns 1 for a free tag. */
static int open_tag(struct reading *in, struct opening *o, const struct tag *tag)
{
    if (strcmp(tag->key, "Game") == 0 ||
        (strcmp(tag->key, "View") == 0 && o->viewer != ALIBI_AS_TRUTH) ||
        (strcmp(tag->key, "Position") == 0 && o->has_position) ||
        (strcmp(tag->key, "Result") == 0 && in->result[0]))
        return fail(in, tag->at, ALIBI_BAD_TEXT, &alibi_no.record_tag_twice);
    if (strcmp(tag->key, "View") == 0)
        return open_view(in, o, tag);
    if (strcmp(tag->key, "Position") == 0)
        return open_position(in, o, tag);
    if (strcmp(tag->key, "Result") == 0) {
        struct alibi_text text = alibi_text_in(in->result, sizeof in->result);

        alibi_text_str(&text, tag->value);
        in->result_at = tag->at;
        return *tag->value ? ALIBI_OK
                           : fail(in, tag->at, ALIBI_BAD_TEXT, &alibi_no.record_no_result);
    }
    return open_option(in, o, tag);
}

/* Keeps a free tag. */
static int keep_tag(struct reading *in, const struct tag *tag)
{
    int status;

    if (alibi_record_tag_get(in->record, tag->key))
        return fail(in, tag->at, ALIBI_BAD_TEXT, &alibi_no.record_tag_twice);
    status = alibi_record_tag(in->record, tag->key, tag->value, in->err);
    if (status != ALIBI_OK && in->err)
        in->err->offset = tag->at;
    return status;
}

/* Goes through the tags once: for the start of the game or, if O is NULL, for the free tags. */
static int read_tags_once(struct reading *in, struct opening *o)
{
    struct tag tag;
    int status = ALIBI_OK;

    for (skip_space(in); status == ALIBI_OK && in->at < in->len && in->text[in->at] == '[';
         skip_space(in)) {
        status = read_tag(in, &tag);
        if (status == ALIBI_OK && o) {
            status = open_tag(in, o, &tag);
            status = status == 1 ? ALIBI_OK : status;
        } else if (status == ALIBI_OK && !alibi_record_tag_taken(in->record, tag.key)) {
            status = keep_tag(in, &tag);
        }
    }
    return status;
}

static int read_tags(struct reading *in)
{
    struct opening o = {.viewer = ALIBI_AS_TRUTH};
    int status = open_game(in, &o);
    size_t after_game = in->at;

    if (status != ALIBI_OK)
        return status;
    assert(o.game);
    status = read_tags_once(in, &o);
    if (status == ALIBI_OK)
        status = begin(in, &o);
    in->at = after_game;
    return status == ALIBI_OK ? read_tags_once(in, NULL) : status;
}

/* --- Tokens --- */

static int read_comment(struct reading *in)
{
    const char *text = in->text + in->at + 1;
    const char *end = memchr(text, '}', in->len - in->at - 1);

    if (!end)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_comment_end);
    for (const char *c = text; c < end; c++)
        if (*c == '\0' || *c == '{')
            return fail(in, (size_t)(c - in->text), ALIBI_BAD_TEXT, &alibi_no.record_comment);
    if (alibi_record_comment_add(in->record, text, (size_t)(end - text)) != ALIBI_OK)
        return fail(in, in->at, ALIBI_NO_MEMORY, &alibi_no.system_memory);
    in->at = (size_t)(end - in->text) + 1;
    return ALIBI_OK;
}

/* Puts the current state, as the viewer sees it, into S; false while an announcement is due. */
static bool look(const struct reading *in, struct alibi_state *s)
{
    struct alibi_view view;

    *s = in->now;
    if (!in->watch)
        return true;
    if (!alibi_watch_settled(in->watch))
        return false;
    alibi_watch_view(in->watch, &view);
    *s = view.seen;
    return true;
}

/* "3.2": a turn begins here. */
static int read_label(struct reading *in, size_t len)
{
    const char *label = in->text + in->at;
    const struct alibi_record *record = in->record;
    const struct record_item *last = record->n ? &record->item[record->n - 1] : NULL;
    struct alibi_state s;

    if (len != 3 || label[1] != '.' || !isdigit((unsigned char)label[2]))
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_label);
    if (!look(in, &s) || in->label_waits || s.to_act > ALIBI_DETECTIVE ||
        label[0] - '0' != s.round || label[2] - '0' != s.slot ||
        (last && last->labelled && last->round == s.round && last->slot == s.slot))
        return fail(in, in->at, ALIBI_BAD_MOVE, &alibi_no.record_label_place);
    in->label_waits = true;
    return ALIBI_OK;
}

/* Plays the token or tells it to the watch; puts its value into TOLD. */
static int play(struct reading *in, const char *token, size_t len, struct alibi_told *told)
{
    int status;

    if (in->watch) {
        status = alibi_watch_see(in->watch, token, len, in->err);
        if (status == ALIBI_OK)
            status = alibi_told_parse(told, in->now.game, token, len, in->err);
        return status;
    }
    *told = (struct alibi_told){.kind = ALIBI_TOLD_MOVE};
    status = alibi_token_parse(&told->move, &in->now, token, len, in->err);
    if (status == ALIBI_OK)
        in->now.game->apply(&in->now, told->move);
    return status;
}

static int read_token(struct reading *in, size_t len)
{
    struct alibi_state before;
    struct alibi_told told;
    bool played = look(in, &before) && before.winner == ALIBI_NOBODY;
    int status;

    if (len >= ALIBI_TOKEN_MAX)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_token);
    status = play(in, in->text + in->at, len, &told);
    if (status != ALIBI_OK) {
        if (in->err)
            in->err->offset += in->at;
        return status;
    }
    in->label_waits = false;
    played = played && told.kind != ALIBI_TOLD_RESULT;
    if (alibi_record_add(in->record, &told, played ? &before : NULL) != ALIBI_OK)
        return fail(in, in->at, ALIBI_NO_MEMORY, &alibi_no.system_memory);
    return ALIBI_OK;
}

static int read_game(struct reading *in)
{
    int status = ALIBI_OK;

    for (skip_space(in); status == ALIBI_OK && in->at < in->len; skip_space(in)) {
        size_t len = 0;

        if (in->text[in->at] == '{') {
            status = read_comment(in);
            continue;
        }
        while (in->at + len < in->len && !is_space(in->text[in->at + len]) &&
               in->text[in->at + len] != '{')
            len++;
        status = isdigit((unsigned char)in->text[in->at]) ? read_label(in, len)
                                                          : read_token(in, len);
        in->at += status == ALIBI_OK ? len : 0;
    }
    return status;
}

/* Checks that the game ended where the Result tag says. */
static int read_end(struct reading *in)
{
    struct alibi_view view;

    if (in->label_waits)
        return fail(in, in->len, ALIBI_BAD_TEXT, &alibi_no.record_after_label);
    if (in->watch && !alibi_watch_settled(in->watch))
        return fail(in, in->len, ALIBI_BAD_TEXT, &alibi_no.record_unsettled);
    if (in->watch) {
        alibi_watch_view(in->watch, &view);
        in->now = view.seen;
    }
    alibi_record_result(in->record, &in->now);
    if (in->result[0] && strcmp(in->result, in->record->result) != 0)
        return fail(in, in->result_at, ALIBI_BAD_TEXT, &alibi_no.record_result);
    return ALIBI_OK;
}

int alibi_record_parse(struct alibi_record **out, const char *text, size_t len,
                       struct alibi_error *err)
{
    struct reading in = {.text = text, .len = len, .err = err};
    int status = read_tags(&in);

    if (status == ALIBI_OK)
        status = read_game(&in);
    if (status == ALIBI_OK)
        status = read_end(&in);
    alibi_watch_free(in.watch);
    if (status != ALIBI_OK) {
        alibi_record_free(in.record);
        return status;
    }
    *out = in.record;
    return ALIBI_OK;
}
