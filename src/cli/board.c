/* Draws the board of any game into a grid.
 *
 * A game says what to draw (its scene); this file knows how to draw hexagons and squares in
 * characters, and has a sign for each word that the scenes use. Each place has rows for the
 * piece on it, and a last row for its name with signs for the rest. Nothing depends on colour:
 * a cleared character is in lower case, a visible one has a star, the one being played is in
 * brackets, a lit place is filled with dots. */
#include "board.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* --- Signs --- */

/* How a word of a scene is drawn: SOLID_FILL fills all rows (nobody needs the name), FILLING
 * all but the last; UPPER is a sign in the first row, BESIDE one beside the name; BOX is a
 * frame, on square boards. */
struct sign {
    const char *word;
    enum { NOTHING, SOLID_FILL, FILLING, UPPER, BESIDE, BOX } where;
    const char *unicode, *ascii, *about;
};

/* clang-format off */
static const struct sign signs[] = {
    {"street",      BOX,        "", "", NULL},
    {"tile",        BOX,        "", "", NULL},
    {"post",        NOTHING,    "", "", NULL},
    {"island",      NOTHING,    "", "", NULL},
    {"manhole",     BESIDE,     "○", "o", "an open manhole"},
    {"cover",       BESIDE,     "●", "x", "a manhole with a cover on it"},
    {"house",       SOLID_FILL, "▒", "#", "a house: nobody goes through"},
    {"building",    SOLID_FILL, "▒", "#", "a building"},
    {"gaslight",    UPPER,      "·", ".", "a post for a gaslight, which is out"},
    {"lamp",        UPPER,      "☼", "*", "a gaslight; a number: it goes out at the end of that round"},
    {"exit",        UPPER,      "exit", "exit", "an exit that Jack can leave by"},
    {"cordon",      UPPER,      "╳╳╳╳", "XXXX", "an exit that is closed"},
    {"port",        FILLING,    "~", "~", "a port"},
    {"ship",        UPPER,      "ship", "ship", "a steamer: a way out for Jack"},
    {"quay",        BESIDE,     "≈", "=", "a quay"},
    {"metro",       BESIDE,     "M", "M", "a metro entrance"},
    {"site",        FILLING,    "▚", "%", "a building site"},
    {"park",        BESIDE,     "♣", "p", "a park"},
    {"probe",       FILLING,    "╬", "?", "the Investigation tile"},
    {"informant",   UPPER,      "(i!)", "(i!)", "the Informant, who talks"},
    {"informant-x", UPPER,      "(i)", "(i)", "the Informant, who is silent"},
};
/* clang-format on */

static const size_t n_signs = sizeof signs / sizeof signs[0];

/* The sign of SYMBOL, which may end with a number: "lamp-3". */
static const struct sign *find_sign(const char *symbol)
{
    for (size_t i = 0; i < n_signs; i++) {
        size_t n = strlen(signs[i].word);

        if (strncmp(symbol, signs[i].word, n) == 0 &&
            (symbol[n] == '\0' || (symbol[n] == '-' && isdigit((unsigned char)symbol[n + 1]))))
            return &signs[i];
    }
    return NULL;
}

static const char *sign_text(const struct sign *sign, bool unicode)
{
    return unicode ? sign->unicode : sign->ascii;
}

/* --- Shapes --- */

/* The sizes of places: columns between two neighbours, rows between two neighbours (half of
 * that on hexagonal boards), columns inside, and rows. */
struct shape {
    int across, down, inside, rows;
};

static const struct shape shapes[2][3] = {
    [ALIBI_HEXES] = {[BOARD_NARROW] = {5, 1, 4, 2},
                     [BOARD_NORMAL] = {6, 1, 5, 2},
                     [BOARD_LARGE] = {10, 2, 8, 4}},
    [ALIBI_SQUARES] = {[BOARD_NARROW] = {9, 4, 6, 2},
                       [BOARD_NORMAL] = {9, 4, 6, 2},
                       [BOARD_LARGE] = {15, 7, 12, 5}},
};

static const struct shape *shape_of(const struct board *b)
{
    return &shapes[b->game->shape][b->scale];
}

struct board board_of(const struct alibi_game *game, enum board_scale scale)
{
    struct board b = {.game = game, .scale = scale};
    const struct shape *shape = shape_of(&b);
    int right, bottom;

    b.left = right = game->place[0].x;
    b.top = bottom = game->place[0].y;
    for (int i = 0; i < game->n_places; i++) {
        const struct alibi_place *p = &game->place[i];

        b.left = p->x < b.left ? p->x : b.left;
        right = p->x > right ? p->x : right;
        b.top = p->y < b.top ? p->y : b.top;
        bottom = p->y > bottom ? p->y : bottom;
    }
    b.width = (right - b.left + 1) * shape->across;
    b.height = (bottom - b.top + 1) * shape->down;
    if (game->shape == ALIBI_HEXES) {
        b.width += shape->rows / 2;
        b.height += shape->rows / 2 + 1;
    }
    return b;
}

