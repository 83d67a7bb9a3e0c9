/* Builds, prints and completes records.
 *
 * A record is the list of things that one viewer was told, with tags before it; line.c has the
 * list.
 *
 * To complete the redacted record of a finished game, play it again: the tokens after the
 * result are the hidden moves in the order of play, so each hidden token takes the next one. */
#include "core/refusals.h"
#include "record_data.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int alibi_record_new(struct alibi_record **out, const struct alibi_state *start,
                     enum alibi_viewer viewer)
{
    struct alibi_record *record = calloc(1, sizeof *record);
    struct alibi_state setup;
    struct alibi_view view;

    if (!record)
        return ALIBI_NO_MEMORY;
    record->start = *start;
    record->viewer = viewer;
    alibi_setup(&setup, start->game, start->option);
    if (viewer != ALIBI_AS_TRUTH) {
        start->game->observe(&view, &setup, viewer);
        setup = view.seen;
    }
    record->from_position = memcmp(&setup, start, sizeof setup) != 0;
    memcpy(record->result, "*", 2);
    *out = record;
    return ALIBI_OK;
}

void alibi_record_free(struct alibi_record *record)
{
    if (!record)
        return;
    for (size_t i = 0; i < record->n_tags; i++) {
        free(record->tag[i].key);
        free(record->tag[i].value);
    }
    alibi_line_clear(&record->main);
    free(record->tag);
    free(record->preface);
    free(record);
}

static bool is_option(const struct alibi_game *game, const char *key)
{
    for (int i = 0; i < game->n_options; i++)
        if (toupper((unsigned char)game->option[i].name[0]) == key[0] &&
            strcmp(game->option[i].name + 1, key + 1) == 0)
            return true;
    return false;
}

bool alibi_record_tag_taken(const struct alibi_record *record, const char *key)
{
    static const char *const taken[] = {"Game", "View", "Result", "Position"};

    for (size_t i = 0; i < sizeof taken / sizeof taken[0]; i++)
        if (strcmp(key, taken[i]) == 0)
            return true;
    return is_option(record->start.game, key);
}

/* Why KEY and VALUE cannot be a free tag; NULL if they can. */
static const struct alibi_refusal *wrong_tag(const struct alibi_record *record, const char *key,
                                             const char *value)
{
    if (alibi_record_tag_taken(record, key))
        return &alibi_no.record_tag_taken;
    if (!isalpha((unsigned char)key[0]) || strlen(key) > 40)
        return &alibi_no.record_tag_name;
    for (const char *c = key; *c; c++)
        if (!isalnum((unsigned char)*c))
            return &alibi_no.record_tag_name;
    if (strlen(value) >= ALIBI_LINE_MAX)
        return &alibi_no.record_value_long;
    for (const char *c = value; *c; c++)
        if (iscntrl((unsigned char)*c))
            return &alibi_no.record_value_control;
    return NULL;
}

static char *copy(const char *s, size_t len)
{
    char *text = malloc(len + 1);

    if (text) {
        memcpy(text, s, len);
        text[len] = '\0';
    }
    return text;
}

static struct record_tag *find_tag(const struct alibi_record *record, const char *key)
{
    for (size_t i = 0; i < record->n_tags; i++)
        if (strcmp(record->tag[i].key, key) == 0)
            return &record->tag[i];
    return NULL;
}

const char *alibi_record_tag_get(const struct alibi_record *record, const char *key)
{
    const struct record_tag *tag = find_tag(record, key);

    return tag ? tag->value : NULL;
}

bool alibi_record_is_of_people(const struct alibi_record *record)
{
    const char *running = alibi_record_tag_get(record, "Running");

    return running && strcmp(running, "people") == 0;
}

/* Adds a tag and takes over its strings; false if memory runs out. */
static bool add_tag(struct alibi_record *record, char *key, char *value)
{
    if (record->n_tags == record->cap_tags) {
        size_t cap = record->cap_tags + 8;
        struct record_tag *grown = realloc(record->tag, cap * sizeof *grown);

        if (!grown)
            return false;
        record->tag = grown;
        record->cap_tags = cap;
    }
    record->tag[record->n_tags++] = (struct record_tag){key, value};
    return true;
}

