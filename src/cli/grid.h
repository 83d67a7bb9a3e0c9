/* A grid of characters in memory: boards, panels and whole screens are drawn into one.
 *
 * The line mode prints a grid, the full screen shows it by ncurses, tests compare it as text.
 * Drawing outside of the grid is allowed and does nothing, so that nobody has to clip. */
#ifndef CLI_GRID_H
#define CLI_GRID_H

#include <stdbool.h>
#include <stdint.h>

enum { GRID_WIDTH = 320, GRID_HEIGHT = 120 };

/* What a character is drawn for; a terminal chooses colours and attributes. */
enum style {
    PLAIN,
    FRAME,
    LIT,
    SOLID,
    SUSPECT,
    CLEARED,
    ACTIVE,
    SIGN,
    WATER,
    TITLE,  /* the name of a panel */
    FAINT,  /* what matters less */
    TARGET, /* can be pointed at */
    CURSOR, /* is pointed at */
    TRAIL,  /* where a piece came from, and by which way; what has changed */
    DANGER, /* an accusation, a warning */
    GOOD,   /* what speaks for the reader */
    BANNER, /* large words over the board */
    BAR,    /* the line of keys */
    N_STYLES
};

struct cell {
    char bytes[5]; /* one character, in UTF-8 */
    uint8_t style;
};

struct grid {
    int width, height;
    bool unicode; /* draws signs and lines beyond ASCII */
    struct cell at[GRID_HEIGHT][GRID_WIDTH];
};

/* A part of a grid. */
struct rect {
    int x, y, w, h;
};

/* Makes it WIDTH times HEIGHT blanks, or as much as there is room for. */
void grid_clear(struct grid *grid, int width, int height);

/* Puts TEXT, in UTF-8, at X, Y; a character that cannot be shown is a question mark. Returns
 * the column behind it. */
int grid_put(struct grid *grid, int x, int y, enum style style, const char *text);

/* The same, at most N columns. */
int grid_put_n(struct grid *grid, int x, int y, int n, enum style style, const char *text);

/* Puts TEXT N times side by side. */
void grid_fill(struct grid *grid, int x, int y, int n, enum style style, const char *text);

/* Blanks a part. */
void grid_blank(struct grid *grid, struct rect part);

/* A frame around PART's inside with a title on its upper edge, which may be NULL. */
void grid_box(struct grid *grid, struct rect part, enum style style, const char *title);

/* Puts TEXT into PART, broken between words, line after line; begins with line SKIP of it.
 * Newlines break lines, too. Returns how many lines TEXT has at that width; GRID may be NULL
 * to count only. */
int grid_wrap(struct grid *grid, struct rect part, enum style style, const char *text,
              int skip);

/* The columns that TEXT takes. */
int grid_columns(const char *text);

/* The text of row Y without blanks at its end, and a NUL, into BUF. */
void grid_row(const struct grid *grid, int y, char *buf, int cap);

#endif
