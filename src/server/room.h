/* A room: one game in memory, as the store has it, with those who follow it.
 *
 * A room changes only by what is on the disk already: a plan is made from it (plan.h), written,
 * and then applied. Until then the room is busy, and who wants to change it waits. */
#ifndef SERVER_ROOM_H
#define SERVER_ROOM_H

#include "computer.h"
#include "store.h"

#include <alibi/session.h>

struct stream;  /* stream.h */
struct request; /* request.h */

struct room_event {
    enum store_kind kind;
    enum alibi_seat by;
    size_t ply;       /* of the session: a move */
    char id[ID_SIZE]; /* of the other game: a rematch */
};

struct room {
    struct room *next;       /* of the same bucket */
    struct store_game about; /* as on the disk */
    char commitment[DEAL_HEX];
    struct alibi_session *session;
    size_t n_events, events_cap;
    struct room_event *event;
    size_t n_holders, holders_cap;
    struct store_holder *holder;

    bool busy;               /* a change is being written */
    bool leaving;            /* the game is being removed, and is nobody's any more */
    bool thinking;           /* the computer's move is being thought about */
    struct job *thought;     /* it is found, and waits for the room not to be busy */
    bool hinting;            /* so is a hint */
    struct request *waiting; /* for the room not to be busy */
    struct stream *streams;
    uint64_t used; /* when it was last asked for, in ticks */
};

/* A room as it is stored under ID; NULL if there is none or it cannot be read. */
struct room *room_load(struct store *store, const char *id);
void room_free(struct room *room);

/* Applies what was written. The room must be as it was when the change was planned. False
 * without memory: the room is then to be forgotten and loaded anew. */
bool room_apply(struct room *room, const struct store_change *change);

const struct alibi_game *room_game(const struct room *room);

/* Which seats, bit by bit, GUEST (or NULL) holds, or who has the key KEY (or NULL); bit
 * STORE_SPECTATOR for the bench. */
unsigned room_seats_of(const struct room *room, const struct hash *guest,
                       const struct hash *key);

/* The seat of the computer that is to act, or ALIBI_NOBODY. */
enum alibi_seat room_computer_to_act(const struct room *room);

bool player_is_computer(const char *player);

/* The state after the first SEQ events, and how many moves those were. */
const struct alibi_state *room_state_at(const struct room *room, size_t seq, size_t *plies);

/* What SEAT sees of that; ALIBI_CHANCE for the whole truth. */
void room_view_at(const struct room *room, size_t seq, enum alibi_viewer viewer,
                  struct alibi_view *view);

#endif
