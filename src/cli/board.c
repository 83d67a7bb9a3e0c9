/* Draws a view in the terminal, in the same way for every game.
 *
 * A game says what to draw (its scene); this file knows how to draw hexagons and squares in
 * characters, and has a sign for each word that the scenes use. Each place has two rows: the
 * piece on it, and its name with signs for the rest. Nothing depends on colour: a cleared
 * character is in lower case, a visible one has a star, the one being played is in brackets, a
 * lit place is filled with dots. */
#include "cli.h"

#include <ctype.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WIDTH = 160, HEIGHT = 60 };

enum style { PLAIN, FRAME, LIT, SOLID, SUSPECT, CLEARED, ACTIVE, SIGN };

/* The escape sequence of each style in a terminal with colours. */
static const char *const escape[] = {
    [PLAIN] = "",          [FRAME] = "\033[2m",   [LIT] = "\033[33m",     [SOLID] = "\033[2m",
    [SUSPECT] = "\033[1m", [CLEARED] = "\033[2m", [ACTIVE] = "\033[1;7m", [SIGN] = "\033[36m",
};

struct glyph {
    char bytes[5]; /* one character, in UTF-8 */
    uint8_t style;
};

struct canvas {
    struct glyph at[HEIGHT][WIDTH];
    int width, height;
    bool unicode;
};

static void put(struct canvas *c, int x, int y, enum style style, const char *text)
{
    while (*text && x >= 0 && x < WIDTH && y >= 0 && y < HEIGHT) {
        struct glyph *g = &c->at[y][x++];
        size_t n = 1;

        while ((text[n] & 0xc0) == 0x80 && n < sizeof g->bytes - 1)
            n++;
        memcpy(g->bytes, text, n);
        g->bytes[n] = '\0';
        g->style = (uint8_t)style;
        text += n;
    }
}

static void fill(struct canvas *c, int x, int y, int n, enum style style, const char *text)
{
    for (int i = 0; i < n; i++)
        put(c, x + i, y, style, text);
}

/* --- Signs --- */

/* How a word of a scene is drawn: SOLID_FILL fills both rows (nobody needs the name), FILLING
 * the upper row; UPPER is a sign in the upper row, BESIDE one beside the name; BOX is a frame,
 * on square boards. */
struct sign {
    const char *word;
    enum { NOTHING, SOLID_FILL, FILLING, UPPER, BESIDE, BOX } where;
    const char *unicode, *ascii;
};

/* clang-format off */
static const struct sign signs[] = {
    {"street",      BOX,        "", ""},
    {"tile",        BOX,        "", ""},
    {"post",        NOTHING,    "", ""},
    {"island",      NOTHING,    "", ""},
    {"manhole",     BESIDE,     "○", "o"},
    {"cover",       BESIDE,     "●", "x"},
    {"house",       SOLID_FILL, "▒", "#"},
    {"building",    SOLID_FILL, "▒", "#"},
    {"gaslight",    UPPER,      "·", "."},
    {"lamp",        UPPER,      "☼", "*"},
    {"exit",        UPPER,      "exit", "exit"},
    {"cordon",      UPPER,      "╳╳╳╳", "XXXX"},
    {"port",        FILLING,    "~", "~"},
    {"ship",        UPPER,      "ship", "ship"},
    {"quay",        BESIDE,     "≈", "="},
    {"metro",       BESIDE,     "M", "M"},
    {"site",        FILLING,    "▚", "%"},
    {"park",        BESIDE,     "♣", "p"},
    {"probe",       FILLING,    "╬", "?"},
    {"informant",   UPPER,      "(i!)", "(i!)"},
    {"informant-x", UPPER,      "(i)", "(i)"},
};
/* clang-format on */

/* The sign of SYMBOL, which may end with a number: "lamp-3". */
static const struct sign *find_sign(const char *symbol)
{
    for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++) {
        size_t n = strlen(signs[i].word);

        if (strncmp(symbol, signs[i].word, n) == 0 &&
            (symbol[n] == '\0' || (symbol[n] == '-' && isdigit((unsigned char)symbol[n + 1]))))
            return &signs[i];
    }
    return NULL;
}

/* --- A place --- */

/* Where the two rows of a place are, W characters each. */
struct face {
    int x, y, w;
    int beside;  /* characters already used in the lower row */
    bool square; /* otherwise a hexagon, whose frame is already drawn */
};

/* The corners of a square; only walls draw its sides. */
static void draw_corners(struct canvas *c, const struct face *f)
{
    int left = f->x - 1, right = f->x + f->w, top = f->y - 1, bottom = f->y + 2;

    put(c, left, top, FRAME, c->unicode ? "┌" : "+");
    put(c, right, top, FRAME, c->unicode ? "┐" : "+");
    put(c, left, bottom, FRAME, c->unicode ? "└" : "+");
    put(c, right, bottom, FRAME, c->unicode ? "┘" : "+");
}

