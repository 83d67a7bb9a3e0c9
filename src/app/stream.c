/* Events as they go out, one stream a viewer. */
#include "stream.h"

#include "answer.h"
#include "follow.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct stream *add(struct stream **first)
{
    struct stream *stream = calloc(1, sizeof *stream);

    if (!stream)
        return NULL;
    stream->first = first;
    stream->next = *first;
    *first = stream;
    return stream;
}

struct stream *stream_new(struct room *room, enum alibi_viewer viewer, size_t seq)
{
    struct stream *stream = add(&room->streams);

    if (!stream)
        return NULL;
    stream->room = room;
    stream->viewer = viewer;
    stream->seq = seq;
    stream->thinking = room->table.thinking_ms != 0;
    stream->clocks = room->table.about.clocks.on;
    return stream;
}

struct stream *stream_follow(struct stream **first)
{
    struct followed *followed = calloc(1, sizeof *followed);
    struct stream *stream = followed ? add(first) : NULL;

    if (stream)
        stream->followed = followed;
    else
        free(followed);
    return stream;
}

/* What was being sent is gone. */
static void empty(struct stream *stream)
{
    parcel_drop(stream->parcel);
    free(stream->own);
    stream->parcel = NULL;
    stream->own = NULL;
    stream->out = NULL;
}

void stream_free(struct stream *stream)
{
    struct stream **at = stream->first;

    while (*at != stream)
        at = &(*at)->next;
    *at = stream->next;
    empty(stream);
    if (stream->followed) {
        free(stream->followed->list);
        free(stream->followed->news);
    }
    free(stream->followed);
    if (stream->quota)
        quota_give(stream->quota, QUOTA_STREAMS, &stream->asker);
    free(stream);
}

/* --- Reading --- */

static bool put(struct stream *stream, const char *text, size_t len)
{
    stream->out = text;
    stream->len = len;
    stream->at = 0;
    return text != NULL;
}

static bool put_event(struct stream *stream)
{
    struct room *room = stream->room;
    bool alone = !room->streams->next;

    stream->parcel = parcel_get(alone ? NULL : &room->parcels, &room->table, stream->seq + 1,
                                stream->viewer, stream->words);
    if (!stream->parcel)
        return false;
    stream->seq++;
    return put(stream, stream->parcel->text, stream->parcel->len);
}

/* NAME is what is told of the time MS that SEAT has, or had. */
static bool put_time(struct stream *stream, const char *name, enum alibi_seat seat, unsigned ms)
{
    enum { SIZE = 100 };
    int n;

    stream->own = malloc(SIZE);
    if (!stream->own)
        return false;
    n = snprintf(stream->own, SIZE, "event: %s\ndata: {\"seat\":\"%s\",\"ms\":%u}\n\n", name,
                 alibi_seat_name(seat), ms);
    return put(stream, stream->own, (size_t)n);
}

/* An event NAME with DATA, a JSON text, which it frees; NULL is none. */
static bool put_named(struct stream *stream, const char *name, char *data)
{
    size_t size = data ? strlen(name) + strlen(data) + 20 : 0;
    int n;

    stream->own = data ? malloc(size) : NULL;
    if (!stream->own) {
        free(data);
        return false;
    }
    n = snprintf(stream->own, size, "event: %s\ndata: %s\n\n", name, data);
    free(data);
    return put(stream, stream->own, (size_t)n);
}

/* How the clocks stand, for all viewers alike. */
static bool put_clocks(struct stream *stream)
{
    struct json_out out = {0};
    size_t len;

    json_object(&out, NULL);
    answer_clock_members(&out, &stream->room->table);
    json_end(&out);
    return put_named(stream, "clocks", json_take(&out, &len));
}

static bool put_presence(struct stream *stream)
{
    struct json_out out = {0};
    size_t len;

    stream->presence = false;
    answer_presence(&out, NULL, &stream->room->table);
    return put_named(stream, "presence", json_take(&out, &len));
}

/* Which view of the talk is sent: a seat's own to whoever holds that one alone. */
static unsigned talk_view(const struct stream *stream)
{
    unsigned seats =
        table_seats_of(&stream->room->table, stream->has_guest ? &stream->guest : NULL,
                       stream->has_key ? &stream->key : NULL) &
        3U;

    return seats == 1 || seats == 2 ? seats - 1 : 2;
}

static bool put_talk(struct stream *stream)
{
    const char *view = stream->room->talk.view[talk_view(stream)];
    struct json_out out = {0};
    size_t len;

    stream->talk = false;
    json_raw(&out, NULL, view, strlen(view));
    return put_named(stream, "talk", json_take(&out, &len));
}

