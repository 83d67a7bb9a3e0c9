/* Parses records: tags first, then tokens, labels, comments and variations.
 *
 * The game is replayed while it is read, so a record that parses is a legal game: a record of
 * the whole truth as a state, a redacted one as a watch. A variation goes on from before the
 * last token, so every line that is open keeps how it stood there. The tags are read twice:
 * first for the game, its options, viewer and start; then, when the record exists, for the free
 * tags. */
#include "core/refusals.h"
#include "record_data.h"

#include <alibi/watch.h>
#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { VALUE_MAX = ALIBI_LINE_MAX };

/* How the game stands at some point of a line. */
struct standing {
    struct alibi_state now;    /* if the record is the whole truth */
    struct alibi_watch *watch; /* if the record is redacted, else NULL */
    struct record_turn turn;   /* of the token before; not labelled if there is none */
};

/* A line that is being read. */
struct open_line {
    struct alibi_line *line;
    struct standing now, before; /* after and before its last token */
};

/* The text, and the game as far as it has been read so far. */
struct reading {
    const char *text;
    size_t len, at;
    struct alibi_error *err;
    struct alibi_record *record;
    struct open_line open[ALIBI_VARIATIONS_DEEP + 1]; /* the main line first */
    int depth;
    size_t varied;    /* how many tokens the variations have so far */
    bool label_waits; /* a label was read, and no token since */
    char result[32];  /* the Result tag, or empty */
    size_t result_at;
};

/* The innermost line. */
static struct open_line *line_of(struct reading *in)
{
    return &in->open[in->depth];
}

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
    struct standing *start = &in->open[0].now;
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
        alibi_setup(&start->now, o->game, o->option);
        view.seen = start->now;
        if (o->viewer != ALIBI_AS_TRUTH)
            o->game->observe(&view, &start->now, o->viewer);
    }
    start->now = view.seen;
    status = alibi_record_new(&in->record, &view.seen, o->viewer);
    if (status == ALIBI_OK)
        in->open[0].line = &in->record->main;
    if (status == ALIBI_OK && o->viewer != ALIBI_AS_TRUTH)
        status = alibi_watch_new(&start->watch, &view);
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
    struct alibi_line *line = line_of(in)->line;

    if (!end)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_comment_end);
    if (in->depth > 0 && line->n == 0)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_variation_token);
    for (const char *c = text; c < end; c++)
        if (*c == '\0' || *c == '{')
            return fail(in, (size_t)(c - in->text), ALIBI_BAD_TEXT, &alibi_no.record_comment);
    if (!alibi_comment_add(line->n ? &line->item[line->n - 1].comment : &in->record->preface,
                           text, (size_t)(end - text)))
        return fail(in, in->at, ALIBI_NO_MEMORY, &alibi_no.system_memory);
    in->at = (size_t)(end - in->text) + 1;
    return ALIBI_OK;
}

/* Puts the state at NOW, as the viewer sees it, into S; false while an announcement is due. */
static bool look(const struct standing *now, struct alibi_state *s)
{
    struct alibi_view view;

    *s = now->now;
    if (!now->watch)
        return true;
    if (!alibi_watch_settled(now->watch))
        return false;
    alibi_watch_view(now->watch, &view);
    *s = view.seen;
    return true;
}

/* "3.2": a turn begins here. */
static int read_label(struct reading *in, size_t len)
{
    const char *label = in->text + in->at;
    const struct standing *now = &line_of(in)->now;
    struct alibi_state s;

    if (len != 3 || label[1] != '.' || !isdigit((unsigned char)label[2]))
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_label);
    if (!look(now, &s) || in->label_waits || s.to_act > ALIBI_DETECTIVE ||
        label[0] - '0' != s.round || label[2] - '0' != s.slot ||
        (now->turn.labelled && now->turn.round == s.round && now->turn.slot == s.slot))
        return fail(in, in->at, ALIBI_BAD_MOVE, &alibi_no.record_label_place);
    in->label_waits = true;
    return ALIBI_OK;
}

/* Plays the token or tells it to the watch; puts its value into TOLD. */
static int play(struct reading *in, const char *token, size_t len, struct alibi_told *told)
{
    struct standing *now = &line_of(in)->now;
    int status;

    if (now->watch) {
        status = alibi_watch_see(now->watch, token, len, in->err);
        if (status == ALIBI_OK)
            status = alibi_told_parse(told, now->now.game, token, len, in->err);
        return status;
    }
    *told = (struct alibi_told){.kind = ALIBI_TOLD_MOVE};
    status = alibi_token_parse(&told->move, &now->now, token, len, in->err);
    if (status == ALIBI_OK)
        now->now.game->apply(&now->now, told->move);
    return status;
}

/* Puts a copy of FROM into TO; false if memory runs out. */
static bool copy_standing(struct standing *to, const struct standing *from)
{
    struct alibi_watch *watch = NULL;

    if (from->watch && alibi_watch_copy(&watch, from->watch) != ALIBI_OK)
        return false;
    alibi_watch_free(to->watch);
    *to = *from;
    to->watch = watch;
    return true;
}

