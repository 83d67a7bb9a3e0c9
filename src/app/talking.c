/* Talk of rooms: asking the people service, telling streams and other nodes; and what people
 * ask of those they sit with. */
#include "talking.h"

#include "app.h"
#include "stream.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PATIENCE = 3 /* seconds until the people service is asked again */,
    WORD_SIZE = ID_SIZE + 1
};

void talking_clear(struct talking *talking)
{
    for (int i = 0; i < TALK_VIEWS; i++)
        free(talking->view[i]);
    *talking = (struct talking){.stale = false};
}

/* --- Who sits there --- */

static void add_holder(struct occupants *seat, const struct hash *guest)
{
    if (seat->n < SEATING_BROWSERS)
        seat->guest[seat->n++] = *guest;
}

static bool share_somebody(const struct occupants *a, const struct occupants *b)
{
    for (size_t i = 0; i < a->n; i++)
        for (size_t k = 0; k < b->n; k++)
            if (hash_equal(&a->guest[i], &b->guest[k]))
                return true;
    return false;
}

/* Two people are there, and not one who plays both sides. */
static bool may_talk(const struct table_about *about, const struct seating *seating)
{
    return !table_waits(about) && table_is_of_people(about) &&
           !share_somebody(&seating->seat[0], &seating->seat[1]);
}

/* SEATS are those of whoever asks. */
static void fill_seating(struct seating *seating, const struct table *table, unsigned seats)
{
    seating->asker = (seats & 3U) == 1 ? 0 : (seats & 3U) == 2 ? 1 : -1;
    for (int seat = 0; seat < 2; seat++)
        (void)table_account(&table->about, seat, seating->seat[seat].id);
    for (size_t i = 0; i < table->n_holders; i++)
        if (table->holder[i].seat < TABLE_SPECTATOR)
            add_holder(&seating->seat[table->holder[i].seat], &table->holder[i].guest);
    seating->may_talk = may_talk(&table->about, seating);
}

/* --- Rooms --- */

static bool is_wanted(const struct room *room)
{
    struct seating seating = {.asker = -1};

    if (!room->streams || (room->talk.view[0] && !room->talk.stale))
        return false;
    fill_seating(&seating, &room->table, 0);
    return seating.may_talk;
}

void talking_look(struct app *app, struct room *room)
{
    struct petition *petition;

    if (!app->part.people_service || !app->options.has_browsers || app->stopping ||
        (room->talk.asked && room->talk.asked + PATIENCE > app->tick) || !is_wanted(room))
        return;
    petition = calloc(1, sizeof *petition);
    if (!petition)
        return;
    petition->kind = PETITION_TALK;
    memcpy(petition->r.id, room->table.about.id, ID_SIZE);
    room->talk.asked = app->tick + 1;
    room->talk.stale = false; /* but for what is said from now on */
    if (!people_service_ask(app->part.people_service, petition)) {
        room->talk.stale = true;
        petition_free(petition);
    }
}

static void call(struct app *app, const char *game)
{
    char word[WORD_SIZE];

    (void)snprintf(word, sizeof word, "~%s", game);
    reader_call(app->part.reader, word);
}

/* A stream is told only what differs for its reader: that something was sent would give away
 * that there is free text, or that somebody was muted. */
static void show(struct room *room, char *view[TALK_VIEWS])
{
    bool changed[TALK_VIEWS];

    for (int i = 0; i < TALK_VIEWS; i++) {
        changed[i] = !room->talk.view[i] || strcmp(room->talk.view[i], view[i]) != 0;
        free(room->talk.view[i]);
        room->talk.view[i] = view[i];
        view[i] = NULL;
    }
    stream_talk(room, changed);
}

void talking_take(struct app *app, struct petition *petition)
{
    struct room *room = app_here(app, petition->r.id);

    if (room && petition->kind == PETITION_TALK) {
        room->talk.asked = 0;
        room->talk.stale = room->talk.stale || petition->failed;
    }
    if (petition->said && app->options.is_shared)
        call(app, petition->r.id);
    if (room && petition->talk[0] && petition->talk[1] && petition->talk[2])
        show(room, petition->talk);
}

static void hear(struct app *app, struct room *room)
{
    room->talk.stale = true;
    room->talk.asked = 0;
    talking_look(app, room);
}

void talking_hear(struct app *app, const char *word, size_t len)
{
    struct room *room;
    char id[ID_SIZE];

    if (len != ID_SIZE || word[0] != '~' || !id_is_shaped(word + 1, len - 1))
        return;
    memcpy(id, word + 1, ID_SIZE - 1);
    id[ID_SIZE - 1] = '\0';
    room = app_here(app, id);
    if (room)
        hear(app, room);
}

void talking_all(struct app *app)
{
    for (size_t i = 0; i < APP_BUCKETS; i++)
        for (struct room *room = app->bucket[i]; room; room = room->next)
            room->talk.stale = true;
}

/* --- Requests --- */

/* Whether V may do one more of what is counted as talk, or as reports; false after a refusal.
 */
static bool may_say(struct app *app, struct visit *v)
{
    bool reports = v->r.route == ROUTE_REPORT || v->r.route == ROUTE_REPORT_PERSON;
    struct asker asker = app_asker(v);
    bool may = !route_is_post(v->r.route) ||
               quota_take(&app->quota, reports ? QUOTA_REPORTS : QUOTA_TALK, &asker);

    if (!may)
        request_refuse(&v->r, reports ? &request_no.quota_reports : &request_no.quota_talk,
                       NULL);
    return may;
}

void handle_at_table(struct app *app, struct visit *v)
{
    struct room *room = app_room(app, v);
    struct seating *seating;

    if (!room || !may_say(app, v))
        return;
    seating = calloc(1, sizeof *seating);
    if (seating)
        fill_seating(seating, &room->table, v->r.seats);
    people_ask(app, v, PETITION_REQUEST, seating);
}

bool people_may_meet(struct app *app, struct visit *v, const struct room *room)
{
    struct seating *seating;

    if (v->meets || !app->part.people_service)
        return true;
    seating = calloc(1, sizeof *seating);
    if (seating)
        fill_seating(seating, &room->table, v->r.seats);
    if (seating && !seating->may_talk) {
        free(seating); /* there is nobody else */
        return true;
    }
    people_ask(app, v, PETITION_AGAIN, seating);
    return false;
}

bool people_may_sit(struct app *app, struct visit *v, const struct room *room, int seat)
{
    struct seating *seating;

    if (v->meets || !app->part.people_service || !v->has_guest)
        return true;
    seating = calloc(1, sizeof *seating);
    if (seating) {
        fill_seating(seating, &room->table, 0);
        seating->asker = seat;
        seating->seat[seat] = (struct occupants){.n = 1, .guest = {v->guest}};
    }
    people_ask(app, v, PETITION_AGAIN, seating);
    return false;
}

/* Blocking an account, or reporting its name, is for guests, too, who need a cookie for that.
 */
void handle_talkative(struct app *app, struct visit *v)
{
    if (!may_say(app, v))
        return;
    guest_make(app, v);
    handle_people(app, v);
}
