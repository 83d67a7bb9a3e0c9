/* Games in memory and as texts. */
#include "kept_game.h"

#include "chain.h"
#include "commitment.h"
#include "json_read.h"
#include "json_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MEMBERS_MAX = 32 }; /* a kept game has fewer */

/* --- Changing --- */

/* Room for one more in a list of SIZE-byte things; NULL without memory. */
static void *grown(void *list, size_t n, size_t *cap, size_t size)
{
    if (n < *cap)
        return list;
    *cap = *cap ? 2 * *cap : 16;
    return realloc(list, *cap * size);
}

struct kept_event *kept_game_add_event(struct kept_game *game)
{
    struct kept_event *list =
        grown(game->event, game->n_events, &game->events_cap, sizeof *list);

    if (!list)
        return NULL;
    game->event = list;
    memset(&list[game->n_events], 0, sizeof *list);
    return &list[game->n_events++];
}

bool kept_game_add_holder(struct kept_game *game, const struct table_holder *holder)
{
    struct table_holder *list;

    for (size_t i = 0; i < game->n_holders; i++)
        if (game->holder[i].seat == holder->seat &&
            hash_equal(&game->holder[i].guest, &holder->guest)) {
            game->holder[i] = *holder;
            return true;
        }
    list = grown(game->holder, game->n_holders, &game->holders_cap, sizeof *list);
    if (!list)
        return false;
    game->holder = list;
    list[game->n_holders++] = *holder;
    return true;
}

struct kept_game *kept_game_copy(const struct kept_game *old)
{
    struct kept_game *game = calloc(1, sizeof *game);

    for (size_t i = 0; game && old && i < old->n_events; i++) {
        struct kept_event *event = kept_game_add_event(game);

        if (!event) {
            kept_game_free(game);
            return NULL;
        }
        *event = old->event[i];
    }
    for (size_t i = 0; game && old && i < old->n_holders; i++)
        if (!kept_game_add_holder(game, &old->holder[i])) {
            kept_game_free(game);
            return NULL;
        }
    if (game && old) {
        game->about = old->about;
        game->seq = old->seq;
        game->has_sum = old->has_sum;
        game->sum = old->sum;
        game->time = old->time;
    }
    return game;
}

static void remove_holders(struct kept_game *game, const struct change *change)
{
    size_t n = 0;

    for (size_t i = 0; i < game->n_holders; i++)
        if (!holder_is_ended(&game->holder[i], change))
            game->holder[n++] = game->holder[i];
    game->n_holders = n;
}

/* Those who hold seats of BEFORE, in the same ones or in each other's. */
static bool bring_holders(struct kept_game *game, const struct change *change,
                          const struct kept_game *before)
{
    for (size_t i = 0; before && i < before->n_holders; i++) {
        struct table_holder holder = before->holder[i];

        if (change->swaps && holder.seat != TABLE_SPECTATOR)
            holder.seat = 1 - holder.seat;
        if (!kept_game_add_holder(game, &holder))
            return false;
    }
    return true;
}

static bool apply(struct kept_game *game, const struct change *change)
{
    for (size_t i = 0; i < change->n_events; i++) {
        struct kept_event *event = kept_game_add_event(game);

        if (!event)
            return false;
        event->event = change->event[i];
        event->has_request = i == 0 && change->has_request;
        if (event->has_request) {
            event->request = change->request;
            event->request.seq = change->seq;
            event->request.count = change->n_events;
        }
    }
    game->seq = game->n_events;
    game->has_sum = true;
    game->sum = change->sum;
    remove_holders(game, change);
    for (size_t i = 0; i < change->n_holders; i++)
        if (!kept_game_add_holder(game, &change->holder[i]))
            return false;
    return true;
}

struct kept_game *kept_game_changed(const struct kept_game *old, const struct change *change,
                                    const struct kept_game *before, const char *day)
{
    struct kept_game *game;

    if (change->is_new != !old || change->seq != (old ? old->n_events : 0))
        return NULL;
    game = kept_game_copy(old);
    if (!game)
        return NULL;
    if (change->is_new || !change->only_events)
        game->about = change->about;
    game->about.to_act = change->about.to_act;
    game->about.clocks = change->about.clocks;
    if (!change->quiet)
        (void)snprintf(game->about.changed, DATE_SIZE, "%s", day);
    if (apply(game, change) && bring_holders(game, change, before))
        return game;
    kept_game_free(game);
    return NULL;
}

void kept_game_free(struct kept_game *game)
{
    if (!game)
        return;
    free(game->event);
    free(game->holder);
    free(game);
}

/* --- Texts --- */

static void print_hash(struct json_out *out, const char *name,
                       const unsigned char bytes[HASH_SIZE])
{
    char hex[COMMITMENT_SIZE];

    opening_hex(bytes, hex);
    json_text(out, name, hex);
}

