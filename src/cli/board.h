/* Drawing the board of any game into a grid. */
#ifndef CLI_BOARD_H
#define CLI_BOARD_H

#include "grid.h"

#include <alibi/game.h>

/* How large: the narrow one for boards that would not fit 80 columns otherwise, the normal one
 * with two rows a place, the large one with four or five. */
enum board_scale { BOARD_NARROW, BOARD_NORMAL, BOARD_LARGE };

/* A board of GAME with its upper left corner at X, Y of a grid. */
struct board {
    const struct alibi_game *game;
    enum board_scale scale;
    int x, y;
    int left, top;     /* the smallest coordinates of its places */
    int width, height; /* in cells */
};

/* What a player's screen adds to a place. */
enum {
    BOARD_TARGET = 1,  /* can be pointed at */
    BOARD_PICKED = 2,  /* was pointed at */
    BOARD_CURSOR = 4,  /* is pointed at */
    BOARD_TRAIL = 8,   /* a piece came by */
    BOARD_GHOST = 16,  /* a piece stood here */
    BOARD_CHANGED = 32 /* something on it has changed */
};

struct board_extra {
    uint8_t flags[ALIBI_PLACES_MAX];
    char ghost[ALIBI_PLACES_MAX][3]; /* the piece that stood there */
    unsigned me;                     /* the reader's own character, or ALIBI_NO_ONE */
    bool dark;                       /* everything but the lit places is faint */
};

/* The board at SCALE, at 0, 0. */
struct board board_of(const struct alibi_game *game, enum board_scale scale);

/* Draws SCENE, and EXTRA unless that is NULL. */
void board_draw(struct grid *grid, const struct board *board, const struct alibi_scene *scene,
                const struct board_extra *extra);

/* The cells inside PLACE; and the place that the cell X, Y belongs to, or -1. */
struct rect board_face(const struct board *board, int place);
int board_at(const struct board *board, int x, int y);

/* A line for each sign that SCENE may use, and for the ways of writing a piece. */
void board_legend(struct alibi_text *text, const struct alibi_scene *scene, bool unicode);

#endif
