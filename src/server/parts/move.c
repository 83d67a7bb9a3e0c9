/* The steps of a move.
 *
 * Every move raises the game's epoch, and its number is that epoch. What a mover that fell
 * asleep still does is of an older number, and finds nothing: a database takes no game of which
 * it has word that it left later, and removes none but that of the number that was brought.
 *
 * Rows travel as JSON made from whatever columns there are, so nothing is forgotten when there
 * are more of them. Only what is counted per database is counted anew: holders, the days, and
 * the time of the clocks.
 */
#include "move.h"

#include "ledgers.h"
#include "news.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PAGE = 200 };

#define LIVED "(SELECT count FROM lived)"
#define TIME  "(SELECT time FROM pulse)"

static const struct pg_statement statements[] = {
    {"spot",
     "SELECT coalesce(g.gone, 1), g.salt, coalesce(m.epoch, 0), m.shard, g.id IS NOT NULL"
     " FROM (SELECT 1) AS one LEFT JOIN game g ON g.id = $1"
     " LEFT JOIN moved m ON m.game = $1"},
    {"fence",
     "WITH g AS (UPDATE game SET epoch = greatest(epoch, $3::bigint) + 1, gone = -1"
     " WHERE id = $1 AND gone = 0"
     " RETURNING id, epoch) INSERT INTO moved SELECT id, epoch, $2::bytea, '{}' FROM g"
     " ON CONFLICT (game) DO UPDATE SET epoch = excluded.epoch, shard = excluded.shard,"
     " guests = excluded.guests"},
    /* As they are now that nobody can become one any more. */
    {"guests", "UPDATE moved SET guests = ARRAY(SELECT guest FROM holder WHERE game = $1)"
               " WHERE game = $1 AND EXISTS (SELECT 1 FROM game WHERE id = $1 AND gone < 0)"},
    {"pack", "SELECT to_jsonb(g) || jsonb_build_object('epoch', m.epoch, 'gone', 0,"
             " 'lived', g.lived - " LIVED ", 'due', g.due - " TIME "),"
             " (SELECT coalesce(jsonb_agg(to_jsonb(e) ORDER BY e.seq), '[]')"
             " FROM event e WHERE e.game = $1),"
             " (SELECT coalesce(jsonb_agg(to_jsonb(h) ORDER BY h.number), '[]')"
             " FROM holder h WHERE h.game = $1)"
             " FROM game g JOIN moved m ON m.game = g.id"
             " WHERE g.id = $1 AND g.gone < 0 AND m.epoch = $2::bigint"},
    {"unpack",
     "WITH g AS (INSERT INTO game SELECT r.* FROM jsonb_populate_record(NULL::game, $1::jsonb"
     " || jsonb_build_object('lived', ($1::jsonb ->> 'lived')::integer + " LIVED ","
     " 'due', ($1::jsonb ->> 'due')::bigint + " TIME ")) AS r"
     " WHERE NOT EXISTS (SELECT 1 FROM moved m WHERE m.game = r.id AND m.epoch >= r.epoch)"
     " ON CONFLICT (id) DO NOTHING RETURNING id),"
     " e AS (INSERT INTO event SELECT x.* FROM g,"
     " jsonb_populate_recordset(NULL::event, $2::jsonb) AS x),"
     " h AS (INSERT INTO holder SELECT x.* FROM g, jsonb_array_elements($3::jsonb) AS old,"
     " LATERAL jsonb_populate_record(NULL::holder, old || jsonb_build_object('number',"
     " nextval(pg_get_serial_sequence('holder', 'number')))) AS x),"
     " m AS (DELETE FROM moved USING g WHERE game = g.id)"
     " SELECT count(*) FROM g"},
    /* Those who have left everywhere since the game was made nobody's. */
    {"left", "SELECT u.guest FROM moved, unnest(guests) AS u(guest) WHERE game = $1"
             " AND NOT EXISTS (SELECT 1 FROM holder h WHERE h.game = $1"
             " AND h.guest = u.guest)"},
    {"holders", "SELECT count(*) FROM holder WHERE game = $1"},
    {"strike", "DELETE FROM holder WHERE game = $1 AND guest = $2::bytea"},
    {"lock", "SELECT count(*) FROM (SELECT 1 FROM holder WHERE game = $1 FOR UPDATE) AS h"},
    {"remove", "WITH g AS (DELETE FROM game WHERE id = $1 AND gone < 0"
               " AND EXISTS (SELECT 1 FROM moved WHERE game = $1 AND epoch = $2::bigint)"
               " AND (SELECT count(*) FROM holder WHERE game = $1) = $3::bigint RETURNING id),"
               " e AS (DELETE FROM event USING g WHERE game = g.id),"
               " h AS (DELETE FROM holder USING g WHERE game = g.id),"
               " m AS (UPDATE moved SET guests = '{}' FROM g WHERE game = g.id)"
               " SELECT count(*) FROM g"},
    {"page", "SELECT id FROM game WHERE id > $1 AND gone <= 0 ORDER BY id LIMIT 200"},
    {"take", "INSERT INTO secret VALUES ('takes', '\\x01') ON CONFLICT DO NOTHING"},
    {"refuse", "DELETE FROM secret WHERE name = 'takes'"},
    {"tell", "SELECT pg_notify('" NEWS_CHANNEL "', $1)"},
    {NULL, NULL},
};