static int read_token(struct reading *in, size_t len)
{
    struct open_line *open = line_of(in);
    struct alibi_state before;
    struct alibi_told told;
    bool played = look(&open->now, &before) && before.winner == ALIBI_NOBODY;
    int status;

    if (len == 0 || len >= ALIBI_TOKEN_MAX)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_token);
    if (in->depth > 0 && ++in->varied > ALIBI_VARIATIONS_LONG)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_variation_long);
    if (!copy_standing(&open->before, &open->now))
        return fail(in, in->at, ALIBI_NO_MEMORY, &alibi_no.system_memory);
    status = play(in, in->text + in->at, len, &told);
    if (status != ALIBI_OK) {
        if (in->err)
            in->err->offset += in->at;
        return status;
    }
    in->label_waits = false;
    if (played && told.kind != ALIBI_TOLD_RESULT)
        open->now.turn = alibi_turn_of(&before);
    else
        open->now.turn.labelled = false;
    if (!alibi_line_add(open->line, open->now.now.game, &told, &open->now.turn))
        return fail(in, in->at, ALIBI_NO_MEMORY, &alibi_no.system_memory);
    return ALIBI_OK;
}

/* --- Variations --- */

/* "(": what could have been told in place of the last token. In the place of the first token
 * of a variation it is another variation beside that one. */
static int open_variation(struct reading *in)
{
    struct open_line *open = line_of(in), *into = open + 1;
    struct alibi_line *beside;

    if (in->label_waits)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_after_label);
    if (open->line->n == 0)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_variation_first);
    if (in->depth == ALIBI_VARIATIONS_DEEP)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_variation_deep);
    beside = in->depth > 0 && open->line->n == 1 ? open[-1].line : open->line;
    *into = (struct open_line){.line = alibi_line_vary(&beside->item[beside->n - 1])};
    if (!into->line || !copy_standing(&into->now, &open->before))
        return fail(in, in->at, ALIBI_NO_MEMORY, &alibi_no.system_memory);
    in->depth++;
    in->at++;
    return ALIBI_OK;
}

static void close_line(struct open_line *open)
{
    alibi_watch_free(open->now.watch);
    alibi_watch_free(open->before.watch);
    open->now.watch = open->before.watch = NULL;
}

/* A line may end here, at the end of the text or at a ")". */
static int end_line(struct reading *in)
{
    const struct alibi_watch *watch = line_of(in)->now.watch;

    if (in->label_waits)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_after_label);
    if (watch && !alibi_watch_settled(watch))
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_unsettled);
    return ALIBI_OK;
}

static int close_variation(struct reading *in)
{
    int status;

    if (in->depth == 0)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_variation_close);
    status = end_line(in);
    if (status == ALIBI_OK && line_of(in)->line->n == 0)
        return fail(in, in->at, ALIBI_BAD_TEXT, &alibi_no.record_variation_token);
    if (status == ALIBI_OK) {
        close_line(line_of(in));
        in->depth--;
        in->at++;
    }
    return status;
}

/* --- The whole --- */

/* Reads a label or a token, which ends at white space or at one of {()}. */
static int read_word(struct reading *in)
{
    const char *text = in->text + in->at;
    size_t len = 0;
    int status;

    while (in->at + len < in->len && !is_space(text[len]) && text[len] != '{' &&
           text[len] != '(' && text[len] != ')')
        len++;
    status = isdigit((unsigned char)text[0]) ? read_label(in, len) : read_token(in, len);
    in->at += status == ALIBI_OK ? len : 0;
    return status;
}

static int read_game(struct reading *in)
{
    int status = ALIBI_OK;

    for (skip_space(in); status == ALIBI_OK && in->at < in->len; skip_space(in)) {
        char c = in->text[in->at];

        status = c == '{'   ? read_comment(in)
                 : c == '(' ? open_variation(in)
                 : c == ')' ? close_variation(in)
                            : read_word(in);
    }
    return status;
}

/* Checks that the game ended where the Result tag says. */
static int read_end(struct reading *in)
{
    struct alibi_state end;
    int status = end_line(in);

    if (status != ALIBI_OK)
        return status;
    if (in->depth > 0)
        return fail(in, in->len, ALIBI_BAD_TEXT, &alibi_no.record_variation_end);
    (void)look(&in->open[0].now, &end);
    alibi_record_result(in->record, &end);
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
    for (int i = 0; i <= ALIBI_VARIATIONS_DEEP; i++)
        close_line(&in.open[i]);
    if (status != ALIBI_OK) {
        alibi_record_free(in.record);
        return status;
    }
    *out = in.record;
    return ALIBI_OK;
}

size_t alibi_record_end(const char *text, size_t len)
{
    static const char mark[] = "\n\n[Game ";
    const size_t n = sizeof mark - 1;

    for (size_t i = 0; i + n <= len; i++)
        if (memcmp(text + i, mark, n) == 0)
            return i + 2;
    return len;
}
