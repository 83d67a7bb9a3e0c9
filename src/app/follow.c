/* Streams of one's own games: whose list has changed, and having it read. */
#include "follow.h"

#include "pending_games.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 8, WORD_SIZE = 2 * WORD_BYTES + 2 };

static struct stream **bucket_of(struct app *app, const struct hash *guest)
{
    unsigned n = guest->byte[0] + 256U * guest->byte[1];

    return &app->followers.bucket[n % FOLLOW_BUCKETS];
}

/* --- Whose list has changed --- */

static void read_list(struct app *app, struct stream *s);
static void ask_news(struct app *app, struct stream *s);

static struct stream *find(struct app *app, const struct hash *guest, size_t bytes)
{
    struct stream *s = *bucket_of(app, guest);

    while (s && memcmp(s->guest.byte, guest->byte, bytes) != 0)
        s = s->next;
    return s;
}

/* Those who follow as GUEST get the list read, or if it is CALLED out the news: at once, or a
 * list that was read in this second already when the next one begins. */
static void mark(struct app *app, const struct hash *guest, size_t bytes, bool called)
{
    struct stream *first = find(app, guest, bytes);

    if (!first || app->stopping)
        return;
    if (called)
        ask_news(app, first);
    else if (first->followed->read < app->tick)
        read_list(app, first);
    else
        for (struct stream *s = first; s; s = s->next)
            if (hash_equal(&s->guest, &first->guest))
                s->followed->changed = true;
}

static void end(struct stream *s)
{
    s->ending = true;
    stream_wake(s);
}

/* The beginning of a hash is enough: whoever has the same reads a list in vain. */
static void write_word(char word[WORD_SIZE], char sign, const struct hash *guest)
{
    word[0] = sign;
    for (size_t i = 0; i < WORD_BYTES; i++)
        (void)snprintf(word + 1 + 2 * i, 3, "%02x", guest->byte[i]);
}

/* Those who follow anything as GUEST come back, and it is looked up whose their credential is.
 */
static void doubt(struct app *app, const struct hash *guest, size_t bytes)
{
    credential_cache_forget(&app->credentials);
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next)
            stream_end_of(room, guest, bytes);
    for (struct stream *s = *bucket_of(app, guest); s; s = s->next)
        if (memcmp(s->guest.byte, guest->byte, bytes) == 0)
            end(s);
}

static void take(struct app *app, const struct hash *guest, size_t bytes, char sign)
{
    if (sign == '!')
        doubt(app, guest, bytes);
    else
        mark(app, guest, bytes, sign == '@');
}

static void call_out(struct app *app, const struct hash *guest, char sign)
{
    char word[WORD_SIZE];

    take(app, guest, sizeof guest->byte, sign);
    if (!app->options.is_shared)
        return;
    write_word(word, sign, guest);
    reader_call(app->part.reader, word);
}

static void changed_for(struct app *app, const struct hash *guest)
{
    call_out(app, guest, '=');
}

void follow_call(struct app *app, const struct hash *guest)
{
    call_out(app, guest, '@');
}

void follow_doubt(struct app *app, const struct hash *guest)
{
    call_out(app, guest, '!');
}

static bool is_of_account(const struct stream *s)
{
    return s->has_person;
}

void follow_doubt_all(struct app *app)
{
    credential_cache_forget(&app->credentials);
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next)
            stream_end_if(room, is_of_account);
    for (size_t i = 0; i < FOLLOW_BUCKETS; i++)
        for (struct stream *s = app->followers.bucket[i]; s; s = s->next)
            if (is_of_account(s))
                end(s);
}

void follow_changed(struct app *app, const struct room *room, const struct change *change)
{
    if (!app->options.has_browsers || change->quiet)
        return;
    if (change->leaves)
        changed_for(app, &change->gone.guest);
    if (change->leaves && change->has_heir)
        changed_for(app, &change->heir);
    for (size_t i = 0; i < change->n_holders; i++)
        if (change->holder[i].seat < TABLE_SPECTATOR)
            changed_for(app, &change->holder[i].guest);
    /* without events: the clocks were stopped, or run again */
    for (size_t i = 0;
         room && (change->n_events || !change->only_events) && i < room->table.n_holders; i++)
        if (room->table.holder[i].seat < TABLE_SPECTATOR)
            changed_for(app, &room->table.holder[i].guest);
}

void follow_hear(struct app *app, const char *word, size_t len)
{
    struct hash guest = {{0}};

    if (len != WORD_SIZE - 1 || !strchr("=@!", word[0]))
        return;
    for (size_t i = 0; i < WORD_BYTES; i++) {
        char digits[3] = {word[1 + 2 * i], word[2 + 2 * i], '\0'};

        if (strspn(digits, "0123456789abcdef") != 2)
            return;
        guest.byte[i] = (unsigned char)strtoul(digits, NULL, 16);
    }
    take(app, &guest, WORD_BYTES, word[0]);
}

