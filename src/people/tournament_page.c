/* What everybody may see of tournaments: of a game under way that it is one, of one that is
 * over how it ended. */
#include "tournament.h"

#include <string.h>

enum {
    LISTED_MOST = 100, /* that are not over */
    PAST_MOST = 50,    /* and, of an answer, the last that are */
    LATELY = 16,       /* meetings of an arena that are over, beside those under way */
    PAGE = 200,        /* meetings of an answer */
    PAST_TIME = 13,    /* digits of a time */
    PAST_TAIL = PAST_TIME + 1 + ID_SIZE - 1,
};

/* --- What was announced --- */

/* As members of the open object. */
static void print_about(struct people *people, const struct tournament *t, struct json_out *out)
{
    struct person maker;
    bool there = account_find(people, t->maker, &maker);

    json_text(out, "id", t->id);
    json_text(out, "title", t->title);
    json_text(out, "game", t->game);
    json_text(out, "kind", t->arena ? "arena" : "swiss");
    json_text(out, "clock", t->clock);
    if (t->arena)
        json_number(out, "minutes", (int64_t)t->minutes);
    else if (t->rounds)
        json_number(out, "rounds", (int64_t)t->rounds);
    json_number(out, "patience", (int64_t)t->patience);
    json_number(out, "starts", (int64_t)t->starts);
    json_bool(out, "rated", t->rated);
    json_text(out, "state", tournament_state_name(t));
    if (t->ended)
        json_number(out, "ended", (int64_t)t->ended);
    json_number(out, "entries", (int64_t)t->entries);
    json_object(out, "maker");
    json_text(out, "id", t->maker);
    json_text(out, "name", there ? maker.name : NULL);
    json_end(out);
}

/* From AFTER on, if that is not empty; it is then where the list goes on, or empty. */
static void print_list(struct people *people, const char *prefix, size_t most,
                       struct ledger_name *after, struct json_out *out)
{
    struct ledger_entry entry[LISTED_MOST];
    const struct ledger_range range = {
        .prefix = prefix, .after = after->key[0] ? after->key : NULL, .most = most};
    size_t n = ledger_list(people->ledger, &range, entry);
    struct tournament t;

    for (size_t i = 0; i < n; i++) {
        if (!tournament_read(people, entry[i].key + strlen(entry[i].key) - (ID_SIZE - 1), &t))
            continue;
        json_object(out, NULL);
        print_about(people, &t, out);
        json_end(out);
    }
    if (n == most)
        *after = ledger_key("%s", entry[n - 1].key);
    else
        after->key[0] = '\0';
}

/* Where the list of those that are over goes on, "TIME-ID" as an answer before has said; false
 * after a refusal. */
static bool read_past(struct request *r, struct ledger_name *after)
{
    const char *text = r->query[QUERY_AFTER];

    if (!text)
        return true;
    if (strlen(text) != PAST_TAIL || strspn(text, "0123456789") != PAST_TIME ||
        text[PAST_TIME] != '-' || !id_is_shaped(text + PAST_TIME + 1, ID_SIZE - 1)) {
        request_refuse(r, &request_no.after, NULL);
        return false;
    }
    *after = ledger_key("past/%.*s/%s", PAST_TIME, text, text + PAST_TIME + 1);
    return true;
}

