/* Games to try a store with. */
#ifndef UNIT_STORE_BENCH_H
#define UNIT_STORE_BENCH_H

#include "database.h"

#include "chain.h"
#include "secret.h"
#include "server_parts.h"

/* A new game NAME with two events. */
static struct change new_game(const char *name)
{
    struct change change = {.is_new = true, .n_events = 2, .n_holders = 1};
    struct table_about *game = &change.about;

    game->to_act = ALIBI_NOBODY;
    (void)snprintf(game->id, sizeof game->id, "%s", name);
    (void)snprintf(game->start, sizeof game->start, "a line");
    (void)snprintf(game->created, sizeof game->created, "9999-12-31");
    (void)snprintf(game->player[0], PLAYER_SIZE, "open");
    (void)snprintf(game->player[1], PLAYER_SIZE, "guest");
    for (unsigned i = 0; i < 3; i++)
        game->key[i] = hash_of(&i, sizeof i);
    memset(game->opening.secret, 7, OPENING_BYTES);
    memset(game->opening.salt, 8, OPENING_BYTES);
    change.event[0] = (struct table_event){EVENT_MOVE, ALIBI_CHANCE, "deal=AA"};
    change.event[1] = (struct table_event){EVENT_SEAT, ALIBI_JACK, ""};
    change.holder[0].seat = 1;
    change.holder[0].guest = hash_of("guest", 5);
    return change;
}

/* Two events more in the game that CHANGE has made. */
static struct change two_more(const struct change *change)
{
    struct change more = *change;

    more.is_new = false;
    more.seq = 2;
    more.n_holders = 0;
    return more;
}

static void read_into(struct errand *errand, const char *id)
{
    *errand = (struct errand){.kind = ERRAND_GAME};
    (void)snprintf(errand->id, sizeof errand->id, "%s", id);
    reads->kind->read(reads, errand);
}

/* Reads the game ID. Its errand is good until the next one is read. */
static const struct errand *read_one(const char *id)
{
    static struct errand errand;

    kept_game_free(errand.game);
    read_into(&errand, id);
    return &errand;
}

/* With the sum that follows from the game as it is now. */
static void seal(struct change *change)
{
    struct errand errand = {0};

    if (!change->is_new)
        read_into(&errand, change->about.id);
    chain_change(change, errand.game ? &errand.game->sum : NULL);
    kept_game_free(errand.game);
}

static void write_many(struct change **change, size_t n)
{
    for (size_t i = 0; i < n; i++)
        seal(change[i]);
    writes->kind->write(writes, change, n);
}

static enum outcome write_one(struct change *change)
{
    write_many(&change, 1);
    return change->outcome;
}

/* How many games an errand of that KIND lists; the list goes to LISTED, of at most 10. */
static size_t list(const struct errand *what, struct listed listed[10])
{
    struct errand errand = *what;

    reads->kind->read(reads, &errand);
    assert_int_equal(errand.found, FOUND);
    assert_true(errand.n <= 10);
    if (errand.n)
        memcpy(listed, errand.listed, errand.n * sizeof *listed);
    free(errand.listed);
    return errand.n;
}

static size_t old_games(unsigned days, struct listed listed[10])
{
    return list(&(struct errand){.kind = ERRAND_OLD, .days = days}, listed);
}

/* Whether the game that CHANGE has made is there as it was made. */
static void check_same(const struct change *change)
{
    const struct errand *errand = read_one(change->about.id);
    struct table_about about;

    assert_int_equal(errand->found, FOUND);
    about = errand->game->about;
    assert_int_equal(strlen(about.changed), DATE_SIZE - 1);
    memset(about.changed, 0, sizeof about.changed);
    assert_memory_equal(&about, &change->about, sizeof about);
}

#endif
