/* Tournaments as they are written down. */
#include "tournament.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const state_name[] = {"planned", "running", "over", "cancelled"};

const char *tournament_state_name(const struct tournament *t)
{
    return state_name[t->state];
}

/* --- Members --- */

static uint64_t number(struct json object, const char *name)
{
    uint64_t n = 0;

    (void)json_read_number(json_member(object, name), &n);
    return n;
}

static bool is_true(struct json object, const char *name)
{
    return json_kind(json_member(object, name)) == JSON_TRUE;
}

static bool text(struct json object, const char *name, char *out, size_t size)
{
    out[0] = '\0';
    return json_read_text(json_member(object, name), out, size) > 0;
}

/* --- What was announced --- */

static bool read_state(struct json kept, enum tournament_state *out)
{
    char name[TITLE_SIZE];

    if (!text(kept, "state", name, sizeof name))
        return false;
    for (unsigned i = 0; i < sizeof state_name / sizeof state_name[0]; i++)
        if (strcmp(name, state_name[i]) == 0) {
            *out = (enum tournament_state)i;
            return true;
        }
    return false;
}

static void read_progress(struct json kept, struct tournament *out)
{
    out->made = number(kept, "made");
    out->ended = number(kept, "ended");
    out->due = number(kept, "due");
    out->asked = number(kept, "asked");
    out->round = number(kept, "round");
    out->entries = number(kept, "entries");
    out->meetings = number(kept, "meetings");
}

bool tournament_read(struct people *people, const char *id, struct tournament *out)
{
    struct json kept =
        ledger_json(ledger_get(people->ledger, ledger_key("tournament/%s", id).key));

    *out = (struct tournament){0};
    (void)snprintf(out->id, sizeof out->id, "%s", id);
    if (!read_state(kept, &out->state) || !text(kept, "title", out->title, TITLE_SIZE) ||
        !text(kept, "game", out->game, sizeof out->game) ||
        !text(kept, "clock", out->clock, sizeof out->clock))
        return false;
    (void)text(kept, "maker", out->maker, sizeof out->maker);
    (void)text(kept, "request", out->request, sizeof out->request);
    out->arena = is_true(kept, "arena");
    out->rated = is_true(kept, "rated");
    out->rounds = number(kept, "rounds");
    out->minutes = number(kept, "minutes");
    out->patience = number(kept, "patience");
    out->starts = number(kept, "starts");
    read_progress(kept, out);
    return out->entries <= TOURNAMENT_PLAYERS && out->meetings <= TOURNAMENT_MEETINGS;
}

static void put(struct people *people, const struct tournament *t)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "title", t->title);
    json_text(&out, "maker", t->maker);
    json_text(&out, "request", t->request);
    json_text(&out, "game", t->game);
    json_text(&out, "clock", t->clock);
    json_bool(&out, "arena", t->arena);
    json_bool(&out, "rated", t->rated);
    json_number(&out, "rounds", (int64_t)t->rounds);
    json_number(&out, "minutes", (int64_t)t->minutes);
    json_number(&out, "patience", (int64_t)t->patience);
    json_number(&out, "made", (int64_t)t->made);
    json_number(&out, "starts", (int64_t)t->starts);
    json_number(&out, "ended", (int64_t)t->ended);
    json_number(&out, "due", (int64_t)t->due);
    json_number(&out, "asked", (int64_t)t->asked);
    json_number(&out, "round", (int64_t)t->round);
    json_number(&out, "entries", (int64_t)t->entries);
    json_number(&out, "meetings", (int64_t)t->meetings);
    json_text(&out, "state", tournament_state_name(t));
    json_end(&out);
    ledger_put(people->ledger, ledger_key("tournament/%s", t->id).key, &out);
}

static bool is_done(const struct tournament *t)
{
    return t->state == TOURNAMENT_OVER || t->state == TOURNAMENT_CANCELLED;
}

/* Where it stands in the lists. */
static struct ledger_name place_of(const struct tournament *t)
{
    return is_done(t) ? ledger_key("past/%013llu/%s",
                                   (unsigned long long)(TOURNAMENT_LAST - t->ended), t->id)
                      : ledger_key("agenda/%013llu/%s", (unsigned long long)t->due, t->id);
}

