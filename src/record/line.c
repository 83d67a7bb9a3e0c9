/* Lines of a record: rows of tokens with comments, each token with the variations that are
 * played in its place.
 *
 * The text has a line for each turn: its label ("3.2"), then its tokens. Outcomes of chance
 * before a turn have a line of their own. A variation stands in parentheses after the token, on
 * the same line. The text depends on nothing but these lists, so printing a record that was
 * parsed gives the same bytes. */
#include "record_data.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct record_turn alibi_turn_of(const struct alibi_state *before)
{
    return (struct record_turn){before->round, before->slot, before->to_act <= ALIBI_DETECTIVE};
}

bool alibi_line_add(struct alibi_line *line, const struct alibi_game *game,
                    const struct alibi_told *told, const struct record_turn *turn)
{
    struct record_item *item;
    struct alibi_text text;

    if (line->n == line->cap) {
        size_t cap = line->cap ? 2 * line->cap : 8;
        struct record_item *grown = realloc(line->item, cap * sizeof *grown);

        if (!grown)
            return false;
        line->item = grown;
        line->cap = cap;
    }
    item = &line->item[line->n];
    *item = (struct record_item){.told = *told, .turn = *turn};
    text = alibi_text_in(item->token, sizeof item->token);
    alibi_told_print(&text, game, told);
    assert(text.len < text.cap);
    line->n++;
    return true;
}

struct alibi_line *alibi_line_vary(struct record_item *item)
{
    struct alibi_line *line = calloc(1, sizeof *line), **end = &item->variation;

    while (*end)
        end = &(*end)->next;
    *end = line;
    return line;
}

/* Variations are only so deep that recursion is harmless. */
void alibi_line_clear(struct alibi_line *line)
{
    for (size_t i = 0; i < line->n; i++) {
        struct alibi_line *variation = line->item[i].variation, *next;

        for (; variation; variation = next) {
            next = variation->next;
            alibi_line_clear(variation);
            free(variation);
        }
        free(line->item[i].comment);
    }
    free(line->item);
}

bool alibi_comment_add(char **place, const char *comment, size_t len)
{
    size_t old = *place ? strlen(*place) + 1 : 0;
    char *text = realloc(*place, old + len + 1);

    if (!text)
        return false;
    if (old)
        text[old - 1] = ' ';
    memcpy(text + old, comment, len);
    text[old + len] = '\0';
    *place = text;
    return true;
}

size_t alibi_line_length(const struct alibi_line *line)
{
    return line->n;
}

const struct alibi_told *alibi_line_told(const struct alibi_line *line, size_t i)
{
    assert(i < line->n);
    return &line->item[i].told;
}

const char *alibi_line_token(const struct alibi_line *line, size_t i)
{
    assert(i < line->n);
    return line->item[i].token;
}

const char *alibi_line_comment(const struct alibi_line *line, size_t i)
{
    assert(i < line->n);
    return line->item[i].comment;
}

const struct alibi_line *alibi_line_variation(const struct alibi_line *line, size_t i)
{
    assert(i < line->n);
    return line->item[i].variation;
}

const struct alibi_line *alibi_line_next(const struct alibi_line *line)
{
    return line->next;
}

/* --- Printing --- */

void alibi_comment_print(struct alibi_text *text, const char *comment)
{
    if (comment) {
        alibi_text_str(text, "{");
        alibi_text_str(text, comment);
        alibi_text_str(text, "}");
    }
}

/* What has been printed on the way to a token. */
struct way {
    const struct record_turn *last; /* of the token before it; NULL at the beginning */
    bool label_open;                /* the last label printed is that of LAST */
    bool inside;                    /* a variation: everything on one line */
};

/* What comes before a token that begins a turn, or does not. */
static const char *gap(const struct way *way, const struct record_turn *turn, bool begins)
{
    const struct record_turn *last = way->last;

    if (!last)
        return "";
    if (way->inside)
        return " ";
    /* The outcomes of chance at the set-up share a line. */
    return !begins && ((last->round == turn->round && last->slot == turn->slot) ||
                       last->round == 0)
               ? " "
               : "\n";
}

static void print_line(struct alibi_text *text, const struct alibi_line *line, struct way way);

static void print_item(struct alibi_text *text, const struct record_item *item, bool first,
                       struct way *way)
{
    const struct record_turn *turn = &item->turn, *last = way->last;
    struct way before = {last, way->label_open, true};
    bool begins;

    way->label_open =
        way->label_open && last && last->round == turn->round && last->slot == turn->slot;
    begins = turn->labelled && !way->label_open;
    if (!first || !way->inside)
        alibi_text_str(text, gap(way, turn, begins));
    if (begins)
        alibi_text_format(text, "%u.%u ", turn->round, turn->slot);
    way->label_open = way->label_open || begins;
    way->last = turn;
    alibi_text_str(text, item->token);
    if (item->comment)
        alibi_text_char(text, ' ');
    alibi_comment_print(text, item->comment);
    for (const struct alibi_line *other = item->variation; other; other = other->next) {
        alibi_text_str(text, " (");
        print_line(text, other, before);
        alibi_text_char(text, ')');
    }
}

static void print_line(struct alibi_text *text, const struct alibi_line *line, struct way way)
{
    for (size_t i = 0; i < line->n; i++)
        print_item(text, &line->item[i], i == 0, &way);
}

void alibi_line_print(struct alibi_text *text, const struct alibi_line *line)
{
    print_line(text, line, (struct way){0});
    if (line->n)
        alibi_text_char(text, '\n');
}
