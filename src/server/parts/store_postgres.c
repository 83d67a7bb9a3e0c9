/* The store in PostgreSQL: any number of nodes write, and the database refuses the second of
 * two.
 *
 * A change is one statement, which finds the game only as it was when the change was made: with
 * as many events, and claimed as often. So none is applied twice, whoever is late. Changes that
 * wait together are one transaction. If the line breaks before the database has confirmed it,
 * they may still arrive there, or not; whoever reads such a game claims it first, and after
 * that they find nothing. */
#include "counts_postgres.h"
#include "journal.h"
#include "json_write.h"
#include "news.h"
#include "pg.h"
#include "pulse_postgres.h"
#include "schema_postgres.h"
#include "store.h"
#include "store_postgres_read.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BATCH_MAX = 64, VALUES_MAX = 31, NEWS_SIZE = 4000 };

#define COLUMNS                                                                                \
    "id, start, created, public, status, result, jack, detective, jack_key, detective_key,"    \
    " spectator_key, secret, salt, changed, to_act, hints, request,"                           \
    " jack_mix, detective_mix, jack_entropy, detective_entropy, terms, clock, due"
#define TODAY "to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')"
#define LIVED "(SELECT count FROM lived)"
#define TIME  "(SELECT time FROM pulse)"
#define SEATS                                                                                  \
    "(SELECT coalesce(sum(1 << seat), 0) FROM holder WHERE game = id AND guest = $1::bytea)"

/* The values of a change: $1 to $12 in any case; of one that changes a game $13 to $27, of a
 * new game $13 to $30, and $31 if it comes with the change of another one. */
#define CREATE                                                                                 \
    "WITH g AS (INSERT INTO game (" COLUMNS ", seq, lived, sum)"                               \
    " SELECT $1::text, $13, $14, $15::integer, $2::integer, $3, $4, $5, $6::bytea, $7::bytea," \
    " $8::bytea, $16::bytea, $17::bytea, " TODAY ", $9::integer, $18::integer, $19::bytea,"    \
    " $22::integer, $23::integer, $24::bytea, $25::bytea, $27, $28,"                           \
    " $29::bigint + $30::bigint * " TIME ","                                                   \
    " $10::bigint, " LIVED ", $26::bytea"

/* Those who come along from another game. */
#define COMPANY                                                                                \
    "c AS (INSERT INTO holder (game, seat, guest, since, seen) SELECT $1::text,"               \
    " CASE WHEN $21::integer = 1 AND seat < 2 THEN 1 - seat ELSE seat END, guest, since, seen" \
    " FROM g, holder WHERE game = $20 ORDER BY number), "

/* The events and holders of a change, if its game was found: for each row of g. */
#define REST                                                                                   \
    "e AS (INSERT INTO event SELECT $1::text, x.seq, x.kind, x.actor, x.text, x.key,"          \
    " decode(x.digest, 'hex'), x.count FROM g, jsonb_to_recordset($11::jsonb) AS x(seq"        \
    " bigint, kind integer, actor integer, text text, key text, digest text, count bigint)),"  \
    " h AS (INSERT INTO holder (game, seat, guest, since, seen) SELECT $1::text, x.seat,"      \
    " decode(x.guest, 'hex'), x.since, x.seen FROM g, jsonb_to_recordset($12::jsonb) AS"       \
    " x(seat integer, guest text, since text, seen text)"                                      \
    " ON CONFLICT (game, seat, guest) DO UPDATE SET seen = excluded.seen)"                     \
    " SELECT count(*) FROM g"