/* --- Talking --- */

static bool ask(struct mover *m, unsigned place, const char *name, int n,
                const char *const *value, void (*hear)(void *, int, const PGresult *),
                void *ear)
{
    struct pg *pg = &m->pg[place];

    return pg_begin(pg) && pg_add(pg, name, n, value) && pg_send(pg, hear, ear) == PG_DONE;
}

static bool tell(struct mover *m, unsigned place, const char *word)
{
    return ask(m, place, "tell", 1, &word, NULL, NULL);
}

static void hear_number(void *ear, int i, const PGresult *rows)
{
    (void)i;
    if (PQntuples(rows) == 1)
        *(int64_t *)ear = pg_read_number(rows, 0, 0);
}

static bool fail(struct mover *m, unsigned place, struct alibi_error *err)
{
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "store %u of %zu: %.300s", place + 1, m->places->n,
                     pg_complaint(&m->pg[place]));
    return false;
}

bool mover_open(struct mover *m, const char *const *where, size_t n, struct alibi_error *err)
{
    m->places = places_open(where, n, err);
    for (size_t i = 0; m->places && i < n; i++)
        if (!pg_open(&m->pg[i], where[i], statements, err))
            return false;
    return m->places != NULL;
}

void mover_close(struct mover *m)
{
    for (size_t i = 0; m->places && i < m->places->n; i++)
        pg_close(&m->pg[i]);
    places_free(m->places);
    m->places = NULL;
}

/* --- What there is of a game in a place --- */

enum stand { STAND_NONE, STAND_LIVE, STAND_FENCED, STAND_AWAY };

struct spot {
    enum stand stand;
    struct hash salt;
    uint64_t moved; /* the number of the last move from here, or 0 */
    struct hash to;
};

static void hear_spot(void *ear, int i, const PGresult *row)
{
    struct spot *spot = ear;
    int64_t gone = pg_read_number(row, 0, 0);

    (void)i;
    *spot = (struct spot){.moved = (uint64_t)pg_read_number(row, 0, 2)};
    if (PQgetvalue(row, 0, 4)[0] == 't')
        spot->stand = gone < 0 ? STAND_FENCED : gone > 0 ? STAND_AWAY : STAND_LIVE;
    pg_read_bytes(row, 0, 1, spot->salt.byte);
    pg_read_bytes(row, 0, 3, spot->to.byte);
}

static bool look(struct mover *m, const char *id, unsigned place, struct spot *spot,
                 struct alibi_error *err)
{
    return ask(m, place, "spot", 1, &id, hear_spot, spot) || fail(m, place, err);
}

/* --- The steps --- */

/* Makes the game nobody's, if it is somebody's. The number of the move is higher than LAST,
 * that of the last one that has left the other place: a restored game may count from the
 * beginning.
 */
static bool fence(struct mover *m, const char *id, unsigned from, unsigned to, uint64_t last,
                  struct alibi_error *err)
{
    struct pg *pg = &m->pg[from];
    char bytes[PG_BYTES_SIZE], number[PG_NUMBER_SIZE];
    const char *const value[] = {id, pg_bytes(bytes, m->places->place[to].shard.byte),
                                 pg_number(number, (int64_t)last)};

    return (pg_begin(pg) && pg_say(pg, "BEGIN") && pg_add(pg, "fence", 3, value) &&
            pg_add(pg, "guests", 1, value) && pg_say(pg, "COMMIT") &&
            pg_send(pg, NULL, NULL) == PG_DONE) ||
           fail(m, from, err);
}

/* A game on its way. */
struct parcel {
    char *part[3]; /* the game, its events, its holders; none if it is gone already */
    bool good;
};

static void hear_pack(void *ear, int i, const PGresult *rows)
{
    struct parcel *parcel = ear;

    (void)i;
    for (int k = 0; k < 3 && PQntuples(rows) == 1; k++) {
        parcel->part[k] = strdup(PQgetvalue(rows, 0, k));
        parcel->good = parcel->good && parcel->part[k];
    }
}

