/* Moving games from one database to another while servers use both.
 *
 * In its database a game is first made nobody's, with word of where it goes: from then on it
 * cannot be changed there. Then it is brought, whole, in one transaction; from then on it is
 * there. Then it is removed, but for the word of it. Each step may be done again, by whomever:
 * a move that was interrupted at any moment is finished by the next one. */
#ifndef SERVER_MOVE_H
#define SERVER_MOVE_H

#include "pg.h"
#include "places.h"

struct mover {
    struct places *places;
    struct pg pg[PLACES_MAX];
    uint64_t part, parts; /* of all games, this share is looked at: 0 of 0 is all */
    size_t moved, stuck;  /* games that were brought, and that could not be */
    /* Hears of every game that cannot be moved, and why. */
    void (*complain)(const char *id, const char *why);
};

/* Connects to all databases of the list; false after filling ERR. Close it in any case. */
bool mover_open(struct mover *m, const char *const *where, size_t n, struct alibi_error *err);
void mover_close(struct mover *m);

/* Moves the game ID. That it is there already is fine. */
bool mover_move(struct mover *m, const char *id, unsigned from, unsigned to,
                struct alibi_error *err);

/* Lets all databases take new games, and moves every game to its home. */
bool mover_spread(struct mover *m, struct alibi_error *err);

/* Lets the first one take no more games, and moves its games to the others. */
bool mover_drain(struct mover *m, struct alibi_error *err);

#endif