static const struct pg_statement statements[] = {
    /* A game that was here and has been moved is not made once more. */
    {"create", CREATE " WHERE NOT EXISTS (SELECT 1 FROM moved WHERE game = $1::text)"
                      " ON CONFLICT (id) DO NOTHING RETURNING id), " COMPANY REST},
    /* If the event that names it has been written; that there is one already is an error. */
    {"also", CREATE " WHERE EXISTS (SELECT 1 FROM event WHERE game = $31 AND text = $1::text)"
                    " AND NOT EXISTS (SELECT 1 FROM moved WHERE game = $1::text)"
                    " RETURNING id), " COMPANY REST},
    /* Whether an earlier attempt has made the same game. */
    {"created", "SELECT count(*) FROM game WHERE id = $1 AND salt = $2::bytea"},
    {"change",
     "WITH g AS (UPDATE game SET status = $2::integer, result = $3, jack = $4,"
     " detective = $5, jack_key = $6::bytea, detective_key = $7::bytea,"
     " spectator_key = $8::bytea, to_act = $9::integer, seq = seq + $10::bigint,"
     " jack_mix = $19::integer, detective_mix = $20::integer, jack_entropy = $21::bytea,"
     " detective_entropy = $22::bytea, sum = $23::bytea, terms = $24, clock = $25,"
     " due = $26::bigint + $27::bigint * " TIME ","
     " epoch = epoch + 1,"
     " changed = CASE WHEN $15::integer = 1 THEN changed ELSE " TODAY " END,"
     " lived = CASE WHEN $15::integer = 1 THEN lived ELSE " LIVED " END"
     " WHERE id = $1::text AND seq = $13::bigint AND epoch = $14::bigint AND gone = 0"
     " RETURNING id), d AS (DELETE FROM holder USING g WHERE game = g.id"
     " AND seat = $16::integer AND (guest = $17::bytea) <> ($18::integer = 1)), " REST},
    COUNTS_STATEMENTS,
    PULSE_STATEMENTS,
    {"leave", "WITH d AS (DELETE FROM holder WHERE guest = $1::bytea) SELECT 1"},
    /* Both see the holders as they were: a seat is taken over where the heir does not hold it.
     */
    {"inherit", "WITH held AS (SELECT game, seat FROM holder WHERE guest = $2::bytea),"
                " d AS (DELETE FROM holder WHERE guest = $1::bytea"
                " AND (game, seat) IN (SELECT game, seat FROM held)),"
                " u AS (UPDATE holder SET guest = $2::bytea WHERE guest = $1::bytea"
                " AND (game, seat) NOT IN (SELECT game, seat FROM held)) SELECT 1"},
    {"live", "UPDATE lived SET day = " TODAY ", count = count + 1 WHERE day < " TODAY},
    {"probe", "WITH p AS (UPDATE lived SET probes = probes + 1 RETURNING 1)"
              " SELECT count(*) FROM p"},
    /* Both see the game as it was: one that is put away now is not forgotten now. */
    {"remove", "WITH away AS (UPDATE game SET gone = " LIVED " WHERE id = $1 AND gone = 0),"
               " g AS (DELETE FROM game WHERE id = $1 AND gone > 0 RETURNING id),"
               " e AS (DELETE FROM event USING g WHERE game = g.id),"
               " h AS (DELETE FROM holder USING g WHERE game = g.id) SELECT 1"},
    {"claim", "UPDATE game SET epoch = epoch + 1 WHERE id = $1"},
    {"epoch", "SELECT epoch FROM game WHERE id = $1 AND gone = 0"},
    {"tell", "SELECT pg_notify('" NEWS_CHANNEL "', $1)"},
    {"game", "SELECT " COLUMNS ", epoch, gone, seq, sum, " TIME " FROM game WHERE id = $1"},
    {"events", "SELECT kind, actor, text, key, digest, count FROM event WHERE game = $1"
               " ORDER BY seq"},
    {"holders", "SELECT seat, guest, since, seen FROM holder WHERE game = $1 ORDER BY number"},
    /* Where a game has gone, or is on its way to: then it is here, and nobody's. */
    {"moved", "SELECT epoch, shard, EXISTS (SELECT 1 FROM game WHERE id = $1 AND gone < 0)::int"
              " FROM moved WHERE game = $1"},
    {"lobby",
     "SELECT " COLUMNS ", 0, number FROM game WHERE public = 1 AND status = $1::integer"
     " AND gone <= 0 AND created >= to_char((now() - interval '3 days')"
     " AT TIME ZONE 'UTC', 'YYYY-MM-DD') ORDER BY created DESC, number DESC LIMIT 100"},
    {"mine",
     "SELECT " COLUMNS ", " SEATS ", number FROM game WHERE id IN (SELECT game FROM holder"
     " WHERE guest = $1::bytea AND seat < 2) AND gone <= 0"
     " ORDER BY number DESC LIMIT 100"},
    {"all", "SELECT " COLUMNS
            ", 0, number FROM game WHERE id > $1 AND gone = 0 ORDER BY id LIMIT 100"},
    {"set", "INSERT INTO secret VALUES ('key', $1::bytea)"
            " ON CONFLICT (name) DO UPDATE SET bytes = excluded.bytes"},
    {"old", "SELECT " COLUMNS ", 0, number FROM game WHERE lived < " LIVED
            " - $1::integer AND gone = 0 AND NOT " STORE_IN_HISTORY
            " OR gone > 0 AND gone < " LIVED " - " PUT_AWAY_DAYS " ORDER BY lived LIMIT 20"},
    {"due", "SELECT " COLUMNS ", 0, number FROM game WHERE due IS NOT NULL AND gone = 0"
            " ORDER BY due LIMIT 100"},
    {"draw", "INSERT INTO secret VALUES ('key', $1::bytea) ON CONFLICT DO NOTHING"},
    {"lost", "SELECT min(game) FROM event WHERE game > $1"
             " AND NOT EXISTS (SELECT 1 FROM game WHERE id = event.game)"},
    {"key", "SELECT bytes FROM secret WHERE name = 'key'"},
    {NULL, NULL},
};

