/* What happens in a tournament: it begins, players are called to their games, games begin and
 * end, rounds follow each other, the last one ends.
 *
 * A meeting's two games are played one after the other. Each begins when both have said that
 * they are here; who has not within the tournament's patience loses what is left of the
 * meeting, and is not paired any more before coming back. */
#include "pending_game.h"
#include "secret.h"
#include "tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    STEPS = 4,      /* tournaments of one transaction */
    ASK_MS = 15000, /* between two looks for ends that nobody has told */
    PAIR_MS = 5000, /* between two pairings of those who wait in an arena */
    LEAST_PLAYERS = 2,
    TURNS_MOST = 400,        /* of a game */
    OUTAGE_MS = 3600 * 1000, /* for which a game may stand still */
    RETURN_MS = 10000,       /* in which people find a server again that was away */
};

/* --- Games --- */

/* How long a game can take; after that it will never end. */
static uint64_t longest(const struct tournament *t)
{
    struct clock_terms clock;

    if (!clock_terms_parse(&clock, t->clock, strlen(t->clock)))
        return OUTAGE_MS;
    return (uint64_t)(2 * clock.base + TURNS_MOST * clock.more) + OUTAGE_MS;
}

static void end_fixture(struct fixture *fixture, int winner, const char *how)
{
    fixture->state = FIXTURE_ENDED;
    fixture->winner = winner;
    (void)snprintf(fixture->how, sizeof fixture->how, "%s", how);
}

static struct fixture *next_fixture(struct meeting *meeting)
{
    const struct fixture *next = meeting_next(meeting);

    return next ? &meeting->fixture[next - meeting->fixture] : NULL;
}

static void seat(const struct petition *petition, struct pending_game_player *player,
                 const struct entry *entry)
{
    player->guest = account_guest(petition->key, entry->id);
    memcpy(player->id, entry->id, sizeof player->id);
}

static void note_game(struct people *people, const struct tournament *t, int number,
                      const char *game)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "tournament", t->id);
    json_number(&out, "meeting", number);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("fixture/%s", game).key, &out);
}

/* Both are here: the game begins. In the second one they change sides. */
static void begin_game(struct people *people, struct petition *petition, struct hall *hall,
                       struct meeting *meeting, struct fixture *fixture)
{
    bool swapped = fixture != meeting->fixture;
    struct pending_game pending = {0};

    (void)snprintf(pending.game, sizeof pending.game, "%s", hall->t.game);
    terms_add(pending.terms, "clock", hall->t.clock);
    if (hall->t.rated)
        terms_add(pending.terms, "rated", NULL);
    terms_add(pending.terms, "tournament", hall->t.id);
    for (int side = 0; side < 2; side++) {
        struct entry *entry = &hall->entry[meeting->player[side]];

        seat(petition, &pending.player[swapped ? 1 - side : side], entry);
        entry->ready = entry->since = 0;
        entry->changed = true;
    }
    pending_game_order(people, petition, &pending);
    fixture->state = FIXTURE_ORDERED;
    fixture->at = people->now;
    memcpy(fixture->id, pending.id, sizeof fixture->id);
    note_game(people, &hall->t, (int)(meeting - hall->meeting), fixture->id);
}

/* --- Meetings --- */

/* What was said a moment before the first game is called counts; nothing said during it does
 * for the second one. */
static bool is_here(const struct entry *entry, const struct meeting *meeting)
{
    uint64_t before = meeting->fixture[0].state == FIXTURE_CALLED ? READY_MS : 0;

    return !entry->withdrawn && entry->ready && entry->ready + before >= meeting->called;
}

/* Who is here wins what is left; if nobody is, it is void. */
static void end_absent(struct hall *hall, struct meeting *meeting, const bool here[2])
{
    int winner = here[0] ? 0 : here[1] ? 1 : TOURNAMENT_NOBODY;

    for (int i = 0; i < TOURNAMENT_GAMES; i++)
        if (meeting->fixture[i].state == FIXTURE_CALLED)
            end_fixture(&meeting->fixture[i], winner, "absence");
    for (int side = 0; side < 2; side++) {
        struct entry *entry = &hall->entry[meeting->player[side]];

        entry->changed = entry->changed || (!here[side] && !entry->withdrawn);
        entry->withdrawn = entry->withdrawn || !here[side];
    }
}

