/* Draws a desk: a header, the board, panels beside it or a line of facts below it, what has
 * happened, what is being done, the keys; sheets and large words over it. */
#include "desk.h"

#include "aim.h"

#include <alibi/insight.h>
#include <alibi/kit/bits.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

static const struct alibi_state *seen_of(const struct desk *d)
{
    return &d->view.seen;
}

static void add_spot(struct desk *d, struct rect part, enum hit_what what, int n)
{
    if (d->n_spots < (int)(sizeof d->spot / sizeof d->spot[0]))
        d->spot[d->n_spots++] = (struct desk_spot){part, {what, n}};
}

struct hit desk_hit(const struct desk *desk, int x, int y)
{
    int place;

    for (int i = desk->n_spots - 1; i >= 0; i--) {
        const struct rect *r = &desk->spot[i].part;

        if (x >= r->x && x < r->x + r->w && y >= r->y && y < r->y + r->h)
            return desk->spot[i].hit;
    }
    place = desk->curtain || desk->sheet.open || !desk->board.game
                ? -1
                : board_at(&desk->board, x, y);
    return place < 0 ? (struct hit){HIT_NOTHING, 0} : (struct hit){HIT_PLACE, place};
}

/* --- Panels --- */

/* The code of a character as the board writes it: "SH*", "sh". */
static void write_code(char out[8], const struct desk *d, unsigned who, unsigned suspects,
                       unsigned visible)
{
    (void)snprintf(out, 8, "%s%s", seen_of(d)->game->characters[who].code,
                   alibi_has(visible, who) ? "*" : "");
    for (char *p = out; !alibi_has(suspects, who) && *p; p++)
        *p = (char)tolower((unsigned char)*p);
}

static enum style style_of(unsigned suspects, unsigned active, unsigned who)
{
    return alibi_has(active, who) ? ACTIVE : alibi_has(suspects, who) ? SUSPECT : CLEARED;
}

/* The characters of SET as codes, from X, Y on, in lines up to END; returns the row behind. */
static int draw_codes(struct desk *d, struct grid *g, struct rect part, int x, unsigned set)
{
    const struct alibi_game *game = seen_of(d)->game;
    struct alibi_insight insight;
    struct alibi_outlook o;
    int y = part.y;

    alibi_insight_of(&insight, &d->view);
    game->outlook(&o, seen_of(d));
    for (int i = 0; i < game->n_characters; i++) {
        unsigned who = game->list[i];
        char code[8];

        if (!alibi_has(set, who))
            continue;
        write_code(code, d, who, insight.suspects, o.visible);
        if (x + (int)strlen(code) > part.x + part.w) {
            x = part.x;
            y++;
        }
        if (y >= part.y + part.h)
            break;
        add_spot(d, (struct rect){x, y, 2, 1}, HIT_CHARACTER, (int)who);
        x = grid_put(g, x, y, style_of(insight.suspects, o.active, who), code) + 1;
    }
    return y + 1;
}

static unsigned cards_of(const struct desk *d)
{
    struct alibi_outlook o;

    if (seen_of(d)->round == 0 || seen_of(d)->winner != ALIBI_NOBODY)
        return 0;
    seen_of(d)->game->outlook(&o, seen_of(d));
    return o.now;
}

/* Rows that the panel wants, its frame included: if there is little room, if there is much. */
static int want_cards(const struct desk *d, int w, bool much)
{
    unsigned set = cards_of(d);

    (void)w;
    return !set ? 0 : much ? 2 + (int)alibi_size((uint16_t)set) : 3;
}

