/* Streams of tournaments. */
#include "tournament_followers.h"

#include "app.h"
#include "pending_games.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORD_SIZE = 1 + ID_SIZE };

static void mark(struct app *app, const char *id)
{
    for (struct stream *s = app->tournament_streams; s; s = s->next)
        if (strcmp(s->followed->tournament, id) == 0)
            s->followed->changed = true;
}

void tournament_followers_changed(struct app *app, const struct petition *petition)
{
    for (size_t i = 0; i < petition->n_changed; i++) {
        char word[WORD_SIZE];

        mark(app, petition->changed[i]);
        (void)snprintf(word, sizeof word, "%%%s", petition->changed[i]);
        if (app->options.is_shared)
            reader_call(app->part.reader, word);
    }
}

void tournament_followers_hear(struct app *app, const char *word, size_t len)
{
    char id[ID_SIZE];

    if (len != WORD_SIZE - 1 || word[0] != '%')
        return;
    (void)snprintf(id, sizeof id, "%.*s", (int)len - 1, word + 1);
    mark(app, id);
}

void tournament_followers_all(struct app *app)
{
    for (struct stream *s = app->tournament_streams; s; s = s->next)
        s->followed->changed = true;
}

/* --- The pages --- */

/* Has the page of S's tournament made, which all who follow that get. */
static void ask(struct app *app, const struct stream *s)
{
    struct petition *petition = petition_new(app, PETITION_PAGE);

    if (!petition)
        return;
    petition->r.route = ROUTE_TOURNAMENT;
    memcpy(petition->r.id, s->followed->tournament, ID_SIZE);
    if (!petition_send(app, petition))
        return;
    for (struct stream *other = app->tournament_streams; other; other = other->next)
        if (strcmp(other->followed->tournament, s->followed->tournament) == 0)
            other->followed->changed = false;
}

void tournament_followers_take(struct app *app, struct petition *petition)
{
    const struct request *r = &petition->r;

    if (petition->failed)
        mark(app, r->id); /* it is tried again */
    for (struct stream *s = app->tournament_streams; s; s = s->next) {
        if (strcmp(s->followed->tournament, r->id) != 0)
            continue;
        if (r->status == 200)
            follow_tell(s, &s->followed->list, r->text);
        else if (r->status == 404) { /* it was cancelled, and nothing is left of it */
            s->ending = true;
            stream_wake(s);
        }
    }
}

void tournament_followers_tick(struct app *app)
{
    for (struct stream *s = app->tournament_streams; s; s = s->next) {
        stream_beat(s, app->tick);
        if (s->followed->changed && !app->stopping)
            ask(app, s);
    }
}

void tournament_followers_end(struct app *app)
{
    for (struct stream *s = app->tournament_streams; s; s = s->next) {
        s->ending = true;
        stream_wake(s);
    }
}

/* --- Beginning --- */

/* The page is the first thing that is told. */
void tournament_followers_begin(struct app *app, struct visit *v, struct petition *petition)
{
    struct stream *stream;

    if (!app_may_stream(app, v))
        return;
    stream = stream_follow(&app->tournament_streams);
    if (!app_stream(app, v, stream))
        return;
    memcpy(stream->followed->tournament, petition->r.id, ID_SIZE);
    follow_tell(stream, &stream->followed->list, petition->r.text);
}

/* Whether there is such a tournament is asked first; when that is known, it is a stream. */
void handle_tournament_events(struct app *app, struct visit *v)
{
    if (v->progress != VISIT_STREAM)
        handle_people(app, v);
}
