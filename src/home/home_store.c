/* Games in memory, the newest first, and the changes on their way to being kept. */
#include "home_parts.h"

#include <stdlib.h>
#include <string.h>

enum { LISTED_MAX = 100 };

struct store {
    struct kept_game *first;
    void (*today)(char out[DATE_SIZE]);
};

struct writer {
    struct store *store;
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

void store_close(struct store *store)
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

bool home_store_add(struct store *store, struct kept_game *game)
{
    struct kept_game **at = find(store, game->about.id);

    if (*at)
        return false;
    game->next = NULL;
    *at = game;
    return true;
}

bool store_game(struct store *store, const char *id, struct table_about *about)
{
    const struct kept_game *game = *find(store, id);

    if (game)
        *about = game->about;
    return game != NULL;
}

bool store_events(struct store *store, const char *id,
                  bool (*hear)(void *ear, const struct table_event *event), void *ear)
{
    const struct kept_game *game = *find(store, id);

    for (size_t i = 0; game && i < game->n_events; i++)
        if (!hear(ear, &game->event[i].event))
            return false;
    return true;
}

bool store_holders(struct store *store, const char *id,
                   bool (*hear)(void *ear, const struct table_holder *holder), void *ear)
{
    const struct kept_game *game = *find(store, id);

    for (size_t i = 0; game && i < game->n_holders; i++)
        if (!hear(ear, &game->holder[i]))
            return false;
    return true;
}

bool store_request(struct store *store, const char *id, const char *key,
                   struct done_request *request)
{
    const struct kept_game *game = *find(store, id);

    for (size_t i = 0; game && i < game->n_events; i++)
        if (game->event[i].has_request && strcmp(game->event[i].request.key, key) == 0) {
            *request = game->event[i].request;
            return true;
        }
    return false;
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

/* Nobody else comes here: what is public is offered to nobody. */
void store_lobby(struct store *store, const struct hash *guest, store_hear *hear, void *ear)
{
    (void)store, (void)guest, (void)hear, (void)ear;
}

void store_mine(struct store *store, const struct hash *guest, store_hear *hear, void *ear)
{
    int n = 0;

    for (const struct kept_game *game = store->first; game && n < LISTED_MAX; game = game->next)
        if (seats_of(game, guest) & 3) {
            hear(ear, &game->about, seats_of(game, guest));
            n++;
        }
}

size_t store_old(struct store *store, unsigned days, char (*id)[ID_SIZE], size_t most)
{
    (void)store, (void)days, (void)id, (void)most;
    return 0; /* a person's games are kept until this person removes them */
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

void writer_submit(struct writer *w, struct change *change)
{
    change->next = NULL;
    *w->last = change;
    w->last = &change->next;
}

struct change *writer_collect(struct writer *w)
{
    struct change *first = w->tried;

    w->tried = NULL;
    w->tried_last = &w->tried;
    return first;
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
    w->next[i] = kept_game_changed(*find(w->store, change->about.id), change, day);
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
    change->done = kept;
    if (kept) {
        put(w->store, change, w->next[0]);
        if (change->also)
            put(w->store, change->also, w->next[1]);
        w->next[0] = w->next[1] = NULL;
    }
    forget_texts(w);
    change->next = NULL;
    *w->tried_last = change;
    w->tried_last = &change->next;
}
