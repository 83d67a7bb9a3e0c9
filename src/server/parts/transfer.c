/* Walking through a store. */
#include "transfer.h"

#include "blake2b.h"
#include "chain.h"
#include "commitment.h"
#include "transfer_people.h"

#include <stdlib.h>
#include <string.h>

enum { SUM_BYTES = 16, SUM_SIZE = 2 * SUM_BYTES + 1, LINE_MAX_BYTES = 4 << 20 };

static const char head[] = "alibi store 1 ";

/* --- Reading --- */

/* What is done with a game; false after filling ERR to stop. */
typedef bool visit_game(void *arg, const struct kept_game *game, struct alibi_error *err);

static void complain(struct transfer *t, const char *id, const char *why)
{
    t->damaged++;
    if (t->complain)
        t->complain(id, why);
}

/* The next games after errand->id; false after filling ERR. */
static bool list_next(struct store *store, struct errand *errand, struct alibi_error *err)
{
    errand->n = 0;
    store->kind->read(store, errand);
    if (errand->found == FOUND)
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the games cannot be listed");
    return false;
}

static bool read_one(struct transfer *t, struct store *store, const char *id, visit_game *visit,
                     void *arg, struct alibi_error *err)
{
    struct errand errand = {.kind = ERRAND_GAME};
    bool going = true;

    (void)snprintf(errand.id, sizeof errand.id, "%s", id);
    store->kind->read(store, &errand);
    if (errand.found == FOUND_MOVED || errand.found == FOUND_MOVING)
        errand.found = FOUND_NONE;          /* it has just been given to another database */
    t->games += errand.found != FOUND_NONE; /* it may have been removed just now */
    if (errand.found == FOUND && !kept_game_is_sound(errand.game))
        complain(t, id, "it makes no sense");
    else if (errand.found == FOUND)
        going = !visit || visit(arg, errand.game, err);
    else if (errand.found != FOUND_NONE)
        complain(t, id,
                 errand.found == FOUND_DAMAGED ? "it is not as it was written"
                                               : "it cannot be read");
    kept_game_free(errand.game);
    return going;
}

static bool each_game(struct transfer *t, struct store *store, visit_game *visit, void *arg,
                      struct alibi_error *err)
{
    struct errand page = {.kind = ERRAND_ALL};
    bool going = list_next(store, &page, err);

    while (going && page.n > 0) {
        for (size_t i = 0; i < page.n && going; i++)
            going = read_one(t, store, page.listed[i].about.id, visit, arg, err);
        if (going) {
            memcpy(page.id, page.listed[page.n - 1].about.id, ID_SIZE);
            going = list_next(store, &page, err);
        }
    }
    free(page.listed);
    return going;
}

/* Names games that are lost but for their events; false after filling ERR. A damaged id that is
 * too long comes back cut off, again and again: it ends the list. */
static bool each_lost(struct transfer *t, struct store *store, struct alibi_error *err)
{
    char id[ID_SIZE] = "", last[ID_SIZE] = "";
    enum found found;

    while ((found = store->kind->lost(store, id)) == FOUND && strcmp(id, last) != 0) {
        t->games++;
        complain(t, id, "it is lost, but for its events");
        memcpy(last, id, ID_SIZE);
    }
    if (found != FOUND_FAILED)
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the games cannot be listed");
    return false;
}

bool transfer_check(struct transfer *t, const char *where, struct alibi_error *err)
{
    struct store *store = store_open(where, STORE_READS, err);
    bool done = store && (!store->kind->check || store->kind->check(store, err)) &&
                each_game(t, store, NULL, NULL, err) && each_lost(t, store, err);

    store_close(store);
    return done;
}

/* --- Writing --- */

/* Where games are brought. */
struct target {
    struct transfer *transfer;
    struct store *writes, *reads;
    struct ledger *ledger;
};

/* How many events from number I on were one change: those of a request, else as many as fit. */
static size_t change_length(const struct kept_game *game, size_t i)
{
    size_t n = 1;

    if (game->event[i].has_request)
        return (size_t)game->event[i].request.count;
    while (i + n < game->n_events && n < CHANGE_EVENTS_MAX && !game->event[i + n].has_request)
        n++;
    return n;
}

static void take_events(struct change *change, const struct kept_game *game)
{
    size_t i = (size_t)change->seq;

    change->n_events = i < game->n_events ? change_length(game, i) : 0;
    for (size_t k = 0; k < change->n_events; k++)
        change->event[k] = game->event[i + k].event;
    change->has_request = change->n_events > 0 && game->event[i].has_request;
    if (change->has_request)
        change->request = game->event[i].request;
}

static size_t take_holders(struct change *change, const struct kept_game *game, size_t from)
{
    change->n_holders = 0;
    for (; from < game->n_holders && change->n_holders < CHANGE_HOLDERS_MAX; from++)
        change->holder[change->n_holders++] = game->holder[from];
    return from;
}

