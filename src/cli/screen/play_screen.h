/* A game on the full screen. */
#ifndef SCREEN_PLAY_SCREEN_H
#define SCREEN_PLAY_SCREEN_H

#include "running.h"
#include "table.h"

struct play;

/* The screen of TABLE, at which a human sits; STILL: moments are not staged, but jumped to
 * their end. Free it with play_screen_free. NULL if memory runs out. */
struct play *play_screen_new(struct cli_table *table, bool still);
void play_screen_free(struct play *play);

/* Its functions; WHO is the play. */
extern const struct screen play_screen;

/* Whether the game failed: it could not be kept, or a player failed. */
bool play_screen_failed(const struct play *play);

/* Plays it in the terminal; the exit code. */
int play_screen_run(struct cli_table *table, bool still);

#endif