static void draw_cards(struct desk *d, struct grid *g, struct rect part)
{
    const struct alibi_game *game = seen_of(d)->game;
    unsigned set = cards_of(d);
    struct alibi_outlook o;
    int y = part.y;

    if (part.h < (int)alibi_size((uint16_t)set)) {
        (void)draw_codes(d, g, part, part.x, set);
        return;
    }
    game->outlook(&o, seen_of(d));
    for (int i = 0; i < game->n_characters; i++) {
        unsigned who = game->list[i];
        char row[80];

        if (!alibi_has(set, who))
            continue;
        (void)snprintf(row, sizeof row, "%s %s%s", game->characters[who].code,
                       game->characters[who].name,
                       alibi_has(o.active, who) ? "  is being played" : "");
        grid_put_n(g, part.x, y, part.w, alibi_has(o.active, who) ? ACTIVE : SUSPECT, row);
        add_spot(d, (struct rect){part.x, y++, part.w, 1}, HIT_CHARACTER, (int)who);
    }
}

static int want_suspects(const struct desk *d, int w, bool much)
{
    int n = seen_of(d)->game->n_characters;

    return much ? n + 2 : 2 + (4 * n + w - 2) / (w - 1);
}

/* "could leave", "could be caught by AA": what may happen to WHO next. */
static void write_dangers(struct alibi_text *text, const struct desk *d,
                          const struct alibi_insight *insight, unsigned who)
{
    const struct alibi_game *game = seen_of(d)->game;

    if (alibi_has(insight->leave, who))
        alibi_text_format(text, "  could leave%s", insight->leave_later ? " later" : "");
    if (insight->catchers[who] && alibi_has(insight->suspects, who) &&
        alibi_insight_is_narrow(insight)) {
        alibi_text_str(text, insight->catch_later ? "  later caught by" : "  caught by");
        for (int k = 0; k < game->n_characters; k++)
            if (alibi_has(insight->catchers[who], (unsigned)k))
                alibi_text_format(text, " %s", game->characters[k].code);
    }
}

static void draw_suspects(struct desk *d, struct grid *g, struct rect part)
{
    const struct alibi_game *game = seen_of(d)->game;
    struct alibi_insight insight;
    struct alibi_outlook o;

    if (part.h < game->n_characters) {
        (void)draw_codes(d, g, part, part.x, ~0U);
        return;
    }
    alibi_insight_of(&insight, &d->view);
    game->outlook(&o, seen_of(d));
    for (int i = 0; i < game->n_characters; i++) {
        unsigned who = game->list[i];
        char row[200], code[8];
        struct alibi_text text = alibi_text_in(row, sizeof row);

        write_code(code, d, who, insight.suspects, o.visible);
        alibi_text_format(&text, "%-3s %s%s", code, game->characters[who].name,
                          who == d->extra.me ? " (you)" : "");
        write_dangers(&text, d, &insight, who);
        grid_put_n(g, part.x, part.y + i, part.w, style_of(insight.suspects, o.active, who),
                   row);
        add_spot(d, (struct rect){part.x, part.y + i, part.w, 1}, HIT_CHARACTER, (int)who);
    }
}

static void write_notes(struct alibi_text *text, const struct desk *d)
{
    seen_of(d)->game->notes(text, seen_of(d));
    cli_note_alibis(text, seen_of(d));
}

