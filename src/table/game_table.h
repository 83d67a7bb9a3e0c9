/* A table: one game in memory, with the seats and those who hold them, and its events.
 *
 * A table changes only by what has been kept already: a change is made from it (change.h), kept
 * by its owner, and then applied. It knows the games, but no wire, disk, clock or source of
 * randomness: a server and a page that plays without one use the same code. */
#ifndef TABLE_GAME_TABLE_H
#define TABLE_GAME_TABLE_H

#include "attendance.h"
#include "kept.h"

#include <alibi/session.h>

struct past_event {
    enum event_kind kind;
    enum alibi_seat by;
    size_t ply;       /* of the session: a move */
    char id[ID_SIZE]; /* of the other game: a rematch */
};

struct table {
    struct table_about about;         /* as it is kept */
    char commitment[COMMITMENT_SIZE]; /* to the opening, or empty: no commitment was made */
    struct alibi_session *session;
    size_t n_events, events_cap;
    struct past_event *event;
    size_t n_holders, holders_cap;
    struct table_holder *holder; /* in the order in which they came */
    unsigned thinking_ms;        /* for each decision, while the computer thinks; else 0 */
    int64_t time;                /* of the clocks, as it is told: its owner sets it */
    struct attendance attendance;
};

/* A table as it was when the game was made, before any event. False if ABOUT makes no sense or
 * without memory; clear it with table_clear in any case. */
bool table_open(struct table *table, const struct table_about *about, const char *commitment);
void table_clear(struct table *table);

/* Adds what was kept, one after the other; TABLE is a struct table. False if it makes no sense
 * or without memory. */
bool table_add_event(void *table, const struct table_event *event);
bool table_add_holder(void *table, const struct table_holder *holder);

/* GUEST holds nothing any more. */
void table_remove_guest(struct table *table, const struct hash *guest);

/* HEIR holds what GUEST held. */
void table_replace_guest(struct table *table, const struct hash *guest,
                         const struct hash *heir);

/* Whether CHANGE ends what HOLDER holds. */
bool holder_is_ended(const struct table_holder *holder, const struct change *change);

/* Applies what has been kept. The table must be as it was when the change was made. False
 * without memory: the table is then to be cleared. */
bool table_apply(struct table *table, const struct change *change);

/* Which seats, bit by bit, GUEST (or NULL) holds, or who has the key KEY (or NULL); bit
 * TABLE_SPECTATOR for the bench. An invitation shows its holder the game before they sit down.
 */
unsigned table_seats_of(const struct table *table, const struct hash *guest,
                        const struct hash *key);

/* The seat of the computer that is to act, or ALIBI_NOBODY. */
enum alibi_seat table_computer_to_act(const struct table *table);

/* The state after the first SEQ events. */
const struct alibi_state *table_state_at(const struct table *table, size_t seq);

/* What VIEWER sees of that. */
void table_view_at(const struct table *table, size_t seq, enum alibi_viewer viewer,
                   struct alibi_view *view);

/* The rematch that follows this game, or NULL. */
const char *table_rematch(const struct table *table);

#endif
