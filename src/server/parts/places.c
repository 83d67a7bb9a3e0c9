/* Opening several databases as one store. */
#include "places.h"

#include "blake2b.h"
#include "pg.h"
#include "schema_postgres.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

static const struct pg_statement statements[] = {
    {"secrets", "SELECT name, bytes FROM secret"},
    {"keep", "INSERT INTO secret VALUES ($1, $2::bytea) ON CONFLICT DO NOTHING"},
    {NULL, NULL},
};

/* What a database says of itself. */
struct card {
    struct pg pg;
    bool has_key, has_shard, has_takes;
    bool had_key, had_shard; /* before it was opened */
    struct hash key, shard;
};

static void hear_secrets(void *ear, int i, const PGresult *rows)
{
    struct card *card = ear;

    (void)i;
    for (int k = 0; k < PQntuples(rows); k++) {
        const char *name = PQgetvalue(rows, k, 0);

        if (strcmp(name, "key") == 0) {
            card->has_key = true;
            pg_read_bytes(rows, k, 1, card->key.byte);
        } else if (strcmp(name, "shard") == 0) {
            card->has_shard = true;
            pg_read_bytes(rows, k, 1, card->shard.byte);
        } else if (strcmp(name, "takes") == 0) {
            card->has_takes = true;
        }
    }
}

static bool read_card(struct card *card)
{
    return pg_begin(&card->pg) && pg_add(&card->pg, "secrets", 0, NULL) &&
           pg_send(&card->pg, hear_secrets, card) == PG_DONE;
}

/* Keeps a secret unless there is one of that NAME, and reads what there is then. */
static bool keep(struct card *card, const char *name, const struct hash *secret)
{
    char bytes[PG_BYTES_SIZE];
    const char *const value[] = {name, pg_bytes(bytes, secret->byte)};

    return pg_begin(&card->pg) && pg_add(&card->pg, "keep", 2, value) &&
           pg_send(&card->pg, NULL, NULL) == PG_DONE && read_card(card);
}

static bool keep_drawn(struct card *card, const char *name)
{
    struct hash drawn;

    randombytes_buf(drawn.byte, sizeof drawn.byte);
    return keep(card, name, &drawn);
}

/* --- One by one --- */

static bool open_card(struct card *card, const char *where, struct alibi_error *err)
{
    if (!schema_postgres_prepare(where, err) || !pg_open(&card->pg, where, statements, err))
        return false;
    if (read_card(card)) {
        card->had_key = card->has_key;
        card->had_shard = card->has_shard;
        if (card->has_shard || keep_drawn(card, "shard"))
            return true;
    }
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the database cannot be used: %s",
                     pg_complaint(&card->pg));
    return false;
}

/* Says of which of N databases the complaint in ERR is. */
static void name_place(struct alibi_error *err, size_t i, size_t n)
{
    struct alibi_error why = *err;

    if (n > 1)
        (void)alibi_fail(err, (enum alibi_status)why.status, 0, "store %zu of %zu: %.400s",
                         i + 1, n, why.text);
}

/* --- All together --- */

/* If none has a key, the one with the lowest identity draws it, so that of several nodes that
 * name them in different orders all ask the same one. */
static bool draw_key(struct card *card, size_t n)
{
    struct card *lowest = card;

    for (size_t i = 0; i < n; i++) {
        if (card[i].has_key)
            return true;
        if (memcmp(card[i].shard.byte, lowest->shard.byte, HASH_SIZE) < 0)
            lowest = &card[i];
    }
    return keep_drawn(lowest, "key");
}

static bool share_key(struct card *card, size_t n, struct alibi_error *err)
{
    size_t first = 0;

    if (!draw_key(card, n)) {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the key cannot be written");
        return false;
    }
    while (!card[first].has_key)
        first++;
    for (size_t i = 0; i < n; i++) {
        if (!card[i].has_key && !keep(&card[i], "key", &card[first].key)) {
            (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the key cannot be written: %s",
                             pg_complaint(&card[i].pg));
            name_place(err, i, n);
            return false;
        }
        if (!hash_equal(&card[i].key, &card[first].key)) {
            (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                             "stores %zu and %zu have different keys: they do not belong "
                             "together",
                             first + 1, i + 1);
            return false;
        }
    }
    return true;
}

