/* The terminal, by ncurses; no other file knows it. */
#ifndef SCREEN_TERM_H
#define SCREEN_TERM_H

#include "cli.h"
#include "grid.h"
#include "keys.h"

/* Whether standard input and output are a terminal that can show a screen. */
bool term_is_able(void);

/* Takes the terminal, and gives it back. It is given back, too, when the program is stopped by
 * a signal or a bug. */
bool term_open(struct cli_look look);
void term_close(void);

void term_size(int *width, int *height);
void term_show(const struct grid *grid);

/* The next key; K_NONE if none comes within MS milliseconds, or if a signal has come. */
struct key term_key(int ms);

/* The signal that asks the program to end, or 0; and ending by it, after term_close. */
int term_signal(void);
void term_die(int signal);

/* Milliseconds of a clock that never goes back. */
long term_now(void);

#endif