void tournament_write(struct people *people, const struct tournament *t,
                      const struct tournament *before)
{
    struct ledger_name place = place_of(t), old = before ? place_of(before) : place;

    if (before && strcmp(old.key, place.key) != 0)
        ledger_drop(people->ledger, old.key);
    ledger_put_text(people->ledger, place.key, "{}");
    put(people, t);
}

void tournament_stir(struct people *people, struct tournament *t)
{
    struct tournament before = *t;

    /* One that has not begun has nothing to do earlier than that. */
    if (t->state == TOURNAMENT_RUNNING && t->due > people->now)
        t->due = people->now;
    tournament_write(people, t, &before);
}

/* If there is no room to say so, they are told with the next change. */
void tournament_tell(struct petition *petition, const char *id)
{
    if (!petition)
        return;
    for (size_t i = 0; i < petition->n_changed; i++)
        if (strcmp(petition->changed[i], id) == 0)
            return;
    if (petition->n_changed < PETITION_CHANGED)
        (void)snprintf(petition->changed[petition->n_changed++], ID_SIZE, "%s", id);
}

/* --- Players --- */

static bool parse_entry(const char *value, struct entry *out)
{
    struct json kept = ledger_json(value);

    *out = (struct entry){0};
    if (json_kind(kept) != JSON_OBJECT)
        return false;
    (void)text(kept, "account", out->id, sizeof out->id);
    (void)text(kept, "name", out->name, sizeof out->name);
    out->is_bot = is_true(kept, "bot");
    out->withdrawn = is_true(kept, "withdrawn");
    out->rating = number(kept, "rating");
    out->ready = number(kept, "ready");
    out->since = number(kept, "since");
    return true;
}

static struct ledger_name entry_key(const char *tournament, int n)
{
    return ledger_key("entry/%s/%04d", tournament, n);
}

bool entry_read(struct people *people, const char *tournament, int n, struct entry *out)
{
    return parse_entry(ledger_get(people->ledger, entry_key(tournament, n).key), out);
}

void entry_write(struct people *people, const char *tournament, int n,
                 const struct entry *entry)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "account", entry->id);
    json_text(&out, "name", entry->name);
    json_bool(&out, "bot", entry->is_bot);
    json_bool(&out, "withdrawn", entry->withdrawn);
    json_number(&out, "rating", (int64_t)entry->rating);
    json_number(&out, "ready", (int64_t)entry->ready);
    json_number(&out, "since", (int64_t)entry->since);
    json_end(&out);
    ledger_put(people->ledger, entry_key(tournament, n).key, &out);
}

int entry_find(struct people *people, const char *tournament, const char *account)
{
    struct json kept = ledger_json(
        ledger_get(people->ledger, ledger_key("entered/%s/%s", account, tournament).key));
    uint64_t n;

    return json_read_number(json_member(kept, "entry"), &n) && n < TOURNAMENT_PLAYERS
               ? (int)n
               : TOURNAMENT_NOBODY;
}

/* --- Nothing is left of it --- */

void tournament_tidy(struct people *people, const struct tournament *t)
{
    struct entry entry;
    bool by_maker = t->entries == 1 && entry_read(people, t->id, 0, &entry) &&
                    strcmp(entry.id, t->maker) == 0;

    if (t->state != TOURNAMENT_CANCELLED || (t->entries && !by_maker))
        return;
    if (by_maker) {
        ledger_drop(people->ledger, entry_key(t->id, 0).key);
        ledger_drop(people->ledger, ledger_key("entered/%s/%s", t->maker, t->id).key);
    }
    if (t->request[0])
        ledger_drop(people->ledger, ledger_key("organised/%s/%s", t->maker, t->request).key);
    ledger_drop(people->ledger, place_of(t).key);
    ledger_drop(people->ledger, ledger_key("tournament/%s", t->id).key);
}

/* --- Meetings --- */

static bool read_fixture(struct json kept, struct fixture *out)
{
    uint64_t state = number(kept, "state"), winner;

    (void)text(kept, "id", out->id, sizeof out->id);
    (void)text(kept, "how", out->how, sizeof out->how);
    out->at = number(kept, "at");
    out->state = (enum fixture_state)state;
    out->winner = json_read_number(json_member(kept, "winner"), &winner) && winner < 2
                      ? (int)winner
                      : TOURNAMENT_NOBODY;
    return json_kind(kept) == JSON_OBJECT && state <= FIXTURE_ENDED;
}

