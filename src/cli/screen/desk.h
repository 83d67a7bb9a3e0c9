/* What a full screen shows, and drawing it: the board, panels beside it, lines below, sheets on
 * top.
 *
 * A desk is plain data that the screens (play_screen.c, replay_screen.c, analyse_screen.c)
 * fill; drawing it into a grid is a function of the desk alone. Everything comes from a story
 * and a view, so from what one viewer knows. */
#ifndef SCREEN_DESK_H
#define SCREEN_DESK_H

#include "board.h"
#include "cli.h"
#include "keys.h"
#include "story.h"

enum { DESK_WIDTH = 80, DESK_HEIGHT = 24 }; /* the smallest screen */

/* A key that does something now, and what: "u" "take back". */
struct desk_key {
    int code;
    const char *name, *does;
};

/* What a click can mean: a place of the board, a character in a panel, a key in the last line,
 * a row of a list. */
enum hit_what { HIT_NOTHING, HIT_PLACE, HIT_CHARACTER, HIT_KEY, HIT_ROW };

struct hit {
    enum hit_what what;
    int n;
};

struct desk_spot {
    struct rect part;
    struct hit hit;
};

/* A row of a list: choices of a menu, decisions of an analysis. */
struct desk_row {
    char text[160];
    uint8_t style;
};

struct desk_list {
    char title[60];
    struct desk_row *row;
    int n, at; /* the row that is chosen */
};

/* Words over everything else: text that scrolls, or a menu. */
struct sheet {
    bool open;
    char title[60];
    char *text; /* or NULL for the menu */
    int scroll;
    struct desk_list menu;
};

struct desk {
    bool unicode;
    int width, height;

    const struct story *story;
    size_t frame;           /* the log goes up to here */
    struct alibi_view view; /* on the board */
    struct board_extra extra;
    bool curtain; /* shows nothing but `message` */
    char head[100], corner[60];
    char strip[700]; /* what happened */
    char turn[700];  /* what is being done */
    uint8_t strip_style, turn_style;
    char message[400];           /* the answer to the last key; shown in place of `turn` */
    char banner[60], below[120]; /* large words on the board, and smaller ones */
    const struct desk_key *keys;
    int n_keys;
    struct desk_list list; /* shown in place of the log, if it has rows */
    int back;              /* how many lines the log is scrolled back */
    struct sheet sheet;
    bool asking; /* the prompt is open */
    char line[200];

    struct board board; /* where it was drawn */
    struct desk_spot spot[128];
    int n_spots;
};

void desk_draw(struct desk *desk, struct grid *grid);

/* What was drawn at X, Y. */
struct hit desk_hit(const struct desk *desk, int x, int y);

/* Opens a sheet with a copy of TEXT; closes whatever is open. */
void desk_show(struct desk *desk, const char *title, const char *text);
void desk_close(struct desk *desk);

/* Adds a row to LIST. */
void desk_add(struct desk_list *list, enum style style, const char *text);
void desk_list_clear(struct desk_list *list);

/* Handles the keys of an open sheet: true if the key was for it. *CHOSEN is the row of the menu
 * that was chosen, or -1. */
bool desk_sheet_key(struct desk *desk, struct key key, int *chosen);

/* Handles the keys of the prompt: true if the key was for it; *DONE if the line is complete. */
bool desk_ask_key(struct desk *desk, struct key key, bool *done);

/* Scrolls the log; true if the key was for it. */
bool desk_log_key(struct desk *desk, struct key key);

/* The texts that every screen can show: the signs of the board; the rules; what is known of a
 * character: name, rules with its code, why it is seen. In explain.c. */
void desk_show_legend(struct desk *desk);
void desk_show_rules(struct desk *desk);
void desk_show_character(struct desk *desk, unsigned who);
void desk_show_log(struct desk *desk);

#endif