/* The inside of a place: its rows, W columns each, those in the middle of a large hexagon one
 * more on both sides. */
struct face {
    int x, y, w, rows;
    bool square, large;
    int beside; /* columns already used in the last row */
    int pieces; /* already drawn */
};

static struct face face_of(const struct board *b, int place)
{
    const struct shape *shape = shape_of(b);
    const struct alibi_place *p = &b->game->place[place];
    bool square = b->game->shape == ALIBI_SQUARES;
    int slant = square ? 1 : shape->rows / 2;

    return (struct face){.x = b->x + (p->x - b->left) * shape->across + slant,
                         .y = b->y + (p->y - b->top) * shape->down + 1,
                         .w = shape->inside,
                         .rows = shape->rows,
                         .square = square,
                         .large = shape->rows > 2,
                         .beside = (int)strlen(p->name)};
}

/* How much wider row R is on both sides. */
static int wider(const struct face *f, int r)
{
    return !f->square && f->large && (r == 1 || r == 2);
}

static void fill_row(struct grid *g, const struct face *f, int r, enum style style,
                     const char *text)
{
    grid_fill(g, f->x - wider(f, r), f->y + r, f->w + 2 * wider(f, r), style, text);
}

struct rect board_face(const struct board *board, int place)
{
    struct face f = face_of(board, place);

    return (struct rect){f.x, f.y, f.w, f.rows};
}

int board_at(const struct board *board, int x, int y)
{
    for (int i = 0; i < board->game->n_places; i++) {
        struct face f = face_of(board, i);
        int r = y - f.y;

        if (r >= 0 && r < f.rows && x >= f.x - wider(&f, r) && x < f.x + f.w + wider(&f, r))
            return i;
    }
    return -1;
}

/* A flat-topped hexagon that shares its edges with its neighbours. */
static void draw_hex(struct grid *g, const struct face *f)
{
    int slant = f->rows / 2;

    for (int i = 0; i < f->w; i++)
        if (f->y >= 1 && strcmp(g->at[f->y - 1][f->x + i].bytes, " ") == 0)
            grid_put(g, f->x + i, f->y - 1, FRAME, "_");
    for (int i = 0; i < slant; i++) {
        grid_put(g, f->x - 1 - i, f->y + i, FRAME, "/");
        grid_put(g, f->x + f->w + i, f->y + i, FRAME, "\\");
        grid_put(g, f->x - slant + i, f->y + slant + i, FRAME, "\\");
        grid_put(g, f->x + f->w + slant - 1 - i, f->y + slant + i, FRAME, "/");
    }
    grid_fill(g, f->x, f->y + f->rows - 1, f->w, FRAME, "_");
}

/* The corners of a square; only walls draw its sides. */
static void draw_corners(struct grid *g, const struct face *f)
{
    int left = f->x - 1, right = f->x + f->w, top = f->y - 1, bottom = f->y + f->rows;

    grid_put(g, left, top, FRAME, g->unicode ? "┌" : "+");
    grid_put(g, right, top, FRAME, g->unicode ? "┐" : "+");
    grid_put(g, left, bottom, FRAME, g->unicode ? "└" : "+");
    grid_put(g, right, bottom, FRAME, g->unicode ? "┘" : "+");
}

/* --- A place --- */

static void draw_sign(struct grid *g, struct face *f, const struct alibi_mark *m)
{
    const struct sign *sign = find_sign(m->symbol);
    const char *number = strchr(m->symbol, '-');
    int x = f->x + (f->w > 4), last = f->rows - 1;

    if (!sign) {
        grid_put_n(g, x, f->y, f->w, SIGN, m->symbol);
        return;
    }
    switch (sign->where) {
    case NOTHING:
        break;
    case BOX:
        if (f->square)
            draw_corners(g, f);
        break;
    case SOLID_FILL:
        fill_row(g, f, last, SOLID, sign_text(sign, g->unicode));
        /* fall through */
    case FILLING:
        for (int r = 0; r < last; r++)
            fill_row(g, f, r, strcmp(sign->word, "port") == 0 ? WATER : SOLID,
                     sign_text(sign, g->unicode));
        break;
    case UPPER:
        grid_put(g, x, f->y, SIGN, sign_text(sign, g->unicode));
        if (number && isdigit((unsigned char)number[1]))
            grid_put(g, x + 1, f->y, SIGN, number + 1);
        break;
    case BESIDE:
        /* A thing on the ground replaces the ground's own sign. */
        grid_put(g, f->x + f->beside, f->y + last, SIGN, sign_text(sign, g->unicode));
        if (m->layer != ALIBI_GROUND)
            f->beside++;
        break;
    }
}