/* What the seats add to the chance, if they do. */
static void print_mix(struct json_out *out, const struct opening *opening)
{
    if (opening->mix[0] == MIX_NONE && opening->mix[1] == MIX_NONE)
        return;
    json_list(out, "mix");
    for (int seat = 0; seat < 2; seat++) {
        json_number(out, NULL, opening->mix[seat]);
        print_hash(out, NULL, opening->entropy[seat]);
    }
    json_end(out);
}

/* What was agreed on, and the clocks; when something is due is told from the TIME on. */
static void print_terms(struct json_out *out, const struct table_about *about, int64_t time)
{
    char clocks[CLOCKS_TEXT_SIZE];

    if (!about->terms[0])
        return;
    json_text(out, "terms", about->terms);
    clocks_print(&about->clocks, clocks);
    if (clocks[0])
        json_text(out, "clock", clocks);
    if (table_due(about))
        json_number(out, "due", table_due(about) > time ? table_due(about) - time : 1);
}

static void print_about(struct json_out *out, const struct table_about *about)
{
    json_text(out, "id", about->id);
    json_text(out, "start", about->start);
    json_text(out, "created", about->created);
    json_text(out, "changed", about->changed);
    json_bool(out, "public", about->is_public);
    json_bool(out, "hints", about->hints);
    json_number(out, "status", about->status);
    json_number(out, "to_act", about->to_act);
    json_text(out, "result", about->result);
    json_text(out, "jack", about->player[ALIBI_JACK]);
    json_text(out, "detective", about->player[ALIBI_DETECTIVE]);
    json_list(out, "keys");
    for (int i = 0; i < 3; i++)
        print_hash(out, NULL, about->key[i].byte);
    json_end(out);
    print_hash(out, "secret", about->opening.secret);
    print_hash(out, "salt", about->opening.salt);
    print_mix(out, &about->opening);
}

static void print_event(struct json_out *out, const struct kept_event *e)
{
    json_list(out, NULL);
    json_number(out, NULL, e->event.kind);
    json_number(out, NULL, e->event.by);
    json_text(out, NULL, e->event.text);
    if (e->has_request) {
        json_text(out, NULL, e->request.key);
        print_hash(out, NULL, e->request.digest.byte);
        json_number(out, NULL, (int64_t)e->request.count);
    }
    json_end(out);
}

char *kept_game_print(const struct kept_game *game, size_t *len)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    print_about(&out, &game->about);
    print_terms(&out, &game->about, game->time);
    json_list(&out, "holders");
    for (size_t i = 0; i < game->n_holders; i++) {
        json_list(&out, NULL);
        json_number(&out, NULL, game->holder[i].seat);
        print_hash(&out, NULL, game->holder[i].guest.byte);
        json_end(&out);
    }
    json_end(&out);
    json_list(&out, "events");
    for (size_t i = 0; i < game->n_events; i++)
        print_event(&out, &game->event[i]);
    json_end(&out);
    if (game->has_sum)
        print_hash(&out, "sum", game->sum.byte);
    json_end(&out);
    return json_take(&out, len);
}

/* A number of at most MOST, a text, a hash: false for anything else. */
static bool read_number(struct json value, uint64_t most, uint64_t *out)
{
    return json_read_number(value, out) && *out <= most;
}

static bool read_text(struct json value, char *out, size_t size)
{
    return json_read_text(value, out, size) >= 0;
}

static bool read_hash(struct json value, unsigned char out[HASH_SIZE])
{
    char hex[COMMITMENT_SIZE];

    return read_text(value, hex, sizeof hex) && opening_unhex(out, hex);
}

static bool read_bool(struct json value, bool *out)
{
    *out = json_kind(value) == JSON_TRUE;
    return *out || json_kind(value) == JSON_FALSE;
}

/* The elements of LIST into OUT; how many, or -1 if it is no list or has more than MOST. */
static int read_list(struct json list, struct json *out, int most)
{
    struct json value = {NULL};
    int n = 0;

    if (json_kind(list) != JSON_LIST)
        return -1;
    while ((value = json_next(list, value, NULL)).at) {
        if (n == most)
            return -1;
        out[n++] = value;
    }
    return n;
}

static bool read_keys(struct json list, struct hash key[3])
{
    struct json text[3];

    return read_list(list, text, 3) == 3 && read_hash(text[0], key[0].byte) &&
           read_hash(text[1], key[1].byte) && read_hash(text[2], key[2].byte);
}

static bool read_mix(struct json list, struct opening *opening)
{
    struct json part[4];
    uint64_t mix[2];

    if (!list.at)
        return true;
    if (read_list(list, part, 4) != 4)
        return false;
    for (size_t seat = 0; seat < 2; seat++) {
        if (!read_number(part[2 * seat], MIX_GIVEN, &mix[seat]) ||
            !read_hash(part[2 * seat + 1], opening->entropy[seat]))
            return false;
        opening->mix[seat] = (enum mix)mix[seat];
    }
    return true;
}