struct postgres {
    struct store store;
    struct pg pg;
    int64_t name;  /* drawn: of a node that marks the time */
    size_t n_news; /* what is to be told: the text so far */
    char news[NEWS_SIZE];
};

/* Every store of this kind is the first member of one of these. */
static struct pg *of(struct store *store)
{
    return &((struct postgres *)store)->pg;
}

static void close_all(struct store *store)
{
    pg_close(of(store));
    free(store);
}

/* --- Writing --- */

/* The values of a change, with room for those that have to be put into words. */
struct values {
    const char *value[VALUES_MAX];
    char number[9][PG_NUMBER_SIZE], bytes[9][PG_BYTES_SIZE];
    char clocks[CLOCKS_TEXT_SIZE];
    char *events, *holders;
};

static void hex_member(struct json_out *out, const char *name, const struct hash *hash)
{
    char hex[COMMITMENT_SIZE];

    opening_hex(hash->byte, hex);
    json_text(out, name, hex);
}

static char *events_of(const struct change *change)
{
    struct json_out out = {0};
    size_t len;

    json_list(&out, NULL);
    for (size_t i = 0; i < change->n_events; i++) {
        json_object(&out, NULL);
        json_number(&out, "seq", (int64_t)(change->seq + i + 1));
        json_number(&out, "kind", change->event[i].kind);
        json_number(&out, "actor", change->event[i].by);
        json_text(&out, "text", change->event[i].text);
        if (i == 0 && change->has_request) {
            json_text(&out, "key", change->request.key);
            hex_member(&out, "digest", &change->request.digest);
            json_number(&out, "count", (int64_t)change->n_events);
        }
        json_end(&out);
    }
    json_end(&out);
    return json_take(&out, &len);
}

static char *holders_of(const struct change *change)
{
    struct json_out out = {0};
    size_t len;

    json_list(&out, NULL);
    for (size_t i = 0; i < change->n_holders; i++) {
        json_object(&out, NULL);
        json_number(&out, "seat", change->holder[i].seat);
        hex_member(&out, "guest", &change->holder[i].guest);
        json_text(&out, "since", change->holder[i].since);
        json_text(&out, "seen", change->holder[i].seen);
        json_end(&out);
    }
    json_end(&out);
    return json_take(&out, &len);
}