int alibi_record_tag(struct alibi_record *record, const char *key, const char *value,
                     struct alibi_error *err)
{
    const struct alibi_refusal *wrong = wrong_tag(record, key, value);
    struct record_tag *tag = find_tag(record, key);
    char *own_value, *own_key = NULL;

    if (wrong)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, wrong, NULL);
    own_value = copy(value, strlen(value));
    if (tag && own_value) {
        free(tag->value);
        tag->value = own_value;
        return ALIBI_OK;
    }
    if (own_value)
        own_key = copy(key, strlen(key));
    if (own_key && add_tag(record, own_key, own_value))
        return ALIBI_OK;
    free(own_key);
    free(own_value);
    return alibi_refuse(err, ALIBI_NO_MEMORY, 0, &alibi_no.system_memory, NULL);
}

int alibi_record_add(struct alibi_record *record, const struct alibi_told *told,
                     const struct alibi_state *before)
{
    struct alibi_line *line = &record->main;
    struct record_turn turn = {0};

    if (before)
        turn = alibi_turn_of(before);
    else if (line->n > 0)
        turn = line->item[line->n - 1].turn;
    turn.labelled = turn.labelled && before;
    return alibi_line_add(line, record->start.game, told, &turn) ? ALIBI_OK : ALIBI_NO_MEMORY;
}

void alibi_record_result(struct alibi_record *record, const struct alibi_state *end)
{
    struct alibi_text text = alibi_text_in(record->result, sizeof record->result);

    if (end->winner == ALIBI_NOBODY)
        alibi_text_char(&text, '*');
    else
        alibi_result_print(&text, end);
}

const struct alibi_game *alibi_record_game(const struct alibi_record *record)
{
    return record->start.game;
}

enum alibi_viewer alibi_record_viewer(const struct alibi_record *record)
{
    return record->viewer;
}

const struct alibi_state *alibi_record_start(const struct alibi_record *record)
{
    return &record->start;
}

const struct alibi_line *alibi_record_line(const struct alibi_record *record)
{
    return &record->main;
}

size_t alibi_record_length(const struct alibi_record *record)
{
    return record->main.n;
}

const struct alibi_told *alibi_record_told(const struct alibi_record *record, size_t i)
{
    return alibi_line_told(&record->main, i);
}

const char *alibi_record_token(const struct alibi_record *record, size_t i)
{
    return alibi_line_token(&record->main, i);
}

const char *alibi_record_comment(const struct alibi_record *record, size_t i)
{
    return i ? alibi_line_comment(&record->main, i - 1) : record->preface;
}

/* --- Printing --- */

static void print_tag(struct alibi_text *text, const char *key, const char *value)
{
    alibi_text_char(text, '[');
    alibi_text_str(text, key);
    alibi_text_str(text, " \"");
    for (; *value; value++) {
        if (*value == '"' || *value == '\\')
            alibi_text_char(text, '\\');
        alibi_text_char(text, *value);
    }
    alibi_text_str(text, "\"]\n");
}

static void print_tags(struct alibi_text *text, const struct alibi_record *record)
{
    const struct alibi_state *start = &record->start;

    print_tag(text, "Game", start->game->name);
    for (int i = 0; i < start->game->n_options; i++) {
        const struct alibi_option *o = &start->game->option[i];
        char key[20];

        (void)snprintf(key, sizeof key, "%s", o->name);
        key[0] = (char)toupper((unsigned char)key[0]);
        print_tag(text, key, o->values[start->option[i]]);
    }
    if (record->viewer != ALIBI_AS_TRUTH)
        print_tag(text, "View", alibi_viewer_name(record->viewer));
    for (size_t i = 0; i < record->n_tags; i++)
        print_tag(text, record->tag[i].key, record->tag[i].value);
    print_tag(text, "Result", record->result);
    if (record->from_position) {
        char line[ALIBI_LINE_MAX];
        struct alibi_text position = alibi_text_in(line, sizeof line);

        alibi_position_print(&position, start);
        print_tag(text, "Position", line);
    }
}

