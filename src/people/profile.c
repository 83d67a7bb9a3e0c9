/* What everybody may see of somebody: name, standings, and the games that are over. */
#include "standing.h"

#include <stdio.h>
#include <string.h>

enum {
    STANDINGS_MAX = 64,
    PAGE = 50,       /* games of an answer */
    LOOKED_MAX = 20, /* pages that are looked at for them */
    LADDER_PAGE = 100,
    PLAYED_TAIL = 13 + 1 + ID_SIZE - 1, /* of the key of a game that was played */
};

/* The account that is asked for; false after a refusal. */
static bool find(struct people *people, struct petition *petition, struct person *person)
{
    if (account_find(people, petition->r.id, person))
        return true;
    request_refuse(&petition->r, &request_no.no_person, NULL);
    return false;
}

static void print_person(const struct person *person, struct json_out *out)
{
    json_text(out, "id", person->id);
    json_text(out, "name", person->name);
    json_bool(out, "bot", person->is_bot);
}

/* --- Standings --- */

/* standing/ID/GAME/ROLE: what is behind the id. */
static void print_standing(struct people *people, const char *id, const char *key,
                           struct json_out *out)
{
    size_t n = strcspn(key, "/");
    struct standing standing;
    char game[PLAYER_SIZE];

    (void)snprintf(game, sizeof game, "%.*s", (int)n, key);
    standing_read(people, id, game, key + n + 1, &standing);
    json_object(out, NULL);
    json_text(out, "game", game);
    json_text(out, "role", key + n + 1);
    standing_print(people, &standing, out);
    json_end(out);
}

void answer_profile(struct people *people, struct petition *petition)
{
    struct ledger_entry entry[STANDINGS_MAX];
    struct ledger_name prefix = ledger_key("standing/%s/", petition->r.id);
    const struct ledger_range range = {.prefix = prefix.key, .most = STANDINGS_MAX};
    struct json_out out = {0};
    struct person person;
    size_t n;

    if (!find(people, petition, &person))
        return;
    n = ledger_list(people->ledger, &range, entry);
    json_object(&out, NULL);
    print_person(&person, &out);
    json_list(&out, "standings");
    for (size_t i = 0; i < n; i++)
        print_standing(people, person.id, entry[i].key + strlen(prefix.key), &out);
    json_end(&out);
    json_end(&out);
    request_answer(&petition->r, 200, &out);
}

/* --- Games --- */

/* Whether the member NAME of a game is as the query wants it. */
static bool fits(struct json game, const char *name, const char *wanted)
{
    char text[64];

    return !wanted || (json_read_text(json_member(game, name), text, sizeof text) > 0 &&
                       strcmp(text, wanted) == 0);
}

static bool is_wanted(const struct request *r, struct json game)
{
    struct json opponent = json_member(game, "opponent");
    const char *whom = r->query[QUERY_OPPONENT], *result = r->query[QUERY_RESULT];
    bool won = json_kind(json_member(game, "won")) == JSON_TRUE;

    return fits(game, "game", r->query[QUERY_GAME]) &&
           fits(game, "role", r->query[QUERY_ROLE]) &&
           (!whom || fits(opponent, "id", whom) || fits(opponent, "player", whom)) &&
           (!result || strcmp(result, won ? "won" : "lost") == 0);
}

/* An opponent with the name that the account has now; null if it is gone. */
static void print_opponent(struct people *people, struct json opponent, struct json_out *out)
{
    struct person person;
    char id[ID_SIZE];

    json_object(out, "opponent");
    json_raw(out, "player", json_member(opponent, "player").at,
             json_length(json_member(opponent, "player")));
    if (json_read_text(json_member(opponent, "id"), id, sizeof id) > 0) {
        bool there = account_find(people, id, &person);

        json_text(out, "id", id);
        json_text(out, "name", there ? person.name : NULL);
    }
    json_end(out);
}

static void print_game(struct people *people, const char *id, struct json game,
                       struct json_out *out)
{
    struct json value = {NULL};
    char name[JSON_NAME_SIZE];