/* The last word of the name of the character with this code, or "". */
static const char *last_name(const struct alibi_game *game, const char *code)
{
    for (int i = 0; i < game->n_characters; i++) {
        const char *name = game->characters[i].name, *blank = strrchr(name, ' ');

        if (strcmp(game->characters[i].code, code) == 0)
            return blank ? blank + 1 : name;
    }
    return "";
}

/* A piece as it is written: "SH" a suspect, "sh" cleared, "SH*" seen, "[SH]" being played,
 * "^SH" the reader himself. */
static void write_piece(char text[16], const struct alibi_mark *m, bool me, int w)
{
    bool active = m->flags & ALIBI_MARK_ACTIVE, seen = m->flags & ALIBI_MARK_SEEN;
    const char *end = !seen ? active ? "]" : "" : !active ? "*" : w > 4 ? "]*" : "*";
    const char *begin = active ? "[" : me ? "^" : w > 4 ? " " : "";
    int n = snprintf(text, 16, "%s%s%s", begin, m->symbol, end);

    if (n > w)
        (void)snprintf(text, 16, "%s%s", w > 4 ? " " : "", m->symbol);
    for (char *p = text; (m->flags & ALIBI_MARK_CLEARED) && *p; p++)
        *p = (char)tolower((unsigned char)*p);
}

static void draw_piece(struct grid *g, struct face *f, const struct alibi_mark *m,
                       const struct alibi_game *game, unsigned me)
{
    bool mine =
        me < (unsigned)game->n_characters && strcmp(game->characters[me].code, m->symbol) == 0;
    enum style style = m->flags & ALIBI_MARK_ACTIVE    ? ACTIVE
                       : m->flags & ALIBI_MARK_CLEARED ? CLEARED
                                                       : SUSPECT;
    char text[16];
    int skip;

    write_piece(text, m, mine, f->w);
    skip = text[0] == ' ';
    grid_put(g, f->x + skip + f->large, f->y + f->large, style, text + skip);
    if (f->large) {
        char name[32];

        (void)snprintf(name, sizeof name, "%-*s", f->pieces++ ? f->w : 0,
                       last_name(game, m->symbol));
        grid_put_n(g, f->x + 1, f->y + 2, f->w, style, name);
    }
}

static void draw_wall(struct grid *g, const struct face *f, char side)
{
    int left = f->x - 1, right = f->x + f->w;

    if (side == 'n' || side == 's')
        grid_fill(g, f->x, side == 'n' ? f->y - 1 : f->y + f->rows, f->w, PLAIN,
                  g->unicode ? "━" : "=");
    else
        for (int row = 0; row < f->rows; row++)
            grid_put(g, side == 'w' ? left : right, f->y + row, PLAIN, g->unicode ? "┃" : "#");
}

static void draw_mark(struct grid *g, struct face *f, const struct alibi_mark *m,
                      const struct alibi_game *game, unsigned me)
{
    switch ((enum alibi_layer)m->layer) {
    case ALIBI_GROUND:
    case ALIBI_THING:
        draw_sign(g, f, m);
        break;
    case ALIBI_LIGHT:
        for (int r = 0; r < f->rows - 1; r++)
            fill_row(g, f, r, LIT, g->unicode ? "░" : ".");
        break;
    case ALIBI_WALL:
        draw_wall(g, f, m->symbol[0]);
        break;
    case ALIBI_PIECE:
        draw_piece(g, f, m, game, me);
        break;
    }
}

/* Everything on a place, from the ground up. */
static void draw_marks(struct grid *g, struct face *f, const struct alibi_scene *scene,
                       unsigned place, const struct alibi_game *game, unsigned me)
{
    for (unsigned layer = ALIBI_GROUND; layer <= ALIBI_PIECE; layer++)
        for (int i = 0; i < scene->n; i++)
            if (scene->mark[i].place == place && scene->mark[i].layer == layer)
                draw_mark(g, f, &scene->mark[i], game, me);
}

/* --- What a player's screen adds --- */

static bool has_mark(const struct alibi_scene *scene, int place, enum alibi_layer layer)
{
    for (int i = 0; i < scene->n; i++)
        if (scene->mark[i].place == place && scene->mark[i].layer == layer)
            return true;
    return false;
}

static void restyle(struct grid *g, int x, int y, int n, enum style style)
{
    for (int i = x; i < x + n; i++)
        if (i >= 0 && i < g->width && y >= 0 && y < g->height)
            g->at[y][i].style = (uint8_t)style;
}

/* A sign in the last column of the first row, unless a piece needs that: "[SH]*". */
static void put_corner(struct grid *g, const struct face *f, enum style style, const char *sign)
{
    int x = f->x + f->w - 1;
    const char *there = x < g->width && f->y < g->height ? g->at[f->y][x].bytes : "";

    if (strcmp(there, "*") != 0 && strcmp(there, "]") != 0)
        grid_put(g, x, f->y, style, sign);
}

