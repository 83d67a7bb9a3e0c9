/* Pictures of games. */
#ifndef APP_ALBUM_H
#define APP_ALBUM_H

#include "game_table.h"

struct album;
struct visit;

void album_free(struct album *album);

/* Answers V with the picture of TABLE as it is now, or has it drawn and lets V wait: it is
 * handled again then. */
void album_show(struct album *album, const struct table *table, struct visit *v);

/* The next visit that has waited long enough, or NULL. It may be answered already: not every
 * picture can be drawn. */
struct visit *album_collect(struct album *album);

/* What everybody may see of a table: the public's view, or all of it when the game is over. */
void album_view(const struct table *table, struct alibi_view *view);

#endif