    json_object(out, NULL);
    json_text(out, "id", id);
    while ((value = json_next(game, value, name)).at)
        if (strcmp(name, "opponent") == 0)
            print_opponent(people, value, out);
        else
            json_raw(out, name, value.at, json_length(value));
    json_end(out);
}

/* The games of PREFIX that are wanted, at most a page of them. AFTER is where to look from, and
 * then where to look on, or empty if that was all. */
static void print_games(struct people *people, const struct request *r, const char *prefix,
                        struct ledger_name *after, struct json_out *out)
{
    size_t n = PAGE, found = 0;

    for (int page = 0; page < LOOKED_MAX && n == PAGE && found < PAGE; page++) {
        const struct ledger_range range = {
            .prefix = prefix, .after = after->key[0] ? after->key : NULL, .most = PAGE};
        struct ledger_entry entry[PAGE];

        n = ledger_list(people->ledger, &range, entry);
        for (size_t i = 0; i < n && found < PAGE; i++) {
            struct json game = ledger_json(entry[i].value);

            *after = ledger_key("%s", entry[i].key);
            if (!is_wanted(r, game))
                continue;
            print_game(people, entry[i].key + strlen(entry[i].key) - (ID_SIZE - 1), game, out);
            found++;
        }
    }
    if (n < PAGE && found < PAGE)
        after->key[0] = '\0';
}

/* Where the list goes on: what an earlier answer has said. False after a refusal. */
static bool read_after(struct request *r, const char *prefix, struct ledger_name *after)
{
    const char *text = r->query[QUERY_AFTER];

    after->key[0] = '\0';
    if (!text)
        return true;
    if (strlen(text) != PLAYED_TAIL || strspn(text, "0123456789") != 13 || text[13] != '-' ||
        !id_is_shaped(text + 14, ID_SIZE - 1)) {
        request_refuse(r, &request_no.after, NULL);
        return false;
    }
    *after = ledger_key("%s%.13s/%s", prefix, text, text + 14);
    return true;
}

void answer_played(struct people *people, struct petition *petition)
{
    struct request *r = &petition->r;
    struct ledger_name prefix = ledger_key("played/%s/", r->id);
    struct json_out out = {0};
    struct ledger_name after;
    struct person person;

    if (!find(people, petition, &person) || !read_after(r, prefix.key, &after))
        return;
    json_object(&out, NULL);
    json_list(&out, "games");
    print_games(people, r, prefix.key, &after, &out);
    json_end(&out);
    if (after.key[0]) {
        char *tail = after.key + strlen(after.key) - PLAYED_TAIL;

        tail[13] = '-';
        json_text(&out, "next", tail);
    } else {
        json_null(&out, "next");
    }
    json_end(&out);
    request_answer(r, 200, &out);
}

/* --- Ladders --- */

/* ladder/GAME/ROLE/RATING/ID */
static void print_rung(struct people *people, const char *game, const char *role,
                       const char *key, struct json_out *out)
{
    const char *id = key + strlen(key) - (ID_SIZE - 1);
    struct standing standing;
    struct person person;

    if (!account_find(people, id, &person))
        return;
    standing_read(people, id, game, role, &standing);
    json_object(out, NULL);
    print_person(&person, out);
    standing_print(people, &standing, out);
    json_end(out);
}

void answer_ladder(struct people *people, struct petition *petition)
{
    struct request *r = &petition->r;
    const char *game = r->query[QUERY_GAME], *role = r->query[QUERY_ROLE];
    struct ledger_entry entry[LADDER_PAGE];
    struct json_out out = {0};
    struct ledger_name prefix;
    size_t n;

    if (!game || !role || !alibi_game_find(game) ||
        (strcmp(role, "jack") != 0 && strcmp(role, "detective") != 0)) {
        request_refuse(r, &request_no.ladder, NULL);
        return;
    }
    prefix = ledger_key("ladder/%s/%s/", game, role);
    n = ledger_list(people->ledger,
                    &(struct ledger_range){.prefix = prefix.key, .most = LADDER_PAGE}, entry);
    json_object(&out, NULL);
    json_list(&out, "people");
    for (size_t i = 0; i < n; i++)
        print_rung(people, game, role, entry[i].key, &out);
    json_end(&out);
    json_end(&out);
    request_answer(r, 200, &out);
}
