/* Cards: what a chat or a search engine shows of a link, as it asks for in Open Graph's words.
 *
 * They are read from the page, before any script runs. So the page of a game that everybody may
 * look at is sent with a title, a line and a picture of its own; all others have those of the
 * front page, whether there is such a game or not. Where the server's own address is not known
 * and no game is meant, the page goes out as it was built. */
#include "asset.h"
#include "http.h"
#include "picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct card {
    char title[80], words[200], picture[HTTP_HOST_SIZE + 80];
};

/* Whether a path like /g/ID may be that of a game. */
static bool is_game(const char *path)
{
    return strncmp(path, "/g/", 3) == 0 && id_is_shaped(path + 3, strlen(path + 3));
}

/* Seeks the game of such a path; its table, if everybody may look at it. */
static enum seek seek_game(struct exchange *x, const char *path, const struct table **table)
{
    char id[ID_SIZE];
    struct room *room;
    enum seek seek = SEEK_NONE;

    *table = NULL;
    if (is_game(path)) {
        memcpy(id, path + 3, ID_SIZE);
        seek = app_seek(x->http->app, &x->v, id, &room);
    }
    if (seek == SEEK_HERE && room->table.about.is_public)
        *table = &room->table;
    return seek;
}

bool card_waits(struct exchange *x, const char *path)
{
    const struct table *table;

    return seek_game(x, path, &table) == SEEK_LATER;
}

static void write_card(struct exchange *x, const struct table *table, struct card *card)
{
    const char *origin = x->http->options->origin;
    const char *host = MHD_lookup_connection_value(x->connection, MHD_HEADER_KIND, "Host");
    char own[HTTP_HOST_SIZE + 10];

    (void)snprintf(own, sizeof own, "%s%.*s", origin ? "" : "http://", HTTP_HOST_SIZE,
                   origin ? origin
                   : host ? host
                          : "");
    if (table) {
        struct alibi_text words = alibi_text_in(card->words, sizeof card->words);
        struct alibi_view view;

        album_view(table, &view);
        picture_words(&view, &words);
        (void)snprintf(card->title, sizeof card->title, "Alibi: %s", view.seen.game->title);
        (void)snprintf(card->picture, sizeof card->picture,
                       "%s/api/games/%s/picture.png?at=%zu", own, table->about.id,
                       table->n_events);
        return;
    }
    (void)snprintf(card->title, sizeof card->title, "Alibi");
    (void)snprintf(card->words, sizeof card->words, "Deduction games in the lamplight");
    (void)snprintf(card->picture, sizeof card->picture, "%s/picture.png", own);
}

/* --- The page --- */

static void add_escaped(struct alibi_text *out, const char *text)
{
    for (; *text; text++)
        switch (*text) {
        case '&':
            alibi_text_str(out, "&amp;");
            break;
        case '<':
            alibi_text_str(out, "&lt;");
            break;
        case '>':
            alibi_text_str(out, "&gt;");
            break;
        case '"':
            alibi_text_str(out, "&quot;");
            break;
        default:
            alibi_text_char(out, *text);
        }
}

static void add_meta(struct alibi_text *out, const char *kind, const char *name,
                     const char *value)
{
    alibi_text_format(out, "<meta %s=\"%s\" content=\"", kind, name);
    add_escaped(out, value);
    alibi_text_str(out, "\" />\n");
}

char *card_page(struct exchange *x, const struct asset *page, const char *path, size_t *len)
{
    enum { CARD_MAX = 4000 };
    const char *html = (const char *)page->data, *head = strstr(html, "</head>");
    const struct table *table;
    struct alibi_text out;
    struct card card;
    char *text;

    if (!asset_is_page(path) || !head || (!x->http->options->origin && !is_game(path)))
        return NULL;
    text = malloc(page->len + CARD_MAX);
    if (!text)
        return NULL;
    (void)seek_game(x, path, &table);
    write_card(x, table, &card);
    out = alibi_text_in(text, page->len + CARD_MAX);
    alibi_text_bytes(&out, html, (size_t)(head - html));
    add_meta(&out, "property", "og:type", "website");
    add_meta(&out, "property", "og:site_name", "Alibi");
    add_meta(&out, "property", "og:title", card.title);
    add_meta(&out, "property", "og:description", card.words);
    add_meta(&out, "property", "og:image", card.picture);
    add_meta(&out, "property", "og:image:width", "1200");
    add_meta(&out, "property", "og:image:height", "630");
    add_meta(&out, "name", "twitter:card", "summary_large_image");
    alibi_text_bytes(&out, head, page->len - (size_t)(head - html));
    *len = out.len;
    return text;
}
