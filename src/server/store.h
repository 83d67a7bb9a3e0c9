/* Where games are kept: append-only events, durable before anybody is told of them.
 *
 * This header is the interface; store_sqlite.c is the implementation with SQLite, and one with
 * another database would implement the same functions. A store has two sides that may be used
 * at the same time: one thread writes (store_write), another reads (all the rest).
 *
 * What is kept is the whole truth. What goes out to people is made from it by others. */
#ifndef SERVER_STORE_H
#define SERVER_STORE_H

#include "deal.h"
#include "secret.h"

#include <alibi/game.h>

enum {
    PLAYER_SIZE = 24,       /* bytes of a player's name */
    REQUEST_SIZE = 67,      /* bytes of an idempotency key, with its seat before it */
    STORE_TEXT_SIZE = 32,   /* bytes of an event's text */
    STORE_EVENTS_MAX = 64,  /* events of one change */
    STORE_HOLDERS_MAX = 16, /* holders of one change */
    STORE_SPECTATOR = 2,    /* the spectators' bench, beside the seats 0 and 1 */
    STORE_DATE_SIZE = 11,   /* bytes of a day, 2026-11-15 */
    STORE_START_SIZE = 512, /* bytes of the position line of a start */
};

_Static_assert((int)STORE_TEXT_SIZE >= (int)ALIBI_TOKEN_MAX,
               "an event's text is a token or a game's id");

enum store_status { STORE_WAITING, STORE_PLAYING, STORE_OVER };

enum store_kind { STORE_MOVE, STORE_SEAT, STORE_RESIGN, STORE_REMATCH };

/* What a game is, apart from its course. A seat's player is "open", "guest" or the name of one
 * of the computer's; the third key is the spectators'. */
struct store_game {
    char id[ID_SIZE];
    char start[STORE_START_SIZE]; /* a position line */
    char created[STORE_DATE_SIZE];
    bool is_public;
    enum store_status status;
    char result[STORE_TEXT_SIZE]; /* "jack:time", or empty */
    char player[2][PLAYER_SIZE];
    struct hash key[3];
    struct deal deal;
};

struct store_event {
    enum store_kind kind;
    enum alibi_seat by;         /* who moved or resigned, or which seat was taken */
    char text[STORE_TEXT_SIZE]; /* the token, or the id of the rematch */
};

/* A request that has been done, so that it is not done again. */
struct store_request {
    char key[REQUEST_SIZE];
    struct hash digest;  /* of what was asked and by which seat */
    uint64_t seq, count; /* the events that it caused: how many, at least one, after which */
};

/* Who holds a seat, or sits on the bench. */
struct store_holder {
    int seat;
    struct hash guest;
};

/* Everything that one request changes, written whole or not at all. */
struct store_change {
    struct store_change *next; /* the writer's queue */
    struct store_change *also; /* a change of another game that belongs to it, or NULL */
    void *context;             /* the asker's own */
    bool done;                 /* it is on the disk */
    bool is_new;               /* GAME is to be created, else changed */
    bool only_events;          /* nothing of GAME itself is changed */
    bool removes;              /* GAME is to be forgotten, and nothing else is done */
    struct store_game game;
    uint64_t seq; /* events before these */
    size_t n_events;
    struct store_event event[STORE_EVENTS_MAX];
    size_t n_holders;
    struct store_holder holder[STORE_HOLDERS_MAX];
    bool has_request;
    struct store_request request;
};

struct store;

/* Opens or makes the database in FOLDER; NULL after filling ERR. */
struct store *store_open(const char *folder, struct alibi_error *err);
void store_close(struct store *store);

/* --- The side that writes --- */

/* Writes all N changes and marks those that are done. They are on the disk when it returns. One
 * that cannot be applied does not hold up the others. */
void store_write(struct store *store, struct store_change **change, size_t n);

/* --- The side that reads --- */

/* The game ID; false if there is none. */
bool store_game(struct store *store, const char *id, struct store_game *game);

/* Its events and holders one by one, until HEAR returns false; false if that or the store
 * failed. */
bool store_events(struct store *store, const char *id,
                  bool (*hear)(void *ear, const struct store_event *event), void *ear);
bool store_holders(struct store *store, const char *id,
                   bool (*hear)(void *ear, const struct store_holder *holder), void *ear);

/* The request of that key to that game; false if there was none. */
bool store_request(struct store *store, const char *id, const char *key,
                   struct store_request *request);

/* The public games of the last days that are not over, those with an open seat first; or the
 * games in which GUEST has a seat. Newest first, at most 100, each with the seats that GUEST
 * (who may be NULL in the lobby) holds, bit by bit. */
typedef void store_hear(void *ear, const struct store_game *game, unsigned seats);
void store_lobby(struct store *store, const struct hash *guest, store_hear *hear, void *ear);
void store_mine(struct store *store, const struct hash *guest, store_hear *hear, void *ear);

/* The ids of games in which nothing has changed for more than DAYS days, at most MOST of them,
 * the oldest first; how many. */
size_t store_old(struct store *store, unsigned days, char (*id)[ID_SIZE], size_t most);

#endif
