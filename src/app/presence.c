/* Who is here: counting, telling, and what other nodes call out. */
#include "presence.h"

#include "app.h"
#include "stream.h"
#include "tournament_followers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WATCHED_EVERY = 3, SEATS = 3, WORD_SIZE = ID_SIZE + 16 };

/* Who is in a game by another node. */
struct elsewhere {
    struct elsewhere *next;
    char game[ID_SIZE], node[PRESENCE_NODE];
    unsigned seats, watching;
    uint64_t heard;
};

struct people {
    unsigned seats, watching;
};

/* --- Other nodes --- */

/* Ids are random: their letters need no more mixing. */
static struct elsewhere **bucket_of(struct crowd *crowd, const char *game)
{
    unsigned n = 0;

    for (int i = 0; i < 4; i++)
        n = n * 32 + (unsigned char)game[i];
    return &crowd->bucket[n % PRESENCE_BUCKETS];
}

static void drop(struct crowd *crowd, struct elsewhere **at)
{
    struct elsewhere *gone = *at;

    *at = gone->next;
    free(gone);
    crowd->n--;
}

void crowd_clear(struct crowd *crowd)
{
    for (size_t i = 0; i < PRESENCE_BUCKETS; i++)
        while (crowd->bucket[i])
            drop(crowd, &crowd->bucket[i]);
}

/* Where NODE's people in GAME are noted; where they would be, if nobody is. */
static struct elsewhere **find(struct crowd *crowd, const char *game, const char *node)
{
    struct elsewhere **at = bucket_of(crowd, game);

    while (*at && (strcmp((*at)->game, game) != 0 || strcmp((*at)->node, node) != 0))
        at = &(*at)->next;
    return at;
}

static void note(struct app *app, const char *game, const char *node,
                 const struct people *people)
{
    struct elsewhere **at = find(&app->crowd, game, node);

    if (*at && !people->seats && !people->watching) {
        drop(&app->crowd, at);
        return;
    }
    if (!*at && (people->seats || people->watching) && app->crowd.n < PRESENCE_MAX) {
        *at = calloc(1, sizeof **at);
        if (!*at)
            return;
        app->crowd.n++;
        (void)snprintf((*at)->game, ID_SIZE, "%s", game);
        (void)snprintf((*at)->node, PRESENCE_NODE, "%s", node);
    }
    if (*at) {
        (*at)->seats = people->seats;
        (*at)->watching = people->watching;
        (*at)->heard = app->tick;
    }
}

/* A colon and a number of at most six digits from *AT on, which goes behind it. */
static bool read_number(const char **at, unsigned *n)
{
    const char *digit = *at + 1;

    *n = 0;
    if (**at != ':')
        return false;
    while (*digit >= '0' && *digit <= '9' && digit < *at + 7)
        *n = 10 * *n + (unsigned)(*digit++ - '0');
    if (digit == *at + 1)
        return false;
    *at = digit;
    return true;
}

void presence_hear(struct app *app, const char *from, const char *word, size_t len)
{
    char text[WORD_SIZE], game[ID_SIZE] = "";
    const char *at = text + ID_SIZE - 1;
    struct people people;
    struct room *room;

    if (len == 1 && word[0] == '?') {
        app->crowd.again = true;
        follow_all(app); /* whoever begins to listen may have missed anything */
        if (strcmp(from, "?") == 0)
            follow_doubt_all(app); /* which this node does */
        tournament_followers_all(app);
        talking_all(app);
    }
    if (len >= sizeof text || !id_is_shaped(word, len < ID_SIZE ? len : ID_SIZE - 1))
        return;
    (void)snprintf(text, sizeof text, "%.*s", (int)len, word);
    memcpy(game, text, ID_SIZE - 1);
    if (!read_number(&at, &people.seats) || !read_number(&at, &people.watching) || *at ||
        people.seats > SEATS)
        return;
    note(app, game, from, &people);
    room = app_here(app, game);
    if (room)
        presence_look(app, room);
}

static void call(struct app *app, struct room *room, const struct people *people)
{
    char word[WORD_SIZE];

    (void)snprintf(word, sizeof word, "%s:%u:%u", room->table.about.id, people->seats,
                   people->watching < 999999 ? people->watching : 999999);
    reader_call(app->part.reader, word);
    room->presence.called = people->seats;
    room->presence.watching = people->watching;
}

/* --- This node --- */