void alibi_record_print(struct alibi_text *text, const struct alibi_record *record)
{
    print_tags(text, record);
    alibi_text_char(text, '\n');
    alibi_comment_print(text, record->preface);
    if (record->preface)
        alibi_text_char(text, '\n');
    alibi_line_print(text, &record->main);
}

char *alibi_record_text(const struct alibi_record *record, size_t *len)
{
    char nothing[1];
    struct alibi_text text = alibi_text_in(nothing, sizeof nothing);
    char *buf;

    alibi_record_print(&text, record);
    buf = malloc(text.len + 1);
    if (!buf)
        return NULL;
    text = alibi_text_in(buf, text.len + 1);
    alibi_record_print(&text, record);
    if (len)
        *len = text.len;
    return buf;
}

/* --- Completing --- */

/* Adds the move TOLD to RECORD and plays it in S. */
static int play(struct alibi_record *record, struct alibi_state *s,
                const struct alibi_told *told)
{
    int status = alibi_record_add(record, told, s);

    assert(told->kind == ALIBI_TOLD_MOVE && alibi_is_legal(s, told->move));
    if (status == ALIBI_OK)
        s->game->apply(s, told->move);
    return status;
}

/* The index of the first token after the result; the length if there is none. */
static size_t first_revealed(const struct alibi_record *record)
{
    for (size_t i = 0; i < record->main.n; i++)
        if (record->main.item[i].told.kind == ALIBI_TOLD_RESULT)
            return i + 1;
    return record->main.n;
}

static int copy_tags(struct alibi_record *to, const struct alibi_record *from,
                     struct alibi_error *err)
{
    int status = ALIBI_OK;

    for (size_t i = 0; i < from->n_tags && status == ALIBI_OK; i++)
        status = alibi_record_tag(to, from->tag[i].key, from->tag[i].value, err);
    return status;
}

/* Adds COMMENT after the last token of TO, or before its first. */
static int copy_comment(struct alibi_record *to, const char *comment)
{
    struct alibi_line *line = &to->main;
    char **place = line->n ? &line->item[line->n - 1].comment : &to->preface;

    if (!comment || alibi_comment_add(place, comment, strlen(comment)))
        return ALIBI_OK;
    return ALIBI_NO_MEMORY;
}

int alibi_record_complete(struct alibi_record **out, const struct alibi_record *redacted,
                          struct alibi_error *err)
{
    struct alibi_record *whole = NULL;
    struct alibi_state s = redacted->start;
    size_t end = first_revealed(redacted), revealed = end;
    int status;

    if (redacted->viewer == ALIBI_AS_TRUTH || redacted->from_position ||
        strcmp(redacted->result, "*") == 0)
        return alibi_refuse(err, ALIBI_BAD_TEXT, 0, &alibi_no.record_seat, NULL);
    alibi_setup(&s, redacted->start.game, redacted->start.option);
    status = alibi_record_new(&whole, &s, ALIBI_AS_TRUTH);
    if (status == ALIBI_OK)
        status = copy_tags(whole, redacted, err);
    if (status == ALIBI_OK)
        status = copy_comment(whole, redacted->preface);
    for (size_t i = 0; i < redacted->main.n && status == ALIBI_OK; i++) {
        const struct alibi_told *told = &redacted->main.item[i].told;

        if (told->kind == ALIBI_TOLD_HIDDEN)
            told = &redacted->main.item[revealed++].told;
        if (i < end && told->kind == ALIBI_TOLD_MOVE)
            status = play(whole, &s, told);
        if (status == ALIBI_OK)
            status = copy_comment(whole, redacted->main.item[i].comment);
    }
    if (status != ALIBI_OK) {
        alibi_record_free(whole);
        return status == ALIBI_NO_MEMORY
                   ? alibi_refuse(err, status, 0, &alibi_no.system_memory, NULL)
                   : status;
    }
    alibi_record_result(whole, &s);
    *out = whole;
    return ALIBI_OK;
}