static int want_notes(const struct desk *d, int w, bool much)
{
    char notes[2 * ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(notes, sizeof notes);

    (void)much;
    write_notes(&text, d);
    return 2 + grid_wrap(NULL, (struct rect){0, 0, w - 2, 0}, PLAIN, notes, 0);
}

static void draw_notes(struct desk *d, struct grid *g, struct rect part)
{
    char notes[2 * ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(notes, sizeof notes);

    write_notes(&text, d);
    (void)grid_wrap(g, part, PLAIN, notes, 0);
}

/* A line of the log as text. */
static void write_line(char *out, size_t cap, const struct story_line *line)
{
    const char *who = line->seat == ALIBI_JACK        ? "Jack: "
                      : line->seat == ALIBI_DETECTIVE ? "Detective: "
                                                      : "";

    (void)snprintf(out, cap, "%s%s%s%s", line->label, line->label[0] ? " " : "", who,
                   line->words);
}

/* The log from its end upward, scrolled back by lines. */
static void draw_log(struct desk *d, struct grid *g, struct rect part)
{
    size_t n = d->story->n_frames ? d->story->frame[d->frame].lines : 0;
    int bottom = part.y + part.h + d->back;

    while (n > 0 && bottom > part.y) {
        const struct story_line *line = &d->story->line[--n];
        char text[240];
        int rows;

        write_line(text, sizeof text, line);
        rows = grid_wrap(NULL, (struct rect){0, 0, part.w, 0}, PLAIN, text, 0);
        bottom -= rows;
        for (int i = 0; i < rows; i++)
            if (bottom + i >= part.y && bottom + i < part.y + part.h)
                (void)grid_wrap(g, (struct rect){part.x, bottom + i, part.w, 1},
                                (enum style)line->style, text, i);
    }
}

static void draw_list(struct desk *d, struct grid *g, struct rect part,
                      const struct desk_list *list)
{
    int top = list->at - part.h / 2;

    if (top > list->n - part.h)
        top = list->n - part.h;
    if (top < 0)
        top = 0;
    for (int i = 0; i < part.h && top + i < list->n; i++) {
        const struct desk_row *row = &list->row[top + i];
        bool at = top + i == list->at;

        grid_put(g, part.x, part.y + i, CURSOR, at ? ">" : " ");
        grid_put_n(g, part.x + 2, part.y + i, part.w - 2, at ? CURSOR : (enum style)row->style,
                   row->text);
        add_spot(d, (struct rect){part.x, part.y + i, part.w, 1}, HIT_ROW, top + i);
    }
}

static int want_log(const struct desk *d, int w, bool much)
{
    (void)d;
    (void)w;
    (void)much;
    return 5;
}

static void draw_log_or_list(struct desk *d, struct grid *g, struct rect part)
{
    if (d->list.n)
        draw_list(d, g, part, &d->list);
    else
        draw_log(d, g, part);
}

/* The panels beside the board, from top to bottom; the last gets the room that is left. */
static const struct {
    const char *title;
    int (*want)(const struct desk *d, int w, bool much);
    void (*draw)(struct desk *d, struct grid *g, struct rect part);
} panels[] = {
    {"Cards", want_cards, draw_cards},
    {"Suspects", want_suspects, draw_suspects},
    {"Table", want_notes, draw_notes},
    {"Log", want_log, draw_log_or_list},
};
enum { N_PANELS = sizeof panels / sizeof panels[0] };

static void draw_panels(struct desk *d, struct grid *g, struct rect side)
{
    int rows[N_PANELS], free = side.h, y = side.y;

    for (int i = 0; i < N_PANELS; i++)
        free -= rows[i] = panels[i].want(d, side.w, false);
    for (int i = 0; i < N_PANELS; i++) {
        int more = panels[i].want(d, side.w, true) - rows[i];

        if (more > 0 && more <= free) {
            rows[i] += more;
            free -= more;
        }
    }
    rows[N_PANELS - 1] += free; /* may be negative: then the log is short */
    for (int i = 0; i < N_PANELS; i++) {
        struct rect box = {side.x, y, side.w, rows[i]};

        if (rows[i] < 3)
            continue;
        grid_box(g, box, FRAME,
                 i == N_PANELS - 1 && d->list.n ? d->list.title : panels[i].title);
        panels[i].draw(d, g, (struct rect){box.x + 1, box.y + 1, box.w - 2, box.h - 2});
        y += rows[i];
    }
}

/* Cards and suspects in one line, where there is no room for panels. */
static void draw_facts(struct desk *d, struct grid *g, int y)
{
    const struct alibi_state *s = seen_of(d);
    unsigned cards = cards_of(d);
    struct alibi_insight insight;
    char count[40];
    int x = 1;

    alibi_insight_of(&insight, &d->view);
    if (cards) {
        x = grid_put(g, x, y, TITLE, "Cards ");
        (void)draw_codes(d, g, (struct rect){x, y, 20, 1}, x, cards);
        x = 28;
    }
    (void)snprintf(count, sizeof count,
                   "Suspects %u: ", (unsigned)alibi_size(insight.suspects));
    x = grid_put(g, x, y, TITLE, count);
    (void)draw_codes(d, g, (struct rect){x, y, d->width - x, 1}, x,
                     s->winner == ALIBI_NOBODY ? insight.suspects : s->suspects);
}

/* --- Lines --- */

/* One line; what does not fit ends in dots. */
static void draw_line(struct grid *g, struct rect part, enum style style, const char *text)
{
    int rows = grid_wrap(NULL, part, style, text, 0);

    (void)grid_wrap(g, part, style, text, 0);
    if (rows > part.h)
        grid_put(g, part.x + part.w - 4, part.y + part.h - 1, style, " ...");
}

static void draw_header(const struct desk *d, struct grid *g)
{
    int corner = grid_columns(d->corner);

    grid_fill(g, 0, 0, g->width, BAR, " ");
    grid_put_n(g, 1, 0, g->width - corner - 3, BAR, d->head);
    grid_put(g, g->width - corner - 1, 0, BAR, d->corner);
}

static void draw_keys(struct desk *d, struct grid *g)
{
    int y = g->height - 1, x = 1;

    grid_fill(g, 0, y, g->width, BAR, " ");
    for (int i = 0; i < d->n_keys; i++) {
        const struct desk_key *key = &d->keys[i];
        char text[60];
        int n;

        (void)snprintf(text, sizeof text, "%s %s", key->name, key->does);
        n = grid_columns(text);
        if (x + n > g->width)
            break;
        add_spot(d, (struct rect){x, y, n, 1}, HIT_KEY, key->code);
        grid_put(g, x, y, BAR, text);
        x += n + 2;
    }
}

static void draw_prompt(const struct desk *d, struct grid *g, struct rect part)
{
    int n = (int)strlen(d->line), room = part.w - 3;
    int x = grid_put(g, part.x, part.y, TITLE, ":");

    x = grid_put(g, x, part.y, PLAIN, d->line + (n > room ? n - room : 0));
    grid_put(g, x, part.y, CURSOR, "_");
}

/* --- Over the board --- */

/* Large words: capitals with blanks between, in a box. */
static void draw_banner(const struct desk *d, struct grid *g, struct rect board)
{
    char large[2 * sizeof d->banner];
    int n = 0, w, h = d->below[0] ? 5 : 3;
    struct rect box;

    for (const char *p = d->banner; *p && n + 2 < (int)sizeof large; p++) {
        large[n++] = (char)toupper((unsigned char)*p);
        large[n++] = ' ';
    }
    large[n ? n - 1 : 0] = '\0';
    w = grid_columns(large) > grid_columns(d->below) ? grid_columns(large)
                                                     : grid_columns(d->below);
    box = (struct rect){board.x + (board.w - w - 6) / 2, board.y + (board.h - h) / 2, w + 6, h};
    if (box.x < 0)
        box.x = 0;
    grid_blank(g, box);
    for (int y = 0; y < h; y++)
        grid_fill(g, box.x, box.y + y, box.w, BANNER, " ");
    grid_put(g, box.x + (box.w - grid_columns(large)) / 2, box.y + 1, BANNER, large);
    grid_put(g, box.x + (box.w - grid_columns(d->below)) / 2, box.y + 3, BANNER, d->below);
}

static void draw_sheet(struct desk *d, struct grid *g, struct rect body)
{
    const struct sheet *sheet = &d->sheet;
    int most = sheet->text ? body.h : sheet->menu.n + 3;
    struct rect box = {body.x, body.y, body.w, most < body.h ? most : body.h};
    struct rect inside;
    int lines;

    if (box.w > 100)
        box = (struct rect){body.x + (body.w - 100) / 2, box.y, 100, box.h};
    inside = (struct rect){box.x + 1, box.y + 1, box.w - 2, box.h - 2};
    if (sheet->text) {
        lines = grid_wrap(NULL, inside, PLAIN, sheet->text, 0);
        if (lines < inside.h) {
            box.h = lines + 2;
            inside.h = lines;
        }
    }
    d->n_spots = 0;
    grid_blank(g, box);
    grid_box(g, box, FRAME, sheet->title);
    if (sheet->text)
        (void)grid_wrap(g, inside, PLAIN, sheet->text, sheet->scroll);
    else
        draw_list(d, g, inside, &sheet->menu);
}

/* --- The whole --- */

enum { SIDE = 30 }; /* the least width of the panels */

/* The largest board that leaves room for panels, or else the largest that fits. */
static struct board choose_board(const struct alibi_game *game, int w, int h)
{
    struct board b = board_of(game, BOARD_NARROW);

    for (int pass = 0; pass < 2; pass++)
        for (int scale = BOARD_LARGE; scale >= BOARD_NARROW; scale--) {
            b = board_of(game, (enum board_scale)scale);
            if (b.height <= h && b.width + (pass ? 0 : SIDE) <= w)
                return b;
        }
    return b;
}

static void draw_too_small(const struct desk *d, struct grid *g)
{
    char text[80];

    (void)snprintf(text, sizeof text, "needs %dx%d, has %dx%d", DESK_WIDTH, DESK_HEIGHT,
                   d->width, d->height);
    (void)grid_wrap(g, (struct rect){0, 0, g->width, g->height}, PLAIN, text, 0);
}

static void draw_curtain(const struct desk *d, struct grid *g)
{
    int w = grid_columns(d->message), x = (g->width - w) / 2;

    grid_box(g, (struct rect){x - 3, g->height / 2 - 2, w + 6, 5}, FRAME, NULL);
    grid_put(g, x, g->height / 2, TITLE, d->message);
}

/* The lines below: what happened, what is being done. Returns the row of the first. */
static int draw_lines(struct desk *d, struct grid *g, int rows)
{
    int y = g->height - 1 - 2 * rows;
    struct rect strip = {1, y, g->width - 2, rows}, turn = {1, y + rows, g->width - 2, rows};

    if (d->strip[0])
        draw_line(g, strip, (enum style)d->strip_style, d->strip);
    else if (!d->asking)
        turn = (struct rect){1, y, g->width - 2, 2 * rows};
    if (d->asking)
        draw_prompt(d, g, turn);
    else if (d->message[0])
        draw_line(g, turn, TITLE, d->message);
    else
        draw_line(g, turn, (enum style)d->turn_style, d->turn);
    return y;
}

void desk_draw(struct desk *desk, struct grid *grid)
{
    const struct alibi_game *game = desk->view.seen.game;
    static struct alibi_scene scene;
    struct rect body;
    int rows = desk->height >= 30 ? 2 : 1;

    grid_clear(grid, desk->width, desk->height);
    grid->unicode = desk->unicode;
    desk->n_spots = 0;
    if (desk->width < DESK_WIDTH || desk->height < DESK_HEIGHT) {
        draw_too_small(desk, grid);
        return;
    }
    if (desk->curtain) {
        draw_curtain(desk, grid);
        return;
    }
    draw_header(desk, grid);
    body = (struct rect){0, 1, grid->width, draw_lines(desk, grid, rows) - 1};
    desk->board = choose_board(game, body.w, body.h);
    desk->board.y = body.y;
    game->scene(&scene, &desk->view.seen);
    if (body.w - desk->board.width >= SIDE) {
        int side = desk->board.width + 1;

        desk->board.y += (body.h - desk->board.height) / 2;
        draw_panels(desk, grid, (struct rect){side, body.y, body.w - side, body.h});
    } else {
        desk->board.x = (body.w - desk->board.width) / 2;
        draw_facts(desk, grid, body.y + body.h - 1);
    }
    board_draw(grid, &desk->board, &scene, &desk->extra);
    draw_keys(desk, grid);
    if (desk->banner[0])
        draw_banner(
            desk, grid,
            (struct rect){desk->board.x, desk->board.y, desk->board.width, desk->board.height});
    if (desk->sheet.open)
        draw_sheet(desk, grid, body);
}
