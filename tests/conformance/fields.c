/* What a game says of the fields of its positions holds for every position that arises. */
#include "conformance.h"

#include <ctype.h>
#include <string.h>

struct word {
    const char *text;
    size_t len;
};

static bool is(struct word w, const char *text)
{
    return strlen(text) == w.len && memcmp(w.text, text, w.len) == 0;
}

/* The part of *REST up to the first MARK, which is skipped. */
static struct word cut(struct word *rest, char mark)
{
    const char *end = memchr(rest->text, mark, rest->len);
    struct word first = {rest->text, end ? (size_t)(end - rest->text) : rest->len};
    size_t skip = first.len + (end != NULL);

    *rest = (struct word){rest->text + skip, rest->len - skip};
    return first;
}

static bool is_among(struct word w, const char *words)
{
    struct word rest = {words ? words : "", words ? strlen(words) : 0};

    while (rest.len) {
        struct word one = cut(&rest, '|');

        if (one.len == w.len && memcmp(one.text, w.text, w.len) == 0)
            return true;
    }
    return false;
}

/* Where the character stands in the order of codes, or of the game's list; -1 for none. */
static int character(const struct alibi_game *game, struct word w, bool listed)
{
    for (int i = 0; i < game->n_characters; i++)
        if (is(w, game->characters[listed ? game->list[i] : i].code))
            return i;
    return -1;
}

static bool is_place(const struct alibi_game *game, struct word w)
{
    for (int i = 0; i < game->n_places; i++)
        if (is(w, game->place[i].name))
            return true;
    return false;
}

/* Whether one item of a list may be what it is, after LAST. */
static bool item_holds(const struct alibi_game *game, const struct alibi_field *f,
                       struct word item, struct word last)
{
    struct word tag = item, name = cut(&tag, ':');
    size_t least = item.len < last.len ? item.len : last.len;
    int order = last.len ? memcmp(last.text, item.text, least) : -1;
    bool ascends = order < 0 || (order == 0 && last.len <= item.len);
    bool listed = f->kind == ALIBI_FIELD_HAND;

    switch (f->kind) {
    case ALIBI_FIELD_CHARACTERS:
    case ALIBI_FIELD_HAND:
    case ALIBI_FIELD_DRAWN:
        return character(game, item, listed) >= 0 &&
               (!last.len || character(game, last, listed) < character(game, item, listed));
    case ALIBI_FIELD_STAND:
        return is_place(game, item);
    case ALIBI_FIELD_PLACES:
        return is_place(game, name) && ascends &&
               (f->words ? is_among(tag, f->words) : !tag.len);
    case ALIBI_FIELD_TILES:
        return character(game, name, false) >= 0 && is_among(tag, f->words);
    case ALIBI_FIELD_WORDS:
        return is_among(item, f->words) && ascends;
    case ALIBI_FIELD_CHOICE:
    case ALIBI_FIELD_CHARACTER:
    case ALIBI_FIELD_TEXT:
        break;
    }
    return false;
}

static bool list_holds(const struct alibi_game *game, const struct alibi_field *f,
                       struct word value)
{
    struct word last = {NULL, 0};
    int n = 0;

    if (is(value, "-"))
        return f->kind != ALIBI_FIELD_STAND;
    for (; value.len; n++) {
        struct word item = cut(&value, ',');

        if (!item_holds(game, f, item, last))
            return false;
        last = item;
    }
    return f->kind != ALIBI_FIELD_STAND || n == game->n_characters;
}

static bool field_holds(const struct alibi_game *game, const struct alibi_field *f,
                        struct word value)
{
    switch (f->kind) {
    case ALIBI_FIELD_CHOICE:
        /* rounds and slots are the game's own numbers */
        return f->words ? is_among(value, f->words)
                        : value.len == 1 && isdigit((unsigned char)value.text[0]);
    case ALIBI_FIELD_CHARACTER:
        return character(game, value, false) >= 0 || is_among(value, f->words);
    case ALIBI_FIELD_DRAWN:
        if (value.len == 2 && value.text[0] == '?')
            return isdigit((unsigned char)value.text[1]);
        return list_holds(game, f, value);
    case ALIBI_FIELD_TEXT:
        return value.len > 0;
    default:
        return list_holds(game, f, value);
    }
}

void check_fields(struct play *p, const struct alibi_state *s)
{
    const struct alibi_field *list[] = {alibi_position_fields(), p->game->fields};
    char line[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(line, sizeof line);
    struct word rest;

    alibi_position_print(&text, s);
    rest = (struct word){line, text.len};
    for (int i = 0; i <= p->game->n_options; i++)
        (void)cut(&rest, ' ');
    for (int i = 0; i < 2; i++)
        for (const struct alibi_field *f = list[i]; f && f->name; f++) {
            struct word value = cut(&rest, ' '), key = cut(&value, '=');

            CHECK(p, is(key, f->name));
            CHECK(p, field_holds(p->game, f, value));
        }
    CHECK(p, !p->game->fields || rest.len == 0);
}