static void step_called(struct people *people, struct petition *petition, struct hall *hall,
                        struct meeting *meeting, struct fixture *fixture)
{
    const struct entry *entry[2] = {&hall->entry[meeting->player[0]],
                                    &hall->entry[meeting->player[1]]};
    bool here[2] = {is_here(entry[0], meeting), is_here(entry[1], meeting)};
    bool gone = entry[0]->withdrawn || entry[1]->withdrawn;

    if (here[0] && here[1]) {
        begin_game(people, petition, hall, meeting, fixture);
    } else if (gone || people->now >= meeting->called + 1000 * hall->t.patience) {
        /* Whoever has been left need not say so. */
        for (int side = 0; side < 2; side++)
            here[side] = gone ? !entry[side]->withdrawn : here[side];
        end_absent(hall, meeting, here);
    } else {
        return;
    }
    meeting->changed = true;
}

static void step_meeting(struct people *people, struct petition *petition, struct hall *hall,
                         struct meeting *meeting)
{
    struct fixture *fixture = next_fixture(meeting);

    if (fixture && fixture->state != FIXTURE_CALLED &&
        people->now >= fixture->at + longest(&hall->t)) {
        ledger_drop(people->ledger, ledger_key("fixture/%s", fixture->id).key);
        end_fixture(fixture, TOURNAMENT_NOBODY, "void");
        meeting->called = people->now;
        meeting->changed = true;
        fixture = next_fixture(meeting);
    }
    if (fixture && fixture->state == FIXTURE_CALLED)
        step_called(people, petition, hall, meeting, fixture);
}

static void step_meetings(struct people *people, struct petition *petition, struct hall *hall)
{
    for (uint64_t i = 0; i < hall->t.meetings; i++)
        if (!meeting_is_over(&hall->meeting[i]))
            step_meeting(people, petition, hall, &hall->meeting[i]);
}

/* No server was there, or no database: whoever is called has all the time again, and whoever
 * was here still is. Games stood still meanwhile. */
static void give_back(const struct people *people, struct hall *hall)
{
    for (uint64_t i = 0; i < hall->t.meetings; i++) {
        struct meeting *meeting = &hall->meeting[i];
        struct fixture *fixture = next_fixture(meeting);

        if (!fixture)
            continue;
        if (fixture->state != FIXTURE_CALLED)
            fixture->at += people->now - hall->t.due;
        for (int side = 0; side < 2 && fixture->state == FIXTURE_CALLED; side++) {
            struct entry *entry = &hall->entry[meeting->player[side]];

            if (is_here(entry, meeting)) {
                entry->ready = people->now;
                entry->changed = true;
            }
        }
        meeting->called = people->now;
        meeting->changed = true;
    }
}

static bool all_over(const struct hall *hall)
{
    for (uint64_t i = 0; i < hall->t.meetings; i++)
        if (!meeting_is_over(&hall->meeting[i]))
            return false;
    return true;
}

/* --- The whole --- */

static void end(struct people *people, struct hall *hall, enum tournament_state state)
{
    hall->t.state = state;
    hall->t.ended = people->now;
}

static int count_players(const struct hall *hall)
{
    int n = 0;

    for (uint64_t i = 0; i < hall->t.entries; i++)
        n += !hall->entry[i].withdrawn;
    return n;
}

static void begin(struct people *people, struct hall *hall)
{
    int players = count_players(hall), most = players - 1;

    if (players < LEAST_PLAYERS) {
        end(people, hall, TOURNAMENT_CANCELLED);
        return;
    }
    hall->t.state = TOURNAMENT_RUNNING;
    if (hall->t.arena)
        return;
    if (!hall->t.rounds)
        hall->t.rounds = (uint64_t)swiss_rounds(players);
    if (hall->t.rounds > (uint64_t)most)
        hall->t.rounds = (uint64_t)most;
}

