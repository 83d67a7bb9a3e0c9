/* Games that have ended: each counts once, for everybody with an account who has played it.
 *
 * result/GAME says that it has been counted, and what it came to; played/ID/WHEN/GAME is what
 * somebody's list of games is made of, the newest first; curve/ID/GAME/ROLE/DAY is the rating
 * at the end of a day. rated/NAME/WHEN/GAME is the list, the oldest first, from which all
 * ratings in a game can be computed again. Of an account that is no more nothing is noted: its
 * games may end after it. */
#include "aborts.h"
#include "anchors.h"
#include "ladders.h"
#include "linked_accounts.h"
#include "running_games.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FINE = 1000, AT_ONCE = 100 };
#define LAST_MOMENT UINT64_C(9999999999999) /* so that what is newer comes first */

/* One side of a game, before and after. */
struct side {
    const char *role;
    const struct result_player *player;
    bool won;
    struct standing standing;
    struct glicko before, after;
    bool is_rated; /* it has a rating that counts here */
    bool is_there; /* it has an account */
};

static struct side side_of(struct people *people, const struct game_result *result, int seat)
{
    static const char level[] = "level"; /* of the computer */
    struct side side = {.role = alibi_seat_name((enum alibi_seat)seat),
                        .player = &result->player[seat],
                        .won = result->winner == seat};
    struct person person;

    if (side.player->id[0]) {
        side.is_there = account_find(people, side.player->id, &person);
        (side.is_there ? standing_read : standing_read_gone)(
            people, side.player->id, result->game, side.role, &side.standing);
        side.before = standing_now(people, &side.standing);
        side.is_rated = true;
    } else {
        side.is_rated = strncmp(side.player->name, level, sizeof level - 1) == 0 &&
                        anchor_find(result->game, atoi(side.player->name + sizeof level - 1),
                                    seat, &side.before);
    }
    side.after = side.before;
    return side;
}

static void climb(struct people *people, const struct game_result *result,
                  const struct side *side, const struct standing *old)
{
    const char *id = side->player->id;

    if (old->rated)
        ledger_drop(people->ledger,
                    ladder_rung(result->game, side->role, old->glicko.rating, id).key);
    if (!glicko_provisional(side->after))
        ledger_put_text(people->ledger,
                        ladder_rung(result->game, side->role, side->after.rating, id).key,
                        "{}");
}

/* The last of a day stays. */
static struct ledger_name curve_of(const struct people *people,
                                   const struct game_result *result, const struct side *side)
{
    return ledger_key("curve/%s/%s/%s/%05llu", side->player->id, result->game, side->role,
                      (unsigned long long)day_of(people->now));
}

static void note_curve(struct people *people, const struct game_result *result,
                       const struct side *side)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_number(&out, "at", (int64_t)people->now);
    json_number(&out, "rating", lround(side->after.rating));
    json_number(&out, "deviation", lround(side->after.deviation));
    json_end(&out);
    ledger_put(people->ledger, curve_of(people, result, side).key, &out);
}

/* The ratings of both, if the game counts for them. */
static void rate(const struct people *people, struct side side[2])
{
    struct glicko before[2] = {side[0].before, side[1].before};

    for (int i = 0; i < 2; i++) {
        const struct glicko_game game = {before[1 - i], side[i].won ? 1 : 0};
        struct standing *standing = &side[i].standing;

        if (!side[i].is_there)
            continue;
        side[i].after = glicko_rated(before[i], &game, 1, 0); /* BEFORE is as of now */
        side[i].after.rating = round(side[i].after.rating * FINE) / FINE; /* as it is kept */
        standing->glicko = side[i].after;
        standing->at = people->now;
        standing->rated++;
    }
}

static void print_opponent(const struct result_player *player, struct json_out *out)
{
    json_object(out, "opponent");
    json_text(out, "id", player->id[0] ? player->id : NULL);
    json_text(out, "player", player->id[0] ? "account" : player->name);
    json_end(out);
}