/* False without memory; free what it has made in any case. */
static bool fill(struct values *v, const struct change *change)
{
    const struct table_about *game = &change->about;

    *v = (struct values){.events = events_of(change), .holders = holders_of(change)};
    v->value[0] = game->id;
    v->value[1] = pg_number(v->number[0], game->status);
    v->value[2] = game->result;
    v->value[3] = game->player[ALIBI_JACK];
    v->value[4] = game->player[ALIBI_DETECTIVE];
    for (int i = 0; i < 3; i++)
        v->value[5 + i] = pg_bytes(v->bytes[i], game->key[i].byte);
    v->value[8] = pg_number(v->number[1], game->to_act);
    v->value[9] = pg_number(v->number[2], (int64_t)change->n_events);
    v->value[10] = v->events;
    v->value[11] = v->holders;
    return v->events && v->holders;
}

/* What the seats add to the chance, the sum, the terms and the clocks, from value N on; how
 * many values there are then. */
static int fill_end(struct values *v, int n, const struct change *change)
{
    const struct opening *opening = &change->about.opening;

    for (int seat = 0; seat < 2; seat++) {
        v->value[n + seat] = pg_number(v->number[6 + seat], (int64_t)opening->mix[seat]);
        v->value[n + 2 + seat] = pg_bytes(v->bytes[6 + seat], opening->entropy[seat]);
    }
    v->value[n + 4] = pg_bytes(v->bytes[8], change->sum.byte);
    v->value[n + 5] = change->about.terms;
    clocks_print(&change->about.clocks, v->clocks);
    v->value[n + 6] = v->clocks;
    v->value[n + 7] =
        table_due(&change->about) ? pg_number(v->number[8], table_due(&change->about)) : NULL;
    v->value[n + 8] = change->timeless ? "1" : "0";
    return n + 9;
}

/* What else there is to say of a game that is changed, or of a new one; how many values. */
static int fill_change(struct values *v, const struct change *change)
{
    v->value[12] = pg_number(v->number[3], (int64_t)change->seq);
    v->value[13] = pg_number(v->number[4], (int64_t)change->about.epoch);
    v->value[14] = change->quiet ? "1" : "0";
    v->value[15] = pg_number(v->number[5], change->ends ? change->gone.seat : -1);
    v->value[16] = pg_bytes(v->bytes[3], change->gone.guest.byte);
    v->value[17] = change->ends_others ? "1" : "0";
    return fill_end(v, 18, change);
}

static int fill_new(struct values *v, const struct change *change)
{
    const struct table_about *game = &change->about;

    v->value[12] = game->start;
    v->value[13] = game->created;
    v->value[14] = game->is_public ? "1" : "0";
    v->value[15] = pg_bytes(v->bytes[3], game->opening.secret);
    v->value[16] = pg_bytes(v->bytes[4], game->opening.salt);
    v->value[17] = game->hints ? "1" : "0";
    v->value[18] = pg_bytes(v->bytes[5], game->request.byte);
    v->value[19] = change->holders_of;
    v->value[20] = change->swaps ? "1" : "0";
    return fill_end(v, 21, change);
}

/* OF is the game that one which comes with it belongs to, or NULL. */
static bool add_change(struct pg *pg, const struct change *change, const char *of)
{
    const char *name = of ? "also" : change->is_new ? "create" : "change";
    struct values v;
    bool added;
    int n;

    if (change->probes)
        return pg_add(pg, "probe", 0, NULL);
    if (change->sweeps)
        return pg_add(pg, "sweep", 0, NULL);
    if (change->removes)
        return pg_add(pg, "remove", 1, (const char *const[]){change->about.id});
    if (change->leaves)
        return pg_add(pg, change->has_heir ? "inherit" : "leave", change->has_heir ? 2 : 1,
                      (const char *const[]){pg_bytes(v.bytes[0], change->gone.guest.byte),
                                            pg_bytes(v.bytes[1], change->heir.byte)});
    added = fill(&v, change);
    n = change->is_new ? fill_new(&v, change) : fill_change(&v, change);
    if (of)
        v.value[n++] = of;
    added = added && pg_add(pg, name, n, v.value);
    free(v.events);
    free(v.holders);
    return added;
}

