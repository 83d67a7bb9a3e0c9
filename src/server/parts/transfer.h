/* All games of a store at once, and what it has of people: checked, brought to another store,
 * written to a file and brought back from it. */
#ifndef SERVER_TRANSFER_H
#define SERVER_TRANSFER_H

#include "store.h"

#include <stdio.h>

struct transfer {
    size_t games;   /* that were found */
    size_t damaged; /* that cannot be read, or make no sense */
    size_t written; /* that were not there before */
    /* Hears of every game that is damaged, or is another one where it is to be brought. */
    void (*complain)(const char *id, const char *why);
};

/* Reads every game and plays it through; false after filling ERR if the store itself failed. */
bool transfer_check(struct transfer *t, const char *where, struct alibi_error *err);

/* Brings what is not there yet; also the store's key, so that browsers stay who they are. It
 * may be repeated after it was interrupted. No server may use TO meanwhile. */
bool transfer_copy(struct transfer *t, const char *from, const char *to,
                   struct alibi_error *err);

/* A text: a line that says what it is, with the store's key; a line for each game and each
 * entry of the ledger, with a sum; and at the end how many there are. A server may use the
 * store meanwhile: each game is as it was at some moment. */
bool transfer_backup(struct transfer *t, const char *from, FILE *to, struct alibi_error *err);

/* Whether such a text is whole; false after filling ERR. */
bool transfer_verify(struct transfer *t, FILE *from, struct alibi_error *err);

/* Reads such a text to its end before anything is written. */
bool transfer_restore(struct transfer *t, FILE *from, const char *to, struct alibi_error *err);

#endif
