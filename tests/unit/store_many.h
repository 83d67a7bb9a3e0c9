/* Several databases as if they were one store: the server's own writer and reader, waited for.
 */
#ifndef UNIT_STORE_MANY_H
#define UNIT_STORE_MANY_H

#include "unit.h"

#include "server_parts.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <unistd.h>

struct many {
    struct store store;
    int wake;
    struct writer *writer;
    struct reader *reader;
};

static void wait_many(const struct many *many)
{
    struct pollfd fd = {.fd = many->wake, .events = POLLIN};
    uint64_t n;

    CHECK(poll(&fd, 1, 60000) == 1, "nothing came back");
    (void)!read(many->wake, &n, sizeof n);
}

static void close_many(struct store *store)
{
    struct many *many = (struct many *)store;

    writer_free(many->writer);
    reader_free(many->reader);
    (void)close(many->wake);
    free(many);
}

static void read_places(struct store *store, struct errand *errand)
{
    struct many *many = (struct many *)store;
    struct errand *done;

    reader_ask(many->reader, errand);
    while (!(done = reader_collect(many->reader)))
        wait_many(many);
    assert_ptr_equal(done, errand);
    assert_null(done->next);
}

/* As a room does, which knows where its game is, and makes others that follow it. */
static void find_many(struct store *store, struct change *change)
{
    struct errand errand = {.kind = ERRAND_GAME};

    memcpy(errand.id, change->is_new ? change->holders_of : change->about.id, ID_SIZE);
    read_places(store, &errand);
    if (errand.found == FOUND)
        change->about.place = errand.game->about.place;
    kept_game_free(errand.game);
}

/* One that was put away can be found in lists alone. */
static void find_old(struct store *store, struct change *change)
{
    struct errand errand = {.kind = ERRAND_OLD};

    read_places(store, &errand);
    for (size_t i = 0; i < errand.n; i++)
        if (strcmp(errand.listed[i].about.id, change->about.id) == 0)
            change->about.place = errand.listed[i].about.place;
    free(errand.listed);
}

static void write_places(struct store *store, struct change **change, size_t n)
{
    const struct many *many = (struct many *)store;
    size_t left = n;

    for (size_t i = 0; i < n; i++) {
        if (change[i]->removes)
            find_old(store, change[i]);
        if (!change[i]->leaves)
            find_many(store, change[i]);
        writer_submit(many->writer, change[i]);
    }
    while (left > 0) {
        for (struct change *c = writer_collect(many->writer); c; c = c->next)
            left--;
        if (left > 0)
            wait_many(many);
    }
}

/* A store over all the databases WHERE, for both sides. */
static struct store *open_many(const char *const *where, size_t n)
{
    static const struct store_kind kind = {
        .close = close_many, .write = write_places, .read = read_places};
    struct many *many = calloc(1, sizeof *many);
    struct alibi_error err = {.text = ""};
    struct places *places = places_open(where, n, &err);

    CHECK(places && many, "%s", err.text);
    many->store.kind = &kind;
    many->wake = eventfd(0, EFD_NONBLOCK);
    many->writer = writer_new(places, many->wake, &err);
    CHECK(many->writer, "%s", err.text);
    many->reader = reader_new(places, 2, many->wake, &err);
    CHECK(many->reader, "%s", err.text);
    places_free(places);
    return &many->store;
}

#endif