static void note_played(struct people *people, const struct game_result *result,
                        const struct side *side, const struct side *other)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "game", result->game);
    json_text(&out, "role", side->role);
    json_bool(&out, "won", side->won);
    json_text(&out, "result", result->how);
    json_bool(&out, "rated", result->rated);
    if (!result->listed)
        json_bool(&out, "private", true);
    if (result->rated) {
        json_number(&out, "rating", lround(side->after.rating));
        json_number(&out, "gain", lround(side->after.rating) - lround(side->before.rating));
    }
    if (other->is_rated)
        json_number(&out, "against", lround(other->before.rating));
    print_opponent(other->player, &out);
    json_number(&out, "rounds", result->rounds);
    json_number(&out, "suspects", result->suspects);
    json_number(&out, "ended", (int64_t)people->now);
    json_end(&out);
    ledger_put(people->ledger,
               ledger_key("played/%s/%013llu/%s", side->player->id,
                          (unsigned long long)(LAST_MOMENT - people->now), result->id)
                   .key,
               &out);
}

/* What everybody's games are like. */
static void count_for_all(struct people *people, const struct game_result *result,
                          const struct side *side)
{
    struct standing all;

    standing_read(people, STANDING_OF_ALL, result->game, side->role, &all);
    standing_count(&all, result, side->won);
    standing_write(people, STANDING_OF_ALL, result->game, side->role, &all);
}

static void count(struct people *people, const struct game_result *result, struct side *side,
                  const struct side *other, const struct standing *old)
{
    standing_count(&side->standing, result, side->won);
    standing_write(people, side->player->id, result->game, side->role, &side->standing);
    count_for_all(people, result, side);
    if (side->standing.rated > old->rated) {
        climb(people, result, side, old);
        note_curve(people, result, side);
        day_count_game(people, side->player->id, side->won,
                       glicko_expected(side->before, other->before));
    }
    note_played(people, result, side, other);
}

/* --- What is kept of a game --- */

/* BEFORE: the ratings of both, for those whose account is gone when it is rated again. */
struct kept_result {
    struct game_result result;
    uint64_t at;
    bool is_void;
    struct glicko before[2];
};

static void keep_result(struct people *people, const struct kept_result *kept)
{
    const struct game_result *result = &kept->result;
    struct json_out out = {0};

    json_object(&out, NULL);
    json_text(&out, "game", result->game);
    json_text(&out, "result", result->how);
    json_number(&out, "winner", result->winner);
    json_bool(&out, "rated", result->rated);
    json_bool(&out, "listed", result->listed);
    json_bool(&out, "void", kept->is_void);
    json_number(&out, "rounds", result->rounds);
    json_number(&out, "suspects", result->suspects);
    json_number(&out, "at", (int64_t)kept->at);
    for (int i = 0; i < 2; i++) {
        json_object(&out, alibi_seat_name((enum alibi_seat)i));
        json_text(&out, "id", result->player[i].id);
        json_text(&out, "player", result->player[i].name);
        json_number(&out, "rating", llround(kept->before[i].rating * FINE));
        json_number(&out, "deviation", llround(kept->before[i].deviation * FINE));
        json_end(&out);
    }
    json_end(&out);
    ledger_put(people->ledger, ledger_key("result/%s", result->id).key, &out);
}

static void read_player(struct json player, struct result_player *out, struct glicko *before)
{
    uint64_t rating = 0, deviation = 0;

    if (json_read_text(json_member(player, "id"), out->id, sizeof out->id) < 0)
        out->id[0] = '\0';
    if (json_read_text(json_member(player, "player"), out->name, sizeof out->name) < 0)
        out->name[0] = '\0';
    (void)json_read_number(json_member(player, "rating"), &rating);
    (void)json_read_number(json_member(player, "deviation"), &deviation);
    *before = glicko_start();
    before->rating = (double)rating / FINE;
    before->deviation = (double)deviation / FINE;
}

