/* Who reads what is kept, while the app goes on.
 *
 * What is kept is the whole truth; src/table makes views of it for people. */
#ifndef APP_READER_H
#define APP_READER_H

#include "kept_game.h"

struct visit; /* app.h */

enum found {
    FOUND,
    FOUND_SAME,    /* and it is as it was: see `known` */
    FOUND_NONE,    /* there is no such game */
    FOUND_FAILED,  /* nobody can tell: what is kept cannot be read now */
    FOUND_DAMAGED, /* it is there, but not as it was written, or makes no sense */
    /* Between a reader and its databases: */
    FOUND_MOVING, /* it is on its way to another one, and nobody's */
    FOUND_MOVED,  /* it is not here any more, but there */
};

enum errand_kind {
    ERRAND_GAME,  /* all of the game ID */
    ERRAND_LOBBY, /* public games of the last days that are not over, open seats first */
    ERRAND_MINE,  /* games in which GUEST has a seat */
    ERRAND_ALL,   /* all games, by their ids: those after ID */
    ERRAND_OLD,   /* games that are to be removed: see `days` */
    ERRAND_DUE,   /* games whose clocks run, those first in which something is due first */
};

enum { LISTED_MAX = 100 }; /* of a lobby or of a guest's games, newest first */

/* A game of a list, and the seats in it that the guest of the errand holds, bit by bit. */
struct listed {
    struct table_about about;
    unsigned seats;
    uint64_t number; /* higher than that of games which were made before */
};

struct errand {
    struct errand *next;      /* of the reader's */
    struct errand *under_way; /* the next of the app's that are not back yet */
    enum errand_kind kind;
    char id[ID_SIZE];
    bool
        has_known; /* the epoch of the game as it is known: if it is the same, it is not read */
    uint64_t known;
    bool has_place; /* where it was when it was read last */
    unsigned place;
    bool claim; /* nothing that was written before and has not arrived yet may arrive later */
    bool has_guest;
    struct hash guest;
    /* Nothing has changed for so many days, or it was put away long ago. Days on which nothing
     * was written do not count, nor does what a clock jumps over. */
    unsigned days;
    struct visit *waiting; /* for what comes of it: the app's own */

    enum found found;
    uint64_t moved; /* the epoch of the game when it left, and the identity of where it went */
    struct hash moved_to;
    struct kept_game *game; /* what was asked for */
    size_t n;               /* or the list */
    struct listed *listed;
};

/* With what has come of it. */
void errand_free(struct errand *errand);

/* For readers: one more game of the list, empty; NULL if it is full or without memory. */
struct listed *errand_list(struct errand *errand);

/* For readers: a game was looked for, and found or not; says whether what was read of it is
 * as it was written. Events without a game are damage, too. */
void errand_verify(struct errand *errand);

struct reader;

/* Ends when what is being read has been read. */
void reader_free(struct reader *reader);

/* Hands an errand over, to be got back by reader_collect. */
void reader_ask(struct reader *reader, struct errand *errand);

/* A game that somebody else has changed, where what is kept is shared; an empty ID for all of
 * them. False if there are no news. */
bool reader_news(struct reader *reader, char id[ID_SIZE]);

/* What nodes that share what is kept call out to each other in passing: nothing that must not
 * be lost. A WORD has no spaces. What was heard is the name of a node and its words, to be
 * freed; NULL if there is nothing. After a break the line "? ?" says that anything may have
 * been missed, and others are asked to say what they have to say. */
void reader_call(struct reader *reader, const char *word);
char *reader_hear(struct reader *reader);

/* The errands that are done: a list by `next`. */
struct errand *reader_collect(struct reader *reader);

#endif
