/* Games in memory, the newest first, and the changes on their way to being kept. */
#include "home_parts.h"

#include <stdlib.h>
#include <string.h>

struct store {
    struct kept_game *first;
    void (*today)(char out[DATE_SIZE]);
};

struct reader {
    struct store *store; /* its own */
    struct errand *done, **last;
};

struct writer {
    struct store *store;          /* the reader's */
    struct change *given, **last; /* to be kept */
    struct change *tried, **tried_last;
    struct kept_game *next[2]; /* what the first change makes of the games, */
    char *text[2];             /* as texts */
};

/* --- The store --- */

struct store *home_store_new(void (*today)(char out[DATE_SIZE]))
{
    struct store *store = calloc(1, sizeof *store);

    if (store)
        store->today = today;
    return store;
}

static void close_store(struct store *store)
{
    while (store && store->first) {
        struct kept_game *game = store->first;

        store->first = game->next;
        kept_game_free(game);
    }
    free(store);
}

/* Where the game ID hangs, or the end of the list. */
static struct kept_game **find(struct store *store, const char *id)
{
    struct kept_game **at = &store->first;

    while (*at && strcmp((*at)->about.id, id) != 0)
        at = &(*at)->next;
    return at;
}

bool home_add(struct reader *reader, struct kept_game *game)
{
    struct kept_game **at = find(reader->store, game->about.id);

    if (*at)
        return false;
    game->next = NULL;
    *at = game;
    return true;
}

bool home_has(const struct reader *reader, const char *id)
{
    return *find(reader->store, id) != NULL;
}

/* The seats that GUEST holds in GAME, bit by bit. */
static unsigned seats_of(const struct kept_game *game, const struct hash *guest)
{
    unsigned seats = 0;

    for (size_t i = 0; guest && i < game->n_holders; i++)
        if (hash_equal(&game->holder[i].guest, guest))
            seats |= 1U << game->holder[i].seat;
    return seats;
}

static void list_mine(const struct store *store, struct errand *errand)
{
    for (const struct kept_game *game = store->first; game; game = game->next) {
        unsigned seats = seats_of(game, &errand->guest);
        struct listed *listed = seats & 3 ? errand_list(errand) : NULL;

        if (listed)
            *listed = (struct listed){game->about, seats, 0};
    }
}

/* --- The reader --- */

struct reader *home_reader_new(struct store *store)
{
    struct reader *reader = calloc(1, sizeof *reader);

    if (!reader) {
        close_store(store);
        return NULL;
    }
    reader->store = store;
    reader->last = &reader->done;
    return reader;
}

void reader_free(struct reader *reader)
{
    if (!reader)
        return;
    close_store(reader->store);
    while (reader->done) {
        struct errand *errand = reader->done;

        reader->done = errand->next;
        errand_free(errand);
    }
    free(reader);
}

/* Nobody else comes here, so there is no lobby; and a person's games are kept until this person
 * removes them. */
void reader_ask(struct reader *reader, struct errand *errand)
{
    const struct kept_game *game = *find(reader->store, errand->id);

    if (errand->kind == ERRAND_GAME) {
        errand->game = game ? kept_game_copy(game) : NULL;
        errand->found = !game ? FOUND_NONE : errand->game ? FOUND : FOUND_FAILED;
    } else if (errand->kind == ERRAND_MINE) {
        list_mine(reader->store, errand);
    }
    errand->next = NULL;
    *reader->last = errand;
    reader->last = &errand->next;
}

bool reader_news(struct reader *reader, char id[ID_SIZE])
{
    (void)reader, (void)id;
    return false;
}

void reader_call(struct reader *reader, const char *word)
{
    (void)reader, (void)word;
}

char *reader_hear(struct reader *reader)
{
    (void)reader;
    return NULL;
}

struct errand *reader_collect(struct reader *reader)
{
    struct errand *first = reader->done;

    reader->done = NULL;
    reader->last = &reader->done;
    return first;
}

/* --- The writer --- */

struct writer *home_writer_new(struct store *store)
{
    struct writer *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->store = store;
    w->last = &w->given;
    w->tried_last = &w->tried;
    return w;
}

static void free_changes(struct change *first)
{
    while (first) {
        struct change *next = first->next;

        free(first->also);
        free(first);
        first = next;
    }
}

static void forget_texts(struct writer *w)
{
    for (int i = 0; i < 2; i++) {
        kept_game_free(w->next[i]);
        free(w->text[i]);
        w->next[i] = NULL;
        w->text[i] = NULL;
    }
}

void writer_free(struct writer *w)
{
    if (!w)
        return;
    forget_texts(w);
    free_changes(w->given);
    free_changes(w->tried);
    free(w);
}

static void append(struct change ***last, struct change *change)
{
    change->next = NULL;
    **last = change;
    *last = &change->next;
}

/* There is one place. */
void writer_place(const struct writer *w, struct change *change)
{
    (void)w, (void)change;
}

void writer_submit(struct writer *w, struct change *change)
{
    if (change->probes) {
        change->outcome = CHANGE_DONE; /* whoever keeps the games says when he cannot */
        append(&w->tried_last, change);
    } else {
        append(&w->last, change);
    }
}

struct change *writer_collect(struct writer *w)
{
    struct change *first = w->tried;

    w->tried = NULL;
    w->tried_last = &w->tried;
    return first;
}

/* Others keep the texts, and nobody asks how long that takes. */
void writer_measure(struct writer *w, struct histogram *out)
{
    (void)w, (void)out;
}

/* The game that CHANGE makes, with its text, as number I. */
static bool prepare(struct writer *w, const struct change *change, int i,
                    struct home_kept *kept)
{
    char day[DATE_SIZE];

    *kept = (struct home_kept){.id = change->about.id};
    if (change->removes)
        return true;
    w->store->today(day);
    w->next[i] = kept_game_changed(*find(w->store, change->about.id), change,
                                   *find(w->store, change->holders_of), day);
    w->text[i] = w->next[i] ? kept_game_print(w->next[i], &kept->len) : NULL;
    kept->text = w->text[i];
    return kept->text != NULL;
}

int home_writer_first(struct writer *w, struct home_kept kept[2])
{
    const struct change *change = w->given;

    forget_texts(w);
    if (!change)
        return 0;
    if (prepare(w, change, 0, &kept[0]) &&
        (!change->also || prepare(w, change->also, 1, &kept[1])))
        return change->also ? 2 : 1;
    home_writer_done(w, false);
    return 0;
}

/* Puts what CHANGE has made of a game into the store. */
static void put(struct store *store, const struct change *change, struct kept_game *game)
{
    struct kept_game **at = find(store, change->about.id), *old = *at;

    if (!old)
        at = &store->first;
    if (old)
        *at = old->next;
    kept_game_free(old);
    if (game) {
        game->next = *at;
        *at = game;
    }
}

void home_writer_done(struct writer *w, bool kept)
{
    struct change *change = w->given;

    if (!change)
        return;
    w->given = change->next;
    if (!w->given)
        w->last = &w->given;
    change->outcome = kept ? CHANGE_DONE : CHANGE_FAILED;
    if (kept) {
        put(w->store, change, w->next[0]);
        if (change->also)
            put(w->store, change->also, w->next[1]);
        w->next[0] = w->next[1] = NULL;
    }
    forget_texts(w);
    append(&w->tried_last, change);
}
