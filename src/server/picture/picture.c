/* The picture: a board on the left, drawn layer by layer as the scene lists it, and words on
 * the right. A word of the scene has the colour of the table below, or one that its letters
 * choose; so a game that was added today has its picture, too. */
#include "picture.h"

#include "letters.h"
#include "png.h"

#include <math.h>
#include <string.h>

static const double HEX = 40, SQUARE = 120, PI = 3.14159265358979323846;

typedef uint32_t colour; /* 0xrrggbb */

enum {
    NIGHT = 0x0e131d,
    PANEL = 0x161d2b,
    PAPER = 0xece6d8,
    SOFT = 0xb4bccb,
    AMBER = 0xf2b854,
    INK = 0x0b0f18,
    CLEARED = 0x6d737d,
};

static const struct {
    const char *word;
    colour colour;
} known[] = {
    {"street", 0x3a4459},   {"manhole", 0x465169}, {"house", 0x4d3d48}, {"gaslight", 0x222b3c},
    {"exit", 0x5c6880},     {"metro", 0x465169},   {"quay", 0x6b5238},  {"port", 0x15405e},
    {"building", 0x57322c}, {"island", 0x2c5a3a},  {"tile", 0x3a4459},  {"post", 0x222b3c},
    {"lamp", 0xffe9ad},     {"park", 0x2f7d4f},    {"site", 0xd8b173},  {"ship", 0xf4eeda},
    {"cover", 0x8f9bb3},    {"cordon", 0x2257b8},  {"probe", 0xd9cfae}, {"informant", 0x9a72bf},
};

/* The N-th character has the N-th colour, as in the browser (web/src/lib/plain.ts). */
static const colour piece[] = {0xb3282d, 0x2f5fb3, 0x2f7d4f, 0xd9a521, 0x7a3f94, 0xd2691e,
                               0x2b8a94, 0xc25b8e, 0x8a5a2b, 0x4c5060, 0x9aa5ad, 0x5f7a1f};

static void ink(cairo_t *cr, colour c, double opacity)
{
    cairo_set_source_rgba(cr, (double)(c >> 16) / 255, (double)((c >> 8) & 255) / 255,
                          (double)(c & 255) / 255, opacity);
}

/* A word without its number: "lamp-3" is a lamp. */
static size_t stem(const char *symbol)
{
    return strcspn(symbol, "-");
}

static colour colour_of(const char *symbol)
{
    uint32_t hash = 2166136261U;
    size_t n = stem(symbol);

    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (strlen(known[i].word) == n && strncmp(known[i].word, symbol, n) == 0)
            return known[i].colour;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ (unsigned char)symbol[i]) * 16777619U;
    return 0x303848 + ((hash >> 4) & 0x3f3f3f);
}

/* --- Where things are --- */

struct board {
    cairo_t *cr;
    const struct alibi_view *view;
    const struct alibi_game *game;
    struct alibi_scene scene;
};

static double step_x(const struct alibi_game *game)
{
    return game->shape == ALIBI_HEXES ? 1.5 * HEX : SQUARE;
}

static double step_y(const struct alibi_game *game)
{
    return game->shape == ALIBI_HEXES ? HEX * sqrt(3) / 2 : SQUARE;
}

static double radius(const struct alibi_game *game)
{
    return game->shape == ALIBI_HEXES ? HEX : SQUARE / sqrt(2);
}

static void locate(const struct board *b, int place, double *x, double *y)
{
    *x = b->game->place[place].x * step_x(b->game);
    *y = b->game->place[place].y * step_y(b->game);
}

/* The outline of a place, smaller by INSET. */
static void outline(const struct board *b, int place, double inset)
{
    int n = b->game->shape == ALIBI_HEXES ? 6 : 4;
    double x, y, turn = n == 4 ? PI / 4 : 0;

    locate(b, place, &x, &y);
    cairo_new_path(b->cr);
    for (int i = 0; i < n; i++)
        cairo_line_to(b->cr, x + (radius(b->game) - inset) * cos(2 * PI * i / n + turn),
                      y + (radius(b->game) - inset) * sin(2 * PI * i / n + turn));
    cairo_close_path(b->cr);
}

