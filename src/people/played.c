/* The games that somebody has played: played/ID/WHEN/GAME, in pages, as they are wanted. */
#include "gather.h"
#include "people.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    PAGE = 50,       /* games of an answer */
    LOOKED_MAX = 20, /* pages that are looked at for them */
    RATING_DIGITS = 4,
    PLAYED_TAIL = 13 + 1 + ID_SIZE - 1, /* of the key of a game */
};
static const char digits[] = "0123456789";

/* Who asks for whose games. */
struct reader {
    struct people *people;
    const struct request *r;
    struct ledger_name prefix;
    bool is_owner;
    unsigned least, most; /* of the opponent's rating; MOST 0: whatever it was */
};

/* --- What is wanted --- */

/* Whether the query WHICH is missing, or one of the words ONE and OTHER; false after a refusal.
 */
static bool check_word(struct request *r, enum query which, const char *one, const char *other)
{
    const char *text = r->query[which];
    char values[32];

    if (!text || strcmp(text, one) == 0 || strcmp(text, other) == 0)
        return true;
    (void)snprintf(values, sizeof values, "%s, %s", one, other);
    request_refuse(r, &request_no.one_of, ALIBI_WITH(query_name[which], values));
    return false;
}

/* "1400-1600"; false after a refusal. */
static bool read_range(struct request *r, struct reader *out)
{
    const char *text = r->query[QUERY_AGAINST];
    size_t first = text ? strspn(text, digits) : 0;
    const char *after = text && text[first] == '-' ? text + first + 1 : "";
    size_t second = strspn(after, digits);

    if (!text)
        return true;
    if (first >= 1 && first <= RATING_DIGITS && second >= 1 && second <= RATING_DIGITS &&
        !after[second]) {
        out->least = (unsigned)strtoul(text, NULL, 10);
        out->most = (unsigned)strtoul(after, NULL, 10);
        if (out->most > 0 && out->least <= out->most)
            return true;
    }
    request_refuse(r, &request_no.range, ALIBI_WITH(query_name[QUERY_AGAINST]));
    return false;
}

/* What the query wants of the games; false after a refusal. */
static bool read_wish(struct request *r, struct reader *out)
{
    const char *game = r->query[QUERY_GAME];

    if (game && !alibi_game_find(game)) {
        request_refuse(r, &request_no.game, ALIBI_WITH(game));
        return false;
    }
    return check_word(r, QUERY_ROLE, "jack", "detective") &&
           check_word(r, QUERY_RESULT, "won", "lost") &&
           check_word(r, QUERY_RATED, "yes", "no") && read_range(r, out);
}

/* Whether the member NAME of a game is as the query wants it. */
static bool fits(struct json game, const char *name, const char *wanted)
{
    char text[64];

    return !wanted || (json_read_text(json_member(game, name), text, sizeof text) > 0 &&
                       strcmp(text, wanted) == 0);
}

static bool is_true(struct json game, const char *name)
{
    return json_kind(json_member(game, name)) == JSON_TRUE;
}

/* Whether the opponent had a rating in the range, when they met. */
static bool is_in_range(const struct reader *reader, struct json game)
{
    uint64_t rating;

    return reader->most == 0 || (json_read_number(json_member(game, "against"), &rating) &&
                                 rating >= reader->least && rating <= reader->most);
}

/* A private game that is over is open to whoever has its address, so only its players have that
 * from here. */
static bool is_wanted(const struct reader *reader, struct json game)
{
    const struct request *r = reader->r;
    struct json opponent = json_member(game, "opponent");
    const char *whom = r->query[QUERY_OPPONENT], *result = r->query[QUERY_RESULT];
    const char *rated = r->query[QUERY_RATED];

    return (reader->is_owner || !is_true(game, "private")) && is_in_range(reader, game) &&
           fits(game, "game", r->query[QUERY_GAME]) &&
           fits(game, "role", r->query[QUERY_ROLE]) &&
           (!whom || fits(opponent, "id", whom) || fits(opponent, "player", whom)) &&
           (!rated || strcmp(rated, is_true(game, "rated") ? "yes" : "no") == 0) &&
           (!result || strcmp(result, is_true(game, "won") ? "won" : "lost") == 0);
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

        json_text(out, "id", there ? id : NULL);
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

/* How games are told. */
typedef void teller(struct people *people, const char *id, struct json game,
                    struct json_out *out);

/* The games that are wanted, at most MOST of them. AFTER is where to look from, and then where
 * to look on, or empty if that was all. */
static void tell_games(const struct reader *reader, size_t most, struct ledger_name *after,
                       teller *tell, struct json_out *out)
{
    size_t n = PAGE, found = 0;

    for (int page = 0; page < LOOKED_MAX && n == PAGE && found < most; page++) {
        const struct ledger_range range = {.prefix = reader->prefix.key,
                                           .after = after->key[0] ? after->key : NULL,
                                           .most = PAGE};
        struct ledger_entry entry[PAGE];

        n = ledger_list(reader->people->ledger, &range, entry);
        for (size_t i = 0; i < n && found < most; i++) {
            struct json game = ledger_json(entry[i].value);

            *after = ledger_key("%s", entry[i].key);
            if (!is_wanted(reader, game))
                continue;
            tell(reader->people, entry[i].key + strlen(entry[i].key) - (ID_SIZE - 1), game,
                 out);
            found++;
        }
    }
    if (n < PAGE && found < most)
        after->key[0] = '\0';
}

/* Where the list goes on: what an earlier answer has said. False after a refusal. */
static bool read_after(struct request *r, const char *prefix, struct ledger_name *after)
{
    const char *text = r->query[QUERY_AFTER];

    after->key[0] = '\0';
    if (!text)
        return true;
    if (strlen(text) != PLAYED_TAIL || strspn(text, digits) != 13 || text[13] != '-' ||
        !id_is_shaped(text + 14, ID_SIZE - 1)) {
        request_refuse(r, &request_no.after, NULL);
        return false;
    }
    *after = ledger_key("%s%.13s/%s", prefix, text, text + 14);
    return true;
}

/* The list NAME, and where it goes on. */
static void answer(struct people *people, struct petition *petition, const char *name,
                   size_t most, teller *tell)
{
    struct request *r = &petition->r;
    struct reader reader = {.people = people,
                            .r = r,
                            .prefix = ledger_key("played/%s/", r->id),
                            .is_owner = petition->has_person &&
                                        strcmp(petition->person.id, petition->r.id) == 0};
    struct json_out out = {0};
    struct ledger_name after;
    struct person person;

    if (!person_asked(people, petition, &person) || !read_wish(r, &reader) ||
        !read_after(r, reader.prefix.key, &after))
        return;
    json_object(&out, NULL);
    json_list(&out, name);
    tell_games(&reader, most, &after, tell, &out);
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

void answer_played(struct people *people, struct petition *petition)
{
    answer(people, petition, "games", PAGE, print_game);
}

static void print_id(struct people *people, const char *id, struct json game,
                     struct json_out *out)
{
    (void)people;
    (void)game;
    json_text(out, NULL, id);
}

/* The app adds what is in those games. */
void answer_records(struct people *people, struct petition *petition)
{
    answer(people, petition, "records", GATHERED_MAX, print_id);
}