/* Brings it, unless it has been brought. */
static bool bring(struct mover *m, const char *id, unsigned from, unsigned to, uint64_t number,
                  struct alibi_error *err)
{
    struct parcel parcel = {.good = true};
    char text[PG_NUMBER_SIZE];
    const char *const which[] = {id, pg_number(text, (int64_t)number)};
    bool done = ask(m, from, "pack", 2, which, hear_pack, &parcel) || fail(m, from, err);

    if (done && !parcel.good) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        done = false;
    } else if (done && parcel.part[0]) {
        const char *const value[] = {parcel.part[0], parcel.part[1], parcel.part[2]};

        done = ask(m, to, "unpack", 3, value, NULL, NULL) || fail(m, to, err);
    }
    for (int k = 0; k < 3; k++)
        free(parcel.part[k]);
    return done;
}

struct leavers {
    struct mover *m;
    const char *id;
    unsigned to;
    bool good;
};

static void hear_left(void *ear, int i, const PGresult *rows)
{
    struct leavers *leavers = ear;

    (void)i;
    for (int k = 0; k < PQntuples(rows); k++) {
        const char *const value[] = {leavers->id, PQgetvalue(rows, k, 0)};

        leavers->good =
            leavers->good && ask(leavers->m, leavers->to, "strike", 2, value, NULL, NULL);
    }
}

/* Removes it, if it still has N holders: whoever has left meanwhile must be struck from what
 * was brought, too. All of it is sent at once, so nobody waits for a mover that sleeps. */
static bool remove_here(struct mover *m, const char *id, unsigned from, uint64_t number,
                        int64_t n)
{
    struct pg *pg = &m->pg[from];
    char which[PG_NUMBER_SIZE], holders[PG_NUMBER_SIZE];
    const char *const value[] = {id, pg_number(which, (int64_t)number), pg_number(holders, n)};

    return pg_begin(pg) && pg_say(pg, "BEGIN") && pg_add(pg, "lock", 1, value) &&
           pg_add(pg, "remove", 3, value) && pg_say(pg, "COMMIT") &&
           pg_send(pg, NULL, NULL) == PG_DONE;
}

/* Whether the game is at PLACE, by the move that FROM tells of or by a later one. What another
 * move has left there does not count. */
static bool is_at(struct mover *m, const char *id, const struct spot *from, unsigned place,
                  struct alibi_error *err)
{
    struct spot there;

    return look(m, id, place, &there, err) && hash_equal(&there.salt, &from->salt) &&
           (there.stand == STAND_LIVE || there.stand == STAND_AWAY ||
            (there.stand == STAND_FENCED && there.moved > from->moved));
}

/* Whether it has been brought; it may have gone on from there. */
static bool has_arrived(struct mover *m, const char *id, const struct spot *spot, unsigned from,
                        unsigned to, struct alibi_error *err)
{
    err->status = ALIBI_OK;
    if (is_at(m, id, spot, to, err))
        return true;
    for (unsigned i = 0; i < m->places->n && err->status == ALIBI_OK; i++)
        if (i != from && i != to && is_at(m, id, spot, i, err))
            return true;
    if (err->status == ALIBI_OK)
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "the game %s cannot be brought to store %u",
                         id, to + 1);
    return false;
}

/* The rest of a move of which the game at FROM is still there, made nobody's. */
static bool finish(struct mover *m, const char *id, unsigned from, unsigned to,
                   struct alibi_error *err)
{
    struct spot spot;

    if (!look(m, id, from, &spot, err))
        return false;
    while (spot.stand == STAND_FENCED) {
        struct leavers leavers = {.m = m, .id = id, .to = to, .good = true};
        int64_t n = -1;

        if (places_find(m->places, &spot.to) != (int)to) {
            (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                             "the game %s is on its way to another store: finish that first",
                             id);
            return false;
        }
        if (!bring(m, id, from, to, spot.moved, err) ||
            !has_arrived(m, id, &spot, from, to, err))
            return false;
        if (!ask(m, from, "holders", 1, &id, hear_number, &n) ||
            !ask(m, from, "left", 1, &id, hear_left, &leavers) || !leavers.good)
            return fail(m, leavers.good ? from : to, err);
        if (!remove_here(m, id, from, spot.moved, n))
            return fail(m, from, err);
        if (!look(m, id, from, &spot, err))
            return false;
    }
    return true;
}

/* --- A game --- */

/* A move away from the place TO that was not finished is finished first. */
static bool clear_way(struct mover *m, const char *id, unsigned to, struct alibi_error *err)
{
    struct spot there;
    int on;

    if (!look(m, id, to, &there, err))
        return false;
    on = places_find(m->places, &there.to);
    return there.stand != STAND_FENCED || on < 0 || finish(m, id, to, (unsigned)on, err);
}