/* Every sign of these has a shape of its own: + target, = picked, : trail, ! changed, > < the
 * cursor. */
static void draw_extra(struct grid *g, const struct face *f, unsigned flags, const char *ghost,
                       bool occupied)
{
    int last = f->rows - 1;

    if ((flags & BOARD_GHOST) && !occupied) {
        char text[8];

        (void)snprintf(text, sizeof text, "(%s)", ghost);
        for (char *p = text; *p; p++)
            *p = (char)tolower((unsigned char)*p);
        grid_put(g, f->x, f->y + f->large, TRAIL, text);
    }
    if (flags & (BOARD_TRAIL | BOARD_GHOST | BOARD_CHANGED))
        restyle(g, f->x, f->y + last, f->w, TRAIL);
    if (flags & (BOARD_TRAIL | BOARD_CHANGED))
        put_corner(g, f, TRAIL, flags & BOARD_CHANGED ? "!" : ":");
    if (flags & BOARD_TARGET) {
        restyle(g, f->x, f->y + last, f->w, TARGET);
        put_corner(g, f, TARGET, "+");
    }
    if (flags & BOARD_PICKED) {
        restyle(g, f->x, f->y + last, f->w, ACTIVE);
        put_corner(g, f, ACTIVE, "=");
    }
    if (flags & BOARD_CURSOR) {
        int r = f->large, out = wider(f, r);

        restyle(g, f->x, f->y + last, f->w, CURSOR);
        grid_put(g, f->x - 1 - out, f->y + r, CURSOR, ">");
        grid_put(g, f->x + f->w + out, f->y + r, CURSOR, "<");
    }
}

/* Makes everything faint that is not lit. */
static void darken(struct grid *g, const struct board *b, const struct alibi_scene *scene)
{
    for (int y = 0; y < b->height; y++)
        for (int x = 0; x < b->width; x++) {
            int place = board_at(b, b->x + x, b->y + y);

            if (place < 0 || !has_mark(scene, place, ALIBI_LIGHT))
                restyle(g, b->x + x, b->y + y, 1, FAINT);
        }
}

void board_draw(struct grid *grid, const struct board *board, const struct alibi_scene *scene,
                const struct board_extra *extra)
{
    const struct alibi_game *game = board->game;
    struct face face[ALIBI_PLACES_MAX];

    assert(game->n_places <= ALIBI_PLACES_MAX);
    for (int i = 0; i < game->n_places; i++) {
        face[i] = face_of(board, i);
        if (game->shape == ALIBI_HEXES)
            draw_hex(grid, &face[i]);
        grid_put(grid, face[i].x, face[i].y + face[i].rows - 1, FRAME, game->place[i].name);
    }
    for (int i = 0; i < game->n_places; i++)
        draw_marks(grid, &face[i], scene, (unsigned)i, game, extra ? extra->me : ALIBI_NO_ONE);
    if (extra && extra->dark)
        darken(grid, board, scene);
    for (int i = 0; extra && i < game->n_places; i++)
        draw_extra(grid, &face[i], extra->flags[i], extra->ghost[i],
                   has_mark(scene, i, ALIBI_PIECE));
}

/* --- The legend --- */

static bool shows(const struct alibi_scene *scene, const struct sign *sign)
{
    for (int i = 0; i < scene->n; i++)
        if (find_sign(scene->mark[i].symbol) == sign)
            return true;
    return false;
}

static void legend_line(struct alibi_text *text, const char *sign, const char *about)
{
    alibi_text_str(text, "  ");
    alibi_text_str(text, sign);
    for (int n = grid_columns(sign); n < 8; n++)
        alibi_text_char(text, ' ');
    alibi_text_format(text, "%s\n", about);
}

void board_legend(struct alibi_text *text, const struct alibi_scene *scene, bool unicode)
{
    legend_line(text, "SH", "a character who may be Jack");
    legend_line(text, "sh", "one who cannot be Jack");
    legend_line(text, "SH*", "would be seen by witnesses now");
    legend_line(text, "[SH]", "is being played; [SH* is seen, too");
    for (int i = 0; i < scene->n; i++)
        if (scene->mark[i].layer == ALIBI_WALL) {
            legend_line(text, unicode ? "━ ┃" : "= #", "a wall: nobody sees through");
            break;
        }
    legend_line(text, unicode ? "░░░░░" : ".....", "a lit place, or one that is looked at");
    for (size_t i = 0; i < n_signs; i++)
        if (signs[i].about && shows(scene, &signs[i]))
            legend_line(text, sign_text(&signs[i], unicode), signs[i].about);
}