void follow_all(struct app *app)
{
    for (size_t i = 0; i < FOLLOW_BUCKETS; i++)
        for (struct stream *s = app->followers.bucket[i]; s; s = s->next)
            s->followed->changed = s->followed->called = true;
}

/* --- Reading lists --- */

/* Has the list of S read, which all who follow as the same guest get. */
static void read_list(struct app *app, struct stream *s)
{
    struct errand what = {.kind = ERRAND_MINE, .has_guest = true, .guest = s->guest};

    s->followed->changed = true;
    if (!app_read(app, &what, NULL))
        return;
    for (struct stream *other = *bucket_of(app, &s->guest); other; other = other->next)
        if (hash_equal(&other->guest, &s->guest)) {
            other->followed->changed = false;
            other->followed->read = app->tick;
        }
}

void follow_take(struct app *app, const struct errand *errand)
{
    for (struct stream *s = *bucket_of(app, &errand->guest); s; s = s->next) {
        if (!hash_equal(&s->guest, &errand->guest))
            continue;
        if (errand->found == FOUND_FAILED) {
            s->followed->changed = true; /* it is tried again */
            continue;
        }
        free(s->followed->list);
        s->followed->list = list_games(app, errand);
        stream_wake(s);
    }
}

/* --- News --- */

void follow_tell(struct stream *stream, char **place, const char *text)
{
    size_t size = strlen(text) + 1;

    free(*place);
    *place = malloc(size);
    if (*place)
        memcpy(*place, text, size);
    stream_wake(stream);
}

/* It is tried again when the next second begins. */
static void ask_later(struct app *app, const struct hash *guest)
{
    for (struct stream *s = *bucket_of(app, guest); s; s = s->next)
        if (hash_equal(&s->guest, guest))
            s->followed->called = true;
}

/* Has the people service asked for the news of S, which all who follow as the same guest get.
 */
static void ask_news(struct app *app, struct stream *s)
{
    struct petition *petition = petition_new(app, PETITION_NEWS);

    for (struct stream *other = *bucket_of(app, &s->guest); other; other = other->next)
        if (hash_equal(&other->guest, &s->guest))
            other->followed->called = false;
    if (!petition)
        return;
    petition->has_guest = true;
    petition->guest = s->guest;
    petition->has_person = s->followed->person[0] != '\0';
    memcpy(petition->person.id, s->followed->person, ID_SIZE);
    if (!petition_send(app, petition))
        ask_later(app, &s->guest);
}

/* Nothing is not told, unless there was something before. */
static void tell_news(struct stream *s, const char *text)
{
    static const char nothing[] = "{\"met\":null,\"challenges\":[]}";
    bool is_news = strcmp(text, nothing) != 0;

    if (!is_news && !s->followed->has_news)
        return;
    s->followed->has_news = is_news;
    follow_tell(s, &s->followed->news, text);
}

void follow_news(struct app *app, struct petition *petition)
{
    for (struct stream *s = *bucket_of(app, &petition->guest); s; s = s->next) {
        if (!hash_equal(&s->guest, &petition->guest) ||
            strcmp(s->followed->person, petition->person.id) != 0)
            continue;
        if (!petition->failed && petition->text)
            tell_news(s, petition->text);
    }
    if (petition->failed)
        ask_later(app, &petition->guest);
}

void follow_tick(struct app *app)
{
    for (size_t i = 0; i < FOLLOW_BUCKETS; i++)
        for (struct stream *s = app->followers.bucket[i]; s; s = s->next) {
            stream_beat(s, app->tick);
            if (s->followed->changed && !app->stopping)
                read_list(app, s);
            if (s->followed->called && !app->stopping)
                ask_news(app, s);
        }
}

void follow_end(struct app *app)
{
    for (size_t i = 0; i < FOLLOW_BUCKETS; i++)
        for (struct stream *s = app->followers.bucket[i]; s; s = s->next)
            end(s);
}

/* --- Beginning --- */

/* The list is the first thing that is told. */
void handle_follow(struct app *app, struct visit *v)
{
    struct stream *stream;

    if (!app->options.has_browsers) {
        request_refuse(&v->r, &request_no.no_page, NULL);
        return;
    }
    if (!app_may_stream(app, v))
        return;
    stream = stream_follow(bucket_of(app, &v->guest));
    if (!app_stream(app, v, stream))
        return;
    if (v->has_person)
        memcpy(stream->followed->person, v->person.id, ID_SIZE);
    read_list(app, stream);
    ask_news(app, stream);
}