static void step_swiss(struct people *people, struct petition *petition, struct hall *hall)
{
    /* A round in which nobody comes is over at once, so there may be several. */
    while (hall->t.state == TOURNAMENT_RUNNING && all_over(hall)) {
        enum swiss_status status = SWISS_STUCK;

        if (hall->t.round < hall->t.rounds)
            status = hall_pair_swiss(people, hall);
        if (status == SWISS_MEMORY)
            return; /* another step may have it */
        if (status == SWISS_OK) {
            step_meetings(people, petition, hall);
        } else {
            hall->t.rounds = hall->t.round; /* fewer, if too many have withdrawn */
            end(people, hall, TOURNAMENT_OVER);
        }
    }
}

static uint64_t arena_end(const struct tournament *t)
{
    return t->starts + t->minutes * 60 * 1000;
}

/* Nobody is paired any more: its time is up, or it has as many meetings as are kept of one. */
static bool is_closing(const struct people *people, const struct tournament *t)
{
    return people->now >= arena_end(t) || t->meetings >= TOURNAMENT_MEETINGS;
}

static void step_arena(struct people *people, struct petition *petition, struct hall *hall)
{
    if (is_closing(people, &hall->t)) {
        if (all_over(hall))
            end(people, hall, TOURNAMENT_OVER);
    } else if (hall_pair_arena(people, hall)) {
        step_meetings(people, petition, hall);
    }
}

/* When something is due if nobody does anything. */
static uint64_t next_due(const struct people *people, const struct hall *hall)
{
    uint64_t due = people->now + ASK_MS;

    for (uint64_t i = 0; i < hall->t.meetings; i++) {
        const struct fixture *fixture = meeting_next(&hall->meeting[i]);
        uint64_t lost = hall->meeting[i].called + 1000 * hall->t.patience;

        if (fixture && fixture->state == FIXTURE_CALLED && lost < due)
            due = lost;
    }
    if (!hall->t.arena || is_closing(people, &hall->t))
        return due;
    due = due < people->now + PAIR_MS ? due : people->now + PAIR_MS;
    return due < arena_end(&hall->t) ? due : arena_end(&hall->t);
}

/* The app may have failed to tell that a game is over, which it is asked for: others at other
 * times, if there are many. */
static void ask_for_ends(struct people *people, struct petition *petition, struct hall *hall)
{
    uint64_t n = hall->t.meetings, from = n ? people->now / ASK_MS * 61 % n : 0;

    if (people->now < hall->t.asked + ASK_MS)
        return;
    hall->t.asked = people->now;
    for (uint64_t i = 0; i < n && petition->n_missed < PETITION_PENDING; i++) {
        const struct fixture *fixture = meeting_next(&hall->meeting[(from + i) % n]);

        if (fixture && fixture->state == FIXTURE_PLAYED && people->now >= fixture->at + ASK_MS)
            memcpy(petition->missed[petition->n_missed++], fixture->id, ID_SIZE);
    }
}

static void call(struct people *people, struct petition *petition, const struct hall *hall,
                 const struct meeting *meeting)
{
    const struct entry *const entry[2] = {
        &hall->entry[meeting->player[0]],
        meeting->player[1] == TOURNAMENT_NOBODY ? NULL : &hall->entry[meeting->player[1]]};

    if (entry[1])
        tournament_call(people, petition, &hall->t, meeting, entry);
}

static void write_hall(struct people *people, struct petition *petition,
                       const struct hall *hall, const struct tournament *before)
{
    bool changed = hall->t.state != before->state;

    for (uint64_t i = 0; i < hall->t.entries; i++)
        if (hall->entry[i].changed)
            entry_write(people, hall->t.id, (int)i, &hall->entry[i]);
    for (uint64_t i = 0; i < hall->t.meetings; i++)
        if (hall->meeting[i].changed) {
            meeting_write(people, hall->t.id, (int)i, &hall->meeting[i]);
            call(people, petition, hall, &hall->meeting[i]);
            changed = true;
        }
    tournament_write(people, &hall->t, before);
    tournament_tidy(people, &hall->t);
    if (changed)
        tournament_tell(petition, hall->t.id);
}

static void step(struct people *people, struct petition *petition, struct hall *hall)
{
    if (hall->t.state == TOURNAMENT_PLANNED)
        begin(people, hall);
    if (hall->t.state != TOURNAMENT_RUNNING)
        return;
    if (hall->t.due < people->back + RETURN_MS)
        give_back(people, hall);
    step_meetings(people, petition, hall);
    if (hall->t.arena)
        step_arena(people, petition, hall);
    else
        step_swiss(people, petition, hall);
    ask_for_ends(people, petition, hall);
    hall->t.due = next_due(people, hall);
}

