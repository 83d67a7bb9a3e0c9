/* A game as a picture, for those who are sent a link to it: its board as a viewer sees it, and
 * how it stands in words. It knows no game: places, grounds and pieces come from the scene. */
#ifndef SERVER_PICTURE_H
#define SERVER_PICTURE_H

#include <alibi/game.h>

enum { PICTURE_WIDTH = 1200, PICTURE_HEIGHT = 630 }; /* what those who show links ask for */

/* A PNG of VIEW, LEN bytes, to be freed; NULL without memory. It depends on nothing else. */
char *picture_draw(const struct alibi_view *view, size_t *len);

/* The same in a line: "Round 3 of 8, 5 suspects left". */
void picture_words(const struct alibi_view *view, struct alibi_text *text);

#endif