/* The board's box fills the left of the picture. */
static void place_board(const struct board *b)
{
    enum { LEFT = 30, TOP = 30, WIDTH = 740, HEIGHT = PICTURE_HEIGHT - 2 * TOP };
    double left = 1e9, top = 1e9, right = -1e9, bottom = -1e9, x, y, scale;

    for (int i = 0; i < b->game->n_places; i++) {
        locate(b, i, &x, &y);
        left = fmin(left, x);
        right = fmax(right, x);
        top = fmin(top, y);
        bottom = fmax(bottom, y);
    }
    left -= radius(b->game);
    right += radius(b->game);
    top -= step_y(b->game);
    bottom += step_y(b->game);
    scale = fmin(WIDTH / (right - left), HEIGHT / (bottom - top));
    cairo_translate(b->cr, LEFT + WIDTH / 2.0, TOP + HEIGHT / 2.0);
    cairo_scale(b->cr, scale, scale);
    cairo_translate(b->cr, -(left + right) / 2, -(top + bottom) / 2);
}

/* --- The layers --- */

static void draw_ground(const struct board *b, const struct alibi_mark *m)
{
    outline(b, m->place, 1.5);
    ink(b->cr, colour_of(m->symbol), 1);
    cairo_fill_preserve(b->cr);
    ink(b->cr, INK, 1);
    cairo_set_line_width(b->cr, 2);
    cairo_stroke(b->cr);
}

static void draw_light(const struct board *b, const struct alibi_mark *m)
{
    outline(b, m->place, 3);
    ink(b->cr, 0xc78a35, 0.85);
    cairo_fill_preserve(b->cr);
    ink(b->cr, 0xffcf7d, 1);
    cairo_set_line_width(b->cr, 2.5);
    cairo_stroke(b->cr);
}

/* A bar on the side that the symbol names. */
static void draw_wall(const struct board *b, const struct alibi_mark *m)
{
    double x, y, half = radius(b->game) * 0.68, dx = 0, dy = 0;
    bool hex = b->game->shape == ALIBI_HEXES;

    locate(b, m->place, &x, &y);
    dy = strchr(m->symbol, 'n') ? -1 : strchr(m->symbol, 's') ? 1 : 0;
    dx = strchr(m->symbol, 'e') ? 1 : strchr(m->symbol, 'w') ? -1 : 0;
    if (hex && dx != 0) {
        dx *= sqrt(3) / 2;
        dy *= 0.5;
    }
    x += dx * half;
    y += dy * half;
    half = hex ? HEX / 2 : SQUARE / 2 - 8;
    ink(b->cr, 0xa4553e, 1);
    cairo_set_line_cap(b->cr, CAIRO_LINE_CAP_BUTT);
    cairo_set_line_width(b->cr, hex ? 8 : 16);
    cairo_move_to(b->cr, x - dy * half, y + dx * half);
    cairo_line_to(b->cr, x + dy * half, y - dx * half);
    cairo_stroke(b->cr);
}

static void disc(cairo_t *cr, double x, double y, double r, colour c)
{
    cairo_new_path(cr);
    cairo_arc(cr, x, y, r, 0, 2 * PI);
    ink(cr, c, 1);
    cairo_fill(cr);
}

static void centred(cairo_t *cr, double x, double y, double size, const char *text)
{
    letters_write(cr, x - letters_width(size, text) / 2 + size * 0.14, y + size / 2, size,
                  text);
}

/* A round token with the first two letters of its word; a lamp shines instead. */
static void draw_thing(const struct board *b, const struct alibi_mark *m)
{
    bool lamp = strncmp(m->symbol, "lamp", 4) == 0;
    char text[3] = {m->symbol[0]};
    double x, y;

    if (stem(m->symbol) > 1)
        text[1] = m->symbol[1];
    locate(b, m->place, &x, &y);
    if (lamp) {
        for (int r = 30; r > 12; r -= 6) {
            cairo_new_path(b->cr);
            cairo_arc(b->cr, x, y, r, 0, 2 * PI);
            ink(b->cr, 0xffd98a, 0.22);
            cairo_fill(b->cr);
        }
        disc(b->cr, x, y, 12, colour_of(m->symbol));
        return;
    }
    disc(b->cr, x, y, 18, INK);
    disc(b->cr, x, y, 16, colour_of(m->symbol));
    ink(b->cr, INK, 1);
    centred(b->cr, x, y, 14, text);
}

static int number_of(const struct alibi_game *game, const char *code)
{
    for (int i = 0; i < game->n_characters; i++)
        if (strcmp(game->characters[i].code, code) == 0)
            return i;
    return -1;
}

