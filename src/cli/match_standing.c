/* Prints the result of a match, for people and as JSON. */
#include "match_standing.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

static const enum alibi_seat roles[] = {ALIBI_JACK, ALIBI_DETECTIVE};

/* --- For people --- */

static void print_share(const char *what, uint64_t wins, uint64_t games, struct match_range r)
{
    printf("%-14s %6" PRIu64 " of %" PRIu64 "  %5.1f %% (%.1f to %.1f)\n", what, wins, games,
           100 * r.mid, 100 * r.low, 100 * r.high);
}

static void print_statistics(const struct match_config *config, const struct match_tally *t)
{
    struct match_range elo = match_elo_range(match_score(t));
    uint64_t n = match_pairs(t);

    print_share("A as jack", match_wins(t, ALIBI_JACK), n, match_role(t, ALIBI_JACK));
    print_share("A as detective", match_wins(t, ALIBI_DETECTIVE), n,
                match_role(t, ALIBI_DETECTIVE));
    print_share("A in all", match_wins(t, ALIBI_JACK) + match_wins(t, ALIBI_DETECTIVE), 2 * n,
                match_score(t));
    printf("%-14s %+.0f (%+.0f to %+.0f)\n", "Elo", elo.mid, elo.low, elo.high);
    printf("%-14s none %" PRIu64 ", as detective %" PRIu64 ", as jack %" PRIu64
           ", both %" PRIu64 "\n",
           "A won of pairs", t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3]);
    if (config->sprt) {
        double llr = match_llr(t, config->elo0, config->elo1), bound = match_llr_bound();

        printf("%-14s LLR %.2f (%.2f to %.2f) for Elo %g against %g: %s\n", "SPRT", llr, -bound,
               bound, config->elo1, config->elo0,
               llr >= bound    ? "accepted"
               : llr <= -bound ? "rejected"
                               : "undecided");
    }
}

static void print_effort(const struct match_config *config,
                         const struct match_standing *standing)
{
    for (int side = 0; side < 2; side++) {
        const struct match_effort *e = &standing->effort[side];
        double turns = e->turns ? (double)e->turns : 1;

        printf("%c a turn       %.1f ms, at most %.1f ms, %.0f nodes", "AB"[side],
               1e3 * e -> seconds / turns, 1e3 * e -> longest, (double)e -> nodes / turns);
        if (standing->faults[side])
            printf("; lost %" PRIu64 " games by failing", standing->faults[side]);
        printf("\n");
    }
    (void)config;
}

static void print_ends(const struct match_standing *standing)
{
    double games = 2 * (double)match_pairs(&standing->tally);
    const char *comma = "";

    printf("%-14s ", "ends");
    for (int i = 0; i < 2; i++)
        for (int why = 0; why <= ALIBI_UNSEEN; why++)
            if (standing->ends[i][why]) {
                printf("%s%s:%s %" PRIu64, comma, alibi_seat_name(roles[i]),
                       why ? alibi_why_name((enum alibi_why)why) : "forfeit",
                       standing->ends[i][why]);
                comma = ", ";
            }
    printf("; %.1f tokens a game\n", (double)standing->tokens / games);
}

void cli_standing_print(const struct match_config *config,
                        const struct match_standing *standing)
{
    const struct match_tally *t = &standing->tally;

    if (config->start.game)
        printf("%s: %s (A) against %s (B), seed %" PRIu64 "\n", config->start.game->name,
               config->side[0].name, config->side[1].name, config->seed);
    if (match_pairs(t) == 0) {
        printf("no pair of games was finished\n");
        return;
    }
    print_statistics(config, t);
    if (!config->start.game)
        return;
    print_ends(standing);
    print_effort(config, standing);
    if (standing->resumed)
        printf("%" PRIu64 " pairs were in the file; times and nodes are those of the others\n",
               standing->resumed);
    if (standing->left && match_pairs(t))
        printf("%" PRIu64 " pairs left\n", standing->left);
}

/* --- For programs --- */

static void json_string(const char *key, const char *s)
{
    printf("\"%s\":\"", key);
    for (; *s; s++)
        if (*s == '"' || *s == '\\')
            printf("\\%c", *s);
        else
            (void)putchar(*s);
    printf("\",");
}

/* JSON has no infinity, so print null instead. */
static void json_number(double x)
{
    if (isfinite(x))
        printf("%.4f", x);
    else
        printf("null");
}

static void json_range(const char *key, struct match_range r)
{
    const double x[] = {r.mid, r.low, r.high};

    printf("\"%s\":[", key);
    for (int i = 0; i < 3; i++) {
        json_number(x[i]);
        printf("%s", i < 2 ? "," : "],");
    }
}

static void json_effort(const struct match_standing *standing)
{
    for (int side = 0; side < 2; side++) {
        const struct match_effort *e = &standing->effort[side];

        printf("\"effort_%c\":{\"turns\":%" PRIu64 ",\"nodes\":%" PRIu64
               ",\"seconds\":%.3f,\"longest\":%.4f,\"faults\":%" PRIu64 "},",
               "ab"[side], e -> turns, e -> nodes, e -> seconds, e -> longest,
               standing -> faults[side]);
    }
}

static void json_ends(const struct match_standing *standing)
{
    const char *comma = "";

    printf("\"ends\":{");
    for (int i = 0; i < 2; i++)
        for (int why = 0; why <= ALIBI_UNSEEN; why++)
            if (standing->ends[i][why]) {
                printf("%s\"%s:%s\":%" PRIu64, comma, alibi_seat_name(roles[i]),
                       why ? alibi_why_name((enum alibi_why)why) : "forfeit",
                       standing->ends[i][why]);
                comma = ",";
            }
    printf("},");
}

void cli_standing_json(const struct match_config *config, const struct match_standing *standing)
{
    const struct match_tally *t = &standing->tally;

    printf("{");
    if (config->start.game) {
        json_string("game", config->start.game->name);
        json_string("a", config->side[0].name);
        json_string("b", config->side[1].name);
        printf("\"seed\":%" PRIu64 ",\"first\":%" PRIu64 ",\"left\":%" PRIu64
               ",\"tokens\":%" PRIu64 ",",
               config->seed, config->first, standing->left, standing->tokens);
        json_ends(standing);
        json_effort(standing);
    }
    json_range("jack", match_role(t, ALIBI_JACK));
    json_range("detective", match_role(t, ALIBI_DETECTIVE));
    json_range("score", match_score(t));
    json_range("elo", match_elo_range(match_score(t)));
    if (config->sprt) {
        printf("\"llr\":");
        json_number(match_llr(t, config->elo0, config->elo1));
        printf(",\"llr_bound\":%.4f,", match_llr_bound());
    }
    printf("\"pairs\":%" PRIu64 ",\"counts\":[%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
           "]}\n",
           match_pairs(t), t->pairs[0], t->pairs[1], t->pairs[2], t->pairs[3]);
}
