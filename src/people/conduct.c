/* Adding up what is known of somebody. */
#include "conduct.h"

#include "aborts.h"
#include "standing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GAMES_LOOKED = 100, STANDINGS_MAX = 64 };

struct encounters encounters_between(struct people *people, const char *a, const char *b)
{
    struct ledger_entry entry[GAMES_LOOKED];
    struct ledger_name prefix = ledger_key("played/%s/", a);
    struct encounters met = {0, 0, 0};
    size_t n =
        ledger_list(people->ledger,
                    &(struct ledger_range){.prefix = prefix.key, .most = GAMES_LOOKED}, entry);

    for (size_t i = 0; i < n; i++) {
        struct json game = ledger_json(entry[i].value);
        char id[ID_SIZE];

        if (json_read_text(json_member(json_member(game, "opponent"), "id"), id, sizeof id) <=
                0 ||
            strcmp(id, b) != 0)
            continue;
        met.games++;
        met.rated += json_kind(json_member(game, "rated")) == JSON_TRUE;
        met.won += json_kind(json_member(game, "won")) == JSON_TRUE;
    }
    return met;
}

/* --- A game --- */

static struct json find_result(struct people *people, const char *id)
{
    return ledger_json(ledger_get(people->ledger, ledger_key("result/%s", id).key));
}

void conduct_print_result(struct people *people, struct json_out *out, const char *id)
{
    static const char *const plain[] = {"game", "result", "rated", "void"};
    struct json result = find_result(people, id);

    if (!result.at) {
        json_null(out, "result");
        return;
    }
    json_object(out, "result");
    for (size_t i = 0; i < sizeof plain / sizeof plain[0]; i++) {
        struct json value = json_member(result, plain[i]);

        json_raw(out, plain[i], value.at, json_length(value));
    }
    json_end(out);
}

/* --- Somebody --- */

enum tally { RESIGNED, LATE, ACCUSED, RIGHTLY, TALLIES };

/* What an end means for one who has played ROLE: they gave up, let their time run out or left,
 * accused, accused the right one. */
static const struct meaning {
    const char *role, *end;
    bool is[TALLIES];
} meanings[] = {
    {"jack", "detective:resignation", {[RESIGNED] = true}},
    {"detective", "jack:resignation", {[RESIGNED] = true}},
    {"jack", "detective:clock", {[LATE] = true}},
    {"detective", "jack:clock", {[LATE] = true}},
    {"jack", "detective:absence", {[LATE] = true}},
    {"detective", "jack:absence", {[LATE] = true}},
    {"detective", "detective:arrest", {[ACCUSED] = true, [RIGHTLY] = true}},
    {"detective", "jack:wrong-accusation", {[ACCUSED] = true}},
};

struct conduct {
    uint64_t played, won, of[TALLIES];
};

static uint64_t count_end(const struct standing *standing, const char *end)
{
    for (int i = 0; i < STANDING_ENDS && standing->end[i].how[0]; i++)
        if (strcmp(standing->end[i].how, end) == 0)
            return standing->end[i].n;
    return 0;
}

static void add(struct conduct *conduct, const char *role, const struct standing *standing)
{
    conduct->played += standing->played;
    conduct->won += standing->won;
    for (size_t i = 0; i < sizeof meanings / sizeof meanings[0]; i++)
        for (int k = 0; k < TALLIES; k++)
            if (meanings[i].is[k] && strcmp(meanings[i].role, role) == 0)
                conduct->of[k] += count_end(standing, meanings[i].end);
}

static struct conduct add_up(struct people *people, const char *who)
{
    struct ledger_entry entry[STANDINGS_MAX];
    struct ledger_name prefix = ledger_key("standing/%s/", who);
    size_t n =
        ledger_list(people->ledger,
                    &(struct ledger_range){.prefix = prefix.key, .most = STANDINGS_MAX}, entry);
    struct conduct conduct = {0};

    for (size_t i = 0; i < n; i++) {
        const char *game = entry[i].key + strlen(prefix.key), *role = strrchr(game, '/') + 1;
        struct standing standing;
        char name[PLAYER_SIZE];

        (void)snprintf(name, sizeof name, "%.*s", (int)(role - game - 1), game);
        standing_read(people, who, name, role, &standing);
        add(&conduct, role, &standing);
    }
    return conduct;
}

static void print_rating(struct people *people, struct json_out *out, const char *who,
                         const char *id, const char *role)
{
    struct standing standing = {.rated = 0};
    char game[PLAYER_SIZE];

    if (json_read_text(json_member(find_result(people, id), "game"), game, sizeof game) > 0)
        standing_read(people, who, game, role, &standing);
    if (standing.rated)
        json_number(out, "rating", lround(standing.glicko.rating));
    else
        json_null(out, "rating");
}

void conduct_print(struct people *people, struct json_out *out, const char *who, const char *id,
                   const char *role)
{
    static const char *const name[TALLIES] = {"resigned", "late", "accused", "rightly"};
    struct conduct conduct = add_up(people, who);
    unsigned games, aborted = aborts_count(people, who, &games);

    json_object(out, "conduct");
    json_number(out, "played", (int64_t)conduct.played);
    json_number(out, "won", (int64_t)conduct.won);
    for (int i = 0; i < TALLIES; i++)
        json_number(out, name[i], (int64_t)conduct.of[i]);
    json_number(out, "lately", games);
    json_number(out, "aborted", aborted);
    print_rating(people, out, who, id, role);
    json_end(out);
}