static void badge(cairo_t *cr, double x, double y, double r, const char *code, int number,
                  bool cleared)
{
    disc(cr, x, y, r, INK);
    disc(cr, x, y, r * 0.95, cleared ? 0x454b56 : 0xd8b56a);
    disc(cr, x, y, r * 0.84,
         cleared      ? CLEARED
         : number < 0 ? 0x566078
                      : piece[(size_t)number % (sizeof piece / sizeof piece[0])]);
    ink(cr, cleared ? INK : 0xf7f0dd, 1);
    centred(cr, x, y, r * 0.62, code);
}

/* Several on one place lie beside each other. */
static void draw_piece(const struct board *b, int i)
{
    const struct alibi_mark *m = &b->scene.mark[i];
    double x, y, r = b->game->shape == ALIBI_HEXES ? 29 : 36;
    int before = 0, all = 0;

    for (int k = 0; k < b->scene.n; k++)
        if (b->scene.mark[k].layer == ALIBI_PIECE && b->scene.mark[k].place == m->place) {
            before += k < i;
            all++;
        }
    locate(b, m->place, &x, &y);
    x += (before - (all - 1) / 2.0) * 26;
    badge(b->cr, x, y, r, m->symbol, number_of(b->game, m->symbol),
          (m->flags & ALIBI_MARK_CLEARED) != 0);
}

static void draw_lines(const struct board *b)
{
    for (int i = 0; i < b->scene.n_strokes; i++) {
        const struct alibi_stroke *k = &b->scene.stroke[i];
        double x, y;

        locate(b, k->from, &x, &y);
        cairo_move_to(b->cr, x, y);
        locate(b, k->to, &x, &y);
        cairo_line_to(b->cr, x, y);
        ink(b->cr, 0xffe6a6, 0.4);
        cairo_set_line_width(b->cr, 9);
        cairo_set_line_cap(b->cr, CAIRO_LINE_CAP_ROUND);
        cairo_stroke(b->cr);
    }
}

static void draw_board(const struct board *b)
{
    for (int layer = ALIBI_GROUND; layer <= ALIBI_PIECE; layer++) {
        if (layer == ALIBI_WALL)
            draw_lines(b);
        for (int i = 0; i < b->scene.n; i++) {
            const struct alibi_mark *m = &b->scene.mark[i];

            if (m->layer != layer)
                continue;
            switch ((enum alibi_layer)layer) {
            case ALIBI_GROUND:
                draw_ground(b, m);
                break;
            case ALIBI_LIGHT:
                draw_light(b, m);
                break;
            case ALIBI_WALL:
                draw_wall(b, m);
                break;
            case ALIBI_THING:
                draw_thing(b, m);
                break;
            case ALIBI_PIECE:
                draw_piece(b, i);
                break;
            }
        }
    }
}

/* --- Words --- */

static int count(unsigned set)
{
    int n = 0;

    for (; set; set &= set - 1)
        n++;
    return n;
}

/* Jack, where the viewer knows him; else -1. */
static int jack_of(const struct alibi_view *view)
{
    const struct alibi_state *s = &view->seen;

    return view->viewer == ALIBI_AS_TRUTH && s->identity < s->game->n_characters ? s->identity
                                                                                 : -1;
}

static void write_round(const struct alibi_state *s, struct alibi_text *text)
{
    if (s->round == 0)
        alibi_text_format(text, "A game begins");
    else
        alibi_text_format(text, "Round %d of %d", s->round, s->game->n_rounds);
}

static void write_suspects(const struct alibi_state *s, struct alibi_text *text)
{
    int n = count(s->suspects);

    alibi_text_format(text, n == 1 ? "one suspect left" : "%d suspects left", n);
}

static void write_end(const struct alibi_view *view, struct alibi_text *text)
{
    int jack = jack_of(view);

    if (view->seen.winner <= ALIBI_DETECTIVE)
        alibi_text_format(text, "%s has won",
                          view->seen.winner == ALIBI_JACK ? "Jack" : "The Detective");
    else
        alibi_text_format(text, "The game is over");
    if (jack >= 0)
        alibi_text_format(text, ": Jack was %s", view->seen.game->characters[jack].name);
}

/* Only what is over is shown with the truth. */
static bool is_over(const struct alibi_view *view)
{
    return view->viewer == ALIBI_AS_TRUTH || view->seen.winner <= ALIBI_DETECTIVE;
}

void picture_words(const struct alibi_view *view, struct alibi_text *text)
{
    write_round(&view->seen, text);
    alibi_text_format(text, ", ");
    write_suspects(&view->seen, text);
    if (is_over(view)) {
        alibi_text_format(text, ". ");
        write_end(view, text);
    }
}

