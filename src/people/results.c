/* Games that have ended: each counts once, for everybody with an account who has played it.
 *
 * result/GAME says that it has been counted; played/ID/WHEN/GAME is what somebody's list of
 * games is made of, the newest first; ladder/NAME/ROLE/RATING/ID is a table by ratings. */
#include "anchors.h"
#include "standing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LADDER_TOP = 99999, FINE = 1000 };
#define LAST_MOMENT UINT64_C(9999999999999) /* so that what is newer comes first */

/* One side of a game, before and after. */
struct side {
    const char *role;
    const struct result_player *player;
    bool won;
    struct standing standing;
    struct glicko before, after;
    bool is_rated; /* it has a rating that counts here */
};

static struct side side_of(struct people *people, const struct game_result *result, int seat)
{
    static const char level[] = "level"; /* of the computer */
    struct side side = {.role = alibi_seat_name((enum alibi_seat)seat),
                        .player = &result->player[seat],
                        .won = result->winner == seat};

    if (side.player->id[0]) {
        standing_read(people, side.player->id, result->game, side.role, &side.standing);
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

/* The place of a rating in the ladder; those who are provisional have none. */
static struct ledger_name rung(const struct game_result *result, const struct side *side,
                               const struct glicko *glicko)
{
    long n = LADDER_TOP - lround(glicko->rating);

    return ledger_key("ladder/%s/%s/%05ld/%s", result->game, side->role,
                      n < 0            ? 0
                      : n > LADDER_TOP ? LADDER_TOP
                                       : n,
                      side->player->id);
}

static void climb(struct people *people, const struct game_result *result,
                  const struct side *side, const struct standing *old)
{
    if (old->rated)
        ledger_drop(people->ledger, rung(result, side, &old->glicko).key);
    if (!glicko_provisional(side->after))
        ledger_put_text(people->ledger, rung(result, side, &side->after).key, "{}");
}

/* The ratings of both, if the game counts for them. */
static void rate(const struct people *people, struct side side[2])
{
    struct glicko before[2] = {side[0].before, side[1].before};

    for (int i = 0; i < 2; i++) {
        const struct glicko_game game = {before[1 - i], side[i].won ? 1 : 0};
        struct standing *standing = &side[i].standing;

        if (!side[i].player->id[0])
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

static void count(struct people *people, const struct game_result *result, struct side *side,
                  const struct side *other, const struct standing *old)
{
    struct standing *standing = &side->standing;

    standing->played++;
    standing->won += side->won;
    standing->rounds += result->rounds;
    standing->suspects += result->suspects;
    standing_count(standing, result->how);
    standing_write(people, side->player->id, result->game, side->role, standing);
    if (result->rated)
        climb(people, result, side, old);
    note_played(people, result, side, other);
}

void result_take(struct people *people, const struct game_result *result)
{
    struct ledger_name key = ledger_key("result/%s", result->id);
    struct side side[2];
    struct standing old[2];

    if (ledger_get(people->ledger, key.key))
        return;
    ledger_put_text(people->ledger, key.key, "{}");
    ledger_drop(people->ledger, ledger_key("playing/%s", result->id).key);
    for (int i = 0; i < 2; i++) {
        side[i] = side_of(people, result, i);
        old[i] = side[i].standing;
    }
    if (result->rated && side[0].is_rated && side[1].is_rated)
        rate(people, side);
    for (int i = 0; i < 2; i++)
        if (side[i].player->id[0])
            count(people, result, &side[i], &side[1 - i], &old[i]);
}
