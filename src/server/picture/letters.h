/* Letters as lines, so that a picture needs no fonts of the machine that draws it. */
#ifndef SERVER_LETTERS_H
#define SERVER_LETTERS_H

#include <cairo.h>

/* Writes TEXT in small capitals with its baseline at X, Y; a capital is SIZE high. What is not
 * in the table is a gap. Returns the x where it ends. */
double letters_write(cairo_t *cr, double x, double y, double size, const char *text);

/* How wide that would be. */
double letters_width(double size, const char *text);

#endif