void answer_tournaments(struct people *people, struct petition *petition)
{
    struct ledger_name after = {""}, none = {""};
    struct json_out out = {0};

    if (!read_past(&petition->r, &after))
        return;
    json_object(&out, NULL);
    json_number(&out, "now", (int64_t)people->now);
    json_list(&out, "tournaments");
    if (!after.key[0])
        print_list(people, "agenda/", LISTED_MOST, &none, &out);
    print_list(people, "past/", PAST_MOST, &after, &out);
    json_end(&out);
    if (after.key[0])
        after.key[strlen("past/") + PAST_TIME] = '-';
    json_text(&out, "next", after.key[0] ? after.key + strlen("past/") : NULL);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* --- Players and meetings --- */

static void print_players(const struct hall *hall, struct json_out *out)
{
    json_list(out, "players");
    for (uint64_t i = 0; i < hall->t.entries; i++) {
        const struct entry *entry = &hall->entry[i];

        json_object(out, NULL);
        json_text(out, "id", entry->id[0] ? entry->id : NULL);
        json_text(out, "name", entry->id[0] ? entry->name : NULL);
        json_bool(out, "bot", entry->is_bot);
        json_number(out, "rating", (int64_t)entry->rating);
        json_bool(out, "withdrawn", entry->withdrawn);
        json_end(out);
    }
    json_end(out);
}

static void print_fixture(const struct fixture *fixture, struct json_out *out)
{
    /* Nobody is told of a game that is not there yet. */
    static const char *const state[] = {"called", "called", "playing", "over"};
    static const char *const side[] = {"first", "second"};

    json_object(out, NULL);
    json_text(out, "state", state[fixture->state]);
    if (fixture->id[0] && fixture->state >= FIXTURE_PLAYED)
        json_text(out, "id", fixture->id);
    if (fixture->state == FIXTURE_ENDED) {
        json_text(out, "winner",
                  fixture->winner == TOURNAMENT_NOBODY ? NULL : side[fixture->winner]);
        json_text(out, "how", fixture->how);
    }
    json_end(out);
}

static void print_meeting(const struct hall *hall, uint64_t number, struct json_out *out)
{
    const struct meeting *m = &hall->meeting[number];

    json_object(out, NULL);
    json_number(out, "number", (int64_t)number);
    if (!hall->t.arena)
        json_number(out, "round", (int64_t)m->round);
    json_number(out, "first", m->player[0]);
    if (m->player[1] != TOURNAMENT_NOBODY)
        json_number(out, "second", m->player[1]);
    else
        json_null(out, "second");
    json_number(out, "called", (int64_t)m->called);
    json_list(out, "points");
    json_number(out, NULL, meeting_points(m, 0));
    json_number(out, NULL, meeting_points(m, 1));
    json_end(out);
    json_list(out, "games");
    for (int i = 0; i < TOURNAMENT_GAMES; i++)
        print_fixture(&m->fixture[i], out);
    json_end(out);
    json_end(out);
}

/* The round of a Swiss; of an arena what is under way, and what was lately. */
static void print_now(const struct hall *hall, struct json_out *out)
{
    uint64_t left = 0, over = 0;

    for (uint64_t i = 0; i < hall->t.meetings; i++)
        over += meeting_is_over(&hall->meeting[i]);
    left = over > LATELY ? over - LATELY : 0;
    json_list(out, "meetings");
    for (uint64_t i = 0; i < hall->t.meetings; i++) {
        bool is_over = meeting_is_over(&hall->meeting[i]);

        if (hall->t.arena ? !is_over || left == 0 : hall->meeting[i].round == hall->t.round)
            print_meeting(hall, i, out);
        if (is_over && left > 0)
            left--;
    }
    json_end(out);
}

/* The tournament that is asked for; false after a refusal. Close it in any case. */
static bool open_asked(struct people *people, struct petition *petition, struct hall *hall)
{
    if (hall_open(people, petition->r.id, hall))
        return true;
    request_refuse(&petition->r, &request_no.no_tournament, NULL);
    return false;
}

void answer_tournament(struct people *people, struct petition *petition)
{
    struct json_out out = {0};
    struct hall hall;

    if (open_asked(people, petition, &hall)) {
        json_object(&out, NULL);
        json_number(&out, "now", (int64_t)people->now);
        print_about(people, &hall.t, &out);
        if (!hall.t.arena)
            json_number(&out, "round", (int64_t)hall.t.round);
        print_players(&hall, &out);
        hall_print_table(&hall, &out);
        print_now(&hall, &out);
        json_end(&out);
        request_answer(&petition->r, 200, &out);
    }
    hall_close(&hall);
}

/* --- All meetings --- */

/* From which number on; false after a refusal. */
static bool read_after(struct request *r, size_t *from)
{
    const char *text = r->query[QUERY_AFTER];

    return request_number(r, "after", text, TOURNAMENT_MEETINGS, 0, from);
}

void answer_meetings(struct people *people, struct petition *petition)
{
    struct json_out out = {0};
    struct hall hall = {0};
    size_t from;

    if (read_after(&petition->r, &from) && open_asked(people, petition, &hall)) {
        uint64_t end = from + PAGE < hall.t.meetings ? from + PAGE : hall.t.meetings;

        json_object(&out, NULL);
        json_list(&out, "meetings");
        for (uint64_t i = from; i < end; i++)
            print_meeting(&hall, i, &out);
        json_end(&out);
        if (end < hall.t.meetings)
            json_number(&out, "next", (int64_t)end);
        else
            json_null(&out, "next");
        json_end(&out);
        request_answer(&petition->r, 200, &out);
    }
    hall_close(&hall);
}
