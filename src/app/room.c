/* Rooms from the store. */
#include "room.h"

#include "commitment.h"
#include "journal.h"

#include <stdlib.h>
#include <string.h>

void room_free(struct room *room)
{
    if (room)
        table_clear(&room->table);
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

struct room *room_load(struct store *store, const char *id)
{
    struct table_about about;
    struct room *room;

    if (!store_game(store, id, &about))
        return NULL;
    room = calloc(1, sizeof *room);
    if (room && open_table(&room->table, &about) &&
        store_events(store, id, table_add_event, &room->table) &&
        store_holders(store, id, table_add_holder, &room->table))
        return room;
    journal("error", "read", "a game that is there cannot be read");
    room_free(room);
    return NULL;
}
