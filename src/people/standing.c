/* Standings: standing/ID/GAME/ROLE; gone/ID/GAME/ROLE is the rating of a deleted account. */
#include "standing.h"

#include "expiry.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Ratings are kept in thousandths, and volatilities in millionths of them. */
enum {
    FINE = 1000,
    GONE_DAYS = 100, /* an abandoned game ends sooner: two turns and a pause are 42 days */
};
#define FINEST 1e9

#define PERIOD_MS (GLICKO_PERIOD_DAYS * 24 * 3600 * 1000.0)

/* --- Reading --- */

static uint64_t number(struct json object, const char *name)
{
    uint64_t n = 0;

    (void)json_read_number(json_member(object, name), &n);
    return n;
}

static void read_ends(struct json ends, struct standing *out)
{
    struct json value = {NULL};
    char name[JSON_NAME_SIZE];
    int i = 0;

    if (!ends.at) /* a rating alone */
        return;
    while ((value = json_next(ends, value, name)).at && i < STANDING_ENDS) {
        (void)snprintf(out->end[i].how, STANDING_END_SIZE, "%.*s", STANDING_END_SIZE - 1, name);
        (void)json_read_number(value, &out->end[i].n);
        i++;
    }
}

static void read_at(struct people *people, struct ledger_name name, struct standing *out)
{
    struct json kept = ledger_json(ledger_get(people->ledger, name.key));

    *out = (struct standing){.glicko = glicko_start()};
    if (!kept.at)
        return;
    out->rated = number(kept, "rated");
    if (out->rated) {
        out->glicko.rating = (double)number(kept, "rating") / FINE;
        out->glicko.deviation = (double)number(kept, "deviation") / FINE;
        out->glicko.volatility = (double)number(kept, "volatility") / FINEST;
        out->at = number(kept, "at");
    }
    out->played = number(kept, "played");
    out->won = number(kept, "won");
    out->rounds = number(kept, "rounds");
    out->suspects = number(kept, "suspects");
    out->among = number(kept, "among");
    read_ends(json_member(kept, "ends"), out);
}

void standing_read(struct people *people, const char *id, const char *game, const char *role,
                   struct standing *out)
{
    read_at(people, ledger_key("standing/%s/%s/%s", id, game, role), out);
}

void standing_read_gone(struct people *people, const char *id, const char *game,
                        const char *role, struct standing *out)
{
    read_at(people, ledger_key("gone/%s/%s/%s", id, game, role), out);
}

/* --- Writing --- */

void standing_print_counts(const struct standing *standing, struct json_out *out)
{
    json_number(out, "rated", (int64_t)standing->rated);
    json_number(out, "played", (int64_t)standing->played);
    json_number(out, "won", (int64_t)standing->won);
    json_number(out, "rounds", (int64_t)standing->rounds);
    json_number(out, "suspects", (int64_t)standing->suspects);
    json_number(out, "among", (int64_t)standing->among);
    json_object(out, "ends");
    for (int i = 0; i < STANDING_ENDS && standing->end[i].how[0]; i++)
        json_number(out, standing->end[i].how, (int64_t)standing->end[i].n);
    json_end(out);
}

/* No rating is below 0: nobody would be told one. */
static int64_t fine(double x, double by)
{
    return x > 0 ? (int64_t)llround(x * by) : 0;
}

static void print_glicko(const struct standing *standing, struct json_out *out)
{
    json_number(out, "rating", fine(standing->glicko.rating, FINE));
    json_number(out, "deviation", fine(standing->glicko.deviation, FINE));
    json_number(out, "volatility", fine(standing->glicko.volatility, FINEST));
    json_number(out, "at", (int64_t)standing->at);
}

void standing_write(struct people *people, const char *id, const char *game, const char *role,
                    const struct standing *standing)
{
    struct json_out out = {0};

    json_object(&out, NULL);
    print_glicko(standing, &out);
    standing_print_counts(standing, &out);
    json_end(&out);
    ledger_put(people->ledger, ledger_key("standing/%s/%s/%s", id, game, role).key, &out);
}

void standing_leave(struct people *people, const char *id, const char *key)
{
    uint64_t until = people->now + GONE_DAYS * EXPIRY_DAY_MS;
    struct standing standing;
    struct json_out out = {0};

    read_at(people, ledger_key("standing/%s/%s", id, key), &standing);
    if (!standing.rated)
        return;
    json_object(&out, NULL);
    print_glicko(&standing, &out);
    json_number(&out, "rated", (int64_t)standing.rated);
    expiry_end(&out, until);
    expiry_put(people, ledger_key("gone/%s/%s", id, key).key, until, &out);
}

static void count_end(struct standing *standing, const char *how)
{
    for (int i = 0; i < STANDING_ENDS; i++) {
        if (!standing->end[i].how[0])
            (void)snprintf(standing->end[i].how, STANDING_END_SIZE, "%s", how);
        if (strcmp(standing->end[i].how, how) == 0) {
            standing->end[i].n++;
            return;
        }
    }
}

void standing_count(struct standing *standing, const struct game_result *result, bool won)
{
    standing->played++;
    standing->won += won;
    standing->rounds += result->rounds;
    standing->suspects += result->suspects;
    standing->among += result->among;
    count_end(standing, result->how);
}

/* --- Now --- */

struct glicko standing_now(const struct people *people, const struct standing *standing)
{
    uint64_t passed =
        standing->at && people->now > standing->at ? people->now - standing->at : 0;

    return glicko_aged(standing->glicko, (double)passed / PERIOD_MS);
}

void standing_print_rating(const struct people *people, const struct standing *standing,
                           struct json_out *out)
{
    struct glicko now = standing_now(people, standing);

    if (!standing->rated) {
        json_null(out, "rating");
        return;
    }
    json_number(out, "rating", llround(now.rating));
    json_number(out, "deviation", llround(now.deviation));
    json_bool(out, "provisional", glicko_provisional(now));
}

void standing_print(const struct people *people, const struct standing *standing,
                    struct json_out *out)
{
    standing_print_rating(people, standing, out);
    standing_print_counts(standing, out);
}