static bool parse_meeting(const char *value, struct meeting *out)
{
    struct json kept = ledger_json(value), game = {NULL};
    uint64_t first, second;

    *out = (struct meeting){.round = number(kept, "round"), .called = number(kept, "called")};
    if (!json_read_number(json_member(kept, "first"), &first) || first >= TOURNAMENT_PLAYERS)
        return false;
    out->player[0] = (int)first;
    out->player[1] =
        json_read_number(json_member(kept, "second"), &second) && second < TOURNAMENT_PLAYERS
            ? (int)second
            : TOURNAMENT_NOBODY;
    for (int i = 0; i < TOURNAMENT_GAMES; i++) {
        game = json_next(json_member(kept, "games"), game, NULL);
        if (!read_fixture(game, &out->fixture[i]))
            return false;
    }
    return true;
}

static void print_fixture(struct json_out *out, const struct fixture *fixture)
{
    json_object(out, NULL);
    json_number(out, "state", fixture->state);
    json_text(out, "id", fixture->id);
    json_number(out, "at", (int64_t)fixture->at);
    if (fixture->winner != TOURNAMENT_NOBODY)
        json_number(out, "winner", fixture->winner);
    json_text(out, "how", fixture->how);
    json_end(out);
}

static struct ledger_name meeting_key(const char *tournament, int n)
{
    return ledger_key("meeting/%s/%05d", tournament, n);
}

bool meeting_read(struct people *people, const char *tournament, int n, struct meeting *out)
{
    return parse_meeting(ledger_get(people->ledger, meeting_key(tournament, n).key), out);
}

void meeting_write(struct people *people, const char *tournament, int n,
                   const struct meeting *meeting)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_number(&out, "round", (int64_t)meeting->round);
    json_number(&out, "first", meeting->player[0]);
    if (meeting->player[1] != TOURNAMENT_NOBODY)
        json_number(&out, "second", meeting->player[1]);
    json_number(&out, "called", (int64_t)meeting->called);
    json_list(&out, "games");
    for (int i = 0; i < TOURNAMENT_GAMES; i++)
        print_fixture(&out, &meeting->fixture[i]);
    json_end(&out);
    json_end(&out);
    ledger_put(people->ledger, meeting_key(tournament, n).key, &out);
}

/* --- All of it --- */

/* The values of PREFIX, which are N; false if there are others. */
static bool read_all(struct people *people, struct ledger_name prefix, size_t n,
                     bool (*take)(struct hall *hall, size_t i, const char *value),
                     struct hall *hall)
{
    struct ledger_entry *line = calloc(n + 1, sizeof *line);
    const struct ledger_range range = {.prefix = prefix.key, .most = n + 1};
    bool good = line && ledger_list(people->ledger, &range, line) == n;

    for (size_t i = 0; i < n && good; i++)
        good = take(hall, i, line[i].value);
    free(line);
    return good;
}

static bool take_entry(struct hall *hall, size_t i, const char *value)
{
    return parse_entry(value, &hall->entry[i]);
}

static bool take_meeting(struct hall *hall, size_t i, const char *value)
{
    return parse_meeting(value, &hall->meeting[i]);
}

bool hall_open(struct people *people, const char *id, struct hall *hall)
{
    *hall = (struct hall){0};
    if (!tournament_read(people, id, &hall->t))
        return false;
    /* A round of a Swiss, or a pairing of an arena, adds no more than this. */
    hall->cap = hall->t.meetings + TOURNAMENT_PLAYERS;
    hall->entry = calloc(TOURNAMENT_PLAYERS, sizeof *hall->entry);
    hall->meeting = calloc(hall->cap, sizeof *hall->meeting);
    return hall->entry && hall->meeting &&
           read_all(people, ledger_key("entry/%s/", id), hall->t.entries, take_entry, hall) &&
           read_all(people, ledger_key("meeting/%s/", id), hall->t.meetings, take_meeting,
                    hall);
}

void hall_close(struct hall *hall)
{
    free(hall->entry);
    free(hall->meeting);
}

struct meeting *hall_add(struct hall *hall)
{
    struct meeting *meeting;

    if (hall->t.meetings >= hall->cap || hall->t.meetings >= TOURNAMENT_MEETINGS)
        return NULL;
    meeting = &hall->meeting[hall->t.meetings++];
    *meeting = (struct meeting){.round = hall->t.round, .changed = true};
    for (int i = 0; i < TOURNAMENT_GAMES; i++)
        meeting->fixture[i].winner = TOURNAMENT_NOBODY;
    return meeting;
}
