/* A grid of characters in memory. */
#include "grid.h"

#include <stddef.h>
#include <string.h>

/* The length of the character at TEXT in bytes; 1 for a byte that begins none. */
static size_t character(const char *text)
{
    unsigned char c = (unsigned char)text[0];
    size_t n = c >= 0xf0 && c < 0xf8 ? 4 : c >= 0xe0 ? 3 : c >= 0xc2 ? 2 : 1;

    if (c >= 0xf8)
        return 1;
    for (size_t i = 1; i < n; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 1;
    return n;
}

static bool is_shown(const char *text, size_t n)
{
    unsigned char c = (unsigned char)text[0];

    if (n == 1)
        return c >= 0x20 && c < 0x7f;
    return n != 2 || c != 0xc2 || (unsigned char)text[1] >= 0xa0; /* no C1 controls */
}

static void set(struct grid *grid, int x, int y, enum style style, const char *text, size_t n)
{
    struct cell *cell;

    if (x < 0 || x >= grid->width || y < 0 || y >= grid->height)
        return;
    cell = &grid->at[y][x];
    if (!is_shown(text, n)) {
        text = "?";
        n = 1;
    }
    memcpy(cell->bytes, text, n);
    cell->bytes[n] = '\0';
    cell->style = (uint8_t)style;
}

void grid_clear(struct grid *grid, int width, int height)
{
    grid->width = width < 0 ? 0 : width < GRID_WIDTH ? width : GRID_WIDTH;
    grid->height = height < 0 ? 0 : height < GRID_HEIGHT ? height : GRID_HEIGHT;
    grid_blank(grid, (struct rect){0, 0, grid->width, grid->height});
}

int grid_put_n(struct grid *grid, int x, int y, int n, enum style style, const char *text)
{
    for (int i = 0; *text && i < n; i++) {
        size_t bytes = character(text);

        set(grid, x++, y, style, text, bytes);
        text += bytes;
    }
    return x;
}

int grid_put(struct grid *grid, int x, int y, enum style style, const char *text)
{
    return grid_put_n(grid, x, y, GRID_WIDTH, style, text);
}

void grid_fill(struct grid *grid, int x, int y, int n, enum style style, const char *text)
{
    for (int i = 0; i < n; i++)
        grid_put(grid, x + i, y, style, text);
}

void grid_blank(struct grid *grid, struct rect part)
{
    for (int y = 0; y < part.h; y++)
        grid_fill(grid, part.x, part.y + y, part.w, PLAIN, " ");
}

void grid_box(struct grid *grid, struct rect part, enum style style, const char *title)
{
    bool u = grid->unicode;
    int right = part.x + part.w - 1, bottom = part.y + part.h - 1;

    grid_fill(grid, part.x, part.y, part.w, style, u ? "─" : "-");
    grid_fill(grid, part.x, bottom, part.w, style, u ? "─" : "-");
    for (int y = part.y + 1; y < bottom; y++) {
        grid_put(grid, part.x, y, style, u ? "│" : "|");
        grid_put(grid, right, y, style, u ? "│" : "|");
    }
    grid_put(grid, part.x, part.y, style, u ? "┌" : "+");
    grid_put(grid, right, part.y, style, u ? "┐" : "+");
    grid_put(grid, part.x, bottom, style, u ? "└" : "+");
    grid_put(grid, right, bottom, style, u ? "┘" : "+");
    if (title) {
        int x = grid_put(grid, part.x + 1, part.y, style, " ");

        x = grid_put_n(grid, x, part.y, part.w - 4, TITLE, title);
        grid_put(grid, x, part.y, style, " ");
    }
}

int grid_columns(const char *text)
{
    int n = 0;

    for (; *text; text += character(text))
        n++;
    return n;
}

/* How many bytes of TEXT make its first line of W columns; *NEXT is where the second begins. */
static size_t first_line(const char *text, int w, const char **next)
{
    size_t len = 0, blank = 0;
    int columns = 0;

    while (text[len] && text[len] != '\n' && columns < w) {
        if (text[len] == ' ')
            blank = len;
        len += character(text + len);
        columns++;
    }
    if (text[len] && text[len] != '\n' && text[len] != ' ' && blank)
        len = blank;
    *next = text + len;
    if (**next == '\n' || **next == ' ')
        ++*next;
    return len;
}

int grid_wrap(struct grid *grid, struct rect part, enum style style, const char *text, int skip)
{
    int line = 0;

    if (part.w < 1)
        return 0;
    for (; *text; line++) {
        const char *next;
        size_t len = first_line(text, part.w, &next);
        int y = line - skip, x = part.x;

        for (size_t i = 0; grid && y >= 0 && y < part.h && i < len; i += character(text + i))
            set(grid, x++, part.y + y, style, text + i, character(text + i));
        text = next;
    }
    return line;
}

void grid_row(const struct grid *grid, int y, char *buf, int cap)
{
    int end = grid->width, len = 0;

    while (end > 0 && strcmp(grid->at[y][end - 1].bytes, " ") == 0)
        end--;
    for (int x = 0; x < end; x++) {
        const char *bytes = grid->at[y][x].bytes;

        for (; *bytes && len + 1 < cap; bytes++)
            buf[len++] = *bytes;
    }
    buf[len] = '\0';
}
