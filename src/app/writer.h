/* Who has changes written down, one after the other; meanwhile the app goes on. */
#ifndef APP_WRITER_H
#define APP_WRITER_H

#include "histogram.h"
#include "kept.h"

struct writer;

/* Writes what it was given, then ends. */
void writer_free(struct writer *writer);

/* Says in CHANGE, which makes a game, where that will be kept. */
void writer_place(const struct writer *writer, struct change *change);

/* Hands a change over, to be got back by writer_collect. */
void writer_submit(struct writer *writer, struct change *change);

/* The changes that were tried, in order: a list by `next`. */
struct change *writer_collect(struct writer *writer);

/* How long each of its transactions took. */
void writer_measure(struct writer *writer, struct histogram *out);

#endif
