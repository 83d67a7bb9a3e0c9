/* The moments of a game that are staged: for each frame of a story what the board shows while
 * time goes by. Any key ends a moment; nothing is lost by that. */
#ifndef SCREEN_MOMENT_H
#define SCREEN_MOMENT_H

#include "desk.h"

/* How long the frame FRAME of the desk's story is staged for its viewer, in milliseconds; 0 if
 * it is not. OWN: the viewer made the move and has seen it in the preview. */
int moment_length(const struct story *story, size_t frame, bool own);

/* Puts the moment, MS milliseconds after its beginning, on the desk: view, marks, large
 * words. */
void moment_show(struct desk *desk, size_t frame, int ms);

/* Marks what changed from frame FROM to frame TO: trails, ghosts, things. */
void moment_marks(struct board_extra *extra, const struct story *story, size_t from, size_t to);

/* Puts the places of a view's trial of move M into EXTRA: its path. */
void moment_path(struct board_extra *extra, const struct alibi_view *before, alibi_move m);

#endif
