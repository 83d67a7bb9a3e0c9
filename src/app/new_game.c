/* Names, keys and secrets of new games; requests that may come twice. */
#include "new_game.h"

#include "answer.h"
#include "blake2b.h"

#include <stdio.h>
#include <string.h>

void game_draw(struct app *app, struct table_about *about)
{
    unsigned char both[2 * OPENING_BYTES];

    if (!about->id[0])
        id_draw(&app->options.lottery, about->id);
    app->options.today(about->created);
    lottery_draw(&app->options.lottery, both, sizeof both);
    about->opening = (struct opening){.mix = {MIX_NONE, MIX_NONE}};
    memcpy(about->opening.secret, both, OPENING_BYTES);
    memcpy(about->opening.salt, both + OPENING_BYTES, OPENING_BYTES);
    about->status = TABLE_WAITING;
    about->to_act = ALIBI_NOBODY;
    about->result[0] = '\0';
}

/* --- Quotas --- */

static bool is_counted_by_store(const struct app *app)
{
    return app->quota.on && app->options.counts_together;
}

bool game_is_allowed(struct app *app, struct visit *v)
{
    struct asker asker = app_asker(v);

    if (is_counted_by_store(app) || quota_take(&app->quota, QUOTA_GAMES, &asker))
        return true;
    request_refuse(&v->r, &request_no.quota_games, NULL);
    return false;
}

/* A guest or a network by a name that means nothing without the server's key, and nothing
 * beside the other names that it has there. */
static void add_count(const struct app *app, struct change *change, const char *kind,
                      const struct hash *who, unsigned most)
{
    static const char label[] = "alibi quota";
    struct change_count *count = &change->count[change->n_counts++];
    struct blake2b hash;

    count->most = most;
    blake2b_begin(&hash, sizeof count->who.byte, app->options.key.byte, HASH_SIZE);
    blake2b_add(&hash, label, sizeof label - 1);
    blake2b_add(&hash, kind, strlen(kind));
    blake2b_add(&hash, who->byte, HASH_SIZE);
    blake2b_end(&hash, count->who.byte);
}

void game_count(const struct app *app, const struct visit *v, struct change *change)
{
    if (!is_counted_by_store(app))
        return;
    if (v->has_guest)
        add_count(app, change, "guest", &v->guest, QUOTA_GUEST_GAMES);
    if (v->has_network)
        add_count(app, change, "network", &v->network, QUOTA_NETWORK_GAMES);
}

/* --- How a game begins --- */

void game_await(struct table_about *about, bool mixes, unsigned seats)
{
    if (mixes && (seats & 3U))
        about->opening.mix[seats & 1U ? ALIBI_JACK : ALIBI_DETECTIVE] = MIX_AWAITED;
}

void game_begin_at(struct table_about *about, const struct alibi_state *start)
{
    struct alibi_text line = alibi_text_in(about->start, sizeof about->start);

    alibi_position_print(&line, start);
}

void game_draw_key(struct app *app, struct hash *hash, struct json_out *out, const char *name)
{
    char key[KEY_SIZE];

    key_draw(&app->options.lottery, key);
    *hash = hash_of(key, strlen(key));
    if (out)
        json_text(out, name, key);
}

struct json_out game_welcome(const char *id, unsigned seats)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "id", id);
    answer_seats(&out, seats);
    return out;
}

/* --- Requests that may come twice --- */

bool request_is_own(struct visit *v, const char *request)
{
    if (!request[0] || v->has_guest || strlen(request) >= KEY_SIZE - 1)
        return true;
    request_refuse(&v->r, &request_no.request_secret,
                   ALIBI_WITH(alibi_number(KEY_SIZE - 1).text));
    return false;
}

struct hash request_digest(const struct visit *v, const char *text, size_t len)
{
    static const struct hash nobody;
    struct blake2b hash;
    struct hash digest;

    blake2b_begin(&hash, sizeof digest.byte, NULL, 0);
    blake2b_add(&hash, v->has_guest ? v->guest.byte : nobody.byte, HASH_SIZE);
    blake2b_add(&hash, text, len);
    blake2b_end(&hash, digest.byte);
    return digest;
}

static void name_request(char out[REQUEST_SIZE], char kind, const char *key)
{
    (void)snprintf(out, REQUEST_SIZE, "%c.%s", kind, key);
}

enum repeated request_repeated(struct visit *v, const struct room *room, char kind,
                               const char *key, const struct hash *digest,
                               struct done_request *before)
{
    const struct done_request *found;
    char name[REQUEST_SIZE];

    name_request(name, kind, key);
    found = room && key[0] ? room_request(room, name) : NULL;
    if (!found)
        return REPEATED_NOT;
    *before = *found;
    if (hash_equal(&before->digest, digest))
        return REPEATED;
    request_refuse(&v->r, &request_no.key_reused, NULL);
    return REPEATED_REFUSED;
}

void request_remember(struct change *change, char kind, const char *key,
                      const struct hash *digest)
{
    char name[REQUEST_SIZE];

    name_request(name, kind, key);
    if (key[0])
        change_request(change, name, digest);
}