/* What is kept of the game ID; false if it is not there, or none to rate. */
static bool find_result(struct people *people, const char *id, struct kept_result *out)
{
    struct json kept = ledger_json(ledger_get(people->ledger, ledger_key("result/%s", id).key));
    struct game_result *result = &out->result;
    uint64_t winner = 0, rounds = 0, suspects = 0;

    *out = (struct kept_result){.result = {.rated = true}};
    (void)snprintf(result->id, sizeof result->id, "%s", id);
    if (json_kind(json_member(kept, "rated")) != JSON_TRUE ||
        json_read_text(json_member(kept, "game"), result->game, sizeof result->game) < 1 ||
        json_read_text(json_member(kept, "result"), result->how, sizeof result->how) < 1 ||
        !json_read_number(json_member(kept, "winner"), &winner) || winner > 1 ||
        !json_read_number(json_member(kept, "at"), &out->at))
        return false;
    (void)json_read_number(json_member(kept, "rounds"), &rounds);
    (void)json_read_number(json_member(kept, "suspects"), &suspects);
    for (int i = 0; i < 2; i++)
        read_player(json_member(kept, alibi_seat_name((enum alibi_seat)i)), &result->player[i],
                    &out->before[i]);
    result->winner = (int)winner;
    result->rounds = (unsigned)rounds;
    result->suspects = (unsigned)suspects;
    result->listed = json_kind(json_member(kept, "listed")) == JSON_TRUE;
    out->is_void = json_kind(json_member(kept, "void")) == JSON_TRUE;
    return true;
}

/* --- Counting --- */

/* How often somebody aborts is known of rated games. */
static void note_aborts(struct people *people, const struct game_result *result)
{
    struct person person;

    for (int i = 0; i < 2 && result->rated; i++)
        if (result->player[i].id[0] && account_find(people, result->player[i].id, &person))
            aborts_note(people, result->player[i].id, result->aborted && result->winner == i);
}

/* Both sides as they stand now; whether the game counts for their ratings. */
static bool find_sides(struct people *people, const struct game_result *result,
                       struct side side[2], struct standing old[2])
{
    for (int i = 0; i < 2; i++) {
        side[i] = side_of(people, result, i);
        old[i] = side[i].standing;
    }
    return result->rated && side[0].is_rated && side[1].is_rated;
}

static struct ledger_name place_of(const char *game, uint64_t at, const char *id)
{
    return ledger_key("rated/%s/%013llu/%s", game, (unsigned long long)at, id);
}

void result_take(struct people *people, const struct game_result *result)
{
    struct kept_result kept = {.result = *result, .at = people->now};
    struct side side[2];
    struct standing old[2];
    bool counts;

    if (ledger_get(people->ledger, ledger_key("result/%s", result->id).key))
        return;
    counts = find_sides(people, result, side, old);
    for (int i = 0; i < 2; i++)
        kept.before[i] = side[i].before;
    keep_result(people, &kept);
    running_game_end(people, result->id);
    note_aborts(people, result);
    if (result->aborted)
        return;
    if (counts) {
        rate(people, side);
        ledger_put_text(people->ledger, place_of(result->game, people->now, result->id).key,
                        "{}");
    }
    if (side[0].player->id[0] && side[1].player->id[0])
        linked_accounts_met(people, side[0].player->id, side[1].player->id, result->rated);
    for (int i = 0; i < 2; i++)
        if (side[i].is_there)
            count(people, result, &side[i], &side[1 - i], &old[i]);
}

/* --- Computing again --- */