static struct people count_streams(const struct room *room)
{
    struct people people = {0, 0};

    for (const struct stream *s = room->streams; s; s = s->next) {
        unsigned seats = table_seats_of(&room->table, s->has_guest ? &s->guest : NULL,
                                        s->has_key ? &s->key : NULL) &
                         SEATS;

        people.seats |= seats;
        people.watching += !seats;
    }
    return people;
}

static void add_elsewhere(struct app *app, const struct room *room, struct people *people)
{
    const char *id = room->table.about.id;

    for (struct elsewhere *e = *bucket_of(&app->crowd, id); e; e = e->next)
        if (strcmp(e->game, id) == 0 && e->heard + PRESENCE_MEMORY > app->tick) {
            people->seats |= e->seats;
            people->watching += e->watching;
        }
}

/* Which seats have been away for long: as far as this node has looked all the time, which it
 * does while somebody is here. So nobody is gone because a server was not there. */
static unsigned find_gone(const struct app *app, struct room *room, unsigned seats)
{
    struct presence *p = &room->presence;
    uint64_t now = app->tick + 1;
    unsigned gone = 0, long_ago = app->options.gone ? app->options.gone : PRESENCE_GONE;

    for (int seat = 0; seat < 2; seat++) {
        if ((seats >> seat) & 1)
            p->missed[seat] = 0;
        else if (!p->missed[seat] || p->looked + PRESENCE_GRACE < now)
            p->missed[seat] = now;
        room->table.attendance.gone[seat] =
            p->missed[seat] && now - p->missed[seat] >= long_ago;
        gone |= (unsigned)room->table.attendance.gone[seat] << seat;
    }
    p->looked = now;
    return gone;
}

/* Who is here is told at once; of spectators how many there are now and then, because each of
 * them is told of all the others. */
static void tell(struct app *app, struct room *room, const struct people *people, bool often)
{
    struct attendance *a = &room->table.attendance;
    unsigned here = 0, gone = find_gone(app, room, people->seats);

    for (int seat = 0; seat < 2; seat++) {
        uint64_t *left = &room->presence.left[seat];

        if ((people->seats >> seat) & 1)
            *left = app->tick + 1;
        a->away[seat] = *left ? (long)(app->tick + 1 - *left) : -1;
        a->here[seat] = *left && a->away[seat] < PRESENCE_GRACE;
        here |= (unsigned)a->here[seat] << seat;
    }
    a->known = true;
    if (here != room->presence.told || gone != room->presence.told_gone ||
        (often && a->watching != people->watching)) {
        a->watching = people->watching;
        stream_presence(room);
    }
    room->presence.told = here;
    room->presence.told_gone = gone;
}

static void look(struct app *app, struct room *room, bool often)
{
    struct people people = count_streams(room);

    if (!app->options.has_browsers)
        return;
    if (app->options.is_shared && (people.seats != room->presence.called ||
                                   (often && people.watching != room->presence.watching)))
        call(app, room, &people);
    add_elsewhere(app, room, &people);
    tell(app, room, &people, often);
}

/* Where at most one is told, there is no reason to wait. */
void presence_look(struct app *app, struct room *room)
{
    look(app, room, !room->streams || !room->streams->next);
}

/* Rooms have their own of the seconds in which they call, or are counted. */
static bool has_turn(const struct app *app, const struct room *room, unsigned every)
{
    return (app->tick + (unsigned char)room->table.about.id[4]) % every == 0;
}

void presence_tick(struct app *app, struct room *room)
{
    struct people people;

    if (!room->streams && !room->presence.told && !room->presence.called &&
        !room->presence.watching)
        return;
    look(app, room, has_turn(app, room, WATCHED_EVERY));
    people = (struct people){room->presence.called, room->presence.watching};
    if (app->options.is_shared && room->streams &&
        (app->crowd.again || has_turn(app, room, PRESENCE_CALL)))
        call(app, room, &people);
}

void presence_ticked(struct app *app)
{
    app->crowd.again = false;
    for (size_t i = app->tick % PRESENCE_CALL; i < PRESENCE_BUCKETS; i += PRESENCE_CALL)
        for (struct elsewhere **at = &app->crowd.bucket[i]; *at;)
            if ((*at)->heard + PRESENCE_MEMORY <= app->tick)
                drop(&app->crowd, at);
            else
                at = &(*at)->next;
}