/* The time of a text is 0. */
static bool read_terms(struct json root, struct table_about *about)
{
    struct json terms = json_member(root, "terms"), clock = json_member(root, "clock"),
                due = json_member(root, "due");
    char text[CLOCKS_TEXT_SIZE] = "";
    uint64_t at = 0;

    return (!terms.at || read_text(terms, about->terms, TERMS_SIZE)) &&
           (!clock.at || read_text(clock, text, sizeof text)) &&
           (!due.at || read_number(due, INT64_MAX, &at)) &&
           table_set_clocks(about, text, (int64_t)at, 0);
}

static bool read_about(struct json root, struct table_about *about)
{
    uint64_t status, to_act;

    if (!read_keys(json_member(root, "keys"), about->key) ||
        !read_number(json_member(root, "status"), TABLE_OVER, &status) ||
        !read_number(json_member(root, "to_act"), ALIBI_NOBODY, &to_act))
        return false;
    about->status = (enum table_status)status;
    about->to_act = (enum alibi_seat)to_act;
    return read_text(json_member(root, "id"), about->id, ID_SIZE) &&
           id_is_shaped(about->id, strlen(about->id)) &&
           read_text(json_member(root, "start"), about->start, START_SIZE) &&
           read_text(json_member(root, "created"), about->created, DATE_SIZE) &&
           read_text(json_member(root, "changed"), about->changed, DATE_SIZE) &&
           read_bool(json_member(root, "public"), &about->is_public) &&
           read_bool(json_member(root, "hints"), &about->hints) &&
           read_text(json_member(root, "result"), about->result, EVENT_TEXT_SIZE) &&
           read_text(json_member(root, "jack"), about->player[0], PLAYER_SIZE) &&
           read_text(json_member(root, "detective"), about->player[1], PLAYER_SIZE) &&
           read_hash(json_member(root, "secret"), about->opening.secret) &&
           read_hash(json_member(root, "salt"), about->opening.salt) &&
           read_mix(json_member(root, "mix"), &about->opening) && read_terms(root, about);
}

static bool read_holder(struct kept_game *game, struct json list)
{
    struct json part[2];
    struct table_holder holder = {0};
    uint64_t seat;

    if (read_list(list, part, 2) != 2 || !read_number(part[0], TABLE_SPECTATOR, &seat) ||
        !read_hash(part[1], holder.guest.byte))
        return false;
    holder.seat = (int)seat;
    return kept_game_add_holder(game, &holder);
}

/* The request that an event is the first of. */
static bool read_request(struct done_request *request, const struct json part[3])
{
    return read_text(part[0], request->key, REQUEST_SIZE) &&
           read_hash(part[1], request->digest.byte) &&
           read_number(part[2], CHANGE_EVENTS_MAX, &request->count) && request->count > 0;
}

static bool read_event(struct kept_game *game, struct json list)
{
    struct json part[6];
    int n = read_list(list, part, 6);
    struct kept_event *e = n == 3 || n == 6 ? kept_game_add_event(game) : NULL;
    uint64_t kind, by;

    if (!e || !read_number(part[0], EVENT_KINDS - 1, &kind) ||
        !read_number(part[1], ALIBI_NOBODY, &by) ||
        !read_text(part[2], e->event.text, EVENT_TEXT_SIZE))
        return false;
    e->event.kind = (enum event_kind)kind;
    e->event.by = (enum alibi_seat)by;
    e->has_request = n == 6;
    e->request.seq = game->n_events - 1;
    return n == 3 || read_request(&e->request, part + 3);
}

/* Hands every element of LIST to READ. */
static bool read_all(struct kept_game *game, struct json list,
                     bool (*read)(struct kept_game *, struct json))
{
    struct json value = {NULL};

    if (json_kind(list) != JSON_LIST)
        return false;
    while ((value = json_next(list, value, NULL)).at)
        if (!read(game, value))
            return false;
    return true;
}

/* That of all events; a text from before there were sums has none. */
static bool read_sum(struct kept_game *game, struct json value)
{
    game->seq = game->n_events;
    game->has_sum = value.at != NULL;
    return !value.at || read_hash(value, game->sum.byte);
}

struct kept_game *kept_game_parse(const char *text, size_t len)
{
    struct kept_game *game = calloc(1, sizeof *game);
    struct json root;

    if (game && json_parse(&root, text, len, MEMBERS_MAX, NULL) == ALIBI_OK &&
        json_kind(root) == JSON_OBJECT && read_about(root, &game->about) &&
        read_all(game, json_member(root, "holders"), read_holder) &&
        read_all(game, json_member(root, "events"), read_event) &&
        read_sum(game, json_member(root, "sum")) && chain_verify(game))
        return game;
    kept_game_free(game);
    return NULL;
}