static void step_one(struct people *people, struct petition *petition, const char *key)
{
    const char *id = key + strlen(key) - (ID_SIZE - 1);
    struct tournament before;
    struct hall hall;

    if (hall_open(people, id, &hall)) {
        before = hall.t;
        step(people, petition, &hall);
        write_hall(people, petition, &hall, &before);
    }
    hall_close(&hall);
}

/* Those that are due, the longest first. */
static size_t list_due(struct people *people, struct ledger_entry *entry)
{
    const struct ledger_range range = {.prefix = "agenda/", .most = STEPS};
    struct ledger_name now = ledger_key("agenda/%013llu0", (unsigned long long)people->now);
    size_t n = ledger_list(people->ledger, &range, entry);

    while (n > 0 && strcmp(entry[n - 1].key, now.key) > 0)
        n--;
    return n;
}

bool tournament_is_due(struct people *people)
{
    struct ledger_entry entry[STEPS];

    return list_due(people, entry) > 0;
}

void tournament_step(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[STEPS];
    size_t n = list_due(people, entry);

    for (size_t i = 0; i < n; i++)
        step_one(people, petition, entry[i].key);
}

/* --- Games are there, and over --- */

/* The fixture of GAME, which is the next in its meeting; false if it is none of a tournament's.
 */
static bool find_fixture(struct people *people, const char *game, struct tournament *t,
                         int *number, struct meeting *meeting, struct fixture **fixture)
{
    struct json kept =
        ledger_json(ledger_get(people->ledger, ledger_key("fixture/%s", game).key));
    char id[ID_SIZE];
    uint64_t n;

    if (json_read_text(json_member(kept, "tournament"), id, sizeof id) <= 0 ||
        !json_read_number(json_member(kept, "meeting"), &n) || n >= TOURNAMENT_MEETINGS ||
        !tournament_read(people, id, t) || !meeting_read(people, id, (int)n, meeting))
        return false;
    *number = (int)n;
    *fixture = next_fixture(meeting);
    return *fixture && strcmp((*fixture)->id, game) == 0;
}

static void call_again(struct people *people, struct petition *petition,
                       const struct tournament *t, const struct meeting *meeting)
{
    struct entry both[2];
    const struct entry *const entry[2] = {&both[0], &both[1]};

    if (entry_read(people, t->id, meeting->player[0], &both[0]) &&
        entry_read(people, t->id, meeting->player[1], &both[1]))
        tournament_call(people, petition, t, meeting, entry);
}

static void take_end(struct people *people, struct meeting *meeting, struct fixture *fixture,
                     const struct game_result *result)
{
    bool swapped = fixture != meeting->fixture;
    int winner =
        result->aborted ? 1 - result->winner : result->winner; /* who has not done it */

    end_fixture(fixture, swapped ? 1 - winner : winner, result->how);
    meeting->called = people->now;
}

void tournament_made(struct people *people, struct petition *petition, const char *game)
{
    struct fixture *fixture;
    struct meeting meeting;
    struct tournament t;
    int number;

    if (!find_fixture(people, game, &t, &number, &meeting, &fixture) ||
        fixture->state != FIXTURE_ORDERED)
        return;
    fixture->state = FIXTURE_PLAYED;
    meeting_write(people, t.id, number, &meeting);
    call_again(people, petition, &t, &meeting);
    tournament_tell(petition, t.id);
}

void tournament_result(struct people *people, struct petition *petition,
                       const struct game_result *result)
{
    struct fixture *fixture;
    struct meeting meeting;
    struct tournament t;
    int number;

    if (!find_fixture(people, result->id, &t, &number, &meeting, &fixture))
        return;
    ledger_drop(people->ledger, ledger_key("fixture/%s", result->id).key);
    take_end(people, &meeting, fixture, result);
    meeting_write(people, t.id, number, &meeting);
    call_again(people, petition, &t, &meeting);
    tournament_stir(people, &t);
    tournament_tell(petition, t.id);
}
