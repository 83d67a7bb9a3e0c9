/* Events as they go out, one stream a viewer. */
#include "stream.h"

#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct stream *stream_new(struct room *room, enum alibi_viewer viewer, size_t seq)
{
    struct stream *stream = calloc(1, sizeof *stream);

    if (!stream)
        return NULL;
    stream->room = room;
    stream->viewer = viewer;
    stream->seq = seq;
    stream->thinking = room->table.thinking_ms != 0;
    stream->next = room->streams;
    room->streams = stream;
    return stream;
}

void stream_free(struct stream *stream)
{
    struct stream **at = &stream->room->streams;

    while (*at != stream)
        at = &(*at)->next;
    *at = stream->next;
    free(stream->out);
    free(stream);
}

/* --- Reading --- */

/* Puts HEAD, "data: ", the JSON and an empty line into the stream. Takes JSON. */
static bool put(struct stream *stream, const char *head, struct json_out *json)
{
    size_t len, cap;
    char *text = json_take(json, &len);

    cap = strlen(head) + len + 16;
    stream->out = text ? malloc(cap) : NULL;
    if (stream->out) {
        stream->len = (size_t)snprintf(stream->out, cap, "%sdata: %s\n\n", head, text);
        stream->at = 0;
    }
    free(text);
    return stream->out != NULL;
}

static bool put_plain(struct stream *stream, const char *text)
{
    stream->len = strlen(text);
    stream->at = 0;
    stream->out = malloc(stream->len + 1);
    if (stream->out)
        memcpy(stream->out, text, stream->len + 1);
    return stream->out != NULL;
}

static bool put_event(struct stream *stream)
{
    struct json_out out = {0};
    char head[40];

    (void)snprintf(head, sizeof head, "id: %zu\n", stream->seq + 1);
    answer_event(&out, &stream->room->table, stream->seq + 1, stream->viewer, stream->words);
    if (!put(stream, head, &out))
        return false;
    stream->seq++;
    return true;
}

static bool put_thinking(struct stream *stream, enum alibi_seat seat)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "seat", alibi_seat_name(seat));
    json_number(&out, "ms", stream->room->table.thinking_ms);
    json_end(&out);
    return put(stream, "event: thinking\n", &out);
}

/* Prepares the next thing to send. False if there is none, or no memory for it. */
static bool prepare(struct stream *stream)
{
    const struct table *table = &stream->room->table;

    if (!stream->greeted) {
        stream->greeted = true;
        return put_plain(stream, "retry: 1000\n\n");
    }
    if (stream->seq < table->n_events)
        return put_event(stream);
    if (stream->thinking) {
        enum alibi_seat seat = table_computer_to_act(table);

        stream->thinking = false;
        if (seat != ALIBI_NOBODY && table->thinking_ms)
            return put_thinking(stream, seat);
    }
    if (stream->beat) {
        stream->beat = false;
        return put_plain(stream, ":\n\n");
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
    if (stream->at == stream->len) {
        free(stream->out);
        stream->out = NULL;
    }
    return (long)n;
}

/* --- What happens in a room --- */

static void wake(struct stream *stream)
{
    if (stream->asleep) {
        stream->asleep = false;
        stream->wake(stream);
    }
}

void stream_events(struct room *room)
{
    for (struct stream *s = room->streams; s; s = s->next)
        wake(s);
}

void stream_thinking(struct room *room)
{
    for (struct stream *s = room->streams; s; s = s->next) {
        s->thinking = true;
        wake(s);
    }
}

void stream_beat(struct room *room)
{
    for (struct stream *s = room->streams; s; s = s->next) {
        s->beat = true;
        wake(s);
    }
}

void stream_end(struct room *room)
{
    for (struct stream *s = room->streams; s; s = s->next) {
        s->ending = true;
        wake(s);
    }
}