static void draw_sign(struct canvas *c, struct face *f, const struct alibi_mark *m)
{
    const struct sign *sign = find_sign(m->symbol);
    const char *number = strchr(m->symbol, '-'), *text;

    if (!sign) {
        put(c, f->x + 1, f->y, SIGN, m->symbol);
        return;
    }
    text = c->unicode ? sign->unicode : sign->ascii;
    switch (sign->where) {
    case NOTHING:
        break;
    case BOX:
        if (f->square)
            draw_corners(c, f);
        break;
    case SOLID_FILL:
        fill(c, f->x, f->y + 1, f->w, SOLID, text);
        fill(c, f->x, f->y, f->w, SOLID, text);
        break;
    case FILLING:
        fill(c, f->x, f->y, f->w, SOLID, text);
        break;
    case UPPER:
        put(c, f->x + 1, f->y, SIGN, text);
        if (number)
            put(c, f->x + 2, f->y, SIGN, number + 1);
        break;
    case BESIDE:
        /* A thing on the ground replaces the ground's own sign. */
        put(c, f->x + f->beside, f->y + 1, SIGN, text);
        if (m->layer != ALIBI_GROUND)
            f->beside++;
        break;
    }
}

static void draw_piece(struct canvas *c, const struct face *f, const struct alibi_mark *m)
{
    bool active = m->flags & ALIBI_MARK_ACTIVE, cleared = m->flags & ALIBI_MARK_CLEARED;
    enum style style = active ? ACTIVE : cleared ? CLEARED : SUSPECT;
    char text[16];
    int n = snprintf(text, sizeof text, "%s%s%s%s", active ? "[" : "", m->symbol,
                     active ? "]" : "", m->flags & ALIBI_MARK_SEEN ? "*" : "");

    for (char *p = text; cleared && *p; p++)
        *p = (char)tolower((unsigned char)*p);
    put(c, f->x + (active ? 0 : 1), f->y, style, n > f->w ? m->symbol : text);
}

static void draw_wall(struct canvas *c, const struct face *f, char side)
{
    int left = f->x - 1, right = f->x + f->w;

    if (side == 'n' || side == 's')
        fill(c, f->x, side == 'n' ? f->y - 1 : f->y + 2, f->w, PLAIN, c->unicode ? "━" : "=");
    else
        for (int row = 0; row < 2; row++)
            put(c, side == 'w' ? left : right, f->y + row, PLAIN, c->unicode ? "┃" : "#");
}

static void draw_mark(struct canvas *c, struct face *f, const struct alibi_mark *m)
{
    switch ((enum alibi_layer)m->layer) {
    case ALIBI_GROUND:
    case ALIBI_THING:
        draw_sign(c, f, m);
        break;
    case ALIBI_LIGHT:
        fill(c, f->x, f->y, f->w, LIT, c->unicode ? "░" : ".");
        break;
    case ALIBI_WALL:
        draw_wall(c, f, m->symbol[0]);
        break;
    case ALIBI_PIECE:
        draw_piece(c, f, m);
        break;
    }
}

/* Everything on a place, from the ground up. */
static void draw_marks(struct canvas *c, struct face *f, const struct alibi_scene *scene,
                       unsigned place)
{
    for (unsigned layer = ALIBI_GROUND; layer <= ALIBI_PIECE; layer++)
        for (int i = 0; i < scene->n; i++)
            if (scene->mark[i].place == place && scene->mark[i].layer == layer)
                draw_mark(c, f, &scene->mark[i]);
}

/* --- The two shapes --- */

/* A flat-topped hexagon, two rows high, that shares its edges with its neighbours. */
static struct face draw_hex(struct canvas *c, const struct alibi_place *p, int left, int top)
{
    int x = (p->x - left) * 6, y = p->y - top + 1;

    for (int i = 1; i <= 5; i++)
        if (c->at[y - 1][x + i].bytes[0] == ' ')
            put(c, x + i, y - 1, FRAME, "_");
    put(c, x, y, FRAME, "/     \\");
    put(c, x, y + 1, FRAME, "\\_____/");
    put(c, x + 1, y + 1, FRAME, p->name);
    return (struct face){x + 1, y, 5, (int)strlen(p->name), false};
}

/* A square with a gap to its neighbours; its marks draw the frame, if it has one. */
static struct face place_square(struct canvas *c, const struct alibi_place *p, int left,
                                int top)
{
    int x = (p->x - left) * 9, y = (p->y - top) * 4;

    put(c, x + 1, y + 2, FRAME, p->name);
    return (struct face){x + 1, y + 1, 6, (int)strlen(p->name), true};
}

