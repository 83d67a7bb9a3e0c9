/* What an app without a server works with: games in memory, and two queues, of changes that are
 * to be kept and of thoughts that are to be thought. Whoever runs the home takes what is first
 * in a queue, sees to it, and says that it is done. */
#ifndef HOME_PARTS_H
#define HOME_PARTS_H

#include "app.h"
#include "kept_game.h"

/* TODAY is asked for the day of a change. False without memory; then there are none. */
bool home_parts_open(struct app_parts *parts, void (*today)(char out[DATE_SIZE]), unsigned ms);

/* One by one; NULL without memory. */
struct store *home_store_new(void (*today)(char out[DATE_SIZE]));
struct reader *home_reader_new(struct store *store); /* takes the store */
struct writer *home_writer_new(struct store *store);

/* --- Games --- */

/* A game that was kept comes back, older than those that came before it, and is taken over.
 * False if one with its id is there. */
bool home_add(struct reader *reader, struct kept_game *game);
bool home_has(const struct reader *reader, const char *id);

/* --- Changes --- */

/* What the first change would make of the games that it concerns, at most two: each with its
 * new text, or NULL where the game is removed. Returns how many; 0 if no change waits or it
 * cannot be made, which is then refused. The texts are the writer's. */
struct home_kept {
    const char *id, *text;
    size_t len;
};
int home_writer_first(struct writer *writer, struct home_kept kept[2]);

/* That has been kept, or could not be. */
void home_writer_done(struct writer *writer, bool kept);

/* --- Thoughts --- */

/* The first job that nobody has taken; NULL if there is none. */
struct job *home_computer_take(struct computer *computer);

/* JOB, which was taken, has its answer. */
void home_computer_done(struct computer *computer, struct job *job);

#endif