/* What there is for one who follows games. */
static bool prepare_followed(struct stream *stream)
{
    struct followed *followed = stream->followed;
    char **text = followed->list ? &followed->list : &followed->news;
    const char *name = stream->lobby             ? "lobby"
                       : followed->tournament[0] ? "tournament"
                       : followed->list          ? "games"
                                                 : "news";
    char *told = *text;

    *text = NULL;
    return told && put_named(stream, name, told);
}

/* What there is of a room. */
static bool prepare_room(struct stream *stream)
{
    const struct room *room = stream->room;
    const struct table *table = &room->table;

    if (stream->presence)
        return put_presence(stream);
    if (stream->talk && room->talk.view[0])
        return put_talk(stream);
    if (stream->hurried) {
        unsigned ms = stream->hurried;

        stream->hurried = 0;
        return put_time(stream, "hurried", room->hurried, ms);
    }
    if (stream->seq < table->n_events)
        return put_event(stream);
    if (stream->clocks) {
        stream->clocks = false;
        return put_clocks(stream);
    }
    if (stream->thinking) {
        enum alibi_seat seat = table_computer_to_act(table);

        stream->thinking = false;
        if (seat != ALIBI_NOBODY && table->thinking_ms)
            return put_time(stream, "thinking", seat, table->thinking_ms);
    }
    return false;
}

/* Prepares the next thing to send. False if there is none, or no memory for it. */
static bool prepare(struct stream *stream)
{
    static const char hello[] = "retry: 1000\n\n", alive[] = ":\n\n";

    if (!stream->greeted) {
        stream->greeted = true;
        return put(stream, hello, sizeof hello - 1);
    }
    if (stream->room ? prepare_room(stream) : prepare_followed(stream))
        return true;
    if (stream->beat) {
        stream->beat = false;
        return put(stream, alive, sizeof alive - 1);
    }
    return false;
}

long stream_read(struct stream *stream, char *buf, size_t max)
{
    size_t n;

    stream->asleep = false;
    if (!stream->out && !prepare(stream))
        return stream->ending ? -1 : 0;
    n = stream->len - stream->at < max ? stream->len - stream->at : max;
    memcpy(buf, stream->out + stream->at, n);
    stream->at += n;
    if (stream->at == stream->len)
        empty(stream);
    return (long)n;
}

/* --- What happens in a room --- */

void stream_wake(struct stream *stream)
{
    if (stream->asleep) {
        stream->asleep = false;
        stream->wake(stream);
    }
}

void stream_events(struct room *room)
{
    for (struct stream *s = room->streams; s; s = s->next)
        stream_wake(s);
}

void stream_clocks(struct room *room)
{
    for (struct stream *s = room->streams; s && room->table.about.clocks.on; s = s->next) {
        s->clocks = true;
        stream_wake(s);
    }
}

void stream_thinking(struct room *room)
{
    for (struct stream *s = room->streams; s; s = s->next) {
        s->thinking = true;
        stream_wake(s);
    }
}

void stream_hurried(struct room *room, unsigned ms)
{
    for (struct stream *s = room->streams; s; s = s->next) {
        s->hurried = ms;
        stream_wake(s);
    }
}

void stream_presence(struct room *room)
{
    for (struct stream *s = room->streams; s; s = s->next) {
        s->presence = true;
        stream_wake(s);
    }
}

void stream_talk(struct room *room, const bool changed[TALK_VIEWS])
{
    for (struct stream *s = room->streams; s; s = s->next)
        if (changed[talk_view(s)]) {
            s->talk = true;
            stream_wake(s);
        }
}

void stream_beat(struct stream *stream, uint64_t tick)
{
    const struct room *room = stream->room;

    if (tick % STREAM_BEAT != stream->turn)
        return;
    stream->beat = true;
    stream->clocks =
        room && room->table.about.clocks.on && room->table.about.status == TABLE_PLAYING;
    stream_wake(stream);
}

void stream_tick(struct room *room, uint64_t tick)
{
    parcels_age(&room->parcels);
    for (struct stream *s = room->streams; s; s = s->next)
        stream_beat(s, tick);
}

void stream_end_if(struct room *room, bool (*is_over)(const struct stream *stream))
{
    for (struct stream *s = room->streams; s; s = s->next)
        if (is_over(s)) {
            s->ending = true;
            stream_wake(s);
        }
}

void stream_end_of(struct room *room, const struct hash *guest, size_t bytes)
{
    for (struct stream *s = room->streams; s; s = s->next)
        if (s->has_guest && memcmp(s->guest.byte, guest->byte, bytes) == 0) {
            s->ending = true;
            stream_wake(s);
        }
}

static bool every(const struct stream *stream)
{
    return stream != NULL;
}

void stream_end(struct room *room)
{
    stream_end_if(room, every);
}
