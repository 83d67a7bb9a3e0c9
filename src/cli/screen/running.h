/* Running a screen in the terminal until it is over. */
#ifndef SCREEN_RUNNING_H
#define SCREEN_RUNNING_H

#include "cli.h"
#include "grid.h"
#include "keys.h"

/* A screen: it takes keys, goes on with its work, and draws itself. It reads no clock: NOW is
 * in milliseconds. */
struct screen {
    void (*key)(void *who, struct key key, long now);
    int (*tick)(void *who, long now); /* does some work; how long the next may wait */
    void (*draw)(void *who, struct grid *grid, int width, int height);
    bool (*is_over)(const void *who);
};

/* False if the terminal cannot be taken. A signal that ends the program ends the screen first:
 * then CLOSE has been called before. */
bool screen_run(const struct screen *screen, void *who, struct cli_look look,
                void (*close)(void *who));

#endif
