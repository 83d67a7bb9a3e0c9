/* Ladders are keys in the order of the places: ladder/GAME/ROLE/RATING/ID and
 * day/DAY/POINTS/ID, where the higher number comes first. days/ID/DAY has somebody's points of
 * a day; both go when the day is over. */
#include "ladders.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TOP = 99999, /* no rating is higher, nor are a day's points */
    NUMBER = 5,  /* digits of it */
    PAGE = 50,
    LOOKED_MAX = 20, /* pages that are looked at for somebody's own place */
    SWEPT = 10,      /* old places that go with every game */
    TAIL = NUMBER + 1 + ID_SIZE - 1,
    DAY_MS = 24 * 3600 * 1000,
};

static long from_top(long n)
{
    return n > TOP ? 0 : n < 0 ? TOP : TOP - n;
}

struct ledger_name ladder_rung(const char *game, const char *role, double rating,
                               const char *id)
{
    return ledger_key("ladder/%s/%s/%05ld/%s", game, role, from_top(lround(rating)), id);
}

void ladder_leave(struct people *people, const char *id, const char *key)
{
    const char *role = strchr(key, '/');
    struct standing standing;
    char game[PLAYER_SIZE];

    (void)snprintf(game, sizeof game, "%.*s", (int)(role - key), key);
    standing_read(people, id, game, role + 1, &standing);
    ledger_drop(people->ledger, ladder_rung(game, role + 1, standing.glicko.rating, id).key);
}

/* --- The day --- */

struct score {
    uint64_t points, won, played;
};

uint64_t day_of(uint64_t ms)
{
    return ms / DAY_MS;
}

static struct ledger_name key_of_score(const char *id, uint64_t day)
{
    return ledger_key("days/%s/%05llu", id, (unsigned long long)day);
}

static struct ledger_name key_of_place(uint64_t day, uint64_t points, const char *id)
{
    return ledger_key("day/%05llu/%05ld/%s", (unsigned long long)day, from_top((long)points),
                      id);
}

static struct score read_score(struct people *people, const char *id, uint64_t day)
{
    struct json kept = ledger_json(ledger_get(people->ledger, key_of_score(id, day).key));
    struct score score = {0};

    (void)json_read_number(json_member(kept, "points"), &score.points);
    (void)json_read_number(json_member(kept, "won"), &score.won);
    (void)json_read_number(json_member(kept, "played"), &score.played);
    return score;
}

static void print_score(const struct score *score, struct json_out *out)
{
    json_number(out, "points", (int64_t)score->points);
    json_number(out, "won", (int64_t)score->won);
    json_number(out, "played", (int64_t)score->played);
}

/* Some of what is left of days before. */
static void sweep(struct people *people)
{
    struct ledger_entry entry[SWEPT];
    size_t n = ledger_list(people->ledger,
                           &(struct ledger_range){.prefix = "day/", .most = SWEPT}, entry);
    uint64_t today = day_of(people->now);

    for (size_t i = 0; i < n; i++) {
        uint64_t day = strtoull(entry[i].key + strlen("day/"), NULL, 10);

        if (day >= today)
            return;
        ledger_drop(people->ledger,
                    key_of_score(entry[i].key + strlen(entry[i].key) - (ID_SIZE - 1), day).key);
        ledger_drop(people->ledger, entry[i].key);
    }
}

/* The score of ID today is NOW instead of BEFORE. */
static void put_score(struct people *people, const char *id, const struct score *before,
                      const struct score *now)
{
    uint64_t today = day_of(people->now);
    struct json_out out = {0};

    if (before->played)
        ledger_drop(people->ledger, key_of_place(today, before->points, id).key);
    if (!now->played) {
        ledger_drop(people->ledger, key_of_score(id, today).key);
        return;
    }
    json_object(&out, NULL);
    print_score(now, &out);
    json_end(&out);
    ledger_put(people->ledger, key_of_score(id, today).key, &out);
    ledger_put_text(people->ledger, key_of_place(today, now->points, id).key, "{}");
}

static uint64_t points_for(bool won, double expected)
{
    return won ? (uint64_t)lround(100 * (1 - expected)) : 0;
}

void day_count_game(struct people *people, const char *id, bool won, double expected)
{
    struct score before = read_score(people, id, day_of(people->now)), now = before;

    sweep(people);
    now.points += points_for(won, expected);
    now.won += won;
    now.played++;
    put_score(people, id, &before, &now);
}

void day_forget_game(struct people *people, const char *id, bool won, double expected)
{
    struct score before = read_score(people, id, day_of(people->now)), now = before;
    uint64_t points = points_for(won, expected);

    if (!before.played)
        return;
    now.points -= points < before.points ? points : before.points;
    now.won -= won && before.won;
    now.played--;
    put_score(people, id, &before, &now);
}

void day_leave(struct people *people, const char *id, const char *key)
{
    uint64_t day = strtoull(key, NULL, 10);
    struct score score = read_score(people, id, day);

    ledger_drop(people->ledger, key_of_place(day, score.points, id).key);
}

/* --- Answers --- */

/* A ladder that is asked for. */
struct ladder {
    const char *game, *role; /* or NULL: that of the day */
    struct ledger_name prefix;
};

/* Whether ID has a place: a rating becomes provisional again with time, and nothing happens to
 * its rung then. */
static bool has_place(struct people *people, const struct ladder *ladder, const char *id)
{
    struct standing standing;

    if (!ladder->game)
        return true;
    standing_read(people, id, ladder->game, ladder->role, &standing);
    return !glicko_provisional(standing_now(people, &standing));
}