/* Those who have played KEPT stand in its game as if they had never been rated. */
static void forget_ratings(struct people *people, const struct kept_result *kept)
{
    const struct game_result *result = &kept->result;
    const struct glicko start = glicko_start();

    for (int i = 0; i < 2; i++) {
        struct side side = side_of(people, result, i);

        if (side.is_there)
            ledger_drop(people->ledger, curve_of(people, result, &side).key);
        if (!side.is_there || !side.standing.rated)
            continue;
        ledger_drop(people->ledger, ladder_rung(result->game, side.role,
                                                side.standing.glicko.rating, side.player->id)
                                        .key);
        side.standing.glicko = start;
        side.standing.rated = side.standing.at = 0;
        standing_write(people, side.player->id, result->game, side.role, &side.standing);
    }
}

/* KEPT is rated once more, by the ratings that are there now; or not, if it is void. */
static void rate_again(struct people *people, const struct kept_result *kept)
{
    struct game_result result = kept->result;
    struct side side[2];
    struct standing old[2];
    bool counts;

    result.rated = !kept->is_void;
    counts = find_sides(people, &result, side, old);
    for (int i = 0; i < 2; i++)
        if (side[i].player->id[0] && !side[i].is_there)
            side[i].before = kept->before[i];
    if (counts)
        rate(people, side);
    for (int i = 0; i < 2; i++) {
        if (!side[i].is_there)
            continue;
        standing_write(people, side[i].player->id, result.game, side[i].role,
                       &side[i].standing);
        if (side[i].standing.rated > old[i].rated) {
            climb(people, &result, &side[i], &old[i]);
            note_curve(people, &result, &side[i]);
        }
        note_played(people, &result, &side[i], &side[1 - i]);
    }
}

/* Hands all rated games of NAME, in their order and each at its time, to DO_IT. */
static void for_rated(struct people *people, const char *name,
                      void (*do_it)(struct people *people, const struct kept_result *kept))
{
    struct ledger_name prefix = ledger_key("rated/%s/", name), after = {""};
    struct ledger_entry entry[AT_ONCE];
    struct kept_result kept;
    size_t n = AT_ONCE;

    while (n == AT_ONCE) {
        const struct ledger_range range = {
            .prefix = prefix.key, .after = after.key[0] ? after.key : NULL, .most = AT_ONCE};

        n = ledger_list(people->ledger, &range, entry);
        for (size_t i = 0; i < n; i++) {
            after = ledger_key("%s", entry[i].key);
            if (find_result(people, strrchr(entry[i].key, '/') + 1, &kept)) {
                people->now = kept.at;
                do_it(people, &kept);
            }
        }
    }
}

void ratings_again(struct people *people, const char *name)
{
    uint64_t now = people->now;

    for_rated(people, name, forget_ratings);
    for_rated(people, name, rate_again);
    people->now = now;
}

/* Points are as good as the game, until the day is over; then they count for nothing. */
static void count_day_again(struct people *people, const struct kept_result *kept)
{
    if (day_of(kept->at) != day_of(people->now))
        return;
    for (int i = 0; i < 2; i++) {
        struct side side = side_of(people, &kept->result, i);
        double expected = glicko_expected(kept->before[i], kept->before[1 - i]);

        if (side.is_there)
            (kept->is_void ? day_forget_game : day_count_game)(people, side.player->id,
                                                               side.won, expected);
    }
}

bool result_is_of(struct people *people, const char *id, const char *who)
{
    struct kept_result kept;

    return find_result(people, id, &kept) && (strcmp(kept.result.player[0].id, who) == 0 ||
                                              strcmp(kept.result.player[1].id, who) == 0);
}

bool result_void(struct people *people, const char *id, bool is_void)
{
    struct kept_result kept;

    if (!find_result(people, id, &kept) ||
        !ledger_get(people->ledger, place_of(kept.result.game, kept.at, id).key))
        return false;
    if (is_void == kept.is_void)
        return true;
    kept.is_void = is_void;
    keep_result(people, &kept);
    count_day_again(people, &kept);
    ratings_again(people, kept.result.game);
    return true;
}
