/* Rooms from what is kept. */
#include "room.h"

#include "commitment.h"

#include <stdlib.h>
#include <string.h>

void room_free(struct room *room)
{
    if (!room)
        return;
    table_clear(&room->table);
    parcels_clear(&room->parcels);
    talking_clear(&room->talk);
    job_free(room->thought);
    free(room->request);
    free(room);
}

/* The table as it was when the game was made, with the commitment that was made then. */
static bool open_table(struct table *table, const struct table_about *about)
{
    char commitment[COMMITMENT_SIZE];
    struct alibi_state start;

    if (alibi_position_parse(&start, about->start, strlen(about->start), NULL) != ALIBI_OK)
        return false;
    opening_commit(&about->opening, &start, commitment);
    return table_open(table, about, commitment);
}

static bool add_request(struct room *room, const struct done_request *request)
{
    if (room->n_requests == room->requests_cap) {
        size_t cap = room->requests_cap ? 2 * room->requests_cap : 2;
        void *grown = realloc(room->request, cap * sizeof *room->request);

        if (!grown)
            return false;
        room->request = grown;
        room->requests_cap = cap;
    }
    room->request[room->n_requests++] = *request;
    return true;
}

static bool fill(struct room *room, const struct kept_game *game)
{
    if (!open_table(&room->table, &game->about))
        return false;
    room->sum = game->sum;
    if (game->about.clocks.on && !table_due(&game->about))
        room->table.about.clocks.since = game->time; /* the computer is to act */
    for (size_t i = 0; i < game->n_events; i++)
        if (!table_add_event(&room->table, &game->event[i].event) ||
            (game->event[i].has_request && !add_request(room, &game->event[i].request)))
            return false;
    for (size_t i = 0; i < game->n_holders; i++)
        if (!table_add_holder(&room->table, &game->holder[i]))
            return false;
    return true;
}

struct room *room_of(const struct kept_game *game)
{
    struct room *room = calloc(1, sizeof *room);

    if (room && fill(room, game))
        return room;
    room_free(room);
    return NULL;
}

bool room_renew(struct room *room, const struct kept_game *game)
{
    struct room *fresh = room_of(game);
    struct room old = *room;

    if (!fresh)
        return false;
    room->table = fresh->table;
    room->table.thinking_ms = old.table.thinking_ms;
    room->table.attendance = old.table.attendance;
    room->sum = fresh->sum;
    room->n_requests = fresh->n_requests;
    room->requests_cap = fresh->requests_cap;
    room->request = fresh->request;
    fresh->table = old.table;
    fresh->request = old.request;
    room_free(fresh);
    room->stale = room->unsure = false;
    return true;
}

struct room *room_begun(const struct change *change)
{
    struct room *room = calloc(1, sizeof *room);

    if (room && open_table(&room->table, &change->about) && room_apply(room, change))
        return room;
    room_free(room);
    return NULL;
}

bool room_apply(struct room *room, const struct change *change)
{
    struct done_request request = change->request;

    request.seq = change->seq;
    request.count = change->n_events;
    if (!table_apply(&room->table, change))
        return false;
    room->table.about.epoch += !change->is_new;
    room->sum = change->sum;
    return !change->has_request || add_request(room, &request);
}

const struct done_request *room_request(const struct room *room, const char *key)
{
    for (size_t i = room->n_requests; i-- > 0;)
        if (strcmp(room->request[i].key, key) == 0)
            return &room->request[i];
    return NULL;
}