static void draw_board(struct canvas *c, const struct alibi_game *game,
                       const struct alibi_scene *scene)
{
    int left = game->place[0].x, top = game->place[0].y, right = left, bottom = top;
    struct face face[256];

    for (int i = 0; i < game->n_places; i++) {
        const struct alibi_place *p = &game->place[i];

        left = p->x < left ? p->x : left;
        right = p->x > right ? p->x : right;
        top = p->y < top ? p->y : top;
        bottom = p->y > bottom ? p->y : bottom;
    }
    c->width = (right - left + 1) * (game->shape == ALIBI_HEXES ? 6 : 9) + 1;
    c->height = game->shape == ALIBI_HEXES ? bottom - top + 3 : (bottom - top + 1) * 4;
    for (int y = 0; y < HEIGHT; y++)
        fill(c, 0, y, WIDTH, PLAIN, " ");
    for (int i = 0; i < game->n_places; i++)
        face[i] = game->shape == ALIBI_HEXES ? draw_hex(c, &game->place[i], left, top)
                                             : place_square(c, &game->place[i], left, top);
    for (int i = 0; i < game->n_places; i++)
        draw_marks(c, &face[i], scene, (unsigned)i);
}

static void print_canvas(FILE *out, const struct canvas *c, bool colour)
{
    for (int y = 0; y < c->height; y++) {
        int end = c->width;
        enum style style = PLAIN;

        while (end > 0 && strcmp(c->at[y][end - 1].bytes, " ") == 0)
            end--;
        for (int x = 0; x < end; x++) {
            const struct glyph *g = &c->at[y][x];

            if (colour && g->style != style)
                (void)fprintf(out, "\033[0m%s", escape[g->style]);
            style = (enum style)g->style;
            (void)fputs(g->bytes, out);
        }
        (void)fputs(colour && style != PLAIN ? "\033[0m\n" : "\n", out);
    }
}

/* --- Beside the board --- */

static void print_codes(FILE *out, const struct alibi_game *game, const char *label,
                        unsigned set)
{
    (void)fprintf(out, "%s:", label);
    for (int i = 0; i < game->n_characters; i++)
        if ((set >> game->list[i]) & 1)
            (void)fprintf(out, " %s", game->characters[game->list[i]].code);
    (void)fputs(set ? "\n" : " -\n", out);
}

/* The lines that every game has: the state of the game, and the cards that the viewer knows. */
static void print_shared_notes(FILE *out, const struct alibi_state *s)
{
    if (s->winner != ALIBI_NOBODY)
        (void)fprintf(out, "over: %s wins (%s)\n", alibi_seat_name(s->winner),
                      alibi_why_name(s->why));
    else
        (void)fprintf(out, "round %u, slot %u: %s to act; witness: %s\n", s->round, s->slot,
                      alibi_seat_name(s->to_act), alibi_witness_name(s->witness));
    print_codes(out, s->game, "suspects", s->suspects);
    if (s->identity != ALIBI_NO_ONE)
        (void)fprintf(out, "Jack is %s, %s\n", s->game->characters[s->identity].code,
                      s->game->characters[s->identity].name);
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
        char label[40];

        if (s->drawn[seat] == 0)
            continue;
        (void)snprintf(label, sizeof label, "alibis drawn by %s",
                       alibi_seat_name((enum alibi_seat)seat));
        if ((s->hides >> seat) & 1)
            (void)fprintf(out, "%s: %u\n", label, s->drawn[seat]);
        else
            print_codes(out, s->game, label, s->alibis[seat]);
    }
}

void cli_draw(FILE *out, const struct alibi_view *view, struct cli_look look)
{
    const struct alibi_state *s = &view->seen;
    static struct alibi_scene scene;
    static struct canvas canvas;
    char notes[ALIBI_LINE_MAX];
    struct alibi_text text = alibi_text_in(notes, sizeof notes);

    canvas.unicode = look.unicode;
    s->game->scene(&scene, s);
    draw_board(&canvas, s->game, &scene);
    print_canvas(out, &canvas, look.colour);
    print_shared_notes(out, s);
    s->game->notes(&text, s);
    (void)fputs(notes, out);
}

struct cli_look cli_look_for(FILE *out, bool ascii, bool no_color)
{
    bool terminal = isatty(fileno(out));
    const char *term = getenv("TERM"), *quiet = getenv("NO_COLOR");

    return (struct cli_look){
        .unicode = !ascii && strcmp(nl_langinfo(CODESET), "UTF-8") == 0,
        .colour = terminal && !no_color && !(quiet && *quiet) && term && *term &&
                  strcmp(term, "dumb") != 0,
    };
}