/* Writes what is missing after the first events and EPOCH of a game that is there, or all. */
static bool write_game(struct store *store, const struct kept_game *game,
                       const struct kept_game *there)
{
    struct change *change = calloc(1, sizeof *change);
    size_t holders = 0;
    bool done = change != NULL;

    if (!done)
        return false;
    change->about = game->about;
    change->about.clocks.since -= game->time;
    change->timeless = true;
    change->is_new = !there;
    change->seq = there ? there->n_events : 0;
    change->about.epoch = there ? there->about.epoch : 0;
    if (there)
        change->sum = there->sum;
    do {
        take_events(change, game);
        chain_change(change, change->is_new ? NULL : &change->sum);
        holders = take_holders(change, game, holders);
        store->kind->write(store, &change, 1);
        done = change->outcome == CHANGE_DONE;
        change->about.epoch += !change->is_new;
        change->seq += change->n_events;
        change->is_new = false;
    } while (done && (change->seq < game->n_events || holders < game->n_holders));
    free(change);
    return done;
}

/* Whether THERE is the beginning of GAME, or all of it. */
static bool is_beginning(const struct kept_game *there, const struct kept_game *game)
{
    if (there->n_events > game->n_events ||
        memcmp(&there->about.opening, &game->about.opening, sizeof there->about.opening) != 0)
        return false;
    for (size_t i = 0; i < there->n_events; i++)
        if (there->event[i].event.kind != game->event[i].event.kind ||
            strcmp(there->event[i].event.text, game->event[i].event.text) != 0)
            return false;
    return true;
}

static bool bring(void *arg, const struct kept_game *game, struct alibi_error *err)
{
    struct target *to = arg;
    struct errand errand = {.kind = ERRAND_GAME};
    const struct kept_game *there;
    bool done = true;

    memcpy(errand.id, game->about.id, ID_SIZE);
    to->reads->kind->read(to->reads, &errand);
    there = errand.found == FOUND ? errand.game : NULL;
    if (there && !is_beginning(there, game)) {
        complain(to->transfer, game->about.id, "there is another game of this name");
    } else if (errand.found == FOUND_DAMAGED) {
        complain(to->transfer, game->about.id, "the one that is there is damaged");
    } else if (errand.found == FOUND_FAILED) {
        done = false;
    } else if (!there || there->n_events < game->n_events ||
               there->n_holders < game->n_holders) {
        done = write_game(to->writes, game, there);
        to->transfer->written += done;
    }
    kept_game_free(errand.game);
    if (!done)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the game %s cannot be written", game->about.id);
    return done;
}

/* Opens where games are brought to, and gives it the KEY. */
static bool open_target(struct target *to, const char *where, const struct hash *key,
                        struct alibi_error *err)
{
    to->writes = store_open(where, STORE_WRITES, err);
    to->reads = to->writes ? store_open(where, STORE_READS, err) : NULL;
    to->ledger = to->reads ? ledger_open(where, err) : NULL;
    if (!to->ledger)
        return false;
    if (to->writes->kind->set_key(to->writes, key))
        return true;
    (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the key of the store cannot be written");
    return false;
}

static void close_target(struct target *to)
{
    ledger_close(to->ledger);
    store_close(to->reads);
    store_close(to->writes);
}

static bool bring_entry(void *arg, const struct ledger_entry *entry, struct alibi_error *err)
{
    struct target *to = arg;

    return people_bring(to->ledger, entry, err);
}

bool transfer_copy(struct transfer *t, const char *from, const char *to,
                   struct alibi_error *err)
{
    struct store *store = store_open(from, STORE_READS, err);
    struct target target = {.transfer = t};
    struct hash key;
    bool done = store && store_key(from, &key, err) && open_target(&target, to, &key, err) &&
                each_game(t, store, bring, &target, err) &&
                people_each(from, bring_entry, &target, err);