static bool are_different(const struct card *card, size_t n, struct alibi_error *err)
{
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < i; k++)
            if (hash_equal(&card[i].shard, &card[k].shard)) {
                (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                                 "stores %zu and %zu are the same database, or copies of one",
                                 k + 1, i + 1);
                return false;
            }
    return true;
}

/* One that was in use before there were several takes new games; if none does, all do, as those
 * of a new server. One that joins others does not: servers that do not know it yet would not
 * find them. */
static bool let_take(struct card *card, size_t n)
{
    bool good = true, none = true;

    for (size_t i = 0; i < n && good; i++) {
        if (card[i].had_key && !card[i].had_shard)
            good = keep_drawn(&card[i], "takes");
        none = none && !card[i].has_takes;
    }
    for (size_t i = 0; i < n && good && none; i++)
        good = keep_drawn(&card[i], "takes");
    return good;
}

static bool open_all(struct card *card, const char *const *where, size_t n,
                     struct alibi_error *err)
{
    for (size_t i = 0; i < n; i++) {
        if (!store_is_shared(where[i])) {
            (void)alibi_fail(err, ALIBI_BAD_TEXT, 0,
                             "several stores have to be databases of PostgreSQL, not %.100s",
                             where[i]);
            return false;
        }
        if (!open_card(&card[i], where[i], err)) {
            name_place(err, i, n);
            return false;
        }
    }
    if (!are_different(card, n, err) || !share_key(card, n, err))
        return false;
    if (let_take(card, n))
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the databases cannot be written");
    return false;
}

static bool fill(struct places *places, const struct card *card, const char *const *where)
{
    for (size_t i = 0; i < places->n; i++) {
        struct place *place = &places->place[i];

        place->where = strdup(where[i]);
        place->shard = card[i].shard;
        atomic_init(&place->takes, card[i].has_takes);
        if (!place->where)
            return false;
    }
    return true;
}

struct places *places_open(const char *const *where, size_t n, struct alibi_error *err)
{
    struct card *card = n > 0 && n <= PLACES_MAX ? calloc(n, sizeof *card) : NULL;
    struct places *places = card ? calloc(1, sizeof *places) : NULL;
    bool alone = n == 1 && !store_is_shared(where[0]), done = false;

    if (n == 0 || n > PLACES_MAX)
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "expected 1 to %d stores", PLACES_MAX);
    else if (!places)
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
    if (places && (alone || open_all(card, where, n, err))) {
        places->users = 1;
        places->n = n;
        done = fill(places, card, where);
        if (!done)
            (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
    }
    for (size_t i = 0; card && i < n; i++)
        pg_close(&card[i].pg);
    free(card);
    if (done)
        return places;
    places_free(places);
    return NULL;
}

struct places *places_use(struct places *places)
{
    places->users++;
    return places;
}

void places_free(struct places *places)
{
    if (!places || (places->users > 0 && --places->users > 0))
        return;
    for (size_t i = 0; i < places->n; i++)
        free(places->place[i].where);
    free(places);
}

/* --- Homes --- */

static uint64_t weight(const struct place *place, const char *id)
{
    struct blake2b hash;
    unsigned char digest[8];
    uint64_t n = 0;

    blake2b_begin(&hash, sizeof digest, place->shard.byte, HASH_SIZE);
    blake2b_add(&hash, id, strlen(id));
    blake2b_end(&hash, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        n = n << 8 | digest[i];
    return n;
}

unsigned places_home(const struct places *places, const char *id)
{
    uint64_t most = 0;
    unsigned home = 0;

    for (unsigned i = 0; i < places->n && places->n > 1; i++) {
        uint64_t n = atomic_load(&places->place[i].takes) ? weight(&places->place[i], id) : 0;

        if (n > most) {
            most = n;
            home = i;
        }
    }
    return home;
}

int places_find(const struct places *places, const struct hash *shard)
{
    for (size_t i = 0; i < places->n; i++)
        if (hash_equal(&places->place[i].shard, shard))
            return (int)i;
    return -1;
}
