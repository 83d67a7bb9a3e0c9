/* Games and lists of them, read from PostgreSQL. */
#include "store_postgres_read.h"

#include "journal.h"

#include <stdlib.h>

/* Clocks that make no sense are off, so that nobody loses by them: `store check` names the
 * game. */
static void take_clocks(const PGresult *row, int i, struct table_about *game)
{
    char text[CLOCKS_TEXT_SIZE];
    int64_t due = PQgetisnull(row, i, 23) ? 0 : pg_read_number(row, i, 23);

    pg_read_text(row, i, 21, game->terms, sizeof game->terms);
    pg_read_text(row, i, 22, text, sizeof text);
    if (!table_set_clocks(game, text, due, 0))
        game->clocks.on = false;
}

static void take_about(const PGresult *row, int i, struct table_about *game)
{
    pg_read_text(row, i, 0, game->id, sizeof game->id);
    pg_read_text(row, i, 1, game->start, sizeof game->start);
    pg_read_text(row, i, 2, game->created, sizeof game->created);
    game->is_public = pg_read_number(row, i, 3) != 0;
    game->status = (enum table_status)pg_read_number(row, i, 4);
    pg_read_text(row, i, 5, game->result, sizeof game->result);
    pg_read_text(row, i, 6, game->player[ALIBI_JACK], PLAYER_SIZE);
    pg_read_text(row, i, 7, game->player[ALIBI_DETECTIVE], PLAYER_SIZE);
    for (int k = 0; k < 3; k++)
        pg_read_bytes(row, i, 8 + k, game->key[k].byte);
    pg_read_bytes(row, i, 11, game->opening.secret);
    pg_read_bytes(row, i, 12, game->opening.salt);
    pg_read_text(row, i, 13, game->changed, sizeof game->changed);
    game->to_act = (enum alibi_seat)pg_read_number(row, i, 14);
    game->hints = pg_read_number(row, i, 15) != 0;
    pg_read_bytes(row, i, 16, game->request.byte);
    for (int seat = 0; seat < 2; seat++) {
        game->opening.mix[seat] = (enum mix)pg_read_number(row, i, 17 + seat);
        pg_read_bytes(row, i, 19 + seat, game->opening.entropy[seat]);
    }
    take_clocks(row, i, game);
}

static bool take_event(const PGresult *row, int i, struct kept_game *game)
{
    struct kept_event *e = kept_game_add_event(game);

    if (!e)
        return false;
    e->event.kind = (enum event_kind)pg_read_number(row, i, 0);
    e->event.by = (enum alibi_seat)pg_read_number(row, i, 1);
    pg_read_text(row, i, 2, e->event.text, sizeof e->event.text);
    e->has_request = !PQgetisnull(row, i, 3);
    if (e->has_request) {
        pg_read_text(row, i, 3, e->request.key, sizeof e->request.key);
        pg_read_bytes(row, i, 4, e->request.digest.byte);
        e->request.seq = game->n_events - 1;
        e->request.count = (uint64_t)pg_read_number(row, i, 5);
    }
    return true;
}

static bool take_holder(const PGresult *row, int i, struct kept_game *game)
{
    struct table_holder holder = {.seat = (int)pg_read_number(row, i, 0)};

    pg_read_bytes(row, i, 1, holder.guest.byte);
    pg_read_text(row, i, 2, holder.since, sizeof holder.since);
    pg_read_text(row, i, 3, holder.seen, sizeof holder.seen);
    return kept_game_add_holder(game, &holder);
}

/* What is being read, and whether there was memory for it so far. */
struct reading {
    struct errand *errand;
    bool good;
};

enum { READ_BEGIN, READ_GAME, READ_EVENTS, READ_HOLDERS, READ_MOVED };

/* The game is not here any more, or nobody's. */
static void take_moved(const PGresult *row, struct errand *errand)
{
    errand->moved = (uint64_t)pg_read_number(row, 0, 0);
    pg_read_bytes(row, 0, 1, errand->moved_to.byte);
    errand->found = pg_read_number(row, 0, 2) ? FOUND_MOVING : FOUND_MOVED;
}

static void hear_game(void *ear, int i, const PGresult *rows)
{
    struct reading *reading = ear;
    struct kept_game *game = reading->errand->game;

    if (i == READ_GAME && PQntuples(rows) == 1) {
        take_about(rows, 0, &game->about);
        game->about.epoch = (uint64_t)pg_read_number(rows, 0, N_COLUMNS);
        if (!pg_read_number(rows, 0, N_COLUMNS + 1))
            reading->errand->found = FOUND;
        game->seq = (uint64_t)pg_read_number(rows, 0, N_COLUMNS + 2);
        game->has_sum = !PQgetisnull(rows, 0, N_COLUMNS + 3);
        pg_read_bytes(rows, 0, N_COLUMNS + 3, game->sum.byte);
        game->time = pg_read_number(rows, 0, N_COLUMNS + 4);
    }
    for (int k = 0; k < PQntuples(rows) && i == READ_EVENTS; k++)
        reading->good = reading->good && take_event(rows, k, game);
    for (int k = 0; k < PQntuples(rows) && i == READ_HOLDERS; k++)
        reading->good = reading->good && take_holder(rows, k, game);
    if (i == READ_MOVED && PQntuples(rows) == 1 && reading->errand->found == FOUND_NONE)
        take_moved(rows, reading->errand);
}

