/* The one thread that writes to the store. Changes that come while it is busy are written
 * together, with one sync of the disk for all of them. */
#ifndef SERVER_WRITER_H
#define SERVER_WRITER_H

#include "store.h"

struct writer;

/* WAKE is an eventfd that is written to when changes are finished. */
struct writer *writer_new(struct store *store, int wake);

/* Writes what it was given, then ends. */
void writer_free(struct writer *writer);

/* Hands a change over, to be got back by writer_collect. */
void writer_submit(struct writer *writer, struct change *change);

/* The changes that were tried, in order: a list by `next`. */
struct change *writer_collect(struct writer *writer);

#endif