/* Changes that are written together. */
struct batch {
    struct change **change;
    size_t n;
    int n_statements;
    struct change *by[2 * BATCH_MAX + 3]; /* whose outcome each statement tells, or NULL */
};

static bool add_to(struct batch *batch, struct change *by, bool added)
{
    batch->by[batch->n_statements++] = by;
    return added;
}

static bool add_all(struct pg *pg, struct batch *batch)
{
    bool added = pg_begin(pg) && add_to(batch, NULL, pg_say(pg, "BEGIN")) &&
                 add_to(batch, NULL, pg_add(pg, "live", 0, NULL));

    for (size_t i = 0; i < batch->n && added; i++) {
        struct change *change = batch->change[i];

        added = add_to(batch, change, add_change(pg, change, NULL)) &&
                (!change->also ||
                 add_to(batch, NULL, add_change(pg, change->also, change->about.id)));
    }
    return added && add_to(batch, NULL, pg_say(pg, "COMMIT"));
}

static void hear_count(void *ear, int i, const PGresult *answer)
{
    const struct batch *batch = ear;

    if (batch->by[i])
        batch->by[i]->outcome =
            pg_read_number(answer, 0, 0) == 1 ? CHANGE_DONE : CHANGE_CONFLICT;
}

/* One transaction. One change that the database refuses takes the others with it: they are
 * tried by themselves then. */
static void write_batch(struct pg *pg, struct change **change, size_t n)
{
    struct batch batch = {.change = change, .n = n};
    bool added = add_all(pg, &batch);
    enum pg_end end = added ? pg_send(pg, hear_count, &batch) : PG_REFUSED;

    if (end == PG_DONE)
        return;
    pg_forget(pg);
    if (end == PG_REFUSED && added && n > 1) {
        for (size_t i = 0; i < n; i++)
            write_batch(pg, &change[i], 1);
        return;
    }
    journal("error", "write", "%s: %s",
            end == PG_BROKEN ? "nobody knows what was changed" : "nothing was changed",
            pg->complaint);
    for (size_t i = 0; i < n; i++)
        change[i]->outcome = end == PG_BROKEN ? CHANGE_UNSURE : CHANGE_FAILED;
}

static void hear_one(void *ear, int i, const PGresult *answer)
{
    (void)i;
    *(bool *)ear = pg_read_number(answer, 0, 0) == 1;
}

/* A new game that was written once more is there, by the first attempt or by this one. */
static void check_created(struct pg *pg, struct change *change)
{
    char salt[PG_BYTES_SIZE];
    const char *value[] = {change->about.id, pg_bytes(salt, change->about.opening.salt)};
    bool there = false;

    if (!change->again || change->outcome != CHANGE_CONFLICT)
        return;
    if (!pg_begin(pg) || !pg_add(pg, "created", 2, value) ||
        pg_send(pg, hear_one, &there) != PG_DONE)
        change->outcome = CHANGE_UNSURE;
    else if (there)
        change->outcome = CHANGE_DONE;
}

/* --- Telling others --- */

/* One word more of what is to be told; when there is no room, anything may have changed. */
static void add_news(struct postgres *p, const char *word)
{
    if (p->n_news + ID_SIZE + 1 > sizeof p->news) {
        p->n_news = 0;
        word = "*";
    }
    p->n_news += (size_t)snprintf(p->news + p->n_news, sizeof p->news - p->n_news, "%s%s",
                                  p->n_news ? " " : "", word);
}

static void note_news(struct postgres *p, const struct change *change)
{
    if (change->leaves || change->outcome == CHANGE_UNSURE)
        add_news(p, "*");
    else if (change->outcome == CHANGE_DONE && !change->is_new && !change->probes &&
             !change->sweeps)
        add_news(p, change->about.id);
}

/* Never in the transaction of the change: commits that notify wait for each other in the whole
 * database. What could not be told is told the next time. */
