/* One game in memory. */
#include "room.h"

#include "journal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct alibi_game *room_game(const struct room *room)
{
    return alibi_session_state(room->session)->game;
}

bool player_is_computer(const char *player)
{
    return strcmp(player, "open") != 0 && strcmp(player, "guest") != 0;
}

void room_free(struct room *room)
{
    if (!room)
        return;
    alibi_session_free(room->session);
    free(room->event);
    free(room->holder);
    free(room);
}

/* --- Loading --- */

/* Room for one more of SIZE bytes in the array *ARRAY. */
static bool grow(void **array, size_t n, size_t *cap, size_t size)
{
    size_t wanted = *cap ? 2 * *cap : 16;
    void *grown;

    if (n < *cap)
        return true;
    grown = realloc(*array, wanted * size);
    if (!grown)
        return false;
    *array = grown;
    *cap = wanted;
    return true;
}

static bool add_event(void *ear, const struct store_event *event)
{
    struct room *room = ear;
    struct room_event *last;

    if (!grow((void **)&room->event, room->n_events, &room->events_cap, sizeof *room->event))
        return false;
    last = &room->event[room->n_events];
    *last = (struct room_event){.kind = event->kind, .by = event->by};
    if (event->kind == STORE_MOVE) {
        last->ply = alibi_session_length(room->session);
        if (alibi_session_do(room->session, event->text, strlen(event->text), NULL) != ALIBI_OK)
            return false;
    } else if (event->kind == STORE_REMATCH) {
        (void)snprintf(last->id, sizeof last->id, "%.12s", event->text);
    }
    room->n_events++;
    return true;
}

static bool add_holder(void *ear, const struct store_holder *holder)
{
    struct room *room = ear;

    for (size_t i = 0; i < room->n_holders; i++)
        if (room->holder[i].seat == holder->seat &&
            hash_equal(&room->holder[i].guest, &holder->guest))
            return true;
    if (!grow((void **)&room->holder, room->n_holders, &room->holders_cap,
              sizeof *room->holder))
        return false;
    room->holder[room->n_holders++] = *holder;
    return true;
}

/* An empty room as it was when the game was made. */
static struct room *open_room(const struct store_game *about)
{
    struct room *room = calloc(1, sizeof *room);
    struct alibi_state start;

    if (!room)
        return NULL;
    room->about = *about;
    if (alibi_position_parse(&start, about->start, strlen(about->start), NULL) != ALIBI_OK ||
        alibi_session_new(&room->session, &start) != ALIBI_OK) {
        room_free(room);
        return NULL;
    }
    deal_commit(&about->deal, &start, room->commitment);
    return room;
}

struct room *room_load(struct store *store, const char *id)
{
    struct store_game about;
    struct room *room;

    if (!store_game(store, id, &about))
        return NULL;
    room = open_room(&about);
    if (room && store_events(store, id, add_event, room) &&
        store_holders(store, id, add_holder, room))
        return room;
    journal("error", "read", "a game that is there cannot be read");
    room_free(room);
    return NULL;
}

bool room_apply(struct room *room, const struct store_change *change)
{
    assert(change->seq == room->n_events);
    room->about = change->game;
    for (size_t i = 0; i < change->n_events; i++)
        if (!add_event(room, &change->event[i]))
            return false;
    for (size_t i = 0; i < change->n_holders; i++)
        if (!add_holder(room, &change->holder[i]))
            return false;
    return true;
}

/* --- Asking --- */

unsigned room_seats_of(const struct room *room, const struct hash *guest,
                       const struct hash *key)
{
    unsigned seats = 0;

    for (size_t i = 0; i < room->n_holders && guest; i++)
        if (hash_equal(&room->holder[i].guest, guest))
            seats |= 1U << room->holder[i].seat;
    for (int seat = 0; seat < 3 && key; seat++)
        if (hash_equal(&room->about.key[seat], key) &&
            (seat == STORE_SPECTATOR || strcmp(room->about.player[seat], "guest") == 0))
            seats |= 1U << seat;
    return seats;
}

enum alibi_seat room_computer_to_act(const struct room *room)
{
    const struct alibi_state *s = alibi_session_state(room->session);

    if (room->about.status != STORE_PLAYING || s->to_act > ALIBI_DETECTIVE ||
        !player_is_computer(room->about.player[s->to_act]))
        return ALIBI_NOBODY;
    return (enum alibi_seat)s->to_act;
}

const struct alibi_state *room_state_at(const struct room *room, size_t seq, size_t *plies)
{
    size_t n = 0;

    assert(seq <= room->n_events);
    while (seq > 0 && room->event[seq - 1].kind != STORE_MOVE)
        seq--;
    if (seq > 0)
        n = room->event[seq - 1].ply + 1;
    if (plies)
        *plies = n;
    return alibi_session_after(room->session, n);
}

void room_view_at(const struct room *room, size_t seq, enum alibi_viewer viewer,
                  struct alibi_view *view)
{
    alibi_view_of(view, room_state_at(room, seq, NULL), viewer);
}