/* A line of the panel, smaller if it would not fit; returns the next baseline. */
static double line(cairo_t *cr, double y, double size, colour c, const char *text)
{
    enum { LEFT = 812, WIDTH = 350 };
    double width = letters_width(size, text);

    if (width > WIDTH)
        size *= WIDTH / width;
    ink(cr, c, 1);
    letters_write(cr, LEFT, y, size, text);
    return y + size * 1.9;
}

/* "London: the hunt in Whitechapel" is a title and a line below it. */
static double draw_title(cairo_t *cr, double y, const char *title)
{
    char buf[100];
    const char *rest = strstr(title, ": ");
    struct alibi_text text = alibi_text_in(buf, sizeof buf);

    alibi_text_bytes(&text, title, rest ? (size_t)(rest - title) : strlen(title));
    y = line(cr, y, 46, AMBER, buf);
    return rest ? line(cr, y - 36, 24, SOFT, rest + 2) + 16 : y;
}

/* The lamp that stands for Alibi. */
static void draw_lamp(cairo_t *cr, double x, double y)
{
    static const double glass[][2] = {{-14, -12}, {14, -12}, {10, 16}, {-10, 16}};
    static const double roof[][2] = {{-18, -12}, {0, -28}, {18, -12}};

    cairo_new_path(cr);
    for (int i = 0; i < 4; i++)
        cairo_line_to(cr, x + glass[i][0], y + glass[i][1]);
    ink(cr, 0xffe9ad, 1);
    cairo_fill(cr);
    for (int i = 0; i < 3; i++)
        cairo_line_to(cr, x + roof[i][0], y + roof[i][1]);
    ink(cr, AMBER, 1);
    cairo_fill(cr);
}

static void draw_panel(cairo_t *cr, const struct alibi_view *view)
{
    const struct alibi_game *game = view->seen.game;
    int jack = jack_of(view);
    char buf[200];
    struct alibi_text text;
    double y;

    ink(cr, PANEL, 1);
    cairo_rectangle(cr, 785, 0, PICTURE_WIDTH - 785, PICTURE_HEIGHT);
    cairo_fill(cr);
    draw_lamp(cr, 830, 62);
    ink(cr, SOFT, 1);
    letters_write(cr, 862, 78, 26, "Alibi");
    y = draw_title(cr, 168, game->title);
    text = alibi_text_in(buf, sizeof buf);
    write_round(&view->seen, &text);
    y = line(cr, y, 28, PAPER, buf);
    text = alibi_text_in(buf, sizeof buf);
    write_suspects(&view->seen, &text);
    y = line(cr, y, 28, PAPER, buf);
    if (is_over(view)) {
        char *colon;

        text = alibi_text_in(buf, sizeof buf);
        write_end(view, &text);
        colon = strstr(buf, ": ");
        if (colon)
            *colon = '\0';
        y = line(cr, y + 8, 26, AMBER, buf);
        if (colon)
            (void)line(cr, y, 24, PAPER, colon + 2);
    }
    for (int i = 0; i < game->n_characters; i++) {
        int row = i / 5;
        double bx = 840 + 70 * (i % 5), by = 504 + 68 * row;

        if (i == jack)
            disc(cr, bx, by, 33, AMBER);
        badge(cr, bx, by, 29, game->characters[i].code, i, !((view->seen.suspects >> i) & 1));
    }
}

/* --- The whole --- */

char *picture_draw(const struct alibi_view *view, size_t *len)
{
    cairo_surface_t *surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, PICTURE_WIDTH, PICTURE_HEIGHT);
    cairo_t *cr = cairo_create(surface);
    struct board board = {.cr = cr, .view = view, .game = view->seen.game};
    char *png = NULL;

    ink(cr, NIGHT, 1);
    cairo_paint(cr);
    board.game->scene(&board.scene, &view->seen);
    cairo_save(cr);
    place_board(&board);
    draw_board(&board);
    cairo_restore(cr);
    draw_panel(cr, view);
    cairo_destroy(cr);
    cairo_surface_flush(surface);
    if (cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS)
        png = png_write((const uint32_t *)(const void *)cairo_image_surface_get_data(surface),
                        PICTURE_WIDTH, PICTURE_HEIGHT,
                        cairo_image_surface_get_stride(surface) / 4, len);
    cairo_surface_destroy(surface);
    return png;
}