static void tell(struct store *store)
{
    struct postgres *p = (struct postgres *)store;
    const char *const value[] = {p->news};

    if (!p->n_news || !pg_begin(&p->pg))
        return;
    news_set_own(store->place, PQbackendPID(p->pg.conn));
    if (pg_add(&p->pg, "tell", 1, value) && pg_send(&p->pg, NULL, NULL) == PG_DONE)
        p->n_news = 0;
}

static int by_game(const void *a, const void *b)
{
    const struct change *const *one = a, *const *two = b;

    return strcmp((*one)->about.id, (*two)->about.id);
}

/* In the order of their games, so that no two nodes ever wait for each other. A batch has no
 * two changes of one game: its room is busy. */
static void write_all(struct store *store, struct change **change, size_t n)
{
    struct pg *pg = of(store);

    n = pulse_take(pg, ((struct postgres *)store)->name, change, n);
    qsort(change, n, sizeof(void *), by_game);
    for (size_t i = 0; i < n; i += BATCH_MAX) {
        size_t allowed = counts_take(pg, change + i, n - i < BATCH_MAX ? n - i : BATCH_MAX);

        if (allowed > 0)
            write_batch(pg, change + i, allowed);
    }
    for (size_t i = 0; i < n; i++) {
        check_created(pg, change[i]);
        note_news((struct postgres *)store, change[i]);
    }
}

/* --- Reading --- */

static void read_errand(struct store *store, struct errand *errand)
{
    postgres_read(of(store), errand);
}

static void hear_key(void *ear, int i, const PGresult *rows)
{
    (void)i;
    if (PQntuples(rows) == 1)
        pg_read_bytes(rows, 0, 0, ((struct hash *)ear)->byte);
}

static bool read_key(struct store *store, struct hash *key)
{
    static const struct hash none;
    struct pg *pg = of(store);

    *key = none;
    return pg_begin(pg) && pg_add(pg, "key", 0, NULL) &&
           pg_send(pg, hear_key, key) == PG_DONE && !hash_equal(key, &none);
}

static void hear_lost(void *ear, int i, const PGresult *rows)
{
    (void)i;
    pg_read_text(rows, 0, 0, ear, ID_SIZE);
}

static enum found find_lost(struct store *store, char id[ID_SIZE])
{
    struct pg *pg = of(store);
    char lost[ID_SIZE] = "";

    if (!pg_begin(pg) || !pg_add(pg, "lost", 1, (const char *const[]){id}) ||
        pg_send(pg, hear_lost, lost) != PG_DONE)
        return FOUND_FAILED;
    memcpy(id, lost, ID_SIZE);
    return lost[0] ? FOUND : FOUND_NONE;
}

/* --- Opening --- */

/* Writes the key by the statement NAME. */
static bool write_key(struct pg *pg, const char *name, const struct hash *key)
{
    char bytes[PG_BYTES_SIZE];
    const char *const value[] = {pg_bytes(bytes, key->byte)};

    return pg_begin(pg) && pg_add(pg, name, 1, value) && pg_send(pg, NULL, NULL) == PG_DONE;
}

/* A key of its own, unless it has one. */
static bool draw_key(struct pg *pg)
{
    struct hash key;

    randombytes_buf(key.byte, sizeof key.byte);
    return write_key(pg, "draw", &key);
}

static bool set_key(struct store *store, const struct hash *key)
{
    return write_key(of(store), "set", key);
}

static const struct store_kind kind = {close_all, write_all, tell, read_errand,
                                       read_key,  set_key,   NULL, find_lost};

struct store *store_postgres_open(const char *url, enum store_side side,
                                  struct alibi_error *err)
{
    struct postgres *p = calloc(1, sizeof *p);

    if (!p) {
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
        return NULL;
    }
    p->store.kind = &kind;
    p->name = (int64_t)randombytes_random();
    if ((side == STORE_READS || schema_postgres_prepare(url, err)) &&
        pg_open(&p->pg, url, statements, err)) {
        if (side == STORE_READS || draw_key(&p->pg))
            return &p->store;
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be written: %s",
                         pg_complaint(&p->pg));
    }
    close_all(&p->store);
    return NULL;
}