    close_target(&target);
    store_close(store);
    return done;
}

/* --- Texts --- */

static void sum_of(const char *text, size_t len, char out[SUM_SIZE])
{
    unsigned char digest[SUM_BYTES];
    struct blake2b hash;

    blake2b_begin(&hash, sizeof digest, NULL, 0);
    blake2b_add(&hash, text, len);
    blake2b_end(&hash, digest);
    for (size_t i = 0; i < sizeof digest; i++)
        (void)snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

struct page {
    FILE *file;
    size_t games, lines;
};

/* Writes and frees a line, which may be NULL; false after filling ERR. */
static bool print_line(struct page *page, char *text, size_t len, struct alibi_error *err)
{
    char sum[SUM_SIZE];
    bool done = text != NULL;

    if (done) {
        sum_of(text, len, sum);
        done = fprintf(page->file, "%s %s\n", sum, text) > 0;
    }
    free(text);
    page->lines += done;
    if (!done)
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the backup cannot be written");
    return done;
}

static bool print_game(void *arg, const struct kept_game *game, struct alibi_error *err)
{
    struct page *page = arg;
    size_t len = 0;
    char *text = kept_game_print(game, &len);

    page->games++;
    return print_line(page, text, len, err);
}

static bool print_entry(void *arg, const struct ledger_entry *entry, struct alibi_error *err)
{
    size_t len = 0;
    char *text = entry_print(entry, &len);

    return print_line(arg, text, len, err);
}

bool transfer_backup(struct transfer *t, const char *from, FILE *to, struct alibi_error *err)
{
    struct store *store = store_open(from, STORE_READS, err);
    struct page page = {.file = to};
    char hex[COMMITMENT_SIZE];
    struct hash key;
    bool done = store && store_key(from, &key, err);

    if (done) {
        opening_hex(key.byte, hex);
        done = fprintf(to, "%s%s\n", head, hex) > 0 &&
               each_game(t, store, print_game, &page, err) &&
               people_each(from, print_entry, &page, err) &&
               fprintf(to, "end %zu\n", page.lines) > 0 && fflush(to) == 0;
        t->written = page.games;
    }
    store_close(store);
    return done;
}

/* The next line without its end; NULL at the end of the file, or if it is too long. */
static char *next_line(FILE *file, char *line)
{
    size_t len;

    if (!fgets(line, LINE_MAX_BYTES, file))
        return NULL;
    len = strlen(line);
    if (len == 0 || line[len - 1] != '\n')
        return NULL;
    line[len - 1] = '\0';
    return line;
}

/* What a line says behind its sum; NULL if that does not fit. */
static char *check_line(char *line)
{
    char sum[SUM_SIZE];

    if (strlen(line) < SUM_SIZE || line[SUM_SIZE - 1] != ' ')
        return NULL;
    sum_of(line + SUM_SIZE, strlen(line + SUM_SIZE), sum);
    return strncmp(sum, line, SUM_SIZE - 1) == 0 ? line + SUM_SIZE : NULL;
}

/* The game of a text; NULL if it is none. */
static struct kept_game *parse_game(const char *text)
{
    struct kept_game *game = kept_game_parse(text, strlen(text));

    if (game && kept_game_is_sound(game))
        return game;
    kept_game_free(game);
    return NULL;
}

/* Brings what line number N says to TO, unless that is NULL; false after filling ERR. */
static bool take_line(struct transfer *t, char *line, size_t n, struct target *to,
                      struct alibi_error *err)
{
    char *text = check_line(line);
    struct kept_game *game = text ? parse_game(text) : NULL;
    struct ledger_entry entry;
    bool going = true;

    if (game) {
        t->games++;
        going = !to || bring(to, game, err);
    } else if (text && entry_parse(&entry, text)) {
        going = !to || bring_entry(to, &entry, err);
    } else {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "line %zu: expected a game and its sum", n);
        going = false;
    }
    kept_game_free(game);
    return going;
}

/* Brings everything of the text to TO, or if that is NULL nowhere; false after filling ERR if
 * the text is none, or not all of it. */
static bool each_line(struct transfer *t, FILE *file, char *line, struct hash *key,
                      struct target *to, struct alibi_error *err)
{
    size_t n = 0;
    char end[40];

    rewind(file);
    t->games = 0;
    if (!next_line(file, line) || strncmp(line, head, sizeof head - 1) != 0 ||
        !opening_unhex(key->byte, line + sizeof head - 1)) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "line 1: expected the beginning of a backup");
        return false;
    }
    while (next_line(file, line) && strncmp(line, "end ", 4) != 0) {
        if (!take_line(t, line, n + 2, to, err))
            return false;
        n++;
    }
    (void)snprintf(end, sizeof end, "end %zu", n);
    if (!feof(file) && strcmp(line, end) == 0)
        return true;
    (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "line %zu: expected \"%s\": a part is missing",
                     n + 2, end);
    return false;
}

/* The same with a line of its own. */
static bool each_text(struct transfer *t, FILE *file, struct hash *key, struct target *to,
                      struct alibi_error *err)
{
    char *line = malloc(LINE_MAX_BYTES);
    bool done = line && each_line(t, file, line, key, to, err);

    if (!line)
        (void)alibi_fail(err, ALIBI_NO_MEMORY, 0, "out of memory");
    free(line);
    return done;
}

bool transfer_verify(struct transfer *t, FILE *from, struct alibi_error *err)
{
    struct hash key;

    return each_text(t, from, &key, NULL, err);
}

bool transfer_restore(struct transfer *t, FILE *from, const char *to, struct alibi_error *err)
{
    struct target target = {.transfer = t};
    struct hash key;
    bool done = each_text(t, from, &key, NULL, err) && open_target(&target, to, &key, err) &&
                each_text(t, from, &key, &target, err);

    close_target(&target);
    return done;
}