static void print_place(struct people *people, const struct ladder *ladder, const char *id,
                        size_t place, struct json_out *out)
{
    struct standing standing;
    struct score score;

    json_number(out, "place", (int64_t)place);
    if (ladder->game) {
        standing_read(people, id, ladder->game, ladder->role, &standing);
        standing_print(people, &standing, out);
    } else {
        score = read_score(people, id, day_of(people->now));
        print_score(&score, out);
    }
}

static const char *id_of(const struct ledger_entry *entry)
{
    return entry->key + strlen(entry->key) - (ID_SIZE - 1);
}

static void print_rung(struct people *people, const struct ladder *ladder, const char *id,
                       size_t place, struct json_out *out)
{
    struct person person;

    if (!account_find(people, id, &person))
        return;
    json_object(out, NULL);
    person_print(&person, out);
    print_place(people, ladder, id, place, out);
    json_end(out);
}

/* Looks a page further after AFTER, which is "" at the top. */
static size_t list_page(struct people *people, const struct ladder *ladder,
                        const struct ledger_name *after, struct ledger_entry entry[PAGE])
{
    const struct ledger_range range = {
        .prefix = ladder->prefix.key, .after = after->key[0] ? after->key : NULL, .most = PAGE};

    return ledger_list(people->ledger, &range, entry);
}

/* The asker's own place, if it is not too far down. */
static void print_own(struct people *people, const struct petition *petition,
                      const struct ladder *ladder, struct json_out *out)
{
    struct ledger_name after = {""};
    struct ledger_entry entry[PAGE];
    bool has = petition->has_person && has_place(people, ladder, petition->person.id);
    size_t n = PAGE, place = 1;

    for (int page = 0; has && page < LOOKED_MAX && n == PAGE; page++) {
        n = list_page(people, ladder, &after, entry);
        for (size_t i = 0; i < n; i++) {
            if (strcmp(id_of(&entry[i]), petition->person.id) == 0) {
                json_object(out, "you");
                print_place(people, ladder, petition->person.id, place, out);
                json_end(out);
                return;
            }
            place += has_place(people, ladder, id_of(&entry[i]));
        }
        if (n)
            after = ledger_key("%s", entry[n - 1].key);
    }
    json_null(out, "you");
}

/* "NUMBER-ID-PLACE": where the answer before has ended. False after a refusal. */
static bool read_after(struct request *r, const struct ladder *ladder,
                       struct ledger_name *after, size_t *place)
{
    const char *text = r->query[QUERY_AFTER];

    *after = (struct ledger_name){""};
    *place = 0;
    if (!text)
        return true;
    if (strlen(text) < TAIL + 2 || strspn(text, "0123456789") != NUMBER ||
        text[NUMBER] != '-' || !id_is_shaped(text + NUMBER + 1, ID_SIZE - 1) ||
        text[TAIL] != '-' || strlen(text + TAIL + 1) > NUMBER ||
        text[TAIL + 1 + strspn(text + TAIL + 1, "0123456789")]) {
        request_refuse(r, &request_no.after, NULL);
        return false;
    }
    *after = ledger_key("%s%.*s/%.*s", ladder->prefix.key, NUMBER, text, ID_SIZE - 1,
                        text + NUMBER + 1);
    *place = strtoul(text + TAIL + 1, NULL, 10);
    return true;
}

static void print_people(struct people *people, const struct ladder *ladder,
                         const struct ledger_name *after, size_t place, struct json_out *out)
{
    struct ledger_entry entry[PAGE];
    size_t n = list_page(people, ladder, after, entry);
    char next[TAIL + 2 + 20];

    json_list(out, "people");
    for (size_t i = 0; i < n; i++)
        if (has_place(people, ladder, id_of(&entry[i])))
            print_rung(people, ladder, id_of(&entry[i]), ++place, out);
    json_end(out);
    if (n == PAGE) {
        (void)snprintf(next, sizeof next, "%s-%zu",
                       entry[n - 1].key + strlen(ladder->prefix.key), place);
        next[NUMBER] = '-';
    }
    json_text(out, "next", n == PAGE ? next : NULL);
}

static void answer(struct people *people, struct petition *petition,
                   const struct ladder *ladder)
{
    struct request *r = &petition->r;
    uint64_t day = day_of(people->now) * DAY_MS;
    struct json_out out = {0};
    struct ledger_name after;
    size_t place;

    if (!read_after(r, ladder, &after, &place))
        return;
    json_object(&out, NULL);
    if (!ladder->game) {
        json_number(&out, "from", (int64_t)day);
        json_number(&out, "to", (int64_t)(day + DAY_MS));
    }
    print_people(people, ladder, &after, place, &out);
    print_own(people, petition, ladder, &out);
    json_end(&out);
    request_answer(r, 200, &out);
}

void answer_ladder(struct people *people, struct petition *petition)
{
    struct request *r = &petition->r;
    struct ladder ladder = {r->query[QUERY_GAME], r->query[QUERY_ROLE], {""}};

    if (!ladder.game || !ladder.role || !alibi_game_find(ladder.game) ||
        (strcmp(ladder.role, "jack") != 0 && strcmp(ladder.role, "detective") != 0)) {
        request_refuse(r, &request_no.ladder, NULL);
        return;
    }
    ladder.prefix = ledger_key("ladder/%s/%s/", ladder.game, ladder.role);
    answer(people, petition, &ladder);
}

void answer_day(struct people *people, struct petition *petition)
{
    struct ladder ladder = {NULL, NULL, {""}};

    ladder.prefix = ledger_key("day/%05llu/", (unsigned long long)day_of(people->now));
    answer(people, petition, &ladder);
}