bool mover_move(struct mover *m, const char *id, unsigned from, unsigned to,
                struct alibi_error *err)
{
    struct spot here, there;

    if (!clear_way(m, id, to, err) || !look(m, id, from, &here, err) ||
        !look(m, id, to, &there, err))
        return false;
    if (here.stand == STAND_NONE || here.stand == STAND_AWAY) {
        if (there.stand == STAND_LIVE)
            return true;
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "there is no game %s in store %u", id,
                         from + 1);
        return false;
    }
    if (here.stand == STAND_LIVE && there.stand != STAND_NONE) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "another game in store %u has the name %s",
                         to + 1, id);
        return false;
    }
    if ((here.stand == STAND_LIVE && !fence(m, id, from, to, there.moved, err)) ||
        !finish(m, id, from, to, err))
        return false;
    m->moved++;
    return true;
}

/* --- All games --- */

/* Where the game ID of the place FROM is to go: where it is on its way to, else home. */
static bool find_goal(struct mover *m, const char *id, unsigned from, unsigned *to,
                      struct alibi_error *err)
{
    struct spot spot;
    int goal;

    if (!look(m, id, from, &spot, err))
        return false;
    goal = spot.stand == STAND_FENCED ? places_find(m->places, &spot.to)
                                      : (int)places_home(m->places, id);
    if (spot.stand == STAND_NONE || spot.stand == STAND_AWAY)
        goal = (int)from; /* it has gone meanwhile */
    *to = goal < 0 ? from : (unsigned)goal;
    if (goal < 0) {
        m->stuck++;
        m->complain(id, "it is on its way to a store that is not named");
    }
    return true;
}

struct page {
    size_t n;
    char id[PAGE][ID_SIZE];
};

static void hear_page(void *ear, int i, const PGresult *rows)
{
    struct page *page = ear;

    (void)i;
    for (int k = 0; k < PQntuples(rows) && page->n < PAGE; k++)
        pg_read_text(rows, k, 0, page->id[page->n++], ID_SIZE);
}

/* Ids are random: so are the shares. */
static bool is_mine(const struct mover *m, const char *id)
{
    return m->parts == 0 ||
           ((unsigned char)id[0] * 31U + (unsigned char)id[1]) % m->parts == m->part;
}

static bool move_one(struct mover *m, const char *id, unsigned from, struct alibi_error *err)
{
    unsigned to;

    if (!is_mine(m, id))
        return true;
    if (!find_goal(m, id, from, &to, err))
        return false;
    if (to == from || mover_move(m, id, from, to, err))
        return true;
    if (err->status != ALIBI_BAD_TEXT)
        return false;
    m->stuck++;
    m->complain(id, err->text);
    return true;
}

static bool move_from(struct mover *m, unsigned from, struct alibi_error *err)
{
    char last[ID_SIZE] = "";
    struct page page;

    do {
        const char *const after[] = {last};

        page.n = 0;
        if (!ask(m, from, "page", 1, after, hear_page, &page))
            return fail(m, from, err);
        for (size_t i = 0; i < page.n; i++)
            if (!move_one(m, page.id[i], from, err))
                return false;
        if (page.n)
            memcpy(last, page.id[page.n - 1], ID_SIZE);
    } while (page.n);
    return true;
}

/* Says, here and to all servers, whether PLACE takes new games. */
static bool set_takes(struct mover *m, unsigned place, bool takes, struct alibi_error *err)
{
    atomic_store(&m->places->place[place].takes, takes);
    return (ask(m, place, takes ? "take" : "refuse", 0, NULL, NULL, NULL) &&
            tell(m, place, NEWS_TAKES)) ||
           fail(m, place, err);
}

bool mover_spread(struct mover *m, struct alibi_error *err)
{
    for (unsigned i = 0; i < m->places->n; i++)
        if (!set_takes(m, i, true, err))
            return false;
    for (unsigned i = 0; i < m->places->n; i++)
        if (!move_from(m, i, err))
            return false;
    return true;
}

/* The ledger cannot be moved while servers use it. */
static bool check_people(const struct place *place, struct alibi_error *err)
{
    int used = ledger_is_used(place->where, err);

    if (used == 1)
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                         "the accounts are kept in this database, so it has to stay");
    return used == 0;
}

bool mover_drain(struct mover *m, struct alibi_error *err)
{
    if (!check_people(&m->places->place[0], err))
        return false;
    for (unsigned i = (unsigned)m->places->n; i-- > 0;)
        if (!set_takes(m, i, i > 0, err))
            return false;
    return move_from(m, 0, err);
}