static void hear_epoch(void *ear, int i, const PGresult *rows)
{
    struct errand *errand = ear;

    (void)i;
    if (PQntuples(rows) == 1 && (uint64_t)pg_read_number(rows, 0, 0) == errand->known)
        errand->found = FOUND_SAME;
}

/* Whether the game is as it is known; false if that could not be asked. */
static bool read_epoch(struct pg *pg, struct errand *errand)
{
    const char *const id[] = {errand->id};

    errand->found = FOUND_NONE;
    return pg_begin(pg) && pg_add(pg, "epoch", 1, id) &&
           pg_send(pg, hear_epoch, errand) == PG_DONE;
}

/* All of it of the same moment. */
static bool read_game(struct pg *pg, struct reading *reading)
{
    struct errand *errand = reading->errand;
    const char *const id[] = {errand->id};

    if (errand->has_known && !errand->claim) {
        if (!read_epoch(pg, errand))
            return false;
        if (errand->found == FOUND_SAME)
            return true;
    }
    errand->found = FOUND_NONE;
    errand->game = calloc(1, sizeof *errand->game);
    if (!errand->game || (errand->claim && (!pg_begin(pg) || !pg_add(pg, "claim", 1, id) ||
                                            pg_send(pg, NULL, NULL) != PG_DONE)))
        return false;
    return pg_begin(pg) && pg_say(pg, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY") &&
           pg_add(pg, "game", 1, id) && pg_add(pg, "events", 1, id) &&
           pg_add(pg, "holders", 1, id) && pg_add(pg, "moved", 1, id) && pg_say(pg, "COMMIT") &&
           pg_send(pg, hear_game, reading) == PG_DONE;
}

/* As many as there is room for. */
static void hear_list(void *ear, int i, const PGresult *rows)
{
    struct reading *reading = ear;

    (void)i;
    for (int k = 0; k < PQntuples(rows) && reading->errand->n < LISTED_MAX; k++) {
        struct listed *listed = errand_list(reading->errand);

        reading->good = listed != NULL;
        if (!listed)
            return;
        take_about(rows, k, &listed->about);
        listed->seats = (unsigned)pg_read_number(rows, k, N_COLUMNS);
        listed->number = (uint64_t)pg_read_number(rows, k, N_COLUMNS + 1);
    }
}

/* Those with an open seat come first in a lobby. */
static bool add_list(struct pg *pg, const struct errand *errand)
{
    char bytes[PG_BYTES_SIZE], number[PG_NUMBER_SIZE];
    const char *value[1];

    switch (errand->kind) {
    case ERRAND_LOBBY:
        value[0] = pg_number(number, TABLE_WAITING);
        if (!pg_add(pg, "lobby", 1, value))
            return false;
        value[0] = pg_number(number, TABLE_PLAYING);
        return pg_add(pg, "lobby", 1, value);
    case ERRAND_MINE:
        value[0] = pg_bytes(bytes, errand->guest.byte);
        return pg_add(pg, "mine", 1, value);
    case ERRAND_ALL:
        value[0] = errand->id;
        return pg_add(pg, "all", 1, value);
    case ERRAND_DUE:
        return pg_add(pg, "due", 0, NULL);
    default:
        value[0] = pg_number(number, errand->days);
        return pg_add(pg, "old", 1, value);
    }
}

static bool read_list(struct pg *pg, struct reading *reading)
{
    reading->errand->found = FOUND;
    reading->errand->n = 0;
    return pg_begin(pg) && add_list(pg, reading->errand) &&
           pg_send(pg, hear_list, reading) == PG_DONE;
}

/* Once more if the line has broken: reading changes nothing. */
void postgres_read(struct pg *pg, struct errand *errand)
{
    bool done = false;

    for (int i = 0; i < 2 && !done; i++) {
        struct reading reading = {errand, true};

        kept_game_free(errand->game);
        errand->game = NULL;
        done =
            (errand->kind == ERRAND_GAME ? read_game(pg, &reading) : read_list(pg, &reading)) &&
            reading.good;
        if (!done)
            pg_forget(pg);
    }
    if (done && errand->game)
        errand_verify(errand);
    if (done)
        return;
    errand->found = FOUND_FAILED;
    journal("error", "read", "%s", pg->complaint);
}
